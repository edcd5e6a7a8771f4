//! The gradient of the illumination on a face, as beside a lamp or a window. It is estimated from the nine stickers: the
//! light's tone in the middle, and how much brighter the light becomes along the rows and columns.
//!
//! Both are one Gaussian in five variables, kept by its precision and precision times mean. The two slopes
//! are eliminated first (Schur complement), which leaves the three-by-three algebra of tones.

use super::tone::{Symmetric, Tone, dot, minus};

/// A sticker's column and row, from the face's middle.
pub(crate) fn place(sticker: usize) -> [f32; 2] {
    [(sticker % 3) as f32 - 1.0, (sticker / 3) as f32 - 1.0]
}

/// A Gaussian of the light in the middle of a face and of the slopes of its brightness.
pub(crate) struct IlluminationGradient {
    precision: Symmetric,
    push: Tone,
    /// Precision of the slopes: [along rows, both, along columns].
    slopes: [f32; 3],
    slope_push: [f32; 2],
    /// Precision between middle and slope, a tone for each slope.
    cross: [Tone; 2],
}

impl IlluminationGradient {
    /// Light of this precision and precision times mean in the middle, that most likely has no slope.
    pub(crate) fn new(
        precision: Symmetric,
        push: Tone,
        slope_precision: f32,
    ) -> IlluminationGradient {
        IlluminationGradient {
            precision,
            push,
            slopes: [slope_precision, 0.0, slope_precision],
            slope_push: [0.0; 2],
            cross: [[0.0; 3]; 2],
        }
    }

    /// Takes in a look at the light at a place: its precision, and that times what was seen.
    pub(crate) fn add(&mut self, precision: &Symmetric, pushed: Tone, [x, y]: [f32; 2]) {
        let row = precision.first_row();
        self.precision = self.precision.plus(*precision);
        for axis in 0..3 {
            self.push[axis] += pushed[axis];
            self.cross[0][axis] += x * row[axis];
            self.cross[1][axis] += y * row[axis];
        }
        self.add_slope(row[0], pushed[0], [x, y]);
    }

    /// Takes in a difference of brightness between two places that lie `away` from each other: its precision,
    /// and that times what was seen.
    pub(crate) fn add_slope(&mut self, precision: f32, pushed: f32, [x, y]: [f32; 2]) {
        self.slopes[0] += precision * x * x;
        self.slopes[1] += precision * x * y;
        self.slopes[2] += precision * y * y;
        self.slope_push[0] += pushed * x;
        self.slope_push[1] += pushed * y;
    }

    /// The likeliest light in the middle, and its slopes along rows and columns.
    pub(crate) fn likeliest(&self) -> (Tone, [f32; 2]) {
        let (precision, push) = self.middle();
        let middle = precision.inverse().apply(push);
        let left = [0, 1].map(|axis| self.slope_push[axis] - dot(self.cross[axis], middle));
        (middle, self.slopes_for(left))
    }

    /// By how many nats the light explains what was seen (half the squared length of its mean), and the
    /// logarithm of the determinant of the whole precision.
    pub(crate) fn gain_and_log_determinant(&self) -> (f32, f32) {
        let (precision, push) = self.middle();
        let [x, y] = self.slopes_for(self.slope_push);
        let of_slopes = x * self.slope_push[0] + y * self.slope_push[1];
        let gain = 0.5 * (dot(precision.inverse().apply(push), push) + of_slopes);
        let [a, b, c] = self.slopes;
        (gain, (precision.determinant() * (a * c - b * b)).ln())
    }

    /// Precision and precision times mean of the middle, whatever the slopes are.
    fn middle(&self) -> (Symmetric, Tone) {
        let [u, v] = self.cross;
        let solved: [[f32; 2]; 3] = std::array::from_fn(|axis| self.slopes_for([u[axis], v[axis]]));
        let entry = |i: usize, j: usize| -(u[i] * solved[j][0] + v[i] * solved[j][1]);
        let explained = Symmetric([
            entry(0, 0),
            entry(0, 1),
            entry(0, 2),
            entry(1, 1),
            entry(1, 2),
            entry(2, 2),
        ]);
        let taken = std::array::from_fn(|axis| {
            solved[axis][0] * self.slope_push[0] + solved[axis][1] * self.slope_push[1]
        });
        (self.precision.plus(explained), minus(self.push, taken))
    }

    /// The slopes that a push gives when the middle stays.
    fn slopes_for(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let [a, b, c] = self.slopes;
        let scale = 1.0 / (a * c - b * b);
        [(c * x - b * y) * scale, (a * y - b * x) * scale]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Light that was seen without error at nine places is found again, and the gain is its squared length.
    #[test]
    fn light_and_slopes_are_found_again() {
        let (middle, slope) = ([0.3, -0.1, 0.2], [0.05, -0.08]);
        let weak = Symmetric::diagonal([1e-3; 3]);
        let mut light = IlluminationGradient::new(weak, [0.0; 3], 1e-3);
        let precision = Symmetric([9.0, 1.0, -2.0, 8.0, 0.5, 7.0]);
        let mut gain = 0.0;
        for sticker in 0..9 {
            let [x, y] = place(sticker);
            let seen = [
                middle[0] + slope[0] * x + slope[1] * y,
                middle[1],
                middle[2],
            ];
            light.add(&precision, precision.apply(seen), [x, y]);
            gain += 0.5 * precision.squared_length(seen);
        }
        let (found, slopes) = light.likeliest();
        for (found, known) in found.iter().chain(&slopes).zip(middle.iter().chain(&slope)) {
            assert!((found - known).abs() < 1e-3, "{found} for {known}");
        }
        let (found, _) = light.gain_and_log_determinant();
        assert!((found - gain).abs() < 1e-2, "{found} for {gain}");
    }
}
