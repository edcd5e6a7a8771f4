//! Figures 2.13 and 2.14: how large the stages of Thistlethwaite's method are, and how many moves each takes at most.

use super::{Conditions, Published, Row};
use crate::{Error, Thistlethwaite};

/// Names of the stages, sizes (2.13) and worst cases (2.14) as the thesis gives them.
const STAGES: [(&str, f64, f64); 4] = [
    ("G0 to G1", 2048.0, 7.0),
    ("G1 to G2", 1_082_565.0, 13.0),
    ("G2 to G3", 29_400.0, 15.0),
    ("G3 to G4", 663_552.0, 17.0),
];
/// The sum of the worst cases, from the text below figure 2.14.
const WORST: f64 = 52.0;

pub(super) fn sizes(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let solver = Thistlethwaite::load(&conditions.tables, &conditions.building())?;
    let row = |(stage, (name, size, _)): (usize, (&str, f64, f64))| {
        let positions: u64 = solver.positions_by_distance(stage).iter().sum();
        let published = Published::exactly(size);
        Row::new(name, "positions", published, positions as f64)
    };
    Ok(STAGES.into_iter().enumerate().map(row).collect())
}

pub(super) fn worst_cases(conditions: &Conditions) -> Result<Vec<Row>, Error> {
    let solver = Thistlethwaite::load(&conditions.tables, &conditions.building())?;
    let longest = |stage: usize| (solver.positions_by_distance(stage).len() - 1) as f64;
    let row = |(stage, (name, _, worst)): (usize, (&str, f64, f64))| {
        Row::new(name, "moves", Published::exactly(worst), longest(stage))
    };
    let mut rows: Vec<Row> = STAGES.into_iter().enumerate().map(row).collect();
    let all = (0..STAGES.len()).map(longest).sum::<f64>();
    rows.push(Row::new("all stages", "moves", Published::exactly(WORST), all));
    Ok(rows)
}
