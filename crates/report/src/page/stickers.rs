//! The unfolded cube, and a face as it was seen.

use super::markup::{Markup, escaped};
use crate::faces::Showing;
use crate::report::Cube;

/// The letters of colours, and what they look like on a page.
const COLOURS: [(char, &str); 6] =
    [('W', "#f7f7f4"), ('Y', "#f6d32d"), ('R', "#c8202f"), ('O', "#f2811d"), ('G', "#1f9d55"), ('B', "#1f5fbf")];
/// An unknown sticker.
const UNKNOWN: &str = "#8a8f98";
/// Faces in the order of facelets, and where they are in the net, in stickers.
const FACES: [(char, usize, usize); 6] = [('U', 3, 0), ('R', 6, 3), ('F', 3, 3), ('D', 3, 6), ('L', 0, 3), ('B', 9, 3)];

fn colour(letter: char) -> &'static str {
    COLOURS.iter().find(|(known, _)| *known == letter).map_or(UNKNOWN, |(_, colour)| colour)
}

/// Draws the net of a cube.
pub fn net(page: &mut Markup, cube: &Cube) {
    let scheme: Vec<char> = cube.scheme.chars().collect();
    let facelets: Vec<char> = cube.facelets.chars().collect();
    page.raw("<svg class=\"net\" viewBox=\"0 0 244 184\" role=\"img\" aria-label=\"");
    page.put(&cube.facelets);
    page.raw("\">\n");
    for (place, letter) in facelets.iter().take(54).enumerate() {
        let (_, left, top) = FACES[place / 9];
        let (column, row) = (left + place % 3, top + place % 9 / 3);
        let face = FACES.iter().position(|(face, ..)| face == letter);
        let fill = face.and_then(|face| scheme.get(face)).map_or(UNKNOWN, |letter| colour(*letter));
        let (x, y) = (2 + 20 * column + column / 3, 2 + 20 * row + row / 3);
        page.raw(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"18\" height=\"18\" rx=\"3\" fill=\"{fill}\"/>"));
    }
    page.raw("\n</svg>\n");
}

/// Draws a face as it was seen: colours of the picture, letters and certainties.
pub fn face(page: &mut Markup, showing: &Showing) {
    let letters: String = showing.stickers.iter().map(|sticker| sticker.letter).collect();
    page.raw(&format!(
        "<svg class=\"face\" viewBox=\"0 0 126 126\" role=\"img\" aria-label=\"{}\">\n",
        escaped(&letters)
    ));
    for (place, sticker) in showing.stickers.iter().enumerate() {
        let (x, y) = (3 + 41 * (place % 3), 3 + 41 * (place / 3));
        let [red, green, blue] = sticker.rgb;
        let is_light = 128.0 < 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
        let ink = if is_light { "#111" } else { "#fff" };
        page.raw(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"38\" height=\"38\" rx=\"4\" fill=\"rgb({red},{green},{blue})\"/>\
             <text x=\"{}\" y=\"{}\" style=\"fill:{ink}\">{}</text>\
             <text x=\"{}\" y=\"{}\" style=\"fill:{ink}\" class=\"sure\">{:.0}</text>\n",
            x + 19,
            y + 18,
            escaped(&sticker.letter.to_string()),
            x + 19,
            y + 32,
            sticker.confidence * 100.0
        ));
    }
    page.raw("</svg>\n");
}
