//! SETOUTPUTSTATE: drives a motor, or all three.

use super::{Command, Opcode, exactly};
use crate::{OutputMode, PortSelection, Power, Regulation, RunState, Status};

/// Drives the chosen motors.
///
/// Mind two traps of the firmware: at the tacho limit the motor goes idle and coasts on, and the next
/// limit counts from the previous *target*, not from where the motor stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetOutputState {
    /// Which motors.
    pub ports: PortSelection,
    /// Power, percent.
    pub power: Power,
    /// Mode bits.
    pub mode: OutputMode,
    /// What the firmware regulates.
    pub regulation: Regulation,
    /// Turn ratio of synchronised motors, -100 to 100.
    pub turn_ratio: i8,
    /// Run state.
    pub run_state: RunState,
    /// Degrees of the motor after which it goes idle; 0 is forever.
    pub tacho_limit: u32,
}

impl SetOutputState {
    /// Drives a motor at a power, forever, braking between pulses: what a position loop sends.
    /// Power 0 holds it by its brake.
    pub fn braked(port: crate::Port, power: Power) -> SetOutputState {
        SetOutputState {
            ports: PortSelection::One(port),
            power,
            mode: OutputMode::BRAKE,
            regulation: Regulation::Idle,
            turn_ratio: 0,
            run_state: RunState::Running,
            tacho_limit: 0,
        }
    }

    /// Lets a motor turn freely.
    pub fn released(port: crate::Port) -> SetOutputState {
        SetOutputState {
            ports: PortSelection::One(port),
            power: Power::ZERO,
            mode: OutputMode::default(),
            regulation: Regulation::Idle,
            turn_ratio: 0,
            run_state: RunState::Idle,
            tacho_limit: 0,
        }
    }
}

impl Command for SetOutputState {
    const OPCODE: Opcode = Opcode::SetOutputState;
    const REPEATABLE: bool = false;
    type Reply = ();

    fn encode_body(&self, packet: &mut Vec<u8>) {
        packet.extend_from_slice(&[
            self.ports.code(),
            self.power.percent() as u8,
            self.mode.bits(),
            self.regulation as u8,
            self.turn_ratio as u8,
            self.run_state as u8,
        ]);
        packet.extend_from_slice(&self.tacho_limit.to_le_bytes());
    }

    fn decode_body(body: &[u8]) -> Result<Self, Status> {
        // The firmware's own documents give the limit five bytes, the fifth unused; some hosts send it.
        let body = match body.len() {
            11 => &body[..10],
            _ => body,
        };
        let [ports, power, mode, regulation, ratio, run_state, l0, l1, l2, l3] = exactly(body)?;
        let turn_ratio = ratio as i8;
        if !(-100..=100).contains(&turn_ratio) {
            return Err(Status::OUT_OF_RANGE);
        }
        Ok(SetOutputState {
            ports: PortSelection::from_code(ports)?,
            power: Power::new(power as i8).map_err(|_| Status::OUT_OF_RANGE)?,
            mode: OutputMode::from_bits(mode)?,
            regulation: Regulation::from_code(regulation)?,
            turn_ratio,
            run_state: RunState::from_code(run_state)?,
            tacho_limit: u32::from_le_bytes([l0, l1, l2, l3]),
        })
    }
}
