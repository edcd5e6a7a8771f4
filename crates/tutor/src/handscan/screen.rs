//! What a person should see, ready to be drawn.

use std::time::Duration;

use cube::{Color, Face, place_seen};
use vision::{FaceView, Verdict};

use crate::handscan::guide::{Guide, NOTICE};
use crate::handscan::hold::Tip;
use crate::handscan::words;

/// How far a face is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceStatus {
    /// Not seen yet.
    Missing,
    /// Asked for now.
    Asked,
    /// Read.
    Read,
    /// Read, and asked for again later.
    Again,
}

impl FaceStatus {
    /// Its name in messages: `missing`, `asked`, `read` or `again`.
    pub const fn name(self) -> &'static str {
        match self {
            FaceStatus::Missing => "missing",
            FaceStatus::Asked => "asked",
            FaceStatus::Read => "read",
            FaceStatus::Again => "again",
        }
    }
}

/// How the cube should be held, in the colours of its centres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Towards the camera.
    pub front: Color,
    /// Up.
    pub top: Color,
    /// To the right in the picture.
    pub right: Color,
    /// How to turn the cube to get there, if it was held as asked before.
    pub tip: Option<Tip>,
}

/// The face that is being looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Where it is and what it seems to be.
    pub view: FaceView,
    /// How far it is on its way to being read, 0 to 1.
    pub steady: f32,
}

/// What the guide shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Screen {
    /// What to do.
    pub prompt: String,
    /// How to do it, or what is in the way; may be empty.
    pub hint: String,
    /// What happened in the last seconds; may be empty.
    pub notice: String,
    /// The asked hold; nothing when all is done.
    pub asked: Option<Asked>,
    /// The face in front of the camera, if any.
    pub found: Option<Found>,
    /// What is known of the 54 stickers, numbered as at [`cube::Facelets`].
    pub net: [Option<Color>; 54],
    /// Stickers in doubt.
    pub doubtful: Vec<usize>,
    /// How far each face is, in the order U R F D L B.
    pub faces: [FaceStatus; 6],
    /// Time until the guide gives up waiting; nothing when all is done.
    pub left: Option<Duration>,
    /// That time as a part of the whole patience, 0 to 1.
    pub left_part: f32,
}

impl Screen {
    /// The colour letters of the 54 stickers, `?` where one is not known.
    pub fn stickers(&self) -> String {
        let letter = |color: &Option<Color>| color.map_or('?', Color::letter);
        self.net.iter().map(letter).collect()
    }

    /// The colour letters of the asked hold: front, top, right. Empty when no face is asked for.
    pub fn hold(&self) -> String {
        let colors = self.asked.map(|asked| [asked.front, asked.top, asked.right]);
        colors.into_iter().flatten().map(Color::letter).collect()
    }
}

impl Guide {
    /// What to show now.
    pub fn screen(&self) -> Screen {
        let said = self.words();
        let target = self.target();
        let asked = target.map(|(hold, tip)| Asked {
            front: self.scheme.color(hold.front()),
            top: self.scheme.color(hold.top()),
            right: self.scheme.color(hold.right()),
            tip,
        });
        let (prompt, hint) = match target {
            None => self.closing(),
            Some((hold, tip)) => {
                let turn = tip.map(|tip| words::turn(tip, hold, &self.scheme, said));
                let exact = self.again.first().filter(|again| again.exact && again.hold == hold);
                let hint = if self.tracker.waits_for_finger() {
                    said.sentence("show.covered").to_owned()
                } else if exact.is_some() {
                    said.sentence("show.exact").to_owned()
                } else {
                    turn.unwrap_or_default()
                };
                (words::show(hold, &self.scheme, said), hint)
            }
        };
        let since = self.progress.unwrap_or(self.now);
        let left = self.options.patience.saturating_sub(self.now.saturating_sub(since));
        let fresh = |(when, _): &&(Duration, String)| self.now < *when + NOTICE;
        Screen {
            prompt,
            hint,
            notice: self.notice.as_ref().filter(fresh).map_or(String::new(), |n| n.1.clone()),
            asked,
            found: self.tracker.followed().map(|(view, steady)| Found { view: view.clone(), steady }),
            net: self.net(),
            doubtful: self.reading.as_ref().map_or(Vec::new(), |r| r.doubtful.clone()),
            faces: Face::ALL.map(|face| self.status(face)),
            left: target.map(|_| left),
            left_part: left.as_secs_f32() / self.options.patience.as_secs_f32().max(1e-3),
        }
    }

    fn closing(&self) -> (String, String) {
        let sure = self.reading.as_ref().is_some_and(|r| r.verdict == Verdict::Certain);
        let hint = if sure { String::new() } else { self.words().sentence("show.compare").to_owned() };
        (self.words().sentence("show.done").to_owned(), hint)
    }

    fn status(&self, face: Face) -> FaceStatus {
        let asked = self.target().is_some_and(|(hold, _)| hold.front() == face);
        let again = self.again.iter().any(|again| again.hold.front() == face);
        match (&self.read[face.index()], asked, again) {
            (_, true, _) => FaceStatus::Asked,
            (None, false, _) => FaceStatus::Missing,
            (Some(_), false, true) => FaceStatus::Again,
            (Some(_), false, false) => FaceStatus::Read,
        }
    }

    fn net(&self) -> [Option<Color>; 54] {
        if let Some(reading) = &self.reading {
            return reading.colors.map(Some);
        }
        std::array::from_fn(|sticker| {
            let read = self.read[sticker / 9].as_ref()?;
            Some(read.colors[place_seen(sticker % 9, read.quarters)])
        })
    }
}
