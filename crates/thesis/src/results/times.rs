//! Figure 5.4: time to solve by depth. Each algorithm goes on to the next depth until a cube takes it more than five minutes.

use std::time::Duration;

use super::cubes;
use super::search::{NoSolution, Run};
use super::variant::{LINE, Variant};
use super::{Conditions, Row};
use crate::Error;

const DEPTHS: std::ops::RangeInclusive<usize> = 10..=20;
/// After five minutes the thesis counts a test as failed.
const CUT: Duration = Duration::from_secs(300);
const QUICK_CUT: Duration = Duration::from_secs(4);

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for (index, variant) in Variant::ALL.into_iter().enumerate() {
        let begin = |depth: usize| {
            let share = (depth - DEPTHS.start()) as f64 / 11.0;
            let done = (index as f64 + share) / Variant::ALL.len() as f64;
            conditions.report(done, format!("{}, {depth} moves", variant.name()));
        };
        measure(variant, conditions, &begin, &mut rows)?;
    }
    Ok(rows)
}

fn measure(variant: Variant, conditions: &Conditions, begin: &dyn Fn(usize), rows: &mut Vec<Row>) -> Result<(), Error> {
    let solver = variant.load(conditions)?;
    let deepest = conditions.either(13, *DEPTHS.end());
    let count = conditions.either(1, 3);
    let cut = conditions.either(QUICK_CUT, CUT);
    // Up to here all depths are within the line.
    let mut within = None;
    let mut crossed = false;
    for depth in *DEPTHS.start()..=deepest {
        begin(depth);
        let mut runs: Vec<Run> = Vec::new();
        for cube in cubes::of_depth(depth, count) {
            runs.push(variant.run(solver.as_ref(), &cube, cut, conditions)?);
            if runs.iter().any(|run| run.outcome.is_err()) {
                break;
            }
        }
        let failed = runs.iter().find_map(|run| run.outcome.err());
        let mean = runs.iter().map(|run| run.seconds).sum::<f64>() / runs.len() as f64;
        let seconds = failed.is_none().then_some(mean);
        let name = format!("{}: {depth} moves", variant.name());
        let row = Row::new(name, "s", variant.published_seconds(depth), seconds);
        rows.push(match failed {
            Some(NoSolution::Late) => row.noted(format!("no answer within {} s", cut.as_secs())),
            Some(NoSolution::Full) => row.noted("its fringe outgrew the memory it may take"),
            None => row.noted(format!("mean of {}", runs.len())),
        });
        crossed |= seconds.is_none_or(|seconds| LINE < seconds);
        if !crossed {
            within = Some(depth as f64);
        }
        if failed.is_some() {
            break;
        }
    }
    // Quick searches are cut off before the line and do not go deep enough to show how deep is possible.
    if !conditions.quick {
        let name = format!("{}: most moves within 15 s", variant.name());
        rows.push(Row::new(name, "moves", variant.published_depth(), within));
    }
    Ok(())
}
