//! Looks at the learner's cube through a camera: from the faces of each frame to the turns that were made.
//!
//! A [`Watcher`] remembers the cube that was seen last, and follows the learner's next turn from there. What a learner does on a
//! page does not change the cube in their hands. Where the tutor shows another cube, the watcher still follows the one that
//! was seen; the tutor goes there as soon as that cube is turned.
//!
//! A cube that is something else is read face by face.
//!
//! No camera sees how the whole cube lies in the hand. Rotations of the lesson are done with the turn after them.

mod aim;
mod seen;
mod words;

use std::time::{Duration, Instant};

use crate::follow::{Follower, Slip, SlipKind, Verdict};
use crate::handscan::{Guide, Options, Said};
use cube::LayerTurn;
use teach::{Language, Tutor};
use vision::{CubeColors, FaceView, StateReading};

pub(crate) use aim::{Aim, Held, way_back};
pub use seen::Seen;
pub(crate) use words::sentence;

/// How long the praise of a right turn is shown.
const PRAISE: Duration = Duration::from_secs(2);

/// Frames that are further apart do not count as looking on.
const BLINK: Duration = Duration::from_millis(200);

/// How a camera is looked through.
#[derive(Clone, Copy, Debug)]
pub struct WatcherOptions {
    /// Frames in a row that make a face count.
    pub frames: usize,
    /// The camera is lost after this long without a frame.
    pub lost_after: Duration,
    /// A cube that was looked at for this long, and still cannot be recognised, is read face by face.
    pub patience: Duration,
    /// What this cube's colours look like, if learned.
    pub colors: Option<CubeColors>,
}

impl Default for WatcherOptions {
    fn default() -> WatcherOptions {
        WatcherOptions {
            frames: 3,
            lost_after: Duration::from_secs(2),
            patience: Duration::from_secs(10),
            colors: None,
        }
    }
}

/// A camera on the learner's cube.
#[derive(Clone, Debug)]
pub(crate) struct Watcher {
    options: WatcherOptions,
    began: Instant,
    /// When the newest frame came.
    newest: Instant,
    is_lost: bool,
    /// The cube that was seen last.
    held: Option<Held>,
    mode: Mode,
    report: Option<Report>,
}

/// What the watcher looks for.
#[derive(Clone, Debug)]
enum Mode {
    Nothing,
    Follow(Box<Following>),
    Read(Box<Guide>),
}

#[derive(Clone, Debug)]
struct Following {
    aim: Aim,
    follower: Follower,
    /// Since which frame the cube seems to be changed.
    changed: Option<Instant>,
    /// How long faces were seen since then.
    looked: Duration,
}

/// The newest verdict on a turn.
#[derive(Clone, Debug)]
struct Report {
    seen: Seen,
    at: Instant,
    took: Duration,
}

/// What a frame brought.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// The learner made these turns.
    Turned(Box<Turned>),
    /// The cube is read face by face.
    Read(Box<StateReading>),
}

/// Turns of the learner.
#[derive(Clone, Debug)]
pub(crate) struct Turned {
    pub aim: Aim,
    pub turns: Vec<LayerTurn>,
    /// What is wrong with them; none where they are what was awaited.
    pub slip: Option<SlipKind>,
    /// From the first frame in which the cube had changed.
    pub took: Duration,
}

impl Watcher {
    /// Follows the tutor's lesson; where it has none, the learner's cube is read first.
    pub(crate) fn new(options: WatcherOptions, tutor: &Tutor, now: Instant) -> Watcher {
        let mut watcher =
            Watcher { options, began: now, newest: now, is_lost: false, held: None, mode: Mode::Nothing, report: None };
        match tutor.player().moves().is_empty() {
            true => watcher.read(tutor),
            false => watcher.follow(tutor),
        }
        watcher
    }

    /// Follows the next turn, from the cube that was seen last.
    pub(crate) fn follow(&mut self, tutor: &Tutor) {
        self.mode = match Aim::new(tutor, self.held.as_ref()) {
            None => Mode::Nothing,
            Some(aim) => Mode::Follow(Box::new(Following {
                follower: Follower::new(aim.awaited, self.options.frames),
                aim,
                changed: None,
                looked: Duration::ZERO,
            })),
        };
    }

    /// Follows what the learner asked for on a page; a cube that is being read is read on.
    pub(crate) fn follow_page(&mut self, tutor: &Tutor) {
        if !self.is_reading() {
            self.report = None;
            self.follow(tutor);
        }
    }

    /// Reads the cube face by face.
    pub(crate) fn read(&mut self, tutor: &Tutor) {
        self.held = None;
        self.report = None;
        self.mode = Mode::Read(Box::new(Guide::new(Options {
            scheme: Held::shown(tutor).scheme,
            colors: self.options.colors,
            language: tutor.options().language,
            ..Options::default()
        })));
    }

    /// Looks for nothing while moves are played.
    pub(crate) fn rest(&mut self) {
        self.report = None;
        self.mode = Mode::Nothing;
    }

    pub(crate) const fn is_reading(&self) -> bool {
        matches!(self.mode, Mode::Read(_))
    }

    /// The cube is this one, whatever the tutor shows.
    pub(crate) fn know(&mut self, held: Held) {
        self.held = Some(held);
    }

    /// Gives a verdict on a turn.
    pub(crate) fn report(&mut self, seen: Seen, took: Duration, now: Instant) {
        self.report = Some(Report { seen, at: now, took });
    }

    /// Takes the faces of a frame.
    pub(crate) fn look(&mut self, views: &[FaceView], now: Instant, tutor: &Tutor) -> Option<Event> {
        let since = now.saturating_duration_since(self.newest).min(BLINK);
        self.newest = now;
        self.is_lost = false;
        match &mut self.mode {
            Mode::Nothing => None,
            Mode::Read(guide) => {
                guide.look(now.saturating_duration_since(self.began), views);
                self.read_cube(false)
            }
            Mode::Follow(following) => {
                let took = following.update(views, now, since);
                let slip = match following.follower.verdict() {
                    Verdict::NotYet => {
                        self.held = Some(following.aim.held_after(&[]));
                        return None;
                    }
                    Verdict::Unclear { .. } if following.looked < self.options.patience => {
                        return None;
                    }
                    Verdict::Unclear { .. } | Verdict::SomethingElse => {
                        self.read(tutor);
                        return None;
                    }
                    Verdict::Done => None,
                    Verdict::DoneWrongly(slip) => Some(slip.clone()),
                };
                let (turns, slip) = match slip {
                    None => (following.aim.awaited.turn.moves().collect(), None),
                    Some(Slip { turns, kind }) => (turns, Some(kind)),
                };
                self.held = Some(following.aim.held_after(&turns));
                let turns = following.aim.as_made(&turns);
                Some(Event::Turned(Box::new(Turned { aim: following.aim.clone(), turns, slip, took })))
            }
        }
    }

    /// The cube that the guide has read: one that is certain, or a doubtful one that the learner agrees to.
    fn read_cube(&self, agreed: bool) -> Option<Event> {
        let Mode::Read(guide) = &self.mode else {
            return None;
        };
        let reading = guide.reading().filter(|_| guide.is_done())?;
        let known = reading.cube.is_some() && (agreed || reading.is_certain());
        known.then(|| Event::Read(Box::new(reading.clone())))
    }

    /// Takes a line of the learner to the guide. A guide that is done with a doubtful cube gives it if they agree.
    pub(crate) fn handle(&mut self, said: &Said, tutor: &Tutor) -> Result<Option<Event>, crate::handscan::Error> {
        match (&mut self.mode, said) {
            (_, Said::Restart) => self.read(tutor),
            (Mode::Read(_), Said::Accept) => return Ok(self.read_cube(true)),
            (Mode::Read(_), Said::Stop) => self.follow(tutor),
            (Mode::Read(guide), said) => {
                guide.obey(said)?;
                return Ok(self.read_cube(false));
            }
            _ => {}
        }
        Ok(None)
    }

    /// Speaks this language from now on.
    pub(crate) fn speak(&mut self, language: Language) {
        if let Mode::Read(guide) = &mut self.mode {
            guide.speak(language);
        }
    }

    /// Lets time pass.
    pub(crate) fn tick(&mut self, now: Instant, tutor: &Tutor) {
        let is_praise = |report: &Report| matches!(report.seen, Seen::Done { .. });
        let is_over = |report: &Report| PRAISE <= now.saturating_duration_since(report.at);
        if self.report.as_ref().is_some_and(|report| is_praise(report) && is_over(report)) {
            self.report = None;
        }
        if self.options.lost_after <= now.saturating_duration_since(self.newest) {
            self.lose(tutor);
        }
    }

    /// The camera is gone. What was seen of a turn does not count any more.
    pub(crate) fn lose(&mut self, tutor: &Tutor) {
        if !self.is_lost {
            self.is_lost = true;
            if matches!(self.mode, Mode::Follow(_)) {
                self.follow(tutor);
            }
        }
    }

    /// What is to be said now.
    pub(crate) fn seen(&self) -> Seen {
        if self.is_lost {
            return Seen::Lost;
        }
        let reported = self.report.as_ref().map(|report| report.seen.clone());
        match &self.mode {
            Mode::Nothing => reported.unwrap_or(Seen::Nothing),
            Mode::Read(guide) => Seen::SomethingElse(Box::new(guide.screen())),
            Mode::Follow(following) => match (following.seen(), reported) {
                (seen @ Seen::Unclear { changed: true, .. }, _) | (seen, None) => seen,
                (_, Some(reported)) => reported,
            },
        }
    }

    /// The guide that reads the cube face by face.
    pub(crate) fn guide(&self) -> Option<&Guide> {
        match &self.mode {
            Mode::Read(guide) => Some(guide),
            _ => None,
        }
    }

    /// How long the newest verdict took, from the first frame in which the cube had changed.
    pub(crate) fn took(&self) -> Option<Duration> {
        self.report.as_ref().map(|report| report.took)
    }

    /// The turn that is looked for.
    pub(crate) fn aim(&self) -> Option<&Aim> {
        match &self.mode {
            Mode::Follow(following) => Some(&following.aim),
            _ => None,
        }
    }
}

impl Following {
    /// Takes a frame; returns for how long the cube has seemed to be changed.
    fn update(&mut self, views: &[FaceView], now: Instant, since: Duration) -> Duration {
        self.follower.update(views);
        if self.follower.is_changed(views) {
            self.changed.get_or_insert(now);
        } else if !views.is_empty() && self.follower.sees_no_change() {
            self.changed = None;
            self.looked = Duration::ZERO;
        }
        if self.changed.is_some() && !views.is_empty() {
            self.looked += since;
        }
        self.changed.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    fn seen(&self) -> Seen {
        let scheme = self.aim.awaited.scheme;
        match *self.follower.verdict() {
            Verdict::Unclear { show, neighbour } => Seen::Unclear {
                show: scheme.color(show),
                neighbour: neighbour.map(|face| scheme.color(face)),
                changed: !self.follower.sees_no_change(),
            },
            _ => Seen::NotYet,
        }
    }
}
