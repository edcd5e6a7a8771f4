//! Stickers that no seen neighbour leads to, as those between are hidden.

use super::grid::{Grid, WIDTH, Window};
use super::grow::STEP_ERROR;
use super::neighbours::{Neighbour, from_sides, to_sides};
use super::regions::Region;
use crate::homography::{Homography, difference};

/// A region that no neighbour leads to may be this far from its place, in pitches.
const JUMP_ERROR: f64 = 0.22;

/// Fills cells that no seen neighbour leads to, where the lattice so far places them.
pub(crate) fn jump(regions: &[Region], grid: &mut Grid) {
    let known = grid.filled();
    let extent = |key: fn(&(usize, usize, usize)) -> usize, cells: &[(usize, usize, usize)]| {
        let values = || cells.iter().map(key);
        (values().min().unwrap_or(0), values().max().unwrap_or(0))
    };
    let ((top, bottom), (left, right)) = (extent(|c| c.0, &known), extent(|c| c.1, &known));
    if known.len() < 3 || 8 < known.len() || 2 < bottom - top || 2 < right - left {
        return;
    }
    let pairs: Vec<_> =
        known.iter().map(|&(row, column, region)| ([column as f64, row as f64], regions[region].centre)).collect();
    let Some(map) = Homography::fit(&pairs) else {
        return;
    };
    let area = |point: [f64; 2]| {
        let [u, v] = map.steps(point);
        u[0] * v[1] - u[1] * v[0]
    };
    let fill =
        known.iter().zip(&pairs).map(|((.., region), (point, _))| regions[*region].area / area(*point)).sum::<f64>()
            / known.len() as f64;
    for row in bottom.saturating_sub(2)..=(top + 2).min(WIDTH - 1) {
        for column in right.saturating_sub(2)..=(left + 2).min(WIDTH - 1) {
            if !grid.is_empty(row, column) {
                continue;
            }
            let cells = grid.filled();
            let ((top, bottom), (left, right)) = (extent(|c| c.0, &cells), extent(|c| c.1, &cells));
            if 2 < bottom.max(row) - top.min(row) || 2 < right.max(column) - left.min(column) {
                continue;
            }
            let point = [column as f64, row as f64];
            let (place, cell_area) = (map.apply(point), area(point));
            let nearest = regions
                .iter()
                .enumerate()
                .filter(|(_, region)| (0.6..1.6).contains(&(region.area / cell_area / fill)))
                .map(|(index, region)| {
                    let off = difference(region.centre, place);
                    ((off[0] * off[0] + off[1] * off[1]) / cell_area, index)
                })
                .min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((squared, region)) = nearest
                && squared < JUMP_ERROR * JUMP_ERROR
                && !cells.iter().any(|&(.., known)| known == region)
            {
                grid.put(row, column, region);
            }
        }
    }
}

/// Windows whose middle row is hidden: a row of three around the region, and another one that lies
/// where the third row should be.
pub(crate) fn bridges(regions: &[Region], neighbours: &[Vec<Neighbour>], middle: usize) -> Vec<Window> {
    let mut found = Vec::new();
    let to_sides = to_sides(&regions[middle]);
    let nearest = |place: [f64; 2], tolerance: f64| {
        regions
            .iter()
            .enumerate()
            .filter(|(_, region)| (0.5..2.0).contains(&(region.area / regions[middle].area)))
            .map(|(index, region)| {
                let off = to_sides(difference(region.centre, place));
                (off[0].hypot(off[1]), index)
            })
            .filter(|(distance, _)| *distance < tolerance)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, index)| index)
    };
    let list = &neighbours[middle];
    for before in list {
        for after in list {
            let (p, q) = (before.side_step, after.side_step);
            let (bend, along) = ([p[0] + q[0], p[1] + q[1]], [(q[0] - p[0]) / 2.0, (q[1] - p[1]) / 2.0]);
            let pitch = along[0].hypot(along[1]);
            if 0.2 * pitch < bend[0].hypot(bend[1]) {
                continue;
            }
            let down = from_sides(&regions[middle], [-along[1], along[0]]);
            let here = regions[middle].centre;
            let Some(other) = nearest([here[0] + 2.0 * down[0], here[1] + 2.0 * down[1]], 0.5 * pitch) else {
                continue;
            };
            let shift = difference(regions[other].centre, here);
            let moved = |region: usize, part: f64| {
                let [x, y] = regions[region].centre;
                [x + part * shift[0], y + part * shift[1]]
            };
            let row = [before.region, middle, after.region];
            let third = row.map(|region| nearest(moved(region, 1.0), STEP_ERROR * pitch));
            let between = row.map(|region| nearest(moved(region, 0.5), STEP_ERROR * pitch));
            let [Some(a), Some(b), Some(c)] = third else {
                continue;
            };
            if between.iter().any(Option::is_some) || a == b || b == c || a == c {
                continue;
            }
            found.push([Some(row[0]), Some(row[1]), Some(row[2]), None, None, None, Some(a), Some(b), Some(c)]);
        }
    }
    found
}
