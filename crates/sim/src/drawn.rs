//! Rigs that nobody has tuned anything for: motors, gears, claws, batteries and links drawn at random from published ranges.
//!
//! The motor in the middle of the ranges is the NXT motor as Pybricks identified it (`lib/pbio/src/motor/servo_settings.c`, model
//! `nxt`). Its scaled integers mean, at the hub:
//!
//! | quantity | integers | SI |
//! |---|---|---|
//! | torque for a volt | 178956 / 2896 µN m/mV | 61.8 mN m/V |
//! | braking torque | 858 / 1634 µN m s/mdeg | 30.1 mN m s/rad |
//! | friction | 20449 µN m | 20.4 mN m |
//! | inertia | 85 / 1587 µN m s²/kdeg | 3.07e-3 kg m² |
//!
//! At 9 V that is 170 rpm without load and 56 N cm at stall, as Philo measured. The time constant is 102 ms, which the model's decay
//! of the speed in one step confirms. Of the other models in that file, the EV3 large motor and the Technic large angular motor lie within
//! the ranges; the smaller ones have a sixth to a half of the torque and do not.
//!
//! Ranges without a published source are assumed, and named so where they stand.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rig::{Joint, JointKind};

use crate::emulator::LinkFaults;
use crate::link::Latency;
use crate::motor::MotorConstants;

/// The NXT motor as Pybricks identified it.
const IDENTIFIED: MotorConstants = MotorConstants {
    // Only the quotient of torque and resistance was identified; the torque of an ampere is the published one.
    resistance: 0.317 / 0.0618,
    back_emf: 0.0295 / 0.0618,
    torque: 0.317,
    viscous: 0.0006,
    coulomb: 0.0204,
    stiction: 1.3,
    inertia: 3.07e-3,
};

/// What is drawn of a joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawnJoint {
    /// The motor.
    pub motor: MotorConstants,
    /// Play of the joint from one side to the other, degrees of the joint.
    pub play_degrees: f64,
    /// Degrees of the motor in a count of its encoder.
    pub encoder_degrees: f64,
    /// Torque with which its cable pulls it to the neutral position, N m for each radian away from there.
    pub cable_pull: f64,
}

/// What is drawn of a brick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawnBrick {
    /// Open-circuit voltage of its battery.
    pub volts: f64,
    /// Internal resistance of its battery, ohm.
    pub resistance: f64,
    /// Latency of each direction of its link.
    pub latency: Latency,
    /// Share of its replies that never come.
    pub lost: f64,
}

/// A drawn rig.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnRig {
    /// By [`Joint::index`].
    pub joints: [DrawnJoint; Joint::COUNT],
    /// By [`brick::BrickName::index`].
    pub bricks: [DrawnBrick; 4],
    /// Friction of a layer and of the cube in the claws, as a multiple of the usual.
    pub layer_friction: f64,
    /// Stiffness of the claws' pads, as a multiple of the usual.
    pub pad_stiffness: f64,
    /// Whether magnets pull a layer square that is a few degrees off when it is released.
    pub magnets: bool,
}

impl DrawnRig {
    /// The rig of a seed.
    pub fn from_seed(seed: u64) -> DrawnRig {
        // Apart from the draws of a world with the same seed.
        let random = &mut ChaCha8Rng::seed_from_u64(seed.wrapping_add(0x5eed_0f41_1195));
        DrawnRig {
            joints: Joint::ALL.map(|joint| DrawnJoint::draw(joint.kind, random)),
            bricks: [(); 4].map(|()| DrawnBrick::draw(random)),
            layer_friction: factor(2.0, random),
            pad_stiffness: factor(2.0, random),
            magnets: random.random_bool(0.5),
        }
    }
}

impl DrawnJoint {
    fn draw(kind: JointKind, random: &mut impl Rng) -> DrawnJoint {
        let stall = random.random_range(0.6..=1.4);
        let speed = random.random_range(0.7..=1.3);
        let motor = MotorConstants {
            // Both at one voltage: torque at stall goes with 1 / resistance, speed without load with 1 / back-EMF.
            resistance: IDENTIFIED.resistance / stall,
            back_emf: IDENTIFIED.back_emf / speed,
            viscous: IDENTIFIED.viscous * factor(2.0, random),
            coulomb: IDENTIFIED.coulomb * factor(2.0, random),
            inertia: IDENTIFIED.inertia * factor(2.0, random),
            ..IDENTIFIED
        };
        let is_wrist = kind == JointKind::Wrist;
        DrawnJoint {
            motor,
            // Owners of NXT motors report 2 degrees of play either way. A claw's is assumed.
            play_degrees: if is_wrist { random.random_range(0.0..=4.0) } else { 1.0 },
            encoder_degrees: f64::from(random.random_range(1..=2)),
            // Assumed: at half a turn up to a tenth of what turns a layer.
            cable_pull: if is_wrist { random.random_range(0.0..=0.0015) } else { 0.0 },
        }
    }
}

impl DrawnBrick {
    /// Its link, as it is without further faults.
    pub(crate) fn link_faults(&self) -> LinkFaults {
        LinkFaults { lost: self.lost, ..LinkFaults::default() }
    }

    fn draw(random: &mut impl Rng) -> DrawnBrick {
        let mean = random.random_range(0.005..=0.080);
        DrawnBrick {
            volts: random.random_range(6.6..=9.0),
            // Assumed: cells and contacts from new to worn.
            resistance: 0.6 * factor(2.0, random),
            latency: Latency { mean, jitter: mean * random.random_range(0.0..=0.8) },
            // Assumed: every second link loses up to a fiftieth of the replies.
            lost: if random.random_bool(0.5) { random.random_range(0.0..=0.02) } else { 0.0 },
        }
    }
}

/// A factor from 1 / `most` to `most`, each half as likely.
fn factor(most: f64, random: &mut impl Rng) -> f64 {
    most.powf(random.random_range(-1.0..=1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Philo's curves: 170 rpm at 9 V without load, 50 N cm at stall.
    #[test]
    fn the_motor_in_the_middle_is_the_one_that_was_measured() {
        let MotorConstants { resistance, back_emf, torque, coulomb, viscous, inertia, .. } = IDENTIFIED;
        let stall = 9.0 * torque / resistance;
        let braking = torque * back_emf / resistance + viscous;
        let free = (stall - coulomb) / braking;
        assert!((0.45..0.60).contains(&stall), "{stall} N m");
        assert!((160.0..180.0).contains(&(free * 30.0 / std::f64::consts::PI)), "{free} rad/s");
        // In a step of 858 / 88366 s the speed falls to 858 / 923 of itself, less what the current brakes that it induces.
        let (step, left) = (858.0 / 88366.0, 858.0 / 923.0 - 858.0 / 60070.0 * 71582.0 / 44630.0);
        assert!((inertia / braking / (-step / f64::ln(left)) - 1.0).abs() < 0.05, "{} s", inertia / braking);
    }

    #[test]
    fn a_seed_gives_one_rig_and_seeds_differ() {
        assert_eq!(DrawnRig::from_seed(3), DrawnRig::from_seed(3));
        assert_ne!(DrawnRig::from_seed(3), DrawnRig::from_seed(4));
    }
}
