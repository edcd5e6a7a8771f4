//! One client: requests in, answers, lists and messages out.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::channel::Channel;
use crate::outbox::Outbox;
use crate::protocol::{self, Asked, Call, Capability, FromClient, Reply};
use crate::server::Shared;

/// Requests of a client that are not answered yet. It is not read until there is room for another.
const MOST_OPEN: usize = 32;
/// A client that does not read for this long is dropped.
const UNREAD: Duration = Duration::from_secs(20);
/// How often a client is sent a ping: so the end of one is noticed that is not read, since too many of its requests are open.
const PING: Duration = Duration::from_secs(2);

type Socket = WebSocketStream<TcpStream>;
/// An answer, and its place among those that are open.
type Answer = (Message, OwnedSemaphorePermit);

/// Serves a client until it goes.
pub(crate) async fn serve(shared: Arc<Shared>, socket: Socket) {
    let (sink, stream) = socket.split();
    let (answers, answered) = mpsc::channel(MOST_OPEN);
    let outbox = Arc::new(Outbox::new(shared.dropped.clone()));
    let subscriptions = Subscriptions { outbox: outbox.clone(), channels: HashMap::new() };
    let places = Arc::new(Semaphore::new(MOST_OPEN));
    let reader = Reader { shared: &shared, stream, answers, places, subscriptions };
    let writer = Writer { shared: &shared, sink, answered, outbox };
    shared.clients.send_modify(|count| *count += 1);
    tokio::select! {
        () = reader.run() => {}
        // Either it is gone or it does not read.
        _ = writer.run() => {}
    }
    shared.clients.send_modify(|count| *count -= 1);
}

/// What a client is subscribed to, by its own numbers. They end with it.
struct Subscriptions {
    outbox: Arc<Outbox>,
    channels: HashMap<u32, Arc<Channel>>,
}

impl Subscriptions {
    fn end(&mut self, id: u32) {
        if let Some(channel) = self.channels.remove(&id) {
            channel.unsubscribe(id, &self.outbox);
        }
    }
}

impl Drop for Subscriptions {
    fn drop(&mut self) {
        self.channels.iter().for_each(|(id, channel)| channel.unsubscribe(*id, &self.outbox));
    }
}

/// Takes what a client sends.
struct Reader<'a> {
    shared: &'a Shared,
    stream: SplitStream<Socket>,
    answers: mpsc::Sender<Answer>,
    places: Arc<Semaphore>,
    subscriptions: Subscriptions,
}

impl Reader<'_> {
    async fn run(mut self) {
        while let Some(Ok(message)) = self.stream.next().await {
            let taken = match message {
                Message::Text(text) => match serde_json::from_str(&text) {
                    Ok(request) => self.take(request).await,
                    Err(error) => Err(format!("this server takes no such request: {error}")),
                },
                Message::Binary(bytes) => match Call::read(&bytes) {
                    Some(call) => self.call(call).await,
                    None => Err("this server takes no such binary message".to_owned()),
                },
                _ => Ok(()),
            };
            if let Err(reason) = taken {
                let status = Message::text(protocol::status(&reason));
                self.reply::<()>(move |_| status).await.send(Ok(()));
            }
        }
    }

    async fn take(&mut self, request: FromClient) -> Result<(), String> {
        let asked = match request {
            FromClient::Subscribe { subscriptions } => {
                for subscription in subscriptions {
                    self.subscribe(subscription.id, subscription.channel_id).await?;
                }
                return Ok(());
            }
            FromClient::Unsubscribe { subscription_ids } => {
                subscription_ids.into_iter().for_each(|id| self.subscriptions.end(id));
                return Ok(());
            }
            FromClient::FetchAsset { uri, request_id } => {
                self.check(Capability::Assets)?;
                let reply = self.reply(move |answer| Message::binary(protocol::asset(request_id, &answer))).await;
                Asked::Asset { uri, reply }
            }
            FromClient::GetParameters { parameter_names: names, id } => {
                self.check(Capability::Parameters)?;
                Asked::Parameters { names, reply: self.reply(move |answer| parameters(answer, id)).await }
            }
            FromClient::SetParameters { parameters: new, id } => {
                self.check(Capability::Parameters)?;
                Asked::SetParameters { parameters: new, reply: self.reply(move |answer| parameters(answer, id)).await }
            }
        };
        self.ask(asked).await;
        Ok(())
    }

    async fn subscribe(&mut self, id: u32, channel: u32) -> Result<(), String> {
        let channel = self.shared.channel(channel).ok_or_else(|| format!("there is no channel {channel}"))?;
        // So a client has as many subscriptions as there are channels, at most.
        if self.subscriptions.channels.iter().any(|(known, of)| *known == id || of.id == channel.id) {
            return Err(format!("the subscription {id} or one of its channel is there already"));
        }
        self.subscriptions.channels.insert(id, channel.clone());
        if channel.subscribe(id, &self.subscriptions.outbox) {
            self.ask(Asked::Feed(channel)).await;
        }
        Ok(())
    }

    async fn call(&mut self, Call { service: id, id: call, request }: Call<'_>) -> Result<(), String> {
        self.check(Capability::Services)?;
        let service = self.shared.service(id).ok_or_else(|| format!("there is no service {id}"))?;
        let request = serde_json::from_slice(request);
        let reply = self.reply(move |answer| match answer {
            Ok(response) => Message::binary(protocol::call_response(id, call, &response)),
            Err(reason) => Message::text(protocol::call_failure(id, call, &reason)),
        });
        let reply = reply.await;
        match request {
            Ok(request) => self.ask(Asked::Call { service, request, reply }).await,
            Err(error) => reply.send(Err(format!("this is no request of {}: {error}", service.name))),
        }
        Ok(())
    }

    fn check(&self, capability: Capability) -> Result<(), String> {
        match self.shared.options.capabilities.contains(&capability) {
            true => Ok(()),
            false => Err(format!("this server offers no {capability:?}").to_lowercase()),
        }
    }

    /// Sends the host a request. A host that ends answers nothing more.
    async fn ask(&self, asked: Asked) {
        let _ = self.shared.asked.send(asked).await;
    }

    /// Takes an answer for this client. Waits while too many requests are open.
    async fn reply<T: 'static>(&self, message: impl FnOnce(Result<T, String>) -> Message + Send + 'static) -> Reply<T> {
        let place = self.places.clone().acquire_owned().await.ok();
        let answers = self.answers.clone();
        Reply(Box::new(move |answer| {
            if let Some(place) = place {
                // There is room for as many as there are places. A client that has gone takes nothing more.
                let _ = answers.try_send((message(answer), place));
            }
        }))
    }
}

fn parameters(answer: Result<Vec<protocol::Parameter>, String>, id: Option<String>) -> Message {
    Message::text(match answer {
        Ok(parameters) => protocol::parameter_values(&parameters, id),
        Err(reason) => protocol::status(&reason),
    })
}

/// Sends a client what is new.
struct Writer<'a> {
    shared: &'a Shared,
    sink: SplitSink<Socket, Message>,
    answered: mpsc::Receiver<Answer>,
    outbox: Arc<Outbox>,
}

impl Writer<'_> {
    /// Returns `None` once the client is gone or does not read.
    async fn run(mut self) -> Option<()> {
        let mut catalogue = self.shared.catalogue.subscribe();
        catalogue.mark_changed();
        let mut time = self.shared.time.subscribe();
        let mut pings = interval(PING);
        let (mut channels, mut services) = (0, 0);
        self.send(Message::text(self.shared.info())).await?;
        loop {
            let message = tokio::select! {
                biased;
                Some((answer, _place)) = self.answered.recv() => answer,
                Ok(()) = catalogue.changed() => {
                    let new = catalogue.borrow_and_update().clone();
                    if channels < new.channels.len() {
                        self.send(Message::text(protocol::advertise(&new.channels[channels..]))).await?;
                    }
                    if services < new.services.len() {
                        let new = protocol::advertise_services(&new.services[services..], services);
                        self.send(Message::text(new)).await?;
                    }
                    (channels, services) = (new.channels.len(), new.services.len());
                    continue;
                }
                _ = pings.tick() => Message::Ping(Default::default()),
                Ok(()) = time.changed() => Message::binary(protocol::time(*time.borrow_and_update())),
                (subscription, message) = self.outbox.next() => {
                    Message::binary(protocol::message_data(subscription, &message))
                }
            };
            self.send(message).await?;
        }
    }

    async fn send(&mut self, message: Message) -> Option<()> {
        timeout(UNREAD, self.sink.send(message)).await.ok()?.ok()
    }
}
