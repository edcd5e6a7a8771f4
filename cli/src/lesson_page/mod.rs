//! `cuberig teach --page`: leads a learner through a lesson on a page of this machine, until Ctrl-C.

mod camera;
mod host;
#[cfg(test)]
mod tests;

use std::time::Instant;

use page::protocol::{Hello, View};
use page::{Options, practice};
use teach::{Spelling, Tutor};
use tutor::{Session, WatcherOptions};
use vision::{CubeColors, Detector, DetectorOptions};

use self::camera::Camera;
use self::host::LessonHost;
use crate::failure::Failure;
use crate::page_host::serve;

/// A camera that looks at the learner's cube, and what the cube's colours look like, if learned.
pub struct LearnerCamera<'a> {
    pub camera: &'a str,
    pub colors: Option<CubeColors>,
}

/// Leads through a lesson on a page at a port of this machine, 0 for any free one.
pub fn lead(tutor: Tutor, spelling: Spelling, port: u16, camera: Option<LearnerCamera<'_>>) -> Result<(), Failure> {
    let hello = Hello::new(View::Lesson, "a lesson");
    let mut host = LessonHost::new(Session::new(tutor, spelling));
    if let Some(LearnerCamera { camera, colors }) = camera {
        let mut detector = Detector::new(DetectorOptions::default());
        detector.set_colors(colors);
        let options = WatcherOptions { colors, ..WatcherOptions::default() };
        let opened = Camera::open(camera, detector)?;
        host.watch(opened, camera.to_owned(), options, Instant::now());
    }
    serve(Options::local(port, hello), "the lesson is", practice(spelling).into(), &mut host)
}
