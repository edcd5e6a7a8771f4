//! `cuberig state`: the cube that six pictures, or 54 measured colours, show, or that a person types.

use std::path::PathBuf;

use clap::Args;
use cube::{ColorScheme, Facelets};
use serde::Serialize;
use vision::{StateReading, read_state_with};

use crate::commands::typed_state;
use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;
use crate::seen::{DetectorArguments, SeenArguments, colors, detector, measure};
use crate::values::NotationArgument;

/// What `state` takes.
#[derive(Args)]
pub struct StateArguments {
    #[command(flatten)]
    pub seen: SeenArguments,
    /// What your own cube looks like: a file of `calibrate colors`.
    #[arg(long, value_name = "FILE.toml")]
    pub colors: Option<PathBuf>,
    /// The cube's colour scheme: western, japanese, or the colour letters of the faces U R F D L B such as WRGYOB. Six faces that
    /// are not coloured like that, however the cube was held, are refused; without it any scheme is read.
    #[arg(long, value_name = "NAME")]
    pub scheme: Option<ColorScheme>,
    #[command(flatten)]
    pub notation: NotationArgument,
    #[command(flatten)]
    pub detector: DetectorArguments,
}

/// The JSON object of the answer: a contract, scripts rely on the keys.
#[derive(Serialize)]
pub struct State<'a> {
    /// Empty where nothing could be read.
    pub facelets: String,
    /// The same as pieces, only with --notation singmaster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<String>,
    /// Whether a cube can lie like that.
    pub valid: bool,
    /// What is wrong, or in doubt.
    pub problems: &'a [String],
    /// What was put right in a reading that is certain; left out where nothing was.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub notes: &'a [String],
}

/// Reads the state; one that no cube can have is a failure.
pub fn run(typed: &StateArguments, output: &mut Output) -> Result<(), Failure> {
    let writing = typed.notation.notation;
    if typed.seen.typed {
        return typed_state::run(writing, output);
    }
    let colors = colors(typed.colors.as_deref())?;
    let mut detector = detector(&typed.detector, colors.as_ref())?;
    let read = measure(&typed.seen, &mut detector).and_then(|faces| {
        read_state_with(&faces, colors.as_ref()).map_err(|error| error.to_string())
    });
    let StateReading {
        facelets,
        mut cube,
        scheme,
        mut problems,
        notes,
        ..
    } = match read {
        Ok(reading) => reading,
        Err(reason) => {
            if output.wants_json() {
                output.json(&State {
                    facelets: String::new(),
                    pieces: None,
                    valid: false,
                    problems: std::slice::from_ref(&reason),
                    notes: &[],
                })?;
            }
            return Err(Failure::NotAsGiven(reason));
        }
    };
    let facelets: Facelets = facelets;
    if let Some(given) = typed.scheme
        && !scheme.colors_alike(&given)
    {
        cube = None;
        problems.push(format!(
            "the centres of U R F D L B are {scheme}, which no cube coloured {given} shows however it is held: a face is out of order or misread"
        ));
    }
    if output.wants_json() {
        output.json(&State {
            facelets: facelets.to_string(),
            pieces: writing.pieces(&facelets),
            valid: cube.is_some(),
            problems: &problems,
            notes: &notes,
        })?;
    } else {
        if output.is_terminal() {
            output.text(Net::new(&facelets, &scheme))?;
        }
        output.text(writing.of_cube(&facelets))?;
        if cube.is_some() {
            for sentence in problems.iter().chain(&notes) {
                output.text(format_args!("  {sentence}"))?;
            }
        }
    }
    match cube {
        Some(_) => Ok(()),
        None => Err(Failure::NotAsGiven(problems.join("; "))),
    }
}
