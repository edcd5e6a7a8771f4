//! The `cuberig` command line: the crates without ROS.

mod bench;
mod commands;
mod cubes;
mod failure;
mod hand_scan;
mod lesson_page;
mod method;
mod net;
mod output;
mod page_host;
mod phone;
mod place;
mod plan_page;
mod practice_page;
mod profiles;
mod proving;
mod read_cube;
mod rig_program;
mod seen;
mod size;
mod solving;
mod tables;
mod values;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::failure::Failure;
use crate::output::Output;

/// Read, solve and plan Rubik's Cubes for the four-arm rig.
///
/// Exit status: 0 done, 1 a cube or image is not solvable or readable as given, 2 wrong usage.
#[derive(Parser)]
#[command(name = "cuberig", version, max_term_width = 100)]
struct Arguments {
    /// Print one JSON object for each result.
    #[arg(long, global = true)]
    json: bool,
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Subcommand)]
enum Command {
    /// Find moves that solve a cube.
    Solve(commands::solve::SolveArguments),
    /// Plan the arms' fastest motions for moves, or for solving a cube.
    Plan(commands::plan::PlanArguments),
    /// Find and name the cube faces in pictures.
    Scan(commands::scan::ScanArguments),
    /// Read a whole cube from six pictures, from measured colours, or typed face by face.
    State(commands::state::StateArguments),
    /// Print random cubes, each of the 43 252 003 274 489 856 000 with equal chances, or random turns.
    Scramble(commands::scramble::ScrambleArguments),
    /// Teach how people solve a cube: a lesson with reasons, step by step.
    Teach(commands::teach::TeachArguments),
    /// Practise: drills of the cases that are due, and a timer.
    Practise(commands::practise::PractiseArguments),
    /// Apply, invert and study sequences of moves.
    #[command(subcommand)]
    Sequence(commands::sequence::SequenceArguments),
    /// Show the cases of OLL, PLL and F2L with their sequences.
    Cases(commands::cases::CasesArguments),
    /// Solve, scramble and draw the 2x2x1.
    #[command(subcommand)]
    Cuboid(commands::cuboid::CuboidArguments),
    /// Check whether moves solve a cube.
    Verify(commands::verify::VerifyArguments),
    /// Build tables ahead of their use, list, check or remove them.
    Tables(commands::tables::TablesArguments),
    /// Measure a part of a real or simulated rig and write down what was found.
    #[command(subcommand)]
    Calibrate(commands::calibrate::Part),
    /// Record all topics of a rig that runs, until Ctrl-C.
    Record(commands::record::RecordArguments),
    /// Look again at what a recorded rig has seen, and name what differs now.
    Replay(commands::replay::ReplayArguments),
    /// Make a page about a recorded run: the cube, faces, plan against deed, errors, latencies, faults.
    Report(commands::report::ReportArguments),
    /// Stop a rig that runs: all motors hold.
    Stop(commands::stop::StopArguments),
    /// Check the bricks and motors of a rig one by one, before its first run.
    Doctor(commands::doctor::DoctorArguments),
    /// Let the whole graph's logic run under drawn faults in simulated time, and report broken laws by seed.
    Storm(commands::storm::StormArguments),
    /// Measure an area and print the figures with the machine they belong to.
    #[command(subcommand)]
    Bench(bench::Area),
}

fn main() -> ExitCode {
    let matches = reads_negative_numbers(Arguments::command()).try_get_matches();
    let arguments = match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments,
        Err(refusal) => {
            // Help and version come this way too, with status 0. Nothing can be printed when the terminal is gone.
            let _ = refusal.print();
            return ExitCode::from(u8::try_from(refusal.exit_code()).unwrap_or(2));
        }
    };
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// `--seed -1` is a number that is refused by name, not an option that nobody knows.
fn reads_negative_numbers(command: clap::Command) -> clap::Command {
    let reads = |argument: clap::Arg| {
        let takes_values = argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_values)
    };
    command.mut_args(reads).mut_subcommands(reads_negative_numbers)
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    let mut output = Output::new(arguments.json);
    match arguments.command {
        Command::Solve(typed) => commands::solve::run(&typed, &mut output),
        Command::Plan(typed) => commands::plan::run(&typed, &mut output),
        Command::Scan(typed) => commands::scan::run(&typed, &mut output),
        Command::State(typed) => commands::state::run(&typed, &mut output),
        Command::Scramble(typed) => commands::scramble::run(&typed, &mut output),
        Command::Teach(typed) => commands::teach::run(&typed, &mut output),
        Command::Practise(typed) => commands::practise::run(&typed, &mut output),
        Command::Sequence(typed) => commands::sequence::run(&typed, &mut output),
        Command::Cases(typed) => commands::cases::run(&typed, &mut output),
        Command::Cuboid(typed) => commands::cuboid::run(&typed, &mut output),
        Command::Verify(typed) => commands::verify::run(&typed, &mut output),
        Command::Tables(typed) => commands::tables::run(&typed, &mut output),
        Command::Calibrate(part) => commands::calibrate::run(&part, &mut output),
        Command::Record(typed) => commands::record::run(&typed, &output),
        Command::Replay(typed) => commands::replay::run(&typed, &mut output),
        Command::Report(typed) => commands::report::run(&typed, &mut output),
        Command::Stop(typed) => commands::stop::run(&typed, &output),
        Command::Doctor(typed) => commands::doctor::run(&typed, &mut output),
        Command::Storm(typed) => commands::storm::run(&typed, &mut output),
        Command::Bench(area) => bench::run(&area, &mut output),
    }
}
