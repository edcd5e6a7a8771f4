//! What is already impossible in a cube that is entered only in part.

use cube::{Color, ColorScheme, Corner, Edge, Error, Face};
use teach::Words;

use super::{in_words, numbers, stickers};
use crate::protocol::Answer;

/// What a sticker shows, `None` where that is not known yet.
type Known = [Option<Face>; 54];

/// Looks at a cube in which some of the 54 letters may be `?`.
pub(super) fn check(cube: &str, words: &Words) -> Answer {
    let letters = match read(cube, words) {
        Ok(letters) => letters,
        Err(answer) => return answer,
    };
    let (known, scheme) = by_face(&letters);
    let impossible = contradiction(&letters, words).or_else(|| impossible_piece(&known, &scheme, words));
    if let Some(answer) = impossible.or_else(|| too_many(&letters, words)) {
        return answer;
    }
    let missing = letters.iter().filter(|letter| **letter == '?').count();
    Answer::done(words.fill("law.missing", &[("count", &missing)]))
}

/// The 54 letters, each a face, a colour or `?`.
fn read(cube: &str, words: &Words) -> Result<[char; 54], Answer> {
    let refused = |error: &Error| Answer::refused(in_words(error, &ColorScheme::WESTERN, words));
    let letters: Vec<char> = cube
        .chars()
        .filter(|letter| !letter.is_whitespace() && *letter != ',')
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    let letters: [char; 54] =
        letters.try_into().map_err(|letters: Vec<char>| refused(&Error::WrongStickerCount { found: letters.len() }))?;
    let unknown =
        |&letter: &char| letter != '?' && Face::from_letter(letter).is_none() && Color::from_letter(letter).is_none();
    match letters.iter().position(unknown) {
        None => Ok(letters),
        Some(at) => Err(Answer {
            stickers: numbers([at]),
            ..refused(&Error::UnknownLetter { letter: letters[at], position: at + 1 })
        }),
    }
}

/// The answer where the letters of some stickers name faces and those of others colours, or where two centres are alike.
fn contradiction(letters: &[char; 54], words: &Words) -> Option<Answer> {
    let mut known = (0..54).filter(|&at| letters[at] != '?');
    let face = known.clone().find(|&at| Color::from_letter(letters[at]).is_none());
    let color = known.find(|&at| Face::from_letter(letters[at]).is_none());
    if let (Some(face), Some(color)) = (face, color) {
        let [face_letter, color_letter] = [face, color].map(|at| letters[at]);
        let text = words.fill("law.mixed", &[("face", &face_letter), ("color", &color_letter)]);
        return Some(Answer { stickers: numbers([face, color]), ..Answer::refused(text) });
    }
    let centre = |face: Face| 9 * face.index() + 4;
    let pairs =
        Face::ALL.into_iter().flat_map(|face| Face::ALL[..face.index()].iter().map(move |&before| (before, face)));
    let known = |face: Face| Some(letters[centre(face)]).filter(|&letter| letter != '?');
    let (one, other) = pairs.into_iter().find(|&(one, other)| known(one).is_some() && known(one) == known(other))?;
    let shown = match Color::from_letter(letters[centre(one)]) {
        Some(color) => words.color(color).to_owned(),
        None => letters[centre(one)].to_string(),
    };
    let text = words.fill("law.centres", &[("first", &one), ("second", &other), ("color", &shown)]);
    Some(Answer { stickers: numbers([one, other].map(centre)), ..Answer::refused(text) })
}

/// The stickers by face, and the colours of the faces. Colours mean nothing before all centres are entered.
fn by_face(letters: &[char; 54]) -> (Known, ColorScheme) {
    let is_face = |&letter: &char| letter != '?' && Color::from_letter(letter).is_none();
    if letters.iter().any(is_face) {
        return (letters.map(Face::from_letter), ColorScheme::WESTERN);
    }
    let colors = letters.map(Color::from_letter);
    let centres: Option<Vec<Color>> = (0..6).map(|face| colors[9 * face + 4]).collect();
    let scheme = centres
        .and_then(|centres| centres.try_into().ok())
        .and_then(|centres: [Color; 6]| ColorScheme::from_centres(centres).ok());
    match scheme {
        Some(scheme) => (colors.map(|color| color.map(|color| scheme.face(color))), scheme),
        None => ([None; 54], ColorScheme::WESTERN),
    }
}

/// The answer where one letter is on more than nine stickers.
fn too_many(letters: &[char; 54], words: &Words) -> Option<Answer> {
    let mut stickers = (0..54).filter(|&at| letters[at] != '?');
    stickers.find_map(|first| {
        let letter = letters[first];
        let alike: Vec<usize> = (0..54).filter(|&at| letters[at] == letter).collect();
        let count = alike.len();
        (9 < count).then(|| Answer {
            stickers: numbers(alike),
            ..Answer::refused(words.fill("law.too-many", &[("count", &count), ("letter", &letter)]))
        })
    })
}

/// The answer that names the first piece that cannot be.
fn impossible_piece(known: &Known, scheme: &ColorScheme, words: &Words) -> Option<Answer> {
    let refused = |error: Error| {
        let shown = known.map(|face| face.unwrap_or(Face::U));
        Answer { stickers: stickers(&error, &shown), ..Answer::refused(in_words(&error, scheme, words)) }
    };
    let colors = |faces: &[Face]| {
        let names: Vec<&str> = (faces.iter().map(|&face| words.color(scheme.color(face)))).collect();
        names.join("-")
    };
    let twice = |faces: &[Face], stickers: Vec<usize>| Answer {
        stickers: numbers(stickers),
        ..Answer::refused(words.fill("law.twice", &[("colors", &colors(faces))]))
    };
    let mut corners: [Option<Corner>; 8] = [None; 8];
    for place in Corner::ALL {
        let shown = place.stickers().map(|at| known[at].map(|face| (at, face)));
        let shown: Vec<(usize, Face)> = shown.into_iter().flatten().collect();
        if let [(one, first), (other, second)] = shown[..]
            && (first == second || first == second.opposite())
        {
            let text = words.fill("law.no-corner", &[("colors", &colors(&[first, second]))]);
            return Some(Answer { stickers: numbers([one, other]), ..Answer::refused(text) });
        }
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
