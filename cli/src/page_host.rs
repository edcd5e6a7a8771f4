//! Serves a page of this machine until Ctrl-C: a host provides what it shows, and answers requests.

use std::io::Write;
use std::time::{Duration, Instant};

use page::protocol::{Answer, Ask, Part, Picture};
use page::{Options, Page, Photos};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use crate::failure::Failure;
use crate::phone;

/// What moves by itself is shown anew after each of these.
const TICK: Duration = Duration::from_millis(33);
/// The state behind a page. It has no clock and no socket.
pub trait PageHost {
    /// Whether people can send photographs of a cube.
    const TAKES_PHOTOS: bool = false;
    /// Whether what it shows changes by itself.
    fn is_moving(&self) -> bool;
    /// Carries out a request, or answers why not.
    fn answer(&mut self, ask: &Ask, now: Instant) -> Answer;
    /// Reads six photographs of a cube, where it [takes](Self::TAKES_PHOTOS) any.
    fn read(&mut self, _photos: &Photos) -> Answer {
        Answer::refused("no photographs are taken here")
    }
    /// All that it shows now.
    fn parts(&mut self, now: Instant) -> Vec<Part>;
    /// JPEGs of a camera, of the kinds that have viewers. Those that were shown already are not given again.
    fn pictures(&mut self, _watched: &[Picture]) -> Vec<(Picture, Vec<u8>)> {
        Vec::new()
    }
}

/// Serves a host's page; `what` is printed before its address. `fixed` parts never change.
pub fn serve<Host: PageHost>(
    mut options: Options,
    what: &str,
    fixed: Vec<Part>,
    host: &mut Host,
) -> Result<(), Failure> {
    let port = options.address.port();
    let failed =
        |reason: &dyn std::fmt::Display| Failure::NotAsGiven(format!("cannot serve a page at port {port}: {reason}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| failed(&error))?;
    let (reader, mut photos) = mpsc::channel::<Photos>(1);
    options.photos = Host::TAKES_PHOTOS.then_some(reader);
    runtime.block_on(async {
        let (page, mut asked) = Page::serve(options).await.map_err(|error| failed(&error))?;
        fixed.into_iter().for_each(|part| page.set(part));
        show(host, &page);
        // The error stream may be closed.
        let _ = writeln!(std::io::stderr(), "{what} at {}; Ctrl-C ends it", page.url());
        phone::offer(&page);
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            tokio::select! {
                _ = ticks.tick(), if host.is_moving() => show(host, &page),
                Some(asked) = asked.recv() => {
                    asked.reply.send(host.answer(&asked.ask, Instant::now()));
                    show(host, &page);
                }
                Some(photos) = photos.recv() => {
                    let answer = host.read(&photos);
                    photos.reply.send(answer);
                }
                _ = tokio::signal::ctrl_c() => {
                    page.end().await;
                    return Ok(());
                }
            }
        }
    })
}

fn show(host: &mut impl PageHost, page: &Page) {
    let parts = host.parts(Instant::now());
    parts.into_iter().for_each(|part| page.set(part));
    let watched = [Picture::Plain, Picture::Annotated].into_iter();
    let watched: Vec<Picture> = watched.filter(|&kind| page.watched(kind)).collect();
    for (kind, jpeg) in host.pictures(&watched) {
        page.show(kind, &jpeg);
    }
}
