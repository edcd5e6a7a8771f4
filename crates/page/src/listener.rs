//! Takes connections, encrypts them, and bounds how many there are and how long they take.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use crate::{Limits, Tls};

/// Bytes of the head of a request.
const LONGEST_HEAD: usize = 16 << 10;
/// After a failure to accept, such as too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// Takes connections until it is aborted; all that are not yet pages end with it.
pub(crate) async fn accept(
    listener: TcpListener,
    tls: Option<Tls>,
    router: Router,
    limits: Limits,
) {
    let acceptor = tls.map(|tls| TlsAcceptor::from(tls.config));
    let room = Arc::new(Semaphore::new(limits.connections));
    let mut connections = JoinSet::new();
    loop {
        while connections.try_join_next().is_some() {}
        let Ok(place) = room.clone().acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let (acceptor, router) = (acceptor.clone(), router.clone());
        connections.spawn(async move {
            let _place = place;
            // What goes wrong with a connection is its client's matter.
            let _ = timeout(limits.connection, talk(stream, acceptor, router, limits)).await;
        });
    }
}

async fn talk(
    stream: TcpStream,
    acceptor: Option<TlsAcceptor>,
    router: Router,
    limits: Limits,
) -> io::Result<()> {
    // Each message is written as a whole: waiting for more of it would only delay it.
    stream.set_nodelay(true)?;
    match acceptor {
        None => answer(stream, router, limits).await,
        Some(acceptor) => {
            let stream = timeout(limits.head, acceptor.accept(stream)).await??;
            answer(stream, router, limits).await
        }
    }
}

async fn answer(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    router: Router,
    limits: Limits,
) -> io::Result<()> {
    let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(LONGEST_HEAD);
    builder
        .serve_connection_with_upgrades(TokioIo::new(stream), TowerToHyperService::new(router))
        .await
        .map_err(io::Error::other)
}
