//! What can be wrong with a cube, a reading or a written move.

use thiserror::Error;

use crate::outside::quoted;

use crate::{Color, ColorScheme, Corner, Edge, Face, MoveFault, sticker_name};

/// Why text or stickers do not make a cube or a move. Each message is one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The facelet text has not 54 letters.
    #[error("a cube has 54 stickers, but {found} were given")]
    WrongStickerCount {
        /// Letters given.
        found: usize,
    },
    /// A text in Singmaster's notation has not 20 pieces.
    #[error("a cube has 20 pieces, 12 edges and then 8 corners, but {found} were given")]
    WrongPieceCount {
        /// Pieces given.
        found: usize,
    },
    /// A piece that is not made of this many face letters.
    #[error(
        "{} (number {number} of 20) is not a piece: {letters} of the letters U R F D L B are needed there",
        quoted(piece)
    )]
    UnknownPiece {
        /// The piece as given.
        piece: String,
        /// Its place in the text, counted from 1.
        number: usize,
        /// Letters it must have.
        letters: usize,
    },
    /// A letter that names neither a face nor a colour.
    #[error(
        "the letter '{letter}' of sticker {} (number {position} of 54) is neither a face (U R F D L B) nor a colour (W Y R O G B)",
        sticker_name(position - 1)
    )]
    UnknownLetter {
        /// The letter as given.
        letter: char,
        /// Its place in the text, counted from 1.
        position: usize,
    },
    /// Face letters and colour letters in one text.
    #[error(
        "'{face_letter}' (number {face_position}) is a face but '{color_letter}' (number {color_position}) is a colour: give all stickers one way"
    )]
    MixedLetters {
        /// A letter that can only be a face.
        face_letter: char,
        /// Its place, counted from 1.
        face_position: usize,
        /// A letter that can only be a colour.
        color_letter: char,
        /// Its place, counted from 1.
        color_position: usize,
    },
    /// Two centres show the same letter.
    #[error("the centres of {first} and {second} both show '{letter}', but six different ones are needed")]
    CentresNotDistinct {
        /// The letter both show.
        letter: char,
        /// One of the two faces.
        first: Face,
        /// The other.
        second: Face,
    },
    /// Two centres of a colour scheme have one colour.
    #[error("the centres of {first} and {second} are both {color}, but six different colours are needed")]
    RepeatedCentreColor {
        /// The colour both have.
        color: Color,
        /// One of the two faces.
        first: Face,
        /// The other.
        second: Face,
    },
    /// A colour is not on nine stickers.
    #[error("the colour of the {face} centre is on {found} stickers instead of 9")]
    WrongColorCount {
        /// The face whose centre has the colour.
        face: Face,
        /// Stickers of this colour.
        found: usize,
    },
    /// The three stickers at a corner place belong to no piece.
    #[error("the corner at {place} shows {}, which is not a piece of this cube", letters(.shown))]
    ImpossibleCorner {
        /// Where it is.
        place: Corner,
        /// What its stickers show, in the order of the place's faces.
        shown: [Face; 3],
    },
    /// The two stickers at an edge place belong to no piece.
    #[error("the edge at {place} shows {}, which is not a piece of this cube", letters(.shown))]
    ImpossibleEdge {
        /// Where it is.
        place: Edge,
        /// What its stickers show, in the order of the place's faces.
        shown: [Face; 2],
    },
    /// One corner is there twice, so another is missing.
    #[error("the corner {piece} is there twice, at {} and at {}, and the corner {missing} is missing", .places[0], .places[1])]
    DuplicateCorner {
        /// The piece seen twice.
        piece: Corner,
        /// Where it is seen.
        places: [Corner; 2],
        /// The first piece that is nowhere.
        missing: Corner,
    },
    /// One edge is there twice, so another is missing.
    #[error("the edge {piece} is there twice, at {} and at {}, and the edge {missing} is missing", .places[0], .places[1])]
    DuplicateEdge {
        /// The piece seen twice.
        piece: Edge,
        /// Where it is seen.
        places: [Edge; 2],
        /// The first piece that is nowhere.
        missing: Edge,
    },
    /// The first law: an odd number of edges is flipped.
    #[error("an odd number of edges is flipped ({}: {}), so one edge must be turned over by hand", .edges.len(), names(.edges))]
    FlippedEdge {
        /// The pieces that are flipped where they are.
        edges: Vec<Edge>,
    },
    /// The second law: the twists of the corners do not add up to whole turns.
    #[error(
        "the corners are twisted ({}: {}), together by {thirds}/3 of a turn clockwise, so one corner must be twisted by 1/3 of a turn {} by hand",
        .corners.len(), names(.corners), if *.thirds == 1 { "anticlockwise" } else { "clockwise" }
    )]
    TwistedCorner {
        /// The pieces that are twisted where they are.
        corners: Vec<Corner>,
        /// What remains of the sum of all twists: 1 or 2 thirds of a turn clockwise.
        thirds: u8,
    },
    /// The third law: edges and corners are permuted with different parity.
    #[error(
        "the permutation of the corners is {} and that of the edges is {}, so two pieces must be exchanged by hand",
        parity_name(*.corners_odd), parity_name(!*.corners_odd)
    )]
    PermutationParity {
        /// Whether the corners are permuted oddly (then the edges evenly, and the other way round).
        corners_odd: bool,
    },
    /// A permutation or orientation array that no piece can have.
    #[error("{what} number {index} is {value}, which is repeated or out of range")]
    BadArray {
        /// Which array.
        what: &'static str,
        /// Index into the array.
        index: usize,
        /// The value there.
        value: u8,
    },
    /// Text that is no face letter.
    #[error("{} is not a face; the faces are U R F D L B", quoted(text))]
    UnknownFace {
        /// The text as given.
        text: String,
    },
    /// A place in written moves that cannot be read.
    #[error("{} at character {position} {fault}", quoted(token))]
    UnreadableMoves {
        /// The characters that could not be read.
        token: String,
        /// Where they begin, counted from 1.
        position: usize,
        /// What is wrong with them.
        fault: MoveFault,
    },
    /// Written moves that are too long.
    #[error("the moves have {found} characters, and at most {most} are read")]
    TooManyCharacters {
        /// Characters given.
        found: usize,
        /// Characters that are read.
        most: usize,
    },
    /// Text that should be one move is none or several.
    #[error("{} has {count} moves, but one is wanted", quoted(text))]
    NotOneMove {
        /// The text as given.
        text: String,
        /// Moves in it.
        count: usize,
    },
    /// Text that should turn one face turns other layers.
    #[error("{} is not a turn of one face", quoted(text))]
    NotOneFace {
        /// The text as given.
        text: String,
    },
    /// A notation of an unknown name.
    #[error("{} is not a notation; the notations are auto, standard, quarters, case, lab and plus-minus", quoted(text))]
    UnknownNotation {
        /// The text as given.
        text: String,
    },
    /// A colour scheme of an unknown name.
    #[error(
        "{} is not a colour scheme; use western or japanese, or write the six colour letters of the faces U R F D L B, such as WRGYOB",
        quoted(text)
    )]
    UnknownScheme {
        /// The text as given.
        text: String,
    },
    /// The text is no state of the 2x2x1.
    #[error("the 2x2x1 cannot show {}: {reason}", quoted(text))]
    ImpossibleCuboid {
        /// The text as given.
        text: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A written turn of the 2x2x1 that does not exist.
    #[error("'{letter}' (character {position}) is not a turn of the 2x2x1; the turns are R U L D")]
    UnknownCuboidTurn {
        /// The letter as given.
        letter: char,
        /// Its place in the text, counted from 1.
        position: usize,
    },
    /// A metric of an unknown name.
    #[error(
        "{} is not a metric; the metrics are half-turn, quarter-turn, axial-half-turn and axial-quarter-turn",
        quoted(text)
    )]
    UnknownMetric {
        /// The text as given.
        text: String,
    },
}

impl Error {
    /// The message with the colours of the pieces added, for people who hold a cube of this scheme:
    /// "… the corner URF is missing (URF is white-red-green)".
    pub fn in_colors(&self, scheme: &ColorScheme) -> String {
        let named = |name: String, faces: &[Face]| {
            let colors: Vec<&str> = faces.iter().map(|&face| scheme.color(face).name()).collect();
            format!("{name} is {}", colors.join("-"))
        };
        let corner = |piece: &Corner| named(piece.to_string(), &piece.faces());
        let edge = |piece: &Edge| named(piece.to_string(), &piece.faces());
        let notes: Vec<String> = match self {
            Error::WrongColorCount { face, .. } => {
                vec![named(format!("the {face} centre"), &[*face])]
            }
            Error::ImpossibleCorner { shown, .. } => vec![named(letters(shown), shown)],
            Error::ImpossibleEdge { shown, .. } => vec![named(letters(shown), shown)],
            Error::DuplicateCorner { piece, missing, .. } => vec![corner(piece), corner(missing)],
            Error::DuplicateEdge { piece, missing, .. } => vec![edge(piece), edge(missing)],
            Error::FlippedEdge { edges } => edges.iter().map(edge).collect(),
            Error::TwistedCorner { corners, .. } => corners.iter().map(corner).collect(),
            _ => Vec::new(),
        };
        if notes.is_empty() { self.to_string() } else { format!("{self} ({})", notes.join(", ")) }
    }
}

fn letters(faces: &[Face]) -> String {
    faces.iter().map(|face| face.letter()).collect()
}

fn names<T: ToString>(pieces: &[T]) -> String {
    pieces.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn parity_name(odd: bool) -> &'static str {
    if odd { "odd" } else { "even" }
}
