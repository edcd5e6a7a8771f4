//! A session before a camera: what is seen of the learner's cube goes into the lesson.

use std::time::{Duration, Instant};

use crate::follow::SlipKind;
use crate::handscan::Guide;
use cube::{LayerTurn, Layers};
use vision::{FaceView, StateReading};

use super::Session;
use crate::Error;
use crate::watcher::{Event, Held, Seen, Turned, Watcher, WatcherOptions, sentence, way_back};

/// Extra turns that a learner is asked to undo.
const MOST_UNDONE: usize = 2;

impl Session {
    /// From now on a camera looks at the learner's cube. A learner without a lesson is asked to show their cube.
    pub fn watch(&mut self, options: WatcherOptions, now: Instant) {
        self.watcher = Some(Watcher::new(options, &self.tutor, now));
    }

    /// Takes the faces of a frame of the camera, none for a frame without any.
    pub fn look(&mut self, views: &[FaceView], now: Instant) {
        let Some(watcher) = &mut self.watcher else {
            return;
        };
        match watcher.look(views, now, &self.tutor) {
            Some(Event::Turned(turned)) => self.follow_hand(*turned, now),
            Some(Event::Read(reading)) => {
                let taken = self.take(&reading);
                self.notice = taken.unwrap_or_else(|error| error.to_string());
            }
            None => {}
        }
    }

    /// The camera is gone. It is back with its next frame.
    pub fn lose_camera(&mut self) {
        if let Some(watcher) = &mut self.watcher {
            watcher.lose(&self.tutor);
        }
    }

    /// What the camera shows of the learner's cube; `None` without a camera.
    pub fn seen(&self) -> Option<Seen> {
        self.watcher.as_ref().map(Watcher::seen)
    }

    /// The guide that reads the cube face by face, while it does.
    pub fn guide(&self) -> Option<&Guide> {
        self.watcher.as_ref().and_then(Watcher::guide)
    }

    /// [`seen`](Self::seen) in words.
    pub fn sentence(&self) -> String {
        let watcher = self.watcher.as_ref();
        watcher.map_or_else(String::new, |watcher| sentence(&watcher.seen(), watcher.aim(), &self.tutor, self.spelling))
    }

    /// How long the newest verdict on a turn took, from the first frame in which the cube had changed.
    pub fn took(&self) -> Option<Duration> {
        self.watcher.as_ref().and_then(Watcher::took)
    }

    /// The learner changed what is shown without turning the cube in their hands.
    pub(super) fn follow_page(&mut self) {
        // The cube of a case is on the page only.
        let is_page_only = self.is_playing() || self.aside.is_some();
        match &mut self.watcher {
            Some(watcher) if is_page_only => watcher.rest(),
            Some(watcher) => watcher.follow_page(&self.tutor),
            None => {}
        }
    }

    /// The learner turned the cube in their hands.
    fn follow_hand(&mut self, turned: Turned, now: Instant) {
        let Turned { aim, turns, slip, took } = turned;
        self.notice.clear();
        let followed = aim.follow(&turns, &mut self.tutor);
        let is_turn = |turn: &LayerTurn| turn.layers() != Layers::All;
        let has_extra_turns = self.tutor.extra_layer_turns().iter().any(is_turn);
        let seen = match slip {
            Some(kind) if has_extra_turns => {
                let undo = way_back(&self.tutor);
                let short = undo.iter().filter(|turn| is_turn(turn)).count() <= MOST_UNDONE;
                Seen::DoneWrongly {
                    kind: self.kind_of(kind),
                    asked: aim.turn,
                    made: turns,
                    undo: if short { undo } else { Vec::new() },
                }
            }
            _ => Seen::Done { turns },
        };
        // More turns than are followed are no slips any more.
        if followed.is_err()
            && let Err(error) = self.tutor.replan(self.tutor.player().lesson().method())
        {
            self.notice = error.to_string();
        }
        if let Some(watcher) = &mut self.watcher {
            watcher.report(seen, took, now);
            watcher.follow(&self.tutor);
        }
    }

    /// A learner asked for the lesson's half turn who has made a quarter of it in some way is half done.
    fn kind_of(&self, kind: SlipKind) -> SlipKind {
        if self.tutor.other_half().is_some() { SlipKind::QuarterForHalf } else { kind }
    }

    /// The cube was read face by face; returns how the lesson goes on, in a sentence.
    ///
    /// # Errors
    /// [`Error::Lesson`] where no lesson can be made for it; the old one stays.
    pub(super) fn take(&mut self, reading: &StateReading) -> Result<String, Error> {
        let Some(cube) = reading.cube else {
            return Ok(String::new());
        };
        let held = Held { cube, scheme: reading.scheme };
        let shown = Held::shown(&self.tutor).scheme;
        let on_its_way = match held.held_as(&shown) {
            Some(cube) => self.tutor.found(&cube)?,
            None => {
                let method = self.tutor.player().lesson().method();
                if !self.tutor.offer(method, &cube, reading.scheme)? {
                    self.tutor.answer(true)?;
                }
                false
            }
        };
        if let Some(watcher) = &mut self.watcher {
            watcher.know(held);
            watcher.follow(&self.tutor);
        }
        let said = match on_its_way {
            true => self.words().sentence("tutor.read-goes-on"),
            false if self.tutor.player().moves().is_empty() => self.words().sentence("tutor.read-solved"),
            false => self.words().sentence("tutor.read-new"),
        };
        Ok(said.to_owned())
    }
}
