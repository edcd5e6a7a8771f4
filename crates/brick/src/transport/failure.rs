//! Why an address could not be opened, as far as that decides what to do about it.

use super::Address;
use std::io;

/// Why an address could not be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OpenFailure {
    /// The system has no Bluetooth.
    NoBluetooth,
    /// There is no such device or host.
    Absent,
    /// The user may not open it.
    NotAllowed,
    /// Another program has it.
    Busy,
    /// Who is there refuses.
    Refused,
    /// Nobody answers.
    NoAnswer,
    /// Anything else; see the error's reason.
    Other,
}

impl OpenFailure {
    /// What an error of the system means for an address.
    pub(super) fn of(address: &Address, error: &io::Error) -> OpenFailure {
        let is_bluetooth = matches!(address, Address::Rfcomm { .. });
        let lacks_sockets = [libc::EAFNOSUPPORT, libc::EPROTONOSUPPORT].map(Some);
        match error.kind() {
            _ if is_bluetooth && lacks_sockets.contains(&error.raw_os_error()) => OpenFailure::NoBluetooth,
            io::ErrorKind::Unsupported if is_bluetooth => OpenFailure::NoBluetooth,
            io::ErrorKind::NotFound => OpenFailure::Absent,
            io::ErrorKind::PermissionDenied => OpenFailure::NotAllowed,
            io::ErrorKind::ResourceBusy => OpenFailure::Busy,
            io::ErrorKind::ConnectionRefused => OpenFailure::Refused,
            io::ErrorKind::TimedOut | io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
                OpenFailure::NoAnswer
            }
            // A Bluetooth device that is off.
            _ if error.raw_os_error() == Some(libc::EHOSTDOWN) => OpenFailure::NoAnswer,
            _ => OpenFailure::Other,
        }
    }
}
