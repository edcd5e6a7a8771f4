//! Follows one face from frame to frame until it is held steady.

use std::time::Duration;

use cube::{Color, upright};
use vision::{FaceView, Quad, Sticker};

use crate::handscan::nine::{Named, Nine, turned_against};

/// A face may be missed for this long (a blink of the detector) without being held anew.
const BLINK: Duration = Duration::from_millis(300);
/// A face that moves by more than this many of its own widths in a second is on its way somewhere.
const HURRY: f32 = 1.5;
/// Covered stickers are waited for this long, since a person can move a finger.
const FINGER: Duration = Duration::from_millis(2500);
/// Who still holds the same face this long after it was read and asked for again, shows it again.
const HELD_ON: Duration = Duration::from_secs(3);
/// Frames that are kept for the median.
const KEPT: usize = 64;

/// When a face counts as steady.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Patience {
    pub time: Duration,
    pub frames: usize,
}

/// A face that was held steady.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SteadyFace {
    /// Medians over the frames in which each sticker itself was seen.
    pub rgb: Nine,
    /// What each sticker was read as most often.
    pub colors: [Color; 9],
    /// Where the stickers are in the newest frame.
    pub quads: [Quad; 9],
}

/// Follows a face.
#[derive(Clone, Debug)]
pub(crate) struct Tracker {
    patience: Patience,
    track: Option<Track>,
}

#[derive(Clone, Debug)]
struct Track {
    since: Duration,
    last: Duration,
    view: FaceView,
    /// Stickers by frame, turned as in the first frame.
    frames: Vec<[Sticker; 9]>,
    /// The places of the newest frame's, which may not be kept.
    newest: [Quad; 9],
    /// When it was given as steady.
    reported: Option<Duration>,
}

impl Tracker {
    pub(crate) fn new(patience: Patience) -> Tracker {
        Tracker { patience, track: None }
    }

    /// Takes the faces of a frame; a steady face is given once, then it has to change or to go away. Where it `is_wanted` again, it is
    /// enough to hold on to it for [`HELD_ON`].
    pub(crate) fn update(&mut self, now: Duration, faces: &[FaceView], is_wanted: bool) -> Option<SteadyFace> {
        let is_held_on = |track: &Track| track.reported.is_some_and(|since| HELD_ON < now.saturating_sub(since));
        if is_wanted && self.track.as_ref().is_some_and(is_held_on) {
            self.track = None;
        }
        let Some(view) = self.chosen(faces) else {
            let gone = |track: &Track| BLINK < now.saturating_sub(track.last);
            self.track = self.track.take().filter(|track| !gone(track));
            return None;
        };
        let stickers = self.track.as_ref().and_then(|track| track.continued(now, view));
        let track = match (&mut self.track, stickers) {
            (Some(track), Some(stickers)) => {
                if track.frames.len() < KEPT {
                    track.frames.push(stickers);
                }
                track.last = now;
                track.newest = stickers.map(|sticker| sticker.quad);
                track.view = view.clone();
                track
            }
            (track, _) => track.insert(Track {
                since: now,
                last: now,
                view: view.clone(),
                frames: vec![view.stickers],
                newest: view.stickers.map(|sticker| sticker.quad),
                reported: None,
            }),
        };
        if track.reported.is_some() || track.progress(self.patience) < 1.0 {
            return None;
        }
        if track.covered().next().is_some() && now.saturating_sub(track.since) < FINGER {
            return None;
        }
        track.reported = Some(now);
        Some(track.steady())
    }

    /// The face that is followed and was given as steady.
    pub(crate) fn given(&self) -> Option<SteadyFace> {
        self.track.as_ref().filter(|track| track.reported.is_some()).map(Track::steady)
    }

    /// The face that is followed, and how far it is on its way to being steady, 0 to 1.
    pub(crate) fn followed(&self) -> Option<(&FaceView, f32)> {
        let track = self.track.as_ref()?;
        let progress = if track.reported.is_some() { 1.0 } else { track.progress(self.patience) };
        Some((&track.view, progress))
    }

    /// Whether the followed face waits for stickers to be uncovered.
    pub(crate) fn waits_for_finger(&self) -> bool {
        self.track.as_ref().is_some_and(|track| {
            track.reported.is_none() && 1.0 <= track.progress(self.patience) && track.covered().next().is_some()
        })
    }

    /// The face nearest to the followed one, else the largest.
    fn chosen<'a>(&self, faces: &'a [FaceView]) -> Option<&'a FaceView> {
        let rank = |face: &&FaceView| match &self.track {
            Some(track) => -distance(face.centre(), track.view.centre()),
            None => side(face),
        };
        faces.iter().max_by(|a, b| rank(a).total_cmp(&rank(b)))
    }
}

impl Track {
    /// The stickers turned as in the first frame, when the view goes on with this track.
    fn continued(&self, now: Duration, view: &FaceView) -> Option<[Sticker; 9]> {
        let last = self.frames.last()?;
        let seconds = now.saturating_sub(self.last).as_secs_f32();
        let reach = side(&self.view) * (0.15 + HURRY * seconds);
        if reach < distance(view.centre(), self.view.centre()) {
            return None;
        }
        let named =
            |stickers: &[Sticker; 9]| (stickers.map(|sticker| sticker.rgb), stickers.map(|sticker| sticker.color));
        let (last, seen) = (named(last), named(&view.stickers));
        let quarters =
            turned_against(Named { rgb: &last.0, colors: &last.1 }, Named { rgb: &seen.0, colors: &seen.1 })?;
        Some(upright(&view.stickers, quarters))
    }

    fn progress(&self, patience: Patience) -> f32 {
        let time = self.last.saturating_sub(self.since).as_secs_f32();
        let by_time = time / patience.time.as_secs_f32().max(1e-3);
        let by_frames = self.frames.len() as f32 / patience.frames.max(1) as f32;
        by_time.min(by_frames).min(1.0)
    }

    /// The stickers that were covered in all frames.
    fn covered(&self) -> impl Iterator<Item = usize> {
        (0..9).filter(|&index| self.frames.iter().all(|frame| frame[index].recovered))
    }

    fn steady(&self) -> SteadyFace {
        let seen = |index: usize| -> Vec<&Sticker> {
            let all = || self.frames.iter().map(|frame| &frame[index]);
            let own: Vec<&Sticker> = all().filter(|sticker| !sticker.recovered).collect();
            if own.is_empty() { all().collect() } else { own }
        };
        SteadyFace {
            quads: self.newest,
            rgb: std::array::from_fn(|index| {
                let stickers = seen(index);
                std::array::from_fn(|channel| {
                    let mut values: Vec<f32> = stickers.iter().map(|s| s.rgb[channel]).collect();
                    values.sort_by(f32::total_cmp);
                    values[values.len() / 2]
                })
            }),
            colors: std::array::from_fn(|index| {
                let mut votes = [0; 6];
                for sticker in seen(index) {
                    votes[sticker.color.index()] += 1;
                }
                let most = Color::ALL.into_iter().max_by_key(|color| votes[color.index()]);
                most.expect("there are six colours")
            }),
        }
    }
}

/// Side of a face in pixels, from its outer stickers.
fn side(face: &FaceView) -> f32 {
    let at = |index: usize| face.stickers[index].quad.centre();
    1.5 * distance(at(0), at(2)).max(distance(at(0), at(6)))
}

fn distance([a, b]: [f32; 2], [c, d]: [f32; 2]) -> f32 {
    (a - c).hypot(b - d)
}

/// Whether the measured colours are some that a camera can give.
pub fn is_sound(face: &FaceView) -> bool {
    let in_range = |channel: &f32| (0.0..=255.0).contains(channel);
    let stickers = &face.stickers;
    stickers
        .iter()
        .all(|sticker| sticker.rgb.iter().all(in_range) && sticker.quad.0.iter().flatten().all(|x| x.is_finite()))
}
