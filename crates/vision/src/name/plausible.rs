//! Whether what lies like a face also looks like one.
//!
//! Windows, tiles, shelves and mosaics can lie like nine stickers. What tells:
//!
//! - their colours are none of a cube's
//! - they touch without seams, or their seams go on beyond the nine
//! - the seams are light where only a few colours are to be seen
//! - several "faces" have one and the same colour, which no cube has
//!
//! Nine light panes in one dark frame look exactly like the white face of a solved black cube. They are
//! taken for a face if they are as bright as what surrounds them, because a white face must be found and
//! panes of that kind are rare. A single-coloured face of a solved *white* cube looks like
//! coloured tiles with light seams; those are common, so it is not reported.
//!
//! Where some stickers are hidden, the others must look all the more like a cube's.

use cube::Color;

use super::seams::Seams;
use crate::{FaceView, Sticker};

/// What else is known about a face that was found.
#[derive(Clone, Copy)]
pub(crate) struct Evidence {
    /// How unusual the colours are in nats.
    pub surprise: f32,
    /// What lies between the stickers.
    pub seams: Seams,
    /// Brightness that nine tenths of the picture do not exceed, 0 to 255.
    pub bright: f32,
}

/// Nats of surprise beyond which colours are no cube's. Those of real faces stay below 20, and below 35 with the edge of a
/// shadow or a lamp's reflection on them. The 35 are granted to three and more colours on a dark body.
const IMPOSSIBLE: [f32; 2] = [35.0, 18.0];
/// The same where two stickers or more are hidden, as less then speaks for a face. A lattice that is less even than this
/// confidence adds this many nats for each unit that it lacks.
const IMPOSSIBLE_HIDDEN: [f32; 2] = [26.0, 16.0];
const EVEN: f32 = 0.75;
const NATS_UNEVEN: f32 = 40.0;
/// From this many hidden stickers on, the others must look more like a cube's; with more than the most it is no face.
const SOME_HIDDEN: usize = 2;
const MOST_HIDDEN: usize = 4;
/// Lines beyond a face of one colour of which some stickers are hidden.
const MOST_BEYOND_HIDDEN: usize = 2;
/// Least confidence in a face of one colour, or of two of which some stickers are hidden: bricks, tiles and
/// plaid have few colours too, and lie less evenly.
const FEW_COLORS_EVEN: f32 = 0.66;
/// Up to this many nats of surprise colours are quite usual.
const USUAL: f32 = 4.0;
/// Fewest of twelve seams that show on cubes with a body.
const LEAST_SEAMS: usize = 8;
/// Lines beyond the face that chance and its surroundings bring at most, of 28. The first counts where three and more of a
/// cube's colours speak for a face, the second where they do not.
const MOST_BEYOND: [usize; 2] = [10, 5];
/// With fewer dark seams than this the body is light.
const DARK_SEAMS: usize = 4;
/// Dark seams that an all-white face must show.
const WHITE_DARK_SEAMS: usize = 10;
/// A white face is at least this part as bright as the brightest tenth of the picture.
const WHITE_BRIGHT: f32 = 0.5;
/// The brightest of nine stickers of one colour is at most this many times as bright as the darkest.
const UNEVEN: f32 = 2.5;
/// Beside white stickers most others are at least this saturated: with four and more colours on the face,
/// washed out by glare perhaps, and with fewer.
const SATURATED: [f32; 2] = [0.2, 0.35];
const MANY_COLORS: usize = 4;

/// Takes out what is no face and sorts the rest, surest first.
pub(crate) fn judge(found: &mut Vec<(FaceView, Evidence)>) {
    found.retain(|(face, evidence)| looks_like_a_face(face, evidence));
    let colors: Vec<Option<Color>> = found.iter().map(|(face, _)| one_color(face)).collect();
    let twin = |color: Option<Color>| {
        color.is_some() && 1 < colors.iter().filter(|&&other| other == color).count()
    };
    let mut index = 0;
    found.retain(|_| {
        index += 1;
        !twin(colors[index - 1])
    });
    found.sort_by(|(a, _), (b, _)| b.confidence.total_cmp(&a.confidence));
}

fn looks_like_a_face(face: &FaceView, evidence: &Evidence) -> bool {
    let Evidence {
        surprise,
        seams,
        bright,
    } = *evidence;
    if seams.whole_side {
        return false;
    }
    let colors = Color::ALL
        .into_iter()
        .filter(|&color| seen(face).any(|sticker| sticker.color == color))
        .count();
    let few = colors < 3;
    // Where stickers are hidden, fewer seams can be looked at.
    let of_twelve = |count: usize| count * 12 / seams.looked_at.max(1);
    let (seen_seams, dark_seams) = (of_twelve(seams.seen), of_twelve(seams.dark));
    let dark_body = LEAST_SEAMS <= seen_seams.min(dark_seams);
    let hidden = 9 - seen(face).count();
    let some_hidden = SOME_HIDDEN <= hidden;
    let strange = if some_hidden {
        let uneven = NATS_UNEVEN * (EVEN - face.confidence).max(0.0);
        IMPOSSIBLE_HIDDEN[usize::from(few || !dark_body)] < surprise + uneven
    } else {
        IMPOSSIBLE[usize::from(few || !dark_body)] < surprise
    };
    if MOST_HIDDEN < hidden || strange {
        return false;
    }
    let must_be_even = colors == 1 || few && some_hidden;
    if must_be_even && face.confidence < FEW_COLORS_EVEN {
        return false;
    }
    if MOST_BEYOND[usize::from(few)] < seams.beyond {
        return false;
    }
    if seen_seams < LEAST_SEAMS {
        // The seams of a stickerless cube are thin; then its colours must be quite usual.
        if colors < 2 || USUAL < surprise {
            return false;
        }
    } else if few && dark_seams < DARK_SEAMS {
        return false;
    }
    if let Some(color) = one_color(face) {
        let [darkest, median, brightest] = brightness(face);
        if some_hidden && (color == Color::White || MOST_BEYOND_HIDDEN < seams.beyond) {
            return false;
        }
        let bright_white = || WHITE_BRIGHT * bright <= median;
        return brightest <= UNEVEN * darkest.max(1.0)
            && (color != Color::White || WHITE_DARK_SEAMS <= dark_seams && bright_white());
    }
    let least = SATURATED[usize::from(colors < MANY_COLORS)];
    saturation_beside_white(face).is_none_or(|saturation| least <= saturation)
}

/// The stickers that were seen themselves.
fn seen(face: &FaceView) -> impl Iterator<Item = &Sticker> + Clone {
    face.stickers.iter().filter(|sticker| !sticker.recovered)
}

/// The colour of all stickers that were seen, where they have one.
fn one_color(face: &FaceView) -> Option<Color> {
    let color = seen(face).next()?.color;
    seen(face)
        .all(|sticker| sticker.color == color)
        .then_some(color)
}

/// The brightness of the stickers that were seen: of the darkest, the median and the brightest.
fn brightness(face: &FaceView) -> [f32; 3] {
    let mut values: Vec<f32> = seen(face)
        .map(|sticker| sticker.rgb.into_iter().fold(0.0, f32::max))
        .collect();
    values.sort_by(f32::total_cmp);
    match values[..] {
        [darkest, .., brightest] => [darkest, values[values.len() / 2], brightest],
        _ => [0.0; 3],
    }
}

/// Median saturation of the coloured stickers in a light in which the white ones are white, 0 to 1;
/// `None` without white or without coloured ones.
fn saturation_beside_white(face: &FaceView) -> Option<f32> {
    let white = || seen(face).filter(|s| s.color == Color::White);
    let count = white().count();
    if count == 0 || count == seen(face).count() {
        return None;
    }
    let light: [f32; 3] = std::array::from_fn(|channel| {
        white().map(|sticker| sticker.rgb[channel]).sum::<f32>() / count as f32
    });
    let mut saturations: Vec<f32> = seen(face)
        .filter(|sticker| sticker.color != Color::White)
        .map(|sticker| {
            let neutral: [f32; 3] = std::array::from_fn(|c| sticker.rgb[c] / light[c].max(1.0));
            let high = neutral.into_iter().fold(1e-3, f32::max);
            let low = neutral.into_iter().fold(high, f32::min);
            (high - low) / high
        })
        .collect();
    saturations.sort_by(f32::total_cmp);
    saturations.get(saturations.len() / 2).copied()
}
