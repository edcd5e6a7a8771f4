//! The camera's thread: publishes what `camera::stream` gives.

use std::sync::Arc;
use std::time::{Duration, Instant};

use camera::{
    Calibration, Controls, Host, Newest, Report, Settings, Shot, Source, SourceError, SourceKind, open, stream,
};
use r2r::sensor_msgs::msg::{CameraInfo, CompressedImage, Image as ImageMsg};
use r2r::std_msgs::msg::Header;
use rig::Pinhole;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::convert;
use super::page_source::PageSource;
use crate::messages::image::{bgr8, pixels};
use crate::runtime::{Clock, Diagnostics, Health, Logger, NO_HARDWARE, Publisher, camera_info};

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
    /// The newest picture of a browser.
    pub pictures: Arc<Newest<CompressedImage>>,
}

impl Worker {
    /// Publishes pictures until the end, with these controls. Blocks.
    pub fn work(&self, settings: &Settings, controls: watch::Receiver<Controls>, end: CancellationToken) {
        self.diagnostics.set_hardware(match settings.kind {
            SourceKind::Webcam => &settings.device,
            _ => NO_HARDWARE,
        });
        if let SourceKind::Silent(reason) = settings.kind {
            self.diagnostics.report(Health::Ok, reason, &[]);
            return;
        }
        if let Err(reason) = settings.check() {
            self.log.warn(reason.clone());
            self.diagnostics.report(Health::Error, reason, &[]);
            return;
        }
        let calibration = settings.calibration.as_deref().map(Calibration::load);
        let mut session = Session {
            worker: self,
            controls,
            end,
            began: Instant::now(),
            horizontal_fov: settings.horizontal_fov,
            calibration: None,
            failure: None,
        };
        match calibration {
            Some(Err(error)) => session.use_no_calibration(error.to_string()),
            Some(Ok(calibration)) => session.calibration = Some(calibration),
            None => {}
        }
        stream(settings.clone(), &mut session);
    }
}

/// A worker at work.
struct Session<'a> {
    worker: &'a Worker,
    controls: watch::Receiver<Controls>,
    end: CancellationToken,
    began: Instant,
    horizontal_fov: f64,
    calibration: Option<Calibration>,
    /// Why the calibration is not used.
    failure: Option<String>,
}

impl Session<'_> {
    fn use_no_calibration(&mut self, reason: String) {
        let text = format!("{reason}; camera_info follows horizontal_fov");
        self.worker.log.warn(text.clone());
        self.failure = Some(text);
        self.calibration = None;
    }
}

impl Host for Session<'_> {
    fn open(&mut self, settings: &Settings) -> Result<Option<Box<dyn Source>>, SourceError> {
        if settings.kind != SourceKind::Own {
            return open(settings);
        }
        let Worker { pictures, diagnostics, .. } = self.worker.clone();
        // The worker runs on a thread of the node's runtime.
        let (settings, handle, end) = (settings.clone(), Handle::current(), self.end.clone());
        Ok(Some(Box::new(PageSource { pictures, settings, handle, end, diagnostics })))
    }

    fn now(&mut self) -> Duration {
        self.began.elapsed()
    }

    fn sleep(&mut self, duration: Duration) {
        let until = Instant::now() + duration;
        while !self.end.is_cancelled() {
            match until.checked_duration_since(Instant::now()) {
                Some(left) if !left.is_zero() => std::thread::sleep(left.min(NAP)),
                _ => return,
            }
        }
    }

    fn has_ended(&mut self) -> bool {
        self.end.is_cancelled()
    }

    fn new_controls(&mut self) -> Option<Controls> {
        self.controls.has_changed().is_ok_and(|is_new| is_new).then(|| *self.controls.borrow_and_update())
    }

    fn publish(&mut self, shot: &Shot) {
        let mut header = self.worker.clock.header(&shot.frame_id);
        if let Some(taken) = shot.taken {
            header.stamp = r2r::Clock::to_builtin_time(&taken);
        }
        let (width, height) = (shot.image.width(), shot.image.height());
        let calibrated = self.calibration.as_ref().map(|calibration| calibration.scaled(width, height)).transpose();
        let info = match calibrated {
            Ok(Some(calibration)) => convert::calibrated_info(calibration, header.clone()),
            Ok(None) => computed_info(&shot.image, self.horizontal_fov, header.clone()),
            Err(error) => {
                self.use_no_calibration(error.to_string());
                computed_info(&shot.image, self.horizontal_fov, header.clone())
            }
        };
        self.worker.images.publish(&bgr8(header, width, height, shot.image.bytes()));
        self.worker.infos.publish(&info);
    }

    fn report(&mut self, report: &Report) {
        let (health, values) = convert::health(report);
        let (health, text) = match &self.failure {
            Some(failure) if health == Health::Ok => (Health::Warn, format!("{report}; {failure}")),
            _ => (health, report.to_string()),
        };
        self.worker.diagnostics.report(health, text, &values);
    }

    fn inform(&mut self, text: String) {
        self.worker.log.info(text);
    }

    fn warn(&mut self, text: String) {
        self.worker.log.warn(text);
    }
}

/// Intrinsics of a lens without distortion that looks straight through the middle of the picture.
fn computed_info(image: &vision::Image, horizontal_fov: f64, header: Header) -> CameraInfo {
    let [width, height] = [image.width(), image.height()].map(pixels);
    camera_info(header, &Pinhole::of_view(width, height, horizontal_fov))
}
