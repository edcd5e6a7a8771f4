//! Hand-overs: a person puts a cube into the claws (`load`), or takes it out (`release`).
//!
//! ```text
//!   load:     prepare ─> look ─> [ask ─> open ─> forget, unless the claws are open ─>] ask ─> close ─> forget
//!   release:  prepare ─> look ─> ask ─> open ─> forget, unless the claws are open
//! ```
//!
//! [`HandOver`] is a state machine like [`Mission`](crate::Mission). Claws move only after a confirmation, and afterwards nobody
//! knows the cube.

use execution::events::Moment;
use serde::{Deserialize, Serialize};

use crate::events::{Claws, Code, Effect, Event, Status};

/// Nobody reads a question and follows it in less time, seconds. A confirmation that comes sooner was meant for the
/// question before, such as the second click of a double click.
const SOONEST: f64 = 1.0;

/// Which way the cube goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// Into the claws.
    Load,
    /// Out of them.
    Release,
}

/// How long a hand-over waits for whom, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Patience {
    /// For the person.
    pub person: f64,
    /// For claws to stop.
    pub stops: f64,
    /// For a sign of life while claws move.
    pub silence: f64,
}

/// Why a hand-over ended early.
type Refusal = (Code, String);

/// What a hand-over is waiting for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Phase {
    /// Nothing: none is under way.
    Idle,
    /// Whether all nodes answer.
    Preparing,
    /// The motion planner to do this.
    Acting { claws: Claws, is_accepted: bool, sign_of_life: f64 },
    /// The person to confirm that this may be done.
    Asking { asked: f64, then: Claws },
    /// The state assembler to forget the cube, after this.
    Forgetting(Claws),
    /// The motion planner to end what was cancelled, until this time at most. Then the hand-over ends for this reason.
    Stopping(f64, Refusal),
}

/// Conducts hand-overs: events and the time go in, effects come out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandOver {
    direction: Direction,
    patience: Patience,
    phase: Phase,
    /// Whether claws have begun to move, so that nobody knows the cube any more.
    has_moved: bool,
    #[serde(skip)]
    effects: Vec<Effect>,
}

impl Default for HandOver {
    fn default() -> Self {
        let (direction, patience) = (Direction::Load, Patience::default());
        Self { direction, patience, phase: Phase::Idle, has_moved: false, effects: Vec::new() }
    }
}

impl HandOver {
    /// Whether a hand-over is under way.
    pub fn is_busy(&self) -> bool {
        self.phase != Phase::Idle
    }

    /// Whether it waits for the person.
    pub fn is_asking(&self) -> bool {
        matches!(self.phase, Phase::Asking { .. })
    }

    /// Begins a hand-over. None must be under way.
    pub fn begin(&mut self, direction: Direction, patience: Patience) -> Vec<Effect> {
        *self = Self { direction, patience, phase: Phase::Preparing, ..Self::default() };
        vec![Effect::CheckClawsReady]
    }

    /// The person confirms what was asked.
    ///
    /// # Errors
    /// A sentence, where there is no question to confirm.
    pub fn confirm(&mut self, now: Moment) -> Result<Vec<Effect>, &'static str> {
        match self.phase {
            Phase::Asking { asked, .. } if now.steady < asked + SOONEST => {
                Err("the question was asked less than a second ago; read it, then confirm")
            }
            Phase::Asking { then, .. } => {
                let prompt = if then == Claws::Close { "The claws close." } else { "The claws open." };
                self.effects.push(Effect::Prompt(prompt.into(), false));
                self.act(now, then);
                Ok(std::mem::take(&mut self.effects))
            }
            _ => Err("nothing waits to be confirmed; send a goal to load or release"),
        }
    }

    /// Takes an event and returns what to do.
    pub fn step(&mut self, now: Moment, event: Event) -> Vec<Effect> {
        match (std::mem::replace(&mut self.phase, Phase::Idle), event) {
            (Phase::Idle, _) => {}
            (Phase::Stopping(_, refusal), Event::ClawsEnded(_)) => self.end(Err(refusal)),
            (Phase::Stopping(until, refusal), Event::Tick) if until <= now.steady => {
                self.effects.push(Effect::HaltBricks);
                self.end(Err(refusal));
            }
            (phase @ Phase::Stopping(..), _) => self.phase = phase,
            (phase, Event::Cancel) => self.break_off(now, &phase, (Code::Stopped, "it was cancelled".into())),
            (phase, Event::Stop(reason)) => self.break_off(now, &phase, (Code::Stopped, reason)),
            (Phase::Preparing, Event::Ready(Ok(()))) => self.act(now, Claws::Look),
            (Phase::Preparing, Event::Ready(Err(missing))) => self.end(Err((Code::NotReady, missing))),
            (Phase::Acting { claws, .. }, Event::ClawsBegin) => {
                if claws != Claws::Look {
                    self.has_moved = true;
                    self.effects.push(Effect::AbandonRun);
                }
                self.phase = Phase::Acting { claws, is_accepted: true, sign_of_life: now.steady };
            }
            (Phase::Acting { claws, is_accepted, .. }, Event::ClawsGoOn) => {
                self.phase = Phase::Acting { claws, is_accepted, sign_of_life: now.steady };
            }
            (Phase::Acting { claws: Claws::Look, .. }, Event::ClawsEnded(Ok(are_open))) => {
                self.after_look(now, are_open);
            }
            (Phase::Acting { claws, .. }, Event::ClawsEnded(Ok(_))) => {
                self.phase = Phase::Forgetting(claws);
                self.effects.push(Effect::ForgetCube);
            }
            (Phase::Acting { .. }, Event::ClawsEnded(Err(refusal))) => self.end(Err(refusal)),
            (Phase::Acting { is_accepted, .. }, Event::NodeLost(kind, text)) if kind == "motion_planner" => {
                self.planner_lost(is_accepted, text);
            }
            (Phase::Acting { is_accepted: true, sign_of_life, .. }, Event::Tick)
                if self.patience.silence <= now.steady - sign_of_life =>
            {
                let silence = self.patience.silence;
                self.planner_lost(true, format!("the motion planner gave no sign of life for {silence} s"));
            }
            (Phase::Asking { asked, .. }, Event::Tick) if self.patience.person <= now.steady - asked => {
                let text = format!("nobody called the service confirm within {} s", self.patience.person);
                self.end(Err((Code::NotConfirmed, text)));
            }
            (Phase::Forgetting(claws), Event::Forgotten(Ok(()))) => match (claws, self.direction) {
                (Claws::Open, Direction::Load) => self.ask_to_close(now),
                _ => self.end(Ok(())),
            },
            (Phase::Forgetting(claws), Event::Forgotten(Err(text))) => {
                let stand = if claws == Claws::Close { "closed" } else { "open" };
                let text = format!("the claws are {stand}, but the old cube could not be forgotten: {text}");
                self.end(Err((Code::NotReady, text)));
            }
            (phase, _) => self.phase = phase,
        }
        std::mem::take(&mut self.effects)
    }

    fn after_look(&mut self, now: Moment, are_open: bool) {
        match (self.direction, are_open) {
            (Direction::Load, true) => self.ask_to_close(now),
            (Direction::Load, false) => {
                let prompt = "The claws will open: take hold of a cube that they hold, then confirm.";
                self.ask(now, prompt, Claws::Open);
            }
            (Direction::Release, true) => self.end(Ok(())),
            (Direction::Release, false) => {
                self.ask(now, "Take hold of the cube: the claws will open. Then confirm.", Claws::Open);
            }
        }
    }

    fn ask_to_close(&mut self, now: Moment) {
        let prompt = "Hold the cube gently in the middle of the claws, each of which must meet a face squarely, then confirm. Keep hold of it until the second pair of claws closes.";
        self.ask(now, prompt, Claws::Close);
    }

    fn ask(&mut self, now: Moment, prompt: &str, then: Claws) {
        self.phase = Phase::Asking { asked: now.steady, then };
        self.effects.push(Effect::Prompt(prompt.into(), true));
    }

    fn act(&mut self, now: Moment, claws: Claws) {
        self.phase = Phase::Acting { claws, is_accepted: false, sign_of_life: now.steady };
        self.effects.push(Effect::Claws(claws));
    }

    /// Ends early. Claws that may move are stopped first.
    fn break_off(&mut self, now: Moment, phase: &Phase, refusal: Refusal) {
        let Phase::Acting { is_accepted, .. } = *phase else {
            return self.end(Err(refusal));
        };
        // A goal that is accepted late is cancelled then.
        self.effects.push(Effect::CancelAction);
        match is_accepted {
            true => self.phase = Phase::Stopping(now.steady + self.patience.stops, refusal),
            false => self.end(Err(refusal)),
        }
    }

    /// The motion planner has gone, so it will not end what it does.
    fn planner_lost(&mut self, is_accepted: bool, text: String) {
        self.effects.push(Effect::CancelAction);
        if is_accepted {
            self.effects.push(Effect::HaltBricks);
        }
        self.end(Err((Code::ExecuteFailed, text)));
    }

    fn end(&mut self, ended: Result<(), Refusal>) {
        self.phase = Phase::Idle;
        if ended.is_err() && self.has_moved {
            // Nobody waits for it: the state assembler may be what is missing.
            self.effects.push(Effect::ForgetCube);
        }
        // Claws also close on nothing, and report no difference.
        let text = match (&ended, self.direction) {
            (Ok(()), Direction::Load) => {
                "The claws are closed. The camera has not seen yet whether they hold a cube.".to_owned()
            }
            (Ok(()), Direction::Release) => "The claws are open. You can take the cube.".to_owned(),
            (Err((_, text)), _) => format!("Ended early: {text}"),
        };
        let ended = ended.err();
        // A hand-over that was cancelled or stopped did not fail.
        let error = ended.clone().filter(|(code, _)| *code != Code::Stopped);
        self.effects.push(Effect::HandedOver(Status { error, ..Status::idle(text) }, ended));
    }
}
