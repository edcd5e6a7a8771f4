//! What is already impossible in a cube that is entered only in part.

use cube::{Color, ColorScheme, Corner, Edge, Error, Face};

use super::{in_words, numbers, stickers};
use crate::protocol::Answer;

/// What a sticker shows, `None` where that is not known yet.
type Known = [Option<Face>; 54];

/// Looks at a cube in which some of the 54 letters may be `?`.
pub(super) fn check(cube: &str) -> Answer {
    let letters = match read(cube) {
        Ok(letters) => letters,
        Err(answer) => return answer,
    };
    let impossible = match by_face(&letters) {
        Ok((known, scheme)) => impossible_piece(&known, &scheme),
        Err(answer) => Some(answer),
    };
    if let Some(answer) = impossible.or_else(|| too_many(&letters)) {
        return answer;
    }
    let missing = letters.iter().filter(|letter| **letter == '?').count();
    Answer::done(format!("{missing} stickers are missing"))
}

/// The 54 letters, each a face, a colour or `?`.
fn read(cube: &str) -> Result<[char; 54], Answer> {
    let letters: Vec<char> = cube
        .chars()
        .filter(|letter| !letter.is_whitespace() && *letter != ',')
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    let letters: [char; 54] = letters
        .try_into()
        .map_err(|letters: Vec<char>| Answer::refused(Error::WrongStickerCount { found: letters.len() }))?;
    let unknown =
        |&letter: &char| letter != '?' && Face::from_letter(letter).is_none() && Color::from_letter(letter).is_none();
    match letters.iter().position(unknown) {
        None => Ok(letters),
        Some(at) => Err(Answer {
            stickers: numbers([at]),
            ..Answer::refused(Error::UnknownLetter { letter: letters[at], position: at + 1 })
        }),
    }
}

/// The stickers by face, and the colours of the faces. Colours mean nothing before all centres are entered.
fn by_face(letters: &[char; 54]) -> Result<(Known, ColorScheme), Answer> {
    let is_face = |&letter: &char| letter != '?' && Color::from_letter(letter).is_none();
    if letters.iter().any(is_face) {
        return Ok((letters.map(Face::from_letter), ColorScheme::WESTERN));
    }
    let colors = letters.map(Color::from_letter);
    for color in Color::ALL {
        let centres = (0..6).map(|face| 9 * face + 4);
        let of_it: Vec<usize> = centres.filter(|&at| colors[at] == Some(color)).collect();
        if 1 < of_it.len() {
            return Err(Answer {
                stickers: numbers(of_it),
                ..Answer::refused(format!("two centres are {}", color.name()))
            });
        }
    }
    let centres: Option<Vec<Color>> = (0..6).map(|face| colors[9 * face + 4]).collect();
    let scheme = centres
        .and_then(|centres| centres.try_into().ok())
        .and_then(|centres: [Color; 6]| ColorScheme::from_centres(centres).ok());
    Ok(match scheme {
        Some(scheme) => (colors.map(|color| color.map(|color| scheme.face(color))), scheme),
        None => ([None; 54], ColorScheme::WESTERN),
    })
}

/// The answer where one letter is on more than nine stickers.
fn too_many(letters: &[char; 54]) -> Option<Answer> {
    let mut stickers = (0..54).filter(|&at| letters[at] != '?');
    stickers.find_map(|first| {
        let letter = letters[first];
        let alike: Vec<usize> = (0..54).filter(|&at| letters[at] == letter).collect();
        let count = alike.len();
        (9 < count).then(|| Answer {
            stickers: numbers(alike),
            ..Answer::refused(format!("{count} stickers are '{letter}', and a cube has 9 of each colour"))
        })
    })
}

/// The answer that names the first piece that cannot be.
fn impossible_piece(known: &Known, scheme: &ColorScheme) -> Option<Answer> {
    let refused = |error: Error| {
        let shown = known.map(|face| face.unwrap_or(Face::U));
        Answer { stickers: stickers(&error, &shown), ..Answer::refused(in_words(&error, scheme)) }
    };
    let colors = |faces: &[Face]| {
        let names: Vec<&str> = (faces.iter().map(|&face| scheme.color(face).name())).collect();
        names.join("-")
    };
    let twice = |faces: &[Face], stickers: Vec<usize>| Answer {
        stickers: numbers(stickers),
        ..Answer::refused(format!("the piece {} is there twice", colors(faces)))
    };
    let mut corners: [Option<Corner>; 8] = [None; 8];
    for place in Corner::ALL {
        let [Some(a), Some(b), Some(c)] = place.stickers().map(|at| known[at]) else {
            continue;
        };
        let shown = [a, b, c];
        // The faces must follow each other clockwise; a mirrored corner exists on no cube.
        let follows = |piece: &Corner| {
            let faces = piece.faces();
            (0..3).any(|twist| (0..3).all(|side| shown[(side + twist) % 3] == faces[side]))
        };
        let Some(piece) = Corner::with_faces(shown).filter(follows) else {
            return Some(refused(Error::ImpossibleCorner { place, shown }));
        };
        if let Some(first) = corners[piece.index()].replace(place) {
            let both = [first.stickers(), place.stickers()].concat();
            return Some(twice(&piece.faces(), both));
        }
    }
    let mut edges: [Option<Edge>; 12] = [None; 12];
    for place in Edge::ALL {
        let [Some(a), Some(b)] = place.stickers().map(|at| known[at]) else {
            continue;
        };
        let shown = [a, b];
        let Some(piece) = Edge::with_faces(shown) else {
            return Some(refused(Error::ImpossibleEdge { place, shown }));
        };
        if let Some(first) = edges[piece.index()].replace(place) {
            let both = [first.stickers(), place.stickers()].concat();
            return Some(twice(&piece.faces(), both));
        }
    }
    None
}
