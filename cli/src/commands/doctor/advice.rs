//! What to do about a brick that does not answer, and about a motor that does not go where it is sent.

use brick::bringup::SwingError;
use brick::{Address, BrickName, Error, OpenFailure, Port};
use rig::{Joint, JointKind};

use super::finding::{Finding, joint_name};

/// A motor of a wrist that stops nearer than this to its start, degrees, may be that of a claw, whose fingers meet.
const CLAW_ENDS: f64 = 45.0;

/// A brick that could not be spoken to.
pub fn silent(name: BrickName, address: &Address, error: &Error) -> Finding {
    let advice = match error {
        Error::Connect { failure, .. } => unopened(address, *failure),
        _ => {
            "The address is open but no brick answers there. A brick that runs a program of leJOS does not: the drivers need LEGO's firmware. Else end other programs that use the brick, and switch the brick off and on."
        }
    };
    Finding::ok(name, "answers", error.to_string()).wrong(advice)
}

fn unopened(address: &Address, failure: OpenFailure) -> &'static str {
    match (address, failure) {
        (_, OpenFailure::Busy) => "Another program uses the brick: end that program.",
        (Address::Tcp { .. }, OpenFailure::Refused) => {
            "Nothing listens there: start the bridge or the simulated bricks, and compare host and port."
        }
        (Address::Tcp { .. }, _) => "Compare host and port, and look whether the network leads there.",
        (Address::Serial { .. }, OpenFailure::Absent) => {
            "There is no such device: compare its name, and bind the brick to it with `sudo rfcomm bind`."
        }
        (Address::Serial { .. }, OpenFailure::NotAllowed) => {
            "Your user may not open the device: add the user to the group dialout, and log in again."
        }
        (Address::Serial { .. }, _) => {
            "Look whether the device is the one that the brick is bound to, and whether the brick is on and paired."
        }
        (Address::Rfcomm { .. }, OpenFailure::NoBluetooth) => {
            "This computer has no Bluetooth: plug in an adapter, and look whether the kernel has its driver and the module rfcomm."
        }
        (Address::Rfcomm { .. }, _) => {
            "Switch the brick on, pair it with this computer, and compare the address with the one that the brick shows."
        }
    }
}

/// What to do about a motor that did not get where it was sent.
pub fn trouble(name: BrickName, port: Port, joint: Joint, trouble: &SwingError) -> String {
    let this = joint_name(joint);
    match trouble {
        SwingError::Still => format!(
            "Look whether the cable of {this} is in port {port} of {name} and in its motor, and whether its gears turn by hand."
        ),
        SwingError::Backwards { .. } => format!(
            "The encoder of {this} counts the wrong way round: use an unchanged cable and an NXT motor at port {port}."
        ),
        SwingError::Stopped { at, .. }
            if joint.kind == JointKind::Wrist && *at < 0.0 && -at < CLAW_ENDS =>
        {
            let other = BrickName::ALL
                .into_iter()
                .find(|other| other.pair() == name.pair() && other.clamps());
            let other = other.map_or("the other brick", BrickName::name);
            format!(
                "A claw stops there, whose fingers meet: are the addresses or the cables of {name} and {other} swapped?"
            )
        }
        SwingError::Missed { .. } => format!(
            "The motor of {this} turns freely and does not stop in time: look whether its gears slip, and bring the brick nearer when its link is slow."
        ),
        SwingError::Stopped { .. } => format!(
            "Something is in the way of {this}, or it did not start closed and neutral: free it, put it back and begin again."
        ),
        SwingError::Brick(_) => "The link broke while the joint moved; the brick lets go of the motor by itself. See that it stays near, and begin again.".to_owned(),
    }
}
