//! `cuberig state`: the cube that six pictures, or 54 measured colours, show.

use cube::Facelets;
use serde::Serialize;
use vision::{Image, Measurements, StateReading, measurements_from_json, read_state};

use crate::arguments::StateArguments;
use crate::commands::scan::detector;
use crate::cubes::unreadable;
use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;

/// The JSON object of the answer: a contract, scripts rely on the keys.
#[derive(Serialize)]
struct State<'a> {
    /// Empty where nothing could be read.
    facelets: String,
    /// Whether a cube can lie like that.
    valid: bool,
    /// What is wrong, or in doubt.
    problems: &'a [String],
    /// What was put right in a reading that is certain; left out where nothing was.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

/// Reads the state; one that no cube can have is a failure.
pub fn run(typed: &StateArguments, output: &mut Output) -> Result<(), Failure> {
    let read =
        measure(typed).and_then(|faces| read_state(&faces).map_err(|error| error.to_string()));
    let StateReading {
        facelets,
        cube,
        scheme,
        problems,
        notes,
        ..
    } = match read {
        Ok(reading) => reading,
        Err(reason) => {
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
    };
    let facelets: Facelets = facelets;
    if output.wants_json() {
        output.json(&State {
            facelets: facelets.to_string(),
            valid: cube.is_some(),
            problems: &problems,
            notes: &notes,
        })?;
    } else {
        if output.is_terminal() {
            output.text(Net::new(&facelets, &scheme))?;
        }
        output.text(facelets)?;
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

/// The colours of 54 stickers, from a file of measurements or from the surest face in each picture.
fn measure(typed: &StateArguments) -> Result<Measurements, String> {
    if let Some(path) = &typed.rgb {
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
        return measurements_from_json(&text, typed.rgb_order)
            .map_err(|error| format!("'{}': {error}", path.display()));
    }
    let mut detector = detector(&typed.detector);
    let mut faces: Measurements = [[[0.0; 3]; 9]; 6];
    for (path, face) in typed.images.iter().zip(&mut faces) {
        let image = Image::load(path).map_err(|error| error.to_string())?;
        let views = detector.detect(&image).map_err(|error| error.to_string())?;
        let surest = views
            .first()
            .ok_or_else(|| format!("no cube face was found in '{}'", path.display()))?;
        *face = surest.rgb();
    }
    Ok(faces)
}
