//! Byte streams to a brick, chosen by name: `tcp:host:port`, `serial:/dev/…`, `rfcomm:AA:BB:CC:DD:EE:FF/1`.

mod failure;
mod rfcomm;

pub use failure::OpenFailure;

use crate::Error;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_serial::SerialPortBuilderExt;

/// What every transport gives: a stream of bytes both ways.
pub trait ByteStream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> ByteStream for S {}

/// Address of a Bluetooth device, written with colons, most significant byte first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BluetoothAddress(pub [u8; 6]);

/// Where a brick is and what leads there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Address {
    /// `tcp:host:port`, as the simulated rig and network bridges listen.
    Tcp {
        /// Host name or IP address.
        host: String,
        /// Port number.
        port: u16,
    },
    /// `serial:/dev/rfcomm0`: a device that the system has bound to the brick.
    Serial {
        /// Path of the device.
        path: String,
    },
    /// `rfcomm:00:16:53:01:02:03` or with `/1`: straight over Bluetooth (Linux).
    Rfcomm {
        /// The brick's Bluetooth address.
        address: BluetoothAddress,
        /// RFCOMM channel; bricks listen on 1.
        channel: u8,
    },
}

impl Address {
    /// Opens the stream.
    ///
    /// Errors: [`Error::Connect`], naming the address, when the device refuses, is absent, or does
    /// not answer within `patience`.
    pub async fn connect(&self, patience: Duration) -> Result<Box<dyn ByteStream>, Error> {
        // The baud rate is without meaning on a Bluetooth serial device.
        self.connect_at(115_200, patience).await
    }

    /// The same, with a baud rate for a serial device.
    ///
    /// Errors: as [`Address::connect`].
    pub async fn connect_at(&self, baud: u32, patience: Duration) -> Result<Box<dyn ByteStream>, Error> {
        let opened = tokio::time::timeout(patience, self.open(baud)).await;
        let (failure, reason) = match opened {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => (OpenFailure::of(self, &error), error.to_string()),
            Err(_) => {
                let reason = format!("no answer within {} ms", patience.as_millis());
                (OpenFailure::NoAnswer, reason)
            }
        };
        Err(Error::Connect { device: self.to_string(), failure, reason })
    }

    async fn open(&self, baud: u32) -> std::io::Result<Box<dyn ByteStream>> {
        match self {
            Address::Tcp { host, port } => {
                let stream = tokio::net::TcpStream::connect((host.as_str(), *port)).await?;
                // Packets are tiny and each one matters now: never wait to fill a segment.
                stream.set_nodelay(true)?;
                Ok(Box::new(stream))
            }
            Address::Serial { path } => {
                let stream = tokio_serial::new(path.as_str(), baud).open_native_async()?;
                Ok(Box::new(stream))
            }
            Address::Rfcomm { address, channel } => rfcomm::connect(*address, *channel).await,
        }
    }
}

impl fmt::Display for BluetoothAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e, f] = self.0;
        write!(formatter, "{a:02X}:{b:02X}:{c:02X}:{d:02X}:{e:02X}:{f:02X}")
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Tcp { host, port } if host.contains(':') => {
                write!(formatter, "tcp:[{host}]:{port}")
            }
            Address::Tcp { host, port } => write!(formatter, "tcp:{host}:{port}"),
            Address::Serial { path } => write!(formatter, "serial:{path}"),
            Address::Rfcomm { address, channel } => write!(formatter, "rfcomm:{address}/{channel}"),
        }
    }
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(text: &str) -> Result<Address, Error> {
        let bad = |reason: &str| Error::BadAddress { text: text.to_owned(), reason: reason.to_owned() };
        let (kind, rest) =
            text.split_once(':').ok_or_else(|| bad("it should start with `tcp:`, `serial:` or `rfcomm:`"))?;
        match kind {
            "tcp" => parse_tcp(rest).map_err(bad),
            "serial" if rest.is_empty() => Err(bad("the path of the device is missing")),
            "serial" => Ok(Address::Serial { path: rest.to_owned() }),
            "rfcomm" => parse_rfcomm(rest).map_err(bad),
            _ => Err(bad("it should start with `tcp:`, `serial:` or `rfcomm:`")),
        }
    }
}

fn parse_tcp(rest: &str) -> Result<Address, &'static str> {
    let (host, port) = rest.rsplit_once(':').ok_or("it should read tcp:host:port")?;
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    if host.is_empty() {
        return Err("the host is missing");
    }
    match port.parse() {
        Ok(port) if port != 0 => Ok(Address::Tcp { host: host.to_owned(), port }),
        _ => Err("the port should be a number from 1 to 65535"),
    }
}

fn parse_rfcomm(rest: &str) -> Result<Address, &'static str> {
    let (address, channel) = rest.split_once('/').unwrap_or((rest, "1"));
    let channel = match channel.parse() {
        Ok(channel @ 1..=30) => channel,
        _ => return Err("the RFCOMM channel should be a number from 1 to 30"),
    };
    let mut bytes = [0; 6];
    let mut parts = address.split(':');
    for byte in &mut bytes {
        *byte = parts
            .next()
            .filter(|part| part.len() == 2 && part.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|part| u8::from_str_radix(part, 16).ok())
            .ok_or("the Bluetooth address should be six pairs of hexadecimal digits with colons between")?;
    }
    if parts.next().is_some() {
        return Err("the Bluetooth address has more than six parts");
    }
    Ok(Address::Rfcomm { address: BluetoothAddress(bytes), channel })
}
