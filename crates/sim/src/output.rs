//! The firmware's side of one motor port: set points, tacho limits, slow regulation, and their traps.

use crate::motor::Drive;
use brick::command::SetOutputState;
use brick::{OutputMode, OutputReading, Port, Power, Regulation, RunState};

/// State of a motor port as the firmware keeps it.
#[derive(Debug, Clone)]
pub struct Output {
    port: Port,
    power: Power,
    mode: OutputMode,
    regulation: Regulation,
    turn_ratio: i8,
    run_state: RunState,
    tacho_limit: u32,
    /// Count at which the movement under way ends, and the count it was set at.
    target: Option<i64>,
    movement_origin: i64,
    block_origin: i64,
    rotation_origin: i64,
    /// Power that regulation has arrived at, percent.
    regulated: f64,
    count_at_regulation: i64,
    next_regulation: f64,
}

impl Output {
    /// The firmware regulates this often, seconds: a 90 degree turn sees about one correction.
    const REGULATION_PERIOD: f64 = 0.1;
    /// Degrees a second that the firmware takes for one percent of power when it regulates speed.
    const SPEED_PER_PERCENT: f64 = 9.0;

    /// A port that does nothing.
    pub fn new(port: Port) -> Output {
        Output {
            port,
            power: Power::ZERO,
            mode: OutputMode::default(),
            regulation: Regulation::Idle,
            turn_ratio: 0,
            run_state: RunState::Idle,
            tacho_limit: 0,
            target: None,
            movement_origin: 0,
            block_origin: 0,
            rotation_origin: 0,
            regulated: 0.0,
            count_at_regulation: 0,
            next_regulation: 0.0,
        }
    }

    /// Carries out SETOUTPUTSTATE while the encoder stands at `count`.
    pub fn set(&mut self, command: &SetOutputState, count: i64, now: f64) {
        // The trap: a limit counts from the previous target, so what the motor coasted past it, or was
        // pushed by hand, is taken out of the next movement.
        let from = self.target.unwrap_or(count);
        self.target = match command.tacho_limit {
            0 => None,
            limit => Some(from + i64::from(limit) * i64::from(command.power.percent().signum())),
        };
        self.block_origin = from;
        self.movement_origin = count;
        self.power = command.power;
        self.mode = command.mode;
        self.regulation = command.regulation;
        self.turn_ratio = command.turn_ratio;
        self.run_state = command.run_state;
        self.tacho_limit = command.tacho_limit;
        self.regulated = f64::from(command.power.percent());
        self.count_at_regulation = count;
        self.next_regulation = now + Self::REGULATION_PERIOD;
    }

    /// Carries out RESETMOTORPOSITION while the encoder stands at `count`. The relative one zeroes the
    /// count to run as well: a movement under way ends here, and the next limit counts from here.
    pub fn reset(&mut self, relative: bool, count: i64) {
        if relative {
            self.block_origin = count;
            self.target = self.target.map(|_| count);
        } else {
            self.rotation_origin = count;
        }
    }

    /// Stops as the firmware does when the brick falls asleep.
    pub fn release(&mut self, count: i64) {
        *self =
            Output { rotation_origin: count, movement_origin: count, block_origin: count, ..Output::new(self.port) };
    }

    /// What GETOUTPUTSTATE answers.
    pub fn reading(&self, count: i64) -> OutputReading {
        // Counts wrap after 5 965 232 turns of the hub, as they do on the brick.
        OutputReading {
            port: self.port,
            power: self.power,
            mode: self.mode,
            regulation: self.regulation,
            turn_ratio: self.turn_ratio,
            run_state: self.run_state,
            tacho_limit: self.tacho_limit,
            tacho: (count - self.movement_origin) as i32,
            block_tacho: (count - self.block_origin) as i32,
            rotation: (count - self.rotation_origin) as i32,
        }
    }

    /// Whether the motor is neither driven nor braked.
    pub fn is_free(&self) -> bool {
        !self.mode.on || self.run_state == RunState::Idle
    }

    /// Whether the motor is braked and not driven.
    pub fn is_braked(&self) -> bool {
        !self.is_free() && self.mode.brake && self.power == Power::ZERO
    }

    /// Whether the port is one of a pair that the firmware keeps in step.
    pub fn synchronised(&self) -> bool {
        self.mode.on && self.mode.regulated && self.regulation == Regulation::Sync
    }

    /// Counts since the movement was set; what synchronised ports compare.
    pub fn progress(&self, count: i64) -> i64 {
        count - self.movement_origin
    }

    /// One tick of the firmware: how the motor is driven now. `lead` is by how many counts this port is
    /// ahead of the one it is synchronised with.
    pub fn drive(&mut self, count: i64, now: f64, lead: i64) -> Drive {
        let percent = f64::from(self.power.percent());
        if let Some(target) = self.target
            && self.run_state != RunState::Idle
            && (count - target) * i64::from(self.power.percent().signum()) >= 0
        {
            // At the limit the motor goes idle: it is not braked and coasts on.
            self.run_state = RunState::Idle;
            self.mode.on = false;
        }
        if self.is_free() {
            return Drive::Coast;
        }
        if self.mode.regulated && now >= self.next_regulation {
            self.regulate(count, percent, lead);
            self.next_regulation += Self::REGULATION_PERIOD;
        }
        let set_point = if self.mode.regulated { self.regulated } else { percent };
        let duty = set_point / 100.0 * self.ramp(count);
        if self.mode.brake { Drive::Braked(duty) } else { Drive::Floating(duty) }
    }

    fn regulate(&mut self, count: i64, percent: f64, lead: i64) {
        match self.regulation {
            Regulation::Idle => {}
            Regulation::Speed => {
                let speed = (count - self.count_at_regulation) as f64 / Self::REGULATION_PERIOD;
                self.regulated += 0.5 * (percent - speed / Self::SPEED_PER_PERCENT);
                self.count_at_regulation = count;
            }
            Regulation::Sync => self.regulated = percent - (lead as f64).clamp(-50.0, 50.0) * percent.signum(),
        }
        self.regulated = self.regulated.clamp(-100.0, 100.0);
    }

    /// Share of the set point that a ramp lets through now.
    fn ramp(&self, count: i64) -> f64 {
        let Some(target) = self.target else {
            return 1.0;
        };
        let whole = (target - self.movement_origin).abs().max(1) as f64;
        let done = ((count - self.movement_origin).abs() as f64 / whole).clamp(0.0, 1.0);
        match self.run_state {
            RunState::RampUp => done.max(0.15),
            RunState::RampDown => (1.0 - done).max(0.15),
            RunState::Idle | RunState::Running => 1.0,
        }
    }
}
