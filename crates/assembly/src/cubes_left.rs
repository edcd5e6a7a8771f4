//! How many cubes are left that show the stickers seen so far.

use cube::{Color, ColorScheme, KnownStickers, completions};

use crate::SeenFace;

/// How many cubes show just the stickers that were seen, by the laws of the cube. How a cube is coloured counts: where two
/// centres are unseen and no scheme is known, both ways to colour them do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubesLeft {
    /// No cube: a sticker was named wrongly.
    None,
    /// One cube, which is thereby known.
    One,
    /// More than one.
    Several,
}

impl CubesLeft {
    /// Counts them for faces in the order U R F D L B, whose stickers are taken as they were named. A sticker without a
    /// name counts as unseen.
    pub fn of(faces: &[Option<SeenFace>; 6], scheme: Option<&ColorScheme>) -> CubesLeft {
        let colors: [Option<Color>; 54] = std::array::from_fn(|at| faces[at / 9].and_then(|face| face.0[at % 9].color));
        let mut count = 0u128;
        for centres in arrangements(std::array::from_fn(|face| colors[face * 9 + 4])) {
            let Ok(this) = ColorScheme::from_centres(centres) else {
                continue;
            };
            if scheme.is_some_and(|scheme| !this.colors_alike(scheme)) {
                continue;
            }
            let known: KnownStickers = colors.map(|color| color.map(|color| this.face(color)));
            count += completions(&known);
            if 1 < count {
                return CubesLeft::Several;
            }
        }
        match count {
            0 => CubesLeft::None,
            _ => CubesLeft::One,
        }
    }
}

/// All ways to give the centres without a colour the colours that are left.
fn arrangements(centres: [Option<Color>; 6]) -> Vec<[Color; 6]> {
    let Some(open) = centres.iter().position(Option::is_none) else {
        return Vec::from_iter(whole(&centres));
    };
    let left = Color::ALL.into_iter().filter(|color| !centres.contains(&Some(*color)));
    left.flat_map(|color| {
        let mut next = centres;
        next[open] = Some(color);
        arrangements(next)
    })
    .collect()
}

fn whole(centres: &[Option<Color>; 6]) -> Option<[Color; 6]> {
    let colors: Vec<Color> = centres.iter().flatten().copied().collect();
    colors.try_into().ok()
}
