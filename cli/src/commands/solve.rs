//! `cuberig solve`: moves that solve each cube.

use clap::Args;
use serde::Serialize;
use solver::Solution;

use crate::cubes::{CubeArguments, Layout, for_each};
use crate::failure::Failure;
use crate::net::Net;
use crate::output::Output;
use crate::solving::{Solving, SolvingArguments};
use crate::values::{NotationArgument, Writing};

/// What `solve` takes.
#[derive(Args)]
pub struct SolveArguments {
    #[command(flatten)]
    pub cubes: CubeArguments,
    #[command(flatten)]
    pub layout: Layout,
    #[command(flatten)]
    pub notation: NotationArgument,
    #[command(flatten)]
    pub solving: SolvingArguments,
}

/// The JSON object of a solution: a contract, scripts rely on the keys.
#[derive(Serialize)]
struct Solved<'a> {
    moves: String,
    htm: usize,
    qtm: usize,
    seconds: f64,
    optimal: bool,
    method: &'a str,
    nodes: u64,
    stages: Vec<StageOfMoves<'a>>,
}

/// A named part of the moves.
#[derive(Serialize)]
struct StageOfMoves<'a> {
    name: &'a str,
    moves: String,
}

impl<'a> Solved<'a> {
    fn new(solution: &'a Solution, writing: Writing) -> Solved<'a> {
        let stage =
            |stage: &'a solver::Stage| StageOfMoves { name: &stage.name, moves: writing.of_moves(&stage.moves) };
        Solved {
            moves: writing.of_moves(solution.moves()),
            htm: solution.htm(),
            qtm: solution.qtm(),
            seconds: solution.seconds,
            optimal: solution.is_optimal(),
            method: &solution.method,
            nodes: solution.nodes,
            stages: solution.stages().iter().map(stage).collect(),
        }
    }
}

/// Solves one cube after the other.
pub fn run(typed: &SolveArguments, output: &mut Output) -> Result<(), Failure> {
    let mut solving = Solving::new(&typed.solving)?;
    for_each(&typed.cubes, typed.layout, output, |given, output| {
        let solution = solving.solve(&given.cube)?;
        let answer = Solved::new(&solution, typed.notation.notation);
        if output.wants_json() {
            return output.json(&answer);
        }
        if output.is_terminal() {
            output.text(Net::new(&given.cube.facelets(), &given.scheme))?;
        }
        output.text(&answer.moves)?;
        let proof = match solution.is_optimal() {
            true => format!("proven shortest in the {} metric", solving.metric()),
            false => "not proven shortest".into(),
        };
        let Solved { htm, qtm, seconds, method, nodes, .. } = &answer;
        output.text(format_args!(
            "  {htm} moves, {qtm} quarter turns, {proof}; {method}, {seconds:.3} s, {nodes} positions"
        ))?;
        let width = answer.stages.iter().map(|stage| stage.name.chars().count()).max().unwrap_or(0);
        for StageOfMoves { name, moves } in &answer.stages {
            output.text(format_args!("  {name:width$}  {moves}"))?;
        }
        Ok(())
    })
}
