//! The colours of one particular cube before one particular camera, learned from a look at it.
//!
//! Not needed for reading, but a help with cubes unlike most (fluorescent orange, pastel, faded
//! stickers). Serialises to six named colours, so it can stand in a configuration file:
//!
//! ```toml
//! white = [214.0, 220.0, 247.0]
//! yellow = [244.0, 225.0, 45.0]
//! # … red, orange, green, blue
//! ```

use cube::Color;
use serde::{Deserialize, Serialize};

use super::palette::Palette;
use super::tone::tone;
use crate::Error;

/// Cubes differ in colours; one cube with itself does too, by this part of that (variances).
const KNOWN: f32 = 0.1;

/// What the six colours of a cube look like: [red, green, blue] each, sRGB 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Named", into = "Named")]
pub struct CubeColors {
    /// In the order of [`Color::ALL`].
    rgb: [[f32; 3]; 6],
}

/// The form in which they are written down.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    white: [f32; 3],
    yellow: [f32; 3],
    red: [f32; 3],
    orange: [f32; 3],
    green: [f32; 3],
    blue: [f32; 3],
}

impl TryFrom<Named> for CubeColors {
    type Error = Error;

    fn try_from(named: Named) -> Result<CubeColors, Error> {
        let rgb = [named.white, named.yellow, named.red, named.orange, named.green, named.blue];
        CubeColors::learn(Color::ALL.into_iter().zip(rgb))
    }
}

impl From<CubeColors> for Named {
    fn from(colors: CubeColors) -> Named {
        let [white, yellow, red, orange, green, blue] = colors.rgb;
        Named { white, yellow, red, orange, green, blue }
    }
}

impl CubeColors {
    /// Learns from stickers of known colour: the median of each channel, colour by colour.
    ///
    /// # Errors
    /// [`Error::ColorMissing`] where one of the six is not among them, [`Error::ColorRange`] for a
    /// value that is not a number from 0 to 255.
    pub fn learn(stickers: impl IntoIterator<Item = (Color, [f32; 3])>) -> Result<Self, Error> {
        let mut samples: [Vec<[f32; 3]>; 6] = Default::default();
        for (color, rgb) in stickers {
            if let Some(&value) = rgb.iter().find(|value| !(0.0..=255.0).contains(*value)) {
                return Err(Error::ColorRange { color, value });
            }
            samples[color.index()].push(rgb);
        }
        if let Some(color) = Color::ALL.into_iter().find(|color| samples[color.index()].is_empty()) {
            return Err(Error::ColorMissing { color });
        }
        Ok(CubeColors { rgb: samples.map(|list| std::array::from_fn(|channel| median(&list, channel))) })
    }

    /// Reads what [`CubeColors::to_toml`] writes.
    ///
    /// # Errors [`Error::BadColors`] for a text that is no TOML of this kind. Also for a colour that is missing or does not
    /// exist, and for a value that is not a number from 0 to 255.
    pub fn from_toml(text: &str) -> Result<Self, Error> {
        toml::from_str(text).map_err(|error| Error::BadColors { reason: error.to_string().trim().replace('\n', " ") })
    }

    /// The text of a file that keeps the colours.
    pub fn to_toml(&self) -> String {
        let mut text = String::from(
            "# What the colours of one cube look like before one camera: red, green, blue in sRGB, 0 to 255.\n\n",
        );
        for (color, rgb) in Color::ALL.into_iter().zip(self.rgb) {
            let [red, green, blue] = rgb;
            text += &format!("{color} = [{red:.1}, {green:.1}, {blue:.1}]\n");
        }
        text
    }

    /// What one colour looks like: [red, green, blue], sRGB 0 to 255.
    pub fn rgb(&self, color: Color) -> [f32; 3] {
        self.rgb[color.index()]
    }

    /// What the six colours look like, in the order of [`Color::ALL`].
    pub(crate) fn all(&self) -> &[[f32; 3]; 6] {
        &self.rgb
    }

    /// The palette for decisions about this whole cube.
    pub(crate) fn palette(&self, common: &Palette) -> Palette {
        Palette { mean: self.rgb.map(tone), spread: common.spread.map(|spread| spread * KNOWN), ..common.clone() }
    }
}

/// The median of a channel.
pub(crate) fn median(list: &[[f32; 3]], channel: usize) -> f32 {
    let mut values: Vec<f32> = list.iter().map(|rgb| rgb[channel]).collect();
    values.sort_by(f32::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 { values[half] } else { (values[half - 1] + values[half]) / 2.0 }
}
