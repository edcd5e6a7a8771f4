//! What is seen of one face in one picture: nine stickers, where they are and what colour they have.

use cube::Color;
use serde::{Deserialize, Serialize};

/// The corners of a sticker in pixels of the picture, [x, y] each, in the order top left, top
/// right, bottom right, bottom left as the face is read.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quad(pub [[f32; 2]; 4]);

/// One sticker in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sticker {
    /// Where it is.
    pub quad: Quad,
    /// Robust mean of its pixels: [red, green, blue], sRGB, 0 to 255.
    pub rgb: [f32; 3],
    /// The colour it was read as.
    pub color: Color,
    /// Certainty of that colour, 0 to 1.
    pub confidence: f32,
    /// True where the sticker itself was not found (covered, glare) and its place follows from
    /// the others.
    pub recovered: bool,
}

/// One face in a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FaceView {
    /// The nine stickers, row by row as they lie in the picture.
    pub stickers: [Sticker; 9],
    /// Certainty that this is a face and that the places are right, 0 to 1.
    pub confidence: f32,
}

/// A face whose colours were measured and not yet named: what lies between finding and naming.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredFace {
    /// Where the stickers are, row by row as they lie in the picture.
    pub quads: [Quad; 9],
    /// Where no sticker itself was found: these places follow from the others.
    pub recovered: [bool; 9],
    /// Certainty that this is a face and that the places are right, 0 to 1.
    pub confidence: f32,
    /// The colours: [red, green, blue] each, sRGB, 0 to 255.
    pub rgb: [[f32; 3]; 9],
}

/// At this confidence or below a colour is no more than a guess: stickers that were not seen themselves never have more.
pub(crate) const GUESS: f32 = 0.5;

impl Sticker {
    /// Whether the sticker is hidden, so that any colour would be a guess.
    pub fn is_hidden(&self) -> bool {
        self.recovered && self.confidence <= GUESS
    }
}

impl Quad {
    /// Mean of the corners.
    pub fn centre(&self) -> [f32; 2] {
        let sum = |axis: usize| self.0.iter().map(|corner| corner[axis]).sum::<f32>() / 4.0;
        [sum(0), sum(1)]
    }

    /// Area in square pixels.
    pub fn area(&self) -> f32 {
        let twice: f32 = (0..4)
            .map(|index| {
                let ([x0, y0], [x1, y1]) = (self.0[index], self.0[(index + 1) % 4]);
                x0 * y1 - x1 * y0
            })
            .sum();
        twice.abs() / 2.0
    }

    /// The same quad in a picture scaled by `factor`.
    pub fn scaled(&self, factor: f32) -> Quad {
        Quad(self.0.map(|[x, y]| [x * factor, y * factor]))
    }
}

impl MeasuredFace {
    /// The face with a name for each sticker, and how certain it is, 0 to 1.
    pub fn named(&self, names: [(Color, f32); 9]) -> FaceView {
        FaceView {
            stickers: std::array::from_fn(|index| Sticker {
                quad: self.quads[index],
                rgb: self.rgb[index],
                color: names[index].0,
                confidence: names[index].1,
                recovered: self.recovered[index],
            }),
            confidence: self.confidence,
        }
    }
}

impl FaceView {
    /// The nine colour letters, row by row; those of hidden stickers are guesses.
    pub fn letters(&self) -> String {
        self.stickers.iter().map(|sticker| sticker.color.letter()).collect()
    }

    /// The measured colours, row by row.
    pub fn rgb(&self) -> [[f32; 3]; 9] {
        self.stickers.map(|sticker| sticker.rgb)
    }

    /// Whether a sticker's centre of one of the two lies on a sticker of the other.
    pub fn overlaps(&self, other: &FaceView) -> bool {
        let near = |a: &Sticker, b: &Sticker| {
            let ([ax, ay], [bx, by]) = (a.quad.centre(), b.quad.centre());
            (ax - bx).hypot(ay - by) < 0.5 * a.quad.area().min(b.quad.area()).sqrt()
        };
        self.stickers.iter().any(|a| other.stickers.iter().any(|b| near(a, b)))
    }

    /// Mean of the nine sticker centres in pixels.
    pub fn centre(&self) -> [f32; 2] {
        let centres = self.stickers.map(|sticker| sticker.quad.centre());
        std::array::from_fn(|axis| centres.iter().map(|centre| centre[axis]).sum::<f32>() / 9.0)
    }
}
