//! What all clients of a page share: how things are, who looks at pictures, and where requests go.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use cube::ColorScheme;
use tokio::sync::{Semaphore, mpsc, watch};

use crate::asked::{Asked, Reply};
use crate::page_camera::PageCamera;
use crate::protocol::{Answer, Ask, Part, Picture};
use crate::{Limits, Photos, RigFiles, Token};

/// How many kinds of [`Part`] there are.
pub(crate) const PARTS: usize = 22;
/// Places in the queue to the host that only `stop` may take.
const KEPT_FOR_STOP: usize = 64;
/// Requests that wait for the host.
pub(crate) const QUEUE: usize = 4 * KEPT_FOR_STOP;

/// How many pages show each picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watching {
    /// The picture as the camera took it.
    pub plain: usize,
    /// The picture with the stickers that were found.
    pub annotated: usize,
}

/// What all clients share.
pub(crate) struct Hub {
    pub(crate) limits: Limits,
    pub(crate) token: Option<Token>,
    pub(crate) rig: Option<RigFiles>,
    pub(crate) photos: Option<mpsc::Sender<Photos>>,
    pub(crate) photos_turn: Semaphore,
    /// Where a browser's camera is wanted.
    pub(crate) camera: Option<PageCamera>,
    /// Counts connections.
    pub(crate) pages: AtomicU64,
    pub(crate) clients: Arc<Semaphore>,
    /// The newest of each part as JSON; empty before the first.
    pub(crate) parts: [watch::Receiver<Utf8Bytes>; PARTS],
    /// Changes with every part. It is closed when the page ends.
    pub(crate) wake: watch::Receiver<()>,
    /// The newest pictures as binary messages, plain and annotated.
    pub(crate) pictures: [watch::Receiver<Bytes>; 2],
    pub(crate) watching: watch::Sender<Watching>,
    pub(crate) requests: mpsc::Sender<Asked>,
    /// When somebody asked for something last.
    pub(crate) asked: Mutex<Instant>,
    /// The colours of the cube that was shown last, for random cubes.
    pub(crate) scheme: Mutex<ColorScheme>,
}

impl Hub {
    /// Whether a page that knows this may come in.
    pub(crate) fn admits(&self, guess: Option<&str>) -> bool {
        match (&self.token, guess) {
            (None, _) => true,
            (Some(token), Some(guess)) => token.is(guess),
            (Some(_), None) => false,
        }
    }

    /// Takes note that somebody asks for something.
    pub(crate) fn note_asked(&self) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Passes a request on to the host.
    pub(crate) fn ask(&self, ask: Ask, reply: Reply) {
        // A host that lags must still receive a stop.
        if ask != Ask::Stop && self.requests.capacity() < KEPT_FOR_STOP {
            reply.send(Answer::refused("too many requests are waiting: try again in a moment"));
            return;
        }
        // If nobody takes it, the reply is dropped and answers so.
        let _ = self.requests.try_send(Asked { ask, reply });
    }

    /// The colours of the cube that was shown last.
    pub(crate) fn scheme(&self) -> ColorScheme {
        *self.scheme.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watching {
    /// The count of a kind; nothing counts those who look at none.
    pub(crate) fn count(&mut self, picture: Picture) -> Option<&mut usize> {
        match picture {
            Picture::None => None,
            Picture::Plain => Some(&mut self.plain),
            Picture::Annotated => Some(&mut self.annotated),
        }
    }
}

/// The place of a part among all.
pub(crate) fn place(part: &Part) -> usize {
    match part {
        Part::Hello(_) => 0,
        Part::Stop(_) => 1,
        Part::Controls(_) => 2,
        Part::Scene(_) => 3,
        Part::Cube(_) => 4,
        Part::Run(_) => 5,
        Part::Plan(_) => 6,
        Part::Health(_) => 7,
        Part::History(_) => 8,
        Part::HandScan(_) => 9,
        Part::Player(_) => 10,
        Part::Camera(_) => 11,
        Part::Lesson(_) => 12,
        Part::Watch(_) => 13,
        Part::Catalogue(_) => 14,
        Part::Cuboid(_) => 15,
        Part::Doubt(_) => 16,
        Part::Phone(_) => 17,
        Part::PageCamera(_) => 18,
        Part::Learner(_) => 19,
        Part::Drill(_) => 20,
        Part::Timer(_) => 21,
    }
}
