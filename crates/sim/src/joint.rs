//! What lies between a motor and its joint: gears, play, friction, rubber pads and hard stops.

use crate::drawn::{DrawnJoint, DrawnRig};
use crate::mechanics::Mechanics;
use crate::motor::{Load, Motor};
use rig::{Joint, JointKind};

/// Torques at the joint in N m: turning a layer, the whole cube, an empty claw; moving fingers.
const LAYER_FRICTION: f64 = 0.045;
const CUBE_FRICTION: f64 = 0.015;
const WRIST_FRICTION: f64 = 0.008;
const GRIP_FRICTION: f64 = 0.008;
/// Inertia of claw and cube about a joint, kg m²: 60 g at 4 cm.
const INERTIA: f64 = 1.0e-4;
/// Rubber pads: the share of the travel over which they touch, and their stiffness in N m/rad.
const PAD_SHARE: f64 = 0.05;
const PAD_STIFFNESS: f64 = 0.4;
/// Where fingers stop, as shares of the travel: pressed on a cube, on each other, fully open.
const STOP_ON_CUBE: f64 = -0.05;
const STOP_ON_FINGERS: f64 = -0.25;
const STOP_OPEN: f64 = 1.05;

/// The driven side of one motor.
#[derive(Debug, Clone)]
pub(crate) struct JointBody {
    /// Driven side of the play, in degrees of the motor.
    driven: f64,
    /// Degrees of the motor for a radian of the joint.
    ratio: f64,
    /// The joint's position when the motor counts zero and nothing has skipped, radians.
    position_at_zero: f64,
    /// Half of the play, in degrees of the motor.
    play: f64,
    /// Share of its way that the joint loses under load, because its gears slip.
    creep: f64,
    /// Friction as a multiple of the usual.
    friction: f64,
    /// The same of what it holds.
    held_friction: f64,
    /// Stiffness of the pads, as a multiple of the usual.
    pad_stiffness: f64,
    /// Torque to the neutral position, N m for each radian away from there.
    cable_pull: f64,
    /// The motor does not turn any more.
    pub is_stuck: bool,
}

impl JointBody {
    /// A joint at a position (radians) while its motor counts zero; `share` (-1 to 1) is where in its
    /// play it hangs, `friction` a multiple of the usual.
    pub fn new(position: f64, ratio: f64, play: f64, share: f64, creep: f64, friction: f64) -> JointBody {
        let driven = share * play;
        JointBody {
            driven,
            ratio,
            position_at_zero: position,
            play,
            creep,
            friction,
            held_friction: friction,
            pad_stiffness: 1.0,
            cable_pull: 0.0,
            is_stuck: false,
        }
    }

    /// The same joint of a drawn rig.
    pub fn of(self, rig: &DrawnRig, joint: &DrawnJoint) -> JointBody {
        JointBody {
            held_friction: self.friction * rig.layer_friction,
            pad_stiffness: rig.pad_stiffness,
            cable_pull: joint.cable_pull,
            ..self
        }
    }

    /// Position of the joint, radians.
    pub fn position(&self) -> f64 {
        self.position_at_zero + self.driven / self.ratio
    }

    /// The motor has moved: the joint follows where it is pushed, under load a little less far.
    pub fn follow(&mut self, motor: &Motor, is_loaded: bool) {
        let degrees = motor.angle().to_degrees();
        let before = self.driven;
        self.driven = self.driven.max(degrees - self.play).min(degrees + self.play);
        if is_loaded {
            self.position_at_zero -= self.creep * (self.driven - before) / self.ratio;
        }
    }

    /// Something stands in the way at a position: joint and motor stop there.
    pub fn stop_at(&mut self, position: f64, motor: &mut Motor) {
        self.driven = self.motor_degrees(position);
        let degrees = motor.angle().to_degrees();
        motor.stop_at(degrees.clamp(self.driven - self.play, self.driven + self.play).to_radians());
    }

    /// A gear skips: the joint jumps by an angle (radians) while the motor stands still.
    pub fn skip(&mut self, angle: f64) {
        self.position_at_zero += angle;
    }

    fn motor_degrees(&self, position: f64) -> f64 {
        (position - self.position_at_zero) * self.ratio
    }

    /// What joint and cube do to the motor. Torques at the joint reach it divided by the gears' ratio,
    /// inertia by its square.
    pub fn load(&self, joint: Joint, motor: &Motor, mechanics: &Mechanics) -> Load {
        if self.is_stuck {
            return Load { stops: (motor.angle(), motor.angle()), ..Load::default() };
        }
        let ratio = self.ratio.to_radians().abs();
        let inertia = INERTIA / ratio.powi(2);
        match joint.kind {
            JointKind::Wrist => {
                let friction = if mechanics.turns_layer(joint.arm) {
                    self.held_friction * LAYER_FRICTION
                } else if mechanics.grips(joint.arm) {
                    self.held_friction * CUBE_FRICTION
                } else {
                    self.friction * WRIST_FRICTION
                };
                let push = -self.cable_pull * self.position() / self.ratio.to_radians();
                Load { friction: friction / ratio, push, inertia, ..Load::default() }
            }
            JointKind::Grip => {
                let open = mechanics.open_angle();
                let pressed = mechanics.grips(joint.arm);
                let depth = (PAD_SHARE * open - self.position()).max(0.0);
                let push = if pressed { self.pad_stiffness * PAD_STIFFNESS * depth / ratio } else { 0.0 };
                let closed = if mechanics.cube.is_some() { STOP_ON_CUBE } else { STOP_ON_FINGERS };
                let ends = [closed, STOP_OPEN].map(|share| self.motor_degrees(share * open));
                let stops =
                    ((ends[0].min(ends[1]) - self.play).to_radians(), (ends[0].max(ends[1]) + self.play).to_radians());
                let push = push * self.ratio.signum();
                Load { friction: self.friction * GRIP_FRICTION / ratio, push, inertia, stops }
            }
        }
    }
}
