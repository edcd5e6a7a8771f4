//! What the cube in the rig looks like, as browsers draw it.

use std::collections::BTreeMap;

use cube::Color;
use rig::{CubeBody, Palette};
use serde::Serialize;

/// What the cube looks like. Colours are those of CSS, such as `#f4f4ef`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CubeLook {
    /// Whether each cubie is coloured plastic up to its edges, without stickers.
    pub stickerless: bool,
    /// The plastic that no colour covers.
    pub plastic: String,
    /// What a colour letter looks like. A letter that is missing has the page's own colour.
    pub paint: BTreeMap<String, String>,
}

impl CubeLook {
    /// A look for the screen; nothing where it is the one that pages draw anyway.
    pub fn new(look: rig::CubeLook) -> Option<CubeLook> {
        if look == rig::CubeLook::default() {
            return None;
        }
        let painted = |color: Color| {
            let shown = css(look.palette.on_screen(color));
            (color.letter().to_string(), shown)
        };
        let own: &[Color] = match look.palette {
            Palette::Classic => &[],
            _ => &Color::ALL,
        };
        Some(CubeLook {
            stickerless: look.body == CubeBody::Stickerless,
            plastic: css(look.body.on_screen()),
            paint: own.iter().copied().map(painted).collect(),
        })
    }
}

fn css(rgb: [f32; 3]) -> String {
    let [red, green, blue] = rgb.map(|channel| (255.0 * channel).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_has_the_colours_of_css() {
        assert_eq!(CubeLook::new(rig::CubeLook::default()), None);
        let named = |body, palette| rig::CubeLook::named(body, palette).expect("there is one");
        let white = CubeLook::new(named("white", "classic")).expect("not the usual one");
        assert_eq!(white.plastic, "#e2e1da");
        assert!(!white.stickerless && white.paint.is_empty());
        let bright = CubeLook::new(named("stickerless", "bright")).expect("not the usual one");
        assert!(bright.stickerless && bright.paint.len() == 6);
        assert_eq!(bright.paint["R"], "#f02332");
    }
}
