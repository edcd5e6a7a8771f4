//! A node's copy of the stop state: heard from the other nodes on `stop_state`, and told to them when it changes.
//!
//! A node that starts knows nothing, and counts as stopped, until it hears another node or nobody is there to tell it.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::time::Duration;

use anyhow::Result;
use futures::{Stream, StreamExt};
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::StopState as StopStateMsg;
use rig::StopState;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

use super::clock::Clock;
use super::publisher::Publisher;
use super::setup::Setup;

/// A node that hears nobody for so long after its start is alone, and not stopped. Discovery on one machine takes about
/// a quarter of a second, and has taken more than one second on a very busy one.
const ALONE_AFTER: Duration = Duration::from_secs(2);

/// What changed for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopChange {
    /// Nothing may move any more.
    Stopped,
    /// Motions are allowed again, or for the first time.
    Free,
}

/// What a message says of the stop.
pub fn stop_state(message: StopStateMsg) -> StopState {
    StopState {
        number: message.number,
        stopped: message.stopped,
        text: message.text,
    }
}

/// What each other node has said last.
type Others = BTreeMap<String, StopState>;

/// A node's copy of the stop state.
pub struct StopSwitch {
    state: StopState,
    is_known: bool,
    alone_at: Instant,
    source: String,
    publisher: Publisher<StopStateMsg>,
    heard: Pin<Box<dyn Stream<Item = StopStateMsg> + Send>>,
    others: watch::Sender<Others>,
    clock: Clock,
}

impl StopSwitch {
    /// Listens and speaks on `stop_state`.
    pub fn connect<P: 'static>(setup: &mut Setup<P>) -> Result<Self> {
        let latched = |depth| QosProfile::default().keep_last(depth).transient_local();
        Ok(Self {
            state: StopState::default(),
            is_known: false,
            alone_at: Instant::now() + ALONE_AFTER,
            source: setup.name.clone(),
            publisher: setup.publisher("stop_state", latched(1))?,
            // Every node of the rig speaks here.
            heard: Box::pin(setup.subscribe("stop_state", latched(50))?),
            others: watch::channel(Others::new()).0,
            clock: setup.clock.clone(),
        })
    }

    /// Waits for the next change. The node acts on it and then calls [`StopSwitch::tell`]. May be dropped at any time.
    pub async fn change(&mut self) -> StopChange {
        loop {
            tokio::select! {
                Some(message) = self.heard.next() => {
                    if let Some(change) = self.hear(message) {
                        return change;
                    }
                }
                () = sleep_until(self.alone_at), if !self.is_known => {
                    self.is_known = true;
                    return self.now();
                }
            }
        }
    }

    fn hear(&mut self, message: StopStateMsg) -> Option<StopChange> {
        if message.source == self.source {
            return None;
        }
        let source = message.source.clone();
        let state = stop_state(message);
        self.others.send_modify(|others| {
            others.insert(source, state.clone());
        });
        let before = (self.is_known, self.state.stopped);
        let is_newer = self.state.merge(state);
        self.is_known = true;
        if is_newer && before == (true, self.state.stopped) {
            // Nothing to do for the node, but the others wait to hear that the number has come.
            self.tell();
        }
        (before != (true, self.state.stopped)).then(|| self.now())
    }

    fn now(&self) -> StopChange {
        match self.state.stopped {
            true => StopChange::Stopped,
            false => StopChange::Free,
        }
    }

    /// Whether it is known yet how the rig stands. Goals wait until then.
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// Why nothing may move, if so.
    pub fn refusal(&self) -> Option<String> {
        (!self.is_known || self.state.stopped).then(|| {
            let text = &self.state.text;
            format!(
                "the rig is stopped ({text}): nothing moves until the service `resume` is called"
            )
        })
    }

    /// Stops the rig. Returns whether it was not stopped before.
    pub fn stop(&mut self, text: &str) -> bool {
        let was_free = !self.state.stopped;
        self.is_known = true;
        self.state = self.state.stop(text);
        self.tell();
        was_free
    }

    /// Lets the rig move again.
    pub fn resume(&mut self, text: &str) {
        self.state = self.state.resume(text);
        self.tell();
    }

    /// Tells the others how this node stands: after it has acted on a change.
    pub fn tell(&self) {
        let StopState {
            number,
            stopped,
            text,
        } = self.state.clone();
        self.publisher.publish(&StopStateMsg {
            header: self.clock.header(""),
            source: self.source.clone(),
            number,
            stopped,
            text,
        });
    }

    /// Waits until every node that has ever spoken stands as this one does now; for `patience` at most. Returns the names
    /// of those that do not.
    pub fn agreement(
        &self,
        patience: Duration,
    ) -> impl Future<Output = Vec<String>> + Send + use<> {
        let mut others = self.others.subscribe();
        let (number, stopped) = (self.state.number, self.state.stopped);
        let differs = move |state: &StopState| {
            // Who knows something newer does not hold this up.
            (state.number, state.stopped) < (number, stopped)
        };
        async move {
            let all_agree = others.wait_for(|others| !others.values().any(differs));
            if timeout(patience, all_agree).await.is_ok() {
                return Vec::new();
            }
            let others = others.borrow();
            let late = others.iter().filter(|(_, state)| differs(state));
            late.map(|(name, _)| name.clone()).collect()
        }
    }
}
