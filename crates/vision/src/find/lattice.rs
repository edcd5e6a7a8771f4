//! Nine places in perspective: a window of regions with the map that fits it, and how well it looks like a face.

use super::grid::{Side, Window};
use super::regions::Region;
use crate::homography::{Homography, difference};

/// Greatest root mean square error of the homography, in sticker pitches.
const FIT_ERROR: f64 = 0.09;

/// A 3x3 lattice of regions.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    /// From face coordinates (cells 0 to 2 right and down) to pixels.
    pub map: Homography,
    /// The regions seen, by cell row by row.
    pub cells: Window,
    /// Root mean square distance of the regions from the map, in pitches.
    pub error: f64,
    /// Median share of a cell's area that its sticker covers.
    pub fill: f64,
    /// How well it looks like a face; higher is better, about 0 to 1.
    pub score: f64,
}

impl Lattice {
    /// The lattice that fits a window, with its score; nothing where none fits well enough.
    pub(crate) fn fit(regions: &[Region], window: Window) -> Option<Lattice> {
        let cells = upright(regions, window)?;
        let pairs: Vec<([f64; 2], [f64; 2])> = cells
            .iter()
            .enumerate()
            .filter_map(|(cell, region)| {
                region.map(|region| ([(cell % 3) as f64, (cell / 3) as f64], regions[region].centre))
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
        // Degrees of freedom: what the map itself has absorbed does not count.
        let freedom = (2 * seen).saturating_sub(if seen < 6 { 6 } else { 8 }).max(1);
        let error = (squared / freedom as f64).sqrt();
        fills.sort_by(f64::total_cmp);
        let fill = fills[seen / 2];
        if FIT_ERROR < error || !(0.25..=1.1).contains(&fill) {
            return None;
        }
        let uneven = fills.iter().map(|share| (share / fill).ln().abs().min(1.0)).sum::<f64>() / seen as f64;
        let missing = 9 - seen;
        let score = 1.0
            - 0.07 * missing as f64
            - 4.0 * error
            - 0.6 * uneven
            - 1.5 * (1.0 - compactness / seen as f64)
            - 0.5 * (0.55 - fill).max(0.0);
        Some(Lattice { map, cells, error, fill, score })
    }

    /// The same with the hidden line at this side moved to the other one.
    pub(crate) fn moved(&self, (axis, outward): Side) -> Lattice {
        let step = outward as isize * if axis == 0 { 1 } else { 3 };
        let cells = std::array::from_fn(|cell: usize| {
            let at = if axis == 0 { cell % 3 } else { cell / 3 };
            // The line that is hidden now is the opposite one.
            let hidden = at == if outward < 0.0 { 2 } else { 0 };
            let from = cell.checked_add_signed(-step).filter(|_| !hidden)?;
            self.cells[from]
        });
        let mut shift = [0.0; 2];
        shift[axis] = -outward;
        Lattice { map: self.map.shifted(shift), cells, ..*self }
    }

    /// Whether a cell centre of one of the two lies within the outline of the other.
    pub(crate) fn overlaps(&self, other: &Lattice) -> bool {
        self.covers_a_centre_of(other) || other.covers_a_centre_of(self)
    }

    /// Whether a cell centre of the other lies within the outline of this one.
    fn covers_a_centre_of(&self, other: &Lattice) -> bool {
        let outline = [[-0.4, -0.4], [2.4, -0.4], [2.4, 2.4], [-0.4, 2.4]].map(|p| self.map.apply(p));
        (0..9).any(|cell| {
            let point = other.map.apply([(cell % 3) as f64, (cell / 3) as f64]);
            let turns = (0..4).map(|corner| {
                let (p, q) = (outline[corner], outline[(corner + 1) % 4]);
                (q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0])
            });
            let positive = turns.filter(|&turn| 0.0 < turn).count();
            positive == 0 || positive == 4
        })
    }
}

/// Turns a window so that its rows run to the right and its columns down in the picture.
fn upright(regions: &[Region], window: Window) -> Option<Window> {
    // Mean step along the window's rows.
    let mut step = [0.0; 2];
    for cell in 0..9 {
        for (next, sign, swap) in [(cell + 1, cell % 3 < 2, false), (cell + 3, cell < 6, true)] {
            if !sign {
                continue;
            }
            if let (Some(a), Some(b)) = (window[cell], window[next]) {
                let [x, y] = difference(regions[b].centre, regions[a].centre);
                // A step down, turned back by a quarter, describes the rows as well.
                let [x, y] = if swap { [y, -x] } else { [x, y] };
                step = [step[0] + x, step[1] + y];
            }
        }
    }
    if step == [0.0; 2] {
        return None;
    }
    // Where the rows run: 0 is to the right, 1 down, 2 to the left, 3 up.
    let quarters = (step[1].atan2(step[0]) / std::f64::consts::FRAC_PI_2).round().rem_euclid(4.0);
    Some(cube::upright(&window, 4 - quarters as u8))
}
