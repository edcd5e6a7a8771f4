//! A browser as the camera: one at a time, pictures that are bounded, and a clock that both sides share.

use std::time::Duration;

use futures::SinkExt;
use jpeg_encoder::{ColorType, Encoder};
use page::{Page, PagePicture};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;

use super::client::{Client, options, serve};

/// A picture of one grey.
fn jpeg(grey: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let packed = Encoder::new(&mut bytes, 80).encode(&[grey; 3 * 64 * 64], 64, 64, ColorType::Rgb);
    packed.expect("as many pixels as it says");
    bytes
}

async fn page() -> (Page, mpsc::Receiver<PagePicture>) {
    let (to, pictures) = mpsc::channel(2);
    let mut options = options();
    options.camera = Some(to);
    let (page, _) = serve(options).await;
    (page, pictures)
}

async fn send(client: &mut Client, kind: u8, number: u32, taken: f64, jpeg: &[u8]) {
    let bytes = [&[kind][..], &number.to_le_bytes(), &taken.to_le_bytes(), jpeg].concat();
    client.socket.send(Message::binary(bytes)).await.expect("the page takes messages");
}

async fn offer(client: &mut Client, name: &str, key: &str) -> Value {
    client.ask(1, json!({ "do": "use_camera", "name": name, "key": key })).await
}

/// The server's clock now, in its milliseconds.
async fn clock(client: &mut Client) -> f64 {
    send(client, 0, 77, 0.0, &[]).await;
    let taken = client.part("taken").await;
    assert_eq!((&taken["number"], &taken["problem"]), (&json!(77), &json!("")));
    taken["at"].as_f64().expect("a number")
}

#[tokio::test]
async fn a_picture_arrives_as_it_was_sent_and_its_age_is_by_the_server_s_clock() {
    let (page, mut pictures) = page().await;
    let name = page.camera_name().expect("a camera is wanted");
    let mut client = Client::of(&page).await;
    assert_eq!(offer(&mut client, "Chrome\non Android", "k").await["ok"], true);
    assert_eq!(*name.borrow(), "Chromeon Android", "no control characters");
    let now = clock(&mut client).await;
    // What cannot be is brought into its bounds: the future, long ago, no number.
    for (taken, least, most) in
        [(now - 300.0, 300, 9_000), (now + 1e9, 0, 0), (-1e300, 10_000, 10_000), (f64::NAN, 0, 0)]
    {
        send(&mut client, 1, 5, taken, &jpeg(9)).await;
        let picture = pictures.recv().await.expect("a picture");
        assert_eq!(picture.jpeg, jpeg(9));
        let bounds = Duration::from_millis(least)..=Duration::from_millis(most);
        assert!(bounds.contains(&picture.age), "{taken}: {:?}", picture.age);
        drop(picture);
        let taken = client.part("taken").await;
        assert_eq!((&taken["number"], &taken["problem"]), (&json!(5), &json!("")));
    }
}

#[tokio::test]
async fn what_is_no_picture_of_the_camera_is_refused_in_a_sentence() {
    let (page, mut pictures) = page().await;
    let mut client = Client::of(&page).await;
    send(&mut client, 1, 1, 0.0, &jpeg(1)).await;
    assert!(client.part("taken").await["problem"].as_str().is_some_and(|text| text.contains("Use this camera")));
    offer(&mut client, "one", "k").await;
    let large = [&jpeg(1)[..2], &vec![0; 600 << 10]].concat();
    let cut = &jpeg(1)[..200];
    for (bytes, named) in
        [(&b"GIF89a"[..], "not a JPEG"), (cut, "cut off"), (&large, "at most 512 KiB"), (&[], "not a JPEG")]
    {
        send(&mut client, 1, 2, 0.0, bytes).await;
        let taken = client.part("taken").await;
        assert!(taken["problem"].as_str().is_some_and(|text| text.contains(named)), "{named}: {taken}");
    }
    send(&mut client, 9, 3, 0.0, &[]).await;
    assert!(client.part("taken").await["problem"].as_str().is_some_and(|text| text.contains("kind 9")));
    client.socket.send(Message::binary(vec![1, 2, 3])).await.expect("it is sent");
    assert!(client.part("taken").await["problem"].as_str().is_some_and(|text| text.contains("too short")));
    assert!(pictures.try_recv().is_err());
    // It is still the camera.
    send(&mut client, 1, 4, 0.0, &jpeg(1)).await;
    assert_eq!(pictures.recv().await.expect("a picture").jpeg, jpeg(1));
}

#[tokio::test]
async fn one_browser_at_a_time_is_the_camera_and_it_is_known_again() {
    let (page, mut pictures) = page().await;
    let mut name = page.camera_name().expect("a camera is wanted");
    let mut first = Client::of(&page).await;
    let mut second = Client::of(&page).await;
    offer(&mut first, "first", "1").await;
    let refused = offer(&mut second, "second", "2").await;
    assert_eq!(refused["ok"], false);
    assert!(refused["text"].as_str().is_some_and(|text| text.contains("first is the camera")), "{refused}");
    // The first one comes back by another connection, while the old one is not yet known to be gone.
    let mut again = Client::of(&page).await;
    assert_eq!(offer(&mut again, "first", "1").await["ok"], true);
    send(&mut first, 1, 1, 0.0, &jpeg(1)).await;
    assert_ne!(first.part("taken").await["problem"], "");
    send(&mut again, 1, 1, 0.0, &jpeg(2)).await;
    assert_eq!(pictures.recv().await.expect("a picture").jpeg, jpeg(2));
    // The old connection ends nothing of the new one.
    drop(first);
    let answer = second.ask(2, json!({ "do": "end_camera" })).await;
    assert_eq!((answer["ok"].clone(), name.borrow().clone()), (json!(true), "first".to_owned()));
    drop(again);
    name.wait_for(String::is_empty).await.expect("it is known that the camera went away");
    assert_eq!(offer(&mut second, "  ", "2").await["ok"], true);
    assert_eq!(*name.borrow_and_update(), "a browser");
    second.ask(3, json!({ "do": "end_camera" })).await;
    assert_eq!(*name.borrow(), "");
    assert_eq!(offer(&mut second, "second", &"k".repeat(65)).await["ok"], false);
}

#[tokio::test]
async fn pictures_that_nobody_takes_are_left_out_and_a_stop_is_not() {
    let (to, mut pictures) = mpsc::channel(2);
    let mut options = options();
    options.camera = Some(to);
    let (page, mut asked) = serve(options).await;
    let mut client = Client::of(&page).await;
    offer(&mut client, "one", "k").await;
    for number in 0..100 {
        send(&mut client, 1, number, 0.0, &jpeg(number as u8)).await;
    }
    client.send(r#"{"id":9,"ask":{"do":"stop"}}"#).await;
    assert_eq!(asked.recv().await.map(|asked| asked.ask), Some(page::protocol::Ask::Stop));
    assert_eq!(pictures.recv().await.expect("a picture").jpeg, jpeg(0));
    assert_eq!(pictures.recv().await.expect("a picture").jpeg, jpeg(1));
    assert!(pictures.try_recv().is_err(), "only as many wait as have a place");
}

#[tokio::test]
async fn a_page_without_such_a_camera_offers_none() {
    let (page, _asked) = serve(options()).await;
    assert!(page.camera_name().is_none());
    let mut client = Client::of(&page).await;
    let answer = offer(&mut client, "one", "k").await;
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("camera:=page")), "{answer}");
}
