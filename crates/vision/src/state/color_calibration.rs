//! Calibration of the colours: what the six colours of one's own cube look like is learned from a cube that is known.
//!
//! With the learned colours the same six faces must read as the given cube. Otherwise the calibration
//! is refused, and nothing is learned.

use cube::{Color, ColorScheme, Facelets, sticker_name, upright};

use super::assignment::assign;
use super::measurements::{Measurements, check_range};
use super::reading::read_state_with;
use crate::name::chances;
use crate::name::colors::median;
use crate::name::palette::COMMON;
use crate::name::tone::{Tone, precision, squared_length, tone};
use crate::{CubeColors, Error};

/// Two colours that are nearer to each other than this are one colour, seen twice: stickers of one colour
/// differ that much.
const SAME: f32 = 1.0;
/// Two colours that are nearer than this cannot be distinguished for certain. A sticker is then read as the other colour
/// with a chance of about `exp(-4 * 4 / 2)` or 1 in 3000, and there are many stickers.
const NEAR: f32 = 4.0;
/// Names belong to other colours when those are this many nats likelier for all six together.
const MISNAMED: f32 = 12.0;
/// Most stickers that an error lists.
const LISTED: usize = 6;

/// Which cube the faces of a calibration show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColorCalibration {
    /// A solved cube, its faces in any order; the six colours are named by what cubes commonly look like.
    Solved,
    /// This cube, its faces in the order U R F D L B; without a scheme its colours are named as those of a solved one.
    Known(Facelets, Option<ColorScheme>),
}

impl CubeColors {
    /// Learns from a solved cube, its faces in any order: each shows one colour, and the six are
    /// named by what cubes commonly look like.
    ///
    /// # Errors
    /// [`Error::ChannelRange`] for a value that is not a number from 0 to 255.
    pub fn learn_from_solved(faces: &Measurements) -> Result<Self, Error> {
        check_range(faces)?;
        let middle = |face: &[[f32; 3]; 9]| std::array::from_fn(|channel| median(face, channel));
        let names = assign(&prices(&faces.each_ref().map(middle)), [1; 6]);
        let stickers = names.iter().zip(faces);
        CubeColors::learn(stickers.flat_map(|(&name, face)| face.iter().map(move |&rgb| (Color::ALL[name], rgb))))
    }

    /// Learns from a cube whose state is known, measured in the order U R F D L B.
    ///
    /// # Errors
    /// As [`CubeColors::learn`].
    pub fn learn_from_known(faces: &Measurements, facelets: &Facelets, scheme: &ColorScheme) -> Result<Self, Error> {
        let colors = facelets.stickers().map(|face| scheme.color(face));
        CubeColors::learn(colors.into_iter().zip(faces.iter().flatten().copied()))
    }

    /// Learns from a calibration. Pictures of a known cube may be turned: they are taken as turned so that stickers of one colour are
    /// most alike.
    ///
    /// # Errors [`Error::ChannelRange`] for a value that is not a number from 0 to 255. [`Error::SameColors`] where two of
    /// the six look the same. [`Error::NotSolved`] or [`Error::NotThisCube`] where the faces are not those of the
    /// calibration.
    pub fn from_calibration(faces: &Measurements, calibration: &ColorCalibration) -> Result<CubeColors, Error> {
        check_range(faces)?;
        let faces = &match calibration {
            ColorCalibration::Solved => *faces,
            ColorCalibration::Known(facelets, _) => turned_to_fit(faces, facelets),
        };
        let colors = match calibration {
            ColorCalibration::Solved => CubeColors::learn_from_solved(faces)?,
            ColorCalibration::Known(facelets, Some(scheme)) => CubeColors::learn_from_known(faces, facelets, scheme)?,
            ColorCalibration::Known(facelets, None) => CubeColors::learn_from_solved(&by_color(faces, facelets))?,
        };
        let (one, other, distance) = colors.nearest_pair();
        if distance < SAME {
            return Err(Error::SameColors { one, other, distance });
        }
        let read = read_state_with(faces, Some(&colors))?;
        let named = |at: usize| format!("{} is {}", sticker_name(at), read.colors[at]);
        match calibration {
            ColorCalibration::Solved => {
                let centre = |at: usize| read.colors[at / 9 * 9 + 4];
                let wrong = stickers(|at| read.colors[at] != centre(at));
                if let Some(stickers) = listed(&wrong, named) {
                    return Err(Error::NotSolved { stickers });
                }
            }
            ColorCalibration::Known(facelets, _) => {
                let wrong = stickers(|at| read.facelets.stickers()[at] != facelets.stickers()[at]);
                if let Some(stickers) = listed(&wrong, named) {
                    return Err(Error::NotThisCube { stickers });
                }
            }
        }
        Ok(colors)
    }

    /// How far two of the colours lie apart, in standard deviations of the stickers of one colour on one cube.
    pub fn distance(&self, one: Color, other: Color) -> f32 {
        let apart = tone(self.rgb(one)) - tone(self.rgb(other));
        squared_length(&precision(&COMMON.noise), apart).sqrt()
    }

    /// The colour that is nearest to this one, and how far it is, as [`CubeColors::distance`].
    pub fn neighbor(&self, color: Color) -> (Color, f32) {
        let others = Color::ALL.into_iter().filter(|other| *other != color);
        let far = others.map(|other| (other, self.distance(color, other)));
        far.min_by(|a, b| a.1.total_cmp(&b.1)).expect("there are five others")
    }

    fn nearest_pair(&self) -> (Color, Color, f32) {
        let pairs = Color::ALL.map(|color| (color, self.neighbor(color)));
        let pairs = pairs.map(|(color, (other, distance))| (color, other, distance));
        pairs.into_iter().min_by(|a, b| a.2.total_cmp(&b.2)).expect("there are six")
    }

    /// What people should know before they rely on these colours, in sentences: pairs that are near each other,
    /// and names that seem to belong to other colours.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for (at, one) in Color::ALL.into_iter().enumerate() {
            for &other in &Color::ALL[at + 1..] {
                let distance = self.distance(one, other);
                if distance < NEAR {
                    warnings.push(format!(
                        "{one} and {other} are hard to tell apart: {distance:.1} standard deviations, less than {NEAR}"
                    ));
                }
            }
        }
        // What each would be called without the calibration.
        let price = prices(&Color::ALL.map(|color| self.rgb(color)));
        let names = assign(&price, [1; 6]);
        let cost = |name: &dyn Fn(usize) -> usize| -> f32 { (0..6).map(|class| price[class][name(class)]).sum() };
        if cost(&|class| names[class]) + MISNAMED < cost(&|class| class) {
            for (color, name) in Color::ALL.into_iter().zip(names) {
                let name = Color::ALL[name];
                if name != color {
                    warnings.push(format!(
                        "what was learned as {color} looks like {name}; are the faces in the order U R F D L B, and is this the cube's scheme?"
                    ));
                }
            }
        }
        warnings
    }
}

/// The price in nats of each of a cube's six colours as each colour: what it is called when it is seen with the others.
fn prices(colors: &[[f32; 3]; 6]) -> [[f32; 6]; 6] {
    let named = chances(&std::array::from_fn(|at| colors[at % 6]));
    std::array::from_fn(|at| named[at].map(|chance| -chance.max(1e-6).ln()))
}

/// The faces, each turned in its plane so that the stickers of each colour differ least; as little as possible where that is equal.
fn turned_to_fit(faces: &Measurements, facelets: &Facelets) -> Measurements {
    let turns: [Measurements; 4] = std::array::from_fn(|quarters| faces.map(|face| upright(&face, quarters as u8)));
    // Of each face and turn: the sum of what is seen of each colour.
    let sums = |quarters: usize, face: usize| {
        let mut sums = [Tone::zeros(); 6];
        for (&rgb, meant) in turns[quarters][face].iter().zip(&facelets.stickers()[9 * face..]) {
            sums[meant.index()] += tone(rgb);
        }
        sums
    };
    let sums: [[[Tone; 6]; 6]; 4] = std::array::from_fn(|quarters| std::array::from_fn(|face| sums(quarters, face)));
    // The sum of squares is the same however faces are turned. So the scatter is least where the sums are longest.
    let mut best = (f32::NEG_INFINITY, [0; 6]);
    for way in 0..4usize.pow(6) {
        let quarters: [usize; 6] = std::array::from_fn(|face| way >> (2 * face) & 3);
        let of_color = |color: usize| (0..6).map(|face| sums[quarters[face]][face][color]).sum::<Tone>();
        let length: f32 = (0..6).map(|color| of_color(color).norm_squared()).sum();
        if best.0 * (1.0 + 1e-5) < length || best.0 == f32::NEG_INFINITY {
            best = (length, quarters);
        }
    }
    std::array::from_fn(|face| turns[best.1[face]][face])
}

/// The stickers of each colour together, as on the solved cube.
fn by_color(faces: &Measurements, facelets: &Facelets) -> Measurements {
    let mut sorted = *faces;
    let mut filled = [0; 6];
    for (rgb, face) in faces.iter().flatten().zip(facelets.stickers()) {
        let place = &mut filled[face.index()];
        // A tenth sticker of one colour has no place; reading it back shows that it is no cube's.
        if let Some(slot) = sorted[face.index()].get_mut(*place) {
            *slot = *rgb;
        }
        *place += 1;
    }
    sorted
}

fn stickers(is_meant: impl Fn(usize) -> bool) -> Vec<usize> {
    (0..54).filter(|&at| is_meant(at)).collect()
}

/// The stickers by name; nothing where there are none.
fn listed(stickers: &[usize], name: impl Fn(usize) -> String) -> Option<String> {
    let names: Vec<String> = stickers.iter().take(LISTED).map(|&at| name(at)).collect();
    let more = stickers.len().saturating_sub(LISTED);
    let rest = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!stickers.is_empty()).then(|| names.join(", ") + &rest)
}
