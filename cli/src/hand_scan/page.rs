//! A page on this machine that shows the camera's picture with the guide's overlay, and takes corrections.
//!
//! It needs no window system, so it also works from another machine through a tunnel. Only this machine
//! can reach it: it listens on the loopback address and answers to no other name (a page of somewhere
//! else that has its name point here gets nothing), and what it takes must carry a header that foreign
//! pages cannot send.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use handscan::{Screen, overlay};
use serde::Serialize;
use vision::Image;

use crate::failure::Failure;

const PAGE: &str = include_str!("page.html");
/// Connections at one time; a browser needs three.
const MOST_CONNECTIONS: usize = 16;
/// Bytes of a request's head or body.
const MOST_BYTES: u64 = 8192;
/// How long a browser may be silent in the middle of a request or a picture.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is shown now.
#[derive(Default)]
struct Shown {
    number: u64,
    jpeg: Arc<Vec<u8>>,
    words: Arc<Vec<u8>>,
}

#[derive(Default)]
struct Shared {
    shown: Mutex<Shown>,
    changed: Condvar,
    viewers: AtomicUsize,
    connections: AtomicUsize,
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
        let shared = Arc::new(Shared::default());
        let served = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (shared, lines) = (served.clone(), lines.clone());
                if MOST_CONNECTIONS <= shared.connections.fetch_add(1, Ordering::Relaxed) {
                    shared.connections.fetch_sub(1, Ordering::Relaxed);
                    continue;
                }
                std::thread::spawn(move || {
                    // A browser that goes away in the middle is no trouble.
                    let _ = answer(stream, &shared, &lines);
                    shared.connections.fetch_sub(1, Ordering::Relaxed);
                });
            }
        });
        Ok(Page { address, shared })
    }

    /// Where to look.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Shows a picture with the guide's screen over it.
    pub fn show(&self, image: &Image, screen: &Screen, done: bool) {
        let words = serde_json::to_vec(&Words {
            prompt: &screen.prompt,
            hint: &screen.hint,
            notice: &screen.notice,
            net: screen
                .net
                .iter()
                .map(|c| c.map_or('?', |c| c.letter()))
                .collect(),
            doubtful: &screen.doubtful,
            done,
        });
        // Drawing and packing cost more than finding the faces: only for those who look.
        let jpeg = (0 < self.shared.viewers.load(Ordering::Relaxed))
            .then(|| {
                let mut drawn = image.clone();
                overlay(&mut drawn, screen);
                drawn.encoded(".jpg").ok()
            })
            .flatten();
        let mut shown = self
            .shared
            .shown
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Ok(words) = words {
            shown.words = Arc::new(words);
        }
        if let Some(jpeg) = jpeg {
            shown.jpeg = Arc::new(jpeg);
            shown.number += 1;
            self.shared.changed.notify_all();
        }
    }
}

/// A request, as far as it matters here.
struct Request {
    line: String,
    host: String,
    ours: bool,
    length: u64,
}

fn answer(mut stream: TcpStream, shared: &Shared, lines: &Sender<String>) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.try_clone()?.take(MOST_BYTES));
    let request = read_head(&mut reader)?;
    let name = request
        .host
        .rsplit_once(':')
        .map_or(request.host.as_str(), |(name, _)| name);
    if !["127.0.0.1", "localhost"].contains(&name) {
        return reply(
            &mut stream,
            "403 Forbidden",
            "text/plain",
            b"this page is for this machine",
        );
    }
    let mut words = request.line.split(' ');
    match (words.next().unwrap_or(""), words.next().unwrap_or("")) {
        ("GET", "/") => reply(
            &mut stream,
            "200 OK",
            "text/html; charset=utf-8",
            PAGE.as_bytes(),
        ),
        ("GET", "/words") => {
            let words = shared
                .shown
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .words
                .clone();
            reply(&mut stream, "200 OK", "application/json", &words)
        }
        ("GET", "/stream.mjpg") => {
            shared.viewers.fetch_add(1, Ordering::Relaxed);
            let ended = show_film(&mut stream, shared);
            shared.viewers.fetch_sub(1, Ordering::Relaxed);
            ended
        }
        ("POST", "/say") if request.ours => {
            let mut said = String::new();
            reader
                .take(request.length.min(200))
                .read_to_string(&mut said)?;
            // When nobody listens any more the scan is over.
            let _ = lines.send(said);
            reply(&mut stream, "204 No Content", "text/plain", b"")
        }
        _ => reply(
            &mut stream,
            "404 Not Found",
            "text/plain",
            b"there is nothing here",
        ),
    }
}

fn read_head(reader: &mut impl BufRead) -> io::Result<Request> {
    let mut request = Request {
        line: String::new(),
        host: String::new(),
        ours: false,
        length: 0,
    };
    reader.read_line(&mut request.line)?;
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
            return Ok(request);
        }
        let Some((name, value)) = header.split_once(':') else {
            continue;
        };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "host" => request.host = value.to_owned(),
            "x-cuberig" => request.ours = true,
            "content-length" => request.length = value.parse().unwrap_or(0),
            _ => {}
        }
    }
}

fn reply(stream: &mut TcpStream, status: &str, kind: &str, body: &[u8]) -> io::Result<()> {
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(body)?;
    stream.flush()
}

/// One picture after the other, each when it is new, until the browser goes away.
fn show_film(stream: &mut TcpStream, shared: &Shared) -> io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )?;
    let mut seen = 0;
    loop {
        let shown = shared.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let (shown, waited) = shared
            .changed
            .wait_timeout_while(shown, PATIENCE, |shown| shown.number == seen)
            .unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            return Ok(());
        }
        seen = shown.number;
        let jpeg = shown.jpeg.clone();
        drop(shown);
        let length = jpeg.len();
        write!(
            stream,
            "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {length}\r\n\r\n"
        )?;
        stream.write_all(&jpeg)?;
        stream.write_all(b"\r\n")?;
        stream.flush()?;
    }
}
