//! Which cubes can exist, said about a cube that a person enters: sticker by sticker, also before it is whole.

mod begun;

use cube::{Color, ColorScheme, Corner, Cube, Edge, Error, Face, Notation, Reading, Rotation, Sequence};
use teach::Hand;

use crate::protocol::Answer;

/// Returns whether such a cube exists. 54 colour letters, or 54 face letters of a cube in western colours; `?` is not known yet.
/// The stickers of the answer are those of the pieces that cannot be.
pub fn check(cube: &str) -> Answer {
    if cube.contains('?') {
        return begun::check(cube);
    }
    let checked = Reading::parse(cube).map(|reading| {
        let solved = Cube::try_from(&reading.facelets)
            .map_err(|error| impossible(&error, &reading))
            .map(|cube| cube.is_solved());
        (reading, solved)
    });
    match checked {
        Err(error) => Answer { stickers: unreadable_stickers(&error), ..Answer::refused(error) },
        Ok((_, Err(answer))) => {
            // Where a colour is on too many or too few stickers, some piece is impossible: that is more precise.
            let begun = begun::check(cube);
            if begun.ok { answer } else { begun }
        }
        Ok((reading, Ok(solved))) => {
            let scheme = reading.scheme.unwrap_or(ColorScheme::WESTERN);
            Answer {
                cube: letters(&reading.facelets.colors(&scheme)),
                ..Answer::done(if solved { "This cube is solved." } else { "This cube is possible." })
            }
        }
    }
}

/// The cube of 54 letters that a person enters as theirs, and its colours.
///
/// # Errors
/// What is impossible in it, or not entered yet.
pub fn entered(letters: &str) -> Result<(Cube, ColorScheme), Answer> {
    let checked = check(letters);
    let read =
        Reading::parse(&checked.cube).and_then(|reading| Ok((Cube::try_from(&reading.facelets)?, reading.scheme)));
    match read {
        Ok((cube, scheme)) if checked.ok => Ok((cube, scheme.unwrap_or(ColorScheme::WESTERN))),
        _ => Err(Answer { ok: false, ..checked }),
    }
}

/// A random cube of these colours.
pub fn random(seed: u64, scheme: &ColorScheme) -> Answer {
    let facelets = Cube::from_seed(seed).facelets();
    Answer { cube: letters(&facelets.colors(scheme)), ..Answer::done("a random cube") }
}

/// The colours of a cube as scrambles hold it: white on top and green in front, where these lie next to each other.
fn as_scrambles_hold(scheme: &ColorScheme) -> ColorScheme {
    let held = Rotation::carrying_up_and_front_to(scheme.face(Color::White), scheme.face(Color::Green));
    let turned =
        held.and_then(|held| ColorScheme::from_centres(Face::ALL.map(|side| scheme.color(held.carry(side)))).ok());
    turned.unwrap_or(*scheme)
}

/// The cube that these moves make of a solved one in these colours, with white on top and green in front, as it is held then.
pub fn from_moves(moves: &str, scheme: &ColorScheme) -> Answer {
    match Sequence::parse(moves, Notation::Auto) {
        Err(error) => Answer::refused(error),
        Ok(sequence) if sequence.turns.is_empty() => Answer::refused("write the moves first"),
        Ok(sequence) => {
            let hand = Hand::new(Cube::SOLVED).after_all(&sequence.steps());
            Answer {
                cube: letters(&hand.facelets().colors(&as_scrambles_hold(scheme))),
                ..Answer::done("this is the cube after the moves")
            }
        }
    }
}

fn letters(colors: &[Color]) -> String {
    colors.iter().map(|color| color.letter()).collect()
}

fn impossible(error: &Error, reading: &Reading) -> Answer {
    let scheme = reading.scheme.unwrap_or(ColorScheme::WESTERN);
    Answer { stickers: stickers(error, reading.facelets.stickers()), ..Answer::refused(in_words(error, &scheme)) }
}

/// What is wrong, for people who look at the drawn cube: places and colours in words, where the error has letters.
fn in_words(error: &Error, scheme: &ColorScheme) -> String {
    let (kind, faces, shown, count) = match error {
        Error::ImpossibleCorner { place, shown } => ("corner", place.faces().to_vec(), &shown[..], "three"),
        Error::ImpossibleEdge { place, shown } => ("edge", place.faces().to_vec(), &shown[..], "two"),
        other => return other.in_colors(scheme),
    };
    let place: Vec<&str> = faces.iter().map(|face| side(*face)).collect();
    let colors: Vec<&str> = shown.iter().map(|&face| scheme.color(face).name()).collect();
    format!("The {} {kind} cannot be {}. Check these {count} stickers.", place.join("-"), colors.join("-"))
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
