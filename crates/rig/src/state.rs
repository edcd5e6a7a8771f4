//! The rig between motions: each claw, each wrist, and how the cube lies.

use cube::Rotation;
use serde::{Deserialize, Serialize};

use crate::{Action, Arm};

/// Whether a claw holds the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claw {
    /// Fingers fully away: the claw may turn freely.
    Open,
    /// Fingers on the cube.
    Closed,
}

/// One arm at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ArmState {
    /// Whether it holds the cube.
    pub claw: Claw,
    /// Quarters from neutral, positive clockwise as the arm sees its face. Even is vertical.
    pub wrist: i32,
}

/// All arms at rest, and the cube in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RigState {
    /// By [`Arm::index`]. An arm that a rig lacks keeps any value; nothing looks at it.
    pub arms: [ArmState; 4],
    /// How the cube lies.
    pub pose: Rotation,
}

impl ArmState {
    /// Closed and neutral.
    pub const REST: ArmState = ArmState { claw: Claw::Closed, wrist: 0 };

    /// Whether the fingers touch the U and D sides of the layer.
    pub const fn is_vertical(&self) -> bool {
        self.wrist.rem_euclid(2) == 0
    }

    /// The arm after an action.
    pub fn after(self, action: Action) -> ArmState {
        match action {
            Action::Open => ArmState { claw: Claw::Open, ..self },
            Action::Close => ArmState { claw: Claw::Closed, ..self },
            Action::Turn(quarters) => ArmState { wrist: self.wrist + i32::from(quarters), ..self },
        }
    }
}

impl RigState {
    /// All claws closed and neutral, the cube unturned.
    pub const REST: RigState = RigState { arms: [ArmState::REST; 4], pose: Rotation::IDENTITY };

    /// All claws closed and neutral around a cube that lies so.
    pub const fn at_rest(pose: Rotation) -> RigState {
        RigState { arms: [ArmState::REST; 4], pose }
    }

    /// One arm.
    pub const fn arm(&self, arm: Arm) -> ArmState {
        self.arms[arm.index()]
    }
}
