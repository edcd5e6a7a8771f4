//! Keeps pictures coming: opens the source, paces it, and opens it again after each failure.

use std::fmt;
use std::time::Duration;

use crate::back_off::BackOff;
use crate::settings::{Controls, Settings};
use crate::source::{Shot, Source, SourceError};

/// What [`stream`] needs from its caller.
pub trait Host {
    /// Opens the source that the settings name; `None` for one that has no pictures.
    ///
    /// # Errors
    /// When the source cannot be opened now.
    fn open(&mut self, settings: &Settings) -> Result<Option<Box<dyn Source>>, SourceError>;
    /// Time since some start.
    fn now(&mut self) -> Duration;
    /// Waits, but not beyond the end.
    fn sleep(&mut self, duration: Duration);
    /// Whether it is time to end.
    fn has_ended(&mut self) -> bool;
    /// New controls for the webcam, if some were set since the last call.
    fn new_controls(&mut self) -> Option<Controls>;
    /// Publishes a picture with its intrinsics.
    fn publish(&mut self, shot: &Shot);
    /// Takes a report, after each picture and each failure.
    fn report(&mut self, report: &Report);
    /// Logs what happens.
    fn inform(&mut self, text: String);
    /// Logs a problem.
    fn warn(&mut self, text: String);
}

/// How the source is doing. Its text is one sentence for people.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// Pictures come.
    Publishing {
        /// Pictures since the source was opened.
        published: u64,
        /// Width and height of the last picture, pixels.
        size: (usize, usize),
        /// Frame of the last picture.
        frame_id: String,
        /// How often the source was lost.
        losses: u64,
        /// What a webcam gives instead of what was asked.
        shortfalls: Vec<String>,
    },
    /// All pictures were shown.
    Ended,
    /// The source cannot be opened, or gives no more pictures. It is tried again.
    Failed {
        /// Why.
        reason: String,
        /// How often the source was lost.
        losses: u64,
    },
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Publishing { shortfalls, .. } if shortfalls.is_empty() => formatter.write_str("publishing"),
            Self::Publishing { shortfalls, .. } => {
                write!(formatter, "the webcam gives {}", shortfalls.join(", "))
            }
            Self::Ended => formatter.write_str("all pictures were shown"),
            Self::Failed { reason, .. } => formatter.write_str(reason),
        }
    }
}

/// Publishes pictures until the end, or until there are no more.
pub fn stream(mut settings: Settings, host: &mut impl Host) {
    let mut back_off = BackOff::new();
    let mut last_failure = String::new();
    let mut losses = 0;
    while !host.has_ended() {
        let began = host.now();
        let mut published = 0;
        let outcome = match host.open(&settings) {
            Ok(Some(source)) => show(&mut settings, source, host, &mut published, losses),
            Ok(None) => return,
            Err(error) => Err(error),
        };
        let Err(error) = outcome else {
            return;
        };
        if 0 < published {
            losses += 1;
            // A source that gives one picture at each attempt still fails.
            if BackOff::FIRST < host.now().saturating_sub(began) {
                (back_off, last_failure) = (BackOff::new(), String::new());
            }
        }
        let text = error.to_string();
        if text != last_failure {
            host.warn(format!("{text}; trying again until it works"));
        }
        last_failure.clone_from(&text);
        host.report(&Report::Failed { reason: text, losses });
        host.sleep(back_off.pause());
    }
}

/// Publishes a source's pictures until it ends or fails.
fn show(
    settings: &mut Settings,
    mut source: Box<dyn Source>,
    host: &mut impl Host,
    published: &mut u64,
    losses: u64,
) -> Result<(), SourceError> {
    let began = host.now();
    let mut due = began;
    let mut last_shortfalls = Vec::new();
    while !host.has_ended() {
        if let Some(controls) = host.new_controls() {
            settings.controls = controls;
            source.adjust(&controls);
        }
        let elapsed = host.now().saturating_sub(began);
        let Some(shot) = source.next(elapsed)? else {
            host.inform(Report::Ended.to_string());
            host.report(&Report::Ended);
            return Ok(());
        };
        let now = host.now();
        // A webcam's pictures do not come quite evenly. One that comes a little early counts: otherwise half of 30 a
        // second would be lost at a rate of 30.
        if source.waits() && now + settings.period / 4 < due {
            continue;
        }
        if host.has_ended() {
            break;
        }
        let (width, height) = (shot.image.width(), shot.image.height());
        if *published == 0 {
            host.inform(format!("publishing pictures of {width} x {height} pixels"));
        }
        host.publish(&shot);
        *published += 1;
        let shortfalls = source.shortfalls();
        let is_new = shortfalls != last_shortfalls && !shortfalls.is_empty();
        last_shortfalls.clone_from(&shortfalls);
        let report = Report::Publishing {
            published: *published,
            size: (width, height),
            frame_id: shot.frame_id,
            losses,
            shortfalls,
        };
        if is_new {
            host.warn(report.to_string());
        }
        host.report(&report);
        // After a late picture the next ones keep their distance.
        due = (due + settings.period).max(now);
        if !source.waits() {
            let wait = due.saturating_sub(host.now());
            host.sleep(wait);
        }
    }
    Ok(())
}
