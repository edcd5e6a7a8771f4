//! The node `face_detector`: finds cube faces in camera pictures and names their stickers' colours.

mod convert;
mod node;
mod params;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::FaceObservation;
use r2r::sensor_msgs::msg::Image as ImageMsg;
use vision::{Detector, FaceView, Image, annotate};

use crate::runtime::{Diagnostics, Health, LiveParams, Logger, Publisher, RigNode, Setup, Task};
use node::{Complaints, Impression, Memory};
pub use params::FaceDetectorParams;

/// Without a picture for so long, the node says so in its diagnostics.
const QUIET: Duration = Duration::from_secs(3);

/// Finds faces.
pub struct FaceDetector;

impl RigNode for FaceDetector {
    const NAME: &'static str = "face_detector";
    const ABOUT: &'static str =
        "finds cube faces in camera pictures and names their stickers' colours";
    type Params = FaceDetectorParams;

    fn start(setup: &mut Setup<FaceDetectorParams>) -> Result<Task> {
        let mut images =
            setup.subscribe_latest::<ImageMsg>("camera/image_raw", QosProfile::sensor_data())?;
        let observations =
            setup.publisher::<FaceObservation>("faces", QosProfile::default().keep_last(20))?;
        let annotated =
            setup.publisher::<ImageMsg>("faces/image", QosProfile::default().keep_last(2))?;
        let mut eye = Some(Eye {
            detector: Detector::new(setup.params.get().options()),
            memory: Memory::new(),
            complaints: Complaints::default(),
            origin: Instant::now(),
            observations,
            annotated,
            params: setup.params.clone(),
            log: setup.log.clone(),
            diagnostics: setup.diagnostics.clone(),
        });
        let (stop, diagnostics) = (setup.stop.clone(), setup.diagnostics.clone());
        Ok(Box::pin(async move {
            diagnostics.report(Health::Ok, "waiting for pictures", &[]);
            while !stop.is_cancelled() {
                let waiting = tokio::time::timeout(QUIET, images.changed());
                match stop.run_until_cancelled(waiting).await {
                    None => break,
                    Some(Err(_)) => {
                        diagnostics.report(Health::Warn, "no pictures on camera/image_raw", &[]);
                        continue;
                    }
                    // The sender lives as long as the subscription.
                    Some(Ok(Err(_))) => break,
                    Some(Ok(Ok(()))) => {}
                }
                let message = images.borrow_and_update().clone();
                let (Some(message), Some(mut looking)) = (message, eye.take()) else {
                    continue;
                };
                let looked = tokio::task::spawn_blocking(move || {
                    looking.look(&message);
                    looking
                });
                eye = Some(looked.await.context("looking at a picture broke off")?);
            }
            Ok(())
        }))
    }
}

/// The detector with its hands.
struct Eye {
    detector: Detector,
    memory: Memory<Arc<Vec<FaceView>>>,
    complaints: Complaints,
    origin: Instant,
    observations: Publisher<FaceObservation>,
    annotated: Publisher<ImageMsg>,
    params: LiveParams<FaceDetectorParams>,
    log: Logger,
    diagnostics: Diagnostics,
}

impl Eye {
    /// Looks at a picture and tells what is in it.
    fn look(&mut self, message: &ImageMsg) {
        if let Err(error) = self.try_to_look(message) {
            let text = format!("{error:#}");
            if self
                .complaints
                .is_news(&text, self.origin.elapsed().as_secs_f64())
            {
                self.log.warn(text.clone());
            }
            self.diagnostics.report(Health::Error, text, &[]);
        }
    }

    fn try_to_look(&mut self, message: &ImageMsg) -> Result<()> {
        let began = Instant::now();
        let mut image = convert::image(message)?;
        let params = self.params.get();
        if *self.detector.options() != params.options() {
            self.detector = Detector::new(params.options());
            self.memory.forget();
        }
        let faces = self.faces_in(&image, params.same_picture_tolerance as f32)?;
        let milliseconds = began.elapsed().as_secs_f32() * 1000.0;
        let (header, size) = (message.header.clone(), (image.width(), image.height()));
        let observation = convert::observation(header.clone(), size, &faces, milliseconds);
        self.observations.publish(&observation);
        if params.annotate && self.annotated.has_listeners() {
            annotate(&mut image, &faces);
            self.annotated.publish(&convert::picture(header, &image));
        }
        let values = [
            ("faces", faces.len().to_string()),
            ("milliseconds", format!("{milliseconds:.1}")),
            ("size", format!("{} x {}", size.0, size.1)),
        ];
        self.diagnostics.report(Health::Ok, "looking", &values);
        Ok(())
    }

    /// The faces in a picture; those of the last one, when it shows the same.
    fn faces_in(&mut self, image: &Image, tolerance: f32) -> Result<Arc<Vec<FaceView>>> {
        let impression = Impression::of(image);
        if let Some(faces) = self.memory.recall(&impression, tolerance) {
            return Ok(faces);
        }
        let faces = Arc::new(
            self.detector
                .detect(image)
                .context("the picture cannot be searched")?,
        );
        self.memory.keep(impression, faces.clone());
        Ok(faces)
    }
}
