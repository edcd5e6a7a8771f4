//! How a face is turned in the picture, by a neighbouring face in the same picture.
//!
//! ```text
//!    +-------+         Face A shares its right side with face B. If B's centre is that of face R and A's that
//!    |   A   |_        of face F, then A's right is the right of face F: it is not turned.
//!    |       | B
//!    +-------+_
//! ```

use crate::handscan::around;
use cube::{ColorScheme, Face};
use vision::FaceView;

/// Two faces share a side when its middles are nearer to each other than this, in widths of a sticker ...
const SHARED: f32 = 0.7;
/// ... and all other pairs of sides are farther apart by this factor.
const CLEARLY: f32 = 2.0;

/// By how many quarters clockwise the picture shows `view` turned; `None` where `others` do not show it.
pub(crate) fn quarters_seen(view: &FaceView, others: &[FaceView], scheme: &ColorScheme) -> Option<u8> {
    let face = face_of(view, scheme);
    let found = others.iter().filter_map(|other| {
        let neighbour = around(face).into_iter().position(|side| side == face_of(other, scheme))?;
        let side = shared_side(view, other)?;
        Some(((4 + side - neighbour) % 4) as u8)
    });
    let mut found: Vec<u8> = found.collect();
    found.dedup();
    match found[..] {
        [quarters] => Some(quarters),
        // No neighbour, or neighbours that contradict each other: one is misread.
        _ => None,
    }
}

fn face_of(view: &FaceView, scheme: &ColorScheme) -> Face {
    scheme.face(view.stickers[4].color)
}

/// Which side of `view` it shares with `other`, clockwise from the top of the picture: 0 to 3.
fn shared_side(view: &FaceView, other: &FaceView) -> Option<usize> {
    let (own, others) = (sides(view), sides(other));
    let pairs = (0..4).flat_map(|side| others.map(|middle| (side, distance(own[side], middle))));
    let mut pairs: Vec<(usize, f32)> = pairs.collect();
    pairs.sort_unstable_by(|one, other| one.1.total_cmp(&other.1));
    let (nearest, next) = (pairs[0], pairs[1]);
    let sticker = view.stickers[4].quad.area().sqrt();
    (nearest.1 < SHARED * sticker && CLEARLY * nearest.1 < next.1).then_some(nearest.0)
}

/// The middles of the four sides, clockwise from the top.
fn sides(view: &FaceView) -> [[f32; 2]; 4] {
    // The middle sticker of each side, and the two corners of it that look outwards.
    [(1, 0, 1), (5, 1, 2), (7, 2, 3), (3, 3, 0)].map(|(sticker, one, other)| {
        let corners = view.stickers[sticker].quad.0;
        [0, 1].map(|axis| (corners[one][axis] + corners[other][axis]) / 2.0)
    })
}

fn distance([a, b]: [f32; 2], [c, d]: [f32; 2]) -> f32 {
    (a - c).hypot(b - d)
}
