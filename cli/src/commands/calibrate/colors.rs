//! `cuberig calibrate colors`: what the six colours of one's own cube look like, and how well they can be distinguished.

use std::path::PathBuf;

use anstyle::{Color as TerminalColor, RgbColor, Style};
use clap::Args;
use cube::{Color, ColorScheme, Cube, Reading};
use serde::Serialize;
use vision::{ColorCalibration, CubeColors, FaceReader, Measurements};

use crate::failure::{Failure, OrFail, log};
use crate::hand_scan::{self, HandArguments};
use crate::output::{Output, write_file};
use crate::seen::{DetectorArguments, SeenArguments, detector, measure};

/// What `calibrate colors` takes. Without --facelets and --scheme the cube is solved and its faces come in any order.
#[derive(Args)]
pub struct ColorsArguments {
    #[command(flatten)]
    pub seen: SeenArguments,
    #[command(flatten)]
    pub hand: HandArguments,
    /// The cube as it really is: 54 letters in the order U R F D L B, face letters or colour letters; solved if not given.
    /// With face letters the six colours are named by what cubes commonly look like, unless --scheme is given. The pictures may be
    /// turned: they are turned back so that they fit.
    #[arg(long, value_name = "FACELETS")]
    pub facelets: Option<String>,
    /// The colours of the faces U R F D L B: western, japanese, or six letters such as WRGYOB. A solved cube's faces then
    /// come in that order, which helps where a colour is nothing like its name.
    #[arg(long, value_name = "NAME")]
    pub scheme: Option<ColorScheme>,
    /// Where the colours are written.
    #[arg(long, value_name = "FILE.toml", default_value = "colors.toml")]
    pub output: PathBuf,
    #[command(flatten)]
    pub detector: DetectorArguments,
}

/// The JSON object of a colour.
#[derive(Serialize)]
struct Row {
    colour: &'static str,
    rgb: [f32; 3],
    /// The colour that is nearest to it, and how far away, in standard deviations of the stickers of one colour.
    nearest: &'static str,
    distance: f32,
}

/// The JSON object of what was learned.
#[derive(Serialize)]
struct Learned {
    file: String,
    colours: Vec<Row>,
    warnings: Vec<String>,
}

/// Learns the colours and writes them down; a calibration that contradicts itself is a failure and writes nothing.
pub fn run(typed: &ColorsArguments, output: &mut Output) -> Result<(), Failure> {
    let mut detector = detector(&typed.detector, None)?;
    let (faces, calibration) = match typed.hand.camera() {
        Some(camera) => before_camera(camera, typed, &mut detector)?,
        None => {
            let calibration = calibration(typed)?;
            let faces = measure(&typed.seen, &mut detector).or_fail()?;
            (faces, calibration)
        }
    };
    let assumed = match calibration {
        ColorCalibration::Solved => {
            "; the cube was assumed to be solved: give its 54 letters with --facelets if it is not"
        }
        ColorCalibration::Known(..) => "",
    };
    let colors = CubeColors::from_calibration(&faces, &calibration)
        .map_err(|error| Failure::NotAsGiven(format!("nothing was learned: {error}{assumed}")))?;
    write_file(&typed.output, &colors.to_toml())?;
    let warnings = colors.warnings();
    warnings.iter().for_each(log);
    let rows = Color::ALL.map(|color| {
        let (nearest, distance) = colors.neighbor(color);
        Row { colour: color.name(), rgb: colors.rgb(color), nearest: nearest.name(), distance }
    });
    if output.wants_json() {
        return output.json(&Learned { file: typed.output.display().to_string(), colours: rows.into(), warnings });
    }
    for row in rows {
        let style = painted(row.rgb);
        let [red, green, blue] = row.rgb;
        output.text(format_args!(
            "  {style}      {style:#} {:7} {red:4.0} {green:4.0} {blue:4.0}   {:5.1} from {}",
            row.colour, row.distance, row.nearest
        ))?;
    }
    output.text(format_args!(
        "red, green, blue from 0 to 255; distances in standard deviations of stickers of one colour; written to '{}'",
        typed.output.display()
    ))
}

/// The faces that a person shows to the camera, and the cube as it was read, put right and confirmed.
fn before_camera(
    camera: &str,
    typed: &ColorsArguments,
    detector: &mut dyn FaceReader,
) -> Result<(Measurements, ColorCalibration), Failure> {
    let shown = hand_scan::shown(camera, &typed.hand, detector, None)?;
    let refused = |reason: String| Failure::NotAsGiven(format!("nothing was learned: {reason}"));
    if !shown.confirmed && !shown.reading.is_certain() {
        return Err(refused(shown.reading.problems.join("; ")));
    }
    let faces = shown
        .measured
        .ok_or_else(|| refused("the cube was entered, so no colours were measured; show its faces".to_owned()))?;
    let reading = shown.reading;
    let given = match calibration(typed)? {
        ColorCalibration::Known(facelets, _) if typed.facelets.is_some() => facelets,
        _ => reading.facelets,
    };
    if given != reading.facelets {
        return Err(refused(format!("--facelets is {given}, but the camera saw {}", reading.facelets)));
    }
    let scheme = typed.scheme.unwrap_or(reading.scheme);
    Ok((faces, ColorCalibration::Known(given, Some(scheme))))
}

/// The cube that the options give.
fn calibration(typed: &ColorsArguments) -> Result<ColorCalibration, Failure> {
    let Some(text) = &typed.facelets else {
        return Ok(match typed.scheme {
            Some(scheme) => ColorCalibration::Known(Cube::SOLVED.facelets(), Some(scheme)),
            None => ColorCalibration::Solved,
        });
    };
    let unreadable = |error: cube::Error| Failure::Usage(format!("--facelets: {error}"));
    let Reading { facelets, scheme } = Reading::parse(text).map_err(unreadable)?;
    if let (Some(given), Some(letters)) = (typed.scheme, scheme)
        && given != letters
    {
        return Err(Failure::Usage(format!("the centres of --facelets are {letters}, but --scheme is {given}")));
    }
    let scheme = scheme.or(typed.scheme);
    Cube::try_from(&facelets).map_err(unreadable)?;
    Ok(ColorCalibration::Known(facelets, scheme))
}

/// A patch of this colour on terminals that can show it.
fn painted(rgb: [f32; 3]) -> Style {
    let [red, green, blue] = rgb.map(|channel| channel.round() as u8);
    Style::new().bg_color(Some(TerminalColor::Rgb(RgbColor(red, green, blue))))
}
