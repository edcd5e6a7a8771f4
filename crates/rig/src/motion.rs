//! What an arm can do, and when it does it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Arm, Clearances, Joint};

/// One step of one arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Takes the fingers off the cube.
    Open,
    /// Puts the fingers on the cube.
    Close,
    /// Turns the wrist by one or two quarters, positive clockwise as the arm sees its face.
    Turn(i8),
}

/// A step of one arm in time.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Motion {
    /// Who moves.
    pub arm: Arm,
    /// How.
    pub action: Action,
    /// Seconds from the start of the plan.
    pub start: f64,
    /// Seconds from the start of the plan.
    pub end: f64,
}

impl Action {
    /// "open", "close" or "turn".
    pub const fn name(self) -> &'static str {
        match self {
            Action::Open => "open",
            Action::Close => "close",
            Action::Turn(_) => "turn",
        }
    }

    /// Quarters of a turn, 0 for open and close.
    pub const fn quarters(self) -> i8 {
        match self {
            Action::Turn(quarters) => quarters,
            Action::Open | Action::Close => 0,
        }
    }
}

impl Motion {
    /// The joint that moves.
    pub const fn joint(&self) -> Joint {
        match self.action {
            Action::Open | Action::Close => self.arm.grip(),
            Action::Turn(_) => self.arm.wrist(),
        }
    }

    /// When its claw is open by a share; `None` for a turn.
    pub fn passes(&self, opening: f64) -> Option<f64> {
        let seconds = Clearances::seconds_to(opening, self.end - self.start);
        match self.action {
            Action::Open => Some(self.start + seconds),
            Action::Close => Some(self.end - seconds),
            Action::Turn(_) => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Turn(quarters) => write!(formatter, "turn {quarters:+}"),
            other => formatter.write_str(other.name()),
        }
    }
}
