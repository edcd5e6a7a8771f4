//! The guide itself: from faces seen over time to what to show next, and to the cube.

use std::time::Duration;

use cube::{Color, ColorScheme, Face, place_seen, upright};
use teach::{Language, Words};
use vision::{CubeColors, FaceView, Measurements, Quad, StateReading, Verdict};

use crate::handscan::decision::{Decision, Read, decide};
use crate::handscan::event::Event;
use crate::handscan::hold::{Hold, Tip};
use crate::handscan::nine::{Named, centre_distance, turned_against};
use crate::handscan::steady::{Patience, SteadyFace, Tracker, is_sound};
use crate::handscan::{Correction, Error, Options, Said, words};

/// Two readings whose centres are as near as this are the same face, whatever their names.
const SAME_CENTRE: f32 = 0.1;
/// Further looks at doubtful stickers before the cube is given with its doubts.
const MOST_ROUNDS: usize = 2;
/// How long a sentence about what happened stays on the screen.
pub(crate) const NOTICE: Duration = Duration::from_secs(5);

/// A face that is asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Again {
    pub hold: Hold,
    /// Whether its position matters.
    pub exact: bool,
}

/// Where a face was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenAt {
    /// The time of the frame.
    pub at: Duration,
    /// Its stickers in that frame.
    pub quads: [Quad; 9],
    /// By how many quarters clockwise these show it turned.
    pub quarters: u8,
}

/// Leads a person through the six faces. All times are since any one moment, and never go back.
#[derive(Clone, Debug)]
pub struct Guide {
    pub(crate) options: Options,
    pub(crate) scheme: ColorScheme,
    pub(crate) tracker: Tracker,
    /// By the face that each is treated as.
    pub(crate) read: [Option<Read>; 6],
    pub(crate) again: Vec<Again>,
    /// How the cube was held last, when it was shown as asked.
    hold: Option<Hold>,
    pub(crate) now: Duration,
    pub(crate) progress: Option<Duration>,
    pub(crate) timed_out: bool,
    rounds: usize,
    pub(crate) reading: Option<StateReading>,
    pub(crate) done: bool,
    /// The face that was shown last although it was read already.
    repeated: Option<Face>,
    pub(crate) notice: Option<(Duration, String)>,
}

impl Guide {
    /// A guide that has seen nothing yet.
    pub fn new(options: Options) -> Guide {
        Guide {
            options,
            scheme: options.scheme,
            tracker: Tracker::new(Patience { time: options.steady_time, frames: options.steady_frames }),
            read: Default::default(),
            again: Vec::new(),
            hold: None,
            now: Duration::ZERO,
            progress: None,
            timed_out: false,
            rounds: 0,
            reading: None,
            done: false,
            repeated: None,
            notice: None,
        }
    }

    /// Takes the faces of one frame (none for a frame without any) and returns what happened.
    pub fn look(&mut self, now: Duration, faces: &[FaceView]) -> Vec<Event> {
        self.now = self.now.max(now);
        let now = self.now;
        let sound: Vec<FaceView> = faces.iter().filter(|face| is_sound(face)).cloned().collect();
        let is_wanted = self.wants_what_it_sees();
        let steady = self.tracker.update(now, &sound, is_wanted);
        let since = *self.progress.get_or_insert(now);
        if self.done {
            return Vec::new();
        }
        if self.timed_out && !sound.is_empty() {
            self.timed_out = false;
            self.progress = Some(now);
        }
        let events = match steady {
            Some(face) => self.take(face),
            None if !self.timed_out && self.options.patience <= now.saturating_sub(since) => {
                self.timed_out = true;
                vec![Event::TimedOut {
                    missing: self.named(&self.missing()),
                    count: self.count(),
                    waited: now.saturating_sub(since),
                }]
            }
            None => Vec::new(),
        };
        self.note(&events);
        events
    }

    /// Takes what a person says about stickers, and decides again.
    ///
    /// # Errors
    /// [`Error::NotYetRead`] for a sticker of a face that was not shown; then nothing is taken.
    pub fn correct(&mut self, corrections: &[Correction]) -> Result<Vec<Event>, Error> {
        for correction in corrections {
            if self.read.get(correction.sticker / 9).is_none_or(Option::is_none) {
                return Err(Error::NotYetRead { sticker: cube::sticker_name(correction.sticker) });
            }
        }
        for correction in corrections {
            if let Some(read) = &mut self.read[correction.sticker / 9] {
                let place = place_seen(correction.sticker % 9, read.quarters);
                read.known.retain(|(known, _)| *known != place);
                read.known.push((place, correction.color));
                read.colors[place] = correction.color;
            }
        }
        self.progress = Some(self.now);
        self.timed_out = false;
        if self.count() < 6 {
            return Ok(Vec::new());
        }
        self.done = false;
        self.again.clear();
        let events = self.settle();
        self.note(&events);
        Ok(events)
    }

    /// Does what a person said, and returns what happened. Whether the cube is accepted, and when the guide ends, its caller
    /// decides.
    ///
    /// # Errors
    /// As [`Guide::correct`].
    pub fn obey(&mut self, said: &Said) -> Result<Vec<Event>, Error> {
        match said {
            Said::Correct(corrections) => return self.correct(corrections),
            Said::Again(face) => self.show_again(*face),
            Said::Restart => self.restart(),
            Said::Accept | Said::Stop => {}
        }
        Ok(Vec::new())
    }

    /// From now on reads a cube of these learned colours.
    pub fn know_colors(&mut self, colors: CubeColors) {
        self.options.colors = Some(colors);
    }

    /// Speaks this language from now on.
    pub fn speak(&mut self, language: Language) {
        self.options.language = language;
    }

    /// The person's language.
    pub const fn language(&self) -> Language {
        self.options.language
    }

    /// The words of the person's language.
    pub fn words(&self) -> &'static Words {
        Words::of(self.options.language)
    }

    /// Forgets all faces: another cube.
    pub fn restart(&mut self) {
        *self = Guide { now: self.now, progress: Some(self.now), ..Guide::new(self.options) };
    }

    /// Asks for a face again, because the person wants to.
    pub fn show_again(&mut self, face: Face) {
        let hold = Hold::as_read(face);
        self.again.retain(|again| again.hold.front() != face);
        self.again.insert(0, Again { hold, exact: false });
        self.done = false;
        self.timed_out = false;
        self.progress = Some(self.now);
    }

    /// Whether the whole cube is read.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// The cube as it is known, once all six faces were seen; it may be doubtful while the guide
    /// [is not done](Guide::is_done).
    pub fn reading(&self) -> Option<&StateReading> {
        self.reading.as_ref()
    }

    /// The colours that were measured on the six faces, each as it is read; `None` until all were seen.
    pub fn measured(&self) -> Option<Measurements> {
        let mut faces = [[[0.0; 3]; 9]; 6];
        for (face, read) in faces.iter_mut().zip(&self.read) {
            let read = read.as_ref()?;
            *face = upright(&read.rgb, read.quarters);
        }
        Some(faces)
    }

    /// The frame from which a face was read.
    pub fn seen_at(&self, face: Face) -> Option<SeenAt> {
        let read = self.read[face.index()].as_ref()?;
        Some(SeenAt { at: read.at, quads: read.quads, quarters: read.quarters })
    }

    /// The faces that are missing or asked for again, the next one first.
    pub fn missing(&self) -> Vec<Face> {
        let unread = self.options.order.faces();
        let unread = unread.into_iter().filter(|face| self.read[face.index()].is_none());
        let again = self.again.iter().map(|again| again.hold.front());
        unread.chain(again).collect()
    }

    /// Faces read so far, 0 to 6.
    pub fn count(&self) -> usize {
        self.read.iter().flatten().count()
    }

    /// What is asked for, and how to turn the cube to get there.
    pub(crate) fn target(&self) -> Option<(Hold, Option<Tip>)> {
        if self.done {
            return None;
        }
        let unread = self.options.order.faces();
        let unread = unread.into_iter().find(|face| self.read[face.index()].is_none());
        match (unread, self.again.first()) {
            (Some(face), _) => Some(match self.hold.and_then(|hold| hold.turned_to(face)) {
                Some((hold, tip)) => (hold, Some(tip)),
                None => (Hold::as_read(face), None),
            }),
            (None, Some(again)) => Some((again.hold, None)),
            (None, None) => None,
        }
    }

    /// The words for what is asked for.
    pub fn prompt(&self) -> String {
        let Some((hold, tip)) = self.target() else {
            return self.words().sentence("show.thanks").to_owned();
        };
        let show = words::show(hold, &self.scheme, self.words());
        let turn = tip.map_or_else(String::new, |tip| words::turn(tip, hold, &self.scheme, self.words()));
        format!("{show}. {turn}").trim_end().to_owned()
    }

    pub(crate) fn named(&self, faces: &[Face]) -> Vec<(Face, Color)> {
        faces.iter().map(|&face| (face, self.scheme.color(face))).collect()
    }

    /// Takes a steady face.
    fn take(&mut self, steady: SteadyFace) -> Vec<Event> {
        let target = self.target().map(|(hold, _)| hold);
        let center = steady.colors[4];
        let (mut face, mut turn) = self.identify(&steady, target.map(Hold::front));
        let insisted = self.repeated == Some(face);
        if let Some(asked) = target.map(Hold::front).filter(|_| insisted && self.is_read(face)) {
            // Shown twice although it is read already: in bad light two faces can look like one, and the
            // person knows better which one was asked for. All six together will show it.
            (face, turn) = (asked, None);
        }
        self.repeated = None;
        let again = self.again.iter().position(|again| again.hold.front() == face);
        let old = self.read[face.index()].as_ref();
        if old.is_some() && again.is_none() {
            self.repeated = Some(face);
            return vec![Event::ReadAlready { face, center }];
        }
        let as_asked = target.is_some_and(|hold| hold.front() == face);
        let again = again.map(|at| self.again.remove(at));
        let exact = again.filter(|again| again.exact && as_asked);
        let mut read = Read {
            rgb: steady.rgb,
            colors: steady.colors,
            quads: steady.quads,
            at: self.now,
            quarters: target.filter(|_| as_asked).map_or(0, Hold::quarters),
            settled: exact.is_some(),
            known: Vec::new(),
        };
        if let (Some(old), Some(turn), None) = (old, turn, exact) {
            // The same face once more: it stays in the position in which it was known.
            read.rgb = upright(&read.rgb, turn);
            read.colors = upright(&read.colors, turn);
            read.quads = upright(&read.quads, turn);
            (read.quarters, read.settled) = (old.quarters, old.settled);
            read.known.clone_from(&old.known);
        }
        self.hold = target.filter(|_| as_asked);
        self.read[face.index()] = Some(read);
        self.progress = Some(self.now);
        self.timed_out = false;
        let mut events = vec![Event::FaceRead { face, center, count: self.count() }];
        if self.count() == 6 {
            events.extend(self.settle());
        }
        events
    }

    /// Whether the face in front, which was taken already, is asked for again.
    fn wants_what_it_sees(&self) -> bool {
        let Some(asked) = self.again.first().filter(|_| !self.done) else { return false };
        let seen = self.tracker.given().and_then(|steady| self.known(&steady));
        seen.is_some_and(|(face, _)| face == asked.hold.front())
    }

    /// Which face it is, and how it is turned against an earlier reading of it.
    fn identify(&self, steady: &SteadyFace, target: Option<Face>) -> (Face, Option<u8>) {
        if let Some((face, turn)) = self.known(steady) {
            return (face, Some(turn));
        }
        let by_center = self.scheme.face(steady.colors[4]);
        match target {
            // A face that looks otherwise has the name of its centre, so one of the two is misread. It is treated as
            // the one that was asked for, and all six together will show the mistake.
            Some(asked) if self.is_read(by_center) => (asked, None),
            _ => (by_center, None),
        }
    }

    /// The face that was read before and looks the same, and how it is turned against that reading.
    fn known(&self, steady: &SteadyFace) -> Option<(Face, u8)> {
        let center = steady.colors[4];
        let known = |face: &Face| {
            let read = self.read[face.index()].as_ref()?;
            let turn = turned_against(
                Named { rgb: &read.rgb, colors: &read.colors },
                Named { rgb: &steady.rgb, colors: &steady.colors },
            )?;
            // Red and orange faces may look alike in bad light; then their names decide.
            let same = read.colors[4] == center || centre_distance(&read.rgb, &steady.rgb) < SAME_CENTRE;
            same.then_some((*face, turn))
        };
        Face::ALL.iter().find_map(known)
    }

    /// Whether a face is read and not asked for again.
    fn is_read(&self, face: Face) -> bool {
        let again = self.again.iter().any(|again| again.hold.front() == face);
        self.read[face.index()].is_some() && !again
    }

    /// Decides on the whole cube, and what is to be asked where it is not clear.
    fn settle(&mut self) -> Vec<Event> {
        let (said, decision) = (self.words(), decide(&mut self.read, &self.options, &self.scheme));
        if let Decision::Clear(reading) | Decision::Turned { reading, .. } = &decision {
            self.scheme = reading.scheme;
            self.reading = Some(reading.as_ref().clone());
        }
        let (faces, exact, reason) = match decision {
            Decision::Clear(reading) => {
                let doubtful = reading.verdict != Verdict::Certain;
                if !doubtful || (self.again.is_empty() && MOST_ROUNDS <= self.rounds) {
                    self.done = true;
                    self.again.clear();
                    return vec![Event::CubeRead(reading)];
                }
                let stickers = reading.doubtful.iter().map(|&sticker| cube::sticker_name(sticker));
                let stickers: Vec<String> = stickers.collect();
                let reason = said.fill("show.hard-to-tell", &[("stickers", &words::and(&stickers, said))]);
                (reading.doubtful_faces(), false, reason)
            }
            Decision::Turned { unsure, .. } => (unsure, true, said.sentence("show.several-ways").to_owned()),
            Decision::NoCube { suspects } => {
                self.reading = None;
                let faces = if suspects.is_empty() { self.options.order.faces().to_vec() } else { suspects };
                (faces, false, said.sentence("show.no-cube").to_owned())
            }
        };
        if !self.again.is_empty() {
            return Vec::new();
        }
        self.rounds += usize::from(!exact);
        self.again = faces.iter().map(|&face| Again { hold: Hold::as_read(face), exact }).collect();
        vec![Event::LookAgain { faces: self.named(&faces), reason }]
    }

    fn note(&mut self, events: &[Event]) {
        if !events.is_empty() {
            let sentences: Vec<String> = events.iter().map(|event| event.sentence(self.words())).collect();
            self.notice = Some((self.now, sentences.join("; ")));
        }
    }
}
