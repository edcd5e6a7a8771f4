//! The controller's model of the motor: first-order speed with friction.

/// Friction of a motor without current as a share of that under power: its gears carry no load.
const UNPOWERED: f64 = 0.8;

/// A motor under power: its speed tends, with one time constant, to a value linear in power minus
/// friction. Three numbers that a step response shows directly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotorModel {
    /// Speed in degrees a second per percent of power beyond friction, with 9 V.
    pub speed_per_percent: f64,
    /// Power in percent that friction eats, before anything is learnt of it.
    pub friction_percent: f64,
    /// Time constant of the speed in seconds, driven or braked alike (a braked motor is shorted).
    pub time_constant: f64,
}

impl Default for MotorModel {
    /// An NXT motor: 170 rpm unloaded at full power, some gears behind it. The time constant is that of its step responses;
    /// the often copied rotor inertia of 1e-5 kg m² would mean 0.4 ms.
    fn default() -> MotorModel {
        MotorModel { speed_per_percent: 10.5, friction_percent: 6.0, time_constant: 0.062 }
    }
}

/// The observer's estimate of the motor.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    /// Degrees of the motor.
    pub degrees: f64,
    /// Degrees a second.
    pub speed: f64,
    /// Power in percent that friction eats, as learnt so far: a load or a weak battery look like friction too.
    pub friction: f64,
}

impl MotorModel {
    /// The same motor on a battery of some voltage (anything below 4 V counts as 4 V: the brick is off then).
    pub fn at_battery(self, volts: f64) -> MotorModel {
        let share = volts.max(4.0) / 9.0;
        MotorModel {
            speed_per_percent: self.speed_per_percent * share,
            friction_percent: self.friction_percent / share,
            ..self
        }
    }

    /// Longest step of the integration, seconds; far below the time constant.
    const STEP: f64 = 0.004;

    /// The estimate after `duration` seconds under constant power (percent).
    pub fn advance(&self, mut estimate: Estimate, power: f64, duration: f64) -> Estimate {
        let steps = (duration / Self::STEP).ceil().max(0.0);
        if steps == 0.0 {
            return estimate;
        }
        let step = duration / steps;
        let decay = (-step / self.time_constant).exp();
        for _ in 0..steps as u32 {
            estimate = self.advance_step(estimate, power, step, decay);
        }
        estimate
    }

    fn advance_step(&self, estimate: Estimate, power: f64, step: f64, decay: f64) -> Estimate {
        let stuck = power.abs() <= estimate.friction;
        if estimate.speed == 0.0 && stuck {
            return estimate;
        }
        let direction = if estimate.speed == 0.0 { power } else { estimate.speed }.signum();
        let final_speed = self.speed_per_percent * (power - estimate.friction * direction);
        let mut speed = final_speed + (estimate.speed - final_speed) * decay;
        if stuck && speed * direction < 0.0 {
            speed = 0.0;
        }
        let degrees = estimate.degrees + (estimate.speed + speed) / 2.0 * step;
        Estimate { degrees, speed, ..estimate }
    }

    /// The estimate after `duration` seconds under a power (percent) that the brick ends where the motor comes to `limit`
    /// degrees. From there it coasts.
    pub fn advance_to_limit(&self, mut estimate: Estimate, power: f64, limit: f64, duration: f64) -> Estimate {
        let mut left = duration;
        while left > 0.0 && (limit - estimate.degrees) * power > 0.0 {
            let mut step = left.min(Self::STEP);
            let is_past = |step| (self.advance(estimate, power, step).degrees - limit) * power >= 0.0;
            if is_past(step) {
                // A motor that starts gains speed in part of a step: 4 ms / 2^6 is near enough.
                let mut short = 0.0;
                for _ in 0..6 {
                    let middle = (short + step) / 2.0;
                    if is_past(middle) {
                        step = middle;
                    } else {
                        short = middle;
                    }
                }
            }
            estimate = self.advance(estimate, power, step);
            left -= step;
        }
        self.coast(estimate, left)
    }

    /// The estimate after `duration` seconds without current: only friction slows the motor. What is learnt of friction does
    /// not count, because it holds for a motor under power and contains all other errors of the model.
    pub fn coast(&self, estimate: Estimate, duration: f64) -> Estimate {
        let slowing = UNPOWERED * self.friction_percent * self.speed_per_percent / self.time_constant;
        let time = duration.min(estimate.speed.abs() / slowing);
        let speed = estimate.speed - (slowing * time).copysign(estimate.speed);
        Estimate { degrees: estimate.degrees + (estimate.speed + speed) / 2.0 * time, speed, ..estimate }
    }

    /// Where the motor comes to rest when it is braked now.
    pub fn rest(&self, estimate: Estimate) -> f64 {
        self.advance(estimate, 0.0, 4.0 * self.time_constant).degrees
    }

    /// Power in percent that reaches `speed` one `interval` later in part, and holds it.
    /// `eagerness` (0 to 1) is how much of the speed error one interval should remove.
    pub fn power_for(&self, estimate: Estimate, speed: f64, interval: f64, eagerness: f64) -> f64 {
        let decay = (-interval.max(0.005) / self.time_constant).exp();
        let boost = eagerness * decay / (1.0 - decay);
        let friction = if speed == 0.0 { 0.0 } else { estimate.friction.copysign(speed) };
        (speed + boost * (speed - estimate.speed)) / self.speed_per_percent + friction
    }

    /// Power, at most `most` percent, which applied for `interval` seconds and followed by the brake
    /// brings the motor to rest at `target` degrees.
    pub fn power_to_rest_at(&self, estimate: Estimate, target: f64, interval: f64, most: f64) -> f64 {
        let rest_after = |power| self.rest(self.advance(estimate, power, interval));
        let (mut low, mut high) = (-most, most);
        // The rest position grows with power, so halving finds it: 2 * 100 % / 2^10 = 0.2 %.
        for _ in 0..10 {
            let middle = (low + high) / 2.0;
            if rest_after(middle) < target {
                low = middle;
            } else {
                high = middle;
            }
        }
        (low + high) / 2.0
    }
}
