//! Why there is no plan.

use cube::{Cube, Move, Notation, format_moves};
use rig::{Arm, BrokenRule, Profile, RigState, Rules, Violation, WristRange};
use thiserror::Error;

use crate::wrists::planned;

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Error {
    /// The rig has to take a cube first.
    #[error("no plan can start like this: {}; load a cube first", BrokenRule::NotHeld)]
    NoCube,
    /// The state to start from breaks the rules by itself.
    #[error("no plan can start like this: {0}")]
    BadStart(BrokenRule),
    /// A wrist stands farther from neutral at the start than plans turn it.
    #[error("the wrist of arm {arm} is {quarters} quarters from neutral, but plans allow {range}; turn it back")]
    WristOutOfRange {
        /// The arm.
        arm: Arm,
        /// Where it stands.
        quarters: i32,
        /// What the rig's rules allow, of that as much as plans use.
        range: WristRange,
    },
    /// Motions that were to become a plan break a rule of motion.
    #[error("the motions are not a plan: {0}")]
    BreaksRules(Violation),
    /// The arms of this rig cannot do what was asked.
    #[error("the rig \"{profile}\" cannot {task} under its rules")]
    Impossible {
        /// Name of the profile.
        profile: String,
        /// What was asked.
        task: String,
    },
    /// More turns than a plan is made for.
    #[error("{count} turns are too many for one plan, which has at most {most}; cut them into parts")]
    TooManyTurns {
        /// How many were asked, turns of one axis joined.
        count: usize,
        /// How many are planned.
        most: usize,
    },
    /// A fault of the planner: the arms would turn other faces than was asked.
    #[error(
        "the arms would do '{}' instead of '{}'; this is a fault of cuberig, please report it",
        format_moves(.done, Notation::Standard),
        format_moves(.asked, Notation::Standard)
    )]
    WrongMoves {
        /// What was to be done.
        asked: Vec<Move>,
        /// What the motions do.
        done: Vec<Move>,
    },
    /// A fault of the planner: the arms would not solve the cube.
    #[error(
        "the arms would do '{}', which does not solve {}; this is a fault of cuberig, please report it",
        format_moves(.done, Notation::Standard),
        .cube.facelets()
    )]
    WrongSolution {
        /// What was to be solved.
        cube: Cube,
        /// What the motions do.
        done: Vec<Move>,
    },
    /// A proof was stopped.
    #[error("the search of all plans up to {seconds} s was stopped before its end")]
    Unproven {
        /// The bound.
        seconds: f64,
    },
    /// An arm stands between the camera and the cube.
    #[error("the camera looks at side {side} of the cube, where arm {arm} is in the way")]
    CameraBlocked {
        /// What it looks at.
        side: cube::Face,
        /// The arm.
        arm: Arm,
    },
}

impl Error {
    /// Whether a plan can start like this.
    pub(crate) fn of_start(rules: &Rules, start: &RigState) -> Result<(), Error> {
        match rules.judge(&Rules::at_rest(start)) {
            Ok(_) => Ok(()),
            Err(BrokenRule::NotHeld) => Err(Error::NoCube),
            Err(fault) => Err(Error::BadStart(fault)),
        }
    }

    pub(crate) fn wrist_out_of_range(profile: &Profile, state: &RigState, arm: Arm) -> Error {
        let range = profile.rules.wrist_range.map_or(WristRange::either_way(0), planned);
        Error::WristOutOfRange { arm, quarters: state.arm(arm).wrist, range }
    }
}
