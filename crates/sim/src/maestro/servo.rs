//! One hobby servo: pulses in, a shaft that follows late. It reports nothing.
//!
//! What is not in a data sheet is assumed, and marked so: nobody has measured one for this model.

use std::collections::VecDeque;

use rig::{Channel, JointKind};

use crate::motor::{Drive, Load, Motor, MotorConstants};

/// A DS3218: 0.16 s for 60 degrees and about 1.9 N m at 5 V without load and at stall. Current at stall, friction and inertia are
/// assumed. All as seen at the horn, behind the gears.
const DS3218: MotorConstants = MotorConstants {
    resistance: 2.0,
    back_emf: 0.70,
    torque: 0.76,
    viscous: 0.001,
    coulomb: 0.14,
    stiction: 1.2,
    inertia: 0.006,
};
/// A Hitec HS-311: 0.19 s for 60 degrees and 0.29 N m at 4.8 V. Current at stall, friction and inertia are assumed.
const HS_311: MotorConstants = MotorConstants {
    resistance: 6.4,
    back_emf: 0.70,
    torque: 0.39,
    viscous: 0.0005,
    coulomb: 0.05,
    stiction: 1.2,
    inertia: 0.0018,
};
/// Its own loop: output is full at this error (radians), and less by this share for each rad/s. Assumed.
const FULL_ERROR: f64 = 0.05;
const DAMPING: f64 = 0.14;
/// The least output, that overcomes friction. Assumed.
const STARTING: f64 = 0.05;
/// Microseconds off its pulse that a servo leaves alone: 3 of a DS3218, 5 of an HS-311.
const DEAD_BAND: [f64; 2] = [3.0, 5.0];
/// It is off below this, volts. Assumed.
const OFF_VOLTS: f64 = 3.5;

/// A servo with its motor.
#[derive(Clone, Debug)]
pub struct HobbyServo {
    motor: Motor,
    dead_band: f64,
    /// Microseconds where its motor is at angle 0, and for each radian.
    home: f64,
    per_radian: f64,
    /// Seconds after which it starts.
    delay: f64,
    /// Pulses under way, and when they count.
    coming: VecDeque<(f64, f64)>,
    pulse: Option<f64>,
    is_on: bool,
    /// It is cut off from its channel: no supply, and no pulses.
    pub is_unplugged: bool,
}

impl HobbyServo {
    /// The servo on a channel, mounted as the profile says, whose joint stands so (radians). It starts `delay` seconds late.
    pub fn new(kind: JointKind, channel: &Channel, ratio: f64, radians: f64, delay: f64) -> HobbyServo {
        let [wrist, claw] = DEAD_BAND;
        let (constants, dead_band) = match kind {
            JointKind::Wrist => (DS3218, wrist),
            JointKind::Grip => (HS_311, claw),
        };
        HobbyServo {
            motor: Motor::new(constants),
            dead_band,
            home: channel.pulse(radians),
            per_radian: channel.per_radian / ratio,
            delay,
            coming: VecDeque::new(),
            pulse: None,
            is_on: true,
            is_unplugged: false,
        }
    }

    /// Its motor.
    pub fn motor(&self) -> &Motor {
        &self.motor
    }

    /// Its motor, to be moved from outside.
    pub fn motor_mut(&mut self) -> &mut Motor {
        &mut self.motor
    }

    /// Its horn is mounted this many microseconds from where it was.
    pub fn remount(&mut self, pulse: f64) {
        self.home += pulse;
    }

    /// Whether it turns freely.
    pub fn is_free(&self) -> bool {
        self.pulse.is_none() || !self.is_on || self.is_unplugged
    }

    /// Its channel sends pulses of this many microseconds from `now` on, or none.
    pub fn take(&mut self, now: f64, pulse: Option<f64>) {
        match pulse {
            Some(pulse) => self.coming.push_back((now + self.delay, pulse)),
            None => {
                self.coming.clear();
                self.pulse = None;
            }
        }
    }

    /// Advances by `step` seconds that end at `now`, with this supply and load.
    pub fn step(&mut self, now: f64, step: f64, volts: f64, load: &Load) {
        while let Some(&(due, pulse)) = self.coming.front()
            && due <= now
        {
            self.coming.pop_front();
            self.pulse = Some(pulse);
        }
        self.is_on = OFF_VOLTS <= volts;
        let drive = match self.pulse {
            Some(pulse) if !self.is_free() => Drive::Braked(self.regulate(pulse)),
            _ => Drive::Coast,
        };
        self.motor.step(step, volts, drive, load);
    }

    fn regulate(&self, pulse: f64) -> f64 {
        let error = (pulse - self.home) / self.per_radian - self.motor.angle();
        if (error * self.per_radian).abs() <= self.dead_band && self.motor.speed().abs() < 0.05 {
            return 0.0;
        }
        let wanted = error / FULL_ERROR + STARTING.copysign(error) - DAMPING * self.motor.speed();
        wanted.clamp(-1.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_3;

    /// The data sheets: seconds for 60 degrees without load.
    #[test]
    fn servos_turn_as_fast_as_their_data_sheets_say() {
        for (kind, volts, seconds) in [(JointKind::Wrist, 5.0, 0.16), (JointKind::Grip, 4.8, 0.19)] {
            let channel = Channel { number: 0, zero: 1500.0, per_radian: 400.0, speed: 1.0 };
            let mut servo = HobbyServo::new(kind, &channel, 1.0, 0.0, 0.0);
            servo.take(0.0, Some(2500.0));
            let mut times = [0.0; 2];
            for tick in 1..2000 {
                let now = f64::from(tick) / 1000.0;
                servo.step(now, 0.001, volts, &Load::default());
                for (time, turned) in times.iter_mut().zip([0.6, 0.6 + FRAC_PI_3]) {
                    if *time == 0.0 && turned <= servo.motor().angle() {
                        *time = now;
                    }
                }
            }
            let taken = times[1] - times[0];
            assert!((taken / seconds - 1.0).abs() < 0.1, "{kind:?}: {taken:.3} s for 60 degrees");
            assert!((servo.motor().angle() - 2.5).abs() < 0.02, "{kind:?}: {}", servo.motor().angle());
        }
    }
}
