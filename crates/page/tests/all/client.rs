//! Clients of a page: a browser's WebSocket, and bytes as anyone may send them.

use std::net::SocketAddr;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use page::protocol::{Hello, Part, StopNow, View};
use page::{Asked, Options, Page};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Long enough for a busy machine; only a failing test waits for it.
pub const PATIENCE: Duration = Duration::from_secs(30);

pub fn hello() -> Hello {
    Hello { simulated: true, ..Hello::new(View::Rig, "a test") }
}

pub fn options() -> Options {
    Options::local(0, hello())
}

pub async fn serve(options: Options) -> (Page, Receiver<Asked>) {
    Page::serve(options).await.expect("the page is served")
}

/// A part that is easily distinguished from others.
pub fn stop(text: &str) -> Part {
    Part::Stop(StopNow { stopped: true, text: text.into(), took: None })
}

/// A browser's WebSocket.
pub struct Client {
    pub socket: WebSocketStream<TcpStream>,
}

/// The headers of a browser in the handshake.
pub struct Caller {
    pub host: String,
    pub origin: Option<String>,
    pub protocol: String,
}

impl Caller {
    pub fn of(page: &Page) -> Caller {
        let host = page.address().to_string();
        Caller { origin: Some(format!("http://{host}")), host, protocol: "cuberig".into() }
    }

    pub async fn connect(&self, address: SocketAddr) -> Result<Client, tungstenite::Error> {
        let socket = TcpSocket::new_v4().expect("a socket");
        // Little fits into it, so a client that does not read is noticed soon.
        socket.set_recv_buffer_size(32 << 10).expect("a small buffer");
        let stream = socket.connect(address).await?;
        let mut request = format!("ws://{address}/socket").into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("host", self.host.parse().expect("a header"));
        if let Some(origin) = &self.origin {
            headers.insert("origin", origin.parse().expect("a header"));
        }
        if !self.protocol.is_empty() {
            let protocol = self.protocol.parse().expect("a header");
            headers.insert("sec-websocket-protocol", protocol);
        }
        let (socket, _) = client_async(request, stream).await?;
        Ok(Client { socket })
    }
}

impl Client {
    pub async fn of(page: &Page) -> Client {
        let connected = Caller::of(page).connect(page.address()).await;
        connected.expect("the page takes its own clients")
    }

    pub async fn send(&mut self, text: impl Into<String>) {
        let sent = self.socket.send(Message::text(text.into())).await;
        sent.expect("the page takes messages");
    }

    /// The next message that is no ping.
    pub async fn message(&mut self) -> Message {
        loop {
            let next = timeout(PATIENCE, self.socket.next()).await;
            match next.expect("a message").expect("an open connection") {
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(message) => return message,
                Err(error) => panic!("{error}"),
            }
        }
    }

    pub async fn json(&mut self) -> Value {
        let message = self.message().await;
        let text = message.into_text().expect("text");
        serde_json::from_str(&text).expect("JSON")
    }

    /// The next part of this kind; others are passed over.
    pub async fn part(&mut self, kind: &str) -> Value {
        loop {
            let part = self.json().await;
            if part["part"] == kind {
                return part;
            }
        }
    }

    pub async fn answer(&mut self) -> Value {
        self.part("answer").await
    }

    /// Sends a request and gives its answer.
    pub async fn ask(&mut self, id: u32, ask: Value) -> Value {
        self.send(serde_json::json!({ "id": id, "ask": ask }).to_string()).await;
        self.answer().await
    }

    /// Reads until the page ends the connection: the code and reason of its close frame, where it sent one.
    pub async fn ended(&mut self) -> Option<(u16, String)> {
        loop {
            let next = timeout(PATIENCE, self.socket.next()).await;
            match next.expect("the connection is ended in time") {
                Some(Ok(Message::Close(frame))) => {
                    return frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }
}

/// Sends bytes and gives all that comes back until the page ends the connection.
pub async fn exchange(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    // The page may refuse before it has read everything.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
    let _ = read.expect("the connection is ended in time");
    String::from_utf8_lossy(&answer).into_owned()
}

/// Asks for a path by GET.
pub async fn get(page: &Page, path: &str, headers: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\n{headers}connection: close\r\n\r\n");
    exchange(page.address(), request.as_bytes()).await
}
