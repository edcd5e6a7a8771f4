//! What the simulator reports because it should not have happened.

use crate::Mishap;

/// Events kept until they are taken.
const MOST: usize = 256;
/// A repeated event is reported once in this time, seconds.
const SAME: f64 = 1.0;

/// Something that should not have happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Simulated seconds since the start.
    pub time: f64,
    /// What it was.
    pub what: Happening,
}

/// Kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum Happening {
    /// Claws and cube came into conflict.
    #[error(transparent)]
    Mishap(#[from] Mishap),
    /// The rules of motion were broken for longer than two joints can differ in time.
    #[error("rule broken: {0}")]
    Rule(rig::BrokenRule),
    /// A wrist went beyond what its cables allow.
    #[error("the cables of arm {arm} are twisted: its wrist stands at {degrees:.0} degrees")]
    Twisted {
        /// The arm.
        arm: rig::Arm,
        /// Where its wrist stands.
        degrees: f64,
    },
}

impl Happening {
    /// Whether it is the same kind of event as another, perhaps with another angle.
    fn is_like(&self, other: &Happening) -> bool {
        match (self, other) {
            (Happening::Mishap(one), Happening::Mishap(other)) => {
                std::mem::discriminant(one) == std::mem::discriminant(other)
            }
            (one, other) => one == other,
        }
    }
}

/// Events not yet taken.
#[derive(Debug, Clone, Default)]
pub(crate) struct Events {
    waiting: Vec<Event>,
    last: Vec<Event>,
}

impl Events {
    /// Notes what happens at `time`.
    pub fn note(&mut self, time: f64, what: Happening) {
        if let Some(event) = self.last.iter_mut().find(|event| event.what.is_like(&what)) {
            let goes_on = time - event.time < SAME;
            event.time = time;
            if goes_on {
                return;
            }
        } else {
            self.last.push(Event { time, what });
        }
        if self.waiting.len() < MOST {
            self.waiting.push(Event { time, what });
        }
    }

    /// Takes the events since the last call, oldest first.
    pub fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.waiting)
    }
}
