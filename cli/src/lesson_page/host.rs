//! The host of the page of a lesson: handles the requests of the learner, and provides what the page shows.

use std::time::Instant;

use cube::Color;
use page::protocol::{Answer, Ask, Controls, HandScan, LearnedColors, LessonNow, Part, Picture, WatchNow, WatchState};
use page::{FaceAlbum, Photos, laws, lesson_request};
use teach::{Language, Words};
use tutor::{Course, Session, WatcherOptions};
use vision::{ColorCalibration, CubeColors, Detector, DetectorOptions, Measurements};

use super::camera::{Camera, Glance};
use crate::hand_scan::{in_doubt, note_frame, photographed};
use crate::page_host::PageHost;

/// The controls that are always on. The page itself answers `check` and `random`.
const FREE: [&str; 3] = ["check", "random", "photos"];

/// A learner at a lesson, on a page.
pub struct LessonHost {
    course: Course,
    watched: Option<Watched>,
    /// The measured colours of the cube that was photographed last.
    photographed: Option<Measurements>,
    /// What the learner's cube looks like on photographs, once that is learned.
    colors: Option<CubeColors>,
    /// The language of the catalogue that was shown last.
    catalogue: Option<Language>,
}

/// The camera on the learner's cube.
struct Watched {
    camera: Camera,
    source: String,
    /// When the newest picture came.
    newest: Option<Instant>,
    /// Why no pictures come; empty while they do.
    away: String,
    /// What was not shown yet.
    jpegs: Vec<(Picture, Vec<u8>)>,
    album: FaceAlbum,
}

impl LessonHost {
    /// Shows this session.
    pub const fn new(session: Session) -> LessonHost {
        LessonHost { course: Course::new(session), watched: None, photographed: None, colors: None, catalogue: None }
    }

    /// Lets a camera look at the learner's cube; `source` is its name for people.
    pub fn watch(&mut self, camera: Camera, source: String, options: WatcherOptions, now: Instant) {
        self.course.session_mut().watch(options, now);
        self.watched = Some(Watched {
            camera,
            source,
            newest: None,
            away: String::new(),
            jpegs: Vec::new(),
            album: FaceAlbum::default(),
        });
    }

    /// Learns what the colours look like on the photographs of a cube that is so, or solved where nothing is given.
    fn learn(&mut self, cube: &str) -> Answer {
        match learned(self.photographed.as_ref(), cube, self.course.session().tutor().options().language) {
            Err(refused) => refused,
            Ok(colors) => {
                self.colors = Some(colors);
                let rgb = Color::ALL.map(|color| colors.rgb(color).map(|channel| channel.round() as u8));
                let learned = LearnedColors { colors: rgb, warnings: colors.warnings() };
                let text = "until this page ends, photographs are read by this cube's own colours";
                Answer { learned: Some(Box::new(learned)), ..Answer::done(text) }
            }
        }
    }

    /// Takes what the camera has seen.
    fn look(&mut self) {
        let Some(watched) = &mut self.watched else {
            return;
        };
        for glance in watched.camera.glances() {
            match glance {
                Glance::Frame { at, faces, image, jpegs } => {
                    self.course.session_mut().look(&faces, at);
                    note_frame(&mut watched.album, self.course.session().guide(), &image);
                    watched.newest = Some(at);
                    watched.away.clear();
                    watched.jpegs = jpegs;
                }
                Glance::Away(reason) => {
                    self.course.session_mut().lose_camera();
                    watched.away = reason;
                }
            }
        }
    }

    /// The status of the camera, and what the guide asks for.
    fn seen(&self, now: Instant) -> Vec<Part> {
        let session = self.course.session();
        let (Some(watched), Some(mut watch)) = (&self.watched, WatchNow::new(session)) else {
            return Vec::new();
        };
        if watch.state == WatchState::Lost && !watched.away.is_empty() {
            let values: [(&str, &dyn std::fmt::Display); 2] = [("text", &watch.text), ("reason", &watched.away)];
            watch.text = session.words().fill("camera.away", &values);
        }
        // In whole seconds, so that nothing is sent while all is well.
        let age = |newest| now.saturating_duration_since(newest).as_secs() as f64 * 1000.0;
        vec![
            Part::Watch(watch),
            Part::HandScan(HandScan::of_session(session)),
            Part::Doubt(in_doubt(&watched.album, session.guide())),
            Part::Camera(page::protocol::Camera { age: watched.newest.map(age), source: watched.source.clone() }),
        ]
    }
}

impl PageHost for LessonHost {
    const TAKES_PHOTOS: bool = true;

    fn is_moving(&self) -> bool {
        self.course.session().is_playing() || self.watched.is_some()
    }

    fn answer(&mut self, ask: &Ask, now: Instant) -> Answer {
        if let Ask::LearnColors { cube } = ask {
            return self.learn(cube);
        }
        let request = match lesson_request(ask, self.course.session().tutor().options().language) {
            Ok(Some(request)) => request,
            Ok(None) => return Answer::refused("this page shows a lesson: there is no rig"),
            Err(refused) => return refused,
        };
        let handled = self.course.handle(request, now);
        let words = self.course.session().words();
        handled.map_or_else(|error| Answer::refused(error.sentence(words)), |done| Answer::done(done.said))
    }

    fn read(&mut self, photos: &Photos) -> Answer {
        let mut detector = Detector::new(DetectorOptions::IN_VIEW);
        detector.set_colors(self.colors);
        let (answer, measured) = photographed(&photos.pictures, &mut detector);
        self.photographed = measured;
        answer
    }

    fn parts(&mut self, now: Instant) -> Vec<Part> {
        self.look();
        self.course.session_mut().tick(now);
        let words = self.course.session().words();
        let learn = if self.photographed.is_some() { "" } else { words.sentence("off.no-photographs") };
        let free = FREE.map(|name| (name, "")).into_iter().chain([("learn_colors", learn)]);
        let reasons = self.course.controls().into_iter().chain(free);
        let reasons = reasons.map(|(name, reason)| (name.to_owned(), reason.to_owned()));
        let lesson =
            [Part::Lesson(LessonNow::new(&self.course)), Part::Controls(Controls { reasons: reasons.collect() })];
        let session = self.course.session();
        let language = session.tutor().options().language;
        let is_new = self.catalogue.replace(language) != Some(language);
        let catalogue = is_new.then(|| page::practice(session.spelling(), language));
        catalogue.into_iter().flatten().chain(lesson).chain(self.seen(now)).collect()
    }

    fn pictures(&mut self, wanted: &[Picture]) -> Vec<(Picture, Vec<u8>)> {
        let Some(watched) = &mut self.watched else {
            return Vec::new();
        };
        watched.camera.watch(wanted);
        std::mem::take(&mut watched.jpegs)
    }
}

/// What the colours look like on the photographs of a cube that is so, or solved where nothing is given.
pub(super) fn learned(measured: Option<&Measurements>, cube: &str, language: Language) -> Result<CubeColors, Answer> {
    let measured = measured.ok_or_else(|| Answer::refused(Words::of(language).sentence("off.no-photographs")))?;
    let calibration = match cube {
        "" => ColorCalibration::Solved,
        letters => {
            let (cube, scheme) = laws::entered(letters, language)?;
            ColorCalibration::Known(cube.facelets(), Some(scheme))
        }
    };
    CubeColors::from_calibration(measured, &calibration).map_err(Answer::refused)
}
