//! When a wrist is let go of so that the closing claw lays itself flat on the cube, and when it is measured
//! there. The claws hang on another brick: what they do is read from `joint_states`.

use std::f64::consts::FRAC_PI_2;

use rig::{Arm, JointKind};

/// Shares of a claw's travel: on its way to the cube below the first, closed below the second. The pads
/// touch the cube at 0.06.
const NEAR: f64 = 0.7;
const CLOSED: f64 = 0.06;
/// Speeds of a claw that closes, and of one that rests, in shares of its travel a second.
const CLOSES: f64 = -0.2;
const RESTS: f64 = 0.1;
/// A wrist further than this from a right angle is not about to hold the cube, radians.
const AT_QUARTER: f64 = 6.0 * std::f64::consts::PI / 180.0;

/// What to do with the wrist.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Squaring {
    /// Let go of it: the claw is about to hold it at this angle, radians.
    YieldAt(f64),
    /// The claw holds: measure the drift.
    SquareUp,
    /// The claw does not hold after all: take hold of the wrist as before.
    TakeHold,
}

/// One arm of a brick that turns wrists.
#[derive(Clone, Debug)]
pub struct Closing {
    arm: Arm,
    /// Opening of its open claw, radians.
    travel: f64,
    /// Whether the wrist was let go of.
    yields: bool,
}

impl Closing {
    /// An arm whose open claw stands at `travel` radians.
    pub fn new(arm: Arm, travel: f64) -> Self {
        Self {
            arm,
            travel,
            yields: false,
        }
    }

    /// Whether this is the claw of the arm, by the name of its joint.
    pub fn is_claw(&self, joint: &str) -> bool {
        rig::Joint::parse(joint)
            .is_some_and(|joint| joint.arm == self.arm && joint.kind == JointKind::Grip)
    }

    /// Takes a reading of the claw (radians, radians a second) while the wrist stands at `wrist` radians and
    /// moves or not.
    pub fn see(
        &mut self,
        claw: f64,
        speed: f64,
        wrist: f64,
        wrist_moves: bool,
    ) -> Option<Squaring> {
        let (open, speed) = (claw / self.travel, speed / self.travel);
        if self.yields {
            let rests = speed.abs() < RESTS;
            let told = match open < CLOSED {
                // Whoever moves the wrist has taken hold of it.
                _ if wrist_moves => None,
                true if rests => Some(Squaring::SquareUp),
                // It was stopped half-way, or opens again.
                false if rests || CLOSES.abs() < speed => Some(Squaring::TakeHold),
                _ => None,
            };
            self.yields = told.is_none() && !wrist_moves;
            return told;
        }
        let quarter = (wrist / FRAC_PI_2).round() * FRAC_PI_2;
        let square = !wrist_moves && (wrist - quarter).abs() < AT_QUARTER;
        let closes = (CLOSED..NEAR).contains(&open) && speed < CLOSES;
        self.yields = closes && square;
        self.yields.then_some(Squaring::YieldAt(quarter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrist_yields_once_to_the_closing_claw_and_is_measured_when_it_rests() {
        let mut closing = Closing::new(Arm::R, 1.5);
        assert!(
            closing.is_claw("r_grip") && !closing.is_claw("l_grip") && !closing.is_claw("r_wrist")
        );
        let at = 1.57;
        let told: Vec<_> = [
            (1.5, 0.0),
            (1.4, -1.5),
            (0.9, -3.0),
            (0.4, -3.0),
            (0.05, -0.5),
            (0.01, 0.0),
            (0.01, 0.0),
        ]
        .into_iter()
        .map(|(claw, speed)| closing.see(claw, speed, at, false))
        .collect();
        let wanted = [
            None,
            None,
            Some(Squaring::YieldAt(FRAC_PI_2)),
            None,
            None,
            Some(Squaring::SquareUp),
            None,
        ];
        assert_eq!(told, wanted);
    }

    #[test]
    fn a_wrist_that_moves_or_stands_askew_does_not_yield() {
        let mut closing = Closing::new(Arm::F, 1.5);
        assert_eq!(closing.see(0.8, -3.0, 0.0, true), None);
        assert_eq!(
            closing.see(0.7, -3.0, 0.4, false),
            None,
            "23 degrees are no drift"
        );
        assert_eq!(closing.see(0.8, 3.0, 0.0, false), None, "it opens");
        assert_eq!(closing.see(0.02, -3.0, 0.0, false), None, "it is too late");
    }

    #[test]
    fn yielding_ends_when_the_claw_opens_again() {
        let mut closing = Closing::new(Arm::F, 1.5);
        assert_eq!(
            closing.see(0.8, -3.0, 0.0, false),
            Some(Squaring::YieldAt(0.0))
        );
        assert_eq!(closing.see(0.9, 2.0, 0.0, false), Some(Squaring::TakeHold));
        assert_eq!(closing.see(1.2, 2.0, 0.0, false), None);
        assert_eq!(
            closing.see(0.8, -3.0, 0.0, false),
            Some(Squaring::YieldAt(0.0))
        );
        assert_eq!(
            closing.see(0.6, 0.0, 0.0, false),
            Some(Squaring::TakeHold),
            "stopped half-way"
        );
        assert_eq!(
            closing.see(0.8, -3.0, 0.0, false),
            Some(Squaring::YieldAt(0.0))
        );
        assert_eq!(
            closing.see(0.01, 0.0, 0.0, true),
            None,
            "a new goal came first"
        );
        assert_eq!(closing.see(0.01, 0.0, 0.0, false), None);
    }
}
