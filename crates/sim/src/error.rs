//! What can be wrong with an order to the simulator, or with its ports.

use crate::Wire;

/// Error of the crate.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no fault of that name.
    #[error("{} is not a fault; the faults are {}", cube::outside::quoted(name), known_faults())]
    UnknownFault {
        /// The name as given.
        name: String,
    },
    /// The fault cannot strike that.
    #[error("fault {fault} cannot strike `{target}`; {wants}")]
    BadTarget {
        /// The fault.
        fault: &'static str,
        /// The target as given.
        target: String,
        /// What it takes.
        wants: String,
    },
    /// The amount is out of range.
    #[error("the amount of fault {fault} is {amount}, but must lie between {least} and {most}")]
    BadAmount {
        /// The fault.
        fault: &'static str,
        /// The amount as given.
        amount: f64,
        /// Smallest amount.
        least: f64,
        /// Greatest amount.
        most: f64,
    },
    /// The port of a brick, or of the bus, cannot be opened.
    #[error(
        "cannot listen on {address}:{port} for {wire}; if another rig_sim is running, set another 'port_base': {reason}"
    )]
    Listen {
        /// The address.
        address: String,
        /// The port.
        port: u16,
        /// What the port belongs to.
        wire: Wire,
        /// The error of the system.
        reason: String,
    },
}

fn known_faults() -> String {
    crate::fault::FAULTS.map(|fault| fault.name).join(", ")
}
