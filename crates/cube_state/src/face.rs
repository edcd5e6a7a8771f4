//! A face as the camera saw it: nine measured stickers, how they are turned upright, when two readings agree.

use cube::Color;

/// One sticker as it was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenSticker {
    /// The colour that it was read as, if any.
    pub color: Option<Color>,
    /// Certainty of that, 0 to 1.
    pub confidence: f32,
    /// Red, green, blue, 0 to 255.
    pub rgb: [f32; 3],
}

/// Nine stickers, row by row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenFace(pub [SeenSticker; 9]);

impl SeenFace {
    /// The face in its reading position, when the camera saw it turned clockwise by this many quarters.
    pub fn upright(&self, quarters: u8) -> Self {
        Self(cube::upright(&self.0, quarters))
    }

    /// Whether two readings show the same nine stickers: the same letters, or nearly the same measured colours.
    pub fn agrees_with(&self, other: &Self, tolerance: f32) -> bool {
        self.0.iter().zip(&other.0).all(|(one, two)| {
            let same_letter = one.color.is_some() && one.color == two.color;
            let near = |(a, b): (&f32, &f32)| (a - b).abs() < tolerance;
            same_letter || one.rgb.iter().zip(&two.rgb).all(near)
        })
    }

    /// Whether two pictures show the same stickers, as those of a cube that nobody turned do. The colours of two faces' centres
    /// are never so near, in any light in which a cube can be read: what a resting camera measures twice differs by less than
    /// this.
    pub fn is_same_picture(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, two)| {
            let brightest = one.rgb.iter().chain(&two.rgb).copied().fold(0.0, f32::max);
            let most = 1.0 + 0.02 * brightest;
            let channels = one.rgb.iter().zip(&two.rgb);
            channels.map(|(a, b)| (a - b).abs()).all(|off| off < most)
        })
    }

    /// How sure the least sure sticker is, 0 to 1.
    pub fn least_confidence(&self) -> f32 {
        let confidences = self.0.iter().map(|sticker| sticker.confidence);
        confidences.fold(1.0, f32::min)
    }

    /// The mean of several readings of one face; letters and certainty are those of the last.
    pub fn mean(readings: &[SeenFace]) -> Option<Self> {
        let last = readings.last()?;
        Some(Self(std::array::from_fn(|index| {
            let rgb = std::array::from_fn(|channel| {
                let sum: f32 = readings.iter().map(|face| face.0[index].rgb[channel]).sum();
                sum / readings.len() as f32
            });
            SeenSticker { rgb, ..last.0[index] }
        })))
    }

    /// The measured colours alone.
    pub fn rgb(&self) -> [[f32; 3]; 9] {
        self.0.map(|sticker| sticker.rgb)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered() -> SeenFace {
        SeenFace(std::array::from_fn(|index| SeenSticker {
            color: Some(Color::Red),
            confidence: 1.0,
            rgb: [index as f32 * 20.0; 3],
        }))
    }

    #[test]
    fn readings_agree_by_letter_or_by_measure() {
        let one = numbered();
        let mut two = numbered();
        two.0[3].rgb = [200.0, 0.0, 0.0];
        assert!(one.agrees_with(&two, 10.0), "the letters are the same");
        two.0[3].color = Some(Color::Orange);
        assert!(!one.agrees_with(&two, 10.0), "neither letter nor measure agree");
        two.0[3].rgb = [64.0, 55.0, 60.0];
        assert!(one.agrees_with(&two, 10.0), "red or orange, the measure is the same");
    }

    #[test]
    fn the_mean_is_taken_channel_by_channel() {
        let mut brighter = numbered();
        brighter.0[1].rgb = [40.0, 60.0, 20.0];
        let mean = SeenFace::mean(&[numbered(), brighter]).expect("two readings");
        assert_eq!(mean.0[1].rgb, [30.0, 40.0, 20.0]);
        assert!(SeenFace::mean(&[]).is_none());
    }
}
