//! The registry of sources: settings name a kind of source, and `open` opens it.

use crate::settings::{Settings, SourceKind};
use crate::slides::Slides;
use crate::source::{Source, SourceError};
use crate::v4l::V4l;
use crate::video::Video;
use crate::webcam::Webcam;

/// Opens the source that the settings name; `None` for a silent one, and for the caller's own.
///
/// # Errors
/// [`SourceError::Closed`] for a webcam or video that cannot be opened.
pub fn open(settings: &Settings) -> Result<Option<Box<dyn Source>>, SourceError> {
    Ok(match settings.kind {
        SourceKind::Silent(_) | SourceKind::Own => None,
        SourceKind::Images => Some(Box::new(Slides::new(settings))),
        SourceKind::Webcam => {
            let device = V4l::open(&settings.device)?;
            let name = device.name().to_owned();
            Some(Box::new(Webcam::new(device, name, settings)))
        }
        SourceKind::Video => Some(Box::new(Video::open(settings)?)),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use testkit::Folder;
    use vision::Image;

    use super::*;
    use crate::source::Shot;

    fn picture(folder: &Folder, name: &str, width: usize, height: usize, bgr: [u8; 3]) -> String {
        let path = folder.0.join(name);
        Image::filled(width, height, bgr).expect("a small picture").save(&path).expect("it can be written");
        path.display().to_string()
    }

    fn next(source: &mut dyn Source, seconds: f64) -> Option<Shot> {
        source.next(Duration::from_secs_f64(seconds)).expect("a readable picture")
    }

    fn source_of(file: &str) -> Box<dyn Source> {
        let source = open(&Settings::of(SourceKind::Images, &[file])).expect("files");
        source.expect("not silent")
    }

    #[test]
    fn files_are_shown_in_turn_with_their_frames_and_no_larger_than_allowed() {
        let folder = Folder::new("slides");
        let first = picture(&folder, "a.png", 40, 30, [250, 10, 10]);
        let second = picture(&folder, "b.jpg", 400, 200, [10, 250, 10]);
        let settings = Settings {
            frame_ids: vec!["face_U".to_owned(), "face_R".to_owned()],
            max_side: 100,
            ..Settings::of(SourceKind::Images, &[&first, &second])
        };
        let mut source = open(&settings).expect("files").expect("not silent");
        let first = next(&mut *source, 0.1).expect("the first file");
        assert_eq!((first.image.width(), first.image.height(), first.frame_id.as_str()), (40, 30, "face_U"));
        assert_eq!(first.image.bytes()[..3], [250, 10, 10]);
        let second = next(&mut *source, 1.1).expect("the second file");
        assert_eq!((second.image.width(), second.image.height(), second.frame_id.as_str()), (100, 50, "face_R"));
        let middle = second.image.rgb_at(50.0, 25.0);
        assert!(middle[1] > 200.0 && middle[0] < 60.0, "still green: {middle:?}");
    }

    #[test]
    fn a_file_that_is_no_picture_is_named() {
        let folder = Folder::new("broken");
        let path = folder.0.join("notes.png");
        std::fs::write(&path, "no picture").expect("it can be written");
        for file in [path.display().to_string(), folder.0.join("missing.png").display().to_string()] {
            let error = source_of(&file).next(Duration::ZERO).err().expect("no picture").to_string();
            assert!(error.contains(&file), "{error}");
        }
    }

    #[test]
    fn a_file_that_was_taken_away_or_changed_is_noticed() {
        let folder = Folder::new("changing");
        let file = picture(&folder, "a.png", 40, 30, [250, 10, 10]);
        let mut source = source_of(&file);
        let width = |shot: Option<Shot>| shot.expect("a picture").image.width();
        assert_eq!(width(next(&mut *source, 0.1)), 40);
        std::fs::rename(&file, folder.0.join("away.png")).expect("it is ours");
        let error = source.next(Duration::ZERO).err().expect("it is gone");
        assert!(error.to_string().contains(&file), "{error}");
        picture(&folder, "a.png", 50, 30, [250, 10, 10]);
        assert_eq!(width(next(&mut *source, 0.3)), 50);
    }

    #[test]
    fn a_webcam_or_video_that_is_not_there_is_named() {
        for kind in [SourceKind::Webcam, SourceKind::Video] {
            let settings = Settings { device: "/dev/no-such-webcam".into(), ..Settings::of(kind, &["no-such.mp4"]) };
            let error = open(&settings).err().expect("not there").to_string();
            assert!(error.contains("no-such"), "{error}");
        }
    }

    #[test]
    fn a_silent_camera_has_no_source() {
        let settings = Settings::of(SourceKind::Silent("switched off"), &[]);
        assert!(open(&settings).expect("nothing can fail").is_none());
    }
}
