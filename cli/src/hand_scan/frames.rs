//! Where the pictures of a hand scan come from: a webcam, a browser that shows the page, a video file, or pictures in a folder.

use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use camera::{Device, V4l, VideoFile};
use page::PagePicture;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TryRecvError;
use vision::Image;

use crate::failure::{Failure, OrFail};

/// Each picture of a folder is looked at this often, at this distance in time. That is long enough to count as held steady,
/// even when a sticker (a logo) seems to be covered and the guide waits for it.
const LOOKS: u32 = 31;
const LOOK: Duration = Duration::from_millis(100);
/// How often it is asked whether a browser has sent a picture.
const ASK: Duration = Duration::from_millis(5);
/// A webcam that gives nothing for this long is gone.
const GONE: Duration = Duration::from_secs(5);
/// Frames per second of a video file that does not contain a rate.
const USUAL_RATE: f64 = 30.0;
const PICTURES: [&str; 9] = ["bmp", "jpeg", "jpg", "pgm", "png", "ppm", "tif", "tiff", "webp"];

/// A picture and when it was taken, since any one moment.
pub struct Frame {
    pub time: Duration,
    pub image: Arc<Image>,
    /// Whether it is the very picture of the frame before.
    pub repeated: bool,
}

/// What comes next.
pub enum Next {
    /// A frame.
    Frame(Frame),
    /// No browser has sent one in time.
    NotYet,
    /// Nothing: a video or a folder has ended.
    Ended,
}

/// Gives one frame after the other.
pub struct Frames {
    what: String,
    source: Source,
}

enum Source {
    Webcam { webcam: V4l, started: Instant },
    Page { pictures: mpsc::Receiver<PagePicture>, patience: Duration, started: Instant },
    Video { file: VideoFile, count: u32 },
    Folder { files: Vec<PathBuf>, looks: u32, image: Option<Arc<Image>> },
}

impl Frames {
    /// Opens what was named: the number or device path of a webcam, a folder, a picture or a video.
    pub fn open(name: &str) -> Result<Frames, Failure> {
        camera::hide_opencv_warnings();
        if name.parse::<i32>().is_ok() {
            return Self::webcam(name);
        }
        let path = Path::new(name);
        let missing = |error| Failure::NotAsGiven(format!("there is no camera, video or folder '{name}': {error}"));
        let kind = std::fs::metadata(path).map_err(missing)?.file_type();
        if kind.is_char_device() {
            Self::webcam(name)
        } else if kind.is_dir() {
            Ok(Self::pictures(pictures_in(path)?, format!("the folder '{name}'")))
        } else if is_picture(path) {
            Ok(Self::pictures(vec![path.into()], format!("the picture '{name}'")))
        } else {
            Self::video(path)
        }
    }

    /// The camera of a browser that shows the page. Its next picture is waited for so long.
    pub fn of_page(pictures: mpsc::Receiver<PagePicture>, patience: Duration) -> Frames {
        let source = Source::Page { pictures, patience, started: Instant::now() };
        Frames { what: "the camera of a browser".to_owned(), source }
    }

    /// What the pictures come from, for messages.
    pub fn what(&self) -> &str {
        &self.what
    }

    fn webcam(name: &str) -> Result<Frames, Failure> {
        let webcam = V4l::open(name).map_err(|error| {
            Failure::NotAsGiven(format!(
                "{error}; without a camera, enter the cube by photographs, text or clicks: teach --page"
            ))
        })?;
        Ok(Frames { what: webcam.name().to_owned(), source: Source::Webcam { webcam, started: Instant::now() } })
    }

    fn video(path: &Path) -> Result<Frames, Failure> {
        let what = format!("the video '{}'", path.display());
        let file = VideoFile::open(path)
            .map_err(|_| Failure::NotAsGiven(format!("{what} cannot be read as a video or picture")))?;
        Ok(Frames { source: Source::Video { file, count: 0 }, what })
    }

    fn pictures(mut files: Vec<PathBuf>, what: String) -> Frames {
        // The next one is taken from the end.
        files.reverse();
        Frames { source: Source::Folder { files, looks: 0, image: None }, what }
    }

    /// The next frame.
    pub fn next(&mut self) -> Result<Next, Failure> {
        let what = &self.what;
        match &mut self.source {
            Source::Webcam { webcam, started } => {
                let waiting = Instant::now();
                while waiting.elapsed() < GONE {
                    if let Some(image) = webcam.read().or_fail()? {
                        return Ok(Next::Frame(Frame::new(started.elapsed(), image)));
                    }
                    std::thread::sleep(Duration::from_millis(50));
                }
                Err(Failure::NotAsGiven(format!("{what} sends no more pictures: check its cable")))
            }
            Source::Page { pictures, patience, started } => {
                let waiting = Instant::now();
                while waiting.elapsed() < *patience {
                    match pictures.try_recv() {
                        Ok(picture) => {
                            let taken = picture.arrived.checked_sub(picture.age).unwrap_or(picture.arrived);
                            let image = Image::from_encoded(&picture.jpeg).or_fail()?;
                            return Ok(Next::Frame(Frame::new(taken.saturating_duration_since(*started), image)));
                        }
                        Err(TryRecvError::Empty) => std::thread::sleep(ASK),
                        Err(TryRecvError::Disconnected) => {
                            return Err(Failure::NotAsGiven("the page is not served any more".to_owned()));
                        }
                    }
                }
                Ok(Next::NotYet)
            }
            Source::Video { file, count } => {
                let rate = file.rate().unwrap_or(USUAL_RATE);
                let time = Duration::from_secs_f64(f64::from(*count) / rate);
                *count += 1;
                let image = file.read().or_fail()?;
                Ok(image.map_or(Next::Ended, |image| Next::Frame(Frame::new(time, image))))
            }
            Source::Folder { files, looks, image } => {
                let repeated = *looks % LOOKS != 0;
                if !repeated {
                    let Some(file) = files.pop() else {
                        return Ok(Next::Ended);
                    };
                    let loaded = Image::load(file);
                    *image = Some(Arc::new(loaded.or_fail()?));
                }
                let time = LOOK * *looks;
                *looks += 1;
                Ok(image.clone().map_or(Next::Ended, |image| Next::Frame(Frame { time, image, repeated })))
            }
        }
    }
}

impl Frame {
    fn new(time: Duration, image: Image) -> Frame {
        Frame { time, image: Arc::new(image), repeated: false }
    }
}

/// The pictures in a folder, in the order of their names.
pub fn pictures_in(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let what = path.display();
    let unreadable = |error| Failure::NotAsGiven(format!("cannot read the folder '{what}': {error}"));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        files.push(entry.map_err(unreadable)?.path());
    }
    files.retain(|file| is_picture(file));
    files.sort();
    match files.is_empty() {
        true => Err(Failure::NotAsGiven(format!("there are no pictures in the folder '{what}'"))),
        false => Ok(files),
    }
}

/// Whether a file is named as a picture.
fn is_picture(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| PICTURES.iter().any(|known| ending == *known))
}
