//! A node's copy of the stop state: received from the other nodes on `stop_state`, and published there when it changes.
//!
//! A node that starts knows nothing, publishes that, and moves nothing. One message of a node that knows more ends that. So
//! does the same message from all nodes that were discovered. No message does not mean 'not stopped': messages to a node that
//! was restarted can be lost for some seconds, because DDS still treats it as its dead predecessor.
//!
//! # The stop is a state
//!
//! `rig::StopState` is a number and whether the rig is stopped. The conductor, the drivers, the motion planner and the
//! dashboard share it on `stop_state` (`runtime/stop_switch.rs`). The greater number counts; of two equal ones, the
//! stop counts. So a late resume undoes no stop, and a node that restarts learns the state from the nodes that are
//! still there. Until it has received the state of one of them, it waits for all publishers on `stop_state` that it
//! discovers within two seconds. Any program that publishes it can stop the rig: the page and `stop_rig` do so without
//! the conductor (`runtime/bricks.rs`), and ask the drivers for a confirmation. The motion planner stops by itself when
//! the conductor is lost in a run (`mission::ConductorWatch`). The position loop itself refuses goals while it is
//! stopped (`brick::control`), in the order in which orders arrive. `crates/sim/tests/all/stop_schedules.rs` checks
//! this at the wire. To *halt* is less: goals are cancelled by the zero goal id (`runtime/cancel_all.rs`), and later
//! goals are carried out.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use futures::StreamExt;
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::StopState as StopStateMsg;
use rig::StopState;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::clock::Clock;
use super::later::Later;
use super::logger::Logger;
use super::publisher::Publisher;
use super::qos::latched;
use super::setup::Setup;

const TOPIC: &str = "stop_state";

/// The time that a node gives the others to be discovered when it starts; later ones are not waited for. Discovery on one
/// machine takes about a quarter of a second, and has taken more than one second on a very busy one.
const DISCOVERY: Duration = Duration::from_secs(2);

/// The interval at which it then looks for the other publishers.
const LOOK: Duration = Duration::from_millis(250);

/// The most names that are kept: far more than a rig has nodes. A stranger that publishes under ever new names fills no memory.
const MOST_OTHERS: usize = 100;

/// What changed for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopChange {
    /// Nothing may move any more.
    Stopped,
    /// Motions are allowed again, or for the first time.
    Free,
    /// A node is there whose state was not received yet. Goals are refused until it is.
    Waiting,
}

/// Messages that wait to be taken in. All nodes of a rig publish at once when it is stopped; a flood of a stranger fills no memory.
const QUEUE: usize = 1000;

/// The stop state that a message contains.
fn stop_state(message: StopStateMsg) -> StopState {
    StopState { number: message.number, stopped: message.stopped, text: message.text }
}

/// The last state from each other node.
type Others = BTreeMap<String, StopState>;

/// The nodes that publish on `stop_state`, ourselves among them; nothing before there was time to discover them.
type Publishers = watch::Receiver<Vec<String>>;

/// A node's copy of the stop state.
pub struct StopSwitch {
    state: StopState,
    /// The nodes that are there, until it is known how the rig stands.
    publishers: Option<Publishers>,
    /// Those of them from which nothing was received in [`DISCOVERY`].
    missing: Vec<String>,
    /// When the rig was stopped here before any state was received: that stop counts after all states that come, until one of
    /// them has taken it over.
    stopped_early: Option<Instant>,
    source: String,
    /// The topic with its namespace, and the source of its publishers' names.
    topic: String,
    later: Later,
    publisher: Publisher<StopStateMsg>,
    received: mpsc::Receiver<StopStateMsg>,
    others: watch::Sender<Others>,
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
            state: StopState::default(),
            publishers: Some(publishers),
            missing: Vec::new(),
            stopped_early: None,
            source: setup.name.clone(),
            topic,
            later: setup.later.clone(),
            publisher: setup.publisher(TOPIC, latched())?,
            received: keep_all(setup, latched().keep_last(50))?,
            others: watch::channel(Others::new()).0,
            clock: setup.clock.clone(),
            log: setup.log.clone(),
        };
        switch.publish();
        Ok(switch)
    }

    /// Waits for the next change. The node acts on it and then calls [`StopSwitch::publish`]. May be dropped at any time.
    pub async fn change(&mut self) -> StopChange {
        loop {
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
        if message.source == self.source {
            return None;
        }
        let source = message.source.clone();
        let state = stop_state(message);
        self.others.send_if_modified(|others| {
            let has_room = others.len() < MOST_OTHERS || others.contains_key(&source);
            if has_room {
                others.insert(source, state.clone());
            }
            has_room
        });
        if !state.is_known() {
            return None;
        }
        let before = (self.is_known(), self.state.stopped);
        let is_early = self.stopped_early.is_some_and(|since| since.elapsed() < DISCOVERY);
        let text = state.text.clone();
        let is_newer = match is_early {
            true => self.state.stop_after(state),
            false => self.state.merge(state),
        };
        if self.state.stopped && text == self.state.text {
            self.stopped_early = None;
        }
        self.publishers = None;
        if is_newer && before == (true, self.state.stopped) {
            // Nothing to do for the node, but the others wait for its confirmation of the number.
            self.publish();
        }
        (before != (true, self.state.stopped)).then(|| self.now())
    }

    /// It is known how the rig stands as soon as every node that is there has published: none of them knew of a stop.
    fn look(&mut self, publishers: &[String]) -> Option<StopChange> {
        let others = self.others.borrow();
        let is_missing = |name: &&String| **name != self.source && !others.contains_key(*name);
        let missing: Vec<String> = publishers.iter().filter(is_missing).cloned().collect();
        drop(others);
        if missing.is_empty() {
            self.publishers = None;
            return Some(self.now());
        }
        let is_first = self.missing.is_empty();
        self.missing = missing;
        is_first.then(|| {
            self.log.warn(self.refusal().unwrap_or_default());
            StopChange::Waiting
        })
    }

    fn is_known(&self) -> bool {
        self.publishers.is_none()
    }

    fn now(&self) -> StopChange {
        match self.state.stopped {
            true => StopChange::Stopped,
            false => StopChange::Free,
        }
    }

    /// Whether goals can be answered yet: it is known how the rig stands, or which nodes have to publish first.
    pub fn is_settled(&self) -> bool {
        self.is_known() || !self.missing.is_empty()
    }

    /// How the rig stands, as far as this node knows.
    pub fn state(&self) -> &StopState {
        &self.state
    }

    /// Whether it is known that somebody has stopped the rig.
    pub fn is_stopped(&self) -> bool {
        self.is_known() && self.state.stopped
    }

    /// Why nothing may move, if so.
    pub fn refusal(&self) -> Option<String> {
        if !self.is_known() {
            let missing = match &self.missing[..] {
                [] => "the others".to_owned(),
                names => names.join(", "),
            };
            return Some(format!(
                "{} has just started and moves nothing until it has received the stop state of {missing}",
                self.source
            ));
        }
        self.state.stopped.then(|| {
            let text = &self.state.text;
            format!("the rig is stopped ({text}): nothing moves until the service `resume` is called")
        })
    }

    /// Stops the rig; one that is stopped stays as it is.
    pub fn stop(&mut self, text: &str) {
        self.become_stopped(self.state.stop(text));
    }

    /// Stops the rig because somebody asks for it now. See [`StopState::stop_anew`].
    pub fn stop_anew(&mut self, text: &str) {
        self.become_stopped(self.state.stop_anew(text));
    }

    fn become_stopped(&mut self, state: StopState) {
        if !self.is_known() {
            self.stopped_early = Some(Instant::now());
        }
        self.publishers = None;
        self.state = state;
        self.publish();
    }

    /// Whether any other node has published how the rig stands.
    pub fn has_received(&self) -> bool {
        self.others.borrow().values().any(StopState::is_known)
    }

    /// Lets the rig move again.
    pub fn resume(&mut self, text: &str) {
        self.publishers = None;
        self.state = self.state.resume(text);
        self.publish();
    }

    /// Publishes how this node stands: after it has acted on a change.
    pub fn publish(&self) {
        let StopState { number, stopped, text } = match self.is_known() {
            true => self.state.clone(),
            false => StopState::starting(),
        };
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
        let others = self.others.clone();
        let (later, topic) = (self.later.clone(), self.topic.clone());
        let (number, stopped) = (self.state.number, self.state.stopped);
        let differs = move |state: &StopState| {
            // A node that knows something newer does not hold this up.
            (state.number, state.stopped) < (number, stopped)
        };
        async move {
            let until = Instant::now() + patience;
            let there = timeout(patience, later.publishers(&topic)).await;
            // Where ROS does not report the publishers, all are waited for.
            if let Ok(Ok(there)) = there {
                others.send_modify(|others| others.retain(|name, _| there.contains(name)));
            }
            let mut changes = others.subscribe();
            let all_agree = changes.wait_for(|others| !others.values().any(differs));
            if timeout_at(until, all_agree).await.is_ok() {
                return Vec::new();
            }
            let others = others.borrow();
            let late = others.iter().filter(|(_, state)| differs(state));
            late.map(|(name, _)| name.clone()).collect()
        }
    }
}

/// Takes each message from ROS at once, whatever the node does meanwhile: ROS keeps a few only, and drops the newest.
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
    sleep(DISCOVERY).await;
    while !publishers.is_closed() {
        if let Ok(names) = later.publishers(&topic).await {
            publishers.send_replace(names);
        }
        sleep(LOOK).await;
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
