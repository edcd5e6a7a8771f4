//! What a running control loop is told and what it tells.

use super::runner::CubeTurn;
use super::{FlatOn, JointReport, Tolerances, Trajectory};
use crate::Error;
use std::time::Duration;
use tempo::Instant;
use tokio::sync::{mpsc, oneshot};

/// How often the loop runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Least time between two steps while a goal is under way; a Bluetooth link is slower by itself.
    pub moving: Duration,
    /// Time between two steps while the joints hold.
    pub holding: Duration,
    /// Time between two KEEPALIVEs with a look at the battery.
    pub keep_alive: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            moving: Duration::from_millis(15),
            holding: Duration::from_millis(100),
            keep_alive: Duration::from_secs(20),
        }
    }
}

/// What the loop publishes after each step.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The two joints, in the order they were given.
    pub joints: [JointReport; 2],
    /// When the readings were true.
    pub at: Instant,
    /// Battery voltage in volts, once known.
    pub battery_volts: Option<f64>,
    /// Smoothed time from request to reply, seconds.
    pub round_trip: f64,
    /// Packets dropped so far because nobody had asked for them.
    pub strays: u64,
    /// Requests sent again so far because no reply came.
    pub repeats: u64,
}

/// What to do with one joint, by its index.
#[derive(Debug, Clone, PartialEq)]
pub struct JointGoal {
    /// Which joint, 0 or 1.
    pub joint: usize,
    /// Its path.
    pub trajectory: Trajectory,
    /// How exact.
    pub tolerances: Tolerances,
}

pub(super) enum Order {
    Follow(Vec<JointGoal>, oneshot::Sender<Result<(), Error>>),
    Stop(oneshot::Sender<()>),
    YieldAt(usize, f64, oneshot::Sender<Result<(), Error>>),
    TakeHold(usize),
    SupposeElsewhere(usize),
    SquareUp(usize, FlatOn, oneshot::Sender<Result<f64, Error>>),
}

/// A goal under way, and who waits for its end.
pub(super) struct Waiting {
    pub joints: Vec<usize>,
    /// The joints turn against each other, as the wrists do that turn the whole cube: neither may go alone.
    pub turn: Option<CubeTurn>,
    pub answer: oneshot::Sender<Result<(), Error>>,
}

impl Waiting {
    /// Tells the end.
    pub fn answer(self, outcome: Result<(), Error>) {
        // Nobody may be listening any more; that is theirs to decide.
        let _ = self.answer.send(outcome);
    }
}

/// Gives orders to a running loop; cheap to clone.
#[derive(Debug, Clone)]
pub struct Handle {
    pub(super) device: String,
    pub(super) orders: mpsc::Sender<Order>,
}

impl Handle {
    /// Moves joints; answers when all have landed, or with the first failure (then these joints hold). A
    /// later order for one of them supersedes this one, which then fails with [`Error::Superseded`];
    /// orders for different joints do not touch each other. The loop of the seed's program, which cannot be interrupted,
    /// carries orders out one after the other instead.
    ///
    /// Errors: [`Error::BadTrajectory`], the tolerance and stall errors, [`Error::Superseded`], and
    /// [`Error::Lost`] when the loop has ended.
    pub async fn follow(&self, goals: Vec<JointGoal>) -> Result<(), Error> {
        let (sender, receiver) = oneshot::channel();
        self.orders
            .send(Order::Follow(goals, sender))
            .await
            .map_err(|_| self.ended())?;
        receiver.await.map_err(|_| self.ended())?
    }

    /// Brakes both motors at once and holds; answers when the brake commands are sent. The loop of the seed's program
    /// answers at once too, but what moves goes on to its end, and only what waits is given up.
    ///
    /// Errors: [`Error::Lost`] when the loop has ended.
    pub async fn stop(&self) -> Result<(), Error> {
        let (sender, receiver) = oneshot::channel();
        self.orders
            .send(Order::Stop(sender))
            .await
            .map_err(|_| self.ended())?;
        receiver.await.map_err(|_| self.ended())
    }

    /// Lets go of a joint's motor, because something square is about to hold the joint at `position`, radians.
    ///
    /// Errors: [`Error::BadTrajectory`] while the joint moves, [`Error::Lost`] when the loop has ended.
    pub async fn yield_at(&self, joint: usize, position: f64) -> Result<(), Error> {
        let (sender, receiver) = oneshot::channel();
        self.orders
            .send(Order::YieldAt(joint, position, sender))
            .await
            .map_err(|_| self.ended())?;
        receiver.await.map_err(|_| self.ended())?
    }

    /// Takes hold of a joint again that was let go of, without learning anything.
    ///
    /// Errors: [`Error::Lost`] when the loop has ended.
    pub async fn take_hold(&self, joint: usize) -> Result<(), Error> {
        let sent = self.orders.send(Order::TakeHold(joint)).await;
        sent.map_err(|_| self.ended())
    }

    /// The claw that was to hold a joint, which was let go of, is blocked: takes hold again, and where the joint's place is
    /// only reckoned supposes another one.
    ///
    /// Errors: [`Error::Lost`] when the loop has ended.
    pub async fn suppose_elsewhere(&self, joint: usize) -> Result<(), Error> {
        let sent = self.orders.send(Order::SupposeElsewhere(joint)).await;
        sent.map_err(|_| self.ended())
    }

    /// The joint is held there now, flat on something: learns its drift, radians, and takes hold again.
    ///
    /// Errors: [`Error::NotSquare`] when it is too much for a drift, [`Error::Lost`] when the loop has ended.
    pub async fn square_up(&self, joint: usize, flat_on: FlatOn) -> Result<f64, Error> {
        let (sender, receiver) = oneshot::channel();
        self.orders
            .send(Order::SquareUp(joint, flat_on, sender))
            .await
            .map_err(|_| self.ended())?;
        receiver.await.map_err(|_| self.ended())?
    }

    fn ended(&self) -> Error {
        Error::Lost {
            device: self.device.clone(),
            reason: "its control loop has ended".to_owned(),
        }
    }
}

pub(super) fn no_such_joint(joint: usize) -> Error {
    Error::BadTrajectory {
        joint: joint.to_string(),
        reason: "a brick drives joints 0 and 1 only".to_owned(),
    }
}
