//! Which pictures a camera shows, and when.

use std::path::PathBuf;
use std::time::Duration;

/// Where pictures come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// No pictures, for this reason.
    Silent(&'static str),
    /// Picture files.
    Images,
    /// A webcam.
    Webcam,
    /// A video file.
    Video,
    /// What the caller brings itself.
    Own,
}

/// What a camera shows and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Where pictures come from.
    pub kind: SourceKind,
    /// Picture files, or the video file.
    pub files: Vec<PathBuf>,
    /// Frames of the pictures in the order of the files.
    pub frame_ids: Vec<String>,
    /// Frame of pictures that have none of their own.
    pub frame_id: String,
    /// How long each picture file is shown.
    pub time_per_image: Duration,
    /// Whether to begin again after the end.
    pub repeat: bool,
    /// Least time between two pictures.
    pub period: Duration,
    /// Number or path of the webcam.
    pub device: String,
    /// What to ask of the webcam when it is opened.
    pub format: Format,
    /// What to ask of the webcam at any time.
    pub controls: Controls,
    /// Longest side of a picture, pixels. A larger picture is made smaller.
    pub max_side: usize,
    /// Horizontal angle of view, radians. The intrinsics follow from it where there is no calibration.
    pub horizontal_fov: f64,
    /// A calibration file.
    pub calibration: Option<PathBuf>,
}

/// What to ask of a webcam when it is opened. The webcam chooses what is not asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Format {
    /// Four letters of V4L2.
    pub pixels: Option<&'static str>,
    /// Pixels.
    pub width: Option<u32>,
    /// Pixels.
    pub height: Option<u32>,
    /// Pictures a second.
    pub fps: Option<f64>,
}

/// What to ask of a webcam at any time. What is not asked for is automatic.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// How long each picture is exposed.
    pub exposure: Option<Duration>,
    /// Colour temperature of the light, kelvin.
    pub white_balance: Option<u32>,
    /// In the webcam's own units. The gain stays as it is when it is not asked for.
    pub gain: Option<u32>,
    /// In the webcam's own units.
    pub focus: Option<u32>,
}

impl Settings {
    /// Whether the settings fit each other.
    ///
    /// # Errors
    /// A sentence that names what does not fit.
    pub fn check(&self) -> Result<(), String> {
        match (self.kind, self.files.len(), self.frame_ids.len()) {
            (SourceKind::Images, 0, _) => {
                Err("parameter 'files' is empty, so the source 'images' has nothing to show".into())
            }
            (SourceKind::Video, 1, _) => Ok(()),
            (SourceKind::Video, count, _) => {
                Err(format!("the source 'video' needs one file in parameter 'files', not {count}"))
            }
            (SourceKind::Images, files, frames) if 1 < frames && frames != files => Err(format!(
                "parameter 'frame_ids' has {frames} entries for {files} files; it must be empty, one, or as many"
            )),
            _ => Ok(()),
        }
    }

    /// Whether only the controls differ. Controls can change while a webcam runs.
    pub fn only_controls_differ(&self, other: &Self) -> bool {
        let controls = self.controls;
        Self { controls, ..other.clone() } == *self
    }

    /// The frame of the picture file with this index.
    pub fn frame_of(&self, index: usize) -> &str {
        match self.frame_ids.as_slice() {
            [one] => one,
            several => several.get(index).unwrap_or(&self.frame_id),
        }
    }

    /// The index of the file that is shown after this time; `None` when all were shown and nothing repeats.
    pub fn file_at(&self, elapsed: Duration) -> Option<usize> {
        let count = u128::try_from(self.files.len()).ok().filter(|count| 0 < *count)?;
        let turn = elapsed.as_nanos() / self.time_per_image.as_nanos().max(1);
        let index = if self.repeat { turn % count } else { turn };
        usize::try_from(index).ok().filter(|index| *index < self.files.len())
    }
}

#[cfg(test)]
impl Settings {
    /// Settings of a source for tests.
    pub(crate) fn of(kind: SourceKind, files: &[&str]) -> Self {
        Self {
            kind,
            files: files.iter().map(PathBuf::from).collect(),
            frame_ids: Vec::new(),
            frame_id: "camera_optical_frame".into(),
            time_per_image: Duration::from_secs(1),
            repeat: true,
            period: Duration::from_secs_f64(1.0 / 15.0),
            device: "0".into(),
            format: Format::default(),
            controls: Controls::default(),
            max_side: 1280,
            horizontal_fov: 1.0,
            calibration: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slides(count: usize) -> Settings {
        let names: Vec<_> = (0..count).map(|index| format!("{index}.png")).collect();
        let files: Vec<_> = names.iter().map(String::as_str).collect();
        Settings { time_per_image: Duration::from_secs(2), ..Settings::of(SourceKind::Images, &files) }
    }

    #[test]
    fn files_follow_each_other_and_repeat_when_they_shall() {
        let at = |settings: &Settings, seconds: f64| settings.file_at(Duration::from_secs_f64(seconds));
        let mut settings = slides(3);
        for (seconds, index) in [(0.0, 0), (1.99, 0), (2.0, 1), (5.9, 2), (6.0, 0), (1e9, 2)] {
            assert_eq!(at(&settings, seconds), Some(index), "{seconds} s");
        }
        settings.repeat = false;
        assert_eq!(at(&settings, 5.9), Some(2));
        assert_eq!(at(&settings, 6.0), None);
        assert_eq!(at(&slides(0), 0.0), None);
    }

    #[test]
    fn every_picture_has_a_frame() {
        let mut settings = slides(2);
        assert_eq!(settings.frame_of(1), "camera_optical_frame");
        settings.frame_ids = vec!["lens".into()];
        assert_eq!((settings.frame_of(0), settings.frame_of(1)), ("lens", "lens"));
        settings.frame_ids = vec!["face_U".into(), "face_R".into()];
        assert_eq!((settings.frame_of(0), settings.frame_of(1)), ("face_U", "face_R"));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let mut settings = slides(6);
        assert_eq!(settings.check(), Ok(()));
        settings.frame_ids = vec!["face_U".into(), "face_R".into()];
        let error = settings.check().expect_err("two frames for six files");
        assert!(error.contains("frame_ids") && error.contains('2') && error.contains('6'), "{error}");
        assert!(slides(0).check().is_err());
        settings.kind = SourceKind::Video;
        assert!(settings.check().expect_err("six videos").contains("video"));
        settings.kind = SourceKind::Webcam;
        assert_eq!(settings.check(), Ok(()));
    }
}
