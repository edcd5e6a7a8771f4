//! The page while it is served.

use std::net::SocketAddr;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use cube::ColorScheme;
use tokio::net::TcpSocket;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::asked::Asked;
use crate::guard::Guard;
use crate::hub::{Hub, PARTS, QUEUE, Watching, place};
use crate::listener;
use crate::page_camera::PageCamera;
use crate::phone;
use crate::protocol::{PageCameraNow, Part, Phone, PhoneWay, Picture};
use crate::routes::router;
use crate::{Error, Options};

/// Bytes that wait inside the system for a client that reads slowly; more would be outdated.
const SEND_BUFFER: u32 = 128 << 10;
/// How long the end of a page waits for its clients.
const FAREWELL: Duration = Duration::from_secs(1);
/// Connections that wait to be accepted.
const BACKLOG: u32 = 128;

/// A page that is served until this is dropped.
pub struct Page {
    address: SocketAddr,
    url: String,
    ways: Vec<PhoneWay>,
    fingerprint: String,
    hub: Arc<Hub>,
    shown: Arc<Shown>,
    pictures: [watch::Sender<Bytes>; 2],
    accepting: AbortHandle,
}

/// What all clients are shown. They end when this is dropped.
struct Shown {
    hub: Arc<Hub>,
    parts: [watch::Sender<Utf8Bytes>; PARTS],
    wake: watch::Sender<()>,
}

impl Shown {
    /// Shows a part in place of what it was.
    fn set(&self, part: &Part) {
        if let Some(scheme) = scheme_of(part) {
            *self.hub.scheme.lock().unwrap_or_else(PoisonError::into_inner) = scheme;
        }
        let text = serde_json::to_string(part).expect("parts have only text keys");
        let changed = self.parts[place(part)].send_if_modified(|now| {
            let changed = now.as_str() != text;
            if changed {
                *now = text.into();
            }
            changed
        });
        if changed {
            self.wake.send_replace(());
        }
    }
}

/// Shows which browser is the camera, each second and when another one is.
async fn show_camera(shown: Weak<Shown>, mut name: watch::Receiver<String>) {
    let mut seconds = interval(Duration::from_secs(1));
    seconds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let has_passed = tokio::select! {
            _ = seconds.tick() => true,
            changed = name.changed() => {
                if changed.is_err() {
                    return;
                }
                false
            }
        };
        // The page may have ended.
        let Some(shown) = shown.upgrade() else { return };
        let Some(camera) = &shown.hub.camera else { return };
        if has_passed {
            camera.pass_second();
        }
        shown.set(&Part::PageCamera(camera.now()));
    }
}

impl Page {
    /// Serves a page. What people ask for comes from the receiver; each [`Asked`] wants an answer soon.
    ///
    /// # Errors
    /// [`Error::Unprotected`] for an address that other machines can reach, without token and TLS; [`Error::Address`] where the
    /// system refuses the address.
    pub async fn serve(options: Options) -> Result<(Page, mpsc::Receiver<Asked>), Error> {
        let Options { address, names, token, tls, hello, rig, photos, camera, limits } = options;
        let protected = token.is_some() && tls.is_some();
        if !address.ip().is_loopback() && !protected {
            return Err(Error::Unprotected { address });
        }
        let refused = |reason| Error::Address { address, reason };
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4(),
            SocketAddr::V6(_) => TcpSocket::new_v6(),
        };
        let socket = socket.map_err(refused)?;
        socket.set_reuseaddr(true).map_err(refused)?;
        // Connections take this over from their listener.
        socket.set_send_buffer_size(SEND_BUFFER).map_err(refused)?;
        socket.bind(address).map_err(refused)?;
        let listener = socket.listen(BACKLOG).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;

        let guard = Guard::new(address, &names, tls.is_some());
        let secret = token.as_ref().map(|token| format!("#token={}", token.reveal()));
        let secret = secret.unwrap_or_default();
        let url = format!("{}/{secret}", guard.origin());
        let ways = phone::ways(address, &names, &secret);
        let fingerprint = tls.as_ref().map_or_else(String::new, |tls| tls.fingerprint().to_owned());
        let parts: [watch::Sender<Utf8Bytes>; PARTS] = Default::default();
        let pictures: [watch::Sender<Bytes>; 2] = Default::default();
        let wake = watch::Sender::new(());
        let (requests, asked) = mpsc::channel(QUEUE);
        let hub = Arc::new(Hub {
            limits,
            token,
            rig,
            photos,
            photos_turn: Semaphore::new(1),
            camera: camera.map(PageCamera::new),
            pages: AtomicU64::new(0),
            clients: Arc::new(Semaphore::new(limits.clients)),
            parts: parts.each_ref().map(watch::Sender::subscribe),
            wake: wake.subscribe(),
            pictures: pictures.each_ref().map(watch::Sender::subscribe),
            watching: watch::Sender::default(),
            requests,
            asked: Mutex::new(Instant::now()),
            scheme: Mutex::new(ColorScheme::WESTERN),
        });
        let router = router(hub.clone(), guard);
        let accepting = tokio::spawn(listener::accept(listener, tls, router, limits));
        let shown = Arc::new(Shown { hub: hub.clone(), parts, wake });
        shown.set(&Part::Hello(hello));
        if let Some(camera) = &hub.camera {
            tokio::spawn(show_camera(Arc::downgrade(&shown), camera.name()));
        }
        let page = Page { address, url, ways, fingerprint, hub, shown, pictures, accepting: accepting.abort_handle() };
        Ok((page, asked))
    }

    /// Ends the page: each client gets what waits for it, and is notified.
    pub async fn end(self) {
        let hub = self.hub.clone();
        drop(self);
        let all = u32::try_from(hub.limits.clients).unwrap_or(u32::MAX);
        // A client that does not read is not waited for.
        let _ = timeout(FAREWELL, hub.clients.acquire_many(all)).await;
    }

    /// What to open in a browser, the token included.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Offers people to open the page on a phone. Where phones cannot reach it, they read which arguments of the launch file serve it to phones.
    pub fn offer_phone(&self, instead: &str) {
        self.set(Part::Phone(self.phone(instead)));
    }

    /// What is offered then.
    pub fn phone(&self, instead: &str) -> Phone {
        Phone { ways: self.ways.clone(), fingerprint: self.fingerprint.clone(), instead: instead.to_owned() }
    }

    /// The addresses at which phones reach the page, and a QR code of the first one for a terminal; nothing where none reaches it.
    pub fn phone_text(&self) -> Option<String> {
        let (first, others) = self.ways.split_first()?;
        let mut text = format!("{}\n{}", first.address, phone::text(&first.address)?);
        others.iter().for_each(|way| text += &format!("\nor {}", way.address));
        Some(text)
    }

    /// The name of the browser that is the camera, as it changes; empty where none is. Nothing where none can be.
    pub fn camera_name(&self) -> Option<watch::Receiver<String>> {
        self.hub.camera.as_ref().map(PageCamera::name)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What is shown of the browser that is the camera. Nothing where none can be.
    pub fn camera_now(&self) -> Option<PageCameraNow> {
        self.hub.camera.as_ref().map(PageCamera::now)
    }

    /// Shows a part in place of what it was. Clients that read slowly get only the newest.
    pub fn set(&self, part: Part) {
        self.shown.set(&part);
    }

    /// Whether anyone looks at this picture: only then is it worth drawing and packing.
    pub fn watched(&self, picture: Picture) -> bool {
        let mut watching = *self.hub.watching.borrow();
        watching.count(picture).is_some_and(|count| 0 < *count)
    }

    /// How long nobody has asked for anything: a person who enters a cube asks for its laws.
    pub fn idle(&self) -> Duration {
        let asked = self.hub.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.elapsed()
    }

    /// How many look at which picture, as it changes.
    pub fn watchers(&self) -> watch::Receiver<Watching> {
        self.hub.watching.subscribe()
    }

    /// Shows a picture, a JPEG, to those who look at this kind.
    pub fn show(&self, picture: Picture, jpeg: &[u8]) {
        let index = match picture {
            Picture::None => return,
            Picture::Plain => 0,
            Picture::Annotated => 1,
        };
        let mut message = Vec::with_capacity(1 + jpeg.len());
        message.push(picture as u8);
        message.extend_from_slice(jpeg);
        self.pictures[index].send_replace(message.into());
    }
}

/// The colours of the cube that a part shows.
fn scheme_of(part: &Part) -> Option<ColorScheme> {
    match part {
        Part::Cube(cube) => cube.scheme.parse().ok(),
        // The centres as the cube is held.
        Part::Lesson(lesson) => {
            let centres = lesson.stickers.chars().skip(4).step_by(9);
            centres.collect::<String>().parse().ok()
        }
        _ => None,
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // Clients end when what they are shown is dropped with this.
        self.accepting.abort();
    }
}
