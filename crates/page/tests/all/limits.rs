//! What one client may cost.

use std::time::Duration;

use futures::StreamExt;
use page::protocol::{Ask, HandScan, Part};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout};

use super::client::{Client, PATIENCE, exchange, get, options, serve, stop};

#[tokio::test]
async fn too_many_requests_are_refused_but_a_stop_is_received() {
    let mut options = options();
    options.limits.requests = 20;
    let (page, mut asked) = serve(options).await;
    let mut client = Client::of(&page).await;
    for id in 1..=200 {
        client.send(format!(r#"{{"id":{id},"ask":{{"do":"random"}}}}"#)).await;
    }
    client.send(r#"{"id":999,"ask":{"do":"stop"}}"#).await;
    let (mut done, mut refused) = (0, 0);
    for id in 1..=200 {
        let answer = client.answer().await;
        assert_eq!(answer["id"], id, "answers of the page itself come in order");
        if answer["ok"] == true {
            done += 1;
        } else {
            refused += 1;
            assert!(answer["text"].as_str().is_some_and(|text| text.contains("20 times a second")), "{answer}");
        }
    }
    assert!(20 <= done && 0 < refused, "{done} were done, {refused} refused");
    assert_eq!(asked.recv().await.map(|asked| asked.ask), Some(Ask::Stop));
}

#[tokio::test]
async fn a_flood_is_ended() {
    let mut options = options();
    options.limits.requests = 1;
    let (page, _asked) = serve(options).await;
    let mut client = Client::of(&page).await;
    for _ in 0..60 {
        // The page may have ended it already.
        let message = tokio_tungstenite::tungstenite::Message::text("x");
        let _ = futures::SinkExt::send(&mut client.socket, message).await;
    }
    let ended = client.ended().await;
    assert!(ended.is_none_or(|(code, reason)| code == 1008 && reason.contains("too many")));
    let mut good = Client::of(&page).await;
    assert_eq!(good.json().await["part"], "hello");
}

#[tokio::test]
async fn a_client_that_does_not_read_is_dropped_and_holds_nobody_up() {
    let mut options = options();
    options.limits.unread = Duration::from_millis(300);
    let (page, _asked) = serve(options).await;
    let mut deaf = Client::of(&page).await;
    let answer = deaf.ask(1, json!({ "do": "watch", "picture": "plain" })).await;
    assert_eq!(answer["ok"], true);
    let mut watching = page.watchers();
    let picture = vec![0; 1 << 20];
    let dropped = async {
        while watching.borrow_and_update().plain == 1 {
            page.show(page::protocol::Picture::Plain, &picture);
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, dropped).await.expect("it is dropped in time");
    let mut good = Client::of(&page).await;
    page.set(stop("still here"));
    assert_eq!(good.part("stop").await["text"], "still here");
}

#[tokio::test]
async fn a_silent_client_is_dropped_and_one_that_answers_pings_is_kept() {
    let mut options = options();
    options.limits.silence = Duration::from_secs(2);
    let (page, _asked) = serve(options).await;
    let host = page.address();
    // It takes everything, and never sends a word.
    let handshake = format!(
        "GET /socket HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let mut good = Client::of(&page).await;
    let silent = exchange(host, handshake.as_bytes());
    let kept = async {
        let long = sleep(Duration::from_secs(5));
        tokio::pin!(long);
        loop {
            tokio::select! {
                () = &mut long => break,
                message = good.socket.next() => {
                    message.expect("it stays connected").expect("it stays well");
                }
            }
        }
        good.ask(1, json!({ "do": "random" })).await
    };
    let (said, answer) = tokio::join!(silent, kept);
    assert!(said.starts_with("HTTP/1.1 101"), "{said:.80}");
    assert!(said.contains("no sign of life"), "the reason is said");
    assert_eq!(answer["ok"], true);
}

#[tokio::test]
async fn one_page_too_many_is_refused() {
    let mut options = options();
    options.limits.clients = 2;
    let (page, _asked) = serve(options).await;
    let mut first = Client::of(&page).await;
    let mut second = Client::of(&page).await;
    assert_eq!(first.json().await["part"], "hello");
    assert_eq!(second.json().await["part"], "hello");
    let (code, reason) = Client::of(&page).await.ended().await.expect("a reason");
    assert_eq!(code, 1013);
    assert!(reason.contains("close one of them"), "{reason}");
    drop(first);
    let again = async {
        // The page notices a moment later that one has left.
        while Client::of(&page).await.message().await.is_close() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, again).await.expect("there is room again");
}

#[tokio::test]
async fn slow_and_many_connections_are_bounded() {
    let mut options = options();
    options.limits.connections = 4;
    options.limits.head = Duration::from_millis(500);
    let (page, _asked) = serve(options).await;
    // More than there is room for, each with half a request.
    let mut slow = Vec::new();
    for _ in 0..8 {
        let mut stream = TcpStream::connect(page.address()).await.expect("a connection");
        stream.write_all(b"GET / HTTP/1.1\r\nhost: ").await.expect("it is taken");
        slow.push(stream);
    }
    let host = format!("host: {}\r\n", page.address());
    let answer = get(&page, "/nothing", &host).await;
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer:.80}");
    for mut stream in slow {
        let ended = timeout(PATIENCE, stream.read_to_end(&mut Vec::new())).await;
        assert!(ended.is_ok(), "a slow connection is ended");
    }
}

/// Half-sent requests wait for as long as a head may take. Nobody else waits for them.
#[tokio::test]
async fn half_sent_requests_keep_no_visitor_out_and_no_stop_waiting() {
    let (page, mut asked) = serve(options()).await;
    let mut open = Client::of(&page).await;
    let mut slow = Vec::new();
    for _ in 0..300 {
        let mut stream = TcpStream::connect(page.address()).await.expect("a connection");
        // The page may have ended it already.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: ").await;
        slow.push(stream);
    }
    let begun = Instant::now();
    let mut stopped = async || {
        open.send(r#"{"id":1,"ask":{"do":"stop"}}"#).await;
        let asked = asked.recv().await.expect("a stop");
        assert_eq!(asked.ask, Ask::Stop);
        asked.reply.send(page::protocol::Answer::done("stopped"));
        assert_eq!(open.answer().await["text"], "stopped");
    };
    stopped().await;
    let request = format!("GET /nothing HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", page.address());
    for from in ["127.0.0.2:0", "127.0.0.1:0"] {
        let socket = TcpSocket::new_v4().expect("a socket");
        let from = from.parse().expect("an address");
        socket.bind(from).expect("all of 127 is this machine");
        let mut visitor = socket.connect(page.address()).await.expect("a connection");
        visitor.write_all(request.as_bytes()).await.expect("it is taken");
        let mut answer = String::new();
        let read = timeout(PATIENCE, visitor.read_to_string(&mut answer)).await;
        read.expect("an answer in time").expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 404"), "{from}: {answer:.80}");
    }
    stopped().await;
    let took = begun.elapsed();
    assert!(took < options().limits.head / 2, "it took {took:?}");
}

#[tokio::test]
async fn a_message_of_megabytes_ends_the_connection() {
    let (page, _asked) = serve(options()).await;
    let mut client = Client::of(&page).await;
    let message = tokio_tungstenite::tungstenite::Message::text("x".repeat(4 << 20));
    // The page may end it before everything is sent.
    let _ = futures::SinkExt::send(&mut client.socket, message).await;
    client.ended().await;
    let mut good = Client::of(&page).await;
    page.set(Part::HandScan(HandScan::default()));
    assert_eq!(good.part("hand_scan").await["prompt"], "");
}
