//! The stop as a state that many nodes share: whether the rig is stopped, with a number that orders stops and resumes.
//!
//! Each node keeps a copy and publishes it when it changes. A stop and a resume take the next number. Copies merge by the
//! greater number, and of two equal numbers the stop wins. So all copies agree in the end, in any order of the
//! messages. A resume that was sent before a stop never undoes it. A node that starts anew learns the state from any
//! node that is still there. (A last-writer-wins register: Shapiro et al., "Conflict-free Replicated Data Types", 2011.)

/// The text of a node that does not know yet whether the rig is stopped.
const STARTING: &str = "this node has just started and has not received yet whether the rig is stopped";

/// A number so far ahead of ours is a mistake of its sender: it would leave no greater one for a resume.
const FARTHEST_JUMP: u64 = 1_000_000;

/// Whether the rig is stopped, as far as one node knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StopState {
    /// Grows with each stop and each resume.
    pub number: u64,
    /// Whether nothing may move.
    pub stopped: bool,
    /// Who stopped or resumed; for people.
    pub text: String,
}

impl StopState {
    /// The state of a node that has just started: it moves nothing, and knows nothing. Its number is 0, which no stop
    /// has.
    pub fn starting() -> StopState {
        StopState { number: 0, stopped: true, text: STARTING.to_owned() }
    }

    /// Whether a node in this state knows whether the rig is stopped.
    pub fn is_known(&self) -> bool {
        0 < self.number || !self.stopped
    }

    /// The stop that follows this state; a stop of a stopped rig changes nothing.
    pub fn stop(&self, text: &str) -> StopState {
        if self.stopped {
            return self.clone();
        }
        StopState { number: self.number + 1, stopped: true, text: text.to_owned() }
    }

    /// The stop that somebody asks for now, of a rig that is stopped already too: a resume that is on its way does not undo it.
    pub fn stop_anew(&self, text: &str) -> StopState {
        StopState { number: self.number + 1, stopped: true, text: text.to_owned() }
    }

    /// The resume that follows this state.
    pub fn resume(&self, text: &str) -> StopState {
        StopState { number: self.number + 1, stopped: false, text: text.to_owned() }
    }

    /// Takes over what another node has known all along, when this stop was given without it: the stop comes after that.
    /// Returns whether anything changed. What is no stop any more is merged.
    pub fn stop_after(&mut self, other: StopState) -> bool {
        let before = self.clone();
        let is_newer = self.merge(other);
        if !before.stopped {
            return is_newer;
        }
        *self = self.stop(&before.text);
        *self != before
    }

    /// Takes over what another node knows, if that is newer; returns whether it was. A node that has just started knows nothing.
    ///
    /// A stop whose number cannot be right still stops, under our next number.
    pub fn merge(&mut self, other: StopState) -> bool {
        if self.number + FARTHEST_JUMP < other.number {
            let stops = other.stopped && !self.stopped;
            if stops {
                *self = self.stop(&other.text);
            }
            return stops;
        }
        let is_newer = other.is_known() && (self.number, self.stopped) < (other.number, other.stopped);
        if is_newer {
            *self = other;
        }
        is_newer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::proptest::prelude::*;

    #[test]
    fn a_resume_that_was_on_its_way_when_a_stop_came_undoes_nothing() {
        let stopped = StopState::default().stop("a person");
        let resume = stopped.resume("the conductor");
        let mut driver = stopped;
        driver.merge(resume.clone());
        assert!(!driver.stopped);
        // The driver is stopped by itself, then receives the resume once more.
        let mut driver = driver.stop("a person at the brick");
        assert!(!driver.merge(resume));
        assert!(driver.stopped);
        // A conductor that resumes without knowing of that stop takes the number of the stop.
        let mut conductor = StopState { number: driver.number - 1, stopped: true, text: String::new() };
        conductor = conductor.resume("the conductor");
        assert_eq!(conductor.number, driver.number);
        assert!(!driver.merge(conductor.clone()), "of equal numbers the stop counts");
        assert!(conductor.merge(driver));
        assert!(conductor.stopped);
    }

    #[test]
    fn a_stop_with_a_number_that_cannot_be_right_stops_and_can_be_resumed() {
        let mut state = StopState::default();
        let absurd = |stopped| StopState { number: u64::MAX, stopped, text: "a stranger".into() };
        assert!(!state.merge(absurd(false)));
        assert!(state.merge(absurd(true)));
        assert!(state.stopped);
        let resumed = state.resume("the conductor");
        assert!(state.merge(resumed) && !state.stopped);
    }

    #[test]
    fn a_node_that_has_just_started_stops_nobody() {
        let mut free = StopState::default();
        assert!(!free.merge(StopState::starting()));
        assert!(free.is_known() && free.stop("a person").is_known());
        assert!(!StopState::starting().is_known());
        let stopped = free.stop("a person");
        assert!(stopped.resume("a person").is_known());
    }

    #[test]
    fn a_stop_that_is_asked_for_anew_outlasts_a_resume_on_its_way() {
        let stopped = StopState::default().stop("a person");
        let resume = stopped.resume("the conductor");
        let mut page = stopped.stop_anew("another person");
        assert!(!page.merge(resume.clone()) && page.stopped);
        let mut conductor = resume;
        assert!(conductor.merge(page) && conductor.stopped);
    }

    #[test]
    fn a_stop_that_was_given_without_knowing_of_a_resume_outlasts_it() {
        let free = StopState { number: 5, stopped: false, text: "the conductor".into() };
        let mut restarted = StopState::default().stop("a person");
        assert!(restarted.stop_after(free.clone()));
        let expected = StopState { number: 6, stopped: true, text: "a person".into() };
        assert_eq!(restarted, expected);
        let mut other = free;
        assert!(other.merge(restarted.clone()) && other.stopped);
        assert!(!restarted.stop_after(other.clone()), "it is known by now");
        let mut resumed = StopState::default().stop("a person").resume("a person");
        let free = other.resume("the conductor");
        assert!(resumed.stop_after(free.clone()));
        assert_eq!(resumed, free, "nobody wants the stop any more");
    }

    fn states() -> impl Strategy<Value = StopState> {
        (0..6_u64, any::<bool>()).prop_map(|(number, stopped)| StopState { number, stopped, text: String::new() })
    }

    proptest! {
        #[test]
        fn copies_agree_in_any_order_of_the_messages(
            messages in prop::collection::vec(states(), 0..12),
            swaps in prop::collection::vec((0..12_usize, 0..12_usize), 0..24),
        ) {
            let mut other_order = messages.clone();
            for (one, other) in swaps {
                if one < messages.len() && other < messages.len() {
                    other_order.swap(one, other);
                }
            }
            other_order.extend(messages.iter().take(3).cloned());
            let ends = [messages, other_order].map(|order| {
                let mut state = StopState::default();
                for message in order {
                    state.merge(message);
                }
                state
            });
            prop_assert_eq!(&ends[0], &ends[1]);
        }
    }
}
