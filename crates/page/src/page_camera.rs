//! The camera of a browser in the place of the host's: one browser at a time sends pictures.
//!
//! A binary message of the browser has 13 bytes and a JPEG: what it is ([`PICTURE`] or [`CLOCK`]), its number (32 bits), and when the
//! picture was taken on the server's clock (milliseconds, a double), all in little endian. Each is acknowledged by a
//! [`PictureTaken`] with the server's time, from which the browser estimates the server's clock.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::sync::{mpsc, watch};

use crate::camera_watch::CameraWatch;
use crate::jpeg;
use crate::protocol::{PageCameraNow, PictureTaken};

/// A question for the server's time.
const CLOCK: u8 = 0;
/// A picture.
const PICTURE: u8 = 1;
/// Bytes before the JPEG.
const HEAD: usize = 13;
/// Binary messages a second of one page.
pub(crate) const PICTURES: u32 = 40;
/// Bytes of one picture.
const LARGEST: usize = 512 << 10;
/// A browser that has sent no picture for this long gives way to another one.
const GIVES_WAY: Duration = Duration::from_secs(5);
/// A picture counts as at most this old.
const OLDEST: Duration = Duration::from_secs(10);
/// Letters of the name of a browser.
const LONGEST_NAME: usize = 40;
/// Letters of the key of a browser.
const LONGEST_KEY: usize = 64;

/// A picture that a browser took. The browser sends more when this is dropped.
#[derive(Debug)]
pub struct PagePicture {
    /// The JPEG.
    pub jpeg: Bytes,
    /// How long ago it was taken, when it arrived.
    pub age: Duration,
    /// When it arrived.
    pub arrived: Instant,
    _receipt: Receipt,
}

/// The acknowledgement of a picture. It is sent when this is dropped.
#[derive(Debug)]
struct Receipt {
    taken: PictureTaken,
    to: mpsc::Sender<PictureTaken>,
}

impl Drop for Receipt {
    fn drop(&mut self) {
        // A browser that is gone, or does not read, needs none.
        let _ = self.to.try_send(std::mem::take(&mut self.taken));
    }
}

/// Who the camera is, and where its pictures go.
pub(crate) struct PageCamera {
    began: Instant,
    to: mpsc::Sender<PagePicture>,
    holder: Mutex<Option<Holder>>,
    /// The name of the browser that is the camera; empty where none is.
    name: watch::Sender<String>,
    watch: Mutex<CameraWatch>,
}

/// The browser that is the camera.
struct Holder {
    /// Its connection.
    page: u64,
    /// What the browser calls itself, so that it is known again when it comes back.
    key: String,
    /// When it sent something last.
    newest: Instant,
}

impl PageCamera {
    pub(crate) fn new(to: mpsc::Sender<PagePicture>) -> PageCamera {
        let name = watch::Sender::default();
        PageCamera { began: Instant::now(), to, holder: Mutex::default(), name, watch: Mutex::default() }
    }

    fn watch(&self) -> MutexGuard<'_, CameraWatch> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is shown of it.
    pub(crate) fn now(&self) -> PageCameraNow {
        self.watch().show(Instant::now())
    }

    /// A second has passed.
    pub(crate) fn pass_second(&self) {
        self.watch().pass_second();
    }

    /// Another browser is the camera now, or none.
    fn note_name(&self, name: String) {
        self.name.send_if_modified(|now| {
            let is_other = *now != name;
            if is_other {
                self.watch().note_name(&name, Instant::now());
                *now = name;
            }
            is_other
        });
    }

    pub(crate) fn name(&self) -> watch::Receiver<String> {
        self.name.subscribe()
    }

    fn holder(&self) -> MutexGuard<'_, Option<Holder>> {
        self.holder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the browser at this connection the camera, unless another one is.
    pub(crate) fn take(&self, page: u64, name: &str, key: String, now: Instant) -> Result<(), String> {
        if key.is_empty() || LONGEST_KEY < key.len() {
            return Err(format!("the key of a camera has 1 to {LONGEST_KEY} letters"));
        }
        let mut holder = self.holder();
        let is_other = |holder: &Holder| holder.key != key && now.saturating_duration_since(holder.newest) < GIVES_WAY;
        if holder.as_ref().is_some_and(is_other) {
            let other = self.name.borrow().clone();
            return Err(format!("{other} is the camera now: end it there first"));
        }
        *holder = Some(Holder { page, key, newest: now });
        let name: String = name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
        let name = if name.trim().is_empty() { "a browser".to_owned() } else { name.trim().to_owned() };
        self.note_name(name);
        Ok(())
    }

    /// The browser at this connection is the camera no more.
    pub(crate) fn release(&self, page: u64) {
        let mut holder = self.holder();
        if holder.as_ref().is_some_and(|holder| holder.page == page) {
            *holder = None;
            self.note_name(String::new());
        }
    }

    /// Takes a binary message of the browser at this connection; one that is not `allowed`, for there were too many, is only
    /// acknowledged.
    pub(crate) fn receive(
        &self,
        page: u64,
        message: Bytes,
        receipts: &mpsc::Sender<PictureTaken>,
        now: Instant,
        allowed: bool,
    ) {
        let at = now.saturating_duration_since(self.began).as_secs_f64() * 1000.0;
        let mut receipt = Receipt { taken: PictureTaken { at, ..PictureTaken::default() }, to: receipts.clone() };
        let Some((kind, number, taken)) = head(&message) else {
            receipt.taken.problem = "this binary message is too short".into();
            return;
        };
        receipt.taken.number = number;
        match kind {
            _ if !allowed => {
                receipt.taken.problem = format!("a page may send {PICTURES} pictures a second: this one was left out");
            }
            CLOCK => {}
            PICTURE => {
                let jpeg = message.slice(HEAD..);
                let age = if taken.is_finite() { (at - taken).clamp(0.0, OLDEST.as_secs_f64() * 1000.0) } else { 0.0 };
                let age = Duration::from_secs_f64(age / 1000.0);
                if let Err(reason) = self.admit(page, &jpeg, now) {
                    receipt.taken.problem = reason;
                    return;
                }
                self.watch().note_picture(age, now);
                // A picture that finds the queue full is left out; a newer one follows.
                let _ = self.to.try_send(PagePicture { jpeg, age, arrived: now, _receipt: receipt });
            }
            _ => receipt.taken.problem = format!("binary messages of kind {kind} are not known"),
        }
    }

    /// Whether a picture of this connection is taken.
    fn admit(&self, page: u64, jpeg: &[u8], now: Instant) -> Result<(), String> {
        match &mut *self.holder() {
            Some(holder) if holder.page == page => holder.newest = now,
            _ => return Err("another browser is the camera, or none: press Use this camera".into()),
        }
        if LARGEST < jpeg.len() {
            return Err(format!("a picture has at most {} KiB", LARGEST >> 10));
        }
        jpeg::check(jpeg)
    }
}

/// What a binary message is, its number, and its time.
fn head(message: &[u8]) -> Option<(u8, u32, f64)> {
    let (kind, rest) = message.split_first()?;
    let (number, rest) = rest.split_first_chunk()?;
    let (taken, _) = rest.split_first_chunk()?;
    Some((*kind, u32::from_le_bytes(*number), f64::from_le_bytes(*taken)))
}
