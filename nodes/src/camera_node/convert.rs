//! Intrinsics and reports as ROS messages.

use camera::{Calibration, Report};
use r2r::sensor_msgs::msg::CameraInfo;
use r2r::std_msgs::msg::Header;

use crate::runtime::Health;

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
        Report::Publishing { published, size: (width, height), frame_id, losses, shortfalls } => {
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
