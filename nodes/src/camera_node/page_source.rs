//! The camera of a browser as a source: the dashboard publishes what the browser sends.

use std::sync::Arc;
use std::time::Duration;

use camera::{Newest, Settings, Shot, Source, SourceError};
use r2r::sensor_msgs::msg::CompressedImage;
use tokio::runtime::Handle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use vision::Image;

use crate::runtime::{Diagnostics, Health, stamp_to_duration};

/// Where the dashboard publishes the pictures of a browser.
pub const TOPIC: &str = "camera/page/compressed";
/// After this long without a picture the camera does not work.
const QUIET: Duration = Duration::from_secs(2);
/// What people do about that.
const NO_PICTURES: &str = "no picture comes from the page: press Use this camera there";

/// The pictures of a browser.
pub struct PageSource {
    /// The newest picture.
    pub pictures: Arc<Newest<CompressedImage>>,
    /// The frame of all pictures.
    pub settings: Settings,
    /// Where the node runs.
    pub handle: Handle,
    /// When the source ends.
    pub end: CancellationToken,
    /// Where silence is reported.
    pub diagnostics: Diagnostics,
}

impl PageSource {
    /// Waits for a picture; nothing at the end.
    fn wait(&self) -> Option<CompressedImage> {
        loop {
            let picture = self.end.run_until_cancelled(timeout(QUIET, self.pictures.take()));
            match self.handle.block_on(picture)? {
                Ok(picture) => return Some(picture),
                Err(_) => self.diagnostics.report(Health::Error, NO_PICTURES, &[]),
            }
        }
    }
}

impl Source for PageSource {
    fn next(&mut self, _elapsed: Duration) -> Result<Option<Shot>, SourceError> {
        let Some(picture) = self.wait() else { return Ok(None) };
        let image = camera::limited(Image::from_encoded(&picture.data)?, self.settings.max_side)?;
        let taken = Some(stamp_to_duration(&picture.header.stamp));
        Ok(Some(Shot { image, frame_id: self.settings.frame_of(0).to_owned(), taken }))
    }

    fn waits(&self) -> bool {
        true
    }
}
