//! `cuberig scan --camera`: a person shows the six faces, guided by prompts and pictures.

mod album;
mod arguments;
mod entered;
mod frames;
mod page;
mod session;
mod terminal;

use std::path::Path;

use vision::FaceReader;

pub use self::album::{in_doubt, note_frame};
pub use self::arguments::HandArguments;
pub use self::entered::photographed;
pub use self::frames::{Frames, Next, pictures_in};
use self::session::{Session, Shown};
use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;
use crate::read_cube::ReadCube;

/// Guides a person through the six faces. Prompts go to the error stream.
pub fn shown(
    camera: &str,
    typed: &HandArguments,
    detector: &mut dyn FaceReader,
    annotated: Option<&Path>,
) -> Result<Shown, Failure> {
    let session = Session::open(camera, typed, detector.colors(), annotated)?;
    session.run(detector, &typed.corrections)
}

/// Guides a person and prints the cube. Prompts go to the error stream.
pub fn run(
    camera: &str,
    typed: &HandArguments,
    detector: &mut dyn FaceReader,
    annotated: Option<&Path>,
    output: &mut Output,
) -> Result<(), Failure> {
    let Shown { reading, confirmed, .. } = match shown(camera, typed, detector, annotated) {
        Ok(shown) => shown,
        Err(Failure::NotAsGiven(reason)) => {
            if output.wants_json() {
                output.json(&ReadCube::none(&reason))?;
            }
            return Err(Failure::NotAsGiven(reason));
        }
        Err(other) => return Err(other),
    };
    let certain = confirmed || reading.is_certain();
    if output.wants_json() {
        output.json(&ReadCube { certain, ..ReadCube::new(&reading) })?;
    } else {
        if output.is_terminal() {
            output.text(Net::new(&reading.facelets, &reading.scheme))?;
        }
        output.text(reading.facelets)?;
        for sentence in reading.problems.iter().chain(&reading.notes) {
            output.text(format_args!("  {sentence}"))?;
        }
    }
    match certain {
        true => Ok(()),
        false => Err(Failure::NotAsGiven(reading.problems.join("; "))),
    }
}
