//! The four bricks, or the bus of servos, as TCP servers: bytes between a socket and the world.

use std::io;
use std::net::TcpListener as StdListener;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::unbounded_channel;
use tokio_util::sync::CancellationToken;

use super::{LiveRig, Order, Warn};
use crate::{Error, Wire};

/// Opens the ports of these wires: `port_base` and those after it, in the order of [`Wire::ALL`]. So a port in use is an error at the
/// start.
///
/// # Errors
/// [`Error::Listen`] with the port that cannot be opened.
pub fn listen(
    address: &str,
    port_base: u16,
    wires: impl IntoIterator<Item = Wire>,
) -> Result<Vec<(Wire, StdListener)>, Error> {
    wires
        .into_iter()
        .map(|wire| {
            let port = port_base.saturating_add(wire.index() as u16);
            let open = || {
                let listener = StdListener::bind((address, port))?;
                listener.set_nonblocking(true)?;
                Ok(listener)
            };
            let listener = open().map_err(|error: io::Error| Error::Listen {
                address: address.into(),
                port,
                wire,
                reason: error.to_string(),
            })?;
            Ok((wire, listener))
        })
        .collect()
}

/// Serves one wire until `stop`. A new host replaces the one before, as on a real link.
///
/// # Errors
/// When the listener cannot be used here.
pub async fn serve(
    wire: Wire,
    listener: StdListener,
    rig: LiveRig,
    warn: Warn,
    stop: CancellationToken,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let mut present = CancellationToken::new();
    while let Some(accepted) = stop.run_until_cancelled(listener.accept()).await {
        match accepted {
            Ok((stream, _)) => {
                present.cancel();
                present = stop.child_token();
                tokio::spawn(talk(wire, stream, rig.clone(), present.clone()));
            }
            Err(error) => {
                warn(format!("{wire} cannot accept a connection: {error}"));
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }
    }
    Ok(())
}

async fn talk(wire: Wire, mut stream: TcpStream, rig: LiveRig, end: CancellationToken) {
    let (sender, mut from_rig) = unbounded_channel();
    rig.order(Order::Connected(wire));
    rig.connect(wire, sender);
    // Packets are tiny and each one matters now. A failure only makes them later.
    let _ = stream.set_nodelay(true);
    let mut buffer = [0; 1024];
    loop {
        tokio::select! {
            () = end.cancelled() => return,
            read = stream.read(&mut buffer) => match read {
                Ok(count) if 0 < count => rig.order(Order::Bytes(wire, buffer[..count].to_vec())),
                // The host has hung up.
                _ => return,
            },
            Some(bytes) = from_rig.recv() => {
                if stream.write_all(&bytes).await.is_err() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_named() {
        let taken = StdListener::bind(("127.0.0.1", 0)).expect("some port is free");
        let port = taken.local_addr().expect("it is bound").port();
        let error = listen("127.0.0.1", port, Wire::ALL).expect_err("it is in use");
        assert!(error.to_string().contains(&port.to_string()), "{error}");
    }
}
