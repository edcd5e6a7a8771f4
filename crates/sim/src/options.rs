//! How the simulated rig differs from an ideal one.

use crate::drawn::DrawnRig;
use crate::link::Latency;
use cube::{ColorScheme, Cube};
use rig::{CubeLook, RigState};

/// How the simulated rig differs from an ideal one.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// How claws and wrists stand at the start, and how the cube lies.
    pub start: RigState,
    /// The cube at the start.
    pub cube: Cube,
    /// Its colours.
    pub scheme: ColorScheme,
    /// Its body, and what its colours look like.
    pub look: CubeLook,
    /// Latency of each direction of a brick's link.
    pub latency: Latency,
    /// By how much each constant of each motor may be off, as a share.
    pub motor_spread: f64,
    /// Half of the play between motor and joint, degrees of the motor.
    pub backlash_degrees: f64,
    /// Open-circuit voltage of the batteries.
    pub battery_volts: f64,
    /// Volts a second by which that falls.
    pub battery_fall: f64,
    /// By how many degrees the gears of a wrist slip back in a quarter turn of a layer or of the cube.
    pub creep_degrees: f64,
    /// Friction of joints, layers and cube, as a multiple of the usual.
    pub load: f64,
    /// A rig that is drawn at random. Its motors, gears, batteries and links take the place of those above.
    pub drawn: Option<DrawnRig>,
}

impl Default for Options {
    /// All claws closed and neutral on a solved cube, a Bluetooth link, everyday motors, fresh batteries.
    fn default() -> Options {
        Options {
            start: RigState::REST,
            cube: Cube::SOLVED,
            scheme: ColorScheme::WESTERN,
            look: CubeLook::default(),
            latency: Latency::BLUETOOTH,
            motor_spread: 0.05,
            backlash_degrees: brick::wiring::BACKLASH_DEGREES,
            battery_volts: 9.0,
            battery_fall: 0.0,
            creep_degrees: 0.0,
            load: 1.0,
            drawn: None,
        }
    }
}
