//! One side of a cubie: stickers on plastic, or coloured plastic to the border.
//!
//! ```text
//!   black                 white, grey           stickerless
//!   |  ______   |         : ______   :          :          :    |  border of two cubies
//!   | | stick|  |         :| stick|  :          :  colour  :    :  the same, with a gap of shadow
//!   | | er   |  |         :| er   |  :          :          :
//!   |  ------   |         : ------   :          :          :
//!       plastic               plastic            dark at the crossings, where corners are round
//! ```
//!
//! Where two outsides of one cubie meet there is no gap, only the rounded edge.

use rig::CubeBody;

use super::light::Illumination;
use super::material::mix;

/// Half the side of a sticker and the radius of its corners, as shares of the cubie's side.
const STICKER_HALF: f32 = 0.425;
const STICKER_RADIUS: f32 = 0.075;
/// Half of the gap between two cubies, 0.6 mm in all on a cube of 57 mm.
const GAP: f32 = 0.016;
/// Radius of a corner where four cubies meet, and of one at the cube's own edge.
const CROSSING_RADIUS: f32 = 0.16;
const EDGE_RADIUS: f32 = 0.05;
/// Width of the rounded edge.
const BEVEL: f32 = 0.05;
/// Share of the light that comes back from the plastic in a gap.
const GAP_LIGHT: f32 = 0.22;
const PLASTIC_GLOSS: f32 = 0.35;
const STICKER_GLOSS: f32 = 0.6;

/// Signed distance from a rectangle with rounded corners around the origin.
fn rounded((x, y): (f32, f32), half: [f32; 2], radius: f32) -> f32 {
    let (dx, dy) = (x.abs() - half[0] + radius, y.abs() - half[1] + radius);
    let outside = (dx.max(0.0).powi(2) + dy.max(0.0).powi(2)).sqrt();
    outside + dx.max(dy).min(0.0) - radius
}

/// One side of a cubie.
pub(super) struct CubieSide {
    /// What the cubie is made of.
    pub body: CubeBody,
    /// Linear RGB of the sticker, or of the outside of a stickerless cubie.
    pub sticker: Option<[f32; 3]>,
    /// Whether a border meets another outside: at the lower and upper end across, then along.
    pub outer: [[bool; 2]; 2],
}

impl CubieSide {
    /// Light from a spot of the side.
    #[inline]
    pub fn shade(&self, light: &Illumination, (u, v): (f32, f32), texel: f32) -> [f32; 3] {
        let spot = (u - 0.5, v - 0.5);
        let plastic = self.body.plastic();
        let (base, sticker) = match (self.body, self.sticker) {
            (CubeBody::Black, sticker) => (black(light, spot), sticker),
            (CubeBody::Stickerless, Some(colour)) => {
                let colour = self.moulded(colour, plastic, light, spot, texel);
                return light.shade(colour, STICKER_GLOSS, u, v);
            }
            (_, sticker) => (self.moulded(plastic, plastic, light, spot, texel), sticker),
        };
        let Some(colour) = sticker else {
            return light.shade(base, PLASTIC_GLOSS, u, v);
        };
        let distance = rounded(spot, [STICKER_HALF; 2], STICKER_RADIUS);
        let cover = (0.5 - distance / texel).clamp(0.0, 1.0);
        if cover == 0.0 {
            return light.shade(base, PLASTIC_GLOSS, u, v);
        }
        // The very edge of a sticker is a little darker: it has a thickness.
        let rim = (1.0 + distance / 0.02).clamp(0.0, 1.0) * 0.25;
        let colour = colour.map(|channel| channel * (1.0 - rim));
        let gloss = PLASTIC_GLOSS + (STICKER_GLOSS - PLASTIC_GLOSS) * cover;
        light.shade(mix(base, colour, cover), gloss, u, v)
    }

    /// Plastic with rounded edges, and the gap around it in which the `inside` is seen.
    fn moulded(
        &self,
        colour: [f32; 3],
        inside: [f32; 3],
        light: &Illumination,
        (x, y): (f32, f32),
        texel: f32,
    ) -> [f32; 3] {
        let [across, along] = self.outer;
        let is_outer = [across[usize::from(0.0 < x)], along[usize::from(0.0 < y)]];
        let half = is_outer.map(|outer| if outer { 0.5 } else { 0.5 - GAP });
        let radius = match is_outer {
            [false, false] => CROSSING_RADIUS,
            _ => EDGE_RADIUS,
        };
        let distance = rounded((x, y), half, radius);
        // The edge leans outwards: it is brighter on the sides that face the lamp, darker on the others.
        let steep = (1.0 + distance / BEVEL).clamp(0.0, 1.0);
        let edge = 1.0 + steep * (0.8 * lean(light, (x, y)) - 0.25);
        let colour = colour.map(|channel| channel * edge);
        let gap = inside.map(|channel| channel * GAP_LIGHT);
        let cover = (0.5 - distance / texel).clamp(0.0, 1.0);
        mix(gap, colour, cover)
    }
}

/// How far the border nearest to a spot leans towards the lamp.
fn lean(light: &Illumination, (x, y): (f32, f32)) -> f32 {
    if x.abs() > y.abs() { light.lean[0] * x.signum() } else { light.lean[1] * y.signum() }
}

/// Black plastic with a bevelled border, which catches the lamp on the sides that face it. A gap would not be seen on it.
fn black(light: &Illumination, (x, y): (f32, f32)) -> [f32; 3] {
    let plastic = CubeBody::Black.plastic();
    let border = 0.5 - x.abs().max(y.abs());
    if 0.045 <= border {
        return plastic;
    }
    let shine = (1.0 + 2.5 * lean(light, (x, y))).max(0.0) * (1.0 - border / 0.045);
    plastic.map(|channel| channel * (0.6 + shine))
}
