//! Figure 2.11: how many nodes brute force generates at each depth.
//!
//! The thesis multiplies by 18 for each move. Its own section 4.1.3.2 leaves out redundant turns, and many sequences lead to one
//! position. The rows show what is left of the 18^n after each of the two.

use std::collections::HashSet;

use cube::{Cube, Move};

use super::{Conditions, Published, Row};
use crate::Error;

/// Nodes of figure 2.11 for 1 to 10 moves. The last one is printed there as 3.5704672 * 10^12.
pub(super) const PUBLISHED: [f64; 10] = [
    18.0,
    324.0,
    5832.0,
    104_976.0,
    1_889_568.0,
    34_012_224.0,
    612_220_032.0,
    11_019_960_576.0,
    198_359_290_368.0,
    3.570_467_2e12,
];

/// The branching factor that section 4.1.3 gives for Korf's algorithm.
const BRANCHING: f64 = 13.0;

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let deepest = conditions.either(5, 6);
    let mut rows = Vec::new();
    let mut nodes = 1.0;
    for (depth, published) in (1..).zip(PUBLISHED) {
        conditions.report(depth as f64 / 12.0, moves(depth));
        let unit = "nodes";
        let name = moves(depth);
        if depth <= deepest {
            nodes = generated(&Cube::SOLVED, depth) as f64;
            rows.push(Row::new(name, unit, Published::exactly(published), nodes));
        } else {
            nodes *= 18.0;
            let row = Row::new(name, unit, Published::exactly(published), nodes);
            rows.push(row.noted("18 times the row above"));
        }
    }
    let without = without_redundant_turns();
    for ((depth, published), left) in (1..).zip(PUBLISHED).zip(without) {
        let name = format!("{}, without redundant turns", moves(depth));
        rows.push(Row::new(name, "nodes", Published::exactly(published), left));
    }
    conditions.report(0.9, "different positions");
    for ((depth, published), positions) in (1..).zip(PUBLISHED).zip(positions_by_depth(deepest - 1)) {
        let name = format!("{}, different positions", moves(depth));
        let published = Published::exactly(published);
        rows.push(Row::new(name, "nodes", published, positions as f64));
    }
    let [.., before, last] = without;
    // After a turn of a new axis come 3 of the opposite face and 12 of others; after two of opposite faces come 12. The factor is
    // the root of x^2 = 12 x + 36.
    rows.push(
        Row::new(
            "branching factor by the thesis' own rule",
            "nodes for each node",
            Published::about(BRANCHING),
            6.0 + 72.0_f64.sqrt(),
        )
        .noted("it looks back two turns, so opposite faces still come in both orders"),
    );
    rows.push(Row::new(
        "branching factor without redundant turns",
        "nodes for each node",
        Published::about(BRANCHING),
        last / before,
    ));
    Ok(rows)
}

/// A number of moves in words.
fn moves(depth: usize) -> String {
    match depth {
        1 => "1 move".to_owned(),
        _ => format!("{depth} moves"),
    }
}

/// Sequences of this many moves, each of them applied.
fn generated(cube: &Cube, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moved = Move::ALL.into_iter().map(|turn| cube.apply(turn));
    moved.map(|cube| generated(&cube, depth - 1)).sum()
}

/// Sequences of 1 to 10 moves in which no turn can be joined with one before it, and opposite faces come in one order. 12
/// turns of other axes follow any turn, and 3 of the opposite face follow half of them. So a(n) = 12 a(n-1) + 18 a(n-2).
fn without_redundant_turns() -> [f64; 10] {
    let mut counts = [18.0, 243.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    for index in 2..counts.len() {
        counts[index] = 12.0 * counts[index - 1] + 18.0 * counts[index - 2];
    }
    counts
}

/// Positions that need exactly 1 to `deepest` moves.
fn positions_by_depth(deepest: usize) -> Vec<usize> {
    let mut seen = HashSet::from([Cube::SOLVED]);
    let mut layer = vec![Cube::SOLVED];
    let mut counts = Vec::with_capacity(deepest);
    for _ in 0..deepest {
        let moved = layer.iter().flat_map(|cube| Move::ALL.map(|turn| cube.apply(turn)));
        layer = moved.filter(|cube| seen.insert(*cube)).collect();
        counts.push(layer.len());
    }
    counts
}
