//! `cuberig scan --camera`: a person shows the six faces, and is led through them in words and pictures.

mod frames;
mod page;
mod session;

use std::path::Path;
use std::time::Duration;

use clap::Args;
use handscan::Correction;
use serde::Serialize;
use vision::{FaceOrder, FaceReader, Verdict};

use self::session::Session;
use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;
use crate::solving::seconds;

/// What `scan --camera` takes.
#[derive(Args)]
pub struct HandArguments {
    /// Be led through the six faces of a cube in your hand: a webcam's number (0 if not given) or path, a video file, or a folder of
    /// pictures. Any order and any way round will do.
    #[arg(long, value_name = "CAMERA", num_args = 0..=1, default_missing_value = "0", conflicts_with = "images")]
    pub camera: Option<String>,
    /// The order in which --camera asks for the faces.
    #[arg(
        long,
        value_name = "FACES",
        default_value = "FUDLRB",
        conflicts_with = "images"
    )]
    pub order: FaceOrder,
    /// Stickers that you know better than --camera sees them, such as F3=G,U5=R.
    #[arg(
        long,
        value_name = "STICKERS",
        value_delimiter = ',',
        conflicts_with = "images"
    )]
    pub told: Vec<Correction>,
    /// Seconds without anything new after which --camera gives up.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds, conflicts_with = "images")]
    pub timeout: Duration,
    /// The port of the page on this machine that shows what --camera sees, 0 for any; without it there is a page when a person sits
    /// at the terminal.
    #[arg(
        long,
        value_name = "PORT",
        conflicts_with = "images",
        conflicts_with = "no_page"
    )]
    pub page: Option<u16>,
    /// Words only.
    #[arg(long, conflicts_with = "images")]
    pub no_page: bool,
}

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
