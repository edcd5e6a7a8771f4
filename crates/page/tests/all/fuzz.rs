//! Mutated requests: nothing panics, good clients are still answered, and the host receives only what is well-formed.

use std::sync::atomic::{AtomicU32, Ordering};

use futures::SinkExt;
use page::Page;
use page::protocol::{Answer, Ask, Request};
use testkit::rand::{Rng, RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;
use tokio_tungstenite::tungstenite::Message;

use super::client::{Client, exchange, options, serve};

/// Mutated messages over WebSockets, and mutated HTTP requests.
const MESSAGES: u32 = 90_000;
const HTTP: u32 = 10_000;

const GOOD: [&str; 14] = [
    r#"{"id":1,"ask":{"do":"start","scan":true}}"#,
    r#"{"id":2,"ask":{"do":"stop"}}"#,
    r#"{"id":3,"ask":{"do":"resume"}}"#,
    r#"{"id":4,"ask":{"do":"moves","moves":"R U2 F' (x y) 3"}}"#,
    r#"{"id":5,"ask":{"do":"scramble","seed":17}}"#,
    r#"{"id":6,"ask":{"do":"fault","name":"slip","target":"r_grip","amount":0.5}}"#,
    r#"{"id":7,"ask":{"do":"check","cube":"UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"}}"#,
    r#"{"id":8,"ask":{"do":"check","cube":"????W????????R????????G????????Y????????O????????B????"}}"#,
    r#"{"id":9,"ask":{"do":"set_cube","cube":"WWWWWWWWWRRRRRRRRRGGGGGGGGGYYYYYYYYYOOOOOOOOOBBBBBBBBB"}}"#,
    r#"{"id":10,"ask":{"do":"random"}}"#,
    r#"{"id":11,"ask":{"do":"say","line":"F3=G"}}"#,
    r#"{"id":12,"ask":{"do":"play","from":1.5,"speed":2}}"#,
    r#"{"id":13,"ask":{"do":"watch","picture":"annotated"}}"#,
    r#"{"id":14,"ask":{"do":"watch","picture":"none"}}"#,
];

/// What is put in at a random place.
const PIECES: [&str; 16] = [
    "NaN",
    "1e999",
    "-1",
    "99999999999999999999",
    "null",
    "{",
    "}",
    "[[[[[[[[",
    "\"",
    "\\ud800",
    "\u{0}",
    "ß世",
    ":",
    ",",
    "\r\n",
    "true",
];

fn mutated(random: &mut ChaCha8Rng, good: &[&str]) -> Vec<u8> {
    let mut bytes = good[random.random_range(0..good.len())].as_bytes().to_vec();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..=bytes.len());
        match random.random_range(0..7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
            1 => bytes.truncate(at),
            2 => {
                let other = good[random.random_range(0..good.len())].as_bytes();
                bytes.truncate(at);
                bytes.extend_from_slice(&other[random.random_range(0..other.len())..]);
            }
            3 => {
                let piece = PIECES[random.random_range(0..PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
            4 => {
                let deep = "{\"a\":".repeat(random.random_range(1..300));
                bytes.splice(at..at, deep.bytes());
            }
            5 => {
                let mut noise = vec![0; random.random_range(1..20)];
                random.fill_bytes(&mut noise);
                bytes.splice(at..at, noise);
            }
            _ => {
                let end = random.random_range(at..=bytes.len());
                bytes.drain(at..end);
            }
        }
    }
    bytes
}

/// A page whose host counts what it receives. Each request is one that a browser could have sent.
async fn page() -> (Page, tokio::task::JoinHandle<u32>) {
    let mut options = options();
    options.limits.requests = u32::MAX / 1000;
    let (page, mut asked) = serve(options).await;
    let host = tokio::spawn(async move {
        let mut received = 0;
        while let Some(asked) = asked.recv().await {
            received += 1;
            let ask = asked.ask;
            assert!(!matches!(ask, Ask::Watch { .. } | Ask::Check { .. } | Ask::Random), "{ask:?}");
            let numbers = match &ask {
                Ask::Fault { amount, .. } => vec![*amount],
                Ask::Play { from, speed } => from.iter().chain(speed).copied().collect(),
                _ => Vec::new(),
            };
            assert!(numbers.iter().all(|number| number.is_finite()), "{ask:?}");
            let text = serde_json::to_string(&Request { id: 1, ask: ask.clone() }).expect("JSON");
            assert!(text.len() <= 70_000);
            let again: Request = serde_json::from_str(&text).expect("it is well-formed");
            assert_eq!(again.ask, ask);
            asked.reply.send(Answer::done("received"));
        }
        received
    });
    (page, host)
}

async fn still_well(page: &Page) {
    let mut client = Client::of(page).await;
    let answer = client.ask(77, serde_json::json!({ "do": "resume" })).await;
    assert_eq!((&answer["id"], &answer["text"]), (&77.into(), &"received".into()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mutated_messages_change_nothing() {
    let (page, host) = page().await;
    let (read, refused) = (AtomicU32::new(0), AtomicU32::new(0));
    let client = async |seed: u64, count: u32| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut client = Client::of(&page).await;
        for number in 0..count {
            let bytes = mutated(&mut random, &GOOD);
            // A text that is no UTF-8 breaks the connection: mostly it goes as what it can be read as, at times as it is.
            let message = match number % 50 {
                0 => Message::binary(bytes),
                _ => Message::text(String::from_utf8_lossy(&bytes).into_owned()),
            };
            client.socket.send(message).await.expect("the page takes it");
            let answer = client.answer().await;
            if answer["id"] == 0 && answer["ok"] == false {
                refused.fetch_add(1, Ordering::Relaxed);
                assert!(answer["text"].as_str().is_some_and(|text| 10 < text.len()), "{answer}");
            } else {
                read.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    futures::future::join_all((0..6).map(|seed| client(seed, MESSAGES / 6))).await;
    still_well(&page).await;
    drop(page);
    let received = host.await.expect("the host is well");
    let (read, refused) = (read.into_inner(), refused.into_inner());
    println!("{read} messages could be read, {refused} were refused, {received} reached the host");
    assert!(MESSAGES / 2 < refused && 0 < received && received <= read + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mutated_http_requests_change_nothing() {
    let (page, host) = page().await;
    let address = page.address();
    let good = [
        format!("GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"),
        format!("GET /rig.urdf HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"),
        format!("GET /meshes/palm.stl HTTP/1.0\r\nhost: {address}\r\n\r\n"),
        format!(
            "POST /photos HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\nconnection: close\r\n\
             content-type: multipart/form-data; boundary=b\r\ncontent-length: 60\r\n\r\n--b\r\n\
             content-disposition: form-data; name=\"U\"\r\n\r\nu\r\n--b--\r\n"
        ),
        format!(
            "GET /socket HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             sec-websocket-protocol: cuberig\r\n\r\n"
        ),
    ];
    let good = good.each_ref().map(String::as_str);
    let client = async |seed: u64, count: u32| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..count {
            let mut bytes = mutated(&mut random, &good);
            // Frames of a WebSocket may follow, also such as are none.
            let mut frames = vec![0; random.random_range(0..40)];
            random.fill_bytes(&mut frames);
            bytes.extend(frames);
            let answer = half_close(address, &bytes).await;
            assert!(answer.is_empty() || answer.starts_with("HTTP/1."), "{answer:.80}");
        }
    };
    futures::future::join_all((0..10).map(|seed| client(100 + seed, HTTP / 10))).await;
    still_well(&page).await;
    let urdf = exchange(address, good[1].as_bytes()).await;
    assert!(urdf.starts_with("HTTP/1.1 404"), "{urdf:.80}");
    drop(page);
    let received = host.await.expect("the host is well");
    assert!(received < 20, "{received} requests came of noise");
}

/// Sends bytes, closes its side, and returns the answer.
async fn half_close(address: std::net::SocketAddr, bytes: &[u8]) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(address).await.expect("a connection");
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let mut answer = Vec::new();
    let read = tokio::time::timeout(super::client::PATIENCE, stream.read_to_end(&mut answer)).await;
    let _ = read.expect("the connection is ended");
    String::from_utf8_lossy(&answer).into_owned()
}
