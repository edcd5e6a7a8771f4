//! Takes connections, and keeps what all clients share.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use record::Topic;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::accept_hdr_async_with_config;
use tokio_tungstenite::tungstenite::handshake::server::{Callback, ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::{HeaderValue, StatusCode, header};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::channel::Channel;
use crate::error::Error;
use crate::protocol::{self, Asked, Capability, Service};
use crate::{client, origins};

/// Clients at a time, with those that are not yet let in.
const MOST_CLIENTS: usize = 16;
/// Time for a client to ask for the protocol.
const HANDSHAKE: Duration = Duration::from_secs(5);
/// Bytes of a request.
const LARGEST_REQUEST: usize = 1 << 20;
/// Bytes that the system keeps for a client that does not read. By default these are several pictures, which would be shown late.
const SEND_BUFFER: u32 = 256 << 10;
/// Requests that wait for the host.
const QUEUE: usize = 64;
/// After a failure to accept, such as too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// How a graph is served.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where. Any program that reaches this address may do all that the capabilities allow.
    pub address: SocketAddr,
    /// What clients call this server.
    pub name: String,
    /// What clients may do besides looking at topics. Other requests are refused.
    pub capabilities: Vec<Capability>,
    /// Web pages that may connect, such as `https://example.com`, in addition to those of Foxglove, Lichtblick and this machine.
    pub origins: Vec<String>,
}

/// A graph that is served. It ends when this is dropped.
pub struct Server {
    shared: Arc<Shared>,
    address: SocketAddr,
    task: AbortHandle,
}

/// What all clients share.
pub(crate) struct Shared {
    pub(crate) options: Options,
    pub(crate) catalogue: watch::Sender<Catalogue>,
    /// Nanoseconds.
    pub(crate) time: watch::Sender<u64>,
    pub(crate) clients: watch::Sender<usize>,
    pub(crate) dropped: Arc<AtomicU64>,
    pub(crate) asked: mpsc::Sender<Asked>,
    /// Another one after each start, so that clients forget what they know.
    session: String,
}

/// What is offered. Only new entries are added: their places are their numbers.
#[derive(Clone, Default)]
pub(crate) struct Catalogue {
    pub(crate) channels: Vec<Arc<Channel>>,
    pub(crate) services: Vec<Arc<Service>>,
}

impl Shared {
    pub(crate) fn channel(&self, id: u32) -> Option<Arc<Channel>> {
        self.catalogue.borrow().channels.get(id as usize).cloned()
    }

    pub(crate) fn service(&self, id: u32) -> Option<Arc<Service>> {
        self.catalogue.borrow().services.get(id as usize).cloned()
    }

    pub(crate) fn info(&self) -> String {
        let Options { name, capabilities, .. } = &self.options;
        protocol::server_info(name, capabilities, &self.session)
    }
}

impl Server {
    /// Begins to serve. What clients want comes from the receiver.
    ///
    /// # Errors
    /// The address is taken or is not of this machine.
    pub async fn start(options: Options) -> Result<(Self, mpsc::Receiver<Asked>), Error> {
        let bound = listen(options.address).and_then(|listener| Ok((listener.local_addr()?, listener)));
        let (address, listener) = bound.map_err(|reason| Error::Address { address: options.address, reason })?;
        let (asked, requests) = mpsc::channel(QUEUE);
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let shared = Arc::new(Shared {
            options,
            catalogue: watch::Sender::default(),
            time: watch::Sender::default(),
            clients: watch::Sender::default(),
            dropped: Arc::default(),
            asked,
            session: started.as_nanos().to_string(),
        });
        let task = tokio::spawn(accept(listener, shared.clone())).abort_handle();
        Ok((Self { shared, address, task }, requests))
    }

    /// Where it is served.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Offers more topics.
    pub fn add_topics(&self, topics: impl IntoIterator<Item = Arc<Topic>>) {
        self.shared.catalogue.send_if_modified(|Catalogue { channels, .. }| {
            let before = channels.len();
            let new = topics.into_iter().zip(before as u32..);
            channels.extend(new.map(|(topic, id)| Arc::new(Channel::new(id, topic))));
            before < channels.len()
        });
    }

    /// Offers more services.
    pub fn add_services(&self, new: impl IntoIterator<Item = Service>) {
        self.shared.catalogue.send_if_modified(|Catalogue { services, .. }| {
            let before = services.len();
            services.extend(new.into_iter().map(Arc::new));
            before < services.len()
        });
    }

    /// Sends clients the present time, nanoseconds since 1970 or since the simulation began.
    pub fn set_time(&self, nanoseconds: u64) {
        self.shared.time.send_replace(nanoseconds);
    }

    /// The number of clients at each time.
    pub fn clients(&self) -> watch::Receiver<usize> {
        self.shared.clients.subscribe()
    }

    /// Messages that were dropped because a client did not read them in time.
    pub fn dropped(&self) -> u64 {
        self.shared.dropped.load(Ordering::Relaxed)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    // Connections have what their listener has.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(MOST_CLIENTS as u32)
}

/// Takes connections until it is aborted; all of them end with it.
async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let places = Arc::new(Semaphore::new(MOST_CLIENTS));
    let mut clients = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        while clients.try_join_next().is_some() {}
        if let Ok(place) = places.clone().try_acquire_owned() {
            let shared = shared.clone();
            clients.spawn(async move {
                admit(stream, shared).await;
                drop(place);
            });
        }
    }
}

async fn admit(stream: TcpStream, shared: Arc<Shared>) {
    // Each message is written as a whole: waiting for more of it would only delay it.
    let _ = stream.set_nodelay(true);
    let config = WebSocketConfig::default()
        .max_message_size(Some(LARGEST_REQUEST))
        .max_frame_size(Some(LARGEST_REQUEST))
        .read_buffer_size(16 << 10)
        .write_buffer_size(0);
    let handshake = accept_hdr_async_with_config(stream, Check(shared.clone()), Some(config));
    if let Ok(Ok(socket)) = timeout(HANDSHAKE, handshake).await {
        client::serve(shared, socket).await;
    }
}

/// Refuses web pages that may not connect, and other protocols.
struct Check(Arc<Shared>);

impl Callback for Check {
    fn on_request(self, request: &Request, mut response: Response) -> Result<Response, ErrorResponse> {
        let values = |name: header::HeaderName| request.headers().get_all(name).iter().map(|value| value.to_str().ok());
        if !origins::is_allowed(values(header::ORIGIN), &self.0.options.origins) {
            let reason = "this server does not serve that web page: give it as one of its origins";
            return Err(refusal(StatusCode::FORBIDDEN, reason));
        }
        let offered = values(header::SEC_WEBSOCKET_PROTOCOL).flatten();
        let mut offered = offered.flat_map(|list| list.split(',')).map(str::trim);
        let known = offered.find_map(|name| protocol::NAMES.into_iter().find(|known| *known == name));
        let other = || refusal(StatusCode::BAD_REQUEST, "this server speaks foxglove.sdk.v1 and foxglove.websocket.v1");
        let name = HeaderValue::from_static(known.ok_or_else(other)?);
        response.headers_mut().insert(header::SEC_WEBSOCKET_PROTOCOL, name);
        Ok(response)
    }
}

fn refusal(status: StatusCode, reason: &str) -> ErrorResponse {
    let mut refusal = ErrorResponse::new(Some(reason.to_owned()));
    *refusal.status_mut() = status;
    refusal
}
