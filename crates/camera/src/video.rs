//! A video file, through OpenCV.

use std::path::{Path, PathBuf};
use std::time::Duration;

use vision::Image;
use vision::media::{Capture, Property};

use crate::capture;
use crate::settings::Settings;
use crate::source::{Shot, Source, SourceError, limited};

/// An open video file.
pub struct VideoFile {
    capture: Capture,
    path: PathBuf,
}

impl VideoFile {
    /// Opens a video file.
    ///
    /// # Errors
    /// [`SourceError::Closed`] when it cannot be read or is no video.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        let closed = |reason: String| SourceError::Closed { what: name(path), reason };
        cube::outside::open(path).map_err(|error| closed(error.to_string()))?;
        let no_video = || closed("it is no video that OpenCV reads".into());
        let capture = Capture::open_video(path)?.ok_or_else(no_video)?;
        Ok(Self { capture, path: path.to_owned() })
    }

    /// Pictures a second, if the file has it.
    pub fn rate(&self) -> Option<f64> {
        let rate = self.capture.get(Property::Fps).ok();
        rate.filter(|rate| (1.0..=1000.0).contains(rate))
    }

    /// The next picture; `None` at the end.
    ///
    /// # Errors
    /// A picture that is damaged.
    pub fn read(&mut self) -> Result<Option<Image>, SourceError> {
        capture::read(&mut self.capture)
    }

    fn rewind(&mut self) -> Result<(), SourceError> {
        self.capture.set(Property::NextPicture, 0.0)?;
        Ok(())
    }
}

fn name(file: &Path) -> String {
    format!("the video {}", file.display())
}

/// A video as a source of pictures.
pub(crate) struct Video {
    file: VideoFile,
    settings: Settings,
}

impl Video {
    /// Opens the video file that the settings name.
    pub(crate) fn open(settings: &Settings) -> Result<Self, SourceError> {
        // The settings were checked: they have one file.
        let path = settings.files.first().cloned().unwrap_or_default();
        Ok(Self { file: VideoFile::open(&path)?, settings: settings.clone() })
    }
}

impl Source for Video {
    fn next(&mut self, _elapsed: Duration) -> Result<Option<Shot>, SourceError> {
        let gone = |path: &Path| SourceError::Gone { what: name(path) };
        // An open file can be read even when it is no longer there, for instance on a drive that was unplugged.
        if !self.file.path.exists() {
            return Err(gone(&self.file.path));
        }
        let mut image = self.file.read()?;
        if image.is_none() && self.settings.repeat {
            self.file.rewind()?;
            image = Some(self.file.read()?.ok_or_else(|| gone(&self.file.path))?);
        }
        let Some(image) = image else {
            return Ok(None);
        };
        Ok(Some(Shot {
            image: limited(image, self.settings.max_side)?,
            frame_id: self.settings.frame_of(0).to_owned(),
            taken: None,
        }))
    }

    fn waits(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use crate::{Settings, SourceKind, open};
    use std::path::Path;
    use std::time::Duration;
    use vision::Image;

    /// Writes a video of one dark and one bright picture; false where this OpenCV cannot.
    fn film(path: &Path) -> bool {
        let images = [20, 200].map(|level| Image::filled(64, 48, [level; 3]).expect("small"));
        let pictures = images.each_ref().map(|image| image.mat().expect("a view"));
        vision::media::write_video(path, 10.0, &pictures).expect("it can be written")
    }

    #[test]
    fn a_video_is_shown_once_or_again_and_again() {
        let path = std::env::temp_dir().join(format!("cuberig-video-{}.avi", std::process::id()));
        let file = path.display().to_string();
        if !film(&path) {
            testkit::skip("this OpenCV cannot write a video");
            return;
        }
        for (repeat, wanted) in [(false, "dark bright end end"), (true, "dark bright dark bright")] {
            let settings = Settings { repeat, ..Settings::of(SourceKind::Video, &[&file]) };
            let mut source = open(&settings).expect("it was written").expect("not silent");
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
    fn a_video_that_is_taken_away_is_noticed_though_it_could_still_be_read() {
        let folder = std::env::temp_dir();
        let path = folder.join(format!("cuberig-video-away-{}.avi", std::process::id()));
        let file = path.display().to_string();
        if !film(&path) {
            testkit::skip("this OpenCV cannot write a video");
            return;
        }
        let settings = Settings::of(SourceKind::Video, &[&file]);
        let mut source = open(&settings).expect("it was written").expect("not silent");
        assert!(source.next(Duration::ZERO).expect("readable").is_some());
        let away = path.with_extension("away");
        std::fs::rename(&path, &away).expect("it is ours");
        for error in [source.next(Duration::ZERO).err(), open(&settings).err()] {
            let error = error.expect("it is gone").to_string();
            assert!(error.contains(&file), "{error}");
        }
        std::fs::rename(&away, &path).expect("it is ours");
        assert!(open(&settings).is_ok());
        let _ = std::fs::remove_file(path);
    }
}
