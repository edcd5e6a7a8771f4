//! Parameters of the camera.

use std::path::PathBuf;
use std::time::Duration;

use camera::{Controls, Format, Settings, SourceKind};

crate::parameters! {
    /// Where pictures come from and how they are published.
    pub struct CameraParams {
        /// Where pictures come from: images (files), v4l (a webcam), video (a file), page (the camera of a browser that has the page open), or none and sim, where another node publishes them.
        source: String = "images".into(), one_of (&["images", "v4l", "video", "page", "none", "sim"]);
        /// Picture files to show one after the other, or the video file; a list, or one text with commas.
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
        /// Webcam: its number, or its path such as /dev/video2 or /dev/v4l/by-id/..., which stays when it is plugged in elsewhere.
        device: String = "0".into();
        /// Width in pixels to ask of a webcam; 0 takes what it gives.
        width: i64 = 0, range (0..=16384);
        /// Height in pixels to ask of a webcam; 0 takes what it gives.
        height: i64 = 0, range (0..=16384);
        /// Pictures a second to ask of a webcam; 0 takes what it gives.
        fps: f64 = 0.0, range (0.0..=240.0);
        /// Pixel format to ask of a webcam: MJPG is compressed (high rates over USB 2), YUYV is not (truer colours), auto takes what it gives.
        pixel_format: String = "auto".into(), one_of (&["auto", "MJPG", "YUYV"]);
        /// Exposure time of a webcam in milliseconds; 0 leaves it to the webcam.
        exposure: f64 = 0.0, range (0.0..=1000.0);
        /// Colour temperature in kelvin that a webcam takes for white: 2800 lamp light, 6500 daylight; 0 leaves it to the webcam.
        white_balance: i64 = 0, range (0..=10000);
        /// Gain of a webcam in its own units; -1 leaves it as it is.
        gain: i64 = -1, range (-1..=65535);
        /// Focus of a webcam in its own units; -1 leaves it to the webcam.
        focus: i64 = -1, range (-1..=65535);
        /// Pictures with a longer side than this many pixels are made smaller before they are published.
        max_side: i64 = 1280, range (32..=16384);
        /// Horizontal angle of view in degrees, from which camera_info is computed without a calibration.
        horizontal_fov: f64 = 60.0, range (5.0..=170.0);
        /// Calibration for camera_info: a YAML file as camera_calibration writes it, as file:///PATH or a path; empty: none.
        camera_info_url: String = String::new();
        /// False stops publishing and lets go of the webcam.
        enabled: bool = true;
    }
}

impl CameraParams {
    /// What the camera shows, by these parameters.
    pub fn settings(&self) -> Settings {
        let kind = match self.source.as_str() {
            _ if !self.enabled => SourceKind::Silent("switched off"),
            "images" => SourceKind::Images,
            "v4l" => SourceKind::Webcam,
            "video" => SourceKind::Video,
            "page" => SourceKind::Own,
            _ => SourceKind::Silent("another node publishes the pictures"),
        };
        let above_zero = |value: i64| u32::try_from(value).ok().filter(|value| 0 < *value);
        let url = self.camera_info_url.trim();
        Settings {
            kind,
            files: self.files.iter().map(PathBuf::from).collect(),
            frame_ids: self.frame_ids.clone(),
            frame_id: self.frame_id.clone(),
            time_per_image: Duration::from_secs_f64(self.seconds_per_image),
            repeat: self.repeat,
            period: Duration::from_secs_f64(1.0 / self.rate),
            device: self.device.clone(),
            format: Format {
                pixels: ["MJPG", "YUYV"].into_iter().find(|letters| *letters == self.pixel_format),
                width: above_zero(self.width),
                height: above_zero(self.height),
                fps: Some(self.fps).filter(|fps| 0.0 < *fps),
            },
            controls: Controls {
                exposure: Some(self.exposure)
                    .filter(|milliseconds| 0.0 < *milliseconds)
                    .map(|milliseconds| Duration::from_secs_f64(milliseconds / 1000.0)),
                white_balance: above_zero(self.white_balance),
                gain: u32::try_from(self.gain).ok(),
                focus: u32::try_from(self.focus).ok(),
            },
            max_side: usize::try_from(self.max_side).unwrap_or(1280),
            horizontal_fov: self.horizontal_fov.to_radians(),
            calibration: Some(url.strip_prefix("file://").unwrap_or(url))
                .filter(|path| !path.is_empty())
                .map(PathBuf::from),
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
        for (source, silent) in [("none", true), ("sim", true), ("v4l", false), ("video", false), ("page", false)] {
            let value = ParameterValue::String(source.into());
            assert_eq!(params.set("source", &value), Ok(()));
            let kind = params.settings().kind;
            assert_eq!(matches!(kind, SourceKind::Silent(_)), silent, "{source}");
        }
        params.enabled = false;
        assert!(matches!(params.settings().kind, SourceKind::Silent(_)));
        assert!(params.set("source", &ParameterValue::String("webcam".into())).is_err());
    }

    /// As a launch argument gives them.
    #[test]
    fn files_are_a_list_or_one_text_with_commas() {
        let mut params = CameraParams::default();
        let mut files = |text: &str| {
            params.set("files", &ParameterValue::String(text.into())).expect("a text is a list");
            params.files.clone()
        };
        assert_eq!(files("U.png, R.png,F.png"), ["U.png", "R.png", "F.png"]);
        assert_eq!(files("cube.mp4"), ["cube.mp4"]);
        assert_eq!(files(""), [""; 0]);
    }

    #[test]
    fn only_controls_change_while_a_webcam_runs() {
        let params = CameraParams::default();
        let brighter = CameraParams { exposure: 20.0, white_balance: 4000, gain: 3, focus: 0, ..params.clone() };
        assert!(params.settings().only_controls_differ(&brighter.settings()));
        let faster = CameraParams { fps: 60.0, ..brighter };
        assert!(!params.settings().only_controls_differ(&faster.settings()));
    }

    #[test]
    fn numbers_come_out_in_the_units_of_the_settings() {
        let params = CameraParams {
            rate: 4.0,
            width: 640,
            fps: 30.0,
            pixel_format: "MJPG".into(),
            exposure: 12.5,
            gain: 0,
            camera_info_url: "file:///etc/lens.yaml".into(),
            ..CameraParams::default()
        };
        let settings = params.settings();
        assert_eq!(settings.period, Duration::from_millis(250));
        let format = Format { pixels: Some("MJPG"), width: Some(640), height: None, fps: Some(30.0) };
        assert_eq!(settings.format, format);
        let controls = Controls { exposure: Some(Duration::from_micros(12_500)), gain: Some(0), ..Controls::default() };
        assert_eq!(settings.controls, controls);
        assert_eq!(settings.calibration, Some("/etc/lens.yaml".into()));
        assert_eq!(CameraParams::default().settings().format, Format::default());
        assert_eq!(CameraParams::default().settings().controls, Controls::default());
        assert_eq!(CameraParams::default().settings().calibration, None);
        assert!((settings.horizontal_fov - std::f64::consts::FRAC_PI_3).abs() < 1e-12);
    }
}
