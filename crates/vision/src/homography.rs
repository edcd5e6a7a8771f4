//! The projective map from a face's plane to the picture, and steps in either.

use nalgebra::{Matrix3, SMatrix, SVector, Vector3};

use crate::Quad;

/// A 3x3 matrix that maps face coordinates to pixels; the last entry is 1.
///
/// Face coordinates: the nine sticker centres are at (0, 0) to (2, 2), x to the right and y down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Homography(Matrix3<f64>);

impl Homography {
    /// The map with the least squared error over pairs of a face point and a pixel. With fewer
    /// than `PROJECTIVE` pairs the map is affine, as noise would bend a projective one.
    ///
    /// `None` where the points do not fix a map.
    pub(crate) fn fit(pairs: &[([f64; 2], [f64; 2])]) -> Option<Homography> {
        /// Pairs from which on perspective is estimated: eight unknowns and some to spare.
        const PROJECTIVE: usize = 6;
        if pairs.len() < 3 {
            return None;
        }
        let is_affine = pairs.len() < PROJECTIVE;
        // Work around the mean pixel and the face's centre, so that squares of large coordinates lose no digits.
        let count = pairs.len() as f64;
        let mean: [f64; 2] = std::array::from_fn(|axis| pairs.iter().map(|pair| pair.1[axis]).sum::<f64>() / count);
        // The normal equations of the eight unknown entries.
        let mut squares = SMatrix::<f64, 8, 8>::zeros();
        let mut right = SVector::<f64, 8>::zeros();
        for &([u, v], pixel) in pairs {
            let (u, v) = (u - 1.0, v - 1.0);
            for axis in 0..2 {
                let p = pixel[axis] - mean[axis];
                let mut row = SVector::<f64, 8>::zeros();
                row.fixed_rows_mut::<3>(3 * axis).copy_from(&Vector3::new(u, v, 1.0));
                if !is_affine {
                    (row[6], row[7]) = (-u * p, -v * p);
                }
                squares += row * row.transpose();
                right += row * p;
            }
        }
        if is_affine {
            (squares[(6, 6)], squares[(7, 7)]) = (1.0, 1.0);
        }
        let factors = squares.lu();
        let is_fixed = (0..8).all(|at| 1e-9 <= factors.u()[(at, at)].abs());
        let h = factors.solve(&right).filter(|_| is_fixed)?;
        let around = Matrix3::new(h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1.0);
        let matrix = shift(mean) * around * shift([-1.0, -1.0]);
        let scale = matrix[(2, 2)];
        if scale.abs() < 1e-9 {
            return None;
        }
        let matrix = matrix / scale;
        matrix.iter().all(|value| value.is_finite()).then_some(Homography(matrix))
    }

    /// The map of nine stickers, row by row. `None` where they lie on no plane.
    pub(crate) fn of_stickers(quads: &[Quad; 9]) -> Option<Homography> {
        let pairs: [([f64; 2], [f64; 2]); 9] = std::array::from_fn(|place| {
            let at = [(place % 3) as f64, (place / 3) as f64];
            (at, quads[place].centre().map(f64::from))
        });
        Homography::fit(&pairs)
    }

    /// The map whose origin is the point `origin` of this one.
    pub(crate) fn shifted(&self, origin: [f64; 2]) -> Homography {
        Homography(self.0 * shift(origin))
    }

    /// The pixel of a face point.
    pub(crate) fn apply(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        let mapped = self.0 * Vector3::new(u, v, 1.0);
        let w = if mapped.z.abs() < 1e-9 { 1e-9 } else { mapped.z };
        [mapped.x / w, mapped.y / w]
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

/// The map that moves all points by this much.
fn shift([x, y]: [f64; 2]) -> Matrix3<f64> {
    Matrix3::new(1.0, 0.0, x, 0.0, 1.0, y, 0.0, 0.0, 1.0)
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
            [(300.0 + 52.0 * u + 9.0 * v) / w, (200.0 - 6.0 * u + 47.0 * v) / w]
        };
        let pairs: Vec<_> =
            (0..8).map(|cell| [f64::from(cell % 3), f64::from(cell / 3)]).map(|point| (point, truth(point))).collect();
        let fitted = Homography::fit(&pairs).expect("eight points fix a projection");
        for point in [[2.0, 2.0], [-0.5, -0.5], [1.0, 1.0], [2.5, 0.3]] {
            let (a, b) = (fitted.apply(point), truth(point));
            assert!((a[0] - b[0]).hypot(a[1] - b[1]) < 1e-6, "{a:?} {b:?}");
            let moved = fitted.shifted([1.0, -2.0]).apply([point[0] - 1.0, point[1] + 2.0]);
            assert!((a[0] - moved[0]).hypot(a[1] - moved[1]) < 1e-6, "{a:?} {moved:?}");
        }
    }
}
