//! From the angle of a joint to the degrees of its motor and back.

/// How a motor drives a joint. Positions of the joint are in radians of its own axis, or in the unit of its trajectories.
/// Positions of the motor are in degrees of its hub, counted from where the brick's rotation count was zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gearing {
    /// Degrees of the motor for one radian of the joint; negative when they turn against each other; never 0.
    pub motor_degrees_per_radian: f64,
    /// Where the joint stands, in radians, when the motor counts zero.
    pub position_at_zero: f64,
    /// Half of the play between motor and joint, in degrees of the motor.
    pub backlash_degrees: f64,
}

impl Gearing {
    /// Degrees of the motor at a position of the joint, the play left out.
    pub fn motor_degrees(&self, position: f64) -> f64 {
        (position - self.position_at_zero) * self.motor_degrees_per_radian
    }

    /// Position of the joint at some degrees of the motor, the play left out.
    pub fn position(&self, motor_degrees: f64) -> f64 {
        self.position_at_zero + motor_degrees / self.motor_degrees_per_radian
    }

    /// A speed of the motor in degrees a second as a speed of the joint in radians a second.
    pub fn speed(&self, motor_speed: f64) -> f64 {
        motor_speed / self.motor_degrees_per_radian
    }

    /// Where the driven side of a play stands after the motor moved to `motor_degrees`, when it stood
    /// at `driven_degrees` before: it moves only when it is pushed.
    pub fn push_through_play(&self, driven_degrees: f64, motor_degrees: f64) -> f64 {
        driven_degrees.max(motor_degrees - self.backlash_degrees).min(motor_degrees + self.backlash_degrees)
    }
}
