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
            "The address is open but no brick answers there. A brick with leJOS does not answer: the drivers need LEGO's firmware. Otherwise end other programs that use the brick, and switch it off and on."
        }
    };
    Finding::ok(name, "answers", error.to_string()).wrong(advice)
}

fn unopened(address: &Address, failure: OpenFailure) -> &'static str {
    match (address, failure) {
        (_, OpenFailure::Busy) => "Another program uses the brick: end that program.",
        (Address::Tcp { .. }, OpenFailure::Refused) => {
            "Nothing listens there: start the bridge or the simulated bricks, and check host and port."
        }
        (Address::Tcp { .. }, _) => "Check host and port, and check that the network reaches this host.",
        (Address::Serial { .. }, OpenFailure::Absent) => {
            "There is no such device: check its name, and bind the brick to it with `sudo rfcomm bind`."
        }
        (Address::Serial { .. }, OpenFailure::NotAllowed) => {
            "Your user may not open the device: add the user to the group dialout, and log in again."
        }
        (Address::Serial { .. }, _) => {
            "Check that the brick is bound to this device, that it is on, and that it is paired."
        }
        (Address::Rfcomm { .. }, OpenFailure::NoBluetooth) => {
            "This computer has no Bluetooth: plug in an adapter, and check that the kernel has its driver and the module rfcomm."
        }
        (Address::Rfcomm { .. }, _) => {
            "Switch the brick on, pair it with this computer, and check the address against the one that the brick shows."
        }
    }
}

/// What to do about a motor that did not get where it was sent.
pub fn missed_swing(name: BrickName, port: Port, joint: Joint, error: &SwingError) -> String {
    let this = joint_name(joint);
    match error {
        SwingError::Still => format!(
            "Check that the cable of {this} is in port {port} of {name} and in its motor. Check that its gears turn by hand."
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
            "The motor of {this} turns freely and stops too late: check that its gears do not slip. If the link is slow, bring the brick nearer."
        ),
        SwingError::Stopped { .. } => format!(
            "Something is in the way of {this}, or it did not start closed and neutral: free it, put it back and start again."
        ),
        SwingError::Brick(_) => "The link broke while the joint moved; the brick releases the motor by itself. Keep the brick near, and start again.".to_owned(),
    }
}
