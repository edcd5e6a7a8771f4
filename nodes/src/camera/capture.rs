//! Webcams and videos, through OpenCV.

use std::path::{Path, PathBuf};
use std::time::Duration;

use opencv::core::{Mat, MatTraitConst, MatTraitConstManual};
use opencv::imgproc;
use opencv::videoio::{self, VideoCapture, VideoCaptureTrait, VideoCaptureTraitConst};
use vision::Image;

use super::device::{Device, Property};
use super::node::Settings;
use super::source::{Shot, Source, SourceError, limited};
use super::webcam::Webcam;

/// Opens the webcam that the settings name.
pub(super) fn webcam(settings: &Settings) -> Result<Webcam<V4l>, SourceError> {
    let device = settings.device.trim();
    let what = format!("the webcam '{device}'");
    let number = device.parse::<i32>().ok();
    let path = match number {
        Some(number) => PathBuf::from(format!("/dev/video{number}")),
        None => PathBuf::from(device),
    };
    let closed = |reason: String| SourceError::Closed {
        what: what.clone(),
        reason,
    };
    // OpenCV only says that it did not work.
    std::fs::File::open(&path).map_err(|error| closed(format!("{}: {error}", path.display())))?;
    let none = || closed("it is no camera, or another program uses it".into());
    let opened = match number {
        Some(number) => VideoCapture::new(number, videoio::CAP_V4L2),
        None => VideoCapture::from_file(device, videoio::CAP_V4L2),
    };
    let mut capture = opened.map_err(|_| none())?;
    if !capture.is_opened()? {
        return Err(none());
    }
    // A driver that cannot keep just one picture back ignores this, and old pictures come a little late.
    capture.set(videoio::CAP_PROP_BUFFERSIZE, 1.0)?;
    Ok(Webcam::new(V4l { capture, path }, what, settings))
}

/// A webcam of Video4Linux.
pub(super) struct V4l {
    capture: VideoCapture,
    path: PathBuf,
}

impl V4l {
    fn number(property: Property) -> i32 {
        match property {
            Property::PixelFormat => videoio::CAP_PROP_FOURCC,
            Property::Width => videoio::CAP_PROP_FRAME_WIDTH,
            Property::Height => videoio::CAP_PROP_FRAME_HEIGHT,
            Property::Fps => videoio::CAP_PROP_FPS,
            Property::AutoExposure => videoio::CAP_PROP_AUTO_EXPOSURE,
            Property::Exposure => videoio::CAP_PROP_EXPOSURE,
            Property::AutoWhiteBalance => videoio::CAP_PROP_AUTO_WB,
            Property::WhiteBalance => videoio::CAP_PROP_WB_TEMPERATURE,
            Property::Gain => videoio::CAP_PROP_GAIN,
            Property::AutoFocus => videoio::CAP_PROP_AUTOFOCUS,
            Property::Focus => videoio::CAP_PROP_FOCUS,
        }
    }
}

impl Device for V4l {
    fn set(&mut self, property: Property, value: f64) -> bool {
        self.capture
            .set(Self::number(property), value)
            .unwrap_or(false)
    }

    fn get(&self, property: Property) -> Option<f64> {
        // OpenCV says -1 of what the driver does not tell.
        let value = self.capture.get(Self::number(property)).ok();
        value.filter(|value| 0.0 <= *value)
    }

    fn read(&mut self) -> Result<Option<Image>, SourceError> {
        read(&mut self.capture)
    }

    fn is_present(&self) -> bool {
        self.path.exists()
    }
}

/// A video file.
pub(super) struct Video {
    capture: VideoCapture,
    file: PathBuf,
    settings: Settings,
}

impl Video {
    /// Opens the video file that the settings name.
    pub(super) fn open(settings: &Settings) -> Result<Self, SourceError> {
        // The settings were checked to have one file.
        let file = settings.files.first().cloned().unwrap_or_default();
        let closed = |reason: String| SourceError::Closed {
            what: Self::name(&file),
            reason,
        };
        std::fs::File::open(&file).map_err(|error| closed(error.to_string()))?;
        let none = || closed("it is no video that OpenCV reads".into());
        let capture = VideoCapture::from_file(&file, videoio::CAP_ANY);
        let capture = capture.map_err(|_| none())?;
        if !capture.is_opened()? {
            return Err(none());
        }
        Ok(Self {
            capture,
            file,
            settings: settings.clone(),
        })
    }

    fn name(file: &Path) -> String {
        format!("the video {}", file.display())
    }
}

impl Source for Video {
    fn next(&mut self, _elapsed: Duration) -> Result<Option<Shot>, SourceError> {
        let gone = || SourceError::Gone {
            what: Self::name(&self.file),
        };
        // What is open can be read on although the file is no longer there, such as on a drive that was pulled out.
        if !self.file.exists() {
            return Err(gone());
        }
        let mut image = read(&mut self.capture)?;
        if image.is_none() && self.settings.repeat {
            self.capture.set(videoio::CAP_PROP_POS_FRAMES, 0.0)?;
            image = Some(read(&mut self.capture)?.ok_or_else(gone)?);
        }
        let Some(image) = image else {
            return Ok(None);
        };
        Ok(Some(Shot {
            image: limited(image, self.settings.max_side)?,
            frame_id: self.settings.frame_of(0).to_owned(),
        }))
    }

    fn waits(&self) -> bool {
        false
    }
}

/// The next picture of a webcam or video, if there is one.
fn read(capture: &mut VideoCapture) -> Result<Option<Image>, SourceError> {
    let mut mat = Mat::default();
    if !capture.read(&mut mat)? || mat.empty() {
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
    Ok(Some(Image::from_bgr8(
        width,
        height,
        step,
        colour.data_bytes()?,
    )?))
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
            testdata::skip("this OpenCV cannot write a video");
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

    #[test]
    fn a_video_that_is_taken_away_is_noticed_though_it_could_be_read_on() {
        let folder = std::env::temp_dir();
        let path = folder.join(format!("cuberig-video-away-{}.avi", std::process::id()));
        let file = path.display().to_string();
        if !film(&file) {
            testdata::skip("this OpenCV cannot write a video");
            return;
        }
        let params = CameraParams {
            source: "video".into(),
            files: vec![file.clone()],
            ..CameraParams::default()
        };
        let mut source = open(&params.settings())
            .expect("it was written")
            .expect("not silent");
        assert!(source.next(Duration::ZERO).expect("readable").is_some());
        let away = path.with_extension("away");
        std::fs::rename(&path, &away).expect("it is ours");
        for error in [
            source.next(Duration::ZERO).err(),
            open(&params.settings()).err(),
        ] {
            let error = error.expect("it is gone").to_string();
            assert!(error.contains(&file), "{error}");
        }
        std::fs::rename(&away, &path).expect("it is ours");
        assert!(open(&params.settings()).is_ok());
        let _ = std::fs::remove_file(path);
    }
}
