//! The sequences of the beginner's method one by one, to be practised apart from a lesson.

use cube::{Color, ColorScheme, Cube, Face, Move, Rotation, inverted};

use super::{corners, last_layer, middle, sequence};
use crate::teacher::bringing_up;
use crate::{Language, Method, MethodText, Up};

/// A sequence, and the case that it does.
#[derive(Clone, Debug)]
pub struct BeginnerSequence {
    /// The name for requests: that of its case in the text of the method.
    pub key: &'static str,
    /// Its case, for people.
    pub name: String,
    /// The moves, for the cube as it is held.
    pub moves: Vec<Move>,
    /// Which colour lies on top.
    up: Up,
}

/// All sequences, in the order of the method, with names in a language.
pub fn sequences(language: Language) -> Vec<BeginnerSequence> {
    let text = MethodText::of(Method::Beginner, language);
    let [first, last] = ["lesson.first-color", "lesson.last-color"].map(|key| text.words().sentence(key));
    let all = corners::INSERTIONS.map(|(_, key, moves)| (key, Up::First, moves)).into_iter().chain([
        ("middle-right", Up::Last, middle::RIGHT),
        ("middle-left", Up::Last, middle::LEFT),
        ("cross-line", Up::Last, last_layer::CROSS),
        ("edges-neighbours", Up::Last, last_layer::EDGES),
        ("corners-one", Up::Last, last_layer::PLACING),
        ("corner-twist", Up::Last, last_layer::TWISTING),
    ]);
    let named = all.map(|(key, up, moves)| {
        // The colours depend on the learner.
        let name = text.case(key).name.replace("{first}", first).replace("{last}", last);
        let times = if key == "corner-twist" { 2 } else { 1 };
        BeginnerSequence { key, name, moves: sequence(moves).repeat(times), up }
    });
    named.collect()
}

impl BeginnerSequence {
    /// The stickers of a cube that the moves solve, as it is held: with the first colour where the method has it, and one of the four
    /// sides in front, by `side` 0 to 3.
    pub fn stickers(&self, first: Color, side: i32) -> [Color; 54] {
        let (western, start) = (ColorScheme::WESTERN, Cube::SOLVED.apply_all(&inverted(&self.moves)));
        let first = western.face(first);
        let top = match self.up {
            Up::First => first,
            Up::Last => first.opposite(),
        };
        let held = bringing_up(top).then(Rotation::Y.times(side));
        let centres = Face::ALL.map(|side| western.color(held.face_at(side)));
        start.facelets().colors(&ColorScheme::from_centres(centres).unwrap_or(western))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cube::Facelets;

    use super::*;

    #[test]
    fn each_sequence_solves_its_cube_however_it_is_held() {
        let all: Vec<BeginnerSequence> = sequences(Language::English);
        let names: HashSet<&str> = all.iter().map(|sequence| &*sequence.name).collect();
        assert_eq!((all.len(), names.len()), (9, 9));
        for sequence in &all {
            let german = sequences(Language::German).into_iter().find(|german| german.key == sequence.key);
            let german = german.expect("the same sequences").name;
            assert!(!sequence.name.contains('{') && !german.contains('{') && german != sequence.name, "{german}");
            let mut fronts = HashSet::new();
            for side in 0..4 {
                let stickers = sequence.stickers(Color::Blue, side);
                let reading = Facelets::from_colors(&stickers).expect("six centres");
                let cube = Cube::try_from(&reading.facelets).expect("a cube that exists");
                assert!(!cube.is_solved() && cube.apply_all(&sequence.moves).is_solved(), "{}", sequence.key);
                let top = if sequence.key.starts_with("corner-") && sequence.key != "corner-twist" { 4 } else { 31 };
                assert_eq!(stickers[top], Color::Blue, "{}", sequence.key);
                fronts.insert(stickers[22]);
            }
            assert_eq!(fronts.len(), 4);
        }
    }
}
