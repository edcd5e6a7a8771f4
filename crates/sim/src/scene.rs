//! From the state of the world to the shapes and colours that a camera sees.

use crate::World;
use crate::held_cube::BARE;
use crate::mechanics::HeldCube;
use crate::render::{Camera, CubieBody, Material, Scene, Solid};
use crate::space::{Pose, Rotation, Vector};
use cube::{Color, Sticker};
use rig::nalgebra::Isometry3;
use rig::{Arm, Body, Finger, Finish, Geometry, Pair, PartKind, Surface};

/// Linear RGB of a sticker of each colour, in the order of [`Color::ALL`].
pub fn albedo(color: Color) -> [f32; 3] {
    match color {
        Color::White => [0.80, 0.80, 0.78],
        Color::Yellow => [0.82, 0.62, 0.02],
        Color::Red => [0.52, 0.018, 0.022],
        Color::Orange => [0.85, 0.20, 0.012],
        Color::Green => [0.012, 0.30, 0.06],
        Color::Blue => [0.012, 0.075, 0.42],
    }
}

impl World {
    /// What the camera sees now, in the rig's frame.
    pub fn scene(&self) -> Scene {
        let geometry = &self.profile().geometry;
        let mut scene = Scene {
            table_height: -geometry.centre_height,
            ..Scene::default()
        };
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
            Vector(camera.position),
            Vector(camera.target),
            Vector(camera.up),
        )
    }

    fn add_cube(&self, held: &HeldCube, geometry: &Geometry, scene: &mut Scene) {
        let side = geometry.cube_edge / 3.0;
        let colors = held.cube.facelets().colors(self.scheme());
        let frame = pose_of(&geometry.cube_frame(held.pose));
        for x in -1..=1 {
            for y in -1..=1 {
                for z in -1..=1 {
                    if (x, y, z) == (0, 0, 0) {
                        continue;
                    }
                    let place = Vector::new(f64::from(x), f64::from(y), f64::from(z));
                    let resting = Pose {
                        rotation: Rotation::IDENTITY,
                        origin: place * side,
                    };
                    let resting = frame.then(&resting);
                    let pose = turn(held, resting.origin, side).then(&resting);
                    scene.cubies.push(CubieBody {
                        pose,
                        side,
                        stickers: [None; 6],
                    });
                }
            }
        }
        for (facelet, &own) in colors.iter().enumerate() {
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
            let face = [x > 0, x < 0, y > 0, y < 0, z > 0, z < 0]
                .iter()
                .position(|out| *out);
            let shown = self.misread(facelet).unwrap_or(own);
            if let Some(face) = face {
                scene.cubies[index].stickers[face] = Some(albedo(shown));
            }
        }
    }
}

/// The turn that layers and middle make a cubie take part in.
fn turn(held: &HeldCube, place: Vector, side: f64) -> Pose {
    let mut pose = Pose::IDENTITY;
    for (side_of_rig, angle) in BARE.into_iter().zip(held.bare) {
        let normal = Vector(side_of_rig.direction());
        if place.dot(normal) / side > 0.5 {
            pose.rotation = Rotation::about(normal, -angle);
        }
    }
    for pair in Pair::ALL {
        let [first, second] = pair.arms();
        let normal = Vector(first.side().direction());
        let along = place.dot(normal) / side;
        let angle = if along > 0.5 {
            held.layers[first.index()]
        } else if along < -0.5 {
            -held.layers[second.index()]
        } else {
            held.cores[pair.index()]
        };
        // Clockwise as seen from outside is left-handed about the outward normal.
        let rotation = Rotation::about(normal, -angle);
        pose = Pose {
            rotation,
            origin: Vector::default(),
        }
        .then(&pose);
    }
    pose
}

/// Fingers, palm, shaft and motor of one arm.
fn add_arm(geometry: &Geometry, arm: Arm, wrist: f64, grip: f64, scene: &mut Scene) {
    let mut add = |frame: Isometry3<f64>, body: Body| {
        let frame = pose_of(&frame);
        for part in geometry.parts(body) {
            let pose = frame.then(&Pose {
                rotation: Rotation::IDENTITY,
                origin: Vector(part.middle.into()),
            });
            scene.solids.push(Solid {
                pose,
                half: Vector(part.half.into()),
                material: material(part.kind),
            });
        }
    };
    for finger in Finger::BOTH {
        let frame = geometry.finger_frame(arm, finger, wrist, grip);
        add(frame, Body::Finger(finger));
    }
    add(geometry.wrist_frame(arm, wrist), Body::Wrist);
    add(geometry.arm_frame(arm), Body::Arm);
}

fn material(kind: PartKind) -> Material {
    let Finish {
        albedo, surface, ..
    } = kind.finish();
    match surface {
        Surface::Plain { gloss } => Material::Plain { albedo, gloss },
        Surface::Beam => Material::Beam { albedo },
        Surface::Rubber => Material::Rubber { albedo },
    }
}

fn pose_of(frame: &Isometry3<f64>) -> Pose {
    let matrix = frame.rotation.to_rotation_matrix();
    let axis = |column: usize| {
        Vector::new(
            matrix[(0, column)],
            matrix[(1, column)],
            matrix[(2, column)],
        )
    };
    Pose {
        rotation: Rotation([axis(0), axis(1), axis(2)]),
        origin: Vector::new(
            frame.translation.x,
            frame.translation.y,
            frame.translation.z,
        ),
    }
}
