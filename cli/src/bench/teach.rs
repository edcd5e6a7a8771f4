//! The area `teach`: how long the lessons of the human methods are, stage by stage, over random cubes.

use std::collections::BTreeSet;
use std::time::Instant;

use cube::{Cube, Metric, fold_rotations};
use teach::{Lesson, LessonStage, Method, Options, cfop, teach};

use super::report::{Column, Report, Table};
use super::statistics::Sample;
use crate::failure::Failure;

/// What `bench teach` takes.
#[derive(clap::Args)]
pub struct Arguments {
    /// Random cubes from this seed on, as `scramble` prints them.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many random cubes.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// For how many of them an expert's way is sought, which takes longer.
    #[arg(long, value_name = "N", default_value_t = 300)]
    experts: u64,
}

/// Teaches all cubes by all methods.
pub fn run(typed: &Arguments) -> Result<Report, Failure> {
    let seeds = (0..typed.count).map(|offset| typed.seed.wrapping_add(offset));
    let cubes: Vec<Cube> = seeds.map(Cube::from_seed).collect();
    let mut table = Table::new("lessons");
    for method in Method::ALL {
        let start = Instant::now();
        let lessons: Vec<Lesson> = cubes.iter().filter_map(|cube| teach(method, cube, &options()).ok()).collect();
        let microseconds = start.elapsed().as_secs_f64() * 1e6 / cubes.len() as f64;
        // A lesson that does not solve is none.
        let failures = cubes.len() - lessons.len();
        for stage in 0..method.stages().len() {
            let stages: Vec<&LessonStage> = lessons.iter().map(|lesson| &lesson.stages()[stage]).collect();
            let cases: BTreeSet<&str> =
                stages.iter().flat_map(|stage| stage.steps.iter().map(|step| step.case.as_str())).collect();
            let name = stages.first().map_or("", |stage| stage.name.as_str());
            let (half, quarter): (Vec<_>, Vec<_>) = stages.iter().map(|stage| length(stage)).unzip();
            row(&mut table, method, name, [&half, &quarter], [Some(cases.len()), None], None);
        }
        let lengths = lessons.iter().map(|lesson| (lesson.half_turns(), lesson.quarter_turns()));
        let (half, quarter): (Vec<_>, Vec<_>) = lengths.unzip();
        let all: BTreeSet<&str> =
            lessons.iter().flat_map(|lesson| lesson.steps().map(|(_, step)| step.case.as_str())).collect();
        row(&mut table, method, "all", [&half, &quarter], [Some(all.len()), Some(failures)], Some(microseconds));
        if method == Method::Cfop {
            let cubes = cubes.iter().take(typed.experts as usize);
            let experts: Vec<usize> = cubes.map(|cube| cfop::expert_turns(cube, &options())).collect();
            row(&mut table, method, "all, an expert", [&experts, &[]], [None, None], None);
        }
    }
    let report = Report::new("teach")
        .under("cubes", typed.count)
        .under("seed", typed.seed)
        .under("experts", typed.experts.min(typed.count));
    Ok(report.with(table).explained(
        "Half and quarter turns count as usual; rotations of the whole cube count nothing. Cases: how many different ones \
         occurred. Failures: lessons that did not solve their cube. The expert has the same cross and the same cases, and \
         chooses the order of the slots by what the last layer becomes.",
    ))
}

/// Half turns and quarter turns of one stage.
fn length(stage: &LessonStage) -> (usize, usize) {
    let steps = stage.steps.iter();
    let moves: Vec<cube::Step> = steps.flat_map(|step| step.moves.iter().flat_map(|turn| turn.steps())).collect();
    let turns = fold_rotations(&moves).0;
    (Metric::HalfTurn.length(&turns), Metric::QuarterTurn.length(&turns))
}

/// A row of lengths in half and in quarter turns, and of the number of cases and failures.
fn row(
    table: &mut Table,
    method: Method,
    stage: &str,
    [half, quarter]: [&[usize]; 2],
    [cases, failures]: [Option<usize>; 2],
    microseconds: Option<f64>,
) {
    let mean = |values: &[usize]| values.iter().map(|&value| value as f64).collect::<Sample>().mean();
    table.row([
        Column::new("method", "method").of(method.name()),
        Column::new("stage", "stage").of(stage),
        Column::with_digits("htm_mean", "half turns", 2).of(mean(half)),
        Column::new("htm_min", "min").of(half.iter().min().copied()),
        Column::new("htm_max", "max").of(half.iter().max().copied()),
        Column::with_digits("qtm_mean", "quarter turns", 2).of(mean(quarter)),
        Column::new("qtm_min", "min").of(quarter.iter().min().copied()),
        Column::new("qtm_max", "max").of(quarter.iter().max().copied()),
        Column::new("cases", "cases").of(cases),
        Column::new("failures", "failures").of(failures),
        Column::with_digits("microseconds", "µs a lesson", 0).of(microseconds),
    ]);
}

/// Lessons by turns of faces, as others count them.
fn options() -> Options {
    Options { slices: false, ..Options::default() }
}
