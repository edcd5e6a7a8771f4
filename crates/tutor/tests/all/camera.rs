//! What a camera gives of the cube in a learner's hands: exact views, or those of a detector in rendered pictures.

use std::time::{Duration, Instant};

use cube::{Color, ColorScheme, Face, Rotation};
use sim::render::Scene;
use testkit::learner::{Hold, NamedLight, Studio, holds_showing};
use testkit::rand::RngExt;
use testkit::rand::seq::IndexedRandom;
use testkit::rand_chacha::ChaCha8Rng;
use tutor::handscan::Screen;
use vision::{Detector, DetectorOptions, FaceView};

use super::held_cube::HeldCube;

/// What a learner holds before the camera.
pub enum Look {
    /// Nothing.
    Away,
    /// Three faces that meet in a corner.
    Corner,
    /// The faces with these centres, any way round.
    Faces(Color, Option<Color>),
    /// The face that a guide asks for.
    Asked(Box<Screen>),
}

pub enum Camera {
    Exact,
    Rendered(Box<(Studio, Detector)>),
}

/// A cube that is held still.
pub enum Held {
    Views(Vec<FaceView>),
    Scene(Scene, Hold),
}

impl Camera {
    pub fn in_light(light: NamedLight) -> Camera {
        let detector = Detector::new(DetectorOptions::IN_VIEW);
        Camera::Rendered(Box::new((Studio::new(light), detector)))
    }

    pub fn hold(&self, cube: &HeldCube, look: &Look, random: &mut ChaCha8Rng) -> Held {
        match self {
            _ if matches!(look, Look::Away) => Held::Views(Vec::new()),
            Camera::Exact => Held::Views(exact(cube, look, random)),
            Camera::Rendered(room) => {
                let mut upright = cube.clone();
                upright.hold_with(ColorScheme::WESTERN);
                let hold = hold(look, random);
                Held::Scene(room.0.scene(upright.cube, &hold), hold)
            }
        }
    }

    /// What is seen in one frame, and how long the detector took.
    pub fn frame(&mut self, held: &Held, random: &mut ChaCha8Rng) -> (Vec<FaceView>, Duration) {
        match (self, held) {
            (_, Held::Views(views)) => (views.clone(), Duration::ZERO),
            (Camera::Rendered(room), Held::Scene(scene, hold)) => {
                let (studio, detector) = &mut **room;
                let picture = studio.picture(scene, hold, random);
                let began = Instant::now();
                let views = detector.detect(&picture).expect("the detector runs");
                (views, began.elapsed())
            }
            (Camera::Exact, Held::Scene(..)) => unreachable!("exact views are no scene"),
        }
    }
}

fn exact(cube: &HeldCube, look: &Look, random: &mut ChaCha8Rng) -> Vec<FaceView> {
    let face = |color: Color| cube.scheme.face(color);
    match look {
        Look::Away => Vec::new(),
        Look::Corner => {
            let held = Rotation::from_index(random.random_range(0..Rotation::COUNT)).expect("24");
            let faces = [Face::F, Face::U, Face::R].map(|side| held.face_at(side));
            cube.views(held, &faces)
        }
        Look::Faces(show, neighbour) => {
            let held = *holds_showing(face(*show)).choose(random).expect("four");
            let faces = [Some(*show), *neighbour].into_iter().flatten().map(face);
            cube.views(held, &faces.collect::<Vec<_>>())
        }
        Look::Asked(screen) => {
            let Some(asked) = screen.asked else {
                return Vec::new();
            };
            let (front, top) = (face(asked.front), face(asked.top));
            let holds = holds_showing(front).into_iter();
            let mut holds = holds.filter(|held| held.carry(top) == Face::U);
            cube.views(holds.next().expect("neighbours"), &[front])
        }
    }
}

/// The same in a hand before a rendered camera, of a cube whose colours lie as usual.
fn hold(look: &Look, random: &mut ChaCha8Rng) -> Hold {
    let face = |color: Color| ColorScheme::WESTERN.face(color);
    match look {
        Look::Away | Look::Corner => Hold::corner(random),
        Look::Faces(show, neighbour) => Hold::showing(face(*show), neighbour.map(face), random),
        Look::Asked(screen) => {
            let asked = screen.asked.map(|asked| (asked.front, asked.top));
            let (front, top) = asked.unwrap_or((Color::Green, Color::White));
            Hold::upright(face(front), face(top), random)
        }
    }
}
