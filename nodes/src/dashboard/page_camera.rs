//! The camera of a browser: its pictures go to the node `camera`.

use anyhow::Result;
use page::PagePicture;
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
        let publisher = setup.publisher::<CompressedImage>(TOPIC, camera_qos())?;
        let camera = Self { publisher, clock: setup.clock.clone() };
        Ok((camera, is_wanted.then_some(sender), receiver))
    }

    /// Publishes a picture.
    pub fn take(&self, picture: &PagePicture) {
        let age = picture.age + picture.arrived.elapsed();
        let taken = self.clock.now().saturating_sub(age);
        self.publisher.publish(&CompressedImage {
            header: Header { stamp: r2r::Clock::to_builtin_time(&taken), frame_id: String::new() },
            format: "jpeg".into(),
            data: picture.jpeg.to_vec(),
        });
    }
}

/// Milliseconds with their unit.
pub fn milliseconds(latency: Option<f64>) -> String {
    latency.map_or_else(|| "none".to_owned(), |latency| format!("{latency:.0} ms"))
}
