//! From the state of the world to the shapes and colours that a camera sees.

use crate::World;
use crate::held_cube::BARE;
use crate::mechanics::HeldCube;
use crate::render::{Camera, CubieBody, Material, Scene, Solid};
use cube::Sticker;
use rig::nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use rig::{Arm, Body, Finger, Finish, Geometry, Pair, PartKind, Surface};

impl World {
    /// What the camera sees now, in the rig's frame.
    pub fn scene(&self) -> Scene {
        let geometry = &self.profile().geometry;
        let mut scene = Scene { table_height: -geometry.centre_height, ..Scene::default() };
        if let Some(held) = &self.mechanics().cube {
            self.add_cube(held, geometry, &mut scene);
        }
        for arm in self.profile().rules.arms() {
            let body = self.mechanics().arms[arm.index()];
            add_arm(geometry, arm, body.wrist, body.grip, &mut scene);
        }
        scene
    }

    /// The camera of the rig's profile.
    pub fn camera(&self) -> Camera {
        let camera = &self.profile().geometry.camera;
        Camera::looking_at(
            (camera.width as usize, camera.height as usize),
            camera.horizontal_field_of_view,
            camera.position.into(),
            camera.target.into(),
            camera.up.into(),
        )
    }

    fn add_cube(&self, held: &HeldCube, geometry: &Geometry, scene: &mut Scene) {
        let side = geometry.cube_edge / 3.0;
        let colors = self.seen_colors().unwrap_or_else(|| held.cube.facelets().colors(self.scheme()));
        let frame = geometry.cube_frame(held.pose);
        for x in -1..=1 {
            for y in -1..=1 {
                for z in -1..=1 {
                    if (x, y, z) == (0, 0, 0) {
                        continue;
                    }
                    let place = Vector3::new(f64::from(x), f64::from(y), f64::from(z));
                    let resting = frame * Translation3::from(place * side);
                    let pose = turn(held, resting.translation.vector, side) * resting;
                    scene.cubies.push(CubieBody { pose, side, stickers: [None; 6], body: self.look().body });
                }
            }
        }
        for (facelet, &shown) in colors.iter().enumerate() {
            let Some(sticker) = Sticker::at(facelet) else {
                continue;
            };
            // The cube crate counts (right, up, front), the rig's frame is x right, y back, z up.
            let turned = |[right, up, front]: [i8; 3]| [right, -front, up];
            let [x, y, z] = turned(sticker.cubie);
            let index = (x + 1) as usize * 9 + (y + 1) as usize * 3 + (z + 1) as usize;
            // The middle of the cube, number 13, is not there.
            let index = if index > 13 { index - 1 } else { index };
            let [x, y, z] = turned(sticker.normal());
            let face = [x > 0, x < 0, y > 0, y < 0, z > 0, z < 0].iter().position(|out| *out);
            if let Some(face) = face {
                scene.cubies[index].stickers[face] = Some(self.look().palette.reflectance(shown));
            }
        }
    }
}

/// The turn that layers and middle make a cubie take part in.
fn turn(held: &HeldCube, place: Vector3<f64>, side: f64) -> UnitQuaternion<f64> {
    // Clockwise as seen from outside is left-handed about the outward normal.
    let clockwise = |normal: Vector3<f64>, angle: f64| UnitQuaternion::new(normal * -angle);
    let mut turned = UnitQuaternion::identity();
    for (side_of_rig, angle) in BARE.into_iter().zip(held.bare) {
        let normal = Vector3::from(side_of_rig.direction());
        if place.dot(&normal) / side > 0.5 {
            turned = clockwise(normal, angle);
        }
    }
    for pair in Pair::ALL {
        let [first, second] = pair.arms();
        let normal = Vector3::from(first.side().direction());
        let along = place.dot(&normal) / side;
        let angle = if along > 0.5 {
            held.layers[first.index()]
        } else if along < -0.5 {
            -held.layers[second.index()]
        } else {
            held.cores[pair.index()]
        };
        turned = clockwise(normal, angle) * turned;
    }
    turned
}

/// Fingers, palm, shaft and motor of one arm.
fn add_arm(geometry: &Geometry, arm: Arm, wrist: f64, grip: f64, scene: &mut Scene) {
    let mut add = |frame: Isometry3<f64>, body: Body| {
        for part in geometry.parts(body) {
            scene.solids.push(Solid {
                pose: frame * Translation3::from(part.middle),
                half: part.half,
                material: material(part.kind),
            });
        }
    };
    for finger in Finger::BOTH {
        let frame = geometry.finger_frame(arm, finger, wrist, grip);
        add(frame, Body::Finger(finger));
    }
    if let Some(frame) = geometry.pinion_frame(arm, wrist, grip) {
        add(frame, Body::Pinion);
    }
    add(geometry.wrist_frame(arm, wrist), Body::Wrist);
    add(geometry.arm_frame(arm), Body::Arm);
}

fn material(kind: PartKind) -> Material {
    let Finish { albedo, surface, .. } = kind.finish();
    match surface {
        Surface::Plain { gloss } => Material::Plain { albedo, gloss },
        Surface::Beam => Material::Beam { albedo },
        Surface::Rubber => Material::Rubber { albedo },
    }
}
