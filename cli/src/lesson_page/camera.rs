//! The camera of a lesson: pictures that come one after the other, on a thread of their own, also after the camera was away.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant, SystemTime};

use page::PagePicture;
use page::protocol::Picture;
use tokio::sync::mpsc;
use vision::{FaceReader, FaceView, Image, annotate};

use crate::failure::Failure;
use crate::hand_scan::{Frames, Next, pictures_in};
use crate::phone;

/// A lost camera is opened again after this time.
const AGAIN: Duration = Duration::from_millis(500);
/// A browser that sends nothing for this long is no camera.
const QUIET: Duration = Duration::from_secs(1);
const NO_PICTURES: &str = "no picture comes from a browser: press Use this camera on the page";
/// A folder is read this often.
const LOOK: Duration = Duration::from_millis(100);
/// Each picture of a folder is shown for this many looks at least.
const LOOKS: u32 = 6;

/// An update from the camera.
pub enum Glance {
    /// A picture was taken.
    Frame {
        /// When it came.
        at: Instant,
        /// The faces in it.
        faces: Vec<FaceView>,
        /// The picture.
        image: Arc<Image>,
        /// The picture as JPEGs, of the kinds that have viewers.
        jpegs: Vec<(Picture, Vec<u8>)>,
    },
    /// The camera is away, and why.
    Away(String),
}

/// A camera on a thread of its own. The thread ends when this is dropped.
pub struct Camera {
    glances: Receiver<Glance>,
    /// A bit for each kind of picture.
    watched: Arc<AtomicU8>,
}

impl Camera {
    /// Opens what was named; it is opened again whenever it was away.
    pub fn open(name: &str, reader: impl FaceReader + Send + 'static) -> Result<Camera, Failure> {
        Ok(Camera::look(Reopened::open(name)?, reader))
    }

    /// The camera of a browser that shows the page.
    pub fn of_page(pictures: mpsc::Receiver<PagePicture>, reader: impl FaceReader + Send + 'static) -> Camera {
        let frames = Frames::of_page(pictures, QUIET);
        let source = Source::Frames { frames, began: Instant::now() };
        Camera::look(Reopened { name: phone::PAGE.to_owned(), source }, reader)
    }

    fn look(mut source: Reopened, mut reader: impl FaceReader + Send + 'static) -> Camera {
        let (send, glances) = sync_channel(4);
        let watched = Arc::new(AtomicU8::new(0));
        let wanted = watched.clone();
        std::thread::spawn(move || run(&mut source, &mut reader, &wanted, &send));
        Camera { glances, watched }
    }

    /// What has come since the last call.
    pub fn glances(&self) -> impl Iterator<Item = Glance> {
        self.glances.try_iter()
    }

    /// Packs pictures of these kinds from now on.
    pub fn watch(&self, kinds: &[Picture]) {
        let bits = kinds.iter().fold(0, |bits, &kind| bits | bit(kind));
        self.watched.store(bits, Ordering::Relaxed);
    }
}

fn run(source: &mut Reopened, reader: &mut impl FaceReader, watched: &AtomicU8, send: &SyncSender<Glance>) {
    let mut faces = Vec::new();
    loop {
        let glance = match source.next() {
            Ok(Shot { image, is_new }) => {
                let found = if is_new { reader.detect(&image) } else { Ok(std::mem::take(&mut faces)) };
                match found {
                    Ok(found) => faces = found,
                    // The next picture may be better.
                    Err(_) => continue,
                }
                Glance::Frame {
                    at: Instant::now(),
                    faces: faces.clone(),
                    jpegs: packed(&image, &faces, watched.load(Ordering::Relaxed)),
                    image,
                }
            }
            Err(failure) => Glance::Away(failure.to_string()),
        };
        let is_away = matches!(glance, Glance::Away(_));
        match send.try_send(glance) {
            // A receiver that is busy gets a newer one.
            Ok(()) | Err(TrySendError::Full(_)) => {}
            Err(TrySendError::Disconnected(_)) => return,
        }
        if is_away {
            std::thread::sleep(AGAIN);
        }
    }
}

fn bit(kind: Picture) -> u8 {
    1 << kind as u8
}

/// Packing costs more than looking, so it needs a viewer.
fn packed(image: &Image, faces: &[FaceView], watched: u8) -> Vec<(Picture, Vec<u8>)> {
    let kinds = [Picture::Plain, Picture::Annotated].into_iter();
    let kinds = kinds.filter(|&kind| watched & bit(kind) != 0);
    let jpeg = |kind| {
        let mut drawn = image.clone();
        if kind == Picture::Annotated {
            annotate(&mut drawn, faces);
        }
        Some((kind, drawn.encoded(".jpg").ok()?))
    };
    kinds.filter_map(jpeg).collect()
}

/// A picture, and whether it is another one than the last.
struct Shot {
    image: Arc<Image>,
    is_new: bool,
}

/// A camera that is opened again when it was away.
struct Reopened {
    name: String,
    source: Source,
}

enum Source {
    /// A webcam or a video, each frame at its time.
    Frames {
        frames: Frames,
        began: Instant,
    },
    Folder(Folder),
    /// It was closed then, when the file was this old.
    Closed(Option<SystemTime>),
}

impl Reopened {
    fn open(name: &str) -> Result<Reopened, Failure> {
        Ok(Reopened { name: name.to_owned(), source: opened(name)? })
    }

    /// Waits for the next picture.
    fn next(&mut self) -> Result<Shot, Failure> {
        if let Source::Closed(written) = self.source {
            // A video that has ended begins again when it is written anew.
            if written.is_some() && written == changed(&self.name) {
                return Err(self.over());
            }
            self.source = opened(&self.name)?;
        }
        let next = match &mut self.source {
            Source::Frames { frames, began } => match frames.next() {
                Ok(Next::NotYet) => return Err(Failure::NotAsGiven(NO_PICTURES.to_owned())),
                Ok(Next::Frame(frame)) => {
                    std::thread::sleep((*began + frame.time).saturating_duration_since(Instant::now()));
                    return Ok(Shot { image: frame.image, is_new: true });
                }
                Ok(Next::Ended) => Err(None),
                Err(failure) => Err(Some(failure)),
            },
            Source::Folder(folder) => {
                std::thread::sleep(LOOK);
                // It continues at the same place when it comes back.
                return folder.next();
            }
            Source::Closed(_) => Err(None),
        };
        next.map_err(|failure| match failure {
            Some(failure) => {
                // The next attempt may succeed.
                self.source = Source::Closed(None);
                failure
            }
            None => {
                self.source = Source::Closed(changed(&self.name));
                self.over()
            }
        })
    }

    fn over(&self) -> Failure {
        Failure::NotAsGiven(format!("the video '{}' is over", self.name))
    }
}

fn opened(name: &str) -> Result<Source, Failure> {
    let path = Path::new(name);
    Ok(match name.parse::<i32>().is_err() && path.is_dir() {
        true => Source::Folder(Folder::open(path)?),
        false => Source::Frames { frames: Frames::open(name)?, began: Instant::now() },
    })
}

fn changed(name: &str) -> Option<SystemTime> {
    std::fs::metadata(name).and_then(|file| file.modified()).ok()
}

/// Pictures in a folder, in the order of their names. The last one stays until there is another one.
struct Folder {
    path: PathBuf,
    /// The picture that is shown, and how often it was.
    shown: Option<(PathBuf, Arc<Image>)>,
    looks: u32,
}

impl Folder {
    fn open(path: &Path) -> Result<Folder, Failure> {
        let folder = Folder { path: path.to_owned(), shown: None, looks: 0 };
        pictures_in(path)?;
        Ok(folder)
    }

    fn next(&mut self) -> Result<Shot, Failure> {
        let files = pictures_in(&self.path)?;
        let last = self.shown.as_ref().map(|(file, _)| file);
        let is_later = |file: &&PathBuf| last.is_none_or(|last| last < *file);
        // A folder with other pictures begins anew.
        let is_gone = last.is_some_and(|last| !files.contains(last));
        let anew = files.first().filter(|_| is_gone);
        let later = files.iter().find(is_later).or(anew);
        let is_over = last.is_none() || is_gone || LOOKS <= self.looks;
        // A picture that is being written is whole a moment later.
        if let Some(file) = later.filter(|_| is_over)
            && let Ok(image) = Image::load(file)
        {
            self.shown = Some((file.clone(), Arc::new(image)));
            self.looks = 0;
        }
        let Some((_, image)) = &self.shown else {
            let what = self.path.display();
            return Err(Failure::NotAsGiven(format!("no picture of the folder '{what}' can be read")));
        };
        self.looks += 1;
        Ok(Shot { image: image.clone(), is_new: self.looks == 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(folder: &Path, name: &str, grey: u8) {
        let image = Image::filled(32, 24, [grey; 3]).expect("a small picture");
        image.save(folder.join(name)).expect("it can be written");
    }

    fn grey(shot: Result<Shot, Failure>) -> Option<(u8, bool)> {
        let shot = shot.ok()?;
        Some((shot.image.bytes()[0], shot.is_new))
    }

    #[test]
    fn a_folder_is_watched_and_may_go_and_come_back() {
        let own = testkit::Folder::new("live");
        let folder = own.0.join("pictures");
        let name = folder.display().to_string();
        assert!(Reopened::open(&name).is_err(), "it is not there yet");
        std::fs::create_dir_all(&folder).expect("a folder");
        picture(&folder, "a.png", 10);
        picture(&folder, "b.png", 20);
        let mut source = Reopened::open(&name).expect("two pictures");
        let seen: Vec<_> = (0..2 * LOOKS).map(|_| grey(source.next())).collect();
        let look = |at: usize| Some((if at < LOOKS as usize { 10 } else { 20 }, at.is_multiple_of(LOOKS as usize)));
        assert_eq!(seen, (0..seen.len()).map(look).collect::<Vec<_>>());
        // The last one stays; a later one is shown next.
        assert_eq!(grey(source.next()), Some((20, false)));
        picture(&folder, "c.png", 30);
        assert_eq!(grey(source.next()), Some((30, true)));
        std::fs::remove_dir_all(&folder).expect("its own");
        for _ in 0..2 {
            assert!(source.next().is_err());
        }
        std::fs::create_dir_all(&folder).expect("a folder");
        assert!(source.next().is_err(), "it is empty");
        picture(&folder, "d.png", 40);
        assert_eq!(grey(source.next()), Some((40, true)));
    }

    #[test]
    fn a_single_picture_or_video_that_is_over_is_away_until_it_is_written_anew() {
        let folder = testkit::Folder::new("over");
        picture(&folder.0, "a.png", 10);
        let file = folder.0.join("a.png");
        let mut source = Reopened::open(&file.display().to_string()).expect("a picture");
        let shots = std::iter::from_fn(|| source.next().ok()).take(100).count();
        assert!((1..100).contains(&shots), "{shots}");
        assert!(source.next().is_err_and(|over| over.to_string().contains("is over")));
        std::fs::remove_file(&file).expect("its own");
        assert!(source.next().is_err(), "it is gone");
        picture(&folder.0, "a.png", 20);
        assert_eq!(grey(source.next()), Some((20, true)));
    }
}
