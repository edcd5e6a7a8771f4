//! Grows a lattice of regions step by step from one of them.

use super::lattice::{difference, hidden_side};
use super::neighbours::{Neighbour, to_sides};
use super::regions::Region;

/// Fewest stickers seen for a face to be believed; the others are recovered.
const LEAST_SEEN: usize = 5;
/// A sticker may be this far from where the steps before predict it, in sides.
pub(crate) const STEP_ERROR: f64 = 0.33;
/// Cells grown to either side of the first region.
const REACH: i32 = 2;
/// Cells of a grid along each side.
pub(crate) const WIDTH: usize = 2 * REACH as usize + 1;

/// The regions that a lattice was grown to, row by row.
pub(crate) type Grid = [[Option<usize>; WIDTH]; WIDTH];

/// Grows a lattice from one region and its two first neighbours.
pub(crate) fn grow(
    regions: &[Region],
    neighbours: &[Vec<Neighbour>],
    start: usize,
    first: &Neighbour,
    second: &Neighbour,
) -> Grid {
    let mut grid: Grid = [[None; WIDTH]; WIDTH];
    let centre = REACH as usize;
    grid[centre][centre] = Some(start);
    grid[centre][centre + 1] = Some(first.region);
    grid[centre + 1][centre] = Some(second.region);
    let steps = [first.step, second.step];
    loop {
        let mut grown = false;
        for row in 0..WIDTH {
            for column in 0..WIDTH {
                if grid[row][column].is_some() {
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
                    && !grid.iter().flatten().any(|&cell| cell == Some(region))
                {
                    grid[row][column] = Some(region);
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
    let at = |row: i32, column: i32| -> Option<usize> {
        let range = 0..WIDTH as i32;
        (range.contains(&row) && range.contains(&column))
            .then(|| grid[row as usize][column as usize])
            .flatten()
    };
    let (row, column) = (row as i32, column as i32);
    let mut fallback = None;
    for (axis, [down, right]) in [(0, [0, 1]), (1, [1, 0])] {
        for sign in [-1, 1] {
            let Some(near) = at(row + sign * down, column + sign * right) else {
                continue;
            };
            let here = regions[near].centre;
            // The next step continues the last one along the same line.
            if let Some(far) = at(row + 2 * sign * down, column + 2 * sign * right) {
                let step = difference(here, regions[far].centre);
                return Some(([here[0] + step[0], here[1] + step[1]], near));
            }
            let step = steps[axis].map(|value| value * f64::from(-sign));
            fallback = Some(([here[0] + step[0], here[1] + step[1]], near));
        }
    }
    fallback
}

/// The 3x3 windows with enough regions and none of their rows and columns empty, so that they
/// cannot be one sticker off; and those with an empty row or column at a side, of which it must be found
/// out whether it lies there or at the other side.
pub(crate) fn windows(grid: &Grid) -> impl Iterator<Item = [Option<usize>; 9]> {
    (0..9).filter_map(move |window| {
        let (top, left) = (window / 3, window % 3);
        let cells: [Option<usize>; 9] =
            std::array::from_fn(|cell| grid[top + cell / 3][left + cell % 3]);
        let seen = |indices: [usize; 3]| indices.iter().any(|&cell| cells[cell].is_some());
        let full = (0..3).all(|line| {
            seen([3 * line, 3 * line + 1, 3 * line + 2]) && seen([line, line + 3, line + 6])
        });
        let count = cells.iter().flatten().count();
        ((full && LEAST_SEEN <= count) || (count == 6 && hidden_side(&cells).is_some()))
            .then_some(cells)
    })
}
