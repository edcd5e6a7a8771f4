//! Parameters of the camera.

use std::path::PathBuf;
use std::time::Duration;

use super::node::{Lens, Settings, SourceKind};

crate::parameters! {
    /// Where pictures come from and how they are published.
    pub struct CameraParams {
        /// Where pictures come from: images (files), v4l (a webcam), video (a file), or none and sim, where another node publishes them.
        source: String = "images".into(), one_of (&["images", "v4l", "video", "none", "sim"]);
        /// Picture files to show one after the other, or the video file.
        files: Vec<String> = Vec::new();
        /// Frame of each picture, in the order of the files: face_U marks a photograph of face U as it is read. Empty: all have frame_id; one: it holds for all.
        frame_ids: Vec<String> = Vec::new();
        /// Frame of pictures that frame_ids does not name.
        frame_id: String = "camera_optical_frame".into();
        /// Seconds that each picture file is shown.
        seconds_per_image: f64 = 1.0, range (0.02..=3600.0);
        /// Begin again after the last file or the end of the video; else nothing more is published.
        repeat: bool = true;
        /// Pictures a second at most.
        rate: f64 = 15.0, range (0.1..=240.0);
        /// Webcam: its number, or its path such as /dev/video0.
        device: String = "0".into();
        /// Width in pixels to ask of a webcam; 0 takes what it gives.
        width: i64 = 0, range (0..=16384);
        /// Height in pixels to ask of a webcam; 0 takes what it gives.
        height: i64 = 0, range (0..=16384);
        /// Pictures with a longer side than this many pixels are made smaller before they are published.
        max_side: i64 = 1280, range (32..=16384);
        /// Horizontal angle of view in degrees, from which camera_info is computed.
        horizontal_fov: f64 = 60.0, range (5.0..=170.0);
        /// False stops publishing and lets go of the webcam.
        enabled: bool = true;
    }
}

impl CameraParams {
    /// The same in the terms of the logic.
    pub fn settings(&self) -> Settings {
        let kind = match self.source.as_str() {
            _ if !self.enabled => SourceKind::Silent("switched off"),
            "images" => SourceKind::Images,
            "v4l" => SourceKind::Webcam,
            "video" => SourceKind::Video,
            _ => SourceKind::Silent("another node publishes the pictures"),
        };
        let pixels = |value: i64| u32::try_from(value).ok().filter(|value| 0 < *value);
        Settings {
            kind,
            files: self.files.iter().map(PathBuf::from).collect(),
            frame_ids: self.frame_ids.clone(),
            frame_id: self.frame_id.clone(),
            time_per_image: Duration::from_secs_f64(self.seconds_per_image),
            repeat: self.repeat,
            period: Duration::from_secs_f64(1.0 / self.rate),
            device: self.device.clone(),
            width: pixels(self.width),
            height: pixels(self.height),
            max_side: usize::try_from(self.max_side).unwrap_or(1280),
            lens: Lens {
                horizontal_fov: self.horizontal_fov.to_radians(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::Parameters;
    use r2r::ParameterValue;

    #[test]
    fn a_camera_that_is_switched_off_or_replaced_is_silent() {
        let mut params = CameraParams::default();
        assert_eq!(params.settings().kind, SourceKind::Images);
        for (source, silent) in [
            ("none", true),
            ("sim", true),
            ("v4l", false),
            ("video", false),
        ] {
            let value = ParameterValue::String(source.into());
            assert_eq!(params.set("source", &value), Ok(()));
            let kind = params.settings().kind;
            assert_eq!(matches!(kind, SourceKind::Silent(_)), silent, "{source}");
        }
        params.enabled = false;
        assert!(matches!(params.settings().kind, SourceKind::Silent(_)));
        assert!(
            params
                .set("source", &ParameterValue::String("webcam".into()))
                .is_err()
        );
    }

    #[test]
    fn numbers_come_out_in_the_units_of_the_logic() {
        let params = CameraParams {
            rate: 4.0,
            width: 640,
            ..CameraParams::default()
        };
        let settings = params.settings();
        assert_eq!(settings.period, Duration::from_millis(250));
        assert_eq!((settings.width, settings.height), (Some(640), None));
        assert!((settings.lens.horizontal_fov - std::f64::consts::FRAC_PI_3).abs() < 1e-12);
    }
}
