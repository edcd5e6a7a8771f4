//! Hand-overs: a person puts a cube into the claws (`load`), or takes it out (`release`).
//!
//! ```text
//!   load:     [ask ─> open, unless the claws are open ─>] ask ─> close
//!   release:  ask ─> open
//! ```

mod course;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use mission::{Question, Status};
use r2r::ServiceRequest;
use r2r::cuberig_msgs::action::{HandOver, MoveClaws};
use r2r::std_srvs::srv::Trigger;
use tokio::sync::{mpsc, oneshot};

use super::Shell;
use super::params::ConductorParams;
use crate::runtime::{ActionClient, Goal, ServiceClient, Setup, out_of_range};
use course::{Course, Patience};

/// The longest that a person may take, in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// Which way the cube goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Into the claws.
    Load,
    /// Out of them.
    Release,
}

/// What can interrupt a hand-over under way.
pub(super) enum Interruption {
    /// The rig was stopped, with the reason.
    Stopped(String),
    /// The motion planner has gone, in a sentence.
    PlannerGone(String),
}

/// How a hand-over under way goes on.
pub(super) enum Progress {
    /// What the person has to do, or what happens now.
    Prompt(String),
    /// The claws are about to move: whatever was known of a cube no longer holds.
    Moves,
    /// The claws may go on moving although they were told to stop.
    Halt,
    /// It ended, in a sentence.
    Ended(String),
}

/// The question of the hand-over under way. Dropping the receiver takes it back.
#[derive(Clone, Default)]
pub(super) struct SharedQuestion(Arc<Mutex<Question<oneshot::Sender<()>>>>);

impl SharedQuestion {
    /// Asks. What comes out resolves when the question is confirmed.
    fn ask(&self) -> oneshot::Receiver<()> {
        let (confirmed, receiver) = oneshot::channel();
        self.lock().ask(Instant::now(), confirmed);
        receiver
    }

    fn confirm(&self) -> std::result::Result<(), &'static str> {
        let waiting = |confirmed: &oneshot::Sender<()>| !confirmed.is_closed();
        let confirmed = self.lock().confirm(Instant::now(), waiting)?;
        let gave_up = "the hand-over that asked has just ended";
        confirmed.send(()).map_err(|()| gave_up)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Question<oneshot::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Clients of the nodes that a hand-over needs, and the one under way.
pub(super) struct HandOvers {
    claws: ActionClient<MoveClaws::Action>,
    reset: ServiceClient<Trigger::Service>,
    progress: mpsc::UnboundedSender<Progress>,
    question: SharedQuestion,
    under_way: Option<mpsc::UnboundedSender<Interruption>>,
}

impl HandOvers {
    /// Creates the clients. The progress of hand-overs comes out of the channel.
    pub fn connect(setup: &mut Setup<ConductorParams>) -> Result<(HandOvers, mpsc::UnboundedReceiver<Progress>)> {
        let (progress, receiver) = mpsc::unbounded_channel();
        let hand_overs = HandOvers {
            claws: setup.action_client("move_claws")?,
            reset: setup.client("cube/reset")?,
            progress,
            question: SharedQuestion::default(),
            under_way: None,
        };
        Ok((hand_overs, receiver))
    }

    /// Whether a hand-over is under way.
    pub fn is_busy(&self) -> bool {
        self.under_way.is_some()
    }

    /// Interrupts the hand-over under way, if there is one.
    pub fn interrupt(&self, interruption: Interruption) {
        if let Some(under_way) = &self.under_way {
            // It may have ended meanwhile.
            let _ = under_way.send(interruption);
        }
    }
}

impl Shell {
    /// Begins a hand-over, or refuses it.
    pub(super) fn begin_hand_over(&mut self, direction: Direction, goal: Goal<HandOver::Action>) {
        let busy = match (self.mission.is_busy(), self.hand_overs.is_busy()) {
            (true, _) => Some("a run is under way; stop or cancel it first"),
            (_, true) => Some("another hand-over is under way"),
            _ => None,
        };
        let refused = match (self.switch.refusal(), busy) {
            (Some(reason), _) => Some((course::STOPPED, reason)),
            (None, Some(busy)) => Some((course::BUSY, busy.to_owned())),
            (None, None) => {
                out_of_range("patience", goal.request().patience, LONGEST).map(|text| (course::NOT_CONFIRMED, text))
            }
        };
        if let Some((code, text)) = refused {
            self.log.warn(format!("a hand-over is refused: {text}"));
            return goal.abort(course::result(code, &text));
        }
        self.heartbeat.start_over();
        let params = self.params.get();
        let person = match goal.request().patience {
            0.0 => params.hand_over_patience,
            own => own,
        };
        let (interrupt, interruptions) = mpsc::unbounded_channel();
        self.hand_overs.under_way = Some(interrupt);
        let course = Course {
            goal,
            claws: self.hand_overs.claws.clone(),
            reset: self.hand_overs.reset.clone(),
            question: self.hand_overs.question.clone(),
            interruptions,
            gone: self.gone.subscribe(),
            progress: self.hand_overs.progress.clone(),
            patience: Patience {
                person: Duration::from_secs_f64(person),
                answers: Duration::from_secs_f64(params.ready_timeout),
                stops: Duration::from_secs_f64(params.stop_timeout),
                silence: Duration::from_secs_f64(params.silence_timeout),
            },
            has_moved: false,
            needs_planner: false,
        };
        tokio::spawn(course.run(direction));
    }

    /// The service `confirm`.
    pub(super) fn confirm(&mut self, request: ServiceRequest<Trigger::Service>) {
        let (success, message) = match self.hand_overs.question.confirm() {
            Ok(()) => (true, String::new()),
            Err(refused) => (false, refused.to_owned()),
        };
        // A reply that cannot be sent means that the asker has gone.
        let _ = request.respond(Trigger::Response { success, message });
    }

    /// Passes on how a hand-over goes on.
    pub(super) fn take_progress(&mut self, progress: Progress) {
        let text = match progress {
            // Whatever run was interrupted had another cube.
            Progress::Moves => return self.mission.abandon(),
            Progress::Halt => return self.bricks.halt(),
            Progress::Prompt(text) => text,
            Progress::Ended(text) => {
                self.hand_overs.under_way = None;
                text
            }
        };
        self.log.info(text.clone());
        self.tell(&Status::idle(text));
    }
}
