//! Grows a lattice of regions step by step from one of them.

use super::grid::{Grid, WIDTH};
use super::neighbours::{Neighbour, to_sides};
use super::regions::Region;
use crate::homography::difference;

/// A sticker may be this far from where the steps before predict it, in sides.
pub(crate) const STEP_ERROR: f64 = 0.33;

/// Grows a lattice from one region and its two first neighbours.
pub(crate) fn grow(
    regions: &[Region],
    neighbours: &[Vec<Neighbour>],
    start: usize,
    first: &Neighbour,
    second: &Neighbour,
) -> Grid {
    let mut grid = Grid::around(start, first.region, second.region);
    let steps = [first.step, second.step];
    loop {
        let mut grown = false;
        for row in 0..WIDTH {
            for column in 0..WIDTH {
                if !grid.is_empty(row, column) {
                    continue;
                }
                let Some((predicted, from)) = predict(regions, &grid, row, column, steps) else {
                    continue;
                };
                let to_sides = to_sides(&regions[from]);
                let nearest = neighbours[from]
                    .iter()
                    .map(|next| {
                        let off = to_sides(difference(regions[next.region].centre, predicted));
                        (off[0].hypot(off[1]), next.region)
                    })
                    .min_by(|a, b| a.0.total_cmp(&b.0));
                if let Some((distance, region)) = nearest
                    && distance < STEP_ERROR
                    && !grid.holds(region)
                {
                    grid.put(row, column, region);
                    grown = true;
                }
            }
        }
        if !grown {
            return grid;
        }
    }
}

/// Where the region of a cell should be, seen from a filled neighbour cell, and that neighbour.
fn predict(
    regions: &[Region],
    grid: &Grid,
    row: usize,
    column: usize,
    steps: [[f64; 2]; 2],
) -> Option<([f64; 2], usize)> {
    let (row, column) = (row as i32, column as i32);
    let mut fallback = None;
    for (axis, [down, right]) in [(0, [0, 1]), (1, [1, 0])] {
        for sign in [-1, 1] {
            let Some(near) = grid.at(row + sign * down, column + sign * right) else {
                continue;
            };
            let here = regions[near].centre;
            // The next step continues the last one along the same line.
            if let Some(far) = grid.at(row + 2 * sign * down, column + 2 * sign * right) {
                let step = difference(here, regions[far].centre);
                return Some(([here[0] + step[0], here[1] + step[1]], near));
            }
            let step = steps[axis].map(|value| value * f64::from(-sign));
            fallback = Some(([here[0] + step[0], here[1] + step[1]], near));
        }
    }
    fallback
}
