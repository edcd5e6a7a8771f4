//! The simulated camera: renders scenes on a blocking thread and publishes pictures at its rate.

use std::sync::Arc;
use std::time::Duration;

use r2r::sensor_msgs::msg::{CameraInfo, Image};
use r2r::std_msgs::msg::Header;
use sim::live::LiveRig;
use sim::render::{Camera, Light, Renderer, Scene, Sensor, bgr_of};
use tokio_util::sync::CancellationToken;

use super::SEED;
use super::params::RigSimParams;
use crate::messages::image::bgr8;
use crate::runtime::{Clock, LiveParams, Logger, Publisher, camera_info};

/// The camera rests once nothing has changed before it for this long, as the joints do.
const RESTED: Duration = Duration::from_secs(5);

/// Between two pictures, in simulated time: ten a second.
const PAUSE: Duration = Duration::from_millis(100);

/// The same while the camera rests.
const AT_REST: Duration = Duration::from_millis(400);

/// What the camera needs.
pub struct CameraTask {
    /// The camera of the rig's profile.
    pub camera: Camera,
    /// The rig that the camera looks at.
    pub rig: LiveRig,
    /// Where pictures go.
    pub images: Publisher<Image>,
    /// Where the camera's own figures go.
    pub infos: Publisher<CameraInfo>,
    /// Parameters: whether it publishes, the frame, the light.
    pub params: LiveParams<RigSimParams>,
    /// ROS time.
    pub clock: Clock,
    /// The node's log.
    pub log: Logger,
    /// Cancelled when the node ends.
    pub stop: CancellationToken,
}

/// What a picture depends on. The same view needs no new picture.
#[derive(Clone)]
struct View {
    scene: Arc<Scene>,
    light: Light,
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        // Most of the time it is the same scene, which has many parts.
        let same_scene = Arc::ptr_eq(&self.scene, &other.scene) || self.scene == other.scene;
        same_scene && self.light == other.light
    }
}

impl CameraTask {
    /// Publishes until the node ends.
    pub async fn run(self) {
        let mut renderer = Some(Renderer::new(SEED));
        let mut seen = None;
        // The picture of what is seen, once somebody wanted it.
        let mut picture: Option<Image> = None;
        let steady_clock = self.clock.steady_clock();
        let mut next = steady_clock.now();
        let (mut changed, mut sent) = (next, next);
        while self.stop.run_until_cancelled(steady_clock.sleep_until(next)).await.is_some() {
            let params = self.params.get();
            let now = steady_clock.now();
            next = (next + PAUSE).max(now);
            if !params.camera_enabled {
                continue;
            }
            let header = self.clock.header(&params.camera_frame);
            let view = View { scene: self.rig.snapshot().scene.clone(), light: params.light() };
            if seen.as_ref() != Some(&view) {
                (seen, picture, changed) = (Some(view.clone()), None, now);
            }
            if changed + RESTED < now && next < sent + AT_REST {
                continue;
            }
            sent = now;
            self.infos.publish(&camera_info(header.clone(), &self.camera.pinhole()));
            if !self.images.has_listeners() {
                continue;
            }
            let shown = match &mut picture {
                Some(shown) => shown,
                None => {
                    let Some(own) = renderer.take() else { return };
                    let camera = self.camera;
                    let drawing = tokio::task::spawn_blocking(move || draw(own, &camera, &view));
                    match drawing.await {
                        Ok((own, drawn)) => {
                            renderer = Some(own);
                            picture.insert(drawn)
                        }
                        Err(error) => return self.log.error(format!("the camera broke: {error}")),
                    }
                }
            };
            shown.header = header;
            self.images.publish(shown);
        }
    }
}

/// Draws a picture; its message has no header yet.
fn draw(mut renderer: Renderer, camera: &Camera, view: &View) -> (Renderer, Image) {
    let pixels = renderer.render(&view.scene, camera, &view.light, &Sensor::default());
    let picture = bgr8(Header::default(), camera.width, camera.height, &bgr_of(pixels));
    (renderer, picture)
}
