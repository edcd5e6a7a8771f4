//! Section 6.1.1, future work: what the ideas that the thesis left for later bring.
//!
//! Each row divides the search without an idea by the same search with it, in nodes or in time, on the same cubes and in one run.

use std::time::Instant;

use cube::{Cube, Move, inverted};
use solver::{Control, Limits, Solver};

use super::people::Person;
use super::{Conditions, Published, Row, cubes};
use crate::{Error, Habits, Ideas, Kociemba, Korf, KorfIdeas, KorfInterleaved, PhaseOne};

/// The memory of a small fringe and of a large one, bytes.
const FRINGES: [(u64, &str); 2] = [(16 << 20, "16 MiB"), (512 << 20, "512 MiB")];
/// Solutions of one person that habits are learned from, and their length.
const LEARNED: usize = 500;
const LEARNED_TURNS: usize = 20;
/// Turns below this many per mille are left out; all 18 alike would have 56 to 67 each.
const RARE: [u32; 3] = [10, 20, 40];

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let mut rows = interleaved(conditions)?;
    rows.extend(two_phase(conditions)?);
    rows.extend(probable(conditions)?);
    Ok(rows)
}

/// Interleaved fringe search (6.1.1.1), against the same search without a fringe.
fn interleaved(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let depth = conditions.either(12, 14);
    let cubes = cubes::of_depth(depth, conditions.either(3, 8));
    let mut solver = KorfInterleaved::load(&conditions.tables, &conditions.building())?;
    let mut rows = Vec::new();
    for (memory, name) in FRINGES {
        conditions.report(0.0, format!("interleaved fringe of {name}"));
        let mut sums = [Sum::default(); 2];
        for cube in &cubes {
            for (sum, memory) in sums.iter_mut().zip([0, memory]) {
                solver = solver.with_memory(memory);
                let start = Instant::now();
                sum.nodes += solver.nodes(cube, depth - 1, conditions.threads);
                sum.seconds += start.elapsed().as_secs_f64();
            }
        }
        let note =
            format!("{} cubes, looking through {} moves, {} threads", cubes.len(), depth - 1, conditions.threads);
        rows.extend(Sum::compared(&format!("interleaved fringe of {name}"), sums, &note));
    }
    Ok(rows)
}

/// Fringe search in phase 1 of Kociemba's algorithm (6.1.1.5), against iterative deepening.
fn two_phase(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let depth = conditions.either(11, 12);
    let near = cubes::of_depth(depth, conditions.either(3, 8));
    let count = conditions.either(10, 100);
    let mut solver = Kociemba::new(PhaseOne::Deepening);
    let ways = [PhaseOne::Deepening, PhaseOne::FRINGE];
    conditions.report(0.3, "fringe search in phase 1");
    let mut sums = [Sum::default(); 2];
    for cube in &near {
        for (sum, way) in sums.iter_mut().zip(ways) {
            solver = solver.with(way);
            let start = Instant::now();
            sum.nodes += solver.phase_one_nodes(cube, depth - 1)?;
            sum.seconds += start.elapsed().as_secs_f64();
        }
    }
    let note = format!("{} cubes, looking through {} moves", near.len(), depth - 1);
    let mut rows = Sum::compared("two-phase with a fringe, to the proof", sums, &note);
    let limits = Limits { time: Some(std::time::Duration::ZERO), threads: 1, ..Limits::default() };
    let mut sums = [Sum::default(); 2];
    for seed in 0..count {
        for (sum, way) in sums.iter_mut().zip(ways) {
            solver = solver.with(way);
            let start = Instant::now();
            let solution = solver.solve(&Cube::from_seed(seed), &limits, &Control::default())?;
            sum.seconds += start.elapsed().as_secs_f64();
            sum.nodes += solution.nodes;
        }
    }
    let note = format!("{count} random cubes, positions of both phases");
    rows.extend(Sum::compared("two-phase with a fringe, first solution", sums, &note));
    Ok(rows)
}

/// Probabilistic search (6.1.1.4): the likeliest branches first, and then without the rare ones.
fn probable(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let turns = conditions.either(10, 11);
    let count = conditions.either(10, 60);
    let mut person = Person::new(1);
    let earlier: Vec<Vec<Move>> = (0..LEARNED).map(|_| inverted(&person.scramble(LEARNED_TURNS))).collect();
    let habits = Habits::learned_from(earlier.iter().map(Vec::as_slice));
    let scrambled = (0..count).map(|_| Cube::SOLVED.apply_all(&person.scramble(turns)));
    let sorts = [
        (format!("{turns} turns of a person"), scrambled.collect::<Vec<Cube>>()),
        (format!("random cubes of {turns} moves"), cubes::of_depth(turns, count)),
    ];
    let korf = Korf::load(&conditions.tables, &conditions.building())?;
    let plain = Ideas { looks_back: true, ..Ideas::STOCK };
    let mut solver = KorfIdeas::load(plain, &conditions.tables, &conditions.building())?;
    let mut rows = Vec::new();
    for (sort, cubes) in &sorts {
        conditions.report(0.6, format!("probabilistic search, {sort}"));
        let mut least = Vec::new();
        for cube in cubes {
            least.push(shortest(&korf, cube, turns)?.unwrap_or(turns));
        }
        let nodes = |solver: &KorfIdeas| -> u64 {
            let searches = cubes.iter().zip(&least);
            searches.map(|(cube, &least)| solver.nodes(cube, least)).sum()
        };
        solver = solver.with(plain);
        let without = nodes(&solver);
        for rare in [0].into_iter().chain(RARE) {
            solver = solver.with(Ideas { habits: Some(habits), leaves_out_below: rare, ..plain });
            let with = nodes(&solver);
            let name = match rare {
                0 => format!("likeliest branches first: {sort}"),
                _ => format!("without turns below {rare} per mille: {sort}"),
            };
            let ratio = without as f64 / with as f64;
            let note = format!("{without} and {with} nodes, {} cubes", cubes.len());
            rows.push(Row::new(&name, "times fewer nodes", Published::NOTHING, ratio).noted(note));
            if 0 < rare {
                let mut missed = 0;
                for (cube, &least) in cubes.iter().zip(&least) {
                    missed += usize::from(shortest(&solver, cube, least)?.is_none());
                }
                let share = 100.0 * missed as f64 / cubes.len() as f64;
                let name = format!("{name}, shortest solutions missed");
                rows.push(Row::new(name, "%", Published::NOTHING, share));
            }
        }
    }
    Ok(rows)
}

/// The length of the method's solution of at most this many moves, if it finds one.
fn shortest(solver: &dyn Solver, cube: &Cube, most: usize) -> Result<Option<usize>, Error> {
    let limits = Limits { time: None, max_length: Some(most), threads: 1, ..Limits::default() };
    match solver.solve(cube, &limits, &Control::default()) {
        Ok(solution) => Ok(Some(solution.length())),
        // Without a time limit, a search that leaves branches out ends so where the solution is in one of them.
        Err(solver::Error::NotFound { .. } | solver::Error::Stopped { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// What several searches took.
#[derive(Clone, Copy, Default)]
struct Sum {
    nodes: u64,
    seconds: f64,
}

impl Sum {
    /// Two rows: without the idea divided by with it, in nodes and in time.
    fn compared(name: &str, [without, with]: [Sum; 2], note: &str) -> Vec<Row> {
        let nodes = without.nodes as f64 / with.nodes as f64;
        let seconds = without.seconds / with.seconds;
        let row =
            |what: &str, unit: &str, ratio: f64| Row::new(format!("{name}: {what}"), unit, Published::NOTHING, ratio);
        vec![
            row("nodes", "times fewer", nodes).noted(format!("{} and {} nodes, {note}", without.nodes, with.nodes)),
            row("time", "times faster", seconds)
                .noted(format!("{:.2} s and {:.2} s, {note}", without.seconds, with.seconds)),
        ]
    }
}
