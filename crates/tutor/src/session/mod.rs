//! A learner at a lesson: what they ask for is done or refused, and moves are played by the clock of the host.

mod looking;
mod shown;

use std::time::{Duration, Instant};

use crate::handscan::Said;
use cube::{Notation, Sequence, Step};
use teach::catalogue::Auf;
use teach::{Language, Spelling, Tutor};

use crate::watcher::{Event, Watcher};
use crate::{Error, Request, comment};

/// A tutor, the moves that it plays, and its words.
#[derive(Clone, Debug)]
pub struct Session {
    tutor: Tutor,
    /// The lesson that was put aside for a case.
    aside: Option<Tutor>,
    spelling: Spelling,
    /// When the next move is played; none while nothing is.
    due: Option<Instant>,
    /// How long each played move takes.
    pace: Duration,
    notice: String,
    /// The camera that looks at the learner's cube, where there is one.
    watcher: Option<Watcher>,
}

impl Session {
    /// Plays nothing yet. Moves are written by `spelling` in what is said.
    pub fn new(tutor: Tutor, spelling: Spelling) -> Session {
        let mut session = Session {
            tutor,
            aside: None,
            spelling,
            due: None,
            pace: Duration::from_secs(1),
            notice: String::new(),
            watcher: None,
        };
        session.welcome();
        session
    }

    /// Says how to begin, where nothing is begun.
    fn welcome(&mut self) {
        let nothing = self.tutor.player().moves().is_empty();
        self.notice = if nothing { self.words().sentence("tutor.welcome") } else { "" }.to_owned();
    }

    /// The lesson and the learner's place in it.
    pub const fn tutor(&self) -> &Tutor {
        &self.tutor
    }

    /// How moves are written.
    pub const fn spelling(&self) -> Spelling {
        self.spelling
    }

    /// Whether moves go on by themselves.
    pub const fn is_playing(&self) -> bool {
        self.due.is_some()
    }

    /// How long each played move takes.
    pub const fn pace(&self) -> Duration {
        self.pace
    }

    /// Whether the lesson has come to its end.
    pub fn is_ended(&self) -> bool {
        self.tutor.player().next().is_none() && self.tutor.extra_turns().is_empty()
    }

    /// Whether the learner would lose something by another lesson: this one, or the one that was put aside for a case.
    pub fn is_under_way(&self) -> bool {
        self.tutor.is_under_way() || self.aside.as_ref().is_some_and(Tutor::is_under_way)
    }

    /// What happened just now, in a sentence; may be empty.
    pub fn notice(&self) -> &str {
        &self.notice
    }

    /// What the learner is asked; empty when nothing is.
    pub fn question(&self) -> &'static str {
        match self.tutor.is_asked() {
            true => self.words().sentence("tutor.leave-question"),
            false => "",
        }
    }

    /// Why this cannot be done now, whatever its moves, methods and cubes are; empty where it can.
    pub fn reason(&self, request: &Request) -> &'static str {
        let has_extra = !self.tutor.extra_turns().is_empty();
        let at_end = self.tutor.player().next().is_none();
        let key = match request {
            Request::Play { .. } if has_extra => "off.extra-turns",
            Request::Play { .. } | Request::Next if at_end => "off.at-end",
            Request::Pause if self.due.is_none() => "off.not-played",
            Request::Back if !has_extra && self.tutor.player().at() == 0 => "off.at-start",
            Request::Undo if self.tutor.undoable() == 0 => "off.no-undo",
            Request::Redo if self.tutor.redoable() == 0 => "off.no-redo",
            Request::Leave if self.aside.is_none() => "off.no-aside",
            Request::Replan(None) if !has_extra => "off.as-wanted",
            Request::Answer(_) if !self.tutor.is_asked() => "off.not-asked",
            Request::Say(_) if self.watcher.is_none() => "off.no-camera",
            Request::Say(_) if self.aside.is_some() => "off.go-back-first",
            _ => return "",
        };
        self.words().sentence(key)
    }

    /// Does what is asked for; returns the outcome, which is also the new notice.
    ///
    /// # Errors
    /// A sentence for what cannot be done; nothing is changed then.
    pub fn handle(&mut self, request: Request, now: Instant) -> Result<&str, Error> {
        let reason = self.reason(&request);
        if !reason.is_empty() {
            return Err(Error::NotNow(reason));
        }
        if let Request::Speak(language) = request {
            return self.speak(language);
        }
        let due = self.due.take();
        match self.done(request, due, now) {
            Ok(said) => {
                self.notice = said;
                self.follow_page();
                Ok(&self.notice)
            }
            Err(error) => {
                self.due = due;
                Err(error)
            }
        }
    }

    /// Plays what is due, and notices a lost camera. To be called often while something [is played](Self::is_playing) or a
    /// camera looks.
    pub fn tick(&mut self, now: Instant) {
        if let Some(watcher) = &mut self.watcher {
            watcher.tick(now, &self.tutor);
        }
        if self.due.is_none_or(|due| now < due) {
            return;
        }
        self.tutor.forward();
        let more = self.tutor.player().next().is_some();
        self.due = more.then_some(now + self.pace);
        if !more {
            self.words().sentence("tutor.last-move").clone_into(&mut self.notice);
            self.follow_page();
        }
    }

    /// The cube in the arms' claws is where this many moves are done: a place of the lesson.
    pub(crate) fn follow_to(&mut self, at: usize) {
        let reached = self.tutor.go_to(at);
        debug_assert!(reached.is_ok(), "arms go to places of the lesson");
        self.notice = if self.is_ended() { self.words().sentence("tutor.last-move") } else { "" }.to_owned();
    }

    /// Takes up the lesson that was put aside, where one was.
    fn back_to_lesson(&mut self) {
        if let Some(lesson) = self.aside.take() {
            self.tutor = lesson;
        }
    }

    /// Speaks this language from now on; what goes on goes on.
    fn speak(&mut self, language: Language) -> Result<&str, Error> {
        if language != self.tutor.options().language {
            for tutor in std::iter::once(&mut self.tutor).chain(&mut self.aside) {
                tutor.speak(language)?;
            }
            if let Some(watcher) = &mut self.watcher {
                watcher.speak(language);
            }
            self.welcome();
        }
        Ok(&self.notice)
    }

    fn done(&mut self, request: Request, due: Option<Instant>, now: Instant) -> Result<String, Error> {
        let words = self.words();
        let method = self.tutor.player().lesson().method();
        let at = self.tutor.player().at();
        match request {
            Request::Play { pace } => {
                self.pace = pace.unwrap_or(self.pace);
                self.due = Some(due.unwrap_or(now));
            }
            Request::Pause => {}
            Request::Next => self.tutor.go_to(at + 1)?,
            // Where there are extra turns, the last move of the lesson is still done.
            Request::Back if !self.tutor.extra_turns().is_empty() => self.tutor.go_to(at)?,
            Request::Back => self.tutor.go_to(at.saturating_sub(1))?,
            Request::GoTo(at) => self.tutor.go_to(at)?,
            Request::Turn(turn) => {
                let followed = self.tutor.turn(&one_turn(&turn)?)?;
                return Ok(comment::of_turn(&turn, followed, &self.tutor, self.spelling));
            }
            Request::Undo => {
                self.tutor.undo();
            }
            Request::Redo => {
                self.tutor.redo();
            }
            Request::Practise { case, auf } => {
                let practice = case.practice(auf, *self.tutor.options())?;
                let before = std::mem::replace(&mut self.tutor, practice);
                self.aside.get_or_insert(before);
                let key = if auf == Auf::default() { "tutor.practise" } else { "tutor.practise-turned" };
                return Ok(words.fill(key, &[("case", &case.title())]));
            }
            Request::Leave => {
                self.back_to_lesson();
                return Ok(words.sentence("tutor.own-goes-on").to_owned());
            }
            Request::Replan(other) => {
                self.tutor.replan(other.unwrap_or(method))?;
                return Ok(words.sentence("tutor.replanned").to_owned());
            }
            Request::Teach { method: other, cube, scheme } => {
                self.back_to_lesson();
                let method = self.tutor.player().lesson().method();
                let begun = self.tutor.offer(other.unwrap_or(method), &cube, scheme)?;
                return Ok(match begun {
                    true => words.sentence("tutor.taught").to_owned(),
                    false => {
                        // The old lesson goes on as it did.
                        self.due = due;
                        self.question().to_owned()
                    }
                });
            }
            // It is done before.
            Request::Speak(_) => {}
            Request::Say(line) => {
                let said: Said = line.parse()?;
                let watcher = self.watcher.as_mut();
                let outcome = watcher.map(|watcher| watcher.handle(&said, &self.tutor));
                return Ok(match outcome.transpose()?.flatten() {
                    Some(Event::Read(reading)) => self.take(&reading)?,
                    _ => String::new(),
                });
            }
            Request::Answer(yes) => {
                self.tutor.answer(yes)?;
                if !yes {
                    self.due = due;
                }
                return Ok(match yes {
                    true => words.sentence("tutor.other-begins"),
                    false => words.sentence("tutor.goes-on"),
                }
                .to_owned());
            }
        }
        let player = self.tutor.player();
        let ended = at < player.at() && player.next().is_none();
        Ok(if ended { words.sentence("tutor.last-move") } else { "" }.to_owned())
    }
}

/// The steps of one turn: a face, several layers, or the whole cube.
fn one_turn(text: &str) -> Result<Vec<Step>, Error> {
    let sequence = Sequence::parse(text, Notation::Standard)?;
    match sequence.turns.len() {
        1 => Ok(sequence.steps()),
        count => Err(Error::SeveralTurns { count }),
    }
}
