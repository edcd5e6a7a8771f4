//! The four bricks as TCP servers: bytes between a socket and the world.

use std::net::TcpListener as StdListener;
use std::sync::mpsc::Sender;

use anyhow::{Context, Result};
use brick::BrickName;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::unbounded_channel;
use tokio_util::sync::CancellationToken;

use super::node::Order;
use super::world_thread::Telling;
use crate::runtime::Logger;

/// Opens the four ports, so that a port in use is an error at the start.
pub fn listen(address: &str, port_base: i64) -> Result<Vec<(BrickName, StdListener)>> {
    BrickName::ALL
        .into_iter()
        .map(|name| {
            // The parameter's range keeps the sum within 16 bits.
            let port = (port_base as u16) + name.index() as u16;
            let listener = StdListener::bind((address, port)).with_context(|| {
                format!("cannot listen on {address}:{port} for brick {name}; is another rig_sim running? 'port_base' moves this one")
            })?;
            listener.set_nonblocking(true).context("cannot listen without blocking")?;
            Ok((name, listener))
        })
        .collect()
}

/// Serves one brick until the node ends. A new host takes over from the one before, as on a real link.
pub async fn serve(
    name: BrickName,
    listener: StdListener,
    world: Sender<Telling>,
    log: Logger,
    stop: CancellationToken,
) {
    let listener = match TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => return log.error(format!("cannot serve brick {name}: {error}")),
    };
    let mut present = CancellationToken::new();
    while let Some(accepted) = stop.run_until_cancelled(listener.accept()).await {
        match accepted {
            Ok((stream, _)) => {
                present.cancel();
                present = stop.child_token();
                tokio::spawn(talk(name, stream, world.clone(), present.clone()));
            }
            Err(error) => {
                log.warn(format!("brick {name} cannot accept a connection: {error}"));
                tokio::time::sleep(std::time::Duration::from_millis(200)).await;
            }
        }
    }
}

async fn talk(
    name: BrickName,
    mut stream: TcpStream,
    world: Sender<Telling>,
    end: CancellationToken,
) {
    let (sender, mut from_brick) = unbounded_channel();
    // The world's thread ends only with the node.
    let _ = world.send(Telling::Order(Order::Connected(name), None));
    let _ = world.send(Telling::Host(name, sender));
    // Packets are tiny and each one matters now; a failure only makes them later.
    let _ = stream.set_nodelay(true);
    let mut buffer = [0; 1024];
    loop {
        tokio::select! {
            () = end.cancelled() => return,
            read = stream.read(&mut buffer) => match read {
                Ok(count) if 0 < count => {
                    let bytes = buffer[..count].to_vec();
                    let _ = world.send(Telling::Order(Order::Bytes(name, bytes), None));
                }
                // The host has hung up.
                _ => return,
            },
            Some(bytes) = from_brick.recv() => {
                if stream.write_all(&bytes).await.is_err() {
                    return;
                }
            }
        }
    }
}
