//! The message `camera_info` of a camera without distortion.

use r2r::sensor_msgs::msg::CameraInfo;
use r2r::std_msgs::msg::Header;
use rig::Pinhole;

/// What every node of the project publishes as `camera_info`, unless a calibration was measured.
pub fn camera_info(header: Header, pinhole: &Pinhole) -> CameraInfo {
    CameraInfo {
        header,
        height: pinhole.height,
        width: pinhole.width,
        distortion_model: "plumb_bob".into(),
        d: vec![0.0; 5],
        k: pinhole.camera_matrix().into(),
        r: vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p: pinhole.projection_matrix().into(),
        ..CameraInfo::default()
    }
}

#[cfg(test)]
mod tests {
    use rig::Profile;
    use rig::nalgebra::{Matrix3, Matrix3x4, Point3};

    use super::*;

    /// The simulator draws a point where its camera projects it, in pixels from the corner of the picture.
    #[test]
    fn the_simulators_pictures_show_a_point_where_camera_info_has_it() {
        let profile = Profile::nxt_2015();
        let geometry = &profile.geometry;
        let world = sim::World::new(profile.clone(), 1, sim::Options::default());
        let camera = world.camera();
        let info = camera_info(Header::default(), &camera.pinhole());
        assert_eq!(info, camera_info(Header::default(), &geometry.camera.pinhole()));
        let k = Matrix3::from_row_slice(&info.k);
        let p = Matrix3x4::from_row_slice(&info.p);
        for point in [[0.02, 0.01, 0.0285], [-0.0285, 0.0285, 0.0285], [0.0, 0.0, 0.0]] {
            let [x, y] = camera.project(point.into()).expect("in front of the camera");
            let optical = geometry.camera_optical_frame().inverse() * Point3::from(point);
            for seen in [k * optical.coords, p * optical.coords.push(1.0)] {
                // A pixel's centre is whole in camera_info, and half a pixel from its corner.
                let found = [seen.x / seen.z + 0.5, seen.y / seen.z + 0.5];
                assert!((found[0] - x).abs() < 1e-9, "{found:?} for {x}, {y}");
                assert!((found[1] - y).abs() < 1e-9, "{found:?} for {x}, {y}");
            }
        }
    }

    #[test]
    fn matrices_have_the_lengths_that_the_message_defines() {
        let info = camera_info(Header::default(), &Pinhole::of_view(640, 480, 1.0));
        let lengths = (info.k.len(), info.r.len(), info.p.len(), info.d.len());
        assert_eq!(lengths, (9, 9, 12, 5));
        assert_eq!((info.k[2], info.k[5]), (319.5, 239.5));
    }
}
