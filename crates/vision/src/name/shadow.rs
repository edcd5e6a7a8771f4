//! Where the edge of a shadow may lie across a face, and how dark it may be: what the stickers would look like without it.
//!
//! A shadow with an edge is no gradient of the illumination. It divides the nine stickers by a straight line and darkens one part
//! alike. That part is looked for by brightness alone: every sticker has been named by its hue, which the shadow does not change.

use super::illumination_gradient::place;

/// Parts of the light that shadows leave: a cloth or a hand between a lamp and the cube, with the light of the room left.
const LEFT: [f32; 6] = [0.25, 0.33, 0.42, 0.53, 0.65, 0.8];
/// Fewest stickers on either side of the edge: one dark sticker may be anything.
const FEWEST: u32 = 2;
/// How many shadows are tried.
const TRIED: usize = 4;

/// An edge and a darkness: the stickers of the darker side as a set of bits, and which part of the light is left to them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shadow {
    dark: u16,
    left: f32,
}

impl Shadow {
    /// The stickers as they would be without the shadow.
    pub(crate) fn lifted(&self, rgb: &[[f32; 3]; 9]) -> [[f32; 3]; 9] {
        std::array::from_fn(|sticker| {
            let dark = (self.dark >> sticker) & 1 == 1;
            let gain = if dark { 1.0 / self.left } else { 1.0 };
            rgb[sticker].map(|channel| channel * gain)
        })
    }
}

/// The few shadows that leave the stickers' brightness most even, given how bright each is beside what its name has in neutral
/// light (natural logarithm); the best first.
pub(crate) fn likely_shadows(beside: &[f32; 9]) -> Vec<Shadow> {
    let mut found: Vec<(f32, Shadow)> = edges()
        .into_iter()
        .flat_map(|dark| LEFT.map(|left| (unevenness(beside, dark, left), Shadow { dark, left })))
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found
        .into_iter()
        .take(TRIED)
        .map(|(_, shadow)| shadow)
        .collect()
}

/// Sum of the squared deviations from the mean brightness without the shadow.
fn unevenness(beside: &[f32; 9], dark: u16, left: f32) -> f32 {
    let lift = -left.ln();
    let lifted: [f32; 9] =
        std::array::from_fn(|sticker| beside[sticker] + f32::from((dark >> sticker) & 1) * lift);
    let mean = lifted.iter().sum::<f32>() / 9.0;
    lifted.iter().map(|value| (value - mean).powi(2)).sum()
}

/// Both sides of every straight line between the nine stickers that leaves enough on either side.
fn edges() -> Vec<u16> {
    let mut edges: Vec<u16> = Vec::new();
    for angle in 0..48 {
        let (sine, cosine) = (std::f32::consts::TAU * (angle as f32 + 0.5) / 48.0).sin_cos();
        let mut along: [(f32, usize); 9] = std::array::from_fn(|sticker| {
            let [x, y] = place(sticker);
            (cosine * x + sine * y, sticker)
        });
        along.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut dark = 0u16;
        for (_, sticker) in along {
            dark |= 1 << sticker;
            let count = dark.count_ones();
            if (FEWEST..=9 - FEWEST).contains(&count) && !edges.contains(&dark) {
                edges.push(dark);
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dark side with that part of the light left, and other stickers that are brighter or darker than usual.
    fn shaded(dark: u16, left: f32) -> [f32; 9] {
        let own = [0.1, -0.05, 0.0, 0.08, -0.1, 0.02, -0.06, 0.04, 0.0];
        std::array::from_fn(|sticker| {
            own[sticker] + f32::from((dark >> sticker) & 1) * f32::ln(left)
        })
    }

    #[test]
    fn every_edge_is_found_in_what_it_leaves() {
        let edges = edges();
        for &dark in &edges {
            assert!(
                edges.contains(&(0b1_1111_1111 ^ dark)),
                "the other side of {dark:b}"
            );
            let found = likely_shadows(&shaded(dark, 0.42));
            let right = |shadow: &Shadow| shadow.dark == dark && (0.3..0.6).contains(&shadow.left);
            assert!(right(&found[0]), "{dark:b}: {found:?}");
        }
    }

    #[test]
    fn edges_are_straight() {
        let edges = edges();
        let rows_and_columns = [0b111, 0b11_1111, 0b1_0010_0100, 0b1_1011_0110];
        for dark in rows_and_columns {
            assert!(edges.contains(&dark), "{dark:b}");
        }
        // The corners alone, the middle alone, the middle row alone.
        for dark in [0b1_0100_0101, 0b1_0000, 0b11_1000] {
            assert!(!edges.contains(&dark), "{dark:b}");
        }
    }

    #[test]
    fn what_is_lifted_is_as_it_was() {
        let rgb = [[40.0, 80.0, 120.0]; 9];
        let shadow = likely_shadows(&shaded(0b111, 0.42))[0];
        let lifted = shadow.lifted(&rgb);
        assert_eq!(lifted[8], rgb[8]);
        assert!((lifted[0][1] * 0.42 - rgb[0][1]).abs() < 1e-3, "{lifted:?}");
    }
}
