//! The page leads a person who shows a cube by hand to the rig's camera.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use page::protocol::{Answer, HandScan, Part};
use page::{Page, Reply};
use r2r::QosProfile;
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until};
use tutor::handscan::{Dialogue, Options};

use crate::runtime::{Clock, Later, Logger, latched};
use crate::shown_by_hand::{Inputs, View, look_on};

/// A scan in which nothing happens for this long ends.
const FORGOTTEN: Duration = Duration::from_secs(120);

/// Scans that people begin on the page, one at a time.
pub struct ByHand {
    /// The page that leads.
    pub page: Arc<Page>,
    /// Subscribes to what the camera sees, while a scan is under way.
    pub later: Later,
    /// The time of the graph.
    pub clock: Clock,
    /// Where failures are reported.
    pub log: Logger,
    /// The scan that is under way.
    pub scan: Option<Scan>,
}

/// A scan that is under way. It ends when this is dropped.
pub struct Scan {
    lines: UnboundedSender<String>,
    task: AbortHandle,
}

impl Drop for Scan {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl ByHand {
    /// Takes a line of a person; the first one begins a scan.
    pub fn say(&mut self, line: &str, reply: Reply) {
        self.scan.take_if(|scan| scan.task.is_finished());
        reply.send(match (line.trim(), &self.scan) {
            ("stop", _) => {
                self.scan = None;
                self.page.set(Part::HandScan(HandScan::not_begun()));
                Answer::done("The scan by hand is over.")
            }
            ("restart", None) => {
                let (lines, answers) = unbounded();
                let lead = lead(self.page.clone(), self.later.clone(), self.clock.clone(), self.log.clone(), answers);
                self.scan = Some(Scan { lines, task: tokio::spawn(lead).abort_handle() });
                Answer::done("Show the faces of the cube to the camera.")
            }
            (_, None) => Answer::refused("no scan by hand is under way: begin one"),
            (line, Some(scan)) => match scan.lines.unbounded_send(line.to_owned()) {
                Ok(()) => Answer::done(""),
                Err(_) => Answer::refused("the scan by hand is over"),
            },
        });
    }
}

/// Leads a person until the cube is read or nothing happens any more.
async fn lead(page: Arc<Page>, later: Later, clock: Clock, log: Logger, answers: UnboundedReceiver<String>) {
    if let Err(error) = show(&page, &later, clock, log.clone(), answers).await {
        let notice = format!("The scan by hand has failed: {error:#}.");
        log.warn(&*notice);
        page.set(Part::HandScan(HandScan { notice, ..HandScan::not_begun() }));
    }
}

async fn show(page: &Page, later: &Later, clock: Clock, log: Logger, answers: UnboundedReceiver<String>) -> Result<()> {
    let inputs = Inputs {
        faces: later.subscribe("faces", QosProfile::default().keep_last(20)).await?,
        colors: later.subscribe("cube/colors", latched()).await?,
        answers,
        clock,
        log,
    };
    let dialogue = Dialogue::new(Options::default());
    let (seen, mut view) = watch::channel(View::of(&dialogue));
    view.mark_changed();
    // The page shows what the screen says; words and cubes are for a guide without one.
    let (effects, _) = mpsc::unbounded_channel();
    let mut looks = std::pin::pin!(look_on(dialogue, inputs, seen, effects));
    let mut last = (Instant::now(), HandScan::default());
    loop {
        tokio::select! {
            ended = &mut looks => return ended,
            () = sleep_until(last.0 + FORGOTTEN) => {
                let notice = "The scan by hand is over: no face was shown for two minutes.".into();
                page.set(Part::HandScan(HandScan { notice, ..HandScan::not_begun() }));
                return Ok(());
            }
            Ok(()) = view.changed() => {
                let shown = {
                    let view = view.borrow_and_update();
                    HandScan { left: None, ..HandScan::new(&view.screen, &view.problems, view.is_done) }
                };
                if shown != last.1 {
                    last = (Instant::now(), shown.clone());
                }
                let is_done = shown.done;
                page.set(Part::HandScan(shown));
                if is_done {
                    return Ok(());
                }
            }
        }
    }
}
