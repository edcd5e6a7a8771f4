//! `cuberig scan --camera`: a person shows the six faces, and is led through them in words and pictures.

mod arguments;
mod entered;
mod frames;
mod page;
mod session;

use std::path::Path;

use serde::Serialize;
use vision::{FaceReader, Verdict};

pub use self::arguments::HandArguments;
pub use self::entered::{entered, photographed};
pub use self::frames::{Frames, is_picture};
pub use self::page::hand_scan;
use self::session::Session;
use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;

/// The JSON object of the answer: a contract, scripts rely on the keys. They are those of `state`.
#[derive(Serialize)]
struct State<'a> {
    /// Empty where the cube is not known.
    facelets: String,
    /// Whether a cube can lie like that.
    valid: bool,
    /// What is wrong, or in doubt.
    problems: &'a [String],
    /// What was put right.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

/// Leads a person and prints the cube. Words on the way go to the error stream.
pub fn run(
    camera: &str,
    typed: &HandArguments,
    detector: &mut dyn FaceReader,
    annotated: Option<&Path>,
    output: &mut Output,
) -> Result<(), Failure> {
    let scanned = Session::open(camera, typed, detector.colors(), annotated)
        .and_then(|session| session.run(detector, &typed.told));
    let (reading, confirmed) = match scanned {
        Ok(scanned) => scanned,
        Err(Failure::NotAsGiven(reason)) => {
            if output.wants_json() {
                output.json(&State {
                    facelets: String::new(),
                    valid: false,
                    problems: std::slice::from_ref(&reason),
                    notes: &[],
                })?;
            }
            return Err(Failure::NotAsGiven(reason));
        }
        Err(other) => return Err(other),
    };
    if output.wants_json() {
        output.json(&State {
            facelets: reading.facelets.to_string(),
            valid: reading.cube.is_some(),
            problems: &reading.problems,
            notes: &reading.notes,
        })?;
    } else {
        if output.is_terminal() {
            output.text(Net::new(&reading.facelets, &reading.scheme))?;
        }
        output.text(reading.facelets)?;
        for sentence in reading.problems.iter().chain(&reading.notes) {
            output.text(format_args!("  {sentence}"))?;
        }
    }
    if confirmed || reading.verdict == Verdict::Certain {
        Ok(())
    } else {
        Err(Failure::NotAsGiven(reading.problems.join("; ")))
    }
}
