//! Triangles of which a piece of the cube is drawn: its body, its stickers, and the ring on a sticker in doubt.

use std::f64::consts::TAU;

use nalgebra::Vector3;

use crate::CubeBody;

/// Red, green, blue from 0 to 1.
pub type Rgb = [f32; 3];

/// A triangle and its colour; corners in the cubie's own frame, metres, counter-clockwise as seen from outside.
pub type Triangle = ([Vector3<f64>; 3], Rgb);

/// Black plastic between the stickers.
const BLACK: Rgb = [0.05, 0.05, 0.05];
/// The ring on a sticker in doubt: a colour that no sticker has.
pub const DOUBT: Rgb = [0.85, 0.0, 0.85];

/// Edge of a sticker and of the visible body as a share of a cubie's edge; the gap makes the layers visible.
const STICKER_SHARE: f64 = 0.84;
const BODY_SHARE: f64 = 0.97;
/// How far a sticker stands out, and a ring on it, as a share of a cubie's edge.
const STICKER_HEIGHT: f64 = 0.004;
/// Inner and outer radius of the ring as shares of a cubie's edge, and its corners.
const RING: [f64; 2] = [0.2, 0.32];
const RING_CORNERS: u32 = 24;

/// The plastic of a body.
pub fn plastic(body: CubeBody) -> Rgb {
    match body {
        CubeBody::Black => BLACK,
        body => body.on_screen(),
    }
}

/// The twelve triangles of a box with a cubie's edge.
pub fn body(side: f64, body: CubeBody) -> Vec<Triangle> {
    let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
    let normals = axes.into_iter().flat_map(|axis| [axis, -axis]);
    let half = side * BODY_SHARE / 2.0;
    normals.flat_map(|normal| square(normal, half, half, plastic(body))).collect()
}

/// The two triangles of a sticker on the side with this normal. Where there are no stickers it is the whole side.
pub fn sticker(normal: Vector3<f64>, side: f64, color: Rgb, body: CubeBody) -> [Triangle; 2] {
    let height = side * (BODY_SHARE / 2.0 + STICKER_HEIGHT);
    let share = match body {
        CubeBody::Stickerless => BODY_SHARE,
        _ => STICKER_SHARE,
    };
    square(normal, height, side * share / 2.0, color)
}

/// The ring on a sticker in doubt.
pub fn doubt_ring(normal: Vector3<f64>, side: f64) -> Vec<Triangle> {
    let height = side * (BODY_SHARE / 2.0 + 2.0 * STICKER_HEIGHT);
    let (across, along) = span(normal);
    let corner = |number: u32, share: f64| {
        let (sine, cosine) = (TAU * f64::from(number) / f64::from(RING_CORNERS)).sin_cos();
        normal * height + (across * cosine + along * sine) * (share * side)
    };
    let [inner, outer] = RING;
    (0..RING_CORNERS)
        .flat_map(|number| {
            let [a, b] = [corner(number, inner), corner(number, outer)];
            let [c, d] = [corner(number + 1, outer), corner(number + 1, inner)];
            [([a, b, c], DOUBT), ([a, c, d], DOUBT)]
        })
        .collect()
}

/// A square that looks along `normal`, so far from the middle, with this half edge.
fn square(normal: Vector3<f64>, height: f64, half: f64, color: Rgb) -> [Triangle; 2] {
    let (across, along) = span(normal);
    let corner = |a: f64, b: f64| normal * height + (across * a + along * b) * half;
    let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    [([corners[0], corners[1], corners[2]], color), ([corners[0], corners[2], corners[3]], color)]
}

/// Two directions that span the plane across an axis; the first, the second and the axis are right-handed.
fn span(normal: Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
    // The next axis in cyclic order.
    let across = Vector3::new(normal.z, normal.x, normal.y).abs();
    (across, normal.cross(&across))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_lies_on_its_sticker_and_looks_outwards() {
        for normal in [Vector3::x(), -Vector3::y(), Vector3::z()] {
            let side = 0.019;
            let sticker = sticker(normal, side, [1.0; 3], CubeBody::Black)[0].0[0].dot(&normal);
            let ring = doubt_ring(normal, side);
            assert_eq!(ring.len(), 2 * RING_CORNERS as usize);
            for ([a, b, c], _) in ring {
                assert!((b - a).cross(&(c - a)).dot(&normal) > 0.0);
                let above = a.dot(&normal) - sticker;
                assert!(0.0 < above && above < 0.01 * side, "{above} m above it");
                let away = (a - normal * a.dot(&normal)).norm();
                assert!(away < STICKER_SHARE / 2.0 * side, "inside its sticker");
            }
        }
    }
}
