//! One node's copy of the stop state: what it takes from the other nodes, and what the node may do meanwhile.
//!
//! A node that starts knows nothing, publishes that, and moves nothing. One message of a node that knows more ends that. So
//! does the same message from all nodes that were discovered. No message does not mean 'not stopped': messages to a node that
//! was restarted can be lost for some seconds, because DDS still treats it as its dead predecessor.

use std::collections::BTreeMap;

use crate::StopState;

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

/// What a message of another node changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// What the node has to act on.
    pub change: Option<StopChange>,
    /// There is nothing to act on, but the others wait for the confirmation of a number.
    pub is_to_be_confirmed: bool,
}

/// The last state from each other node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherStops(BTreeMap<String, StopState>);

impl OtherStops {
    /// Takes the state of a node.
    fn note(&mut self, source: &str, state: &StopState) {
        if self.0.len() < MOST_OTHERS || self.0.contains_key(source) {
            self.0.insert(source.to_owned(), state.clone());
        }
    }

    /// Forgets all nodes but these, which are there.
    pub fn keep(&mut self, there: &[String]) {
        self.0.retain(|name, _| there.contains(name));
    }

    /// Whether any of them knows how the rig stands.
    pub fn any_knows(&self) -> bool {
        self.0.values().any(StopState::is_known)
    }

    /// The nodes that do not stand so yet. A node that knows something newer is not one of them.
    pub fn behind(&self, state: &StopState) -> Vec<String> {
        let differs = |other: &StopState| (other.number, other.stopped) < (state.number, state.stopped);
        self.0.iter().filter(|(_, other)| differs(other)).map(|(name, _)| name.clone()).collect()
    }
}

/// A node's copy of the stop state. It knows no clock: the caller passes seconds of the machine's time.
#[derive(Clone, Debug)]
pub struct StopSwitch {
    source: String,
    state: StopState,
    is_known: bool,
    /// Nodes that are there and have not published within [`StopSwitch::DISCOVERY`].
    missing: Vec<String>,
    /// When the rig was stopped here before any state was received: that stop counts after all states that come, until one of
    /// them has taken it over.
    stopped_early: Option<f64>,
}

impl StopSwitch {
    /// The seconds that a node gives the others to be discovered when it starts; later ones are not waited for. Discovery on one
    /// machine takes about a quarter of a second, and has taken more than one second on a very busy one.
    pub const DISCOVERY: f64 = 2.0;

    /// The copy of a node of this name that has just started.
    pub fn new(source: &str) -> Self {
        let state = StopState::default();
        Self { source: source.to_owned(), state, is_known: false, missing: Vec::new(), stopped_early: None }
    }

    /// Takes what another node has published.
    pub fn take(&mut self, now: f64, source: &str, state: StopState, others: &mut OtherStops) -> Taken {
        if source == self.source {
            return Taken::default();
        }
        others.note(source, &state);
        if !state.is_known() {
            return Taken::default();
        }
        let before = (self.is_known, self.state.stopped);
        let is_early = self.stopped_early.is_some_and(|since| now - since < Self::DISCOVERY);
        let text = state.text.clone();
        let is_newer = match is_early {
            true => self.state.stop_after(state),
            false => self.state.merge(state),
        };
        if self.state.stopped && text == self.state.text {
            self.stopped_early = None;
        }
        self.is_known = true;
        let is_same = before == (true, self.state.stopped);
        Taken { change: (!is_same).then(|| self.now()), is_to_be_confirmed: is_newer && is_same }
    }

    /// Takes the nodes that publish the state, once there was time to discover them. It is known how the rig stands as soon as
    /// every node that is there has published: none of them knew of a stop.
    pub fn look(&mut self, publishers: &[String], others: &OtherStops) -> Option<StopChange> {
        if self.is_known {
            return None;
        }
        let is_missing = |name: &&String| **name != self.source && !others.0.contains_key(*name);
        let missing: Vec<String> = publishers.iter().filter(is_missing).cloned().collect();
        if missing.is_empty() {
            self.is_known = true;
            return Some(self.now());
        }
        let is_first = self.missing.is_empty();
        self.missing = missing;
        is_first.then_some(StopChange::Waiting)
    }

    fn now(&self) -> StopChange {
        match self.state.stopped {
            true => StopChange::Stopped,
            false => StopChange::Free,
        }
    }

    /// Whether this node knows how the rig stands.
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// Whether goals can be answered yet: it is known how the rig stands, or which nodes have to publish first.
    pub fn is_settled(&self) -> bool {
        self.is_known || !self.missing.is_empty()
    }

    /// How the rig stands, as far as this node knows.
    pub fn state(&self) -> &StopState {
        &self.state
    }

    /// Whether it is known that somebody has stopped the rig.
    pub fn is_stopped(&self) -> bool {
        self.is_known && self.state.stopped
    }

    /// Why nothing may move, if so.
    pub fn refusal(&self) -> Option<String> {
        if !self.is_known {
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

    /// Stops the rig; one that is stopped stays as it is. The node publishes that.
    pub fn stop(&mut self, now: f64, text: &str) {
        self.become_stopped(now, self.state.stop(text));
    }

    /// Stops the rig because somebody asks for it now. See [`StopState::stop_anew`].
    pub fn stop_anew(&mut self, now: f64, text: &str) {
        self.become_stopped(now, self.state.stop_anew(text));
    }

    fn become_stopped(&mut self, now: f64, state: StopState) {
        if !self.is_known {
            self.stopped_early = Some(now);
        }
        self.is_known = true;
        self.state = state;
    }

    /// Lets the rig move again. The node publishes that.
    pub fn resume(&mut self, text: &str) {
        self.is_known = true;
        self.state = self.state.resume(text);
    }

    /// What this node publishes of how it stands: after it has acted on a change.
    pub fn published(&self) -> StopState {
        match self.is_known {
            true => self.state.clone(),
            false => StopState::starting(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(number: u64, stopped: bool) -> StopState {
        StopState { number, stopped, text: "somebody".into() }
    }

    #[test]
    fn a_node_that_starts_moves_nothing_until_one_that_knows_or_all_have_published() {
        let mut others = OtherStops::default();
        let names = ["one".to_owned(), "two".to_owned(), "me".to_owned()];
        let mut switch = StopSwitch::new("me");
        assert!(switch.refusal().is_some() && !switch.is_settled());
        assert_eq!(switch.take(0.1, "one", StopState::starting(), &mut others).change, None);
        assert_eq!(switch.look(&names, &others), Some(StopChange::Waiting));
        assert_eq!(switch.look(&names, &others), None, "that was reported");
        assert!(switch.is_settled() && switch.refusal().is_some_and(|reason| reason.ends_with("of two")));
        let mut informed = switch.clone();
        switch.take(0.2, "two", StopState::starting(), &mut others);
        assert_eq!(switch.look(&names, &others), Some(StopChange::Free));
        assert_eq!(switch.refusal(), None);
        assert_eq!(informed.take(0.2, "two", known(3, true), &mut others).change, Some(StopChange::Stopped));
        assert!(informed.is_stopped());
    }

    #[test]
    fn a_newer_number_without_a_change_is_confirmed() {
        let mut others = OtherStops::default();
        let mut switch = StopSwitch::new("me");
        switch.take(0.0, "one", known(1, true), &mut others);
        let taken = switch.take(0.1, "one", known(2, true), &mut others);
        assert_eq!(taken, Taken { change: None, is_to_be_confirmed: true });
        assert_eq!(others.behind(&known(3, true)), ["one"]);
        assert!(others.behind(switch.state()).is_empty());
        others.keep(&[]);
        assert!(others.behind(&known(3, true)).is_empty() && !others.any_knows());
    }

    #[test]
    fn a_stop_before_anything_was_received_outlasts_what_comes_soon_after() {
        for (later, stays) in [(0.5, true), (StopSwitch::DISCOVERY + 0.5, false)] {
            let mut switch = StopSwitch::new("me");
            switch.stop(0.0, "a person");
            switch.take(later, "one", known(5, false), &mut OtherStops::default());
            assert_eq!(switch.is_stopped(), stays);
        }
    }
}
