//! How many cubes are left that show the stickers seen so far.
//!
//! # How many faces a scan needs
//!
//! Five faces leave one cube for nearly nine random cubes of ten. `cube::completions` counts the cubes that show given
//! stickers, exactly and by all laws: pieces once each, twists, flips, parity. It fills place after place and keeps
//! only the set of used pieces, the turns and the parity, so the work is bounded. After each face [`CubesLeft`] is
//! no cube, one, or more than one.
//!
//! | faces seen | cubes left by a solved look | random cubes known, of 1,000 |
//! |---|---|---|
//! | one | 963,158,999,040 | 0 |
//! | two neighbours | 829,440 | 0 |
//! | two opposite | 31,850,496 | 0 |
//! | three around a corner | 96 | 0 |
//! | three with two opposite | 576 | 0 |
//! | four without two neighbours | 2 | 0 |
//! | four around the cube | 8 | 0 |
//! | five | 1 | 877 to 899 |
//! | six | 1 | 1,000 |
//!
//! So no four faces prove a solved cube. Four around the cube hide pairs of edges such as UF and DF: both show F. An
//! even number of such pairs can be exchanged, which makes 8 cubes. Without U and R, the edges UF and FR can be
//! exchanged together with UB and BR. Any five faces prove it.
//!
//! One cube left is not yet a proof, for a sticker may be misread. Six faces betray that: the laws then leave no cube.
//! Five mostly do not. Of 40 random cubes, 35 were known by five faces. For 29 of these, one misread sticker would have
//! shown another possible cube (`five_faces` in the tests of `vision` counts them). A solved cube has no such
//! neighbour. So a scan by the arms ends after five faces when all of this holds:
//!
//! - The five faces were shown by the arms, and no sticker is in doubt or was guessed by the detector.
//! - As the detector named the stickers, they leave one cube.
//! - `vision::state::read_seen` reads the same colours, certain by twice the usual lead, with nothing put right by
//!   the laws.
//! - Each other cube differs in at least two of the stickers that were seen.
//!
//! So the look after the moves ends with five faces, and so do about 15 scans of 100. Otherwise the sixth face is
//! shown. The motion planner ends a `scan` whose goal names no faces as soon as `cube/state` is certain and rests on
//! faces of this scan. The arms stay as they are, and what follows is planned from there.
//!
//! The order of the faces needs no care. The first five views of the fastest scan of six are the fastest scan of five,
//! from rest and on `nxt-2015` from where moves end. A test of the planner prints them: on `nxt-2015` five faces take
//! 6.40 s and six 7.53 s, on `nxt-2015-blended` 6.27 s and 7.39 s. The conductor's parameter `faces: all` asks for all
//! six. So does a goal of `scan` that names them. `cube/learn_colors` needs all six.

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
