//! Figure 5.5: least, mean and greatest length by depth, of Kociemba's algorithm and of the combined one.

use std::time::Duration;

use super::variant::Variant;
use super::{Conditions, Published, Row, cubes};
use crate::Error;

const DEPTHS: std::ops::RangeInclusive<usize> = 10..=20;

/// The greatest length at a depth by the text. Elsewhere curves are drawn, and the shortest length is given with them.
fn greatest(variant: Variant, depth: usize) -> Published {
    let shortest = depth as f64;
    match (variant, depth) {
        (Variant::FirstOfTwoPhase, ..=14) => Published::at_most(shortest + 10.0),
        (Variant::FirstOfTwoPhase, 18..) => Published::at_most(shortest + 5.0),
        (Variant::Combined, ..=13) => Published::exactly(shortest),
        _ => Published::drawn_with(shortest),
    }
}

/// The same of the mean and the least length.
fn usual(variant: Variant, depth: usize) -> Published {
    match (variant, depth) {
        (Variant::Combined, ..=13) => Published::exactly(depth as f64),
        _ => Published::drawn_with(depth as f64),
    }
}

pub(super) fn rows(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for variant in [Variant::FirstOfTwoPhase, Variant::Combined] {
        let solver = variant.load(conditions)?;
        let (deepest, count) = match variant {
            Variant::Combined => (conditions.either(14, *DEPTHS.end()), conditions.either(2, 6)),
            _ => (*DEPTHS.end(), usize::MAX),
        };
        for depth in *DEPTHS.start()..=deepest {
            let done = (depth - DEPTHS.start()) as f64 / 11.0;
            conditions.report(done, format!("{}, {depth} moves", variant.name()));
            let mut lengths = Vec::new();
            for cube in cubes::of_depth(depth, count) {
                let run = variant.run(solver.as_ref(), &cube, Duration::ZERO, conditions)?;
                lengths.extend(run.outcome);
            }
            let least = lengths.iter().min().map(|&length| length as f64);
            let most = lengths.iter().max().map(|&length| length as f64);
            let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
            let figures = [
                ("least", usual(variant, depth), least),
                ("mean", usual(variant, depth), Some(mean)),
                ("greatest", greatest(variant, depth), most),
            ];
            for (which, published, measured) in figures {
                let name = format!("{}: {depth} moves, {which}", variant.name());
                let plural = if lengths.len() == 1 { "" } else { "s" };
                let note = format!("{} cube{plural}", lengths.len());
                rows.push(Row::new(name, "moves", published, measured).noted(note));
            }
        }
    }
    Ok(rows)
}
