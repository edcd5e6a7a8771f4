//! The pictures of the camera for pages: taken from the graph and packed only while somebody looks.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use futures::{Stream, StreamExt};
use page::Page;
use page::protocol::Picture;
use r2r::QosProfile;
use r2r::sensor_msgs::msg::{CompressedImage, Image as ImageMsg};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::params::DashboardParams;
use crate::messages::image::picture;
use crate::runtime::{Later, LogThrottle, Logger, compute};

/// The quality of pictures on a page: hardly different from the camera's, at a third of the bytes.
const QUALITY: u8 = 85;

/// A page gets a picture after this long at the soonest: 30 a second.
const PAUSE: Duration = Duration::from_micros(33_333);

/// The kinds of pictures: what they are, where they come from, and whether they are packed already.
pub fn kinds(params: &DashboardParams) -> [(Picture, &'static str, bool); 2] {
    let plain = match params.image_transport.as_str() {
        "compressed" => (Picture::Plain, "camera/image_raw/compressed", true),
        _ => (Picture::Plain, "camera/image_raw", false),
    };
    [plain, (Picture::Annotated, "faces/image", false)]
}

/// Shows one kind of picture.
pub struct Pictures {
    /// Which kind.
    pub kind: Picture,
    /// Where it comes from.
    pub topic: &'static str,
    /// Whether it is packed already.
    pub packed: bool,
    /// Subscribes when somebody looks.
    pub later: Later,
    /// Where it is shown.
    pub page: Arc<Page>,
    /// Where failures are logged.
    pub log: Logger,
}

impl Pictures {
    /// Shows pictures while somebody looks, until the node ends.
    pub async fn show(self, stop: CancellationToken) {
        let mut throttle = LogThrottle::default();
        let origin = Instant::now();
        while let Some(watched) = stop.run_until_cancelled(self.watched()).await {
            if !watched {
                return;
            }
            if let Some(Err(error)) = stop.run_until_cancelled(self.show_while_watched()).await {
                let text = format!("{error:#}");
                if throttle.is_due(&text, origin.elapsed().as_secs_f64()) {
                    self.log.warn(text);
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }

    /// Waits until somebody looks; false when nobody will.
    async fn watched(&self) -> bool {
        let mut watchers = self.page.watchers();
        watchers.wait_for(|_| self.page.watched(self.kind)).await.is_ok()
    }

    async fn show_while_watched(&self) -> Result<()> {
        // A best-effort subscription receives from a camera of any kind.
        let qos = QosProfile::sensor_data().keep_last(1);
        if self.packed {
            let stream = self.later.subscribe::<CompressedImage>(self.topic, qos).await?;
            self.follow(stream, |message| Ok(message.data)).await
        } else {
            let stream = self.later.subscribe::<ImageMsg>(self.topic, qos).await?;
            self.follow(stream, pack).await
        }
    }

    /// Shows the pictures of a topic until nobody looks any more. Of those that come too fast the newest is shown.
    async fn follow<T: Send + 'static>(
        &self,
        mut stream: impl Stream<Item = T> + Unpin,
        pack: fn(T) -> Result<Vec<u8>>,
    ) -> Result<()> {
        let mut watchers = self.page.watchers();
        let mut newest = None;
        let mut due = Instant::now();
        loop {
            tokio::select! {
                changed = watchers.changed() => {
                    if changed.is_err() || !self.page.watched(self.kind) {
                        return Ok(());
                    }
                }
                message = stream.next() => match message {
                    Some(message) => newest = Some(message),
                    None => return Ok(()),
                },
                () = sleep_until(due), if newest.is_some() => {
                    let Some(message) = newest.take() else { continue };
                    due = Instant::now() + PAUSE;
                    let jpeg = compute(move || pack(message)).await?;
                    let jpeg = jpeg.with_context(|| format!("a picture of {}", self.topic))?;
                    self.page.show(self.kind, &jpeg);
                }
            }
        }
    }
}

/// A picture as JPEG.
fn pack(message: ImageMsg) -> Result<Vec<u8>> {
    Ok(picture(&message)?.jpeg(QUALITY)?)
}
