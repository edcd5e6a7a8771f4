//! The guide's sentences.

use cube::{Color, ColorScheme, Face};
use teach::Words;

use crate::handscan::hold::{Hold, Tip};

/// "the green face (F) and the red face (R)".
pub(crate) fn face_names(faces: &[(Face, Color)], words: &Words) -> String {
    let name =
        |(face, color): &(Face, Color)| words.fill("show.face", &[("color", &words.color(*color)), ("face", face)]);
    let names: Vec<String> = faces.iter().map(name).collect();
    and(&names, words)
}

/// "one, two and three".
pub(crate) fn and(parts: &[String], words: &Words) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => [&most.join(", "), words.sentence("show.and"), last].concat(),
    }
}

/// What to show.
pub(crate) fn show(hold: Hold, scheme: &ColorScheme, words: &Words) -> String {
    let [color, top] = [hold.front(), hold.top()].map(|face| words.color(scheme.color(face)));
    words.fill("show.show", &[("color", &color), ("top", &top)])
}

/// How to get there from the last hold.
pub(crate) fn turn(tip: Tip, hold: Hold, scheme: &ColorScheme, words: &Words) -> String {
    let top = words.color(scheme.color(hold.top()));
    match tip {
        Tip::TopForward => words.sentence("show.top-forward").to_owned(),
        Tip::TopAway => words.sentence("show.top-away").to_owned(),
        Tip::Sideways => words.fill("show.sideways", &[("top", &top)]),
        Tip::HalfRound => words.fill("show.half-round", &[("top", &top)]),
    }
}
