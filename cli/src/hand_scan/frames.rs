//! Where the pictures of a hand scan come from: a webcam, a video file, or pictures in a folder.

use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use opencv::core::{self, Mat, MatTraitConst, MatTraitConstManual};
use opencv::imgproc;
use opencv::videoio::{self, VideoCapture, VideoCaptureTrait, VideoCaptureTraitConst};
use vision::Image;

use crate::failure::Failure;

/// Each picture of a folder is looked at so often, at this distance: long enough to count as held steady,
/// also where a sticker (a logo) seems to be covered and the guide waits for it.
const LOOKS: u32 = 31;
const LOOK: Duration = Duration::from_millis(100);
/// A webcam that gives nothing for so long is gone.
const GONE: Duration = Duration::from_secs(5);
/// Frames a second of a video that does not tell.
const USUAL_RATE: f64 = 30.0;
const PICTURES: [&str; 9] = [
    "bmp", "jpeg", "jpg", "pgm", "png", "ppm", "tif", "tiff", "webp",
];

/// A picture and when it was taken, since any one moment.
pub struct Frame {
    pub time: Duration,
    pub image: Arc<Image>,
    /// Whether it is the very picture of the frame before.
    pub repeated: bool,
}

/// Gives one frame after the other.
pub struct Frames {
    what: String,
    source: Source,
}

enum Source {
    Webcam {
        capture: VideoCapture,
        started: Instant,
    },
    Video {
        capture: VideoCapture,
        rate: f64,
        count: u32,
    },
    Folder {
        files: Vec<PathBuf>,
        looks: u32,
        image: Option<Arc<Image>>,
    },
}

impl Frames {
    /// Opens what was named: the number or device path of a webcam, a folder, a picture or a video.
    pub fn open(name: &str) -> Result<Frames, Failure> {
        // OpenCV's own words about devices that are not there would only confuse.
        let _ = core::set_log_level_1(core::LogLevel::LOG_LEVEL_ERROR as i32);
        if let Ok(number) = name.parse::<i32>() {
            return Self::webcam(VideoCapture::new(number, videoio::CAP_V4L2), name);
        }
        let path = Path::new(name);
        let missing = |error| {
            Failure::NotAsGiven(format!(
                "there is no camera, video or folder '{name}': {error}"
            ))
        };
        let kind = std::fs::metadata(path).map_err(missing)?.file_type();
        if kind.is_char_device() {
            Self::webcam(VideoCapture::from_file(path, videoio::CAP_V4L2), name)
        } else if kind.is_dir() {
            Self::folder(path)
        } else if is_picture(path) {
            Ok(Self::pictures(
                vec![path.into()],
                format!("the picture '{name}'"),
            ))
        } else {
            Self::video(path)
        }
    }

    /// What the pictures come from, for sentences.
    pub fn what(&self) -> &str {
        &self.what
    }

    fn webcam(opened: opencv::Result<VideoCapture>, name: &str) -> Result<Frames, Failure> {
        let what = format!("the webcam '{name}'");
        let absent = || {
            Failure::NotAsGiven(format!(
                "{what} cannot be opened; is it plugged in, and not in use by another program?"
            ))
        };
        let capture = opened.map_err(|_| absent())?;
        if !capture.is_opened().unwrap_or(false) {
            return Err(absent());
        }
        Ok(Frames {
            source: Source::Webcam {
                capture,
                started: Instant::now(),
            },
            what,
        })
    }

    fn video(path: &Path) -> Result<Frames, Failure> {
        let what = format!("the video '{}'", path.display());
        let closed = || Failure::NotAsGiven(format!("{what} cannot be read as a video or picture"));
        let capture = VideoCapture::from_file(path, videoio::CAP_ANY).map_err(|_| closed())?;
        if !capture.is_opened().unwrap_or(false) {
            return Err(closed());
        }
        let told = capture.get(videoio::CAP_PROP_FPS).unwrap_or(USUAL_RATE);
        let rate = if (1.0..=1000.0).contains(&told) {
            told
        } else {
            USUAL_RATE
        };
        Ok(Frames {
            source: Source::Video {
                capture,
                rate,
                count: 0,
            },
            what,
        })
    }

    fn folder(path: &Path) -> Result<Frames, Failure> {
        let what = format!("the folder '{}'", path.display());
        let unreadable = |error| Failure::NotAsGiven(format!("cannot read {what}: {error}"));
        let mut files = Vec::new();
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            files.push(entry.map_err(unreadable)?.path());
        }
        files.retain(|file| is_picture(file));
        files.sort();
        if files.is_empty() {
            return Err(Failure::NotAsGiven(format!(
                "there are no pictures in {what}"
            )));
        }
        Ok(Self::pictures(files, what))
    }

    fn pictures(mut files: Vec<PathBuf>, what: String) -> Frames {
        // The next one is taken from the end.
        files.reverse();
        Frames {
            source: Source::Folder {
                files,
                looks: 0,
                image: None,
            },
            what,
        }
    }

    /// The next frame; `None` at the end of a video or folder.
    pub fn next(&mut self) -> Result<Option<Frame>, Failure> {
        let what = &self.what;
        match &mut self.source {
            Source::Webcam { capture, started } => {
                let waiting = Instant::now();
                while waiting.elapsed() < GONE {
                    if let Some(image) = read(capture)? {
                        return Ok(Some(Frame::new(started.elapsed(), image)));
                    }
                    std::thread::sleep(Duration::from_millis(50));
                }
                Err(Failure::NotAsGiven(format!(
                    "{what} gives no more pictures; was it unplugged?"
                )))
            }
            Source::Video {
                capture,
                rate,
                count,
            } => {
                let time = Duration::from_secs_f64(f64::from(*count) / *rate);
                *count += 1;
                Ok(read(capture)?.map(|image| Frame::new(time, image)))
            }
            Source::Folder {
                files,
                looks,
                image,
            } => {
                let repeated = *looks % LOOKS != 0;
                if !repeated {
                    let Some(file) = files.pop() else {
                        return Ok(None);
                    };
                    let loaded = Image::load(file);
                    *image = Some(Arc::new(
                        loaded.map_err(|e| Failure::NotAsGiven(e.to_string()))?,
                    ));
                }
                let time = LOOK * *looks;
                *looks += 1;
                Ok(image.clone().map(|image| Frame {
                    time,
                    image,
                    repeated,
                }))
            }
        }
    }
}

impl Frame {
    fn new(time: Duration, image: Image) -> Frame {
        Frame {
            time,
            image: Arc::new(image),
            repeated: false,
        }
    }
}

fn is_picture(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| PICTURES.iter().any(|known| ending == *known))
}

/// One picture, in colour; nothing where none came.
fn read(capture: &mut VideoCapture) -> Result<Option<Image>, Failure> {
    let broken =
        |error: opencv::Error| Failure::NotAsGiven(format!("a picture is broken: {error}"));
    let mut mat = Mat::default();
    if !capture.read(&mut mat).unwrap_or(false) || mat.empty() {
        return Ok(None);
    }
    if mat.channels() == 1 {
        let mut color = Mat::default();
        imgproc::cvt_color_def(&mat, &mut color, imgproc::COLOR_GRAY2BGR).map_err(broken)?;
        mat = color;
    }
    let (width, height) = (mat.cols().max(0) as usize, mat.rows().max(0) as usize);
    let bytes = mat.data_bytes().map_err(broken)?;
    let image = Image::from_bgr8(width, height, 3 * width, bytes);
    image
        .map(Some)
        .map_err(|error| Failure::NotAsGiven(error.to_string()))
}
