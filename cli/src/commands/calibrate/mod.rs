//! `cuberig calibrate`: measure the parts of a rig; a file for each part.

mod colors;
mod maestro;
mod motors;
mod step_plot;

use clap::Subcommand;

use crate::failure::Failure;
use crate::output::Output;

/// What to measure.
#[derive(Subcommand)]
pub enum Part {
    /// Learn the colours of your own cube from its six faces, and write them to a file for `scan`, `state` and the nodes.
    Colors(colors::ColorsArguments),
    /// Identify the motors of bricks by step responses, and write their models to a file for the drivers; or lead through the end
    /// points of hobby servos on a Maestro.
    Motors(motors::MotorsArguments),
}

/// Measures a part.
pub fn run(part: &Part, output: &mut Output) -> Result<(), Failure> {
    match part {
        Part::Colors(typed) => colors::run(typed, output),
        Part::Motors(typed) => motors::run(typed, output),
    }
}
