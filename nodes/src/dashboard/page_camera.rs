//! The camera of a browser: its pictures go to the node `camera`, and all pages show who it is.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use page::protocol::{PageCameraNow, Part};
use page::{CameraWatch, Page, PagePicture};
use r2r::sensor_msgs::msg::CompressedImage;
use r2r::std_msgs::msg::Header;
use tokio::sync::{mpsc, watch};

use super::params::DashboardParams;
use crate::runtime::{Clock, Publisher, Setup, camera_qos};

/// Where the node `camera` reads the pictures of a browser.
const TOPIC: &str = "camera/page/compressed";
/// Pictures that wait for this node.
const WAITING: usize = 2;

/// Publishes the pictures of a browser.
pub struct PageCamera {
    publisher: Publisher<CompressedImage>,
    clock: Clock,
    watch: CameraWatch,
    /// Whether the rig looks through a browser's camera.
    is_wanted: bool,
}

/// The name of the browser that is the camera; nothing where none can be.
pub struct CameraName(pub Option<watch::Receiver<String>>);

impl CameraName {
    /// The name when it changes.
    pub async fn changed(&mut self) -> String {
        let Some(name) = &mut self.0 else { return std::future::pending().await };
        match name.changed().await {
            Ok(()) => name.borrow_and_update().clone(),
            // The page ends.
            Err(_) => std::future::pending().await,
        }
    }
}

impl PageCamera {
    /// Offers the topic. Where browsers are wanted, the page gets the sender of pictures.
    pub fn offer(
        setup: &mut Setup<DashboardParams>,
    ) -> Result<(Self, Option<mpsc::Sender<PagePicture>>, mpsc::Receiver<PagePicture>)> {
        let is_wanted = setup.params.get().page_camera;
        let (sender, receiver) = mpsc::channel(WAITING);
        let camera = Self {
            publisher: setup.publisher::<CompressedImage>(TOPIC, camera_qos())?,
            clock: setup.clock.clone(),
            watch: CameraWatch::default(),
            is_wanted,
        };
        Ok((camera, is_wanted.then_some(sender), receiver))
    }

    /// Publishes a picture.
    pub fn take(&mut self, picture: PagePicture) {
        let age = picture.age + picture.arrived.elapsed();
        self.watch.note_picture(picture.age, picture.arrived);
        let taken = self.clock.now().saturating_sub(age);
        self.publisher.publish(&CompressedImage {
            header: Header { stamp: r2r::Clock::to_builtin_time(&taken), frame_id: String::new() },
            format: "jpeg".into(),
            data: picture.jpeg.to_vec(),
        });
    }

    /// Another browser is the camera now, or none.
    pub fn note_name(&mut self, name: &str, page: &Arc<Page>) {
        self.watch.note_name(name, Instant::now());
        self.show(page);
    }

    /// A second has passed.
    pub fn pass_second(&mut self, page: &Arc<Page>) {
        self.watch.pass_second();
        self.show(page);
    }

    /// What is known of the camera; nothing where the rig has another one.
    pub fn now(&self) -> Option<PageCameraNow> {
        self.is_wanted.then(|| self.watch.show(Instant::now()))
    }

    fn show(&self, page: &Arc<Page>) {
        if let Some(now) = self.now() {
            page.set(Part::PageCamera(now));
        }
    }
}

/// Milliseconds with their unit.
pub fn milliseconds(latency: Option<f64>) -> String {
    latency.map_or_else(|| "none".to_owned(), |latency| format!("{latency:.0} ms"))
}
