//! A building-brick beam: a plate with a row of round holes right through it.
//!
//! ```text
//!   ___________________________     The plate is cut into equal cells of about 8 mm, one hole each.
//!  |  _   |  _   |  _   |  _   |    A cell's outline and its hole have the same number of corners,
//!  | (_)  | (_)  | (_)  | (_)  |    and quadrilaterals between them cover the cell.
//!  |______|______|______|______|
//! ```

use std::f64::consts::{FRAC_PI_4, TAU};

use nalgebra::Vector3;

use super::Mesh;

/// Distance of the holes, about, and their radius, metres.
const PITCH: f64 = 0.008;
const HOLE_RADIUS: f64 = 0.0024;
/// Corners of a cell's outline on each of its four sides.
const STEPS: usize = 4;
const CORNERS: usize = 4 * STEPS;

/// How a beam ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// As a box does.
    Square,
    /// Rounded, as the beams of building bricks are.
    Round,
}

/// A beam as large as a box, with holes along the axis `through` (0 to 2) and in a row along the longer of the two others.
pub fn beam(half: Vector3<f64>, through: usize, ends: Ends) -> Mesh {
    let (one, other) = ((through + 1) % 3, (through + 2) % 3);
    let (long, wide) = if half[one] < half[other] { (other, one) } else { (one, other) };
    let place = |[u, v]: [f64; 2], w: f64| {
        let mut point = Vector3::zeros();
        point[long] = u;
        point[wide] = v;
        point[through] = w * half[through];
        point
    };
    // A mirrored choice of axes turns every polygon over.
    let is_mirrored = (long + 1) % 3 != wide;
    let mut mesh = Mesh::default();
    let mut add = |mut corners: Vec<Vector3<f64>>| {
        if is_mirrored {
            corners.reverse();
        }
        mesh.polygon(&corners);
    };
    let row = Row::new(half[long], half[wide], ends);
    for cell in 0..row.cells {
        let outline = row.outline(cell);
        let hole = row.hole(cell);
        for here in 0..CORNERS {
            let next = (here + 1) % CORNERS;
            let [a, b] = [outline[here], outline[next]];
            let [c, d] = [hole[next], hole[here]];
            add([a, b, c, d].map(|at| place(at, 1.0)).to_vec());
            add([d, c, b, a].map(|at| place(at, -1.0)).to_vec());
            add(vec![place(d, 1.0), place(c, 1.0), place(c, -1.0), place(d, -1.0)]);
            if row.is_outside(cell, here) {
                add(vec![place(a, -1.0), place(b, -1.0), place(b, 1.0), place(a, 1.0)]);
            }
        }
    }
    mesh
}

/// The cells of a beam, seen along its holes.
struct Row {
    long: f64,
    wide: f64,
    cells: usize,
    ends: Ends,
}

impl Row {
    fn new(long: f64, wide: f64, ends: Ends) -> Row {
        let cells = ((2.0 * long / PITCH) as usize).max(1);
        Row { long, wide, cells, ends }
    }

    /// The corners around a cell, counter-clockwise from its corner at low u and low v.
    fn outline(&self, cell: usize) -> [[f64; 2]; CORNERS] {
        std::array::from_fn(|index| {
            // Steps along u and v; whole numbers, so that neighbours agree on their common corners to the last bit.
            let (side, step) = (index / STEPS, index % STEPS);
            let [along, across] = match side {
                0 => [step, 0],
                1 => [STEPS, step],
                2 => [STEPS - step, STEPS],
                _ => [0, STEPS - step],
            };
            let steps = self.cells * STEPS;
            let share = |count: usize, of: usize| 2.0 * count as f64 / of as f64 - 1.0;
            let [u, v] = [share(cell * STEPS + along, steps), share(across, STEPS)];
            self.rounded(cell, along, [u * self.long, v * self.wide], v)
        })
    }

    /// Bends the outer half of an end cell into a half ellipse.
    fn rounded(&self, cell: usize, along: usize, [u, v]: [f64; 2], across: f64) -> [f64; 2] {
        let is_outer = (cell == 0 && 2 * along < STEPS) || (cell + 1 == self.cells && STEPS < 2 * along);
        if self.ends == Ends::Square || !is_outer {
            return [u, v];
        }
        let reach = self.long / self.cells as f64;
        let middle = (self.long - reach) * u.signum();
        let out = (u - middle) / reach;
        // The usual map of a square on a disc.
        [middle + reach * out * (1.0 - across * across / 2.0).sqrt(), v * (1.0 - out * out / 2.0).sqrt()]
    }

    /// The corners around the hole of a cell, in the directions of the corners of a square's outline.
    fn hole(&self, cell: usize) -> [[f64; 2]; CORNERS] {
        let reach = self.long / self.cells as f64;
        let middle = reach * (2.0 * cell as f64 + 1.0) - self.long;
        let radius = HOLE_RADIUS.min(0.7 * reach).min(0.7 * self.wide);
        std::array::from_fn(|index| {
            let angle = TAU * index as f64 / CORNERS as f64 - 3.0 * FRAC_PI_4;
            [middle + radius * angle.cos(), radius * angle.sin()]
        })
    }

    /// Whether the edge that begins at a corner of a cell's outline is on the outside of the beam.
    fn is_outside(&self, cell: usize, corner: usize) -> bool {
        match corner / STEPS {
            1 => cell + 1 == self.cells,
            3 => cell == 0,
            _ => true,
        }
    }
}
