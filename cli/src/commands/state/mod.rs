//! `cuberig state`: the cube that six pictures, or 54 measured colours, show, or that a person types.

mod turns;
mod typed;

use std::path::PathBuf;

use clap::Args;
use cube::{ColorScheme, Face};
use vision::{CubeColors, Measurements, TurnedReading, Verdict, read_turned, state};

use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;
use crate::read_cube::ReadCube;
use crate::seen::{DetectorArguments, SeenArguments, colors, detector, measure};
use crate::values::NotationArgument;
use turns::Turns;

/// Most possible cubes that are printed as text.
const MOST_LISTED: usize = 8;

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
    /// How the pictures may have been turned when they were taken: any, as-taken for not at all, or the letters of the faces whose
    /// pictures are not turned. If not given, any for pictures; the colours of --rgb count as turned only where they make no cube
    /// as they are.
    #[arg(long, value_name = "TURNS", conflicts_with = "typed")]
    pub turns: Option<Turns>,
    /// Take a cube that exists although its reading is not certain.
    #[arg(long)]
    pub accept_doubt: bool,
    #[command(flatten)]
    pub notation: NotationArgument,
    #[command(flatten)]
    pub detector: DetectorArguments,
}

/// Reads the state. One that no cube can have is a failure, and so is one that is not certain.
pub fn run(arguments: &StateArguments, output: &mut Output) -> Result<(), Failure> {
    let writing = arguments.notation.notation;
    if arguments.typed {
        return typed::run(writing, output);
    }
    let colors = colors(arguments.colors.as_deref())?;
    let mut detector = detector(&arguments.detector, colors.as_ref())?;
    let read = measure(&arguments.seen, &mut detector).and_then(|faces| {
        let turned = read(&faces, colors.as_ref(), arguments)?;
        let may_be_out_of_order = turned.reading.verdict == Verdict::Impossible && arguments.seen.rgb.is_none();
        match may_be_out_of_order.then(|| right_order(&faces, colors.as_ref(), arguments)).flatten() {
            Some(order) => {
                Err(format!("these six faces make no cube in the given order, but in the order {order} they do"))
            }
            None => Ok(turned),
        }
    });
    let turned = match read {
        Ok(turned) => turned,
        Err(reason) => {
            if output.wants_json() {
                output.json(&ReadCube::none(&reason))?;
            }
            return Err(Failure::NotAsGiven(reason));
        }
    };
    let reading = &turned.reading;
    let facelets = reading.facelets;
    let mut answer = ReadCube::of_pictures(&turned);
    answer.pieces = writing.pieces(&facelets);
    if let Some(face) = turned.ask {
        answer.problems.push(format!(
            "if the picture of {face} is not turned, add --turns {face}; if no picture is turned, add --turns as-taken"
        ));
    }
    if let Some(given) = arguments.scheme
        && !reading.scheme.colors_alike(&given)
    {
        (answer.valid, answer.certain) = (false, false);
        answer.problems.push(format!(
            "the centres of U R F D L B are {}, but a cube coloured {given} never shows that: a face is out of order or misread",
            reading.scheme
        ));
    }
    if output.wants_json() {
        output.json(&answer)?;
    } else {
        if output.is_terminal() {
            output.text(Net::new(&facelets, &reading.scheme).marking(reading.doubtful.clone()))?;
        }
        output.text(writing.of_cube(&facelets))?;
        if answer.valid {
            for sentence in answer.problems.iter().chain(&answer.notes) {
                output.text(format_args!("  {sentence}"))?;
            }
            for possible in turned.possible.iter().take(MOST_LISTED) {
                let cube = writing.of_cube(&possible.facelets);
                output.text(format_args!("  possible: {cube}"))?;
            }
            if MOST_LISTED < turned.possible.len() {
                let more = turned.possible.len() - MOST_LISTED;
                output.text(format_args!("  and {more} more (--json lists all)"))?;
            }
        }
    }
    match (answer.valid, answer.certain || arguments.accept_doubt) {
        (true, true) => Ok(()),
        (true, false) => Err(Failure::NotAsGiven(format!(
            "the reading is not certain (--accept-doubt accepts it): {}",
            answer.problems.join("; ")
        ))),
        (false, _) => Err(Failure::NotAsGiven(answer.problems.join("; "))),
    }
}

/// Reads six faces, turned as the options allow.
fn read(
    faces: &Measurements,
    colors: Option<&CubeColors>,
    arguments: &StateArguments,
) -> Result<TurnedReading, String> {
    let read = |turns: &Turns| read_turned(faces, colors, turns.upright()).map_err(|error| error.to_string());
    match &arguments.turns {
        Some(turns) => read(turns),
        None if arguments.seen.rgb.is_none() => read(&Turns::any()),
        // A machine that measures colours knows how each face is turned.
        None => match read(&Turns::as_taken())? {
            turned if turned.reading.verdict == Verdict::Impossible => read(&Turns::any()),
            as_taken => Ok(as_taken),
        },
    }
}

/// The pictures in an order in which they make a cube.
fn right_order(faces: &Measurements, colors: Option<&CubeColors>, arguments: &StateArguments) -> Option<String> {
    let upright = arguments.turns.as_ref().map_or(&[][..], Turns::upright);
    let order = state::order(faces, colors, upright).ok()??;
    let file = |at: usize| arguments.seen.images[at].display();
    let named = Face::ALL.into_iter().zip(order).map(|(face, at)| format!("{face}='{}'", file(at)));
    Some(named.collect::<Vec<_>>().join(", "))
}
