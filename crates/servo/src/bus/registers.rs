//! Registers of the STS3215 that the driver uses, and what they mean.
//!
//! The source is the table of the crate [rustypot](https://github.com/pollen-robotics/rustypot) (`src/servo/feetech/sts3215.rs`,
//! version 1.13.1), compared with Feetech's own memory table as the crate `st3215` (0.0.2, `build.rs`) prints it. Two bytes are a
//! number with the lower byte first. Positions and speeds have their sign in bit 15, loads in bit 10.

use std::f64::consts::TAU;

use super::Alarms;

/// Torque: 1 holds the goal position, 0 lets go.
pub const TORQUE_ENABLE: u8 = 40;
/// Two bytes: where to be.
pub const GOAL_POSITION: u8 = 42;
/// Two bytes: the most output, in thousandths.
pub const TORQUE_LIMIT: u8 = 48;
/// Two bytes: where it is. Speed, load, voltage, temperature, a flag of other instructions, and alarms follow.
pub const PRESENT_POSITION: u8 = 56;

/// The registers that are read at once: what the driver has written comes back, so a write that was lost is noticed.
pub const READ: std::ops::Range<u8> = TORQUE_ENABLE..67;

/// Steps of a turn.
pub const STEPS: f64 = 4096.0;
/// The middle, where the joint is at 0.
pub const MIDDLE: f64 = 2048.0;
const SIGN: u16 = 1 << 15;
const LOAD_SIGN: u16 = 1 << 10;

/// The register's value of a position, radians of the servo from its middle: within one turn.
pub fn position_to_steps(radians: f64) -> u16 {
    (MIDDLE + radians / TAU * STEPS).round().clamp(0.0, STEPS - 1.0) as u16
}

/// A number with its sign in one bit.
pub fn signed(raw: u16, sign: u16) -> f64 {
    let size = f64::from(raw & (sign - 1));
    if raw & sign == 0 { size } else { -size }
}

/// What a servo reports of itself. Angles are in radians of the servo from its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Whether it holds its goal.
    pub torque: bool,
    /// Where it is to be.
    pub goal: f64,
    /// Its most output, thousandths.
    pub torque_limit: u16,
    /// Where it is.
    pub position: f64,
    /// How fast, radians a second.
    pub speed: f64,
    /// Its output as a share of the most that there is, -1 to 1.
    pub load: f64,
    /// Its supply.
    pub volts: f64,
    /// Its temperature, degrees Celsius.
    pub celsius: u8,
    /// What is wrong with it.
    pub alarms: Alarms,
}

impl Reading {
    /// Reads the registers [`READ`]; `None` where there are others.
    pub fn decode(registers: &[u8]) -> Option<Reading> {
        if registers.len() != READ.len() {
            return None;
        }
        let byte = |address: u8| registers[usize::from(address - READ.start)];
        let word = |address: u8| u16::from_le_bytes([byte(address), byte(address + 1)]);
        let angle = |steps: f64| steps / STEPS * TAU;
        Some(Reading {
            torque: byte(TORQUE_ENABLE) == 1,
            goal: angle(signed(word(GOAL_POSITION), SIGN) - MIDDLE),
            torque_limit: word(TORQUE_LIMIT),
            position: angle(signed(word(PRESENT_POSITION), SIGN) - MIDDLE),
            speed: angle(signed(word(PRESENT_POSITION + 2), SIGN)),
            load: signed(word(PRESENT_POSITION + 4), LOAD_SIGN) / 1000.0,
            volts: f64::from(byte(PRESENT_POSITION + 6)) / 10.0,
            celsius: byte(PRESENT_POSITION + 7),
            alarms: Alarms(byte(PRESENT_POSITION + 9)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_read_with_their_signs() {
        let mut registers = [0; READ.end as usize];
        registers[40] = 1;
        registers[48..50].copy_from_slice(&600u16.to_le_bytes());
        registers[56..58].copy_from_slice(&3072u16.to_le_bytes());
        registers[58..60].copy_from_slice(&(0x8000u16 | 1024).to_le_bytes());
        registers[60..62].copy_from_slice(&(0x400u16 | 250).to_le_bytes());
        registers[62] = 74;
        registers[63] = 41;
        registers[65] = 0x20;
        let reading = Reading::decode(&registers[40..]).expect("whole");
        assert!((reading.position - TAU / 4.0).abs() < 1e-12 && (reading.speed + TAU / 4.0).abs() < 1e-12);
        assert_eq!((reading.load, reading.volts, reading.celsius), (-0.25, 7.4, 41));
        assert_eq!((reading.torque, reading.torque_limit, reading.alarms), (true, 600, Alarms::OVERLOAD));
        assert_eq!(Reading::decode(&registers[41..]), None);
    }

    #[test]
    fn positions_stay_within_a_turn() {
        assert_eq!(position_to_steps(0.0), 2048);
        assert_eq!(position_to_steps(-TAU / 4.0), 1024);
        assert_eq!([position_to_steps(9.0), position_to_steps(-9.0)], [4095, 0]);
    }
}
