//! The camera that a person names: a webcam, a video file, or pictures in a folder. [`camera`] gives the pictures.

use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use camera::{Settings, Source, SourceError, SourceKind, VideoFile};
use vision::{FaceReader, FaceView, Image};

use crate::failure::{Failure, OrFail};

/// Each picture of a folder is looked at this often, at this distance in time. That is long enough to count as held steady,
/// even when a sticker (a logo) seems to be covered and the guide waits for it.
const LOOKS: u32 = 31;
const LOOK: Duration = Duration::from_millis(100);
/// Frames per second of a video file that does not contain a rate.
const USUAL_RATE: f64 = 30.0;
const PICTURES: [&str; 9] = ["bmp", "jpeg", "jpg", "pgm", "png", "ppm", "tif", "tiff", "webp"];

/// A camera by the name that was typed.
pub struct Named {
    /// What the pictures come from, for messages.
    pub what: String,
    /// What it shows. The pictures of a folder are those that are there now.
    pub settings: Settings,
    /// The folder, the picture or the video.
    pub path: Option<PathBuf>,
}

impl Named {
    /// The camera of a name: the number or device path of a webcam, a folder, a picture or a video.
    pub fn read(name: &str) -> Result<Named, Failure> {
        camera::hide_opencv_warnings();
        let path = Path::new(name);
        let missing = |error| Failure::NotAsGiven(format!("there is no camera, video or folder '{name}': {error}"));
        let file = match name.parse::<i32>() {
            Ok(_) => None,
            Err(_) => Some(std::fs::metadata(path).map_err(missing)?.file_type()),
        };
        let (kind, files, period, what) = match file.filter(|file| !file.is_char_device()) {
            None => (SourceKind::Webcam, Vec::new(), Duration::ZERO, "webcam"),
            Some(file) if file.is_dir() => (SourceKind::Images, pictures_in(path).or_fail()?, LOOK, "folder"),
            Some(_) if is_picture(path) => (SourceKind::Images, vec![path.to_owned()], LOOK, "picture"),
            Some(_) => {
                let unreadable = || format!("the video '{name}' cannot be read as a video or picture");
                let video = VideoFile::open(path).map_err(|_| Failure::NotAsGiven(unreadable()))?;
                let period = Duration::from_secs_f64(1.0 / video.rate().unwrap_or(USUAL_RATE));
                (SourceKind::Video, vec![path.to_owned()], period, "video")
            }
        };
        Ok(Named {
            what: format!("the {what} '{name}'"),
            path: (kind != SourceKind::Webcam).then(|| path.to_owned()),
            settings: Settings {
                device: name.to_owned(),
                time_per_image: LOOK * LOOKS,
                repeat: false,
                period,
                max_side: usize::MAX,
                ..Settings::of(kind, &files)
            },
        })
    }

    /// Opens it.
    pub fn open(&self) -> Result<Box<dyn Source>, Failure> {
        let advice = match self.settings.kind {
            SourceKind::Webcam => "; without a camera, enter the cube by photographs, text or clicks: teach --page",
            _ => "",
        };
        let opened = camera::open(&self.settings);
        let opened = opened.map_err(|error| Failure::NotAsGiven(format!("{error}{advice}")))?;
        Ok(opened.expect("only a silent camera has no source"))
    }
}

/// A picture and when it was taken, since any one moment.
pub struct Frame {
    pub time: Duration,
    pub image: Image,
}

/// Gives one frame after the other. The pictures of files take no longer than looking at them.
pub struct Frames {
    camera: Named,
    source: Box<dyn Source>,
    began: Instant,
    /// When the next picture of a file was taken.
    next: Duration,
}

impl Frames {
    /// Opens what was named.
    pub fn open(name: &str) -> Result<Frames, Failure> {
        let camera = Named::read(name)?;
        let source = camera.open()?;
        Ok(Frames { camera, source, began: Instant::now(), next: Duration::ZERO })
    }

    /// What the pictures come from, for messages.
    pub fn what(&self) -> &str {
        &self.camera.what
    }

    /// The next frame; `None` at the end of a video or folder.
    pub fn next(&mut self) -> Result<Option<Frame>, Failure> {
        let shot = self.source.next(self.next).or_fail()?;
        let time = if self.source.waits() { self.began.elapsed() } else { self.next };
        self.next += self.camera.settings.period;
        Ok(shot.map(|shot| Frame { time, image: shot.image }))
    }
}

/// Finds the faces of each picture once, however often the same picture comes.
#[derive(Default)]
pub struct Looks(Option<(Image, Vec<FaceView>)>);

impl Looks {
    /// The faces in a picture.
    pub fn faces(&mut self, image: &Image, reader: &mut dyn FaceReader) -> Result<&[FaceView], vision::Error> {
        let known = self.0.take().filter(|(before, _)| before == image);
        let looked = match known {
            Some(known) => known,
            None => (image.clone(), reader.detect(image)?),
        };
        Ok(&self.0.insert(looked).1)
    }
}

/// The pictures in a folder, in the order of their names.
pub fn pictures_in(path: &Path) -> Result<Vec<PathBuf>, SourceError> {
    let closed = |reason: String| SourceError::Closed { what: format!("the folder '{}'", path.display()), reason };
    let entries = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| closed(error.to_string()))?;
    let mut files: Vec<PathBuf> = entries.iter().map(std::fs::DirEntry::path).filter(|file| is_picture(file)).collect();
    files.sort();
    match files.is_empty() {
        true => Err(closed("there are no pictures in it".to_owned())),
        false => Ok(files),
    }
}

/// Whether a file is named as a picture.
fn is_picture(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| PICTURES.iter().any(|known| ending == *known))
}
