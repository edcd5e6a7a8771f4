//! Requests and their answers.

use futures::SinkExt;
use page::protocol::{Answer, Ask, LearnedColors};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use super::client::{Client, options, serve};

#[tokio::test]
async fn a_request_reaches_the_host_and_its_answer_the_client_that_asked() {
    let (page, mut asked) = serve(options()).await;
    let mut client = Client::of(&page).await;
    let mut other = Client::of(&page).await;
    client.send(r#"{"id": 7, "ask": {"do": "moves", "moves": "R U2"}}"#).await;
    let request = asked.recv().await.expect("a request");
    assert_eq!(request.ask, Ask::Moves { moves: "R U2".into() });
    request.reply.send(Answer::done("2 moves are planned"));
    let answer = client.answer().await;
    assert_eq!(answer["id"], 7);
    assert_eq!(answer["ok"], true);
    assert_eq!(answer["text"], "2 moves are planned");
    // The other one gets an answer of its own only.
    assert_eq!(other.ask(1, json!({ "do": "random" })).await["id"], 1);
}

#[tokio::test]
async fn only_an_answer_with_learned_colours_has_some() {
    let (page, mut asked) = serve(options()).await;
    let mut client = Client::of(&page).await;
    let learned = LearnedColors { colors: [[1, 2, 3]; 6], warnings: vec!["red is near orange".into()] };
    client.send(r#"{"id": 1, "ask": {"do": "learn_colors", "cube": ""}}"#).await;
    let request = asked.recv().await.expect("a request");
    assert_eq!(request.ask, Ask::LearnColors { cube: String::new() });
    request.reply.send(Answer { learned: Some(Box::new(learned)), ..Answer::done("learned") });
    let answer = client.answer().await;
    assert_eq!(answer["learned"]["colors"][5], json!([1, 2, 3]));
    assert_eq!(answer["learned"]["warnings"], json!(["red is near orange"]));
    client.send(r#"{"id": 2, "ask": {"do": "scan", "faces": "B"}}"#).await;
    let request = asked.recv().await.expect("a request");
    assert_eq!(request.ask, Ask::Scan { faces: "B".into() });
    request.reply.send(Answer::refused("the rig is stopped"));
    assert!(client.answer().await.get("learned").is_none());
}

#[tokio::test]
async fn answers_come_when_they_are_given_so_that_a_stop_waits_for_nothing() {
    let (page, mut asked) = serve(options()).await;
    let mut client = Client::of(&page).await;
    client.send(r#"{"id": 1, "ask": {"do": "load"}}"#).await;
    client.send(r#"{"id": 2, "ask": {"do": "stop"}}"#).await;
    let load = asked.recv().await.expect("a request");
    let stop = asked.recv().await.expect("a request");
    assert_eq!((&load.ask, &stop.ask), (&Ask::Load, &Ask::Stop));
    stop.reply.send(Answer::done("stopped"));
    assert_eq!(client.answer().await["id"], 2);
    drop(load);
    let answer = client.answer().await;
    assert_eq!((&answer["id"], &answer["ok"]), (&json!(1), &json!(false)));
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("not carried out")));
}

#[tokio::test]
async fn a_host_that_is_gone_is_reported() {
    let (page, asked) = serve(options()).await;
    drop(asked);
    let mut client = Client::of(&page).await;
    let answer = client.ask(3, json!({ "do": "stop" })).await;
    assert_eq!((&answer["id"], &answer["ok"]), (&json!(3), &json!(false)));
}

#[tokio::test]
async fn a_host_that_lags_still_receives_a_stop() {
    let mut options = options();
    options.limits.requests = 10_000;
    let (page, mut asked) = serve(options).await;
    let mut client = Client::of(&page).await;
    for id in 1..=400 {
        client.send(format!(r#"{{"id": {id}, "ask": {{"do": "resume"}}}}"#)).await;
    }
    let refused = client.answer().await;
    assert_eq!(refused["ok"], false);
    assert!(refused["text"].as_str().is_some_and(|text| text.contains("waiting")), "{refused}");
    client.send(r#"{"id": 999, "ask": {"do": "stop"}}"#).await;
    loop {
        if asked.recv().await.expect("the stop is among them").ask == Ask::Stop {
            break;
        }
    }
}

#[tokio::test]
async fn a_bad_message_gets_one_clear_sentence_and_the_next_is_answered() {
    let (page, mut asked) = serve(options()).await;
    let mut client = Client::of(&page).await;
    let deep = format!(r#"{{"id":1,"ask":{{"do":"moves","moves":{}"#, "[".repeat(5_000));
    let long = format!(r#"{{"id":1,"ask":{{"do":"say","line":"{}"}}}}"#, "x".repeat(70_000));
    for (bad, named) in [
        ("", "EOF"),
        ("hello", "expected"),
        ("{}", "missing field `id`"),
        (r#"{"id":1,"ask":{"do":"fly"}}"#, "unknown variant `fly`"),
        (r#"{"id":1,"ask":{"do":"start"}}"#, "missing field `scan`"),
        (r#"{"id":1,"ask":{"do":"start","scan":1}}"#, "invalid type"),
        (r#"{"id":1,"ask":{"do":"start","scan":true,"more":1}}"#, "unknown field `more`"),
        (r#"{"id":1,"ask":{"do":"stop"},"token":"x"}"#, "unknown field `token`"),
        (r#"{"id":-1,"ask":{"do":"stop"}}"#, "invalid value"),
        (r#"{"id":99999999999,"ask":{"do":"stop"}}"#, "invalid value"),
        (r#"{"id":1,"ask":{"do":"fault","name":"a","target":"b","amount":NaN}}"#, "expected"),
        (r#"{"id":1,"ask":{"do":"fault","name":"a","target":"b","amount":1e999}}"#, "out of range"),
        (deep.as_str(), "recursion limit"),
        (long.as_str(), "65536 are allowed"),
    ] {
        client.send(bad).await;
        let answer = client.answer().await;
        let text = answer["text"].as_str().expect("a text");
        assert_eq!((&answer["id"], &answer["ok"]), (&json!(0), &json!(false)), "{bad:.60}");
        assert!(text.contains(named), "{bad:.60}: {text}");
        assert!(text.len() < 500, "{text}");
    }
    let sent = client.socket.send(Message::binary(vec![1, 2, 3])).await;
    sent.expect("it is taken");
    let answer = client.answer().await;
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("binary")));
    assert!(asked.try_recv().is_err(), "the host receives nothing of all this");
    client.send(r#"{"id":5,"ask":{"do":"confirm"}}"#).await;
    assert_eq!(asked.recv().await.map(|asked| asked.ask), Some(Ask::Confirm));
}
