//! The guide's sentences.

use cube::{Color, ColorScheme, Face};

use crate::handscan::hold::{Hold, Tip};

/// "the green face (F) and the red face (R)".
pub(crate) fn face_names(faces: &[(Face, Color)]) -> String {
    let names: Vec<String> = faces.iter().map(|(face, color)| format!("the {color} face ({face})")).collect();
    and(&names)
}

/// "one, two and three".
pub(crate) fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What to show.
pub(crate) fn show(hold: Hold, scheme: &ColorScheme) -> String {
    format!("Show the {} face, {} on top", scheme.color(hold.front()), scheme.color(hold.top()))
}

/// How to get there from the last hold.
pub(crate) fn turn(tip: Tip, hold: Hold, scheme: &ColorScheme) -> String {
    let top = scheme.color(hold.top());
    match tip {
        Tip::TopForward => "Tip the top of the cube towards the camera.".to_owned(),
        Tip::TopAway => "Tip the top of the cube away from the camera.".to_owned(),
        Tip::Sideways => format!("Keep {top} on top and turn the cube a quarter round."),
        Tip::HalfRound => format!("Keep {top} on top and turn the cube half round."),
    }
}
