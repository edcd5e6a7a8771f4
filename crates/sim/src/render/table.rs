//! The table top: light wood, darker along its grain, with the rig's shadow on it.

use super::light::Illumination;
use super::shadow::ShadowMap;

/// Texels along each side of the grain, and how many metres they cover before they repeat.
const SIZE: usize = 512;
const METRES: f32 = 0.6;
/// Linear RGB of the wood.
const WOOD: [f32; 3] = [0.42, 0.36, 0.29];

pub(crate) struct Table {
    /// How much light each spot of the wood throws back, 1 in the mean.
    grain: Vec<f32>,
}

impl Table {
    pub fn new() -> Table {
        let metres = |texel: usize| texel as f32 / SIZE as f32 * METRES;
        let spot = |index: usize| {
            let (x, y) = (metres(index % SIZE), metres(index / SIZE));
            let wave = (y * 90.0 + 1.7 * (x * 6.0).sin() + 0.6 * (x * 23.0 + y * 31.0).sin()).sin();
            let fine = (y * 610.0 + 3.0 * (x * 11.0).sin()).sin();
            1.0 + 0.06 * wave + 0.03 * fine
        };
        Table { grain: (0..SIZE * SIZE).map(spot).collect() }
    }

    /// Light from a place of the table, metres from its middle.
    #[inline]
    pub fn shade(&self, light: &Illumination, place: (f32, f32), shadow: &ShadowMap) -> [f32; 3] {
        let texel = |metres: f32| ((metres / METRES + 8.5) * SIZE as f32) as usize % SIZE;
        let grain = self.grain[texel(place.1) * SIZE + texel(place.0)];
        let share = grain * (1.0 - shadow.at(place));
        light.matt(WOOD.map(|channel| channel * share))
    }
}
