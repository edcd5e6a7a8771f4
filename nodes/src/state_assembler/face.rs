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
    /// The face in its reading position, when the camera saw it turned clockwise by so many quarters.
    pub fn upright(&self, quarters: u8) -> Self {
        Self(std::array::from_fn(|index| {
            let (mut row, mut column) = (index / 3, index % 3);
            for _ in 0..quarters % 4 {
                // Turned clockwise, what was at the left end of the top row comes to its right end.
                (row, column) = (column, 2 - row);
            }
            self.0[row * 3 + column]
        }))
    }

    /// Whether two readings show the same nine stickers: the same letters, or nearly the same measured colours.
    pub fn agrees_with(&self, other: &Self, tolerance: f32) -> bool {
        self.0.iter().zip(&other.0).all(|(one, two)| {
            let same_letter = one.color.is_some() && one.color == two.color;
            let near = |(a, b): (&f32, &f32)| (a - b).abs() < tolerance;
            same_letter || one.rgb.iter().zip(&two.rgb).all(near)
        })
    }

    /// The mean of several readings of one face; letters and certainty are those of the last.
    pub fn mean(readings: &[SeenFace]) -> Option<Self> {
        let last = readings.last()?;
        Some(Self(std::array::from_fn(|index| {
            let rgb = std::array::from_fn(|channel| {
                let sum: f32 = readings.iter().map(|face| face.0[index].rgb[channel]).sum();
                sum / readings.len() as f32
            });
            SeenSticker {
                rgb,
                ..last.0[index]
            }
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

    fn places(face: &SeenFace) -> [u32; 9] {
        face.0.map(|sticker| (sticker.rgb[0] / 20.0) as u32)
    }

    /// Turns a picture clockwise by copying columns into rows, the long way round.
    fn turned_clockwise(face: &SeenFace) -> SeenFace {
        let at = |row: usize, column: usize| face.0[row * 3 + column];
        SeenFace([
            at(2, 0),
            at(1, 0),
            at(0, 0),
            at(2, 1),
            at(1, 1),
            at(0, 1),
            at(2, 2),
            at(1, 2),
            at(0, 2),
        ])
    }

    #[test]
    fn a_turned_face_is_set_upright() {
        let mut seen = numbered();
        for quarters in 0..4 {
            assert_eq!(
                places(&seen.upright(quarters)),
                places(&numbered()),
                "{quarters} quarters"
            );
            seen = turned_clockwise(&seen);
        }
    }

    #[test]
    fn readings_agree_by_letter_or_by_measure() {
        let one = numbered();
        let mut two = numbered();
        two.0[3].rgb = [200.0, 0.0, 0.0];
        assert!(one.agrees_with(&two, 10.0), "the letters are the same");
        two.0[3].color = Some(Color::Orange);
        assert!(
            !one.agrees_with(&two, 10.0),
            "neither letter nor measure agree"
        );
        two.0[3].rgb = [64.0, 55.0, 60.0];
        assert!(
            one.agrees_with(&two, 10.0),
            "red or orange, the measure is the same"
        );
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
