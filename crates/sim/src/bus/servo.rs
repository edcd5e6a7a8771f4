//! One STS3215: registers, its own position loop, limits and protections.
//!
//! What is not in its data sheet is assumed, and marked so: nobody has measured one for this model.

use std::f64::consts::TAU;

use servo::bus::Alarms;
use servo::bus::registers::{GOAL_POSITION, MIDDLE, PRESENT_POSITION, STEPS, TORQUE_ENABLE, TORQUE_LIMIT};

use crate::motor::{Drive, Load, Motor, MotorConstants};

/// Registers that only this emulator uses: acceleration (100 steps/s² each), goal speed (steps a second).
const ID: u8 = 5;
const ACCELERATION: u8 = 41;
const GOAL_SPEED: u8 = 46;
const COUNT: usize = 128;

/// A motor that stalls with 1.91 N m (19.5 kg cm) at 7.4 V and 2.5 A, and turns 45 times a minute without load at 0.18 A: the data
/// sheet. Inertia is assumed: it gives a time constant of 20 ms. All as seen at the horn, behind the gears.
const MOTOR: MotorConstants = MotorConstants {
    resistance: 2.96,
    back_emf: 1.46,
    torque: 0.764,
    viscous: 0.001,
    coulomb: 0.137,
    stiction: 1.2,
    inertia: 0.0075,
};
/// The position loop: the output is full at this error (steps), and less by this share for each rad/s. Assumed.
const FULL_ERROR: f64 = 28.0;
const DAMPING: f64 = 0.25;
/// The least output, that overcomes friction, as the register of the minimum starting force has it. Assumed.
const STARTING: f64 = 0.05;
/// Steps off the goal that it leaves alone.
const DEAD_BAND: f64 = 1.0;
/// More output than this share for this long (seconds) is an overload; then it has only so much output. The factory's settings.
const OVERLOAD: f64 = 0.8;
const OVERLOAD_SECONDS: f64 = 2.0;
const PROTECTED: f64 = 0.2;
/// It lets go above the first, degrees Celsius, and below the second, volts: the factory's settings. It is off below the third, volts:
/// assumed.
const HOTTEST: f64 = 70.0;
const LEAST_VOLTS: f64 = 4.0;
const OFF_VOLTS: f64 = 3.5;
/// Degrees Celsius of the room, for each watt, and seconds of warming up. Assumed.
const ROOM: f64 = 25.0;
const DEGREES_PER_WATT: f64 = 8.0;
const WARMING: f64 = 300.0;

/// A servo with its motor.
#[derive(Clone, Debug)]
pub struct EmulatedServo {
    registers: [u8; COUNT],
    motor: Motor,
    /// Steps at angle 0 of the motor.
    home: f64,
    /// Where its loop wants to be now, steps, and how fast that moves.
    set_point: f64,
    set_speed: f64,
    output: f64,
    overloaded: f64,
    celsius: f64,
    volts: f64,
    /// It is cut off from supply and bus.
    pub is_unplugged: bool,
}

impl EmulatedServo {
    /// A servo with this id, that stands so far from its middle, radians.
    pub fn new(id: u8, radians: f64) -> EmulatedServo {
        let home = MIDDLE + radians / TAU * STEPS;
        let mut servo = EmulatedServo {
            registers: [0; COUNT],
            motor: Motor::new(MOTOR),
            home,
            set_point: home,
            set_speed: 0.0,
            output: 0.0,
            overloaded: 0.0,
            celsius: ROOM,
            volts: super::SUPPLY_VOLTS,
            is_unplugged: false,
        };
        servo.registers[usize::from(ID)] = id;
        servo.reset();
        servo
    }

    /// Its id.
    pub fn id(&self) -> u8 {
        self.registers[usize::from(ID)]
    }

    /// Another servo is mounted in its place, or somebody gives it another id.
    pub fn set_id(&mut self, id: u8) {
        self.registers[usize::from(ID)] = id;
    }

    /// Its horn is mounted so far from where it was, radians.
    pub fn remount(&mut self, radians: f64) {
        self.home += radians / TAU * STEPS;
    }

    /// Its motor.
    pub fn motor(&self) -> &Motor {
        &self.motor
    }

    /// Its motor, to be moved from outside.
    pub fn motor_mut(&mut self) -> &mut Motor {
        &mut self.motor
    }

    /// Whether it has supply and hangs on the bus.
    pub fn is_on(&self) -> bool {
        !self.is_unplugged && OFF_VOLTS <= self.volts
    }

    /// Whether it turns freely.
    pub fn is_free(&self) -> bool {
        self.registers[usize::from(TORQUE_ENABLE)] == 0
    }

    /// Its alarms.
    pub fn alarms(&self) -> u8 {
        self.registers[usize::from(PRESENT_POSITION) + 9]
    }

    /// It begins anew, as after its supply was gone: it holds nothing.
    pub fn reset(&mut self) {
        let id = self.id();
        self.registers = [0; COUNT];
        self.set_id(id);
        self.set_word(TORQUE_LIMIT, 1000);
        (self.overloaded, self.output, self.set_speed) = (0.0, 0.0, 0.0);
        self.show(self.volts);
    }

    /// It has worked too hard for too long.
    pub fn overload(&mut self) {
        self.overloaded = OVERLOAD_SECONDS;
    }

    /// It is as hot as this, degrees Celsius.
    pub fn heat(&mut self, celsius: f64) {
        self.celsius = celsius;
    }

    /// Registers from an address on; nothing where there are none.
    pub fn read(&self, address: u8, count: u8) -> Option<Vec<u8>> {
        let start = usize::from(address);
        self.registers.get(start..start + usize::from(count)).map(<[u8]>::to_vec)
    }

    /// Writes registers from an address on; what is read only stays.
    pub fn write(&mut self, address: u8, values: &[u8]) {
        let writable = usize::from(TORQUE_ENABLE)..usize::from(PRESENT_POSITION);
        for (place, value) in (usize::from(address)..).zip(values) {
            if !self.is_on() || !writable.contains(&place) {
                continue;
            }
            self.registers[place] = *value;
            if place == usize::from(TORQUE_ENABLE) {
                // What it has suffered is forgotten, and it begins from where it is.
                self.overloaded = 0.0;
                (self.set_point, self.set_speed) = (self.steps(), 0.0);
            }
        }
    }

    fn word(&self, address: u8) -> f64 {
        let at = usize::from(address);
        f64::from(u16::from_le_bytes([self.registers[at], self.registers[at + 1]]))
    }

    fn set_word(&mut self, address: u8, value: u16) {
        let at = usize::from(address);
        self.registers[at..at + 2].copy_from_slice(&value.to_le_bytes());
    }

    /// Where its sensor stands.
    fn steps(&self) -> f64 {
        self.home + self.motor.angle() / TAU * STEPS
    }

    /// Advances by `step` seconds with this supply and load.
    pub fn step(&mut self, step: f64, volts: f64, load: &Load) {
        self.volts = volts;
        if !self.is_on() {
            self.reset();
            self.motor.step(step, 0.0, Drive::Coast, load);
            return;
        }
        let is_well = self.celsius < HOTTEST && LEAST_VOLTS <= volts;
        let drive = match self.is_free() || !is_well {
            true => Drive::Coast,
            false => Drive::Braked(self.regulate(step)),
        };
        self.output = if let Drive::Braked(duty) = drive { duty } else { 0.0 };
        self.motor.step(step, volts, drive, load);
        if self.overloaded < OVERLOAD_SECONDS {
            let is_hard = OVERLOAD <= self.output.abs() && self.motor.speed().abs() < 0.1;
            self.overloaded = if is_hard { self.overloaded + step } else { 0.0 };
        }
        let watts = self.motor.current().powi(2) * MOTOR.resistance;
        self.celsius += step / WARMING * (ROOM + DEGREES_PER_WATT * watts - self.celsius);
        self.show(volts);
    }

    /// One tick of its position loop: the output, -1 to 1.
    fn regulate(&mut self, step: f64) -> f64 {
        let goal = self.word(GOAL_POSITION).min(STEPS - 1.0);
        let (speed, acceleration) = (self.word(GOAL_SPEED), f64::from(self.registers[usize::from(ACCELERATION)]));
        let way = goal - self.set_point;
        let mut most = if speed == 0.0 { f64::INFINITY } else { speed };
        if acceleration != 0.0 {
            let acceleration = 100.0 * acceleration;
            most = most.min((2.0 * acceleration * way.abs()).sqrt()).min(self.set_speed + acceleration * step);
        }
        self.set_speed = most.min(way.abs() / step);
        self.set_point += (self.set_speed * step).copysign(way);
        let error = self.set_point - self.steps().floor();
        if error.abs() <= DEAD_BAND && self.motor.speed().abs() < 0.05 {
            return 0.0;
        }
        let limit = match OVERLOAD_SECONDS <= self.overloaded {
            true => PROTECTED,
            false => self.word(TORQUE_LIMIT) / 1000.0,
        };
        let wanted = error / FULL_ERROR + STARTING.copysign(error) - DAMPING * self.motor.speed();
        wanted.clamp(-limit, limit)
    }

    /// Writes down what can be read.
    fn show(&mut self, volts: f64) {
        let sign = |value: f64, bit: u16| if value < 0.0 { bit } else { 0 } | value.abs().round() as u16;
        let position = self.steps().rem_euclid(STEPS).floor();
        let speed = self.motor.speed() / TAU * STEPS;
        let at = PRESENT_POSITION;
        self.set_word(at, position as u16);
        self.set_word(at + 2, sign(speed, 1 << 15));
        self.set_word(at + 4, sign(1000.0 * self.output, 1 << 10));
        let mut alarms = 0;
        for (alarm, rings) in [
            (Alarms::VOLTAGE, volts < LEAST_VOLTS),
            (Alarms::HEAT, HOTTEST <= self.celsius),
            (Alarms::OVERLOAD, OVERLOAD_SECONDS <= self.overloaded),
        ] {
            alarms |= if rings { alarm.0 } else { 0 };
        }
        let at = usize::from(at);
        self.registers[at + 6] = (10.0 * volts).round() as u8;
        self.registers[at + 7] = self.celsius.round() as u8;
        self.registers[at + 9] = alarms;
        self.registers[at + 10] = u8::from(self.motor.speed() != 0.0);
    }
}
