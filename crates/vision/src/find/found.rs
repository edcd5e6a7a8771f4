//! What finding ends with: nine quads that lie like the stickers of a face.

use crate::Quad;

/// Nine places in a picture that lie like the stickers of a face. Nobody has looked at their colours yet.
#[derive(Clone, Debug)]
pub(crate) struct FoundFace {
    /// Where the stickers are, row by row as they lie in the picture.
    pub quads: [Quad; 9],
    /// Where no sticker itself was found: these places follow from the others.
    pub recovered: [bool; 9],
    /// Certainty that this is a face and that the places are right, 0 to 1.
    pub confidence: f32,
}
