//! Sections 4.1.2.6 and 4.1.3: what each of the thesis' ideas saves in Korf's search, in nodes.
//!
//! The thesis gives times of all ideas together, in figure 5.4: with them a search goes one move deeper in almost the same time.
//! Each row divides the nodes of a search without an idea by those of the same search with it. Searches look through all lengths
//! below the shortest, so that no luck is in them; random order only changes where a solution is met, so its searches end there.

use super::{Conditions, Published, Row, cubes};
use crate::{Error, Ideas, KorfIdeas};

/// One move deeper is a factor of about 13 in nodes, by the branching factor that the thesis gives.
const ONE_DEPTH: f64 = 13.0;

/// How long a search goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Until all lengths below the shortest are looked through.
    Proof,
    /// Until a solution is found.
    Solution,
}

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let depth = conditions.either(11, 12);
    let count = conditions.either(3, 8);
    let looks_back = Ideas { looks_back: true, ..Ideas::STOCK };
    let by_one = Ideas { least_overrun: false, ..looks_back };
    let cached = Ideas { cache: Ideas::IMPROVED.cache, ..looks_back };
    let cached_stock = Ideas { cache: Ideas::IMPROVED.cache, ..Ideas::STOCK };
    let random = Ideas { random_order: Ideas::IMPROVED.random_order, ..looks_back };
    let deeper = Published::about(ONE_DEPTH);
    let nothing = Published::NOTHING;
    let pairs = [
        ("looking back two turns", Ideas::STOCK, looks_back, End::Proof, nothing),
        ("bound raised to the least overrun, not by one", by_one, looks_back, End::Proof, nothing),
        ("cache, with redundant turns", Ideas::STOCK, cached_stock, End::Proof, nothing),
        ("cache, without redundant turns", looks_back, cached, End::Proof, nothing),
        ("random order", looks_back, random, End::Solution, nothing),
        ("all together (stock against improved)", Ideas::STOCK, Ideas::IMPROVED, End::Solution, deeper),
    ];
    let mut solver = KorfIdeas::load(Ideas::STOCK, &conditions.tables, &conditions.building())?;
    let mut rows = Vec::new();
    for (index, (name, without, with, end, published)) in pairs.into_iter().enumerate() {
        let mut nodes = [0; 2];
        let most = match end {
            End::Proof => depth - 1,
            End::Solution => depth,
        };
        for (sum, ideas) in nodes.iter_mut().zip([without, with]) {
            conditions.report(index as f64 / pairs.len() as f64, name);
            solver = solver.with(ideas);
            for cube in cubes::of_depth(depth, count) {
                *sum += solver.nodes(&cube, most);
            }
        }
        let [without, with] = nodes;
        let row = Row::new(name, "times fewer nodes", published, without as f64 / with as f64);
        rows.push(row.noted(format!("{without} and {with} nodes, {count} cubes of {depth} moves")));
    }
    Ok(rows)
}
