//! What is known of the cube, in the terms of cube/state.

use cube::{Color, ColorScheme, Cube, Face, faces_of};
use vision::{StateReading, Verdict};

use crate::{CubesLeft, SeenFace};

/// What comes of reading the faces.
pub type ReadResult = Result<StateReading, vision::Error>;

/// How much is known, in the order of the numbers in `CubeState.msg`.
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

/// The kind of problem that a state has, in the order of the codes in `CubeState.msg`, which begin at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A colour is not on nine stickers, or two centres look alike.
    NotNineOfEach,
    /// Stickers that lie on one piece in no cube.
    ImpossiblePieces,
    /// Pieces that no sequence of moves brings there.
    ImpossibleParity,
    /// A possible cube, but some stickers are in doubt.
    Doubtful,
}

impl Problem {
    /// The kind of a cube error.
    pub fn of(error: &cube::Error) -> Self {
        match error {
            cube::Error::ImpossibleCorner { .. }
            | cube::Error::ImpossibleEdge { .. }
            | cube::Error::DuplicateCorner { .. }
            | cube::Error::DuplicateEdge { .. } => Problem::ImpossiblePieces,
            cube::Error::FlippedEdge { .. }
            | cube::Error::TwistedCorner { .. }
            | cube::Error::PermutationParity { .. } => Problem::ImpossibleParity,
            _ => Problem::NotNineOfEach,
        }
    }
}

/// What is published, in addition to what the tracker knows: how and since when, and which turns it includes.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// 54 letters, `?` where unknown.
    pub facelets: String,
    /// Colours of the centres in the order U R F D L B, where known.
    pub centres: [Option<Color>; 6],
    /// Certainty of each facelet.
    pub confidence: [f32; 54],
    /// Faces seen, in the order U R F D L B.
    pub faces_seen: String,
    /// The cube, where all of it is known.
    pub cube: Option<Cube>,
    /// How many cubes show what is known.
    pub left: CubesLeft,
    /// What is wrong, with a sentence.
    pub problem: Option<(Problem, String)>,
    /// Facelets in doubt: another look at their faces is asked for.
    pub doubtful: Vec<usize>,
    /// What was put right in a certain reading, or why a cube is known no more, in sentences.
    pub notes: Vec<String>,
}

impl State {
    /// Nothing is known.
    pub fn unknown() -> Self {
        Self {
            facelets: "?".repeat(54),
            centres: [None; 6],
            confidence: [0.0; 54],
            faces_seen: String::new(),
            cube: None,
            left: CubesLeft::Several,
            problem: None,
            doubtful: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Nothing is known any more, because of what the arms did to a cube that was known so far.
    pub(crate) fn unknown_after(before: &State) -> Self {
        let why = match before.status() {
            Status::Unknown => return before.clone(),
            Status::Valid => "the cube was let go, or moved in a way that the arms could not follow: scan it again",
            Status::Partial | Status::Invalid => {
                "the arms have turned the cube since its faces were seen: scan it again"
            }
        };
        Self { notes: vec![why.to_owned()], ..Self::unknown() }
    }

    /// A cube that was set, or followed through turns.
    pub fn known(cube: &Cube, scheme: &ColorScheme) -> Self {
        Self {
            facelets: cube.facelets().to_string(),
            centres: centres(scheme),
            confidence: [1.0; 54],
            cube: Some(*cube),
            left: CubesLeft::One,
            ..Self::unknown()
        }
    }

    /// Some faces of a cube. A sticker has a name when the face whose centre has its colour was seen.
    /// `scheme` names the cube's colours where they are known.
    pub fn partial(faces: &[Option<SeenFace>; 6], scheme: Option<&ColorScheme>) -> Self {
        let centres = faces.map(|face| face.and_then(|face| face.0[4].color));
        let name = |color: Option<Color>| -> char {
            let face = color.and_then(|color| centres.iter().position(|&c| c == Some(color)));
            face.map_or('?', |face| Face::ALL[face].letter())
        };
        let sticker = |index: usize| faces[index / 9].map(|face| face.0[index % 9]);
        Self {
            facelets: (0..54).map(|i| sticker(i).map_or('?', |sticker| name(sticker.color))).collect(),
            centres,
            confidence: std::array::from_fn(|i| sticker(i).map_or(0.0, |sticker| sticker.confidence)),
            faces_seen: seen(faces),
            left: CubesLeft::of(faces, scheme),
            ..Self::unknown()
        }
    }

    /// All faces of a cube as they were read, or those that leave one cube. `scheme` names the cube's colours where they are known.
    pub fn whole(faces: &[Option<SeenFace>; 6], reading: ReadResult, scheme: Option<&ColorScheme>) -> Self {
        let partial = Self::partial(faces, scheme);
        let reading = match reading {
            Ok(reading) => reading,
            Err(error) => {
                return Self {
                    confidence: [0.0; 54],
                    problem: Some((Problem::NotNineOfEach, error.to_string())),
                    ..partial
                };
            }
        };
        let (cube, problem) = match proven(&reading, scheme) {
            Err(problem) => (None, Some(problem)),
            Ok(cube) => (Some(cube), doubt(&reading)),
        };
        let left = match (cube, reading.doubtful.is_empty()) {
            (Some(_), true) => CubesLeft::One,
            (Some(_), false) => CubesLeft::Several,
            (None, _) => CubesLeft::None,
        };
        Self {
            left,
            facelets: reading.facelets.to_string(),
            centres: centres(&reading.scheme),
            confidence: reading.confidence,
            cube,
            problem,
            doubtful: reading.doubtful,
            notes: reading.notes,
            ..partial
        }
    }

    /// How much is known.
    pub fn status(&self) -> Status {
        match (&self.cube, &self.problem) {
            (Some(_), _) => Status::Valid,
            (None, Some(_)) => Status::Invalid,
            (None, None) if self.faces_seen.is_empty() => Status::Unknown,
            (None, None) => Status::Partial,
        }
    }

    /// The colours of the cube, where it is known.
    pub fn scheme(&self) -> Option<ColorScheme> {
        self.cube?;
        let colors: Vec<Color> = self.centres.iter().flatten().copied().collect();
        ColorScheme::from_centres(colors.try_into().ok()?).ok()
    }

    /// The letters of the centres' colours, `?` where unknown.
    pub fn scheme_letters(&self) -> String {
        let letters = self.centres.iter();
        letters.map(|color| color.map_or('?', Color::letter)).collect()
    }
}

/// The cube that was read, or why no cube can be like that.
fn proven(reading: &StateReading, scheme: Option<&ColorScheme>) -> Result<Cube, (Problem, String)> {
    let foreign = scheme.filter(|scheme| !reading.scheme.colors_alike(scheme));
    match (reading.verdict, reading.cube, foreign) {
        (Verdict::Certain | Verdict::Doubtful, Some(_), Some(scheme)) => {
            let text = format!(
                "the centres of U R F D L B are {}; a cube coloured {scheme} shows this in no position: a face was named or read wrongly",
                reading.scheme,
            );
            Err((Problem::ImpossiblePieces, text))
        }
        (Verdict::Certain | Verdict::Doubtful, Some(cube), None) => Ok(cube),
        // The first law that the stickers break names the problem.
        _ => {
            let broken = Cube::try_from(&reading.facelets).err();
            let problem = broken.map_or(Problem::NotNineOfEach, |error| Problem::of(&error));
            Err((problem, reading.problems.join("; ")))
        }
    }
}

/// What is in doubt, and which faces should be shown again.
fn doubt(reading: &StateReading) -> Option<(Problem, String)> {
    let faces: Vec<String> = faces_of(&reading.doubtful).iter().map(Face::to_string).collect();
    (!faces.is_empty()).then(|| {
        let (problems, faces) = (reading.problems.join("; "), faces.join(", "));
        (Problem::Doubtful, format!("{problems}; show again: {faces}"))
    })
}

fn centres(scheme: &ColorScheme) -> [Option<Color>; 6] {
    Face::ALL.map(|face| Some(scheme.color(face)))
}

fn seen(faces: &[Option<SeenFace>; 6]) -> String {
    let there = Face::ALL.into_iter().filter(|face| faces[face.index()].is_some());
    there.map(Face::letter).collect()
}
