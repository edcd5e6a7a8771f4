//! The camera of a lesson: pictures that come one after the other, on a thread of their own, also after the camera was away.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant, SystemTime};

use camera::{Controls, Report, Settings, Shot, Source, SourceError};
use page::protocol::Picture;
use vision::{FaceReader, FaceView, Image, annotate};

use crate::failure::Failure;
use crate::hand_scan::{Looks, Named, pictures_in};

/// How often it is looked whether a video that is over was written anew.
const AGAIN: Duration = Duration::from_millis(500);
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
        image: Image,
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
        let camera = Named::read(name)?;
        // The thread opens it anew: here only whether that can be done is of interest.
        drop(camera.open()?);
        let (send, glances) = sync_channel(4);
        let watched = Arc::new(AtomicU8::new(0));
        let mut host = Host {
            folder: camera.path.clone().filter(|path| path.is_dir()),
            reader,
            looks: Looks::default(),
            watched: watched.clone(),
            send,
            is_over: false,
            began: Instant::now(),
        };
        std::thread::spawn(move || host.look_on(&camera));
        Ok(Camera { glances, watched })
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

/// What looks at the pictures.
struct Host<R> {
    /// Where the pictures come from, if from a folder.
    folder: Option<PathBuf>,
    reader: R,
    looks: Looks,
    watched: Arc<AtomicU8>,
    send: SyncSender<Glance>,
    /// Nobody wants glances any more.
    is_over: bool,
    began: Instant,
}

impl<R: FaceReader> Host<R> {
    /// Looks at pictures as long as anybody wants them. A video that has ended begins again when it is written anew.
    fn look_on(&mut self, camera: &Named) {
        let written = || camera.path.as_deref().and_then(changed);
        while !self.is_over {
            camera::stream(camera.settings.clone(), self);
            let end = written();
            while !self.is_over && end.is_some() && end == written() {
                self.send(Glance::Away(format!("{} is over", camera.what)));
                std::thread::sleep(AGAIN);
            }
        }
    }

    fn send(&mut self, glance: Glance) {
        // A receiver that is busy gets a newer one.
        self.is_over |= matches!(self.send.try_send(glance), Err(TrySendError::Disconnected(_)));
    }
}

impl<R: FaceReader> camera::Host for Host<R> {
    fn open(&mut self, settings: &Settings) -> Result<Option<Box<dyn Source>>, SourceError> {
        match &self.folder {
            Some(path) => Ok(Some(Box::new(Folder::open(path)?))),
            None => camera::open(settings),
        }
    }

    fn now(&mut self) -> Duration {
        self.began.elapsed()
    }

    fn sleep(&mut self, duration: Duration) {
        std::thread::sleep(duration);
    }

    fn has_ended(&mut self) -> bool {
        self.is_over
    }

    fn new_controls(&mut self) -> Option<Controls> {
        None
    }

    fn publish(&mut self, Shot { image, .. }: &Shot) {
        // The next picture may be better.
        let Ok(faces) = self.looks.faces(image, &mut self.reader) else { return };
        let faces = faces.to_vec();
        let jpegs = packed(image, &faces, self.watched.load(Ordering::Relaxed));
        self.send(Glance::Frame { at: Instant::now(), faces, image: image.clone(), jpegs });
    }

    fn report(&mut self, report: &Report) {
        if let Report::Failed { reason, .. } = report {
            self.send(Glance::Away(reason.clone()));
        }
    }

    fn inform(&mut self, _text: String) {}

    // The page shows it.
    fn warn(&mut self, _text: String) {}
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

fn changed(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|file| file.modified()).ok()
}

/// Pictures in a folder, in the order of their names. The last one stays until there is another one.
struct Folder {
    path: PathBuf,
    /// The picture that is shown, and how often it was.
    shown: Option<(PathBuf, Image)>,
    looks: u32,
}

impl Folder {
    fn open(path: &Path) -> Result<Folder, SourceError> {
        pictures_in(path)?;
        Ok(Folder { path: path.to_owned(), shown: None, looks: 0 })
    }
}

impl Source for Folder {
    fn next(&mut self, _elapsed: Duration) -> Result<Option<Shot>, SourceError> {
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
            self.shown = Some((file.clone(), image));
            self.looks = 0;
        }
        let Some((_, image)) = &self.shown else {
            let what = format!("the folder '{}'", self.path.display());
            return Err(SourceError::Closed { what, reason: "no picture in it can be read".to_owned() });
        };
        self.looks += 1;
        Ok(Some(Shot { image: image.clone(), frame_id: String::new() }))
    }

    fn waits(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(folder: &Path, name: &str, grey: u8) {
        let image = Image::filled(32, 24, [grey; 3]).expect("a small picture");
        image.save(folder.join(name)).expect("it can be written");
    }

    fn grey(source: &mut Folder) -> Option<u8> {
        source.next(Duration::ZERO).ok()?.map(|shot| shot.image.bytes()[0])
    }

    #[test]
    fn a_folder_is_watched_and_may_go_and_come_back() {
        let own = testkit::Folder::new("live");
        let folder = own.0.join("pictures");
        assert!(Folder::open(&folder).is_err(), "it is not there yet");
        std::fs::create_dir_all(&folder).expect("a folder");
        picture(&folder, "a.png", 10);
        picture(&folder, "b.png", 20);
        let mut source = Folder::open(&folder).expect("two pictures");
        let seen: Vec<_> = (0..2 * LOOKS).map(|_| grey(&mut source)).collect();
        let look = |at: u32| Some(if at < LOOKS { 10 } else { 20 });
        assert_eq!(seen, (0..2 * LOOKS).map(look).collect::<Vec<_>>());
        // The last one stays; a later one is shown next.
        assert_eq!(grey(&mut source), Some(20));
        picture(&folder, "c.png", 30);
        assert_eq!(grey(&mut source), Some(30));
        std::fs::remove_dir_all(&folder).expect("its own");
        for _ in 0..2 {
            assert_eq!(grey(&mut source), None);
        }
        std::fs::create_dir_all(&folder).expect("a folder");
        assert_eq!(grey(&mut source), None, "it is empty");
        picture(&folder, "d.png", 40);
        assert_eq!(grey(&mut source), Some(40));
    }

    /// Sees no faces.
    struct Blind;

    impl FaceReader for Blind {
        fn detect(&mut self, _image: &Image) -> Result<Vec<FaceView>, vision::Error> {
            Ok(Vec::new())
        }

        fn colors(&self) -> Option<&vision::CubeColors> {
            None
        }
    }

    #[test]
    fn a_single_picture_or_video_that_is_over_is_away_until_it_is_written_anew() {
        let folder = testkit::Folder::new("over");
        picture(&folder.0, "a.png", 10);
        let file = folder.0.join("a.png");
        let camera = Camera::open(&file.display().to_string(), Blind).expect("a picture");
        let mut glances = camera.glances.iter().map(|glance| match glance {
            Glance::Frame { image, .. } => Ok(image.bytes()[0]),
            Glance::Away(reason) => Err(reason),
        });
        let mut away = || glances.find_map(Result::err).expect("it goes on");
        assert!(away().contains("is over"));
        std::fs::remove_file(&file).expect("its own");
        assert!(std::iter::repeat_with(away).any(|reason| !reason.contains("is over")), "it is gone");
        picture(&folder.0, "a.png", 20);
        let is_new = |glance| matches!(glance, Glance::Frame { image, .. } if image.bytes()[0] == 20);
        assert!(camera.glances.iter().any(is_new));
    }
}
