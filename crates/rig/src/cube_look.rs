//! What the cube looks like: its body and its six colours. The simulated camera, RViz's markers and the page share this.
//!
//! The palettes are medians of photographs of real cubes whose stickers are known. Each sticker is the median of the middle 40 % of
//! its cell, in linear light. It was divided by the white stickers of the same photograph and multiplied by 0.8, so the colour of
//! the lamp is gone. A colour with a channel above 1 (fluorescent, or brighter than the white next to it) is scaled until that
//! channel is 1. Phones sharpen colours, so real plastic is a little duller than these values.

use std::str::FromStr;

use cube::Color;

use crate::Error;
use crate::looks::on_screen;

/// What the cubies are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CubeBody {
    /// Stickers on black plastic.
    #[default]
    Black,
    /// Stickers on white plastic.
    White,
    /// Stickers on dark grey plastic.
    Grey,
    /// No stickers: the outside of each cubie is coloured plastic up to its rounded edges, and its inside is dark grey.
    Stickerless,
}

impl CubeBody {
    /// All bodies.
    pub const ALL: [CubeBody; 4] = [Self::Black, Self::White, Self::Grey, Self::Stickerless];
    /// Their names, in the same order.
    pub const NAMES: [&str; 4] = ["black", "white", "grey", "stickerless"];

    /// Its name.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Linear RGB of the plastic that no sticker covers; of a stickerless cube, that of its inside.
    pub const fn plastic(self) -> [f32; 3] {
        match self {
            Self::Black => [0.012, 0.012, 0.014],
            Self::White => [0.76, 0.75, 0.70],
            Self::Grey => [0.12, 0.12, 0.125],
            Self::Stickerless => [0.035, 0.035, 0.038],
        }
    }

    /// What a screen (sRGB) shows of that plastic, from 0 to 1.
    pub fn on_screen(self) -> [f32; 3] {
        self.plastic().map(|channel| on_screen(channel) as f32)
    }
}

impl FromStr for CubeBody {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|body| body.name() == name);
        found.ok_or_else(|| unknown("cube body", name, &Self::NAMES))
    }
}

/// Six colours of one cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// Stickers of an ordinary black cube, chosen by eye.
    #[default]
    Classic,
    /// Rubik's brand stickers on black: dark green, dark blue. From sriram-srirangam/Rubik-s-Cube-App, 4 photographs in warm white
    /// light. The colours that programs often list for this brand (B71234, FF5800, FFD500, 009B48, 0046AD) agree in hue.
    Rubiks,
    /// Modern stickerless plastic: vivid red, light green. From sriram-srirangam/Rubik-s-Cube-App, 5 photographs in neutral light.
    Bright,
    /// Stickerless plastic with an amber yellow and a violet blue. From ethanjossi/3DRubiks, 7 photographs in warm light.
    Amber,
    /// Stickerless plastic with an azure blue and a light green. From kclejeune/cube-vision, 5 photographs in warm light with glare:
    /// the hues are measured, the brightness is not, and was set so that yellow is as bright as that of `Bright`.
    Azure,
    /// Stickers of a white speed cube with a fluorescent orange that looks like salmon, and a lemon yellow. From
    /// Jason12jjjj/Object_Detection_and_Color_Classification_for_Rubik_Cube, 5 photographs in neutral light.
    Neon,
    /// Stickers on black with a green that is nearly blue. From brian-quiroz/Rubiks-Cube-Recognition-and-Color-Classification, 6
    /// photographs in neutral and warm light.
    Teal,
    /// Half-bright stickers on black: pink red, lemon yellow, light blue. From tanmay-sketch/rubyrizz-data, 6 photographs in bluish
    /// light.
    Halfbright,
    /// Stickers of a white cube with an orange that is nearly red. From tanmay-sketch/rubyrizz-data, 4 photographs in warm light.
    Vermilion,
}

impl Palette {
    /// All palettes.
    pub const ALL: [Palette; 9] = [
        Self::Classic,
        Self::Rubiks,
        Self::Bright,
        Self::Amber,
        Self::Azure,
        Self::Neon,
        Self::Teal,
        Self::Halfbright,
        Self::Vermilion,
    ];
    /// Their names, in the same order.
    pub const NAMES: [&str; 9] =
        ["classic", "rubiks", "bright", "amber", "azure", "neon", "teal", "halfbright", "vermilion"];

    /// Its name.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// How much red, green and blue light a colour reflects, linear; white is about 0.8.
    pub const fn reflectance(self, color: Color) -> [f32; 3] {
        self.reflectances()[color as usize]
    }

    /// What a screen (sRGB) shows of a colour, from 0 to 1. It is brighter than the plastic: a white sticker is nearly as white as
    /// the screen.
    pub fn on_screen(self, color: Color) -> [f32; 3] {
        let shown = |channel: f32| on_screen((1.12 * channel).min(1.0)) as f32;
        self.reflectance(color).map(shown)
    }

    /// In the order of [`Color::ALL`]: white, yellow, red, orange, green, blue.
    const fn reflectances(self) -> [[f32; 3]; 6] {
        const WHITE: [f32; 3] = [0.80, 0.80, 0.80];
        match self {
            Self::Classic => [
                [0.80, 0.80, 0.78],
                [0.82, 0.62, 0.02],
                [0.52, 0.018, 0.022],
                [0.85, 0.20, 0.012],
                [0.012, 0.30, 0.06],
                [0.012, 0.075, 0.42],
            ],
            Self::Rubiks => [
                WHITE,
                [0.85, 0.63, 0.014],
                [0.52, 0.024, 0.036],
                [0.89, 0.124, 0.017],
                [0.003, 0.177, 0.072],
                [0.007, 0.039, 0.345],
            ],
            Self::Bright => [
                WHITE,
                [0.85, 0.67, 0.048],
                [0.775, 0.015, 0.029],
                [1.00, 0.202, 0.023],
                [0.027, 0.597, 0.081],
                [0.003, 0.124, 0.561],
            ],
            Self::Amber => [
                WHITE,
                [0.857, 0.492, 0.055],
                [0.712, 0.065, 0.043],
                [0.899, 0.155, 0.028],
                [0.093, 0.453, 0.144],
                [0.025, 0.102, 0.747],
            ],
            Self::Azure => [
                WHITE,
                [0.856, 0.685, 0.042],
                [0.733, 0.040, 0.049],
                [0.959, 0.237, 0.016],
                [0.078, 0.813, 0.026],
                [0.002, 0.310, 1.00],
            ],
            Self::Neon => [
                WHITE,
                [0.882, 0.817, 0.068],
                [0.533, 0.027, 0.038],
                [1.00, 0.070, 0.067],
                [0.009, 0.510, 0.094],
                [0.005, 0.134, 0.383],
            ],
            Self::Teal => [
                WHITE,
                [0.650, 0.514, 0.003],
                [0.505, 0.021, 0.019],
                [0.723, 0.190, 0.006],
                [0.001, 0.202, 0.180],
                [0.011, 0.031, 0.271],
            ],
            Self::Halfbright => [
                WHITE,
                [0.844, 0.827, 0.001],
                [1.00, 0.002, 0.019],
                [1.00, 0.265, 0.003],
                [0.007, 0.592, 0.193],
                [0.061, 0.248, 0.551],
            ],
            Self::Vermilion => [
                WHITE,
                [0.740, 0.715, 0.001],
                [0.601, 0.019, 0.021],
                [1.00, 0.027, 0.004],
                [0.001, 0.479, 0.107],
                [0.015, 0.053, 0.306],
            ],
        }
    }
}

impl FromStr for Palette {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|palette| palette.name() == name);
        found.ok_or_else(|| unknown("palette", name, &Self::NAMES))
    }
}

fn unknown(what: &'static str, given: &str, known: &[&str]) -> Error {
    Error::UnknownLook { what, given: given.to_owned(), known: known.join(", ") }
}

/// What the cube looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CubeLook {
    /// What the cubies are made of.
    pub body: CubeBody,
    /// The six colours.
    pub palette: Palette,
}

impl CubeLook {
    /// The look with these names.
    ///
    /// # Errors
    /// [`Error::UnknownLook`], which lists the names that there are.
    pub fn named(body: &str, palette: &str) -> Result<CubeLook, Error> {
        Ok(CubeLook { body: body.parse()?, palette: palette.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_gives_its_look_and_another_is_refused_with_the_list() {
        for body in CubeBody::ALL {
            for palette in Palette::ALL {
                let look = CubeLook::named(body.name(), palette.name());
                assert_eq!(look, Ok(CubeLook { body, palette }));
            }
        }
        let refused = |body, palette| {
            let error = CubeLook::named(body, palette).expect_err("no such look");
            error.to_string()
        };
        assert_eq!(refused("pink", "classic"), "there is no cube body 'pink', only black, white, grey, stickerless");
        let palette = refused("white", "Bright");
        assert!(palette.starts_with("there is no palette 'Bright', only classic, rubiks, bright,"), "{palette}");
    }

    /// Two colours of one cube never look alike, and white is the brightest grey.
    #[test]
    fn the_colours_of_a_palette_differ() {
        for palette in Palette::ALL {
            let colors = Color::ALL.map(|color| palette.reflectance(color));
            for (index, one) in colors.iter().enumerate() {
                assert!(one.iter().all(|channel| (0.0..=1.0).contains(channel)));
                for other in &colors[..index] {
                    let distance = (0..3).map(|channel| (one[channel] - other[channel]).powi(2)).sum::<f32>();
                    assert!(0.1 < distance.sqrt(), "{palette:?} {one:?} {other:?}");
                }
            }
            assert!(colors[0].iter().all(|channel| 0.75 < *channel));
        }
    }
}
