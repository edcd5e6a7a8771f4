//! The cube's 26 pieces: where each is, and its triangles and colours.

use cube::{Color, Sticker};
use rig::nalgebra::{Isometry3, Matrix3, Rotation3, Translation3, UnitQuaternion, Vector3};
use rig::{Pair, Pose};

use super::node::{CubeShown, Turning};

/// Red, green, blue from 0 to 1.
pub type Rgb = [f32; 3];

/// Plastic between the stickers, and stickers that nobody knows.
const BODY: Rgb = [0.05, 0.05, 0.05];
const UNKNOWN: Rgb = [0.45, 0.45, 0.45];
/// Edge of a sticker and of the visible body as a share of a cubie's edge; the gap makes the layers visible.
const STICKER_SHARE: f64 = 0.84;
const BODY_SHARE: f64 = 0.97;
/// How far a sticker stands out, as a share of a cubie's edge.
const STICKER_HEIGHT: f64 = 0.004;

/// A triangle and its colour; corners in the cubie's own frame, metres.
pub type Triangle = ([Vector3<f64>; 3], Rgb);

/// One piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Cubie {
    /// Where it is in the cube's parent frame.
    pub pose: Isometry3<f64>,
    /// What it looks like.
    pub triangles: Vec<Triangle>,
}

/// How the whole cube lies in its parent frame, turned as it is just now.
pub fn cube_pose(pose: Pose, turning: &Turning) -> Isometry3<f64> {
    let rows = pose.rotation_matrix();
    let matrix = Matrix3::from_fn(|row, column| rows[row][column]);
    let resting = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(matrix));
    let turned = Pair::ALL
        .into_iter()
        .fold(UnitQuaternion::identity(), |turned, pair| {
            clockwise(pair.arms()[0].side().normal(), turning.whole[pair.index()]) * turned
        });
    Isometry3::from_parts(Translation3::identity(), turned * resting)
}

/// A turn that is clockwise as seen from outside the side with this normal.
fn clockwise(normal: [f64; 3], angle: f64) -> UnitQuaternion<f64> {
    // Seen against the normal, clockwise is negative.
    let axis = Vector3::from(normal);
    UnitQuaternion::new(axis * -angle)
}

/// The 26 pieces of a cube with the edge `edge` (metres), always in the same order.
pub fn cubies(
    shown: &CubeShown,
    scheme: &cube::ColorScheme,
    turning: &Turning,
    edge: f64,
) -> Vec<Cubie> {
    let side = edge / 3.0;
    let cube = cube_pose(shown.pose, turning);
    let colors = shown.facelets.map(|facelets| facelets.colors(scheme));
    let stickers: Vec<(Vector3<f64>, Vector3<f64>, Rgb)> = (0..54)
        .filter_map(|index| {
            let sticker = Sticker::at(index)?;
            let known = colors.as_ref().map(|colors| colors[index]);
            // Centres never move, so their colours are known from the scheme.
            let centre = (index % 9 == 4).then(|| scheme.color(sticker.face));
            let color = known.or(centre).map_or(UNKNOWN, rgb);
            Some((in_cube(sticker.cubie), in_cube(sticker.normal()), color))
        })
        .collect();
    let mut pieces = Vec::with_capacity(26);
    for index in 0..27 {
        let place = Vector3::new(
            f64::from(index / 9 - 1),
            f64::from(index / 3 % 3 - 1),
            f64::from(index % 3 - 1),
        );
        if place == Vector3::zeros() {
            continue;
        }
        let mut triangles = body(side);
        for (_, normal, color) in stickers.iter().filter(|(cubie, ..)| *cubie == place) {
            triangles.extend(sticker_triangles(*normal, side, *color));
        }
        let resting = cube * Translation3::from(place * side);
        let pose = layer_turn(&resting, turning, side) * resting;
        pieces.push(Cubie { pose, triangles });
    }
    pieces
}

/// The cube crate counts (right, up, front); frames here are x right, y back, z up.
fn in_cube([right, up, front]: [i8; 3]) -> Vector3<f64> {
    Vector3::new(f64::from(right), -f64::from(front), f64::from(up))
}

/// The turn of the layers that a piece lies in.
fn layer_turn(resting: &Isometry3<f64>, turning: &Turning, side: f64) -> UnitQuaternion<f64> {
    let place = resting.translation.vector;
    let mut turn = UnitQuaternion::identity();
    for arm in rig::Arm::ALL {
        let normal = arm.side().normal();
        if place.dot(&Vector3::from(normal)) > side / 2.0 {
            turn = clockwise(normal, turning.layers[arm.index()]) * turn;
        }
    }
    turn
}

/// The twelve triangles of a black box.
fn body(side: f64) -> Vec<Triangle> {
    let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
    let normals = axes.into_iter().flat_map(|axis| [axis, -axis]);
    let half = side * BODY_SHARE / 2.0;
    normals
        .flat_map(|normal| square(normal, half, half, BODY))
        .collect()
}

fn sticker_triangles(normal: Vector3<f64>, side: f64, color: Rgb) -> [Triangle; 2] {
    let height = side * (BODY_SHARE / 2.0 + STICKER_HEIGHT);
    square(normal, height, side * STICKER_SHARE / 2.0, color)
}

/// A square that looks along `normal`, so far from the middle, with this half edge.
fn square(normal: Vector3<f64>, height: f64, half: f64, color: Rgb) -> [Triangle; 2] {
    // The next two axes in cyclic order span the square; its corners run counter-clockwise as seen from outside.
    let across = Vector3::new(normal.z, normal.x, normal.y).abs();
    let along = normal.cross(&across);
    let corner = |a: f64, b: f64| normal * height + (across * a + along * b) * half;
    let corners = [
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ];
    [
        ([corners[0], corners[1], corners[2]], color),
        ([corners[0], corners[2], corners[3]], color),
    ]
}

fn rgb(color: Color) -> Rgb {
    match color {
        Color::White => [0.95, 0.95, 0.95],
        Color::Yellow => [0.95, 0.85, 0.05],
        Color::Red => [0.75, 0.05, 0.05],
        Color::Orange => [1.0, 0.45, 0.0],
        Color::Green => [0.0, 0.55, 0.2],
        Color::Blue => [0.0, 0.2, 0.7],
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use cube::{ColorScheme, Cube, Face, Facelets, Move};
    use rig::{Arm, Side};

    use super::*;

    const EDGE: f64 = 0.057;

    /// The stickers as (place, direction, colour) in the parent frame, rounded, in a fixed order.
    fn seen(shown: &CubeShown, turning: &Turning) -> Vec<([i64; 6], [u32; 3])> {
        let pieces = cubies(shown, &ColorScheme::WESTERN, turning, EDGE);
        let mut seen = Vec::new();
        for piece in &pieces {
            // The first of the two triangles of a square has its diagonal from the first to the last corner.
            for ([a, b, c], color) in piece.triangles.iter().step_by(2) {
                if *color == BODY {
                    continue;
                }
                let [a, b, c] =
                    [a, b, c].map(|corner| piece.pose * rig::nalgebra::Point3::from(*corner));
                let normal = (b - a).cross(&(c - a)).normalize();
                let middle = (a.coords + c.coords) / 2.0;
                let round = |value: f64| (value * 1e6).round() as i64 / 10;
                let key = [middle.x, middle.y, middle.z].map(round);
                let way = [normal.x, normal.y, normal.z].map(|value| value.round() as i64);
                seen.push((
                    [key[0], key[1], key[2], way[0], way[1], way[2]],
                    color.map(f32::to_bits),
                ));
            }
        }
        seen.sort_unstable();
        seen
    }

    fn straight(cube: Cube, pose: Pose) -> Vec<([i64; 6], [u32; 3])> {
        seen(
            &CubeShown {
                pose,
                facelets: Some(cube.facelets()),
            },
            &Turning::default(),
        )
    }

    #[test]
    fn there_are_26_pieces_with_54_stickers_that_look_outwards() {
        let shown = CubeShown {
            pose: Pose::IDENTITY,
            facelets: Some(Facelets::SOLVED),
        };
        let pieces = cubies(&shown, &ColorScheme::WESTERN, &Turning::default(), EDGE);
        assert_eq!(pieces.len(), 26);
        let seen = straight(Cube::SOLVED, Pose::IDENTITY);
        assert_eq!(seen.len(), 54);
        for ([x, y, z, a, b, c], _) in seen {
            let outwards = (x * a + y * b + z * c) as f64 * 1e-5;
            assert!(
                outwards > EDGE / 2.0 * 0.95,
                "a sticker looks along {a} {b} {c} at {x} {y} {z}"
            );
        }
    }

    /// A layer that an arm has turned by a quarter looks like the cube after that face's move.
    #[test]
    fn a_finished_turn_looks_like_the_turned_cube_in_every_pose() {
        let cube = Cube::from_seed(3);
        for pose in Pose::all() {
            for arm in Arm::ALL {
                let mut turning = Turning::default();
                turning.layers[arm.index()] = FRAC_PI_2;
                let shown = CubeShown {
                    pose,
                    facelets: Some(cube.facelets()),
                };
                let face = Face::from_index(pose.face_at(arm.side()).index()).expect("a face");
                let turned = straight(cube.apply(Move::quarter(face)), pose);
                assert_eq!(seen(&shown, &turning), turned, "{arm} in {pose}");
            }
        }
    }

    #[test]
    fn a_finished_turn_of_the_whole_looks_like_the_next_pose() {
        let cube = Cube::from_seed(4);
        for pose in Pose::all() {
            for pair in Pair::ALL {
                let mut turning = Turning::default();
                turning.whole[pair.index()] = FRAC_PI_2;
                let shown = CubeShown {
                    pose,
                    facelets: Some(cube.facelets()),
                };
                assert_eq!(seen(&shown, &turning), straight(cube, pose.turned(pair, 1)));
            }
        }
    }

    #[test]
    fn colours_stand_on_the_right_sides() {
        let shown = CubeShown {
            pose: Pose::IDENTITY,
            facelets: Some(Facelets::SOLVED),
        };
        for ([.., a, b, c], color) in seen(&shown, &Turning::default()) {
            let side = Side::ALL
                .into_iter()
                .find(|side| side.normal() == [a, b, c].map(|v| v as f64));
            let face = Face::from_index(side.expect("along an axis").index()).expect("a face");
            assert_eq!(
                color,
                rgb(ColorScheme::WESTERN.color(face)).map(f32::to_bits)
            );
        }
    }
}
