//! Who publishes each joint. A second program is recognised by its identity, not by what it publishes.
//!
//! The readings of the first program count. Those of a second one do not, as long as the first is present. The joint is
//! *doubled* as soon as the first publishes again after the second: a driver that was started again is no second program.

use std::collections::{BTreeMap, BTreeSet};

use rig::Joint;

/// Who published a message; the middleware adds it to each message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PublisherId(pub u128);

/// A program is present for this long after its last message, seconds. `joint_state_publisher` publishes once a second at least.
const PRESENT: f64 = 1.1;

/// A program, and when its last message came, in seconds of the machine's time.
#[derive(Clone, Copy, Debug)]
struct Source {
    id: PublisherId,
    last: f64,
}

impl Source {
    fn is_present(&self, now: f64) -> bool {
        now - self.last <= PRESENT
    }
}

/// The programs that publish one joint.
#[derive(Clone, Copy, Debug, Default)]
struct Sources {
    /// The one whose readings count.
    first: Option<Source>,
    /// Another one.
    second: Option<Source>,
    /// Whether the first has published since the second did.
    alternate: bool,
}

impl Sources {
    fn note(&mut self, now: f64, id: PublisherId) -> bool {
        let source = Some(Source { id, last: now });
        let is_second_here = self.second.is_some_and(|second| second.is_present(now));
        match self.first {
            Some(first) if first.id == id => {
                self.first = source;
                self.alternate = is_second_here;
                true
            }
            Some(first) if first.is_present(now) => {
                self.alternate &= is_second_here;
                self.second = source;
                false
            }
            _ => {
                *self = Sources { first: source, ..Sources::default() };
                true
            }
        }
    }

    /// The two programs of a doubled joint.
    fn rivals(&self, now: f64) -> Option<[PublisherId; 2]> {
        let (first, second) = (self.first?, self.second?);
        (self.alternate && second.is_present(now)).then_some([first.id, second.id])
    }
}

/// The programs that publish joints.
#[derive(Clone, Debug, Default)]
pub struct Publishers {
    sources: [Sources; Joint::COUNT],
    names: BTreeMap<PublisherId, String>,
}

impl Publishers {
    /// Notes that a program has published a joint, at a second of the machine's time; whether this reading counts.
    pub fn note(&mut self, now: f64, by: PublisherId, joint: Joint) -> bool {
        self.sources[joint.index()].note(now, by)
    }

    /// Takes the names of programs.
    pub fn name(&mut self, names: impl IntoIterator<Item = (PublisherId, String)>) {
        self.names.extend(names);
    }

    /// Whether a program is present whose name is not known.
    pub fn has_unnamed(&self, now: f64) -> bool {
        let sources = self.sources.iter();
        let mut present = sources
            .flat_map(|sources| [sources.first, sources.second])
            .flatten()
            .filter(|source| source.is_present(now));
        present.any(|source| !self.names.contains_key(&source.id))
    }

    /// The joints that two programs publish, and their names, in a sentence; none where each joint has one.
    pub fn doubled(&self, now: f64) -> Option<String> {
        let rivals = |joint: &Joint| self.sources[joint.index()].rivals(now);
        let joints: Vec<&str> =
            (Joint::ALL.iter()).filter(|joint| rivals(joint).is_some()).map(|joint| joint.name()).collect();
        if joints.is_empty() {
            return None;
        }
        let programs: BTreeSet<_> = Joint::ALL.iter().filter_map(rivals).flatten().collect();
        let name = |id| self.names.get(&id).map_or("a program without a name", String::as_str);
        let mut names: Vec<&str> = programs.into_iter().map(name).collect();
        names.sort_unstable();
        Some(format!(
            "two programs publish {} on joint_states: {}; stop one of them",
            joints.join(", "),
            names.join(", ")
        ))
    }
}

#[cfg(test)]
mod tests {
    use rig::Arm;

    use super::*;

    const DRIVER: PublisherId = PublisherId(1);
    const STRANGER: PublisherId = PublisherId(2);

    /// Whether the readings of these programs count, which come at these times, and what is said after the last.
    fn publish(messages: &[(f64, PublisherId)]) -> (Vec<bool>, Option<String>) {
        let mut publishers = Publishers::default();
        publishers.name([(DRIVER, "rl_rotate".into()), (STRANGER, "stranger".into())]);
        let note = |(time, by): &(f64, PublisherId)| publishers.note(*time, *by, Arm::R.wrist());
        let counted = messages.iter().map(note).collect();
        let last = messages.last().map_or(0.0, |(time, _)| *time);
        (counted, publishers.doubled(last))
    }

    #[test]
    fn a_second_program_is_noticed_when_the_first_publishes_again() {
        let (counted, doubled) = publish(&[(0.0, DRIVER), (0.1, STRANGER), (0.2, DRIVER)]);
        assert_eq!(counted, [true, false, true]);
        assert_eq!(
            doubled.expect("doubled"),
            "two programs publish r_wrist on joint_states: rl_rotate, stranger; stop one of them"
        );
        let (_, doubled) = publish(&[(0.0, STRANGER), (0.1, DRIVER), (0.2, STRANGER)]);
        assert!(doubled.is_some(), "whichever came first");
    }

    #[test]
    fn a_driver_that_was_started_again_is_no_second_program() {
        let again = PublisherId(3);
        let times = (1..20).map(|tenth| (0.1 * f64::from(tenth), again));
        let messages: Vec<_> = [(0.0, DRIVER)].into_iter().chain(times).collect();
        let (counted, doubled) = publish(&messages);
        assert_eq!(doubled, None);
        assert_eq!(counted.iter().filter(|counts| !**counts).count(), 11);
        assert!(counted[19], "the first one has gone");
    }

    #[test]
    fn a_second_program_that_has_gone_is_forgotten_after_a_second() {
        let mut messages = vec![(0.0, DRIVER), (0.1, STRANGER)];
        messages.extend([0.2, 0.9].map(|time| (time, DRIVER)));
        assert!(publish(&messages).1.is_some());
        messages.push((1.3, DRIVER));
        assert_eq!(publish(&messages).1, None);
        messages.push((5.0, STRANGER));
        assert_eq!(publish(&messages).1, None, "the driver may have gone");
    }

    #[test]
    fn programs_without_a_name_are_asked_for() {
        let mut publishers = Publishers::default();
        publishers.note(0.0, DRIVER, Arm::R.wrist());
        assert!(publishers.has_unnamed(0.5));
        assert!(!publishers.has_unnamed(5.0), "it has gone");
        publishers.name([(DRIVER, "rl_rotate".into())]);
        assert!(!publishers.has_unnamed(0.5));
    }
}
