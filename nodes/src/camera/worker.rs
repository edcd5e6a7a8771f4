//! The camera's thread: opens the source, paces it, publishes, and tries again when it fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use r2r::sensor_msgs::msg::{CameraInfo, Image as ImageMsg};

use super::convert;
use super::node::{BackOff, Settings, SourceKind};
use super::source::{Shot, Source, open};
use crate::runtime::{Clock, Diagnostics, Health, Logger, Publisher};

/// The longest sleep between two looks at the sign to end.
const NAP: Duration = Duration::from_millis(50);

/// Everything that publishing needs.
#[derive(Clone)]
pub struct Worker {
    /// Where pictures go.
    pub images: Publisher<ImageMsg>,
    /// Where intrinsics go.
    pub infos: Publisher<CameraInfo>,
    /// ROS time.
    pub clock: Clock,
    /// The node's log.
    pub log: Logger,
    /// The node's health.
    pub diagnostics: Diagnostics,
}

/// Tells a worker to end.
#[derive(Clone, Default)]
pub struct EndSign(Arc<AtomicBool>);

impl EndSign {
    /// Gives the sign.
    pub fn give(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    fn is_given(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Sleeps, but not beyond the sign.
    fn sleep(&self, duration: Duration) {
        let until = Instant::now() + duration;
        while !self.is_given() {
            match until.checked_duration_since(Instant::now()) {
                Some(left) if !left.is_zero() => std::thread::sleep(left.min(NAP)),
                _ => return,
            }
        }
    }
}

impl Worker {
    /// Publishes pictures until the sign is given. Blocks.
    pub fn work(&self, settings: &Settings, end: &EndSign) {
        if let SourceKind::Silent(reason) = settings.kind {
            self.diagnostics.report(Health::Ok, reason, &[]);
            return;
        }
        if let Err(reason) = settings.check() {
            self.log.warn(reason.clone());
            self.diagnostics.report(Health::Error, reason, &[]);
            return;
        }
        let mut back_off = BackOff::new();
        let mut complaint = String::new();
        while !end.is_given() {
            let began = Instant::now();
            let mut published = 0;
            let outcome = match open(settings) {
                Ok(Some(mut source)) => self.show(settings, &mut *source, end, &mut published),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            match outcome {
                Ok(()) => return,
                Err(error) => {
                    let text = error.to_string();
                    if text != complaint {
                        self.log
                            .warn(format!("{text}; trying again until it works"));
                    }
                    self.diagnostics.report(Health::Error, text.clone(), &[]);
                    complaint = text;
                }
            }
            if 0 < published && BackOff::new().pause() < began.elapsed() {
                (back_off, complaint) = (BackOff::new(), String::new());
            }
            end.sleep(back_off.pause());
        }
    }

    /// Publishes a source's pictures until it ends or fails.
    fn show(
        &self,
        settings: &Settings,
        source: &mut dyn Source,
        end: &EndSign,
        published: &mut u64,
    ) -> Result<(), super::source::SourceError> {
        let began = Instant::now();
        let mut due = began;
        while !end.is_given() {
            let Some(shot) = source.next(began.elapsed())? else {
                self.log.info("all pictures were shown");
                self.diagnostics
                    .report(Health::Ok, "all pictures were shown", &[]);
                return Ok(());
            };
            let now = Instant::now();
            if source.waits() && now < due {
                continue;
            }
            if end.is_given() {
                break;
            }
            if *published == 0 {
                let (width, height) = (shot.image.width(), shot.image.height());
                self.log
                    .info(format!("publishing pictures of {width} x {height} pixels"));
            }
            self.publish(settings, &shot);
            *published += 1;
            let values = [
                ("published", published.to_string()),
                (
                    "size",
                    format!("{} x {}", shot.image.width(), shot.image.height()),
                ),
                ("frame_id", shot.frame_id),
            ];
            self.diagnostics.report(Health::Ok, "publishing", &values);
            // A picture that comes late does not make the next ones come in a rush.
            due = (due + settings.period).max(now);
            if !source.waits() {
                end.sleep(due.saturating_duration_since(Instant::now()));
            }
        }
        Ok(())
    }

    fn publish(&self, settings: &Settings, shot: &Shot) {
        let header = self.clock.header(&shot.frame_id);
        self.images
            .publish(&convert::image(&shot.image, header.clone()));
        self.infos
            .publish(&convert::camera_info(&shot.image, settings.lens, header));
    }
}
