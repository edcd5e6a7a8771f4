//! What `cuberig state --json` and `cuberig scan --camera --json` print of the cube that was read.

use serde::Serialize;
use vision::{StateReading, TurnedReading};

/// The JSON object of the answer: a contract, scripts rely on the keys.
#[derive(Default, Serialize)]
pub struct ReadCube {
    /// Empty where nothing could be read.
    pub facelets: String,
    /// The same as pieces, only with --notation singmaster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<String>,
    /// Whether a cube can lie like that.
    pub valid: bool,
    /// Whether the reading is sure: no other cube comes near it.
    pub certain: bool,
    /// By how many quarters clockwise each of six pictures had to be turned, in the order U R F D L B; left out where none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns_clockwise: Option<[u8; 6]>,
    /// The different cubes that the pictures make when they are turned; left out where there is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub possible: Vec<PossibleCube>,
    /// What is wrong, or in doubt.
    pub problems: Vec<String>,
    /// What was put right in a reading that is certain, and which pictures were turned; left out where nothing was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One of several cubes that six pictures make.
#[derive(Serialize)]
pub struct PossibleCube {
    facelets: String,
    turns_clockwise: [u8; 6],
}

impl ReadCube {
    /// Nothing could be read, for this reason.
    pub fn none(reason: &str) -> ReadCube {
        ReadCube { problems: vec![reason.to_owned()], ..ReadCube::default() }
    }

    /// What was read of faces that are not turned.
    pub fn new(reading: &StateReading) -> ReadCube {
        ReadCube {
            facelets: reading.facelets.to_string(),
            valid: reading.cube.is_some(),
            certain: reading.is_certain(),
            problems: reading.problems.clone(),
            notes: reading.notes.clone(),
            ..ReadCube::default()
        }
    }

    /// What was read of pictures that may be turned.
    pub fn of_pictures(turned: &TurnedReading) -> ReadCube {
        let possible = turned
            .possible
            .iter()
            .map(|possible| PossibleCube { facelets: possible.facelets.to_string(), turns_clockwise: possible.turns });
        ReadCube {
            turns_clockwise: (turned.turns != [0; 6]).then_some(turned.turns),
            possible: possible.collect(),
            ..ReadCube::new(&turned.reading)
        }
    }
}
