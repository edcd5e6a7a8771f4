//! The cube between the claws: its state, and the angles of its slabs against the rig's grid.
//!
//! The cube is three slabs along each of the two axes that have arms. Angles are in radians, clockwise
//! as the arm at that side sees them, and measured from the rig's grid:
//!
//! ```text
//!      L layer      middle       R layer
//!    layers[L]    cores[RL]     layers[R]        (likewise F, FB, B)
//!   ┌─────────┐ ┌───────────┐ ┌───────────┐
//!   │         │ │           │ │           │<─ R's claw: once it grips, the layer
//!   └─────────┘ └───────────┘ └───────────┘   follows the wrist, degree by degree
//! ```
//!
//! An angle beyond 45 degrees counts as a turn. A misaligned layer goes with the cube when that is turned, also to
//! the sides above and below, which have no arm.

use cube::{Cube, Face, Move, Rotation};
use rig::{Arm, Pair};
use std::f64::consts::FRAC_PI_2;

/// The sides without an arm.
pub(crate) const BARE: [Face; 2] = [Face::U, Face::D];

/// A cube in the rig.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldCube {
    /// Its state, each face turn counted once past 45 degrees.
    pub cube: Cube,
    /// How it lies, each turn of the whole counted once past 45 degrees.
    pub pose: Rotation,
    /// Angle of each arm's layer against the grid, by [`Arm::index`].
    pub layers: [f64; 4],
    /// How far the layers above and below are turned against the rest, as one sees them from outside.
    pub bare: [f64; 2],
    /// Angle of the middle along each pair's axis, as the pair's first arm sees it, by [`Pair::index`].
    pub cores: [f64; 2],
    /// A person holds it, until two opposite claws do.
    pub by_hand: bool,
}

impl HeldCube {
    /// A cube that a person holds in the middle of the claws.
    pub fn new(cube: Cube, pose: Rotation) -> HeldCube {
        HeldCube { cube, pose, layers: [0.0; 4], bare: [0.0; 2], cores: [0.0; 2], by_hand: true }
    }

    /// By how much an arm's layer is turned against the middle, radians, clockwise as the arm sees it.
    pub fn layer_turn(&self, arm: Arm) -> f64 {
        self.layers[arm.index()] - sign(arm) * self.cores[arm.pair().index()]
    }

    /// By how much the layer at a side is turned against the rest, radians, clockwise as one sees it from outside.
    fn turn_at(&self, side: Face) -> f64 {
        match Arm::ALL.into_iter().find(|arm| arm.side() == side) {
            Some(arm) => self.layer_turn(arm),
            None => self.bare[usize::from(side == Face::D)],
        }
    }

    pub(crate) fn set_core(&mut self, pair: Pair, angle: f64, follows: impl Fn(Arm) -> bool) {
        let shift = angle - self.cores[pair.index()];
        self.cores[pair.index()] = angle;
        for arm in pair.arms().into_iter().filter(|arm| follows(*arm)) {
            self.layers[arm.index()] += sign(arm) * shift;
        }
    }

    /// Counts what has passed 45 degrees.
    pub(crate) fn count_turns(&mut self) {
        for pair in Pair::ALL {
            let quarters = (self.cores[pair.index()] / FRAC_PI_2).round();
            if quarters != 0.0 {
                let before = self.pose;
                let turns = Face::ALL.map(|side| (before.face_at(side), self.turn_at(side)));
                self.pose = self.pose.then(pair.rotation(quarters as i32));
                self.cores[pair.index()] -= quarters * FRAC_PI_2;
                let turn_of = |side: Face| {
                    let face = self.pose.face_at(side);
                    let found = turns.into_iter().find(|(of, _)| *of == face);
                    found.map_or(0.0, |(_, turn)| turn)
                };
                for arm in Arm::ALL {
                    let core = sign(arm) * self.cores[arm.pair().index()];
                    self.layers[arm.index()] = turn_of(arm.side()) + core;
                }
                self.bare = BARE.map(turn_of);
            }
        }
        for arm in Arm::ALL {
            let quarters = (self.layer_turn(arm) / FRAC_PI_2).round();
            if quarters != 0.0 {
                if let Some(turn) = Move::new(self.pose.face_at(arm.side()), quarters as i32) {
                    self.cube = self.cube.apply(turn);
                }
                self.layers[arm.index()] -= quarters * FRAC_PI_2;
            }
        }
    }
}

/// +1 for the first arm of a pair, -1 for the second: one angle as each of them sees it.
pub(crate) fn sign(arm: Arm) -> f64 {
    if arm.pair().arms()[0] == arm { 1.0 } else { -1.0 }
}

/// An angle's distance from the nearest multiple of a right angle.
pub(crate) fn off_grid(angle: f64) -> f64 {
    angle - (angle / FRAC_PI_2).round() * FRAC_PI_2
}
