//! Webcams and videos, through OpenCV.

use std::path::Path;
use std::time::Duration;

use opencv::core::{Mat, MatTraitConst, MatTraitConstManual};
use opencv::imgproc;
use opencv::videoio::{self, VideoCapture, VideoCaptureTrait, VideoCaptureTraitConst};
use vision::Image;

use super::node::{Settings, SourceKind};
use super::source::{Shot, Source, SourceError, limited};

/// A webcam, or a video file.
pub(super) struct Capture {
    capture: VideoCapture,
    what: String,
    settings: Settings,
}

impl Capture {
    /// Opens the webcam that the settings name.
    pub(super) fn webcam(settings: &Settings) -> Result<Self, SourceError> {
        let device = settings.device.trim();
        let what = format!("the webcam '{device}'");
        let closed = || SourceError::Closed { what: what.clone() };
        let opened = match device.parse::<i32>() {
            Ok(number) => VideoCapture::new(number, videoio::CAP_V4L2),
            Err(_) => VideoCapture::from_file(device, videoio::CAP_V4L2),
        };
        let mut capture = opened.map_err(|_| closed())?;
        if !capture.is_opened()? {
            return Err(closed());
        }
        for (property, wanted) in [
            (videoio::CAP_PROP_FRAME_WIDTH, settings.width),
            (videoio::CAP_PROP_FRAME_HEIGHT, settings.height),
        ] {
            if let Some(wanted) = wanted {
                // A webcam that does not know this size takes the nearest it has.
                capture.set(property, f64::from(wanted))?;
            }
        }
        // A driver that cannot keep just one picture back ignores this, and old pictures come a little late.
        capture.set(videoio::CAP_PROP_BUFFERSIZE, 1.0)?;
        Ok(Self {
            capture,
            what,
            settings: settings.clone(),
        })
    }

    /// Opens the video file that the settings name.
    pub(super) fn video(settings: &Settings) -> Result<Self, SourceError> {
        // The settings were checked to have one file.
        let file = settings
            .files
            .first()
            .map_or(Path::new(""), |file| file.as_path());
        let what = format!("the video {}", file.display());
        let closed = || SourceError::Closed { what: what.clone() };
        let opened = VideoCapture::from_file(file, videoio::CAP_ANY);
        let capture = opened.map_err(|_| closed())?;
        if !capture.is_opened()? {
            return Err(closed());
        }
        Ok(Self {
            capture,
            what,
            settings: settings.clone(),
        })
    }

    fn read(&mut self) -> Result<Option<Image>, SourceError> {
        let mut mat = Mat::default();
        if !self.capture.read(&mut mat)? || mat.empty() {
            return Ok(None);
        }
        let colour = match mat.channels() {
            1 => {
                let mut colour = Mat::default();
                imgproc::cvt_color_def(&mat, &mut colour, imgproc::COLOR_GRAY2BGR)?;
                colour
            }
            _ => mat,
        };
        let (width, height) = (colour.cols().max(0) as usize, colour.rows().max(0) as usize);
        // Counted in channels, which are bytes here.
        let step = colour.step1_def()?;
        let image = Image::from_bgr8(width, height, step, colour.data_bytes()?)?;
        Ok(Some(limited(image, self.settings.max_side)?))
    }
}

impl Source for Capture {
    fn next(&mut self, _elapsed: Duration) -> Result<Option<Shot>, SourceError> {
        let mut image = self.read()?;
        let video = self.settings.kind == SourceKind::Video;
        if image.is_none() && video && self.settings.repeat {
            self.capture.set(videoio::CAP_PROP_POS_FRAMES, 0.0)?;
            image = self.read()?;
        }
        match image {
            Some(image) => Ok(Some(Shot {
                image,
                frame_id: self.settings.frame_of(0).to_owned(),
            })),
            None if video && !self.settings.repeat => Ok(None),
            None => Err(SourceError::Gone {
                what: self.what.clone(),
            }),
        }
    }

    fn waits(&self) -> bool {
        self.settings.kind == SourceKind::Webcam
    }
}

#[cfg(test)]
mod tests {
    use super::super::params::CameraParams;
    use super::super::source::open;
    use opencv::core::{CV_8UC3, Mat, Scalar, Size};
    use opencv::videoio::{VideoWriter, VideoWriterTrait, VideoWriterTraitConst};
    use std::time::Duration;

    /// Writes a video of one dark and one bright picture; false where this OpenCV cannot.
    fn film(path: &str) -> bool {
        let fourcc = VideoWriter::fourcc('M', 'J', 'P', 'G').expect("four letters");
        let size = Size::new(64, 48);
        let Ok(mut writer) = VideoWriter::new(path, fourcc, 10.0, size, true) else {
            return false;
        };
        if !writer.is_opened().unwrap_or(false) {
            return false;
        }
        for brightness in [20.0, 200.0] {
            let scalar = Scalar::all(brightness);
            let frame = Mat::new_size_with_default(size, CV_8UC3, scalar).expect("a small picture");
            writer.write(&frame).expect("it can be written");
        }
        writer.release().is_ok()
    }

    #[test]
    fn a_video_is_shown_once_or_again_and_again() {
        let path = std::env::temp_dir().join(format!("cuberig-video-{}.avi", std::process::id()));
        let file = path.display().to_string();
        if !film(&file) {
            println!("skipped: this OpenCV cannot write a video");
            return;
        }
        for (repeat, wanted) in [
            (false, "dark bright end end"),
            (true, "dark bright dark bright"),
        ] {
            let params = CameraParams {
                source: "video".into(),
                files: vec![file.clone()],
                repeat,
                ..CameraParams::default()
            };
            let mut source = open(&params.settings())
                .expect("it was written")
                .expect("not silent");
            let seen: Vec<_> = (0..4)
                .map(|_| match source.next(Duration::ZERO).expect("readable") {
                    None => "end",
                    Some(shot) if shot.image.rgb_at(32.0, 24.0)[0] < 100.0 => "dark",
                    Some(_) => "bright",
                })
                .collect();
            assert_eq!(seen.join(" "), wanted, "repeat {repeat}");
        }
        let _ = std::fs::remove_file(path);
    }
}
