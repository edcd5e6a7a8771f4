//! `cuberig state`: the cube that six pictures, or 54 measured colours, show, or that a person types.

mod answer;
mod typed;

use std::path::PathBuf;

use clap::Args;
use cube::{ColorScheme, Facelets};
use vision::{StateReading, read_state_with};

use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;
use crate::seen::{DetectorArguments, SeenArguments, colors, detector, measure};
use crate::values::NotationArgument;
use answer::State;

/// What `state` takes.
#[derive(Args)]
pub struct StateArguments {
    #[command(flatten)]
    pub seen: SeenArguments,
    /// Type the cube face by face; each mistake is named at once.
    #[arg(long = "type", group = "cube")]
    pub typed: bool,
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

/// Reads the state; one that no cube can have is a failure.
pub fn run(arguments: &StateArguments, output: &mut Output) -> Result<(), Failure> {
    let writing = arguments.notation.notation;
    if arguments.typed {
        return typed::run(writing, output);
    }
    let colors = colors(arguments.colors.as_deref())?;
    let mut detector = detector(&arguments.detector, colors.as_ref())?;
    let read = measure(&arguments.seen, &mut detector).and_then(|faces| {
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
    if let Some(given) = arguments.scheme
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
