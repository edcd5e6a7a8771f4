//! The `cuberig` command line: the crates without ROS.

mod arguments;
mod bench;
mod commands;
mod cubes;
mod failure;
mod hand_scan;
mod method;
mod net;
mod output;
mod place;
mod profiles;
mod proving;
mod seen;
mod size;
mod solving;
mod tables;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Command};
use crate::failure::Failure;
use crate::output::Output;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(refusal) => {
            // Help and version come this way too, with status 0. Nobody is left to tell when the terminal is gone.
            let _ = refusal.print();
            return ExitCode::from(u8::try_from(refusal.exit_code()).unwrap_or(2));
        }
    };
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    let mut output = Output::new(arguments.json);
    match arguments.command {
        Command::Solve(typed) => commands::solve::run(&typed, &mut output),
        Command::Plan(typed) => commands::plan::run(&typed, &mut output),
        Command::Scan(typed) => commands::scan::run(&typed, &mut output),
        Command::State(typed) => commands::state::run(&typed, &mut output),
        Command::Scramble(typed) => commands::scramble::run(&typed, &mut output),
        Command::Verify(typed) => commands::verify::run(&typed, &mut output),
        Command::Tables(typed) => commands::tables::run(&typed, &mut output),
        Command::Calibrate(part) => commands::calibrate::run(&part, &mut output),
        Command::Doctor(typed) => commands::doctor::run(&typed, &mut output),
        Command::Bench(area) => bench::run(&area, &mut output),
    }
}
