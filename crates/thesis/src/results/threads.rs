//! Section 4.1.3.4 and the text below figure 5.4: what several threads bring to Korf's search and to fringe search.
//!
//! A search that ends with its solution depends on where the solution lies. So both look for solutions one move shorter than the
//! shortest: the work is the same for any number of threads.

use std::time::Instant;

use solver::{Control, Limits};

use super::{Conditions, Published, Row, cubes};
use crate::{Error, Method};

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    // By the text, threads brought most of all to iterative deepening, and nothing to fringe search.
    let published =
        [(Method::Korf, "Korf", Published::at_least(1.0)), (Method::KorfFringe, "fringe", Published::at_most(1.0))];
    let mut rows = Vec::new();
    for (method, name, published) in published {
        let solver = conditions.load(method)?;
        let depth = match method {
            Method::Korf => conditions.either(13, 14),
            _ => conditions.either(12, 13),
        };
        let cubes = cubes::of_depth(depth, conditions.either(2, 4));
        let mut seconds = [0.0; 2];
        for (index, cube) in cubes.iter().enumerate() {
            conditions.report(index as f64 / cubes.len() as f64, format!("{name}, {depth} moves"));
            for (sum, threads) in seconds.iter_mut().zip([1, conditions.threads]) {
                let limits = Limits { time: None, max_length: Some(depth - 1), threads, ..Limits::default() };
                let start = Instant::now();
                match solver.solve(cube, &limits, &Control::default()) {
                    Err(solver::Error::NotFound { .. }) => *sum += start.elapsed().as_secs_f64(),
                    Err(error) => return Err(error.into()),
                    Ok(_) => unreachable!("the cubes' depths are proven"),
                }
            }
        }
        let name = format!("{name}: one thread's time divided by that of {}", conditions.threads);
        let note = format!("{:.2} s and {:.2} s, looking through {} moves", seconds[0], seconds[1], depth - 1);
        rows.push(Row::new(name, "times", published, seconds[0] / seconds[1]).noted(note));
    }
    Ok(rows)
}
