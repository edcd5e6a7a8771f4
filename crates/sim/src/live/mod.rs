//! The simulated rig in real time, with its bricks and its bus as TCP servers.
//!
//! This module is **not deterministic**: a thread runs a [`World`] in step with a clock ([`Time`]), and orders and bytes
//! arrive when they arrive. The world itself is as deterministic as everywhere: [`Simulation`] takes the time as an
//! argument and is tested so.
//!
//! ```text
//!  drivers ────────TCP──▶ serve ──orders──▶ the world's thread ──snapshots──▶ camera, truth
//!                ◀──────────────────bytes──
//! ```

mod bricks;
mod flow;
mod simulation;
mod snapshot;
mod thread;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;

use crate::{Wire, World};
pub use bricks::{listen, serve};
pub use flow::{Flow, Phase};
pub use simulation::{Order, Outcome, Simulation};
pub use snapshot::{Snapshot, TruthChanges};
use thread::Message;

/// The clock that a live world keeps step with.
pub trait Time: Send + 'static {
    /// Seconds since the world began.
    fn now(&self) -> f64;
    /// How long a stretch of the world's time lasts by the machine's clock.
    fn lasts(&self, stretch: Duration) -> Duration;
    /// Takes how far the world has run, in seconds.
    fn advanced_to(&mut self, world: f64);
}

/// Logs a warning.
pub type Warn = Arc<dyn Fn(String) + Send + Sync>;

/// A handle to a world that runs on a thread of its own. Clones share it.
#[derive(Clone)]
pub struct LiveRig {
    messages: Sender<Message>,
    snapshots: watch::Receiver<Arc<Snapshot>>,
}

impl LiveRig {
    /// Starts the thread. It ends with `stop`, or when all handles are gone.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(world: World, time: impl Time, warn: Warn, stop: CancellationToken) -> io::Result<Self> {
        let (messages, snapshots) = thread::start(world, time, warn, stop)?;
        Ok(Self { messages, snapshots })
    }

    /// Gives an order.
    pub fn order(&self, order: Order) {
        // An error means that the world has ended, and its clients with it.
        let _ = self.messages.send(Message::Order(order, None));
    }

    /// Gives an order and waits until it is carried out.
    pub async fn carry_out(&self, order: Order) {
        let (sender, done) = oneshot::channel();
        if self.messages.send(Message::Order(order, Some(sender))).is_ok() {
            // An error means that the world has ended.
            let _ = done.await;
        }
    }

    /// Waits until the world has run as far as its clock says now.
    pub async fn catch_up(&self) {
        let (sender, done) = oneshot::channel();
        if self.messages.send(Message::CatchUp(sender)).is_ok() {
            // An error means that the world has ended.
            let _ = done.await;
        }
    }

    /// From now on sends the bytes of a wire to this host.
    pub fn connect(&self, wire: Wire, host: UnboundedSender<Vec<u8>>) {
        let _ = self.messages.send(Message::Host(wire, host));
    }

    /// The newest snapshot. A changing world is taken about forty times a second.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshots.borrow().clone()
    }

    /// The changes of the truth from now on.
    pub fn truth_changes(&self) -> TruthChanges {
        TruthChanges::new(self.snapshots.clone())
    }
}
