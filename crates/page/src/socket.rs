//! One browser's WebSocket: requests in, answers, parts and pictures out.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use futures::stream::{SplitSink, SplitStream};
use futures::{FutureExt, SinkExt, StreamExt};
use teach::Language;
use tokio::sync::{mpsc, watch};
use tokio::task::unconstrained;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::asked::Reply;
use crate::hub::Hub;
use crate::laws;
use crate::page_camera::PICTURES;
use crate::protocol::{Answer, Ask, FromServer, Picture, PictureTaken, Request};
use crate::rate::Rate;
use crate::request::read;
use crate::token::random;

/// The sub-protocol. A page that knows the token asks for `cuberig.<token>` too.
const PROTOCOL: &str = "cuberig";
/// A page that is refused for its token.
const WRONG_TOKEN: u16 = 4401;
/// Bytes of a message that is still answered; longer ones end the connection.
const LARGEST_MESSAGE: usize = 1 << 20;
/// Answers that wait for a page to read them.
const ANSWERS: usize = 1024;
/// Stops a second of one page.
const STOPS: u32 = 10;
/// A page that sends this many seconds' worth of requests too much in a row is dropped.
const FLOOD: u32 = 20;
/// Signs of life that are asked for before a silent page is dropped.
const PINGS: u32 = 3;

/// Makes a connection a page's.
pub(crate) async fn upgrade(State(hub): State<Arc<Hub>>, upgrade: WebSocketUpgrade) -> Response {
    let protocols = upgrade.requested_protocols();
    let guesses = protocols.filter_map(|protocol| {
        let list = protocol.to_str().ok()?;
        list.split(',').find_map(|name| name.trim().strip_prefix(PROTOCOL)?.strip_prefix('.'))
    });
    let guess = guesses.last().map(str::to_owned);
    upgrade
        .protocols([PROTOCOL])
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .on_upgrade(move |socket| serve(hub, socket, guess))
}

async fn serve(hub: Arc<Hub>, mut socket: WebSocket, guess: Option<String>) {
    if !hub.admits(guess.as_deref()) {
        let reason = "the page's address lacks its token, or has a wrong one";
        close(&hub, &mut socket, WRONG_TOKEN, reason).await;
        return;
    }
    // Those without the token take nobody's place.
    let Ok(_place) = hub.clients.clone().try_acquire_owned() else {
        let reason = "as many pages as this server takes are open: close one of them";
        close(&hub, &mut socket, close_code::AGAIN, reason).await;
        return;
    };
    let (sink, stream) = socket.split();
    let (answers, answered) = mpsc::channel(ANSWERS);
    let (receipts, taken) = mpsc::channel(PICTURES as usize);
    let (wanted, picture) = watch::channel(Picture::None);
    let page = hub.pages.fetch_add(1, Ordering::Relaxed);
    let wanted = Wanted { hub: &hub, page, picture: wanted };
    let reader = Reader { hub: &hub, stream, answers, receipts, wanted, language: Language::default() };
    let mut writer = Writer { hub: &hub, sink, answered, taken, picture };
    // What a page sends is received also while it does not read: it may be a stop.
    let ended = tokio::select! {
        ended = reader.run() => ended,
        ended = writer.run() => ended,
    };
    if let Some((code, reason)) = ended {
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = timeout(hub.limits.unread, writer.sink.send(close)).await;
    }
}

async fn close(hub: &Hub, socket: &mut WebSocket, code: u16, reason: &'static str) {
    let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    let _ = timeout(hub.limits.unread, socket.send(close)).await;
}

/// Why a page is dropped: code and reason of the close frame; nothing where the page went away itself.
type Ended = Option<(u16, &'static str)>;

/// Takes what a page sends.
struct Reader<'a> {
    hub: &'a Hub,
    stream: SplitStream<WebSocket>,
    answers: mpsc::Sender<Answer>,
    receipts: mpsc::Sender<PictureTaken>,
    wanted: Wanted<'a>,
    /// What this browser reads.
    language: Language,
}

impl Reader<'_> {
    async fn run(mut self) -> Ended {
        let limits = self.hub.limits;
        let mut requests = Rate::new(limits.requests, Instant::now());
        let mut stops = Rate::new(STOPS, Instant::now());
        let mut pictures = Rate::new(PICTURES, Instant::now());
        let mut refused = 0;
        loop {
            let Ok(message) = timeout(limits.silence, self.stream.next()).await else {
                return Some((close_code::POLICY, "this page gave no sign of life"));
            };
            let request = match message {
                None | Some(Err(_) | Ok(Message::Close(_))) => return None,
                Some(Ok(Message::Text(text))) => read(&text),
                Some(Ok(Message::Binary(bytes))) => match &self.hub.camera {
                    Some(camera) => {
                        let now = Instant::now();
                        let allowed = pictures.take(now);
                        camera.receive(self.wanted.page, bytes, &self.receipts, now, allowed);
                        if allowed {
                            continue;
                        }
                        Err(String::new())
                    }
                    None => Err("requests are text: nothing is made of binary messages".into()),
                },
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Err(String::new()),
            };
            let is_stop = matches!(&request, Ok(request) if request.ask == Ask::Stop);
            let rate = if is_stop { &mut stops } else { &mut requests };
            if rate.take(Instant::now()) {
                refused = 0;
                match request {
                    Ok(request) => self.take(request),
                    Err(reason) if reason.is_empty() => {}
                    Err(reason) => self.answer(0, Answer::refused(reason)),
                }
                continue;
            }
            refused += 1;
            if FLOOD * limits.requests < refused {
                return Some((close_code::POLICY, "this page sends too many requests"));
            }
            let id = request.map_or(0, |request| request.id);
            let most = limits.requests;
            let reason = format!("a page may ask {most} times a second: this request was left out");
            self.answer(id, Answer::refused(reason));
        }
    }

    fn take(&mut self, request: Request) {
        let Request { id, ask } = request;
        // Each browser has its own; the host speaks that of the last one.
        if let Ask::Speak { language } = &ask {
            self.language = language.parse().unwrap_or(self.language);
        }
        // A browser that comes back asks for its picture by itself.
        if !matches!(ask, Ask::Watch { .. }) {
            self.hub.note_asked();
        }
        match ask {
            Ask::Watch { picture } => {
                self.wanted.set(picture);
                self.answer(id, Answer::done(""));
            }
            Ask::Check { cube } => self.answer(id, laws::check(&cube, self.language)),
            Ask::FromMoves { moves } => self.answer(id, laws::from_moves(&moves, &self.hub.scheme(), self.language)),
            Ask::Random => self.answer(
                id,
                match random() {
                    Ok(seed) => laws::random(u64::from_ne_bytes(seed), &self.hub.scheme(), self.language),
                    Err(error) => Answer::refused(error),
                },
            ),
            Ask::UseCamera { name, key } => {
                let page = self.wanted.page;
                let taken = match &self.hub.camera {
                    Some(camera) => camera.take(page, &name, key, Instant::now()),
                    None => Err("the rig does not look through a browser's camera: launch it with camera:=page".into()),
                };
                self.answer(
                    id,
                    taken.map_or_else(Answer::refused, |()| Answer::done("This browser is the camera now.")),
                );
            }
            Ask::EndCamera => {
                self.wanted.end_camera();
                self.answer(id, Answer::done("This browser is the camera no more."));
            }
            ask => self.hub.ask(ask, Reply::new(id, self.answers.clone())),
        }
    }

    fn answer(&self, id: u32, answer: Answer) {
        Reply::new(id, self.answers.clone()).send(answer);
    }
}

/// The picture that a page shows, and that it is the camera; both count as long as the page is there.
struct Wanted<'a> {
    hub: &'a Hub,
    /// The number of the connection.
    page: u64,
    picture: watch::Sender<Picture>,
}

impl Wanted<'_> {
    fn end_camera(&self) {
        if let Some(camera) = &self.hub.camera {
            camera.release(self.page);
        }
    }

    fn set(&self, picture: Picture) {
        let before = self.picture.send_replace(picture);
        if before == picture {
            return;
        }
        self.hub.watching.send_modify(|watching| {
            if let Some(count) = watching.count(before) {
                *count -= 1;
            }
            if let Some(count) = watching.count(picture) {
                *count += 1;
            }
        });
    }
}

impl Drop for Wanted<'_> {
    fn drop(&mut self) {
        self.end_camera();
        self.set(Picture::None);
    }
}

/// Sends a page what is new.
struct Writer<'a> {
    hub: &'a Hub,
    sink: SplitSink<WebSocket, Message>,
    answered: mpsc::Receiver<Answer>,
    taken: mpsc::Receiver<PictureTaken>,
    picture: watch::Receiver<Picture>,
}

impl Writer<'_> {
    async fn run(&mut self) -> Ended {
        let limits = self.hub.limits;
        let mut parts = self.hub.parts.clone();
        let mut wake = self.hub.wake.clone();
        let [mut plain, mut annotated] = self.hub.pictures.clone();
        let mut pings = interval(limits.silence / (PINGS + 1));
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            for part in &mut parts {
                // The last word of a page that ended counts too. (`has_changed` fails once a part is closed.)
                let changed = unconstrained(part.changed()).now_or_never();
                if let Some(Ok(())) = changed {
                    let text = part.borrow_and_update().clone();
                    if let Err(ended) = self.send(Message::Text(text)).await {
                        return ended;
                    }
                }
            }
            let wanted = *self.picture.borrow_and_update();
            let message = tokio::select! {
                biased;
                Some(answer) = self.answered.recv() => {
                    let answer = serde_json::to_string(&FromServer::Answer(answer));
                    Message::Text(answer.expect("answers have only text keys").into())
                }
                Some(taken) = self.taken.recv() => {
                    let taken = serde_json::to_string(&FromServer::Taken(taken));
                    Message::Text(taken.expect("these have only text keys").into())
                }
                changed = wake.changed() => match changed {
                    Ok(()) => continue,
                    Err(_) => return Some((close_code::AWAY, "the server ends")),
                },
                Ok(()) = self.picture.changed() => continue,
                Ok(()) = plain.changed(), if wanted == Picture::Plain => {
                    Message::Binary(plain.borrow_and_update().clone())
                }
                Ok(()) = annotated.changed(), if wanted == Picture::Annotated => {
                    Message::Binary(annotated.borrow_and_update().clone())
                }
                _ = pings.tick() => Message::Ping(Default::default()),
            };
            if let Err(ended) = self.send(message).await {
                return ended;
            }
        }
    }

    /// Sends a message; fails where the page does not take it.
    async fn send(&mut self, message: Message) -> Result<(), Ended> {
        match timeout(self.hub.limits.unread, self.sink.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(None),
            Err(_) => Err(Some((close_code::POLICY, "this page does not read"))),
        }
    }
}
