//! Orders to a running control loop, and its reports.

use super::{FlatOn, JointGoal, JointReport};
use crate::Error;
use crate::clock::Instant;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// How often the loop runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Least time between two steps while a goal is under way; a Bluetooth link is slower by itself.
    pub moving: Duration,
    /// Time between two steps while the joints hold.
    pub holding: Duration,
    /// The same once they have rested for [`Pace::RESTED`].
    pub resting: Duration,
    /// Whether joints at rest are read at the common [ticks](crate::clock::Interval) of that period, together with
    /// those of other bricks. In a simulation with a clock of its own this would make runs differ.
    pub rests_on_ticks: bool,
    /// Time between two KEEPALIVEs with a look at the battery.
    pub keep_alive: Duration,
}

impl Pace {
    /// Joints that nobody moved for this long rest.
    pub const RESTED: Duration = Duration::from_secs(5);
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            moving: Duration::from_millis(15),
            holding: Duration::from_millis(100),
            resting: Duration::from_millis(100),
            rests_on_ticks: false,
            keep_alive: Duration::from_secs(20),
        }
    }
}

/// What the loop publishes after each step.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The joints, in the order they were given.
    pub joints: Vec<JointReport>,
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

/// An order to a running loop. A loop obeys in the order in which the orders were given.
#[derive(Debug)]
pub enum Order {
    /// Begin a goal, in place of those under way that have a joint in common with it.
    Follow(GoalNumber, Vec<JointGoal>, Answer),
    /// End this goal.
    Cancel(GoalNumber),
    /// End all goals and refuse others; the answer is due when the motors have their order to stand still.
    Stop(oneshot::Sender<()>),
    /// Take goals again.
    Resume,
    /// Let go of a joint that is about to be held at this position, radians.
    ReleaseAt(usize, f64, Answer),
    /// Take hold of a joint again.
    TakeHold(usize),
    /// The same, and assume another place of it, where that is only estimated.
    AssumeElsewhere(usize),
    /// Take hold of a joint again, and learn its drift.
    Zero(usize, FlatOn, oneshot::Sender<Result<f64, Error>>),
}

/// Distinguishes a goal from all others that were given through the same [`Handle`] and its clones.
pub type GoalNumber = u64;

/// Who waits for the end of an order.
pub type Answer = oneshot::Sender<Result<(), Error>>;

/// A goal under way, and who waits for its end.
#[derive(Debug)]
pub struct Waiting {
    /// Which goal.
    pub number: GoalNumber,
    /// Its joints, by their index.
    pub joints: Vec<usize>,
    /// The joints turn against each other, as the wrists do that turn the whole cube: neither may go alone.
    pub turns_cube: bool,
    /// Who waits.
    pub answer: Answer,
}

impl Waiting {
    /// Reports the end.
    pub fn answer(self, outcome: Result<(), Error>) {
        // Nobody may be listening any more; that is theirs to decide.
        let _ = self.answer.send(outcome);
    }
}

/// Gives orders to a running loop; cheap to clone.
///
/// An order is given when the method returns, not when its future is first polled: the loop obeys in the order of the
/// calls, and the future only waits for the end.
#[derive(Debug, Clone)]
pub struct Handle {
    device: String,
    orders: mpsc::UnboundedSender<Order>,
    goals: Arc<AtomicU64>,
}

/// A goal that was given; its future resolves when the goal ends. Dropping it does not cancel the goal.
#[derive(Debug)]
#[must_use = "the goal is given, but its end is not waited for"]
pub struct Following {
    handle: Handle,
    number: GoalNumber,
    outcome: oneshot::Receiver<Result<(), Error>>,
}

impl Following {
    /// Brakes the goal's joints, unless the goal has ended; it then fails with [`Error::Cancelled`]. A later goal for the
    /// same joints is not touched.
    pub fn cancel(&self) {
        // A loop that has ended has answered all goals.
        let _ = self.handle.orders.send(Order::Cancel(self.number));
    }
}

impl Future for Following {
    type Output = Result<(), Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let outcome = ready!(Pin::new(&mut self.outcome).poll(context));
        Poll::Ready(outcome.unwrap_or_else(|_| Err(self.handle.ended())))
    }
}

impl Handle {
    /// The two ends of the channel to a loop. `device` is what errors call what it drives.
    pub fn new(device: &str) -> (Handle, mpsc::UnboundedReceiver<Order>) {
        let (orders, receiver) = mpsc::unbounded_channel();
        let handle = Handle { device: device.to_owned(), orders, goals: Arc::default() };
        (handle, receiver)
    }

    /// Moves joints; resolves when all have arrived, or with the first failure (then these joints hold). A
    /// later goal for one of them supersedes this one, which then fails with [`Error::Superseded`];
    /// goals for different joints do not touch each other.
    ///
    /// Errors: [`Error::BadTrajectory`], the tolerance and stall errors, [`Error::Superseded`], [`Error::Cancelled`],
    /// [`Error::Stopped`] while the loop is stopped, and [`Error::Lost`] when the loop has ended.
    pub fn follow(&self, goals: Vec<JointGoal>) -> Following {
        let (answer, outcome) = oneshot::channel();
        let number = self.goals.fetch_add(1, Ordering::Relaxed);
        // An order that finds no loop is dropped with its answer, which the future sees.
        let _ = self.orders.send(Order::Follow(number, goals, answer));
        Following { handle: self.clone(), number, outcome }
    }

    /// Brakes both motors at once and refuses every goal until [`Handle::resume`]; resolves when the brake commands are
    /// sent.
    ///
    /// Errors: [`Error::Lost`] when the loop has ended.
    pub fn stop(&self) -> impl Future<Output = Result<(), Error>> + Send + use<> {
        let (sender, receiver) = oneshot::channel();
        let _ = self.orders.send(Order::Stop(sender));
        let handle = self.clone();
        async move { receiver.await.map_err(|_| handle.ended()) }
    }

    /// Takes goals again after a [`Handle::stop`]; nothing moves by this alone.
    pub fn resume(&self) {
        let _ = self.orders.send(Order::Resume);
    }

    /// Lets go of a joint's motor, because something square is about to hold the joint at `position`, radians.
    ///
    /// Errors: [`Error::BadTrajectory`] while the joint moves, [`Error::Stopped`], [`Error::Lost`] when the loop has ended.
    pub async fn release_at(&self, joint: usize, position: f64) -> Result<(), Error> {
        let (sender, receiver) = oneshot::channel();
        let _ = self.orders.send(Order::ReleaseAt(joint, position, sender));
        receiver.await.map_err(|_| self.ended())?
    }

    /// Takes hold of a joint again that was let go of, without learning anything.
    pub fn take_hold(&self, joint: usize) {
        let _ = self.orders.send(Order::TakeHold(joint));
    }

    /// The claw that was to hold a joint, which was let go of, is blocked: takes hold again, and where the joint's place is
    /// only estimated, assumes another one.
    pub fn assume_elsewhere(&self, joint: usize) {
        let _ = self.orders.send(Order::AssumeElsewhere(joint));
    }

    /// The joint is held there now, flat on something: learns its drift, radians, and takes hold again.
    ///
    /// Errors: [`Error::NotSquare`] when it is too much for a drift, [`Error::Stopped`], [`Error::Lost`] when the loop has ended.
    pub async fn zero(&self, joint: usize, flat_on: FlatOn) -> Result<f64, Error> {
        let (sender, receiver) = oneshot::channel();
        let _ = self.orders.send(Order::Zero(joint, flat_on, sender));
        receiver.await.map_err(|_| self.ended())?
    }

    fn ended(&self) -> Error {
        Error::Lost { device: self.device.clone(), reason: "its control loop has ended".to_owned() }
    }
}

pub(super) fn no_such_joint(joint: usize) -> Error {
    Error::BadTrajectory { joint: joint.to_string(), reason: "a brick drives joints 0 and 1 only".to_owned() }
}
