//! The host of the page of a lesson: handles the requests of the learner, and provides what the page shows.

use std::time::{Duration, Instant};

use page::Photos;
use page::protocol::{Answer, Ask, Controls, Part, Picture};
use teach::catalogue;
use tutor::{Request, Session, WatcherOptions};
use vision::{Detector, DetectorOptions};

use super::camera::{Camera, Glance};
use super::shown::shown;
use super::watch::{reading, watch};
use crate::hand_scan::{entered, photographed};
use crate::page_host::{PageHost, checked_speed};

/// The controls that are always on. The page itself answers `check` and `random`.
const FREE: [&str; 3] = ["check", "random", "photos"];

/// A learner at a lesson, on a page.
pub struct LessonHost {
    session: Session,
    watched: Option<Watched>,
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
}

impl LessonHost {
    /// Shows this session.
    pub const fn new(session: Session) -> LessonHost {
        LessonHost { session, watched: None }
    }

    /// Lets a camera look at the learner's cube; `source` is its name for people.
    pub fn watch(&mut self, camera: Camera, source: String, options: WatcherOptions, now: Instant) {
        self.session.watch(options, now);
        self.watched = Some(Watched { camera, source, newest: None, away: String::new(), jpegs: Vec::new() });
    }

    /// Takes what the camera has seen.
    fn look(&mut self) {
        let Some(watched) = &mut self.watched else {
            return;
        };
        for glance in watched.camera.glances() {
            match glance {
                Glance::Frame { at, faces, jpegs } => {
                    self.session.look(&faces, at);
                    watched.newest = Some(at);
                    watched.away.clear();
                    watched.jpegs = jpegs;
                }
                Glance::Away(reason) => {
                    self.session.lose_camera();
                    watched.away = reason;
                }
            }
        }
    }

    /// The status of the camera, and what the guide asks for.
    fn seen(&self, now: Instant) -> Vec<Part> {
        let Some(watched) = &self.watched else {
            return Vec::new();
        };
        let watch = watch(&self.session, &watched.away);
        // In whole seconds, so that nothing is sent while all is well.
        let age = |newest| now.saturating_duration_since(newest).as_secs() as f64 * 1000.0;
        vec![
            Part::Watch(watch),
            Part::HandScan(reading(&self.session)),
            Part::Camera(page::protocol::Camera { age: watched.newest.map(age), source: watched.source.clone() }),
        ]
    }
}

impl PageHost for LessonHost {
    const TAKES_PHOTOS: bool = true;

    fn is_moving(&self) -> bool {
        self.session.is_playing() || self.watched.is_some()
    }

    fn answer(&mut self, ask: &Ask, now: Instant) -> Answer {
        let result = request(ask).and_then(|request| {
            let done = self.session.hear(request, now);
            done.map_err(Answer::refused)
        });
        match result {
            Ok(reply) => Answer::done(reply),
            Err(refused) => refused,
        }
    }

    fn read(&mut self, photos: &Photos) -> Answer {
        photographed(&photos.pictures, &mut Detector::new(DetectorOptions::default()))
    }

    fn parts(&mut self, now: Instant) -> Vec<Part> {
        self.look();
        self.session.tick(now);
        let free = FREE.map(|name| (name, ""));
        let reasons = self.session.controls().into_iter().chain(free);
        let reasons = reasons.map(|(name, reason)| (name.to_owned(), reason.to_owned()));
        let lesson = [Part::Lesson(shown(&self.session)), Part::Controls(Controls { reasons: reasons.collect() })];
        lesson.into_iter().chain(self.seen(now)).collect()
    }

    fn pictures(&mut self, wanted: &[Picture]) -> Vec<(Picture, Vec<u8>)> {
        let Some(watched) = &mut self.watched else {
            return Vec::new();
        };
        watched.camera.watch(wanted);
        std::mem::take(&mut watched.jpegs)
    }
}

/// What the page asks for, as the session takes it.
fn request(ask: &Ask) -> Result<Request, Answer> {
    Ok(match ask {
        Ask::Play { from: Some(_), .. } => {
            return Err(Answer::refused("a lesson plays from its current move: go to another move first"));
        }
        Ask::Play { from: None, speed } => {
            Request::Play { pace: checked_speed(*speed)?.map(|speed| Duration::from_secs_f64(1.0 / speed)) }
        }
        Ask::Pause => Request::Pause,
        Ask::Goto { moves } => Request::GoTo(usize::try_from(*moves).unwrap_or(usize::MAX)),
        Ask::Turn { turn } => Request::Turn(turn.clone()),
        Ask::Undo => Request::Undo,
        Ask::Redo => Request::Redo,
        Ask::Practise { set, case } => {
            let set = set.parse().map_err(Answer::refused)?;
            Request::Practise(catalogue::find(set, case).map_err(Answer::refused)?)
        }
        Ask::Leave => Request::Leave,
        Ask::Replan => Request::Replan(None),
        Ask::Teach { method, cube } => {
            let method = match method {
                Some(name) => Some(name.parse().map_err(Answer::refused)?),
                None => None,
            };
            match (cube, method) {
                (Some(letters), method) => {
                    let other = entered(letters)?;
                    Request::Teach {
                        method,
                        cube: other.cube.ok_or_else(|| Answer::refused("such a cube does not exist"))?,
                        scheme: other.scheme,
                    }
                }
                (None, None) => {
                    return Err(Answer::refused("give a method or a cube"));
                }
                (None, method) => Request::Replan(method),
            }
        }
        Ask::Say { line } => Request::Say(line.clone()),
        Ask::Confirm => Request::Answer(true),
        Ask::Decline => Request::Answer(false),
        _ => return Err(Answer::refused("this page shows a lesson: there is no rig")),
    })
}
