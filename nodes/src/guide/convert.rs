//! The picture on which the guide draws.

use r2r::sensor_msgs::msg::Image as ImageMsg;
use vision::Image;

/// The picture in a message of the face detector, which sends blue, green, red.
///
/// # Errors
/// Another encoding, or less data than the size requires.
pub fn picture(message: &ImageMsg) -> anyhow::Result<Image> {
    anyhow::ensure!(message.encoding == "bgr8", "faces/image is '{}', not bgr8", message.encoding);
    let (width, height) = (message.width as usize, message.height as usize);
    let step = message.step as usize;
    Ok(Image::from_bgr8(width, height, step, &message.data)?)
}
