//! The node `camera`: publishes pictures from files, a webcam, a video, or the camera of a browser.

mod convert;
mod page_source;
mod params;
mod worker;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use camera::Newest;
use futures::StreamExt;
use r2r::sensor_msgs::msg::{CameraInfo, CompressedImage, Image};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::runtime::{RigNode, Setup, Task, camera_qos};
pub use params::CameraParams;
use worker::Worker;

/// Parameters that are set one after the other within this time count as one change.
const SETTLE: Duration = Duration::from_millis(40);
/// How long the old source may take to end before a new one is opened next to it.
const PATIENCE: Duration = Duration::from_secs(2);

/// Publishes pictures.
pub struct Camera;

impl RigNode for Camera {
    const NAME: &'static str = "camera";
    const ABOUT: &'static str = "publishes pictures from files, a webcam, a video, or the camera of a browser";
    type Params = CameraParams;

    fn start(setup: &mut Setup<CameraParams>) -> Result<Task> {
        let mut from_page = setup.subscribe::<CompressedImage>(page_source::TOPIC, camera_qos())?;
        let pictures = Arc::new(Newest::new());
        let newest = pictures.clone();
        setup.spawn(async move {
            while let Some(picture) = from_page.next().await {
                newest.put(picture);
            }
        });
        let worker = Worker {
            images: setup.publisher::<Image>("camera/image_raw", camera_qos())?,
            infos: setup.publisher::<CameraInfo>("camera/camera_info", camera_qos())?,
            clock: setup.clock.clone(),
            log: setup.log.clone(),
            diagnostics: setup.diagnostics.clone(),
            pictures,
        };
        let (stop, params, mut changes) = (setup.stop.clone(), setup.params.clone(), setup.params.changes());
        Ok(Box::pin(async move {
            while !stop.is_cancelled() {
                changes.mark_unchanged();
                let mut settings = params.get().settings();
                let (worker, settings_now, end) = (worker.clone(), settings.clone(), CancellationToken::new());
                let (controls, given) = watch::channel(settings.controls);
                let until = end.clone();
                let mut work = tokio::task::spawn_blocking(move || worker.work(&settings_now, given, until));
                loop {
                    let changed = stop.run_until_cancelled(changes.changed()).await;
                    if changed.is_none_or(|changed| changed.is_err()) {
                        break;
                    }
                    stop.run_until_cancelled(tokio::time::sleep(SETTLE)).await;
                    changes.mark_unchanged();
                    let wanted = params.get().settings();
                    if !wanted.only_controls_differ(&settings) {
                        break;
                    }
                    if wanted.controls != settings.controls {
                        controls.send_replace(wanted.controls);
                    }
                    settings = wanted;
                }
                end.cancel();
                // A webcam that hangs must not keep the node from a new source.
                let _ = tokio::time::timeout(PATIENCE, &mut work).await;
            }
            Ok(())
        }))
    }
}
