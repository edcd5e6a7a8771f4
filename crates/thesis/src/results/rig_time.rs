//! Section 4.4.3: is the shortest solution the fastest on the rig?
//!
//! The thesis searched with costs for turns of the cube. At 10 moves that took 40 times as long as its search for the
//! shortest solution, at 12 a few hours, and it found the shortest solution again each time. Here each cube is settled in
//! one of two ways. Either a longer solution is found that is faster than every shortest one, or a proof over all plans
//! ends with a shortest solution.

use std::time::{Duration, Instant};

use cube::{Face, Move};
use planner::{Planner, SearchLimits, SearchTables};
use rig::{Profile, RigState};

use super::{Conditions, Published, Row, cubes};
use crate::{Error, Korf};

/// By how much a plan must be faster to count, s.
const FASTER: f64 = 1e-3;
/// A few hours, s: at least two.
const HOURS: f64 = 7200.0;

/// What became of the cubes of one depth.
#[derive(Default)]
struct Tally {
    /// Cubes of which a shortest solution is proven the fastest.
    shortest: usize,
    /// Cubes of which a longer solution is faster than every shortest one.
    longer: usize,
    /// Cubes of which neither could be shown in time.
    open: usize,
    /// Seconds that settled cubes took, and seconds that Korf's search took for them.
    settling: Vec<f64>,
    korf: Vec<f64>,
}

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let profile = Profile::nxt_2015();
    let planner = Planner::new(&profile);
    let korf = Korf::load(&conditions.tables, &conditions.building())?;
    let tables = SearchTables::load(&profile, &conditions.tables, &conditions.building())?;
    let mut rows = vec![Row::new(
        "a turn that needs a turn of the cube, against one that does not",
        "times",
        Published::about(3.0),
        cost_of_a_cube_turn(&planner)?,
    )];
    let depths: &[usize] = conditions.either(&[10], &[10, 12, 14]);
    for &depth in depths {
        let tally = tally(conditions, &planner, &korf, &tables, depth)?;
        let settled = tally.shortest + tally.longer;
        let share = (0 < settled).then(|| tally.shortest as f64 / settled as f64);
        let published = match depth {
            14 => Published::NOTHING,
            _ => Published::exactly(1.0),
        };
        let note = format!(
            "a longer one is faster for {} of {}; {} not settled in time",
            tally.longer,
            settled + tally.open,
            tally.open
        );
        let name = format!("{depth} moves: settled cubes of which a shortest solution is fastest");
        rows.push(Row::new(name, "share", published, share).noted(note));
        let mean = |seconds: &[f64]| seconds.iter().sum::<f64>() / seconds.len() as f64;
        if settled == 0 {
            continue;
        }
        rows.push(match depth {
            10 => {
                let times = mean(&tally.settling) / mean(&tally.korf);
                let name = "10 moves: time to settle a cube, in times of Korf's search";
                Row::new(name, "times", Published::exactly(40.0), times)
            }
            _ => {
                let name = format!("{depth} moves: time to settle a cube");
                let published = match depth {
                    12 => Published::at_least(HOURS),
                    _ => Published::NOTHING,
                };
                Row::new(name, "s", published, mean(&tally.settling))
            }
        });
    }
    Ok(rows)
}

/// U against R, each from rest and with its regrip, one motion after the other.
fn cost_of_a_cube_turn(planner: &Planner) -> Result<Option<f64>, Error> {
    let seconds = |face| planner.one_by_one_seconds(&RigState::REST, &[Move::quarter(face)]);
    Ok(seconds(Face::U)?.zip(seconds(Face::R)?).map(|(u, r)| u / r))
}

fn tally(
    conditions: &Conditions,
    planner: &Planner,
    korf: &Korf,
    tables: &SearchTables,
    depth: usize,
) -> Result<Tally, Error> {
    let count = conditions.either(2, 8);
    // A search for something faster, then a proof.
    let search = Duration::from_secs(conditions.either(1, 10));
    let proof = Duration::from_secs(conditions.either(8, 90));
    let mut tally = Tally::default();
    let cubes = cubes::of_depth(depth, count);
    for (index, cube) in cubes.iter().enumerate() {
        let done = index as f64 / cubes.len() as f64;
        conditions.report(done, format!("{depth} moves, cube {}", index + 1));
        let start = Instant::now();
        let shortest: Vec<Vec<Move>> =
            korf.all_shortest(cube, depth)?.iter().map(|solution| solution.moves().to_vec()).collect();
        let korf_seconds = start.elapsed().as_secs_f64();
        let plans = shortest.iter().map(|moves| planner.seconds(moves));
        let least = plans.fold(f64::INFINITY, f64::min);
        let start = Instant::now();
        let limits = SearchLimits { threads: conditions.threads, stop: &|| search < start.elapsed(), known: &shortest };
        let found = planner.cube(tables, &RigState::REST, cube, &limits)?;
        let is_longer_faster = if found.seconds() < least - FASTER {
            Some(true)
        } else {
            let within = Duration::from_secs_f64(least + FASTER);
            let stop = || search + proof < start.elapsed();
            match planner.proven(tables, cube, within, conditions.threads, &stop) {
                Ok(Some(plan)) => Some(plan.seconds() < least - FASTER),
                Ok(None) | Err(planner::Error::Unproven { .. }) => None,
                Err(error) => return Err(error.into()),
            }
        };
        match is_longer_faster {
            Some(true) => tally.longer += 1,
            Some(false) => tally.shortest += 1,
            None => tally.open += 1,
        }
        if is_longer_faster.is_some() {
            tally.settling.push(start.elapsed().as_secs_f64());
            tally.korf.push(korf_seconds);
        }
    }
    Ok(tally)
}
