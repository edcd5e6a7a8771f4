//! When a face that was not seen is not needed.

use cube::Facelets;

use super::legal::margins;

/// Another cube must differ in this many of the stickers that were seen, else a single misread one could pass for it.
const FEWEST_APART: f32 = 2.0;

/// Whether another cube shows nearly the same stickers where they were seen: it differs there in fewer than
/// [`FEWEST_APART`], or in none.
pub(crate) fn too_few_apart(facelets: &Facelets, seen: &[bool; 54]) -> bool {
    let costs = std::array::from_fn(|sticker| {
        let shown = facelets[sticker].index();
        std::array::from_fn(|face| f32::from(u8::from(seen[sticker] && face != shown)))
    });
    margins(&costs).iter().any(|apart| *apart < FEWEST_APART)
}
