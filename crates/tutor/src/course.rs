//! A tutor's one lesson at a time: done by hand, or carried out by arms while the learner watches.
//!
//! Arms do at most one step in one go, so that the learner can pause them. They begin only where the cube in their claws is as
//! the lesson has it.

use std::time::Instant;

use cube::{ColorScheme, Cube, Move};
use teach::{Hand, Method, Tutor};

use crate::{ArmTurn, Error, Pause, Request, Session, arm_turns};

/// The lesson that a tutor gives.
#[derive(Clone, Debug)]
pub struct Course {
    session: Session,
    /// Where the arms pause, where they carry the lesson out.
    arms: Option<Pause>,
    work: Option<Work>,
    failure: Option<ArmFailure>,
    /// The cube in the claws, where it is known.
    cube: Option<(Cube, ColorScheme)>,
}

/// What the arms are at.
#[derive(Clone, Debug)]
struct Work {
    turns: Vec<ArmTurn>,
    /// The place after these turns.
    reached: usize,
    /// The place where they pause.
    target: usize,
}

/// Why the arms do not go on, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArmFailure {
    /// They could not carry out a turn.
    Failed(String),
    /// They were stopped.
    Stopped(String),
}

/// What became of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// It in a sentence; may be empty.
    pub said: String,
    /// What the arms are to turn now; nothing where they are not needed.
    pub turns: Vec<Move>,
}

impl Course {
    /// A lesson that is done by hand.
    pub const fn new(session: Session) -> Course {
        Course { session, arms: None, work: None, failure: None, cube: None }
    }

    /// The learner's session.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The same, to look at the learner's cube and to play moves.
    pub const fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Whether arms carry the lesson out.
    pub const fn has_arms(&self) -> bool {
        self.arms.is_some()
    }

    /// Whether they turn now.
    pub const fn arms_move(&self) -> bool {
        self.work.is_some()
    }

    /// Whether they will go on by themselves after what they are at.
    pub fn goes_on(&self) -> bool {
        let work = self.work.as_ref();
        work.is_some_and(|work| work.reached != work.target)
    }

    /// Why the arms do not go on.
    pub fn failure(&self) -> Option<ArmFailure> {
        let is_other = self.arms.is_some() && self.work.is_none() && self.claws_reason() == OTHER_CUBE;
        self.failure.clone().or_else(|| is_other.then(|| ArmFailure::Failed(self.say(OTHER_CUBE).to_owned())))
    }

    /// The cube in the claws, where it is known.
    pub const fn cube(&self) -> Option<&(Cube, ColorScheme)> {
        self.cube.as_ref()
    }

    /// What is known of the cube in the claws now. Others may have the arms turn it: where that led to a place of the lesson, such
    /// as its end, the lesson is there.
    pub fn know_cube(&mut self, cube: Option<(Cube, ColorScheme)>) {
        self.cube = cube;
        if self.arms.is_none() || self.work.is_some() || self.claws_reason() != OTHER_CUBE {
            return;
        }
        let hands = self.session.tutor().player().hands();
        let known = self.cube.map(|(cube, _)| cube);
        if let Some(place) = hands.iter().rposition(|hand| Some(own_cube(hand)) == known) {
            self.session.follow_to(place);
            // Why the arms failed before does not matter at the end.
            self.failure.take_if(|_| self.session.is_ended());
        }
    }

    /// A sentence in the learner's language.
    fn say(&self, key: &str) -> &'static str {
        self.session.words().sentence(key)
    }

    /// The key of why the arms cannot go on with the cube in the claws; empty where they can.
    fn claws_reason(&self) -> &'static str {
        match self.cube {
            None => UNKNOWN_CUBE,
            Some((cube, _)) if cube != own_cube(&self.session.tutor().player().hand()) => OTHER_CUBE,
            Some(_) => "",
        }
    }

    /// Begins a lesson, by hand or with arms. What was before is left.
    pub fn begin(&mut self, session: Session, arms: Option<Pause>) {
        self.session = session;
        self.arms = arms;
        self.work = None;
        self.failure = None;
    }

    /// The arms are not needed any more: the rest is done by hand.
    pub fn leave_arms(&mut self) {
        self.arms = None;
        self.work = None;
        self.failure = None;
    }

    /// Does what the learner asks for.
    ///
    /// # Errors
    /// A sentence for what cannot be done; nothing is changed then.
    pub fn handle(&mut self, request: Request, now: Instant) -> Result<Done, Error> {
        match self.arms {
            Some(pause) => self.handle_with_arms(pause, request, now),
            None => Ok(Done { said: self.session.handle(request, now)?.to_owned(), turns: Vec::new() }),
        }
    }

    /// Why this cannot be done now, whatever its places and methods are; empty where it can.
    pub fn reason(&self, request: &Request) -> &'static str {
        if self.arms.is_none() {
            return self.session.reason(request);
        }
        let player = self.session.tutor().player();
        let key = match request {
            Request::Speak(_) => "",
            Request::Pause if self.work.is_some() => "",
            _ if self.work.is_some() => "off.at-work",
            Request::Next | Request::Play { .. } if player.next().is_none() => "off.at-end",
            Request::Back if player.at() == 0 => "off.at-start",
            Request::Next | Request::Play { .. } | Request::Back | Request::GoTo(_) => self.claws_reason(),
            Request::Pause => "off.not-played",
            Request::Replan(_) if self.cube.is_none() => UNKNOWN_CUBE,
            Request::Replan(_) => "",
            _ => "off.by-arms",
        };
        if key.is_empty() { "" } else { self.say(key) }
    }

    fn handle_with_arms(&mut self, pause: Pause, request: Request, now: Instant) -> Result<Done, Error> {
        let reason = self.reason(&request);
        if !reason.is_empty() {
            return Err(Error::NotNow(reason));
        }
        let player = self.session.tutor().player();
        let target = match request {
            Request::Pause => {
                if let Some(work) = &mut self.work {
                    work.target = work.reached;
                }
                return Ok(Done { said: self.say("tutor.arms-pause").to_owned(), turns: Vec::new() });
            }
            Request::Next => pause.place(player),
            Request::Play { .. } => player.moves().len(),
            Request::Back => player.at() - 1,
            Request::GoTo(at) => {
                player.clone().go_to(at)?;
                at
            }
            Request::Replan(method) => return self.replan(pause, method),
            Request::Speak(_) => {
                let said = self.session.handle(request, now)?.to_owned();
                return Ok(Done { said, turns: Vec::new() });
            }
            _ => return Err(Error::NotNow(self.say("off.by-arms"))),
        };
        self.failure = None;
        Ok(Done { said: String::new(), turns: self.work_towards(target) })
    }

    /// Makes a new lesson from where the cube in the claws is.
    fn replan(&mut self, pause: Pause, method: Option<Method>) -> Result<Done, Error> {
        let (cube, scheme) = self.cube.ok_or_else(|| Error::NotNow(self.say(UNKNOWN_CUBE)))?;
        let tutor = self.session.tutor();
        let options = teach::Options { scheme, ..*tutor.options() };
        let method = method.unwrap_or(tutor.player().lesson().method());
        let session = Session::new(Tutor::new(method, &cube, options)?, self.session.spelling());
        self.begin(session, Some(pause));
        Ok(Done { said: self.say("tutor.arms-replanned").to_owned(), turns: Vec::new() })
    }

    /// What the arms have to turn next on the way to a place; nothing when they are there.
    fn work_towards(&mut self, target: usize) -> Vec<Move> {
        self.work = None;
        loop {
            let player = self.session.tutor().player();
            let at = player.at();
            if at == target {
                return Vec::new();
            }
            let reached = match at < target {
                true => Pause::AfterStep.place(player).min(target),
                false => target,
            };
            let turns = arm_turns(player, at, reached);
            if turns.is_empty() {
                // The lesson holds the cube another way, which is nothing for the arms.
                self.session.follow_to(reached);
                continue;
            }
            let moves = turns.iter().map(|turn| turn.turn).collect();
            self.work = Some(Work { turns, reached, target });
            return moves;
        }
    }

    /// The arms have done this many of the turns that they are at.
    pub fn arms_turned(&mut self, count: usize) {
        let turns = self.work.as_ref().map_or(&[][..], |work| &work.turns);
        let done = count.checked_sub(1).and_then(|last| turns.get(last));
        if let Some(turn) = done {
            self.session.follow_to(turn.reached);
        }
    }

    /// The arms have ended what they were at; what they are to turn next.
    pub fn arms_ended(&mut self, outcome: Result<(), ArmFailure>) -> Vec<Move> {
        let Some(work) = self.work.take() else {
            return Vec::new();
        };
        match outcome {
            Ok(()) => {
                self.session.follow_to(work.reached);
                self.work_towards(work.target)
            }
            Err(failure) => {
                self.failure = Some(failure);
                Vec::new()
            }
        }
    }
}

/// A cube by its own faces, however it is held.
fn own_cube(hand: &Hand) -> Cube {
    hand.rotated(hand.held.inverse()).cube
}

const UNKNOWN_CUBE: &str = "off.unknown-cube";
const OTHER_CUBE: &str = "off.other-cube";
