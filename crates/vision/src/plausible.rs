//! Whether what lies like a face also has the colours of one.
//!
//! Windows, tiles and mosaics can lie like nine stickers. Their colours tell: they are none of a cube's,
//! or nine grey panes darker than the wall, or several faces of one and the same colour, which no
//! cube has.

use cube::Color;

use crate::FaceView;

/// What the colours say about a face that was found.
#[derive(Clone, Copy)]
pub(crate) struct Evidence {
    /// Price in nats of the cheapest naming of the stickers: low where they look like a cube's.
    pub price: f32,
    /// Brightness of the body beside the stickers.
    pub body: f32,
}

/// Lowers the confidence of faces with unlikely colours and takes out those of impossible ones.
pub(crate) fn judge(found: &mut Vec<(FaceView, Evidence)>) {
    /// Prices of faces of real cubes stay below, all but one in some hundred.
    const USUAL_PRICE: f32 = 8.0;
    /// Nats beyond that which make a face impossible.
    const IMPOSSIBLE: f32 = 150.0;
    /// White stickers are never darker than this part of the body.
    const DARKER_THAN_BODY: f32 = 1.15;
    for (face, evidence) in found.iter_mut() {
        face.confidence -= ((evidence.price - USUAL_PRICE) / IMPOSSIBLE).max(0.0);
    }
    found.retain(|(face, evidence)| {
        one_color(face) != Some(Color::White) || evidence.body < DARKER_THAN_BODY
    });
    let colors: Vec<Option<Color>> = found.iter().map(|(face, _)| one_color(face)).collect();
    let twin = |color: Option<Color>| {
        color.is_some() && 1 < colors.iter().filter(|&&other| other == color).count()
    };
    let mut index = 0;
    found.retain(|_| {
        index += 1;
        !twin(colors[index - 1])
    });
    found.sort_by(|(a, _), (b, _)| b.confidence.total_cmp(&a.confidence));
}

/// The colour of all nine stickers, where they have one.
fn one_color(face: &FaceView) -> Option<Color> {
    let color = face.stickers[0].color;
    face.stickers
        .iter()
        .all(|sticker| sticker.color == color)
        .then_some(color)
}
