//! What clients cannot do.

use std::sync::Arc;
use std::time::Duration;

use foxglove::{Asked, Capability, Options, Server};
use futures::{SinkExt, StreamExt};
use record::{Definition, Source, Topic};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Client = WebSocketStream<MaybeTlsStream<TcpStream>>;

const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(300);

async fn serve(capabilities: &[Capability]) -> (Server, Receiver<Asked>) {
    let options = Options {
        address: ([127, 0, 0, 1], 0).into(),
        name: "rig".into(),
        capabilities: capabilities.to_vec(),
        origins: Vec::new(),
    };
    Server::start(options).await.expect("a free port")
}

/// A client that has read who serves it.
async fn connect(server: &Server) -> Option<Client> {
    let mut request = format!("ws://{}", server.address()).into_client_request().expect("an address");
    request.headers_mut().insert("sec-websocket-protocol", "foxglove.websocket.v1".parse().expect("a value"));
    let (mut client, _) = connect_async(request).await.ok()?;
    assert_eq!(json(&mut client).await["op"], "serverInfo");
    Some(client)
}

/// The next message that is no ping.
async fn receive(client: &mut Client) -> Message {
    loop {
        let message = timeout(LONG, client.next()).await.expect("in time").expect("a message").expect("a message");
        if !message.is_ping() {
            return message;
        }
    }
}

/// The next text.
async fn json(client: &mut Client) -> Value {
    serde_json::from_str(receive(client).await.to_text().expect("a text")).expect("JSON")
}

async fn send(client: &mut Client, message: Value) {
    client.send(Message::text(message.to_string())).await.expect("it is connected");
}

#[tokio::test]
async fn what_is_not_offered_is_not_done() {
    let (server, mut asked) = serve(&[]).await;
    let mut client = connect(&server).await.expect("a client");
    for request in [
        json!({ "op": "setParameters", "parameters": [{ "name": "/a.b", "value": 1 }] }),
        json!({ "op": "getParameters", "parameterNames": [] }),
        json!({ "op": "fetchAsset", "uri": "package://a/b.stl", "requestId": 1 }),
    ] {
        send(&mut client, request.clone()).await;
        let answer = json(&mut client).await;
        assert_eq!((&answer["op"], &answer["level"]), (&json!("status"), &json!(2)), "{request}: {answer}");
    }
    let call = [&[2, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0][..], b"json{}"].concat();
    client.send(Message::binary(call)).await.expect("it is connected");
    let answer = json(&mut client).await;
    assert!(answer["message"].as_str().is_some_and(|text| text.contains("services")), "{answer}");
    assert!(asked.try_recv().is_err(), "the host is asked for nothing");
}

#[tokio::test]
async fn a_client_has_one_subscription_of_a_channel() {
    let (server, mut asked) = serve(&[]).await;
    let definition = Definition { text: "string data\n".into(), hash: None };
    let topic = Topic { name: "/chatter".into(), kind: "std_msgs/msg/String".into(), definition, qos: Vec::new() };
    server.add_topics([Arc::new(topic)]);
    let mut client = connect(&server).await.expect("a client");
    let channel = json(&mut client).await["channels"][0]["id"].clone();
    let subscribe = |id: u32| json!({ "op": "subscribe", "subscriptions": [{ "id": id, "channelId": channel }] });
    send(&mut client, subscribe(1)).await;
    let Some(Asked::Feed(fed)) = asked.recv().await else { panic!("a channel") };
    for id in [1, 2] {
        send(&mut client, subscribe(id)).await;
        assert_eq!(json(&mut client).await["op"], "status");
    }
    let topic = fed.topic().clone();
    let message = record::Message { topic, received: 258, sent: 0, number: 0, source: Source(0), data: vec![7, 8] };
    assert!(fed.feed(message.clone()));
    let data = receive(&mut client).await.into_data();
    assert_eq!(data[..], [1, 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 7, 8]);
    drop(client);
    let mut clients = server.clients();
    timeout(LONG, clients.wait_for(|count| *count == 0)).await.expect("it goes").expect("the server is there");
    assert!(!fed.feed(message), "nobody wants more");
}

#[tokio::test]
async fn a_client_has_few_open_requests_and_one_that_goes_leaves_none() {
    let (server, mut asked) = serve(&[Capability::Assets]).await;
    let mut client = connect(&server).await.expect("a client");
    for id in 0..100 {
        send(&mut client, json!({ "op": "fetchAsset", "uri": "package://a/b.stl", "requestId": id })).await;
    }
    let mut open = Vec::new();
    while let Ok(Some(asked)) = timeout(SHORT, asked.recv()).await {
        open.push(asked);
    }
    assert_eq!(open.len(), 32);
    // An answer makes room for one more request.
    let Some(Asked::Asset { reply, .. }) = open.pop() else { panic!("an asset") };
    reply.send(Ok(vec![7]));
    let next = timeout(LONG, asked.recv()).await.expect("in time");
    assert!(matches!(next, Some(Asked::Asset { .. })));
    let answer = receive(&mut client).await.into_data();
    assert_eq!(answer[..], [4, 31, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
    drop(client);
    let mut clients = server.clients();
    timeout(LONG, clients.wait_for(|count| *count == 0)).await.expect("it goes").expect("the server is there");
    for asked in open {
        let Asked::Asset { reply, .. } = asked else { panic!("an asset") };
        reply.send(Err("late".into()));
    }
}

#[tokio::test]
async fn there_are_sixteen_clients_at_most_and_no_large_requests() {
    let (server, _asked) = serve(&[]).await;
    let mut clients = Vec::new();
    for _ in 0..16 {
        clients.push(connect(&server).await.expect("a client"));
    }
    assert!(connect(&server).await.is_none());
    let mut first = clients.remove(0);
    let large = Message::text("x".repeat((1 << 20) + 1));
    // It may be dropped before all is sent.
    let _ = first.send(large).await;
    let mut counts = server.clients();
    timeout(LONG, counts.wait_for(|count| *count == 15)).await.expect("it goes").expect("the server is there");
    assert!(timeout(LONG, async { while connect(&server).await.is_none() {} }).await.is_ok());
}
