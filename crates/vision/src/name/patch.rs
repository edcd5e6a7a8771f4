//! What is seen of a face and around it, in its own coordinates: the input of the network that names it.
//!
//! Five by five cells: the nine stickers, and one cell beyond them on each side. Each cell is seen as seven by seven mean
//! colours, from the middle of its left border to that of its right one, so that neighbours have their common border twice.

use crate::homography::Homography;
use crate::{Image, MeasuredFace};

/// Cells of a patch, row by row.
pub const CELLS: usize = 25;
/// Mean colours along each side of a cell.
const POINTS: usize = 7;
/// Values of a cell: its mean colours, the sticker's commonest colour and its logarithm, whether the sticker itself was not
/// found, and whether the cell lies in the picture.
pub const VALUES: usize = 3 * POINTS * POINTS + 3 + 3 + 2;
/// Mean colours along each side of the patch.
const SIDE: usize = 5 * (POINTS - 1) + 1;

/// The cell of the patch that holds a sticker.
pub(crate) fn cell_of(sticker: usize) -> usize {
    (sticker / 3 + 1) * 5 + sticker % 3 + 1
}

/// A colour as the network gets it: sRGB from -0.5 to 0.5, then the logarithms.
pub fn color_values(rgb: [f32; 3]) -> [f32; 6] {
    let [r, g, b] = rgb.map(|channel| channel / 255.0 - 0.5);
    let [lr, lg, lb] = rgb.map(|channel| 0.5 * ((channel + 4.0) / 259.0).ln() + 0.5);
    [r, g, b, lr, lg, lb]
}

/// What is seen of a face. Its memory is used again for the next one.
#[derive(Default)]
pub struct Patch {
    /// [`VALUES`] for each of [`CELLS`].
    pub values: Vec<f32>,
    /// Mean colours of the whole plane, row by row.
    colors: Vec<[f32; 3]>,
    /// The values before a turn.
    before: Vec<f32>,
}

impl Patch {
    /// Looks at a measured face; `None` where its quads lie on no plane.
    pub fn see(&mut self, image: &Image, face: &MeasuredFace) -> Option<()> {
        let map = Homography::of_stickers(&face.quads)?;
        let at = |step: f64| -1.5 + step / (POINTS - 1) as f64;
        self.colors.clear();
        self.colors.extend((0..SIDE * SIDE).map(|index| {
            let (column, row) = ((index % SIDE) as f64, (index / SIDE) as f64);
            let mut mean = [0.0f32; 3];
            for (dx, dy) in [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)] {
                let [x, y] = map.apply([at(column + dx), at(row + dy)]);
                let rgb = image.rgb_at(x as f32, y as f32);
                (0..3).for_each(|channel| mean[channel] += rgb[channel] / 4.0);
            }
            mean
        }));
        let in_picture = |cell: usize| {
            let [x, y] = map.apply([(cell % 5) as f64 - 1.0, (cell / 5) as f64 - 1.0]);
            (0.0..image.width() as f64).contains(&x) && (0.0..image.height() as f64).contains(&y)
        };
        self.fill(&face.rgb, &face.recovered, in_picture);
        Some(())
    }

    /// Turns what is seen by a quarter, counter-clockwise: what was on the right is at the top.
    pub(crate) fn turn(&mut self) {
        self.before.clone_from(&self.values);
        let colors = 3 * POINTS * POINTS;
        for (cell, values) in self.values.chunks_exact_mut(VALUES).enumerate() {
            let old = cell % 5 * 5 + 4 - cell / 5;
            let old = &self.before[old * VALUES..(old + 1) * VALUES];
            for point in 0..POINTS * POINTS {
                let from = point % POINTS * POINTS + POINTS - 1 - point / POINTS;
                values[3 * point..3 * point + 3].copy_from_slice(&old[3 * from..3 * from + 3]);
            }
            values[colors..].copy_from_slice(&old[colors..]);
        }
    }

    /// Draws nine measured colours of which there is no picture: flat stickers with dark seams on a grey background.
    pub(crate) fn draw(&mut self, rgb: &[[f32; 3]; 9]) {
        const SEAM: f32 = 16.0;
        const BACKGROUND: f32 = 110.0;
        // Anything that is no colour counts as black or as the brightest.
        let in_range = |channel: f32| {
            if channel.is_nan() { 0.0 } else { channel.clamp(0.0, 255.0) }
        };
        let rgb = rgb.map(|color| color.map(in_range));
        self.colors.clear();
        self.colors.extend((0..SIDE * SIDE).map(|index| {
            let (column, row) = (index % SIDE, index / SIDE);
            let inner = |at: usize| (POINTS - 1..=4 * (POINTS - 1)).contains(&at);
            if !inner(column) || !inner(row) {
                return [BACKGROUND; 3];
            }
            if column % (POINTS - 1) == 0 || row % (POINTS - 1) == 0 {
                return [SEAM; 3];
            }
            rgb[(row / (POINTS - 1) - 1) * 3 + column / (POINTS - 1) - 1]
        }));
        self.fill(&rgb, &[false; 9], |_| true);
    }

    /// Fills in the values of all cells, from the mean colours.
    fn fill(&mut self, rgb: &[[f32; 3]; 9], recovered: &[bool; 9], in_picture: impl Fn(usize) -> bool) {
        self.values.clear();
        self.values.resize(CELLS * VALUES, 0.0);
        for (cell, values) in self.values.chunks_exact_mut(VALUES).enumerate() {
            let (left, top) = (cell % 5 * (POINTS - 1), cell / 5 * (POINTS - 1));
            for point in 0..POINTS * POINTS {
                let rgb = self.colors[(top + point / POINTS) * SIDE + left + point % POINTS];
                let place = &mut values[3 * point..3 * point + 3];
                place.copy_from_slice(&rgb.map(|channel| channel / 255.0 - 0.5));
            }
            values[VALUES - 1] = if in_picture(cell) { 1.0 } else { 0.0 };
        }
        for sticker in 0..9 {
            let start = cell_of(sticker) * VALUES + 3 * POINTS * POINTS;
            self.values[start..start + 6].copy_from_slice(&color_values(rgb[sticker]));
            self.values[start + 6] = if recovered[sticker] { 1.0 } else { 0.0 };
        }
    }
}
