//! Parts and pictures: the newest counts, for each client.

use std::time::Duration;

use page::protocol::{Health, Level, NodeHealth, Part, Picture};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use super::client::{Client, options, serve, stop};

#[tokio::test]
async fn a_client_gets_the_hello_first_and_then_what_is_known() {
    let (page, _asked) = serve(options()).await;
    page.set(stop("an older one"));
    page.set(stop("a newer one"));
    let mut client = Client::of(&page).await;
    let hello = client.json().await;
    assert_eq!((&hello["part"], &hello["title"]), (&json!("hello"), &json!("a test")));
    let known = client.json().await;
    assert_eq!((&known["part"], &known["text"]), (&json!("stop"), &json!("a newer one")));
    page.set(stop("the newest"));
    assert_eq!(client.json().await["text"], "the newest");
}

#[tokio::test]
async fn two_clients_see_the_same() {
    let (page, _asked) = serve(options()).await;
    let mut clients = [Client::of(&page).await, Client::of(&page).await];
    page.set(stop("somebody stopped it"));
    for client in &mut clients {
        assert_eq!(client.part("stop").await["text"], "somebody stopped it");
    }
}

/// A part of about 50 kB with a number.
fn large(number: usize) -> Part {
    let node = NodeHealth {
        name: "a".into(),
        level: Level::Ok,
        message: number.to_string(),
        values: vec![("long".into(), "x".repeat(50_000))],
        age: 0.0,
    };
    Part::Health(Health { nodes: vec![node] })
}

#[tokio::test]
async fn a_client_that_reads_slowly_gets_only_the_newest() {
    const SENT: usize = 1000;
    let mut options = options();
    // However long this takes on a busy machine, the slow client is not dropped.
    let limits = &mut options.limits;
    [limits.unread, limits.silence] = [Duration::from_secs(3600); 2];
    let (page, _asked) = serve(options).await;
    let mut slow = Client::of(&page).await;
    let mut quick = Client::of(&page).await;
    for number in 0..SENT {
        page.set(large(number));
        // The other client is not held up by the slow one.
        assert_eq!(quick.part("health").await["nodes"][0]["message"], number.to_string());
    }
    let last = (SENT - 1).to_string();
    let mut count = 0;
    loop {
        count += 1;
        let part = slow.part("health").await;
        if part["nodes"][0]["message"] == last {
            break;
        }
    }
    assert!(count < SENT / 4, "{count} of {SENT} parts were kept for it");
}

#[tokio::test]
async fn pictures_go_to_those_who_watch_this_kind() {
    let (page, _asked) = serve(options()).await;
    let mut watching = page.watchers();
    let mut client = Client::of(&page).await;
    let mut other = Client::of(&page).await;
    assert!(!page.watched(Picture::Plain) && !page.watched(Picture::Annotated));
    let answer = client.ask(1, json!({ "do": "watch", "picture": "annotated" })).await;
    assert_eq!(answer["ok"], true);
    watching.changed().await.expect("the page is there");
    assert!(!page.watched(Picture::Plain) && page.watched(Picture::Annotated));
    assert_eq!(watching.borrow_and_update().annotated, 1);
    page.show(Picture::Plain, b"plain");
    page.show(Picture::Annotated, b"annotated");
    assert_eq!(client.message().await, Message::binary(b"\x02annotated".to_vec()));
    // The other one gets no picture before the next part.
    page.set(stop("now"));
    assert_eq!(other.part("stop").await["text"], "now");
    drop(client);
    watching.changed().await.expect("the page is there");
    assert!(!page.watched(Picture::Annotated), "a client that left watches nothing");
}

#[tokio::test]
async fn the_end_of_the_page_is_reported() {
    let (page, _asked) = serve(options()).await;
    let mut client = Client::of(&page).await;
    client.part("hello").await;
    let address = page.address();
    // What was shown last still arrives.
    page.set(stop("the last word"));
    let (part, ()) = tokio::join!(client.part("stop"), page.end());
    assert_eq!(part["text"], "the last word");
    let ended = client.ended().await;
    assert_eq!(ended, Some((1001, "the server ends".into())));
    let again = tokio::net::TcpStream::connect(address).await;
    assert!(again.is_err(), "nobody listens any more");
}
