//! Finds regions that lie like the nine stickers of a face: a 3x3 lattice seen in perspective.
//!
//! From each region and two neighbours that could be the next sticker along each axis, a lattice is
//! grown step by step, each step predicted by the steps before, so perspective may bend it. Every 3x3
//! window of it with enough stickers is fitted with a homography; its error, the evenness of the
//! stickers' sizes and the number of stickers make the score. All comparisons of lengths are made
//! in the region's own affine frame, so that a slanted view costs nothing.

use crate::extension::extension;
use crate::homography::Homography;
use crate::regions::Region;

/// Fewest stickers seen for a face to be believed; the others are recovered.
const LEAST_SEEN: usize = 5;
/// Distance of neighbouring stickers in sides of a sticker: from touching to far apart.
const PITCH: [f64; 2] = [0.95, 1.75];
/// A sticker may be this far from where the steps before predict it, in sides.
const STEP_ERROR: f64 = 0.33;
/// Greatest root mean square error of the homography, in sticker pitches.
const FIT_ERROR: f64 = 0.09;
/// Cells grown to either side of the first region.
const REACH: i32 = 2;
const WIDTH: usize = 2 * REACH as usize + 1;

/// A 3x3 lattice of regions.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    /// From face coordinates (cells 0 to 2 right and down) to pixels.
    pub map: Homography,
    /// The regions seen, by cell row by row.
    pub cells: [Option<usize>; 9],
    /// Root mean square distance of the regions from the map, in pitches.
    pub error: f64,
    /// Median share of a cell's area that its sticker covers.
    pub fill: f64,
    /// How well it looks like a face; higher is better, about 0 to 1.
    pub score: f64,
}

/// One neighbour of a region.
struct Neighbour {
    region: usize,
    /// Step to it in pixels.
    step: [f64; 2],
    /// Step in the region's affine frame, in sides.
    side_step: [f64; 2],
}

/// All lattices among the regions, best first; no two overlap.
pub(crate) fn find(regions: &[Region]) -> Vec<Lattice> {
    let neighbours = neighbours(regions);
    let mut lattices: Vec<Lattice> = Vec::new();
    let mut settled = vec![false; regions.len()];
    for start in 0..regions.len() {
        if settled[start] {
            continue;
        }
        let mut best: Option<Lattice> = None;
        for first in &neighbours[start] {
            for second in &neighbours[start] {
                if !square_corner(first.side_step, second.side_step) {
                    continue;
                }
                let grid = grow(regions, &neighbours, start, first, second);
                for window in windows(&grid) {
                    let Some(lattice) = fit(regions, window) else {
                        continue;
                    };
                    if best.as_ref().is_none_or(|best| best.score < lattice.score) {
                        best = Some(lattice);
                    }
                }
            }
        }
        if let Some(lattice) = best {
            if lattice.cells.iter().flatten().count() == 9 && lattice.error < 0.03 {
                lattice
                    .cells
                    .iter()
                    .flatten()
                    .for_each(|&region| settled[region] = true);
            }
            lattices.push(lattice);
        }
    }
    let taken: Vec<f64> = lattices
        .iter()
        .map(|lattice| extension(regions, &lattices, lattice))
        .collect();
    for (lattice, taken) in lattices.iter_mut().zip(taken) {
        lattice.score -= taken;
    }
    lattices.retain(|lattice| 0.0 < lattice.score);
    lattices.sort_by(|a, b| b.score.total_cmp(&a.score));
    apart(lattices)
}

/// Keeps the better of lattices that overlap: no centre of one may lie inside the other.
fn apart(lattices: Vec<Lattice>) -> Vec<Lattice> {
    let mut kept: Vec<Lattice> = Vec::new();
    for lattice in lattices {
        let overlaps = kept
            .iter()
            .any(|other| overlap(other, &lattice) || overlap(&lattice, other));
        if !overlaps {
            kept.push(lattice);
        }
    }
    kept
}

/// Whether a cell centre of `b` lies within the outline of `a`.
fn overlap(a: &Lattice, b: &Lattice) -> bool {
    let outline = [[-0.4, -0.4], [2.4, -0.4], [2.4, 2.4], [-0.4, 2.4]].map(|p| a.map.apply(p));
    (0..9).any(|cell| {
        let point = b.map.apply([(cell % 3) as f64, (cell / 3) as f64]);
        let turns = (0..4).map(|corner| {
            let (p, q) = (outline[corner], outline[(corner + 1) % 4]);
            (q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0])
        });
        let positive = turns.filter(|&turn| 0.0 < turn).count();
        positive == 0 || positive == 4
    })
}

/// For each region those that could be the next sticker in any direction.
fn neighbours(regions: &[Region]) -> Vec<Vec<Neighbour>> {
    let mut order: Vec<usize> = (0..regions.len()).collect();
    order.sort_by(|&a, &b| regions[a].centre[0].total_cmp(&regions[b].centre[0]));
    let mut lists: Vec<Vec<Neighbour>> = regions.iter().map(|_| Vec::new()).collect();
    for (rank, &a) in order.iter().enumerate() {
        let region = &regions[a];
        // Side lengths never exceed twice the root of the area by much (elongation is limited).
        let reach = 4.0 * region.area.sqrt();
        let to_sides = to_sides(region);
        let candidates = order[..rank]
            .iter()
            .rev()
            .take_while(|&&b| region.centre[0] - regions[b].centre[0] <= reach);
        let candidates = candidates.chain(
            order[rank + 1..]
                .iter()
                .take_while(|&&b| regions[b].centre[0] - region.centre[0] <= reach),
        );
        for &b in candidates {
            let other = &regions[b];
            let ratio = other.area / region.area;
            if !(0.4..=2.5).contains(&ratio) {
                continue;
            }
            let step = difference(other.centre, region.centre);
            let side_step = to_sides(step);
            let length = side_step[0].hypot(side_step[1]);
            if (PITCH[0]..=PITCH[1]).contains(&length) {
                lists[a].push(Neighbour {
                    region: b,
                    step,
                    side_step,
                });
            }
        }
    }
    lists
}

/// The linear map that turns the region into a square of side one (up to rotation): the inverse
/// root (Cholesky) of 12 times its variances.
fn to_sides(region: &Region) -> impl Fn([f64; 2]) -> [f64; 2] + use<> {
    let [xx, yy, xy] = region.spread.map(|variance| 12.0 * variance);
    let l11 = xx.sqrt();
    let l21 = xy / l11;
    let l22 = (yy - l21 * l21).max(1e-9).sqrt();
    move |[x, y]: [f64; 2]| {
        let a = x / l11;
        [a, (y - l21 * a) / l22]
    }
}

/// Whether two steps could be the two axes: about equally long and about at right angles, turning
/// clockwise in the picture (y down), so that no lattice is mirrored.
fn square_corner(a: [f64; 2], b: [f64; 2]) -> bool {
    let (la, lb) = (a[0].hypot(a[1]), b[0].hypot(b[1]));
    let sine = (a[0] * b[1] - a[1] * b[0]) / (la * lb);
    // Within 33 degrees of a right angle.
    0.84 < sine && la < 1.4 * lb && lb < 1.4 * la
}

type Grid = [[Option<usize>; WIDTH]; WIDTH];

/// Grows a lattice from one region and its two first neighbours.
fn grow(
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
/// cannot be one sticker off.
fn windows(grid: &Grid) -> impl Iterator<Item = [Option<usize>; 9]> {
    (0..9).filter_map(move |window| {
        let (top, left) = (window / 3, window % 3);
        let cells: [Option<usize>; 9] =
            std::array::from_fn(|cell| grid[top + cell / 3][left + cell % 3]);
        let seen = |indices: [usize; 3]| indices.iter().any(|&cell| cells[cell].is_some());
        let full = (0..3).all(|line| {
            seen([3 * line, 3 * line + 1, 3 * line + 2]) && seen([line, line + 3, line + 6])
        });
        (full && LEAST_SEEN <= cells.iter().flatten().count()).then_some(cells)
    })
}

/// Fits a window and rates it.
fn fit(regions: &[Region], window: [Option<usize>; 9]) -> Option<Lattice> {
    let cells = upright(regions, window)?;
    let pairs: Vec<([f64; 2], [f64; 2])> = cells
        .iter()
        .enumerate()
        .filter_map(|(cell, region)| {
            region.map(|region| {
                (
                    [(cell % 3) as f64, (cell / 3) as f64],
                    regions[region].centre,
                )
            })
        })
        .collect();
    let map = Homography::fit(&pairs)?;
    let mut squared = 0.0;
    let mut fills = Vec::with_capacity(9);
    let mut compactness = 0.0;
    for (cell, &region) in cells.iter().enumerate() {
        let point = [(cell % 3) as f64, (cell / 3) as f64];
        let [u, v] = map.steps(point);
        let cell_area = u[0] * v[1] - u[1] * v[0];
        if cell_area < 4.0 {
            return None;
        }
        let Some(region) = region else { continue };
        let off = difference(map.apply(point), regions[region].centre);
        squared += (off[0] * off[0] + off[1] * off[1]) / cell_area;
        fills.push(regions[region].area / cell_area);
        compactness += regions[region].compactness;
    }
    let seen = fills.len();
    // Degrees of freedom: what the map itself has absorbed says nothing.
    let freedom = (2 * seen)
        .saturating_sub(if seen < 6 { 6 } else { 8 })
        .max(1);
    let error = (squared / freedom as f64).sqrt();
    fills.sort_by(f64::total_cmp);
    let fill = fills[seen / 2];
    if FIT_ERROR < error || !(0.25..=1.1).contains(&fill) {
        return None;
    }
    let uneven = fills
        .iter()
        .map(|share| (share / fill).ln().abs().min(1.0))
        .sum::<f64>()
        / seen as f64;
    let missing = 9 - seen;
    let score = 1.0
        - 0.07 * missing as f64
        - 4.0 * error
        - 0.6 * uneven
        - 1.5 * (1.0 - compactness / seen as f64)
        - 0.5 * (0.55 - fill).max(0.0);
    Some(Lattice {
        map,
        cells,
        error,
        fill,
        score,
    })
}

/// Turns a window so that its rows run to the right and its columns down in the picture.
fn upright(regions: &[Region], window: [Option<usize>; 9]) -> Option<[Option<usize>; 9]> {
    // Mean step along the window's rows.
    let mut step = [0.0; 2];
    for cell in 0..9 {
        for (next, sign, swap) in [(cell + 1, cell % 3 < 2, false), (cell + 3, cell < 6, true)] {
            if !sign {
                continue;
            }
            if let (Some(a), Some(b)) = (window[cell], window[next]) {
                let [x, y] = difference(regions[b].centre, regions[a].centre);
                // A step down, turned back by a quarter, tells of the rows as well.
                let [x, y] = if swap { [y, -x] } else { [x, y] };
                step = [step[0] + x, step[1] + y];
            }
        }
    }
    if step == [0.0; 2] {
        return None;
    }
    let quarters = (step[1].atan2(step[0]) / std::f64::consts::FRAC_PI_2)
        .round()
        .rem_euclid(4.0);
    let mut cells = window;
    for _ in 0..quarters as usize {
        // The rows run down: a quarter turn clockwise of the drawing puts them to the right.
        let old = cells;
        cells = std::array::from_fn(|cell| {
            let (row, column) = (cell / 3, cell % 3);
            old[(2 - column) * 3 + row]
        });
    }
    Some(cells)
}

pub(crate) fn difference(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}
