//! A node's copy of the stop state: received from the other nodes on `stop_state`, and published there when it changes.
//! [`rig::StopSwitch`] decides what follows from each message.
//!
//! # The stop is a state
//!
//! `rig::StopState` is a number and whether the rig is stopped. The conductor, the drivers, the motion planner and the
//! dashboard share it on `stop_state` (`runtime/stop_switch.rs`). The greater number counts; of two equal ones, the stop
//! counts. So a late resume undoes no stop, and a node that restarts learns the state from the nodes that are still there.
//! Until it has received the state of one of them, it waits for all publishers on `stop_state` that it discovers in eight
//! looks. These take two seconds; a machine that stands still makes no looks. Any program that publishes it can stop the
//! rig: the page and `stop_rig` do so without the conductor (`runtime/bricks.rs`), and ask the drivers for a confirmation.
//! The motion planner stops by itself when the conductor is lost in a run (`mission::ConductorWatch`). The position loop
//! itself refuses goals while it is stopped (`brick::control`), in the order in which orders arrive.
//! `crates/sim/tests/all/stop_schedules.rs` checks this at the wire. To *halt* is less: goals are cancelled by the zero
//! goal id (`runtime/cancel_all.rs`), and later goals are carried out.

use std::time::Duration;

use anyhow::Result;
use futures::StreamExt;
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::StopState as StopStateMsg;
use rig::{OtherStops, StopState, StopSwitch as StopCopy};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, timeout, timeout_at};

pub use rig::StopChange;

use super::clock::Clock;
use super::later::Later;
use super::logger::Logger;
use super::publisher::Publisher;
use super::qos::latched;
use super::setup::Setup;

const TOPIC: &str = "stop_state";

/// The interval at which a node that starts looks for the other publishers.
const LOOK: Duration = Duration::from_millis(250);

/// Messages that wait to be taken in. All nodes of a rig publish at once when it is stopped; a flood of a stranger fills no memory.
const QUEUE: usize = 1000;

/// The nodes that publish on `stop_state`, ourselves among them; nothing before there was time to discover them.
type Publishers = watch::Receiver<Vec<String>>;

/// A node's copy of the stop state on its topic.
pub struct StopSwitch {
    copy: StopCopy,
    origin: Instant,
    /// Until it is known how the rig stands.
    publishers: Option<Publishers>,
    source: String,
    /// The topic with its namespace, and the source of its publishers' names.
    topic: String,
    later: Later,
    publisher: Publisher<StopStateMsg>,
    received: mpsc::Receiver<StopStateMsg>,
    others: watch::Sender<OtherStops>,
    clock: Clock,
    log: Logger,
}

impl StopSwitch {
    /// Subscribes to `stop_state`, and publishes there.
    pub fn connect<P: 'static>(setup: &mut Setup<P>) -> Result<Self> {
        let (sender, publishers) = watch::channel(Vec::new());
        let topic = format!("{}/{TOPIC}", setup.namespace().trim_end_matches('/'));
        setup.spawn(look_for_publishers(setup.later.clone(), topic.clone(), sender));
        let switch = Self {
            copy: StopCopy::new(&setup.name),
            origin: Instant::now(),
            publishers: Some(publishers),
            source: setup.name.clone(),
            topic,
            later: setup.later.clone(),
            publisher: setup.publisher(TOPIC, latched())?,
            received: keep_all(setup, latched().keep_last(50))?,
            others: watch::Sender::default(),
            clock: setup.clock.clone(),
            log: setup.log.clone(),
        };
        switch.publish();
        Ok(switch)
    }

    /// Waits for the next change. The node acts on it and then calls [`StopSwitch::publish`]. May be dropped at any time.
    pub async fn change(&mut self) -> StopChange {
        loop {
            if self.copy.is_known() {
                self.publishers = None;
            }
            let change = tokio::select! {
                Some(message) = self.received.recv() => self.take(message),
                publishers = found(&mut self.publishers) => self.look(&publishers),
            };
            if let Some(change) = change {
                return change;
            }
        }
    }

    fn take(&mut self, message: StopStateMsg) -> Option<StopChange> {
        let StopStateMsg { source, number, stopped, text, .. } = message;
        let (now, copy) = (self.now(), &mut self.copy);
        let mut taken = rig::Taken::default();
        self.others.send_modify(|others| taken = copy.take(now, &source, StopState { number, stopped, text }, others));
        if taken.is_to_be_confirmed {
            self.publish();
        }
        taken.change
    }

    fn look(&mut self, publishers: &[String]) -> Option<StopChange> {
        let change = self.copy.look(publishers, &self.others.borrow());
        if change == Some(StopChange::Waiting) {
            self.log.warn(self.refusal().unwrap_or_default());
        }
        change
    }

    fn now(&self) -> f64 {
        self.origin.elapsed().as_secs_f64()
    }

    /// This node's copy.
    pub fn copy(&self) -> &StopCopy {
        &self.copy
    }

    /// Whether goals can be answered yet: it is known how the rig stands, or which nodes have to publish first.
    pub fn is_settled(&self) -> bool {
        self.copy.is_settled()
    }

    /// Why nothing may move, if so.
    pub fn refusal(&self) -> Option<String> {
        self.copy.refusal()
    }

    /// Stops the rig; one that is stopped stays as it is.
    pub fn stop(&mut self, text: &str) {
        self.copy.stop(self.now(), text);
        self.publish();
    }

    /// Stops the rig because somebody asks for it now. See [`StopState::stop_anew`].
    pub fn stop_anew(&mut self, text: &str) {
        self.copy.stop_anew(self.now(), text);
        self.publish();
    }

    /// Whether any other node has published how the rig stands.
    pub fn has_received(&self) -> bool {
        self.others.borrow().any_knows()
    }

    /// Changes the copy otherwise, and publishes it.
    pub fn change_by<T>(&mut self, change: impl FnOnce(&mut StopCopy) -> T) -> T {
        let outcome = change(&mut self.copy);
        self.publish();
        outcome
    }

    /// Publishes how this node stands: after it has acted on a change.
    pub fn publish(&self) {
        let StopState { number, stopped, text } = self.copy.published();
        self.publisher.publish(&StopStateMsg {
            header: self.clock.header(""),
            source: self.source.clone(),
            number,
            stopped,
            text,
        });
    }

    /// Waits until every node that publishes on the topic stands as this one does now; for `patience` at most. Returns the names
    /// of those that do not. Nodes that are gone, or that published under the name of an absent node, are not waited for.
    pub fn agreement(&self, patience: Duration) -> impl Future<Output = Vec<String>> + Send + use<> {
        let (others, state) = (self.others.clone(), self.copy.state().clone());
        let (later, topic) = (self.later.clone(), self.topic.clone());
        async move {
            let until = Instant::now() + patience;
            let there = timeout(patience, later.publishers(&topic)).await;
            // Where ROS does not report the publishers, all are waited for.
            if let Ok(Ok(there)) = there {
                others.send_modify(|others| others.keep(&there));
            }
            let mut changes = others.subscribe();
            let all_agree = changes.wait_for(|others| others.behind(&state).is_empty());
            if timeout_at(until, all_agree).await.is_ok() {
                return Vec::new();
            }
            others.borrow().behind(&state)
        }
    }
}

/// Takes each message from ROS at once, whatever the node does meanwhile: r2r keeps eleven, whatever the quality of service
/// says, and drops the newest.
fn keep_all<P: 'static>(setup: &mut Setup<P>, qos: QosProfile) -> Result<mpsc::Receiver<StopStateMsg>> {
    let mut messages = setup.subscribe(TOPIC, qos)?;
    let (sender, receiver) = mpsc::channel(QUEUE);
    setup.spawn(async move {
        while let Some(message) = messages.next().await {
            if sender.send(message).await.is_err() {
                return;
            }
        }
    });
    Ok(receiver)
}

/// Looks for the publishers of the topic, again and again, as long as anybody wants to know.
async fn look_for_publishers(later: Later, topic: String, publishers: watch::Sender<Vec<String>>) {
    let mut looks = 0_u32;
    while !publishers.is_closed() {
        sleep(LOOK).await;
        let names = later.publishers(&topic).await;
        looks += 1;
        // Looks are counted, not seconds: a machine that stands still discovers nobody meanwhile.
        if StopCopy::DISCOVERY <= f64::from(looks) * LOOK.as_secs_f64()
            && let Ok(names) = names
        {
            publishers.send_replace(names);
        }
    }
}

/// The publishers that are found next; never, where they are not wanted any more.
async fn found(publishers: &mut Option<Publishers>) -> Vec<String> {
    if let Some(publishers) = publishers
        && publishers.changed().await.is_ok()
    {
        return publishers.borrow_and_update().clone();
    }
    std::future::pending().await
}
