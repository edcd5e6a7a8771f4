//! The thesis' brick program `Arm.nxj` as it runs on an emulated brick: ints in, motions, `DONE` out. Its position loop
//! is that of leJOS: a regulator every few milliseconds, right beside the encoder.

use crate::motor::{Drive, Motor};
use brick::Port;
use brick::arm_nxj::{ArmMotion, DONE, END_SEQUENCE, Role};

/// Motors stop this near to their target, degrees, and slower than this, degrees a second.
const NEAR: f64 = 1.5;
const SLOW: f64 = 8.0;
/// Speed asked for by the regulator: per degree of distance, and at most, degrees a second.
const STIFFNESS: f64 = 12.0;
const MOST_SPEED: f64 = 360.0;
/// Power for a speed, and for a difference in speed, each in shares of full power per degree a second. What
/// friction eats comes on top.
const FORWARD: f64 = 1.0 / 1000.0;
const CORRECTION: f64 = 1.0 / 400.0;
const FRICTION: f64 = 0.08;
/// A motor that stands short of its target is pushed harder and harder: shares of full power a second for each
/// degree of distance, and at most.
const PUSH_GROWTH: f64 = 0.1;
const MOST_PUSH: f64 = 0.6;
/// Slower than this, degrees a second, a motor stands.
const STANDS: f64 = 30.0;

/// Degrees of the motors for the program's motions; measured by its authors on their rig.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmDegrees {
    /// From closed to open.
    pub clamp: f64,
    /// For a quarter turn clockwise; negative in the thesis, whose motors count down then.
    pub quarter: f64,
}

/// The program.
#[derive(Debug, Clone)]
pub struct ArmProgram {
    degrees: ArmDegrees,
    role: Option<Role>,
    /// Bytes of an int that is not complete yet.
    pending: Vec<u8>,
    /// Where the two motors stood when it started, degrees.
    origins: [f64; 2],
    /// Where the two motors shall stand, degrees from the start.
    targets: [f64; 2],
    /// How much harder the two motors are pushed, because they stand short of their targets.
    pushes: [f64; 2],
    moves: bool,
    waiting: Vec<i32>,
}

impl ArmProgram {
    /// The program as it starts: all claws closed, all wrists neutral.
    pub fn new(degrees: ArmDegrees) -> ArmProgram {
        ArmProgram {
            degrees,
            role: None,
            pending: Vec::new(),
            origins: [0.0; 2],
            targets: [0.0; 2],
            pushes: [0.0; 2],
            moves: false,
            waiting: Vec::new(),
        }
    }

    /// The brick has been off, and the program is started again while the motors stand at these angles, radians.
    pub fn start_anew(&mut self, angles: [f64; 2]) {
        *self = ArmProgram { origins: angles.map(f64::to_degrees), ..ArmProgram::new(self.degrees) };
    }

    /// A host has connected: the next int tells the role.
    pub fn connected(&mut self) {
        self.role = None;
        self.pending.clear();
        self.waiting.clear();
    }

    /// Bytes arrive from the host.
    pub fn hear(&mut self, bytes: &[u8]) {
        self.pending.extend_from_slice(bytes);
        let whole = self.pending.len() / 4 * 4;
        for four in self.pending.drain(..whole).collect::<Vec<u8>>().chunks_exact(4) {
            let code = i32::from_be_bytes([four[0], four[1], four[2], four[3]]);
            match self.role {
                None => self.role = Role::from_code(code),
                Some(_) => self.waiting.push(code),
            }
        }
    }

    /// After so many seconds: how the two motors are driven now, and the bytes that the host gets.
    pub fn step(&mut self, seconds: f64, motors: [&Motor; 2]) -> ([Drive; 2], Vec<u8>) {
        if !self.moves && !self.waiting.is_empty() {
            let code = self.waiting.remove(0);
            self.begin(code);
        }
        let rests = |index: usize| {
            let motor = motors[index];
            let off = self.origins[index] + self.targets[index] - motor.angle().to_degrees();
            off.abs() <= NEAR && motor.speed().to_degrees().abs() <= SLOW
        };
        let mut told = Vec::new();
        if self.moves && rests(0) && rests(1) {
            self.moves = false;
            told.extend(DONE.to_be_bytes());
        }
        let drives = [0, 1].map(|index| {
            if self.role.is_none() {
                return Drive::Coast;
            }
            let push = &mut self.pushes[index];
            if rests(index) {
                *push = 0.0;
                return Drive::Braked(0.0);
            }
            let target = self.origins[index] + self.targets[index];
            let off = target - motors[index].angle().to_degrees();
            let stands = motors[index].speed().to_degrees().abs() < STANDS;
            *push = match stands && *push * off >= 0.0 {
                true => (*push + PUSH_GROWTH * off * seconds).clamp(-MOST_PUSH, MOST_PUSH),
                false => 0.0,
            };
            regulate(motors[index], target, *push)
        });
        (drives, told)
    }

    fn begin(&mut self, code: i32) {
        if code == END_SEQUENCE {
            self.targets = [0.0; 2];
            self.moves = true;
            return;
        }
        let motion = ArmMotion::from_code(code).filter(|motion| Some(motion.role()) == self.role);
        // What belongs to the other role, or is unknown, is ignored and not answered.
        let Some(motion) = motion else { return };
        for (target, share) in self.targets.iter_mut().zip(motion.shares()) {
            match (motion, share) {
                (_, None) => {}
                // Turns count from the target before, so that landing errors do not add up.
                (ArmMotion::Turn(..), Some(quarters)) => *target += quarters * self.degrees.quarter,
                (_, Some(open)) => *target = open * self.degrees.clamp,
            }
        }
        self.moves = true;
    }
}

/// The ports that the program drives.
pub const ARM_PORTS: [Port; 2] = [Port::A, Port::B];

fn regulate(motor: &Motor, target: f64, push: f64) -> Drive {
    let off = target - motor.angle().to_degrees();
    let speed = (STIFFNESS * off).clamp(-MOST_SPEED, MOST_SPEED);
    let power = FORWARD * speed + CORRECTION * (speed - motor.speed().to_degrees()) + FRICTION * off.signum() + push;
    Drive::Braked(power.clamp(-1.0, 1.0))
}
