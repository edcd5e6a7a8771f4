//! The cube's 26 pieces: where each is, and its triangles and colours.

use crate::{Arm, CubeLook, Pair, Palette};
use cube::{Color, Rotation, Sticker};
use nalgebra::{Isometry3, Matrix3, Rotation3, Translation3, UnitQuaternion, Vector3};

use super::shapes::{Rgb, Triangle, body, doubt_ring, sticker};
use super::shown::{Stickers, Turning};

/// Stickers that nobody knows.
const UNKNOWN: Rgb = [0.45, 0.45, 0.45];

/// One piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Cubie {
    /// Where it is in the cube's parent frame.
    pub pose: Isometry3<f64>,
    /// What it looks like.
    pub triangles: Vec<Triangle>,
}

/// How the whole cube lies in its parent frame, turned as it is just now.
pub fn cube_pose(pose: Rotation, turning: &Turning) -> Isometry3<f64> {
    let rows = pose.matrix();
    let matrix = Matrix3::from_fn(|row, column| rows[row][column]);
    let resting = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(matrix));
    let turned = Pair::ALL.into_iter().fold(UnitQuaternion::identity(), |turned, pair| {
        clockwise(pair.arms()[0].side().direction(), turning.whole[pair.index()]) * turned
    });
    Isometry3::from_parts(Translation3::identity(), turned * resting)
}

/// A turn that is clockwise as seen from outside the side with this normal.
fn clockwise(normal: [f64; 3], angle: f64) -> UnitQuaternion<f64> {
    // Seen against the normal, clockwise is negative.
    let axis = Vector3::from(normal);
    UnitQuaternion::new(axis * -angle)
}

/// The 26 pieces of a cube with the edge `edge` (metres) and this look that lies in a pose, always in the same order.
pub fn cubies(
    pose: Rotation,
    stickers: &Stickers,
    scheme: &cube::ColorScheme,
    turning: &Turning,
    edge: f64,
    look: CubeLook,
) -> Vec<Cubie> {
    let side = edge / 3.0;
    let cube = cube_pose(pose, turning);
    let placed: Vec<(Sticker, Rgb, bool)> = (stickers.iter().enumerate())
        .filter_map(|(index, seen)| {
            let sticker = Sticker::at(index)?;
            // Centres never move, so their colours are known from the scheme.
            let centre = (index % 9 == 4).then_some(sticker.face);
            let face = seen.face.or(centre);
            let color = face.map_or(UNKNOWN, |face| rgb(look.palette, scheme.color(face)));
            Some((sticker, color, seen.in_doubt))
        })
        .collect();
    let mut pieces = Vec::with_capacity(26);
    for index in 0..27 {
        let place = Vector3::new(f64::from(index / 9 - 1), f64::from(index / 3 % 3 - 1), f64::from(index % 3 - 1));
        if place == Vector3::zeros() {
            continue;
        }
        let mut triangles = body(side, look.body);
        for (on_it, color, in_doubt) in &placed {
            if in_cube(on_it.cubie) != place {
                continue;
            }
            let normal = in_cube(on_it.normal());
            triangles.extend(sticker(normal, side, *color, look.body));
            if *in_doubt {
                triangles.extend(doubt_ring(normal, side));
            }
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
    for arm in Arm::ALL {
        let normal = arm.side().direction();
        if place.dot(&Vector3::from(normal)) > side / 2.0 {
            turn = clockwise(normal, turning.layers[arm.index()]) * turn;
        }
    }
    turn
}

/// The colours of the usual palette are brighter than its plastic, for RViz's light.
fn rgb(palette: Palette, color: Color) -> Rgb {
    match color {
        color if palette != Palette::Classic => palette.on_screen(color),
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

    use super::super::shapes::{DOUBT, plastic};
    use super::super::shown::{StickerSeen, UNREAD};
    use super::*;
    use crate::CubeBody;
    use cube::{ColorScheme, Cube, Face, Facelets, Move};

    const EDGE: f64 = 0.057;

    fn stickers(facelets: &Facelets) -> Stickers {
        facelets.stickers().map(|face| StickerSeen { face: Some(face), in_doubt: false })
    }

    fn pieces(cube: Cube, pose: Rotation, turning: &Turning) -> Vec<Cubie> {
        let stickers = stickers(&cube.facelets());
        let look = CubeLook::default();
        cubies(pose, &stickers, &ColorScheme::WESTERN, turning, EDGE, look)
    }

    /// The stickers as (place, direction, colour) in the parent frame, rounded, in a fixed order.
    fn seen(cube: Cube, pose: Rotation, turning: &Turning) -> Vec<([i64; 6], [u32; 3])> {
        let pieces = pieces(cube, pose, turning);
        let mut seen = Vec::new();
        for piece in &pieces {
            // The first of the two triangles of a square has its diagonal from the first to the last corner.
            for ([a, b, c], color) in piece.triangles.iter().step_by(2) {
                if *color == plastic(CubeBody::Black) {
                    continue;
                }
                let [a, b, c] = [a, b, c].map(|corner| piece.pose * nalgebra::Point3::from(*corner));
                let normal = (b - a).cross(&(c - a)).normalize();
                let middle = (a.coords + c.coords) / 2.0;
                let round = |value: f64| (value * 1e6).round() as i64 / 10;
                let key = [middle.x, middle.y, middle.z].map(round);
                let way = [normal.x, normal.y, normal.z].map(|value| value.round() as i64);
                seen.push(([key[0], key[1], key[2], way[0], way[1], way[2]], color.map(f32::to_bits)));
            }
        }
        seen.sort_unstable();
        seen
    }

    fn straight(cube: Cube, pose: Rotation) -> Vec<([i64; 6], [u32; 3])> {
        seen(cube, pose, &Turning::default())
    }

    #[test]
    fn there_are_26_pieces_with_54_stickers_that_look_outwards() {
        let pieces = pieces(Cube::SOLVED, Rotation::IDENTITY, &Turning::default());
        assert_eq!(pieces.len(), 26);
        let seen = straight(Cube::SOLVED, Rotation::IDENTITY);
        assert_eq!(seen.len(), 54);
        for ([x, y, z, a, b, c], _) in seen {
            let outwards = (x * a + y * b + z * c) as f64 * 1e-5;
            assert!(outwards > EDGE / 2.0 * 0.95, "a sticker looks along {a} {b} {c} at {x} {y} {z}");
        }
    }

    /// A layer that an arm has turned by a quarter looks like the cube after that face's move.
    #[test]
    fn a_finished_turn_looks_like_the_turned_cube_in_every_pose() {
        let cube = Cube::from_seed(3);
        for pose in Rotation::all() {
            for arm in Arm::ALL {
                let mut turning = Turning::default();
                turning.layers[arm.index()] = FRAC_PI_2;
                let face = pose.face_at(arm.side());
                let turned = straight(cube.apply(Move::quarter(face)), pose);
                assert_eq!(seen(cube, pose, &turning), turned, "{arm} in {pose}");
            }
        }
    }

    #[test]
    fn a_finished_turn_of_the_whole_looks_like_the_next_pose() {
        let cube = Cube::from_seed(4);
        for pose in Rotation::all() {
            for pair in Pair::ALL {
                let mut turning = Turning::default();
                turning.whole[pair.index()] = FRAC_PI_2;
                assert_eq!(seen(cube, pose, &turning), straight(cube, pose.then(pair.rotation(1))));
            }
        }
    }

    #[test]
    fn colours_stand_on_the_right_sides() {
        for ([.., a, b, c], color) in straight(Cube::SOLVED, Rotation::IDENTITY) {
            let side = Face::ALL.into_iter().find(|side| side.direction() == [a, b, c].map(|v| v as f64));
            let face = side.expect("along an axis");
            assert_eq!(color, rgb(Palette::Classic, ColorScheme::WESTERN.color(face)).map(f32::to_bits));
        }
    }

    /// Where the ring of a sticker in doubt is, and that no other has one.
    #[test]
    fn only_a_sticker_in_doubt_has_a_ring() {
        let (pose, turning) = (Rotation::IDENTITY, Turning::default());
        let look = CubeLook::default();
        let draw = |stickers: Stickers| cubies(pose, &stickers, &ColorScheme::WESTERN, &turning, EDGE, look);
        let mut doubtful = stickers(&Facelets::SOLVED);
        // The corner of U at L and B.
        doubtful[0].in_doubt = true;
        let plain = draw(stickers(&Facelets::SOLVED));
        for (piece, plain) in draw(doubtful).iter().zip(&plain) {
            let rings = piece.triangles.iter().filter(|(_, color)| *color == DOUBT).count();
            let at = piece.pose.translation.vector * 3.0 / EDGE;
            let is_it = (at - Vector3::new(-1.0, 1.0, 1.0)).norm() < 1e-9;
            assert_eq!(rings > 0, is_it, "the piece at {at}");
            assert_eq!(piece.triangles.len(), plain.triangles.len() + rings);
        }
    }

    /// The plastic that is seen, and how much of a side has the sticker's colour.
    #[test]
    fn the_body_and_the_palette_are_drawn() {
        let (pose, turning) = (Rotation::IDENTITY, Turning::default());
        let solved = stickers(&Facelets::SOLVED);
        for body in CubeBody::ALL {
            for palette in Palette::ALL {
                let look = CubeLook { body, palette };
                let pieces = cubies(pose, &solved, &ColorScheme::WESTERN, &turning, EDGE, look);
                let triangles = || pieces.iter().flat_map(|piece| &piece.triangles);
                let boxes = triangles().filter(|(_, color)| *color == plastic(body));
                assert_eq!(boxes.count(), 12 * 26, "{look:?}");
                for color in Color::ALL {
                    let drawn = triangles().filter(|(_, seen)| *seen == rgb(palette, color));
                    let area: f64 = drawn.map(|([a, b, c], _)| (b - a).cross(&(c - a)).norm() / 2.0).sum();
                    let share = area / EDGE.powi(2);
                    let is_whole = 0.9 < share;
                    assert_eq!(is_whole, body == CubeBody::Stickerless, "{look:?} {share}");
                }
            }
        }
    }

    #[test]
    fn stickers_that_nobody_knows_are_grey_but_for_the_centres() {
        let (pose, turning) = (Rotation::IDENTITY, Turning::default());
        let look = CubeLook::default();
        let pieces = cubies(pose, &UNREAD, &ColorScheme::WESTERN, &turning, EDGE, look);
        let triangles = pieces.iter().flat_map(|piece| &piece.triangles);
        let grey = triangles.filter(|(_, color)| *color == UNKNOWN).count();
        assert_eq!(grey, 2 * 48);
    }
}
