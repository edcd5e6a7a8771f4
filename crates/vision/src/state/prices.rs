//! What it costs to read each sticker as each colour, for those who decide on a cube in their own way.

use cube::Color;

use super::cube_color_model::{CubeColorModel, Start, Stickers};
use super::measurements::Measurements;
use crate::{CubeColors, Error};

/// The prices of 54 stickers, estimated from all of them together. They do not depend on where the stickers lie.
#[derive(Clone, Debug)]
pub struct StickerPrices {
    /// The price in nats of each sticker as each colour, in the order of [`Color::ALL`].
    pub prices: [[f32; 6]; 54],
    /// The cheapest reading with nine of each colour and six different centres.
    pub colors: [Color; 54],
}

impl StickerPrices {
    /// Estimates the prices. As at [`super::read_state_knowing`], the colours of some stickers can be known.
    ///
    /// # Errors
    /// [`Error::ChannelRange`] for a value that is not a number from 0 to 255.
    pub fn estimate(
        faces: &Measurements,
        colors: Option<&CubeColors>,
        known: &[(usize, Color)],
        start: Start,
    ) -> Result<StickerPrices, Error> {
        let stickers = Stickers::new(faces, colors, known)?;
        let mut model = CubeColorModel::new(&stickers, start);
        let classes = model.settle();
        Ok(StickerPrices { prices: model.costs(), colors: classes.map(|class| Color::ALL[class]) })
    }
}
