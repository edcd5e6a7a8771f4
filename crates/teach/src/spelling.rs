//! How the moves of a lesson are written: in four notations, or in words.

use std::fmt;
use std::str::FromStr;

use cube::{LayerTurn, Notation, Rotation, format_turns};

use crate::{Error, Words};

/// A way to write moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// `R R2 R'`, whole-cube rotations `x y z`.
    #[default]
    Standard,
    /// `R1 R2 R3`.
    Quarters,
    /// `R RR r`, whole-cube rotations `X Y Z` clockwise and `x y z` anticlockwise.
    Case,
    /// `R+ R+ R+ R-`: a half turn is two quarter turns.
    PlusMinus,
    /// Sentences such as "turn the right side up, away from you".
    Words,
}

impl Spelling {
    /// All spellings.
    pub const ALL: [Spelling; 5] =
        [Spelling::Standard, Spelling::Quarters, Spelling::Case, Spelling::PlusMinus, Spelling::Words];

    /// The name used on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Spelling::Standard => "standard",
            Spelling::Quarters => "quarters",
            Spelling::Case => "case",
            Spelling::PlusMinus => "plus-minus",
            Spelling::Words => "words",
        }
    }

    /// The notation that reads what this spelling writes; `None` for words.
    pub const fn notation(self) -> Option<Notation> {
        match self {
            Spelling::Standard => Some(Notation::Standard),
            Spelling::Quarters => Some(Notation::Quarters),
            Spelling::Case => Some(Notation::Case),
            Spelling::PlusMinus => Some(Notation::PlusMinus),
            Spelling::Words => None,
        }
    }
}

impl fmt::Display for Spelling {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Spelling {
    type Err = Error;

    fn from_str(text: &str) -> Result<Spelling, Error> {
        let known = Spelling::ALL.into_iter().find(|spelling| spelling.name() == text);
        known.ok_or_else(|| Error::UnknownSpelling { text: text.to_owned() })
    }
}

/// The turns as one line of text.
pub fn spelled(turns: &[LayerTurn], spelling: Spelling, words: &Words) -> String {
    let written = turns.iter().map(|&turn| match spelling.notation() {
        Some(notation) => format_turns(&[turn], notation),
        None => words.turn(turn).to_owned(),
    });
    let between = match spelling {
        Spelling::Words => words.then.as_str(),
        _ => " ",
    };
    written.collect::<Vec<_>>().join(between)
}

/// A rotation of the whole cube in words.
pub fn rotation_words(rotation: Rotation, words: &Words) -> String {
    spelled(&rotation.about_axes().collect::<Vec<_>>(), Spelling::Words, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;
    use cube::{Face, Layers, Step, fold_rotations, parse_steps};

    /// Every turn of a face, of two layers, of the middle one and of the whole cube.
    fn all_turns() -> Vec<LayerTurn> {
        let layers = [Layers::Outer, Layers::Wide, Layers::Middle, Layers::All];
        let named = Face::ALL.into_iter().flat_map(|face| layers.map(|layers| (face, layers)));
        named.flat_map(|(face, layers)| [1, 2, 3].map(|count| LayerTurn::new(face, layers, count))).flatten().collect()
    }

    /// Every turn and every rotation, written in every notation, means the same when it is read again.
    #[test]
    fn what_is_written_is_read_again() {
        let turns = all_turns();
        let words = Words::of(Language::English);
        for spelling in Spelling::ALL {
            let Some(notation) = spelling.notation() else {
                continue;
            };
            for rotation in Rotation::all() {
                let written = [&turns[..], &rotation.about_axes().collect::<Vec<_>>(), &turns[..]].concat();
                let steps: Vec<Step> = written.iter().flat_map(|turn| turn.steps()).collect();
                let text = spelled(&written, spelling, words);
                let read = parse_steps(&text, notation).unwrap();
                let (moves, held) = fold_rotations(&steps);
                let (again, held_again) = fold_rotations(&read);
                assert_eq!(held, held_again, "{text}");
                assert_eq!(cube::simplified(&moves), cube::simplified(&again), "{spelling}: {text}");
            }
        }
    }

    #[test]
    fn every_turn_and_rotation_has_words() {
        let words = Words::of(Language::English);
        for turn in all_turns() {
            assert!(!words.turn(turn).is_empty());
        }
        for rotation in Rotation::all().skip(1) {
            assert!(!rotation_words(rotation, words).is_empty());
        }
    }
}
