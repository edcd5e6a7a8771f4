//! Each face that the camera was shown, as it was read at its surest.

use serde::Serialize;

use crate::taken::{Seen, Sticker};

/// A view below this certainty is none: so `state_assembler` counts too.
const LEAST: f64 = 0.2;
/// Without `cube/pose`, the same letters in this many pictures are a showing.
const PICTURES: usize = 3;

/// A face that was shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Showing {
    /// The face by its letter; `None` where the arms did not show it.
    pub face: Option<char>,
    /// Seconds from the begin: when the surest picture was taken.
    pub at: f64,
    /// Pictures in which a face was seen meanwhile.
    pub pictures: usize,
    /// Certainty that it is a face.
    pub confidence: f64,
    /// Nine, as they lie in the picture.
    pub stickers: Vec<SeenSticker>,
}

/// A sticker as it was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenSticker {
    /// W Y R O G B, or `?`.
    pub letter: char,
    /// Certainty of it.
    pub confidence: f64,
    /// What it looked like.
    pub rgb: [u8; 3],
}

/// The surest view of a picture.
fn surest(seen: &Seen) -> Option<(f64, &[Sticker])> {
    let views = seen.views.iter().filter(|view| LEAST <= view.confidence && view.stickers.len() == 9);
    let best = views.max_by(|one, other| one.confidence.total_cmp(&other.confidence))?;
    Some((best.confidence, &best.stickers))
}

/// What was shown. `shown` is when another face was shown, and which.
pub fn showings(pictures: &[Seen], shown: &[(i64, Option<char>)], seconds: impl Fn(i64) -> f64) -> Vec<Showing> {
    let mut showings = Vec::new();
    if shown.iter().any(|(_, face)| face.is_some()) {
        for (place, (begin, face)) in shown.iter().enumerate() {
            let end = shown.get(place + 1).map_or(i64::MAX, |(end, _)| *end);
            let within: Vec<&Seen> = pictures.iter().filter(|seen| (*begin..end).contains(&seen.stamp)).collect();
            if face.is_some() {
                showings.extend(showing(&within, *face, &seconds));
            }
        }
        return showings;
    }
    let letters = |seen: &Seen| {
        let (_, stickers) = surest(seen)?;
        Some(stickers.iter().map(|sticker| sticker.letter).collect::<String>())
    };
    let seen: Vec<&Seen> = pictures.iter().filter(|seen| surest(seen).is_some()).collect();
    for group in seen.chunk_by(|one, other| letters(one) == letters(other)) {
        if PICTURES <= group.len() {
            showings.extend(showing(group, None, &seconds));
        }
    }
    showings
}

/// The surest of these pictures: that whose least certain sticker is the most certain.
fn showing(pictures: &[&Seen], face: Option<char>, seconds: impl Fn(i64) -> f64) -> Option<Showing> {
    let views: Vec<_> = pictures.iter().filter_map(|seen| Some((seen.stamp, surest(seen)?))).collect();
    let weakest = |stickers: &[Sticker]| stickers.iter().map(|sticker| sticker.confidence).fold(1.0, f64::min);
    let (stamp, (confidence, stickers)) = views
        .iter()
        .max_by(|(_, one), (_, other)| (one.0 * weakest(one.1)).total_cmp(&(other.0 * weakest(other.1))))?;
    let stickers = stickers.iter().map(|sticker| SeenSticker {
        letter: sticker.letter,
        confidence: sticker.confidence,
        rgb: sticker.rgb,
    });
    Some(Showing {
        face,
        at: seconds(*stamp),
        pictures: views.len(),
        confidence: *confidence,
        stickers: stickers.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taken::View;

    fn seen(stamp: i64, letters: &str, confidence: f64) -> Seen {
        let sticker = |letter| Sticker { letter, confidence, rgb: [1, 2, 3] };
        let stickers = letters.chars().map(sticker).collect();
        let doubtful = View { confidence: 0.1, stickers: "?????????".chars().map(sticker).collect() };
        Seen { stamp, sent: stamp, views: vec![doubtful, View { confidence: 0.9, stickers }] }
    }

    fn found(pictures: &[Seen], shown: &[(i64, Option<char>)]) -> Vec<(Option<char>, f64, usize, String)> {
        let showings = showings(pictures, shown, |at| at as f64);
        let letters = |showing: &Showing| showing.stickers.iter().map(|sticker| sticker.letter).collect::<String>();
        showings.iter().map(|one| (one.face, one.at, one.pictures, letters(one))).collect()
    }

    #[test]
    fn the_surest_picture_of_a_showing_counts() {
        let pictures = [
            seen(1, "WWWWWWWWW", 0.9),
            seen(2, "RRRRRRRRR", 0.5),
            seen(3, "RRRRGRRRR", 0.8),
            seen(9, "BBBBBBBBB", 1.0),
        ];
        let shown = [(0, None), (2, Some('R')), (5, None), (6, Some('U')), (8, None)];
        assert_eq!(found(&pictures, &shown), [(Some('R'), 3.0, 2, "RRRRGRRRR".to_owned())]);
    }

    #[test]
    fn without_arms_the_same_letters_in_several_pictures_are_a_face() {
        let pictures: Vec<Seen> = (0..9)
            .map(|at| seen(at, ["WWWWWWWWW", "WWWWGWWWW", "RRRRRRRRR"][[0, 0, 0, 1, 2, 2, 2, 2, 0][at as usize]], 0.5))
            .collect();
        let found = found(&pictures, &[(0, None)]);
        assert_eq!(found.iter().map(|one| (one.2, &*one.3)).collect::<Vec<_>>(), [(3, "WWWWWWWWW"), (4, "RRRRRRRRR")]);
    }
}
