//! Which cubes can exist, said about a cube that a person enters: sticker by sticker, also before it is whole.

mod begun;

use std::fmt::Display;

use cube::{Color, ColorScheme, Corner, Cube, Edge, Error, Face, Notation, Reading, Rotation, Sequence};
use teach::{Hand, Language, Words};

use crate::protocol::Answer;

/// Returns whether such a cube exists. 54 colour letters, or 54 face letters of a cube in western colours; `?` is not known yet.
/// The stickers of the answer are those of the pieces that cannot be.
pub fn check(cube: &str, language: Language) -> Answer {
    let words = Words::of(language);
    if cube.contains('?') {
        return begun::check(cube, words);
    }
    let checked = Reading::parse(cube).map(|reading| {
        let solved = Cube::try_from(&reading.facelets)
            .map_err(|error| impossible(&error, &reading, words))
            .map(|cube| cube.is_solved());
        (reading, solved)
    });
    match checked {
        Err(error) => Answer {
            stickers: unreadable_stickers(&error),
            ..Answer::refused(in_words(&error, &ColorScheme::WESTERN, words))
        },
        Ok((_, Err(answer))) => {
            // Where a colour is on too many or too few stickers, some piece is impossible: that is more precise.
            let begun = begun::check(cube, words);
            if begun.ok { answer } else { begun }
        }
        Ok((reading, Ok(solved))) => {
            let scheme = reading.scheme.unwrap_or(ColorScheme::WESTERN);
            Answer {
                cube: letters(&reading.facelets.colors(&scheme)),
                ..Answer::done(words.sentence(if solved { "law.solved" } else { "law.possible" }))
            }
        }
    }
}

/// The cube of 54 letters that a person enters as theirs, and its colours.
///
/// # Errors
/// What is impossible in it, or not entered yet.
pub fn entered(letters: &str, language: Language) -> Result<(Cube, ColorScheme), Answer> {
    let checked = check(letters, language);
    let read =
        Reading::parse(&checked.cube).and_then(|reading| Ok((Cube::try_from(&reading.facelets)?, reading.scheme)));
    match read {
        Ok((cube, scheme)) if checked.ok => Ok((cube, scheme.unwrap_or(ColorScheme::WESTERN))),
        _ => Err(Answer { ok: false, ..checked }),
    }
}

/// A random cube of these colours.
pub fn random(seed: u64, scheme: &ColorScheme, language: Language) -> Answer {
    let facelets = Cube::from_seed(seed).facelets();
    Answer { cube: letters(&facelets.colors(scheme)), ..Answer::done(Words::of(language).sentence("law.random")) }
}

/// The colours of a cube as scrambles hold it: white on top and green in front, where these lie next to each other.
fn as_scrambles_hold(scheme: &ColorScheme) -> ColorScheme {
    let held = Rotation::carrying_up_and_front_to(scheme.face(Color::White), scheme.face(Color::Green));
    let turned =
        held.and_then(|held| ColorScheme::from_centres(Face::ALL.map(|side| scheme.color(held.carry(side)))).ok());
    turned.unwrap_or(*scheme)
}

/// The cube that these moves make of a solved one in these colours, with white on top and green in front, as it is held then.
pub fn from_moves(moves: &str, scheme: &ColorScheme, language: Language) -> Answer {
    let words = Words::of(language);
    match Sequence::parse(moves, Notation::Auto) {
        Err(error) => Answer::refused(error),
        Ok(sequence) if sequence.turns.is_empty() => Answer::refused(words.sentence("law.write-moves")),
        Ok(sequence) => {
            let hand = Hand::new(Cube::SOLVED).after_all(&sequence.steps());
            Answer {
                cube: letters(&hand.facelets().colors(&as_scrambles_hold(scheme))),
                ..Answer::done(words.sentence("law.after-moves"))
            }
        }
    }
}

fn letters(colors: &[Color]) -> String {
    colors.iter().map(|color| color.letter()).collect()
}

fn impossible(error: &Error, reading: &Reading, words: &Words) -> Answer {
    let scheme = reading.scheme.unwrap_or(ColorScheme::WESTERN);
    Answer {
        stickers: stickers(error, reading.facelets.stickers()),
        ..Answer::refused(in_words(error, &scheme, words))
    }
}

/// What is wrong, for people who look at the drawn cube: places and colours in words, where the error has letters. What a page cannot
/// cause is in English.
fn in_words(error: &Error, scheme: &ColorScheme, words: &Words) -> String {
    let colors = |faces: &[Face]| {
        let names: Vec<&str> = faces.iter().map(|&face| words.color(scheme.color(face))).collect();
        names.join("-")
    };
    let is = |name: String, faces: &[Face]| words.fill("law.is", &[("name", &name), ("colors", &colors(faces))]);
    let place = |faces: &[Face]| {
        let sides: Vec<&str> = faces.iter().map(|&face| side_words(face, words)).collect();
        sides.join("-")
    };
    let names = |all: &[String]| all.join(" ");
    match error {
        Error::ImpossibleCorner { place: at, shown } => {
            words.fill("law.corner", &[("place", &place(&at.faces())), ("colors", &colors(shown))])
        }
        Error::ImpossibleEdge { place: at, shown } => {
            words.fill("law.edge", &[("place", &place(&at.faces())), ("colors", &colors(shown))])
        }
        Error::FlippedEdge { edges } => {
            let all: Vec<String> = edges.iter().map(Edge::to_string).collect();
            let are: Vec<String> = edges.iter().map(|edge| is(edge.to_string(), &edge.faces())).collect();
            let values: [(&str, &dyn Display); 3] =
                [("count", &edges.len()), ("edges", &names(&all)), ("colors", &are.join(", "))];
            words.fill("law.flipped", &values)
        }
        Error::TwistedCorner { corners, thirds } => {
            let all: Vec<String> = corners.iter().map(Corner::to_string).collect();
            let are: Vec<String> = corners.iter().map(|corner| is(corner.to_string(), &corner.faces())).collect();
            let way = words.sentence(if *thirds == 1 { "law.anticlockwise" } else { "law.clockwise" });
            let values: [(&str, &dyn Display); 5] = [
                ("count", &corners.len()),
                ("corners", &names(&all)),
                ("thirds", thirds),
                ("way", &way),
                ("colors", &are.join(", ")),
            ];
            words.fill("law.twisted", &values)
        }
        Error::PermutationParity { corners_odd } => {
            let [odd, even] = ["law.odd", "law.even"].map(|key| words.sentence(key));
            let (corners, edges) = if *corners_odd { (odd, even) } else { (even, odd) };
            words.fill("law.exchanged", &[("corners", &corners), ("edges", &edges)])
        }
        Error::WrongStickerCount { found } => words.fill("law.sticker-count", &[("found", found)]),
        Error::UnknownLetter { letter, position } => {
            let sticker = cube::sticker_name(position - 1);
            let values: [(&str, &dyn Display); 3] = [("letter", letter), ("sticker", &sticker), ("position", position)];
            words.fill("law.letter", &values)
        }
        Error::CentresNotDistinct { letter, first, second } => {
            let values: [(&str, &dyn Display); 3] = [("first", first), ("second", second), ("letter", letter)];
            words.fill("law.centres-letter", &values)
        }
        Error::RepeatedCentreColor { color, first, second } => {
            let color = words.color(*color);
            let values: [(&str, &dyn Display); 3] = [("first", first), ("second", second), ("color", &color)];
            words.fill("law.centres-color", &values)
        }
        Error::MixedLetters { face_letter, face_position, color_letter, color_position } => {
            let values: [(&str, &dyn Display); 4] = [
                ("face", face_letter),
                ("face-number", face_position),
                ("color", color_letter),
                ("color-number", color_position),
            ];
            words.fill("law.mixed-at", &values)
        }
        other => other.in_colors(scheme),
    }
}

/// Where a face is, in the learner's language.
fn side_words(face: Face, words: &Words) -> &str {
    words.sentence(match face {
        Face::U => "law.side-u",
        Face::R => "law.side-r",
        Face::F => "law.side-f",
        Face::D => "law.side-d",
        Face::L => "law.side-l",
        Face::B => "law.side-b",
    })
}

/// Where a face, or the arm at it, is, for people who look at the cube.
pub(crate) fn side(face: Face) -> &'static str {
    match face {
        Face::U => "top",
        Face::R => "right",
        Face::F => "front",
        Face::D => "bottom",
        Face::L => "left",
        Face::B => "back",
    }
}

/// The stickers that stop the letters from being read.
fn unreadable_stickers(error: &Error) -> Vec<u8> {
    match error {
        Error::UnknownLetter { position, .. } => numbers([*position - 1]),
        Error::RepeatedCentreColor { first, second, .. } | Error::CentresNotDistinct { first, second, .. } => {
            numbers([first, second].map(|face| 9 * face.index() + 4))
        }
        _ => Vec::new(),
    }
}

/// The stickers of the pieces that cannot be.
fn stickers(error: &Error, shown: &[Face; 54]) -> Vec<u8> {
    let corner_of = |piece: &Corner| {
        let is_it = |place: &Corner| Corner::with_faces(place.stickers().map(|at| shown[at])) == Some(*piece);
        Corner::ALL.into_iter().find(is_it).map(Corner::stickers)
    };
    let edge_of = |piece: &Edge| {
        let is_it = |place: &Edge| Edge::with_faces(place.stickers().map(|at| shown[at])) == Some(*piece);
        Edge::ALL.into_iter().find(is_it).map(Edge::stickers)
    };
    match error {
        Error::WrongColorCount { face, .. } => numbers((0..54).filter(|&at| shown[at] == *face)),
        Error::ImpossibleCorner { place, .. } => numbers(place.stickers()),
        Error::ImpossibleEdge { place, .. } => numbers(place.stickers()),
        Error::DuplicateCorner { places, .. } => numbers(places.iter().flat_map(|at| at.stickers())),
        Error::DuplicateEdge { places, .. } => numbers(places.iter().flat_map(|at| at.stickers())),
        Error::FlippedEdge { edges } => numbers(edges.iter().filter_map(edge_of).flatten()),
        Error::TwistedCorner { corners, .. } => numbers(corners.iter().filter_map(corner_of).flatten()),
        other => unreadable_stickers(other),
    }
}

fn numbers(stickers: impl IntoIterator<Item = usize>) -> Vec<u8> {
    // There are 54 stickers.
    stickers.into_iter().map(|at| at as u8).collect()
}
