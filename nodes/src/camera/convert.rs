//! Pictures, intrinsics and reports as ROS messages.

use camera::{Calibration, Report};
use r2r::sensor_msgs::msg::{CameraInfo, Image as ImageMsg};
use r2r::std_msgs::msg::Header;
use vision::Image;

use crate::runtime::Health;

/// The picture as bgr8 without padding.
pub fn image(image: &Image, header: Header) -> ImageMsg {
    ImageMsg {
        header,
        width: pixels(image.width()),
        height: pixels(image.height()),
        encoding: "bgr8".into(),
        is_bigendian: 0,
        step: pixels(3 * image.width()),
        data: image.bytes().to_vec(),
    }
}

/// Intrinsics that were measured.
pub fn calibrated_info(calibration: Calibration, header: Header) -> CameraInfo {
    CameraInfo {
        header,
        width: calibration.width,
        height: calibration.height,
        distortion_model: calibration.distortion_model,
        d: calibration.d,
        k: calibration.k.into(),
        r: calibration.r.into(),
        p: calibration.p.into(),
        ..CameraInfo::default()
    }
}

/// How well the camera is, with values by name.
pub fn health(report: &Report) -> (Health, Vec<(&'static str, String)>) {
    match report {
        Report::Publishing {
            published,
            size: (width, height),
            frame_id,
            losses,
            shortfalls,
        } => {
            let health = match shortfalls.is_empty() {
                true => Health::Ok,
                false => Health::Warn,
            };
            let values = vec![
                ("published", published.to_string()),
                ("size", format!("{width} x {height}")),
                ("frame_id", frame_id.clone()),
                ("losses", losses.to_string()),
            ];
            (health, values)
        }
        Report::Ended => (Health::Ok, Vec::new()),
        Report::Failed { losses, .. } => (Health::Error, vec![("losses", losses.to_string())]),
    }
}

/// A number of pixels as messages have it.
pub fn pixels(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_becomes_a_message_byte_by_byte() {
        let mut picture = Image::filled(3, 2, [1, 2, 3]).expect("six pixels");
        picture.bytes_mut()[17] = 99;
        let message = image(&picture, Header::default());
        assert_eq!((message.width, message.height, message.step), (3, 2, 9));
        assert_eq!(message.encoding, "bgr8");
        assert_eq!(message.data.len(), 18);
        assert_eq!((message.data[0], message.data[17]), (1, 99));
    }
}
