//! Takes connections, encrypts them, and bounds how many there are and how long they take.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::IpAddr;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use crate::{Limits, Tls};

/// Bytes of the head of a request.
const LONGEST_HEAD: usize = 16 << 10;
/// After a failure to accept, such as too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// Takes connections until it is aborted; all that are not yet pages end with it.
pub(crate) async fn accept(listener: TcpListener, tls: Option<Tls>, router: Router, limits: Limits) {
    let acceptor = tls.map(|tls| TlsAcceptor::from(tls.config));
    let mut visitors = Visitors::default();
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        visitors.make_room(limits.connections);
        let (acceptor, router) = (acceptor.clone(), router.clone());
        visitors.add(peer.ip(), async move {
            // What goes wrong with a connection is its client's matter.
            let _ = timeout(limits.connection, talk(stream, acceptor, router, limits)).await;
        });
    }
}

/// Connections that are not yet pages. A WebSocket has a task of its own, and is none of them.
#[derive(Default)]
struct Visitors {
    tasks: JoinSet<()>,
    /// The oldest first.
    places: VecDeque<(IpAddr, AbortHandle)>,
}

impl Visitors {
    fn add(&mut self, peer: IpAddr, task: impl Future<Output = ()> + Send + 'static) {
        self.places.push_back((peer, self.tasks.spawn(task)));
    }

    /// Leaves room for one more of at most `most`. A new visitor never waits: of the peer that has the most connections, the
    /// oldest one ends. So a peer with many half-sent requests takes the room from itself.
    fn make_room(&mut self, most: usize) {
        while self.tasks.try_join_next().is_some() {}
        self.places.retain(|(_, task)| !task.is_finished());
        if self.places.len() < most {
            return;
        }
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        for (peer, _) in &self.places {
            *counts.entry(*peer).or_default() += 1;
        }
        // Of equals the last one counts: reversed, that is the oldest.
        let places = self.places.iter().enumerate().rev();
        let fullest = places.max_by_key(|(_, (peer, _))| counts[peer]);
        if let Some((at, _)) = fullest
            && let Some((_, task)) = self.places.remove(at)
        {
            task.abort();
        }
    }
}

async fn talk(stream: TcpStream, acceptor: Option<TlsAcceptor>, router: Router, limits: Limits) -> io::Result<()> {
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
    builder.http1().timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(LONGEST_HEAD);
    builder
        .serve_connection_with_upgrades(TokioIo::new(stream), TowerToHyperService::new(router))
        .await
        .map_err(io::Error::other)
}
