//! Hand-overs: a person puts a cube into the claws (`load`), or takes it out (`release`).
//!
//! ```text
//!   load:     [ask ─> open, unless the claws are open ─>] ask ─> close
//!   release:  ask ─> open
//! ```

mod course;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use mission::Status;
use r2r::cuberig_msgs::action::{HandOver, MoveClaws};
use r2r::std_srvs::srv::Trigger;
use r2r::{ActionClient, Client, ServiceRequest};
use tokio::sync::mpsc;

use super::Shell;
use super::params::ConductorParams;
use crate::runtime::{Goal, Setup};
use course::Course;

/// Which way the cube goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Into the claws.
    Load,
    /// Out of them.
    Release,
}

/// What a hand-over under way hears.
pub(super) enum News {
    /// The person has done what they were asked.
    Confirmed,
    /// The rig was stopped, with the reason.
    Stopped(String),
    /// Who moves the claws has gone, in a sentence.
    Gone(String),
}

/// What a hand-over under way tells.
pub(super) enum Told {
    /// What the person shall do or what happens now, and whether `confirm` is waited for.
    Prompt(String, bool),
    /// It ended, in a sentence.
    Ended(String),
}

/// Clients of the nodes that a hand-over needs, and the one under way.
pub(super) struct HandOvers {
    claws: Arc<ActionClient<MoveClaws::Action>>,
    reset: Arc<Client<Trigger::Service>>,
    told: mpsc::UnboundedSender<Told>,
    under_way: Option<UnderWay>,
}

struct UnderWay {
    news: mpsc::UnboundedSender<News>,
    waiting: bool,
}

impl HandOvers {
    /// Creates the clients. What hand-overs tell comes out of the channel.
    pub fn connect(
        setup: &mut Setup<ConductorParams>,
    ) -> Result<(HandOvers, mpsc::UnboundedReceiver<Told>)> {
        let (told, receiver) = mpsc::unbounded_channel();
        let hand_overs = HandOvers {
            claws: Arc::new(setup.action_client("move_claws")?),
            reset: Arc::new(setup.client("cube/reset")?),
            told,
            under_way: None,
        };
        Ok((hand_overs, receiver))
    }

    /// Whether a hand-over is under way.
    pub fn is_busy(&self) -> bool {
        self.under_way.is_some()
    }

    /// Tells the hand-over under way, if there is one.
    pub fn tell(&self, news: News) {
        if let Some(under_way) = &self.under_way {
            // One that has ended meanwhile needs no news.
            let _ = under_way.news.send(news);
        }
    }
}

impl Shell {
    /// Begins a hand-over, or refuses it.
    pub(super) fn begin_hand_over(&mut self, way: Way, goal: Goal<HandOver::Action>) {
        let busy = match (self.logic.is_busy(), self.hand_overs.is_busy()) {
            (true, _) => Some("a run is under way; stop or cancel it first"),
            (_, true) => Some("another hand-over is under way"),
            _ => None,
        };
        let refused = match (self.switch.refusal(), busy) {
            (Some(reason), _) => Some((course::STOPPED, reason)),
            (None, Some(busy)) => Some((course::BUSY, busy.to_owned())),
            (None, None) => None,
        };
        if let Some((code, text)) = refused {
            self.log.warn(format!("a hand-over is refused: {text}"));
            return goal.abort(course::result(code, &text));
        }
        // Whatever run was interrupted had another cube.
        self.logic.abandon();
        self.pulse.start_over();
        let params = self.params.get();
        let own = goal.request().patience;
        let usable = own.is_finite() && 0.0 < own;
        let (news, heard) = mpsc::unbounded_channel();
        self.hand_overs.under_way = Some(UnderWay {
            news,
            waiting: false,
        });
        let course = Course {
            goal,
            claws: self.hand_overs.claws.clone(),
            reset: self.hand_overs.reset.clone(),
            heard,
            told: self.hand_overs.told.clone(),
            // A day is as good as for ever, and no overflow.
            patience: Duration::from_secs_f64(match usable {
                true => own.min(86_400.0),
                false => params.hand_over_patience,
            }),
            answers: Duration::from_secs_f64(params.ready_timeout),
            stops: Duration::from_secs_f64(params.stop_timeout),
        };
        tokio::spawn(course.run(way));
    }

    /// The service `confirm`.
    pub(super) fn confirm(&mut self, request: ServiceRequest<Trigger::Service>) {
        let waiting = self.hand_overs.under_way.as_mut();
        let waiting = waiting.is_some_and(|under_way| std::mem::take(&mut under_way.waiting));
        if waiting {
            self.hand_overs.tell(News::Confirmed);
        }
        let message = match waiting {
            true => String::new(),
            false => "nothing waits to be confirmed; send a goal to load or release".into(),
        };
        // A reply that cannot be sent means that the asker has gone.
        let _ = request.respond(Trigger::Response {
            success: waiting,
            message,
        });
    }

    /// Passes on what a hand-over tells.
    pub(super) fn take_told(&mut self, told: Told) {
        let text = match told {
            Told::Prompt(text, waiting) => {
                if let Some(under_way) = &mut self.hand_overs.under_way {
                    under_way.waiting = waiting;
                }
                text
            }
            Told::Ended(text) => {
                self.hand_overs.under_way = None;
                text
            }
        };
        self.log.info(text.clone());
        self.tell(&Status::idle(text));
    }
}
