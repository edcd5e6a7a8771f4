//! The one place where the colour of a sticker in a picture is decided, and whether nine quads are a face.
//!
//! These names are what one face shows by itself. The colours of a cube are decided from six faces, by the measured
//! colours and not by these names: see [`crate::state::read_state`].

use cube::Color;

use super::network::{NETWORK, Naming, Workspace};
use super::patch::Patch;
use crate::{CubeColors, FaceView, Image, MeasuredFace};

/// Most confidence in a sticker that was not seen itself: print and glare hide its edges, but so does a finger.
const MOST_RECOVERED: f32 = 0.5;

/// Memory for naming, used again for each face.
#[derive(Default)]
pub(crate) struct Work {
    patch: Patch,
    network: Workspace,
}

/// Names the stickers of a measured face. The confidence of the face is the chance that it is one; the places count as much
/// as the colours.
pub(crate) fn name(
    image: &Image,
    found: &MeasuredFace,
    colors: Option<&CubeColors>,
    work: &mut Work,
) -> Option<FaceView> {
    work.patch.see(image, found)?;
    let learned = colors.map(CubeColors::all);
    let Naming { chances, face } = NETWORK.name(&work.patch.values, learned, &mut work.network);
    // What lies there like a sticker and has no colour of a cube lies on top of it.
    let recovered = std::array::from_fn(|sticker| found.recovered[sticker] || 0.5 < chances[sticker][6]);
    let seen = MeasuredFace { recovered, confidence: face, ..*found };
    let names = std::array::from_fn(|sticker| {
        let (color, chance) = likeliest(&chances[sticker]);
        (color, if recovered[sticker] { chance.min(MOST_RECOVERED) } else { chance })
    });
    Some(seen.named(names))
}

/// The chances of the six colours (in the order of [`Color::ALL`]) for each of nine stickers measured in sRGB 0 to 255 under
/// one unknown light, without a picture of them.
pub fn chances(rgb: &[[f32; 3]; 9]) -> [[f32; 6]; 9] {
    let mut patch = Patch::default();
    patch.draw(rgb);
    let named = NETWORK.name(&patch.values, None, &mut Workspace::default());
    named.chances.map(|chances| {
        let seen = 1.0 - chances[6];
        std::array::from_fn(|color| chances[color] / seen.max(f32::MIN_POSITIVE))
    })
}

/// The likeliest colour of each sticker with its chance.
pub fn classify(rgb: &[[f32; 3]; 9]) -> [(Color, f32); 9] {
    chances(rgb).map(|chances| likeliest(&chances))
}

/// The likeliest of the six colours with its chance.
fn likeliest(chances: &[f32]) -> (Color, f32) {
    let pairs = Color::ALL.into_iter().zip(chances.iter().copied());
    pairs.max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap_or((Color::White, 0.0))
}
