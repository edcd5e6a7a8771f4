//! The face detector: an exact view of the simulated cube with drawn misreadings, or pictures that are rendered and read.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use cube::Color;
use cube_state::{Observation, SeenFace, SeenSticker};
use rand::RngExt;
use rig::CameraView;
use sim::bench::Bench;
use sim::render::{Light, Renderer, Scene, Sensor, bgr_of};
use vision::stream::StreamDetector;
use vision::{DetectorOptions, FaceView, Image};

use crate::context::{Context, EPOCH, Input, Node, Wake};
use crate::message::Message;

/// Seconds between two pictures.
const PICTURE: f64 = 0.1;
/// Where a layer next to it is turned by more than this many radians, a face cannot be read.
const STRAIGHT: f64 = 0.26;
/// Radians a tick of the detector by which a joint may move while a picture is sharp.
const STILL: f64 = 0.02;

/// The share of stickers that are misread, one picture at a time.
pub type Misreadings = Rc<RefCell<f64>>;

/// The face detector behind its topics.
pub struct DetectorNode {
    bench: Bench,
    misreadings: Misreadings,
    /// `None` for an exact view.
    studio: Option<Studio>,
    joints: Vec<f64>,
    on_its_way: Option<(u64, Observation)>,
    pictures: u64,
}

impl DetectorNode {
    /// A detector that begins.
    pub fn new(bench: Bench, misreadings: Misreadings, renders: bool) -> Self {
        let studio = renders.then(Studio::new);
        Self { bench, misreadings, studio, joints: Vec::new(), on_its_way: None, pictures: 0 }
    }

    /// The face before the camera, if it can be read now.
    fn look(&mut self, context: &mut Context<'_>) -> Option<(SeenFace, f32)> {
        let (truth, colors, view) = {
            let world = self.bench.world();
            (world.truth(), world.seen_colors(), CameraView::of(&world.profile().geometry))
        };
        let before = std::mem::replace(&mut self.joints, truth.joints.to_vec());
        let is_still = before.iter().zip(&self.joints).all(|(before, now)| (before - now).abs() < STILL);
        if let Some(studio) = &mut self.studio {
            return is_still.then(|| studio.look(&self.bench)).flatten();
        }
        let is_straight = truth.layer_turns.iter().all(|turn| turn.abs() < STRAIGHT);
        let colors = colors.filter(|_| is_still && is_straight)?;
        let face = view.face(truth.pose);
        let upright: [Color; 9] = std::array::from_fn(|at| colors[9 * face.index() + at]);
        let seen = cube::upright(&upright, (4 - view.quarters(truth.pose)) % 4);
        let share = *self.misreadings.borrow();
        Some((SeenFace(seen.map(|color| sticker(context, color, share))), 0.97))
    }
}

/// What renders pictures and reads them.
struct Studio {
    renderer: Renderer,
    detector: StreamDetector,
    /// The scene seen last, and the face in it.
    last: Option<(Scene, Option<(SeenFace, f32)>)>,
}

impl Studio {
    fn new() -> Self {
        Self { renderer: Renderer::new(0), detector: StreamDetector::new(DetectorOptions::IN_VIEW), last: None }
    }

    fn look(&mut self, bench: &Bench) -> Option<(SeenFace, f32)> {
        let (scene, camera) = {
            let world = bench.world();
            (world.scene(), world.camera())
        };
        if let Some((_, face)) = self.last.as_ref().filter(|(last, _)| *last == scene) {
            return *face;
        }
        let bgr = bgr_of(self.renderer.render(&scene, &camera, &Light::default(), &Sensor::default()));
        let face = Image::from_bgr8(camera.width, camera.height, 3 * camera.width, &bgr).ok().and_then(|picture| {
            *self.detector.picture() = picture;
            let seen = self.detector.detect().ok()?;
            seen.faces.first().map(|face| (read(face), face.confidence))
        });
        self.last = Some((scene, face));
        face
    }
}

/// A face as it goes to the assembler; without any certainty a colour has no name.
fn read(face: &FaceView) -> SeenFace {
    SeenFace(face.stickers.map(|sticker| {
        let vision::Sticker { color, confidence, rgb, .. } = sticker;
        SeenSticker { color: (0.0 < confidence).then_some(color), confidence, rgb }
    }))
}

/// A sticker as it is measured.
fn sticker(context: &mut Context<'_>, color: Color, misread: f64) -> SeenSticker {
    if 0.0 < misread && context.random.random_bool(misread) {
        let other = Color::ALL[context.random.random_range(0..6)];
        let confidence = context.random.random_range(0.3..0.99);
        return SeenSticker { color: Some(other), confidence, rgb: vision::paint(other).map(f32::from) };
    }
    SeenSticker { color: Some(color), confidence: 0.97, rgb: vision::paint(color).map(f32::from) }
}

impl Node for DetectorNode {
    fn take(&mut self, context: &mut Context<'_>, input: Input) {
        match input {
            Input::Start => {
                context.wake(PICTURE, Wake::Tick);
                context.wake(1.0, Wake::Second);
            }
            Input::Wake(Wake::Tick) => {
                context.wake(PICTURE, Wake::Tick);
                let face = self.look(context);
                let stamp = Duration::from_secs_f64(EPOCH + context.seconds());
                self.pictures += 1;
                self.on_its_way = Some((self.pictures, Observation { stamp, frame_id: "camera".into(), face }));
                let seconds = context.draw(0.03..0.09);
                context.wake(seconds, Wake::Work(self.pictures));
            }
            Input::Wake(Wake::Work(number)) => {
                if let Some((_, seen)) = self.on_its_way.take_if(|(picture, _)| *picture == number) {
                    context.publish(Message::Face(Box::new(seen)));
                }
            }
            Input::Wake(Wake::Second) => {
                context.wake(1.0, Wake::Second);
                context.report(None);
            }
            _ => {}
        }
    }
}
