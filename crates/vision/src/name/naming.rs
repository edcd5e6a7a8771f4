//! The one place where the colour of a sticker in a picture is decided, and whether nine quads are a face.
//!
//! These names are what one face shows by itself. The colours of a cube are decided from six faces, by the measured
//! colours and not by these names: see [`crate::state::read_state`].

use cube::Color;

use super::network::{CLASSES, NETWORK, Naming, Workspace};
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
    let Naming { chances, face } = from_all_sides(work, learned);
    // What lies there like a sticker and has no colour of a cube lies on top of it.
    let recovered = std::array::from_fn(|sticker| found.recovered[sticker] || 0.5 < chances[sticker][6]);
    let seen = MeasuredFace { recovered, confidence: face, ..*found };
    let names = std::array::from_fn(|sticker| {
        let (color, chance) = likeliest(&chances[sticker]);
        (color, if recovered[sticker] { chance.min(MOST_RECOVERED) } else { chance })
    });
    Some(seen.named(names))
}

/// What the network says of a patch from all four sides, on average: a cube has no right way up. It halves the stickers that are
/// sure and wrong where things cover a face. The patch is as before then.
fn from_all_sides(work: &mut Work, learned: Option<&[[f32; 3]; 6]>) -> Naming {
    const SIDES: u8 = 4;
    let share = 1.0 / f32::from(SIDES);
    let mut mean = Naming { chances: [[0.0; CLASSES]; 9], face: 0.0 };
    // Where the stickers of the turned patch lie in the patch as it was.
    let mut place: [usize; 9] = std::array::from_fn(|sticker| sticker);
    for _ in 0..SIDES {
        let named = NETWORK.name(&work.patch.values, learned, &mut work.network);
        mean.face += share * named.face;
        for (place, chances) in place.iter().zip(named.chances) {
            mean.chances[*place].iter_mut().zip(chances).for_each(|(sum, chance)| *sum += share * chance);
        }
        work.patch.turn();
        place = std::array::from_fn(|sticker| place[sticker % 3 * 3 + 2 - sticker / 3]);
    }
    mean
}

/// The chances of the six colours (in the order of [`Color::ALL`]) for each of nine stickers measured in sRGB 0 to 255 under
/// one unknown light, without a picture of them.
pub fn chances(rgb: &[[f32; 3]; 9]) -> [[f32; 6]; 9] {
    let mut work = Work::default();
    work.patch.draw(rgb);
    from_all_sides(&mut work, None).chances.map(|chances| {
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
