//! Keeps pictures coming: opens the source, paces it, and tries again when it fails, until it works again.

use std::time::Duration;

use super::node::{BackOff, Controls, Settings};
use super::source::{Shot, Source, SourceError};
use crate::runtime::Health;

/// What keeping a source open needs of the world.
pub trait Hands {
    /// Opens the source that the settings name; `None` for one that has no pictures.
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
    /// Tells the node's health.
    fn report(&mut self, health: Health, text: &str, values: &[(&str, String)]);
    /// Logs the course of events.
    fn inform(&mut self, text: String);
    /// Logs a trouble.
    fn warn(&mut self, text: String);
}

/// Publishes pictures until the end, or until there are no more.
pub fn keep_showing(mut settings: Settings, hands: &mut impl Hands) {
    let mut back_off = BackOff::new();
    let mut complaint = String::new();
    let mut losses = 0;
    while !hands.has_ended() {
        let began = hands.now();
        let mut published = 0;
        let outcome = match hands.open(&settings) {
            Ok(Some(source)) => show(&mut settings, source, hands, &mut published, losses),
            Ok(None) => return,
            Err(error) => Err(error),
        };
        let Err(error) = outcome else {
            return;
        };
        if 0 < published {
            losses += 1;
            // A source that gives one picture at each attempt is not well.
            if BackOff::new().pause() < hands.now().saturating_sub(began) {
                (back_off, complaint) = (BackOff::new(), String::new());
            }
        }
        let text = error.to_string();
        if text != complaint {
            hands.warn(format!("{text}; trying again until it works"));
        }
        hands.report(Health::Error, &text, &[("losses", losses.to_string())]);
        complaint = text;
        hands.sleep(back_off.pause());
    }
}

/// Publishes a source's pictures until it ends or fails.
fn show(
    settings: &mut Settings,
    mut source: Box<dyn Source>,
    hands: &mut impl Hands,
    published: &mut u64,
    losses: u64,
) -> Result<(), SourceError> {
    let began = hands.now();
    let mut due = began;
    let mut told = Vec::new();
    while !hands.has_ended() {
        if let Some(controls) = hands.new_controls() {
            settings.controls = controls;
            source.adjust(&controls);
        }
        let elapsed = hands.now().saturating_sub(began);
        let Some(shot) = source.next(elapsed)? else {
            let text = "all pictures were shown";
            hands.inform(text.into());
            hands.report(Health::Ok, text, &[]);
            return Ok(());
        };
        let now = hands.now();
        // A webcam's pictures are not quite evenly apart: one that comes a little early counts, or half of 30 a second would
        // be lost at a rate of 30.
        if source.waits() && now + settings.period / 4 < due {
            continue;
        }
        if hands.has_ended() {
            break;
        }
        let size = format!("{} x {}", shot.image.width(), shot.image.height());
        if *published == 0 {
            hands.inform(format!("publishing pictures of {size} pixels"));
        }
        hands.publish(&shot);
        *published += 1;
        let shortfalls = source.shortfalls();
        let text = match shortfalls.as_slice() {
            [] => "publishing".to_owned(),
            some => format!("the webcam gives {}", some.join(", ")),
        };
        if shortfalls != told && !shortfalls.is_empty() {
            hands.warn(text.clone());
        }
        let health = match shortfalls.is_empty() {
            true => Health::Ok,
            false => Health::Warn,
        };
        told = shortfalls;
        let values = [
            ("published", published.to_string()),
            ("size", size),
            ("frame_id", shot.frame_id),
            ("losses", losses.to_string()),
        ];
        hands.report(health, &text, &values);
        // A picture that comes late does not make the next ones come in a rush.
        due = (due + settings.period).max(now);
        if !source.waits() {
            let wait = due.saturating_sub(hands.now());
            hands.sleep(wait);
        }
    }
    Ok(())
}
