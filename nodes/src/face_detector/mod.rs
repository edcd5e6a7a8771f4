//! The node `face_detector`: finds cube faces in camera pictures and names their stickers' colours.

pub mod convert;
mod params;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use camera::{DuplicateFilter, Newest, Transport, stamp_fault};
use futures::StreamExt;
use futures::stream::select;
use r2r::cuberig_msgs::msg::{CubeColors, CubePose, CubeState, FaceObservation};
use r2r::sensor_msgs::msg::{CompressedImage, Image as ImageMsg};
use r2r::{QosProfile, WrappedTypesupport};
use tokio::sync::watch;
use vision::stream::{ChannelOrder, StreamDetector, face_shown, frame_fault, places_in_doubt};
use vision::{DetectorOptions, FaceView, annotate, mark_doubt};

use crate::messages::cube_colors;
use crate::messages::image::bgr8;
use crate::runtime::{
    Diagnostics, Health, LiveParams, LogThrottle, Logger, Publisher, RigNode, Setup, Task, latched, stamp_to_duration,
};
use convert::Sent;
pub use params::FaceDetectorParams;

/// After this long without a picture, the node reports it in its diagnostics.
const QUIET: Duration = Duration::from_secs(3);

/// Finds faces.
pub struct FaceDetector;

impl RigNode for FaceDetector {
    const NAME: &'static str = "face_detector";
    const ABOUT: &'static str = "finds cube faces in camera pictures and names their stickers' colours";
    type Params = FaceDetectorParams;

    fn start(setup: &mut Setup<FaceDetectorParams>) -> Result<Task> {
        let pictures = Arc::new(Newest::new());
        let topic = match setup.params.get().image_transport.as_str() {
            "compressed" => {
                let topic = "camera/image_raw/compressed";
                receive::<CompressedImage>(setup, topic, Sent::Compressed, &pictures)?;
                topic
            }
            _ => {
                let topic = "camera/image_raw";
                receive::<ImageMsg>(setup, topic, Sent::Raw, &pictures)?;
                topic
            }
        };
        let observations = setup.publisher::<FaceObservation>("faces", QosProfile::default().keep_last(20))?;
        let annotated = setup.publisher::<ImageMsg>("faces/image", QosProfile::default().keep_last(2))?;
        let mut worker = Some(Worker {
            detector: StreamDetector::new(DetectorOptions::IN_VIEW),
            colors: setup.subscribe_latest("cube/colors", latched())?,
            state: setup.subscribe_latest("cube/state", latched())?,
            pose: setup.subscribe_latest("cube/pose", latched())?,
            pictures: pictures.clone(),
            throttle: LogThrottle::default(),
            channels: ChannelOrder::default(),
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
                let waiting = tokio::time::timeout(QUIET, pictures.take());
                let (sent, late) = match stop.run_until_cancelled(waiting).await {
                    None => break,
                    Some(Err(_)) => {
                        let text = format!("no pictures on {topic}");
                        let health = worker.as_ref().map_or(Health::Warn, Worker::gravity);
                        diagnostics.report(health, text, &[]);
                        continue;
                    }
                    Some(Ok(arrived)) => arrived,
                };
                let Some(mut working) = worker.take() else {
                    break;
                };
                let searched = tokio::task::spawn_blocking(move || {
                    working.search(&sent, late);
                    working
                });
                worker = Some(searched.await.context("looking at a picture broke off")?);
            }
            Ok(())
        }))
    }
}

/// Subscribes to pictures over both transports. The newest waits in `pictures`.
fn receive<T: WrappedTypesupport + Send + 'static>(
    setup: &mut Setup<FaceDetectorParams>,
    topic: &str,
    wrap: fn(T) -> Sent,
    pictures: &Arc<Newest<Arrived>>,
) -> Result<()> {
    let reliable = QosProfile::sensor_data().reliable();
    let reliable = setup.subscribe::<T>(topic, reliable)?;
    let best_effort = setup.subscribe::<T>(topic, QosProfile::sensor_data())?;
    let mut stream = select(
        reliable.map(|message| (Transport::Reliable, message)),
        best_effort.map(|message| (Transport::BestEffort, message)),
    );
    let (pictures, clock) = (pictures.clone(), setup.clock.clone());
    setup.spawn(async move {
        let (origin, mut filter) = (Instant::now(), DuplicateFilter::default());
        while let Some((transport, message)) = stream.next().await {
            let sent = wrap(message);
            let header = sent.header();
            let stamp = stamp_to_duration(&header.stamp);
            if filter.accepts(transport, &header.frame_id, stamp, origin.elapsed()) {
                let late = stamp_fault(stamp, clock.now());
                pictures.put((sent, late));
            }
        }
    });
    Ok(())
}

/// A picture, and what is wrong with its stamp.
type Arrived = (Sent, Option<String>);

/// The newest message of a topic.
type Latest<T> = watch::Receiver<Option<Arc<T>>>;

/// Searches pictures and publishes what is in them.
struct Worker {
    detector: StreamDetector,
    /// The colours of this cube.
    colors: Latest<CubeColors>,
    /// Which stickers are in doubt.
    state: Latest<CubeState>,
    /// How the cube lies.
    pose: Latest<CubePose>,
    pictures: Arc<Newest<Arrived>>,
    throttle: LogThrottle,
    channels: ChannelOrder,
    origin: Instant,
    observations: Publisher<FaceObservation>,
    annotated: Publisher<ImageMsg>,
    params: LiveParams<FaceDetectorParams>,
    log: Logger,
    diagnostics: Diagnostics,
}

impl Worker {
    /// Searches a picture and publishes what is in it.
    fn search(&mut self, sent: &Sent, late: Option<String>) {
        if let Err(error) = self.try_search(sent, late) {
            let text = format!("{error:#}");
            self.warn(&text);
            self.diagnostics.report(Health::Error, text, &[]);
        }
    }

    fn try_search(&mut self, sent: &Sent, late: Option<String>) -> Result<()> {
        let began = Instant::now();
        let params = self.params.get();
        if self.colors.has_changed().unwrap_or(false) {
            let message = self.colors.borrow_and_update().clone();
            let learned = message.map(|colors| cube_colors::read(&colors)).transpose();
            self.detector.set_colors(learned.context("cube/colors is not used")?);
        }
        sent.read(self.detector.picture())?;
        params.balance()?.apply(self.detector.picture());
        let seen = self.detector.detect().context("the picture cannot be searched")?;
        let milliseconds = began.elapsed().as_secs_f32() * 1000.0;
        let header = sent.header().clone();
        let observation = convert::observation(header.clone(), seen.size, &seen.faces, milliseconds);
        self.observations.publish(&observation);
        if self.annotated.has_listeners() {
            let doubt = self.doubt(sent, seen.faces.first());
            let picture = self.detector.picture();
            annotate(picture, &seen.faces);
            mark_doubt(picture, &doubt);
            let (width, height) = seen.size;
            self.annotated.publish(&bgr8(header, width, height, picture.bytes()));
        }
        let (received, dropped) = self.pictures.received_and_dropped();
        let values = [
            ("faces", seen.faces.len().to_string()),
            ("milliseconds", format!("{milliseconds:.1}")),
            ("size", format!("{} x {}", seen.size.0, seen.size.1)),
            ("received", received.to_string()),
            ("dropped", dropped.to_string()),
        ];
        let facing = self.facing();
        let channels = self.channels.fault(&seen.faces);
        let of_shown = late
            .or_else(|| frame_fault(&sent.header().frame_id, &facing))
            .or_else(|| seen.fault.map(|fault| fault.to_string()))
            .map(|fault| (self.gravity(), fault));
        // The scan has shown all faces before it fails by this.
        let fault = of_shown.or_else(|| channels.map(|fault| (Health::Error, fault.to_owned())));
        match fault {
            None => self.diagnostics.report(Health::Ok, "looking", &values),
            Some((health, fault)) => {
                self.warn(&fault);
                self.diagnostics.report(health, fault, &values);
            }
        }
        Ok(())
    }

    /// The letter of the face that the arms show to the camera; empty for none.
    fn facing(&self) -> String {
        let pose = self.pose.borrow();
        pose.as_ref().map_or_else(String::new, |pose| pose.facing_camera.clone())
    }

    /// How bad it is that pictures are of no use: while the arms show a face, the scan fails by it.
    fn gravity(&self) -> Health {
        match self.facing().is_empty() {
            true => Health::Warn,
            false => Health::Error,
        }
    }

    /// The stickers in doubt of the surest face, where it is known which face that is.
    fn doubt(&self, sent: &Sent, surest: Option<&FaceView>) -> Vec<vision::Sticker> {
        let (state, pose) = (self.state.borrow(), self.pose.borrow());
        let (facing, quarters) = match pose.as_deref() {
            Some(pose) => (pose.facing_camera.as_str(), pose.camera_quarters),
            None => ("", 0),
        };
        let shown = face_shown(&sent.header().frame_id, facing, quarters);
        let (Some(state), Some(shown), Some(surest)) = (state.as_deref(), shown, surest) else {
            return Vec::new();
        };
        let places = places_in_doubt(&state.doubtful, shown);
        places.into_iter().map(|at| surest.stickers[at]).collect()
    }

    /// Logs a problem, unless it was logged a moment ago.
    fn warn(&mut self, text: &str) {
        let now = self.origin.elapsed().as_secs_f64();
        if self.throttle.is_due(text, now) {
            self.log.warn(text);
        }
    }
}
