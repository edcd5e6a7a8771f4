//! Draws what was seen into the picture: outlines, colour letters, certainty.

use opencv::core::{Point, Scalar, ToInputOutputArray, Vector};
use opencv::imgproc;

use crate::face_view::GUESS;
use crate::name::palette::paint;
use crate::{Error, FaceView, Image, Sticker};

/// Below this confidence a sticker is marked as unsure.
const UNSURE: f32 = 0.8;
/// Paint of stickers that are covered, so that any colour would be a guess.
const HIDDEN: [f64; 3] = [150.0, 150.0, 150.0];

/// Draws the faces into the picture. Each sticker has an outline in the colour that was read, its letter, and a bar for its
/// confidence. Recovered stickers have thin outlines. Unknown stickers have a grey question mark. A picture that cannot be
/// drawn into is left as it is.
pub fn annotate(image: &mut Image, faces: &[FaceView]) {
    // Drawing only fails when OpenCV itself does, and a missing outline harms nobody.
    let _ = draw(image, faces);
}

/// Rings these stickers in red: another look at them is asked for. A picture that cannot be drawn into is left as it is.
pub fn mark_doubt(image: &mut Image, stickers: &[Sticker]) {
    let _ = ring(image, stickers);
}

fn ring(image: &mut Image, stickers: &[Sticker]) -> Result<(), Error> {
    let mut canvas = image.mat_mut()?;
    let (red, light) = (Scalar::new(40.0, 20.0, 230.0, 0.0), Scalar::new(250.0, 250.0, 250.0, 0.0));
    for sticker in stickers {
        let side = sticker.quad.area().sqrt();
        let [x, y] = sticker.quad.centre();
        let (centre, radius) = (Point::new(x as i32, y as i32), (0.55 * side).max(8.0) as i32);
        let width = (side / 8.0).round().clamp(3.0, 24.0) as i32;
        for (color, width) in [(light, width + 2), (red, width)] {
            imgproc::circle(&mut canvas, centre, radius, color, width, imgproc::LINE_AA, 0)?;
        }
    }
    Ok(())
}

fn draw(image: &mut Image, faces: &[FaceView]) -> Result<(), Error> {
    let mut canvas = image.mat_mut()?;
    for face in faces {
        for sticker in &face.stickers {
            draw_sticker(&mut canvas, sticker)?;
        }
    }
    Ok(())
}

fn draw_sticker(canvas: &mut impl ToInputOutputArray, sticker: &Sticker) -> Result<(), Error> {
    let side = sticker.quad.area().sqrt();
    let is_guess = sticker.confidence <= GUESS;
    let [r, g, b] = if sticker.is_hidden() { HIDDEN } else { paint(sticker.color).map(f64::from) };
    let own = Scalar::new(b, g, r, 0.0);
    let dark = Scalar::new(25.0, 25.0, 25.0, 0.0);
    let light = Scalar::new(250.0, 250.0, 250.0, 0.0);
    let thickness = (side / 22.0).round().clamp(1.0, 12.0) as i32;
    let thin = (thickness / 2).max(1);

    let outline = outline(&sticker.quad.0);
    let line = if sticker.recovered { thin } else { 2 * thickness };
    imgproc::polylines(canvas, &outline, true, dark, line + 2 * thin, imgproc::LINE_AA, 0)?;
    imgproc::polylines(canvas, &outline, true, light, line + thin, imgproc::LINE_AA, 0)?;
    imgproc::polylines(canvas, &outline, true, own, line, imgproc::LINE_AA, 0)?;

    // The letter on a disc of the colour, so that it can be read on any sticker and in any light.
    let [x, y] = sticker.quad.centre();
    let radius = (0.24 * side).max(5.0) as i32;
    let centre = Point::new(x as i32, y as i32);
    imgproc::circle(canvas, centre, radius + thin, dark, -1, imgproc::LINE_AA, 0)?;
    imgproc::circle(canvas, centre, radius, own, -1, imgproc::LINE_AA, 0)?;
    let letter = match sticker.color.letter() {
        _ if sticker.is_hidden() => "?".to_owned(),
        letter if is_guess => format!("{letter}?"),
        letter => letter.to_string(),
    };
    let font = imgproc::FONT_HERSHEY_SIMPLEX;
    let scale = f64::from(radius) / 18.0;
    let mut below = 0;
    let size = imgproc::get_text_size(&letter, font, scale, thickness, &mut below)?;
    let ink = if r * 0.3 + g * 0.59 + b * 0.11 < 130.0 { light } else { dark };
    let place = Point::new(centre.x - size.width / 2, centre.y + size.height / 2);
    imgproc::put_text(canvas, &letter, place, font, scale, ink, thickness, imgproc::LINE_AA, false)?;

    // The bar of confidence under the disc: full is certain.
    let half = (0.3 * side) as i32;
    let height = (side / 16.0).max(2.0) as i32;
    let top = centre.y + radius + 2 * height;
    let filled = (2.0 * half as f32 * sticker.confidence) as i32;
    let color = if sticker.confidence < UNSURE {
        Scalar::new(40.0, 60.0, 230.0, 0.0)
    } else {
        Scalar::new(90.0, 200.0, 60.0, 0.0)
    };
    bar(canvas, centre.x - half, top, 2 * half, height + 2 * thin, dark)?;
    bar(canvas, centre.x - half + thin, top + thin, filled - 2 * thin, height, color)
}

fn outline(corners: &[[f32; 2]; 4]) -> Vector<Point> {
    corners.iter().map(|[x, y]| Point::new(*x as i32, *y as i32)).collect()
}

fn bar(
    canvas: &mut impl ToInputOutputArray,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    color: Scalar,
) -> Result<(), Error> {
    if 0 < width && 0 < height {
        let rect = opencv::core::Rect::new(x, y, width, height);
        imgproc::rectangle(canvas, rect, color, -1, imgproc::LINE_8, 0)?;
    }
    Ok(())
}
