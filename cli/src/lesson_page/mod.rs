//! `cuberig teach --page`: leads a learner through a lesson on a page of this machine, until Ctrl-C.

mod camera;
mod host;
#[cfg(test)]
mod tests;

use std::time::Instant;

use page::protocol::{Hello, View};
use teach::{Spelling, Tutor};
use tokio::sync::mpsc;
use tutor::{Session, WatcherOptions};
use vision::{CubeColors, Detector, DetectorOptions};

use self::camera::Camera;
use self::host::LessonHost;
use crate::failure::Failure;
use crate::page_host::serve;
use crate::phone;

/// A camera that looks at the learner's cube, and what the cube's colours look like, if learned.
pub struct LearnerCamera<'a> {
    pub camera: &'a str,
    pub colors: Option<CubeColors>,
}

/// Where the page is served: at a port of this machine, 0 for any free one, and to phones or not.
pub struct Place {
    pub port: u16,
    pub to_phones: bool,
}

/// Pictures of a browser that may wait.
const WAITING: usize = 2;

/// Leads through a lesson on a page.
pub fn lead(tutor: Tutor, spelling: Spelling, place: Place, camera: Option<LearnerCamera<'_>>) -> Result<(), Failure> {
    let mut page = phone::options(place.port, place.to_phones, Hello::new(View::Lesson, ""))?;
    let mut host = LessonHost::new(Session::new(tutor, spelling));
    if let Some(LearnerCamera { camera, colors }) = camera {
        let mut detector = Detector::new(DetectorOptions::IN_VIEW);
        detector.set_colors(colors);
        let options = WatcherOptions { colors, ..WatcherOptions::default() };
        let opened = if camera == phone::PAGE {
            let (pictures, of_page) = mpsc::channel(WAITING);
            page.camera = Some(pictures);
            Camera::of_page(of_page, detector)
        } else {
            Camera::open(camera, detector)?
        };
        host.watch(opened, camera.to_owned(), options, Instant::now());
    }
    serve(page, "the lesson is", Vec::new(), &mut host)
}
