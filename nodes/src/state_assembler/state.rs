//! What is known of the cube, in the terms of cube/state.

use cube::{Color, ColorScheme, Cube, Face, Facelets};

use super::face::SeenFace;

/// How much is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing.
    Unknown,
    /// Some faces.
    Partial,
    /// A whole cube that can be.
    Valid,
    /// Six faces that no cube has.
    Invalid,
}

/// What kind of trouble there is with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A colour is not on nine stickers, or two centres look alike.
    NotNineOfEach,
    /// Stickers that lie on one piece in no cube.
    ImpossiblePieces,
    /// Pieces that no sequence of moves brings there.
    ImpossibleParity,
    /// A possible cube, but some stickers were hard to tell.
    Doubtful,
}

impl Trouble {
    /// The kind of a cube error.
    pub fn of(error: &cube::Error) -> Self {
        match error {
            cube::Error::ImpossibleCorner { .. }
            | cube::Error::ImpossibleEdge { .. }
            | cube::Error::DuplicateCorner { .. }
            | cube::Error::DuplicateEdge { .. } => Trouble::ImpossiblePieces,
            cube::Error::FlippedEdge { .. }
            | cube::Error::TwistedCorner { .. }
            | cube::Error::PermutationParity { .. } => Trouble::ImpossibleParity,
            _ => Trouble::NotNineOfEach,
        }
    }
}

/// What the colours of all six faces together say.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The facelets and the colours of the centres, as far as they can be named.
    pub reading: Option<(Facelets, ColorScheme)>,
    /// Certainty of each facelet.
    pub confidence: [f32; 54],
    /// Facelets in doubt.
    pub doubtful: Vec<usize>,
    /// What is wrong or in doubt, in sentences.
    pub problems: Vec<String>,
    /// What was put right, in sentences.
    pub notes: Vec<String>,
    /// Whether a cube can be like that; else what is wrong, with a sentence.
    pub verdict: Result<Cube, (Trouble, String)>,
}

/// What is published, besides what the tracker knows: how and since when, and which turns it includes.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// How much is known.
    pub status: Status,
    /// 54 letters, `?` where unknown.
    pub facelets: String,
    /// Colours of the centres, `?` where unknown.
    pub scheme: String,
    /// Certainty of each facelet.
    pub confidence: [f32; 54],
    /// Faces seen, in the order U R F D L B.
    pub faces_seen: String,
    /// The cube, where all of it is known.
    pub cube: Option<Cube>,
    /// What is wrong, with a sentence.
    pub trouble: Option<(Trouble, String)>,
    /// Facelets in doubt: another look at their faces is asked for.
    pub doubtful: Vec<usize>,
    /// What was put right in a certain reading, in sentences.
    pub notes: Vec<String>,
}

impl State {
    /// Nothing is known.
    pub fn unknown() -> Self {
        Self {
            status: Status::Unknown,
            facelets: "?".repeat(54),
            scheme: "?".repeat(6),
            confidence: [0.0; 54],
            faces_seen: String::new(),
            cube: None,
            trouble: None,
            doubtful: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A cube that was told, or followed through turns.
    pub fn told(cube: &Cube, scheme: &ColorScheme) -> Self {
        Self {
            status: Status::Valid,
            facelets: cube.facelets().to_string(),
            scheme: letters(scheme),
            confidence: [1.0; 54],
            cube: Some(*cube),
            ..Self::unknown()
        }
    }

    /// Some faces of a cube. A sticker has a name when the face whose centre has its colour was seen.
    pub fn partial(faces: &[Option<SeenFace>; 6]) -> Self {
        let centres = faces.map(|face| face.and_then(|face| face.0[4].color));
        let name = |color: Option<Color>| -> char {
            let face = color.and_then(|color| centres.iter().position(|&c| c == Some(color)));
            face.map_or('?', |face| Face::ALL[face].letter())
        };
        let sticker = |index: usize| faces[index / 9].map(|face| face.0[index % 9]);
        Self {
            status: Status::Partial,
            facelets: (0..54)
                .map(|i| sticker(i).map_or('?', |sticker| name(sticker.color)))
                .collect(),
            scheme: centres
                .iter()
                .map(|color| color.map_or('?', Color::letter))
                .collect(),
            confidence: std::array::from_fn(|i| {
                sticker(i).map_or(0.0, |sticker| sticker.confidence)
            }),
            faces_seen: seen(faces),
            ..Self::unknown()
        }
    }

    /// All six faces of a cube.
    pub fn whole(faces: &[Option<SeenFace>; 6], decision: Decision) -> Self {
        let partial = Self::partial(faces);
        let (facelets, scheme) = match &decision.reading {
            Some((facelets, scheme)) => (facelets.to_string(), letters(scheme)),
            None => (partial.facelets.clone(), partial.scheme.clone()),
        };
        let (status, cube, trouble) = match decision.verdict {
            Err(trouble) => (Status::Invalid, None, Some(trouble)),
            Ok(cube) if decision.doubtful.is_empty() => (Status::Valid, Some(cube), None),
            Ok(cube) => {
                let faces: Vec<_> = faces_of(&decision.doubtful)
                    .into_iter()
                    .map(|face| face.letter().to_string())
                    .collect();
                let text = format!(
                    "{}; show again: {}",
                    decision.problems.join("; "),
                    faces.join(", ")
                );
                (Status::Valid, Some(cube), Some((Trouble::Doubtful, text)))
            }
        };
        Self {
            status,
            facelets,
            scheme,
            confidence: decision.confidence,
            cube,
            trouble,
            doubtful: decision.doubtful,
            notes: decision.notes,
            ..partial
        }
    }
}

/// The faces on which these facelets lie.
pub fn faces_of(facelets: &[usize]) -> Vec<Face> {
    let there = |face: &Face| facelets.iter().any(|facelet| facelet / 9 == face.index());
    Face::ALL.into_iter().filter(there).collect()
}

fn letters(scheme: &ColorScheme) -> String {
    scheme.to_string()
}

fn seen(faces: &[Option<SeenFace>; 6]) -> String {
    let there = Face::ALL
        .into_iter()
        .filter(|face| faces[face.index()].is_some());
    there.map(Face::letter).collect()
}
