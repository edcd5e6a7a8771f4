//! `cuberig bench`: measures one area at a time and prints the figures with the machine they belong to.
//!
//! An area is a file here: its arguments, and a `run` that measures and returns a [`report::Report`]. It is
//! named in [`Area`] and in [`run`]. The area `thesis` prints by itself: one result after the other, each when it is whole.

mod machine;
mod page;
mod planner;
mod report;
mod solver;
mod statistics;
mod teach;
mod thesis;
mod vision;

use clap::Subcommand;

use crate::failure::Failure;
use crate::output::Output;
use machine::Machine;

/// What can be measured.
#[derive(Subcommand)]
pub enum Area {
    /// Lengths and times of the solving methods over a fixed set of cubes.
    Solver(solver::Arguments),
    /// What plans take on the rig: the thesis' way, exact per sequence, and searched for rig time.
    Planner(planner::Arguments),
    /// How well pictures with known truth are read, how honestly, how fast.
    Vision(vision::Arguments),
    /// What the server of the web page costs, and how soon it answers.
    Page(page::Arguments),
    /// How long the lessons of the human methods are, stage by stage.
    Teach(teach::Arguments),
    /// The results of the thesis made again: the published figure next to the measured one.
    Thesis(thesis::Arguments),
}

/// Measures an area, then prints its report: tables, or one JSON object.
pub fn run(area: &Area, output: &mut Output) -> Result<(), Failure> {
    let report = match area {
        Area::Solver(typed) => solver::run(typed)?,
        Area::Planner(typed) => planner::run(typed)?,
        Area::Vision(typed) => vision::run(typed)?,
        Area::Page(typed) => page::run(typed)?,
        Area::Teach(typed) => teach::run(typed)?,
        Area::Thesis(typed) => return thesis::run(typed, output),
    };
    report.print(&Machine::this(), output)
}
