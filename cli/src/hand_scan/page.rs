//! A page on this machine that shows the camera's picture with the guide's overlay, and takes corrections.
//!
//! It needs no window system, so it also works from another machine through a tunnel. Only this machine
//! can reach it: it listens on the loopback address and answers to no other name (a page of somewhere
//! else that has its name point here gets nothing), and what it takes must carry a header that foreign
//! pages cannot send.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, serve};
use futures::stream;
use handscan::{Screen, overlay};
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::timeout;
use vision::Image;

use crate::failure::Failure;

const PAGE: &str = include_str!("page.html");
/// Bytes of what may be said at once.
const MOST_SAID: usize = 200;
/// A film without a new picture for so long has ended.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the page shows now, and where its words go.
struct Shared {
    words: watch::Sender<Bytes>,
    /// The newest picture as JPEG. Each film that is watched holds a receiver.
    picture: watch::Sender<Bytes>,
    lines: Sender<String>,
}

/// The words for the page.
#[derive(Serialize)]
struct Words<'a> {
    prompt: &'a str,
    hint: &'a str,
    notice: &'a str,
    /// 54 colour letters, `?` where nothing is known.
    net: String,
    doubtful: &'a [usize],
    done: bool,
}

/// The page while it is served.
pub struct Page {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Page {
    /// Serves the page at a port of this machine, 0 for any free one; what people say there goes to `lines`.
    pub fn serve(port: u16, lines: Sender<String>) -> Result<Page, Failure> {
        let failed = |error: io::Error| {
            Failure::NotAsGiven(format!("cannot serve a page at port {port}: {error}"))
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(failed)?;
        let shared = Arc::new(Shared {
            words: watch::Sender::default(),
            picture: watch::Sender::default(),
            lines,
        });
        let router = router(shared.clone());
        // It ends with the program.
        std::thread::spawn(move || {
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener)?;
                serve(listener, router).await
            })
        });
        Ok(Page { address, shared })
    }

    /// Where to look.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Shows a picture with the guide's screen over it.
    pub fn show(&self, image: &Image, screen: &Screen, done: bool) {
        let letter = |color: &Option<cube::Color>| color.map_or('?', cube::Color::letter);
        let words = serde_json::to_vec(&Words {
            prompt: &screen.prompt,
            hint: &screen.hint,
            notice: &screen.notice,
            net: screen.net.iter().map(letter).collect(),
            doubtful: &screen.doubtful,
            done,
        });
        if let Ok(words) = words {
            self.shared.words.send_replace(words.into());
        }
        // Drawing and packing cost more than finding the faces: only for those who look.
        if 0 < self.shared.picture.receiver_count() {
            let mut drawn = image.clone();
            overlay(&mut drawn, screen);
            if let Ok(jpeg) = drawn.encoded(".jpg") {
                self.shared.picture.send_replace(jpeg.into());
            }
        }
    }
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(async || Html(PAGE)))
        .route("/words", get(words))
        .route("/stream.mjpg", get(film))
        .route("/say", post(say))
        .layer(DefaultBodyLimit::max(MOST_SAID))
        .layer(middleware::from_fn(for_this_machine))
        .with_state(shared)
}

/// Answers only to the names of this machine. Nothing is kept, neither by the browser nor open.
async fn for_this_machine(request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok()).unwrap_or("");
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let mut response = match name {
        "127.0.0.1" | "localhost" => next.run(request).await,
        _ => (StatusCode::FORBIDDEN, "this page is for this machine").into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

async fn words(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    let words = shared.words.borrow().clone();
    ([(header::CONTENT_TYPE, "application/json")], words)
}

async fn say(State(shared): State<Arc<Shared>>, headers: HeaderMap, said: String) -> StatusCode {
    if !headers.contains_key("x-cuberig") {
        return StatusCode::NOT_FOUND;
    }
    // When nobody listens any more the scan is over.
    let _ = shared.lines.send(said);
    StatusCode::NO_CONTENT
}

/// One picture after the other, each when it is new, until the browser goes away.
async fn film(State(shared): State<Arc<Shared>>) -> impl IntoResponse {
    let pictures = stream::unfold(shared.picture.subscribe(), async |mut newest| {
        timeout(PATIENCE, newest.changed()).await.ok()?.ok()?;
        let jpeg = newest.borrow_and_update().clone();
        let length = jpeg.len();
        let head =
            format!("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {length}\r\n\r\n");
        let part = [head.as_bytes(), &jpeg, b"\r\n"].concat();
        Some((io::Result::Ok(Bytes::from(part)), newest))
    });
    let kind = "multipart/x-mixed-replace; boundary=frame";
    ([(header::CONTENT_TYPE, kind)], Body::from_stream(pictures))
}
