//! The projective map from a face's plane to the picture, and steps in either.

/// A 3x3 matrix that maps face coordinates to pixels; the last entry is 1.
///
/// Face coordinates: the nine sticker centres are at (0, 0) to (2, 2), x to the right and y down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Homography([f64; 9]);

impl Homography {
    /// The map with the least squared error over pairs of a face point and a pixel. With fewer
    /// than `PROJECTIVE` pairs the map is affine, as noise would bend a projective one.
    ///
    /// `None` where the points do not fix a map.
    pub(crate) fn fit(pairs: &[([f64; 2], [f64; 2])]) -> Option<Homography> {
        /// Pairs from which on perspective is estimated: eight unknowns and some to spare.
        const PROJECTIVE: usize = 6;
        let unknowns = if pairs.len() < PROJECTIVE { 6 } else { 8 };
        if pairs.len() < 3 {
            return None;
        }
        // Work around the mean pixel, so that squares of large coordinates lose no digits.
        let count = pairs.len() as f64;
        let mean: [f64; 2] =
            std::array::from_fn(|axis| pairs.iter().map(|pair| pair.1[axis]).sum::<f64>() / count);
        let mut system = [[0.0f64; 9]; 8];
        for &([u, v], pixel) in pairs {
            let (u, v) = (u - 1.0, v - 1.0);
            for axis in 0..2 {
                let p = pixel[axis] - mean[axis];
                let mut row = [0.0; 9];
                row[3 * axis] = u;
                row[3 * axis + 1] = v;
                row[3 * axis + 2] = 1.0;
                row[6] = -u * p;
                row[7] = -v * p;
                row[8] = p;
                for i in 0..8 {
                    for j in 0..9 {
                        system[i][j] += row[i] * row[j];
                    }
                }
            }
        }
        let h = solve(&mut system, unknowns)?;
        // Undo both shifts: face centre at (1, 1), pixels around their mean.
        let row = |axis: usize| {
            let m = mean[axis];
            [
                h[3 * axis] + m * h[6],
                h[3 * axis + 1] + m * h[7],
                h[3 * axis + 2] + m,
            ]
        };
        let (x, y, w) = (row(0), row(1), [h[6], h[7], 1.0]);
        let constant = |r: [f64; 3]| r[2] - r[0] - r[1];
        let scale = constant(w);
        if scale.abs() < 1e-9 {
            return None;
        }
        let matrix = [
            x[0],
            x[1],
            constant(x),
            y[0],
            y[1],
            constant(y),
            w[0],
            w[1],
            scale,
        ]
        .map(|value| value / scale);
        matrix
            .iter()
            .all(|value| value.is_finite())
            .then_some(Homography(matrix))
    }

    /// The map whose origin is the point `shift` of this one.
    pub(crate) fn shifted(&self, [u, v]: [f64; 2]) -> Homography {
        let mut h = self.0;
        for row in 0..3 {
            h[3 * row + 2] += h[3 * row] * u + h[3 * row + 1] * v;
        }
        Homography(h)
    }

    /// The pixel of a face point.
    pub(crate) fn apply(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        let h = &self.0;
        let w = h[6] * u + h[7] * v + h[8];
        let w = if w.abs() < 1e-9 { 1e-9 } else { w };
        [
            (h[0] * u + h[1] * v + h[2]) / w,
            (h[3] * u + h[4] * v + h[5]) / w,
        ]
    }

    /// The pixel steps of one unit along u and along v at a face point.
    pub(crate) fn steps(&self, [u, v]: [f64; 2]) -> [[f64; 2]; 2] {
        let difference = |a: [f64; 2], b: [f64; 2]| [a[0] - b[0], a[1] - b[1]];
        [
            difference(self.apply([u + 0.5, v]), self.apply([u - 0.5, v])),
            difference(self.apply([u, v + 0.5]), self.apply([u, v - 0.5])),
        ]
    }
}

/// Solves the first `unknowns` normal equations (column 8 is the right side) by elimination with
/// pivots; the other unknowns are zero.
fn solve(system: &mut [[f64; 9]; 8], unknowns: usize) -> Option<[f64; 8]> {
    for column in 0..unknowns {
        let pivot = (column..unknowns)
            .max_by(|&a, &b| system[a][column].abs().total_cmp(&system[b][column].abs()))?;
        if system[pivot][column].abs() < 1e-9 {
            return None;
        }
        system.swap(pivot, column);
        for row in 0..unknowns {
            if row != column {
                let factor = system[row][column] / system[column][column];
                let pivot_row = system[column];
                for (entry, pivot_entry) in system[row].iter_mut().zip(pivot_row) {
                    *entry -= factor * pivot_entry;
                }
            }
        }
    }
    let mut result = [0.0; 8];
    for (unknown, value) in result.iter_mut().enumerate().take(unknowns) {
        *value = system[unknown][8] / system[unknown][unknown];
    }
    Some(result)
}

/// The step from point `b` to point `a`.
pub(crate) fn difference(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

#[cfg(test)]
mod tests {
    use super::Homography;

    #[test]
    fn points_of_a_known_projection_are_met() {
        let truth = |[u, v]: [f64; 2]| {
            let w = 1.0 + 0.08 * u - 0.05 * v;
            [
                (300.0 + 52.0 * u + 9.0 * v) / w,
                (200.0 - 6.0 * u + 47.0 * v) / w,
            ]
        };
        let pairs: Vec<_> = (0..8)
            .map(|cell| [f64::from(cell % 3), f64::from(cell / 3)])
            .map(|point| (point, truth(point)))
            .collect();
        let fitted = Homography::fit(&pairs).expect("eight points fix a projection");
        for point in [[2.0, 2.0], [-0.5, -0.5], [1.0, 1.0], [2.5, 0.3]] {
            let (a, b) = (fitted.apply(point), truth(point));
            assert!((a[0] - b[0]).hypot(a[1] - b[1]) < 1e-6, "{a:?} {b:?}");
            let moved = fitted
                .shifted([1.0, -2.0])
                .apply([point[0] - 1.0, point[1] + 2.0]);
            assert!(
                (a[0] - moved[0]).hypot(a[1] - moved[1]) < 1e-6,
                "{a:?} {moved:?}"
            );
        }
    }
}
