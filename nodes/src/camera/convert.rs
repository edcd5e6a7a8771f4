//! Pictures as ROS messages.

use r2r::sensor_msgs::msg::{CameraInfo, Image as ImageMsg};
use r2r::std_msgs::msg::Header;
use vision::Image;

use super::calibration::Calibration;
use super::node::Lens;

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

/// Intrinsics of a lens without distortion that looks straight through the middle of the picture.
pub fn camera_info(image: &Image, lens: Lens, header: Header) -> CameraInfo {
    let focal = lens.focal_length(image.width());
    // Pixel centres have whole coordinates, so the middle of the picture lies between two of them.
    let (x, y) = (
        (image.width() as f64 - 1.0) / 2.0,
        (image.height() as f64 - 1.0) / 2.0,
    );
    CameraInfo {
        header,
        width: pixels(image.width()),
        height: pixels(image.height()),
        distortion_model: "plumb_bob".into(),
        d: vec![0.0; 5],
        k: vec![focal, 0.0, x, 0.0, focal, y, 0.0, 0.0, 1.0],
        r: vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p: vec![focal, 0.0, x, 0.0, 0.0, focal, y, 0.0, 0.0, 0.0, 1.0, 0.0],
        ..CameraInfo::default()
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

fn pixels(count: usize) -> u32 {
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

    #[test]
    fn the_edges_of_the_picture_are_seen_at_half_the_angle_of_view() {
        let picture = Image::filled(640, 480, [0; 3]).expect("a picture");
        let lens = Lens {
            horizontal_fov: 1.0,
        };
        let info = camera_info(&picture, lens, Header::default());
        let (focal, centre) = (info.k[0], info.k[2]);
        let left = ((-0.5 - centre) / focal).atan();
        let right = ((639.5 - centre) / focal).atan();
        assert!((right - left - 1.0).abs() < 1e-9);
        assert_eq!(
            (info.k.len(), info.r.len(), info.p.len(), info.d.len()),
            (9, 9, 12, 5)
        );
        assert_eq!((info.p[0], info.p[2]), (focal, centre));
    }
}
