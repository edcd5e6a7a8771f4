//! `cuberig cuboid`: the 2x2x1 solved, scrambled and drawn on the graph of all its states.

use clap::{Args, Subcommand, ValueEnum};
use cube::{Cuboid, CuboidTurn};
use serde::Serialize;
use serde_json::json;
use teach::cuboid_graph::{CuboidGraph, Minimize};
use teach::picture::cuboid_picture;

use crate::failure::{Failure, OrFail};
use crate::output::Output;
use crate::values::seed;

/// What to do with the 2x2x1.
#[derive(Subcommand)]
pub enum CuboidArguments {
    /// Print the best turns that solve a state.
    Solve(SolveArguments),
    /// Do turns from the solved state, and print the state.
    Scramble(ScrambleArguments),
    /// Print what the graph of all states is like, or draw it.
    Graph(GraphArguments),
}

/// What `cuboid solve` takes.
#[derive(Args)]
pub struct SolveArguments {
    /// 16 colour letters, faces in the order F B U D L R; solved is WWWWYYYYBBGGOORR.
    state: String,
    /// What the path is short in; the other counts where two paths are equal.
    #[arg(long, value_enum, default_value_t = Measure::Turns)]
    minimize: Measure,
}

/// What `cuboid scramble` takes.
#[derive(Args)]
pub struct ScrambleArguments {
    /// Turns such as RURLDU; random ones if not given.
    moves: Option<String>,
    /// The same seed gives the same turns on every machine. Without it, any.
    #[arg(long, value_name = "N", conflicts_with = "moves", value_parser = seed)]
    seed: Option<u64>,
    /// How many random turns.
    #[arg(long, value_name = "N", default_value_t = 20, conflicts_with = "moves", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    turns: u64,
}

/// What `cuboid graph` takes.
#[derive(Args)]
pub struct GraphArguments {
    /// Print the graph for Graphviz.
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    dot: bool,
    /// Print the graph as a picture.
    #[arg(long, conflicts_with = "json")]
    svg: bool,
}

/// What a path is short in.
#[derive(Clone, Copy, ValueEnum)]
pub enum Measure {
    /// The number of turns.
    Turns,
    /// The time of a hand: R 1, U 2, L 2, D 3.
    Time,
}

/// The JSON object of a solution.
#[derive(Serialize)]
struct Solved {
    moves: String,
    turns: u32,
    time: u32,
}

/// The JSON object of the graph: a contract, scripts rely on the keys.
#[derive(Serialize)]
struct Figures {
    states: usize,
    edges: usize,
    by_distance: Vec<usize>,
    diameter_turns: u32,
    diameter_time: u32,
}

/// Does what was asked.
pub fn run(typed: &CuboidArguments, output: &mut Output) -> Result<(), Failure> {
    match typed {
        CuboidArguments::Solve(typed) => solve(typed, output),
        CuboidArguments::Scramble(typed) => scramble(typed, output),
        CuboidArguments::Graph(typed) => graph(typed, output),
    }
}

fn written(turns: &[CuboidTurn]) -> String {
    turns.iter().map(|turn| turn.letter()).collect()
}

fn solve(typed: &SolveArguments, output: &mut Output) -> Result<(), Failure> {
    let state: Cuboid = typed.state.parse().or_fail()?;
    let minimize = match typed.minimize {
        Measure::Turns => Minimize::Turns,
        Measure::Time => Minimize::Time,
    };
    let turns = CuboidGraph::new().solve(&state, minimize);
    let solved = Solved {
        moves: written(&turns),
        turns: Minimize::Turns.length(&turns).0,
        time: Minimize::Time.length(&turns).0,
    };
    match output.wants_json() {
        true => output.json(&solved),
        false => {
            let Solved { moves, turns, time } = solved;
            output.text(format_args!("{moves} ({turns} turns, time {time})"))
        }
    }
}

fn scramble(typed: &ScrambleArguments, output: &mut Output) -> Result<(), Failure> {
    let turns = match &typed.moves {
        Some(text) => CuboidTurn::parse_all(text).or_usage()?,
        None => random(typed.seed.unwrap_or_else(rand::random), typed.turns),
    };
    let (state, moves) = (Cuboid::SOLVED.apply_all(&turns).to_string(), written(&turns));
    match output.wants_json() {
        true => output.json(&json!({ "state": state, "moves": moves })),
        false => {
            output.text(moves)?;
            output.text(state)
        }
    }
}

/// Random turns of a seed, no turn twice in a row: those of a random sequence of the cube that the 2x2x1 has too.
fn random(seed: u64, count: u64) -> Vec<CuboidTurn> {
    let count = count as usize;
    let many = cube::random_moves(seed, 4 * count + 64).into_iter();
    let mut turns: Vec<CuboidTurn> = many
        .filter_map(|turn| {
            let letter = turn.face().letter();
            CuboidTurn::ALL.into_iter().find(|turn| turn.letter() == letter)
        })
        .collect();
    turns.dedup();
    turns.truncate(count);
    turns
}

fn graph(typed: &GraphArguments, output: &mut Output) -> Result<(), Failure> {
    let graph = CuboidGraph::new();
    if typed.dot {
        return output.text(graph.dot().trim_end());
    }
    if typed.svg {
        return output.text(cuboid_picture(&graph).trim_end());
    }
    let figures = Figures {
        states: graph.states().len(),
        edges: graph.edges().len(),
        by_distance: graph.by_distance(),
        diameter_turns: graph.diameter(Minimize::Turns),
        diameter_time: graph.diameter(Minimize::Time),
    };
    if output.wants_json() {
        return output.json(&figures);
    }
    output.text(format_args!("{} states, {} turns from state to state", figures.states, figures.edges))?;
    for (distance, count) in figures.by_distance.iter().enumerate() {
        output.text(format_args!("{count:4} states need {distance} turns"))?;
    }
    output.text(format_args!(
        "any state reaches any other in {} turns, or in a time of {}",
        figures.diameter_turns, figures.diameter_time
    ))
}
