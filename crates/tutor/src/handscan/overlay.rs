//! Draws the guide's screen over the camera's picture.

use cube::Face;
use vision::{Error, Image, paint};

use crate::handscan::draw::{Area, Canvas, Rgb, text_width};
use crate::handscan::hold::Tip;
use crate::handscan::screen::{Asked, FaceStatus, Found, Screen};

const INK: Rgb = [245, 245, 245];
const DIM: Rgb = [190, 196, 204];
const PANEL: Rgb = [18, 20, 26];
const ACCENT: Rgb = [90, 220, 140];
const WARN: Rgb = [255, 196, 60];
const ALARM: Rgb = [235, 70, 200];

/// Draws the guide's screen over the picture that it looked at: the place for the cube, the found face with its stickers' names, and
/// the asked hold. Next to them it draws the unfolded cube as far as it is read, the words, and the time left. A picture that cannot be
/// drawn into is left as it is.
pub fn overlay(image: &mut Image, screen: &Screen) {
    // Drawing only fails when OpenCV itself does, and the words are published elsewhere too.
    let _ = draw(image, screen);
}

fn draw(image: &mut Image, screen: &Screen) -> Result<(), Error> {
    let (width, height) = (image.width() as f32, image.height() as f32);
    // All sizes follow from the shorter side, so that any camera's picture looks alike.
    let unit = (width / 640.0).min(height / 480.0);
    let mut canvas = Canvas(image);
    match &screen.found {
        Some(found) => draw_found(&mut canvas, found, unit)?,
        None if screen.asked.is_some() => draw_target(&mut canvas, [width, height], unit)?,
        None => {}
    }
    if let Some(asked) = &screen.asked {
        draw_asked(&mut canvas, asked, [12.0 * unit, 12.0 * unit], unit)?;
    }
    let cell = 11.0 * unit;
    let net = [width - 12.0 * cell - 37.0 * unit, 12.0 * unit];
    draw_net(&mut canvas, screen, net, cell, unit)?;
    draw_words(&mut canvas, screen, [width, height], unit)
}

/// Brackets and nine places in the middle, where a face is wanted.
fn draw_target(canvas: &mut Canvas, [width, height]: [f32; 2], unit: f32) -> Result<(), Error> {
    let cell = 58.0 * unit;
    let gap = 8.0 * unit;
    let side = 3.0 * cell + 2.0 * gap;
    let (left, top) = ((width - side) / 2.0, (height - side) / 2.0 - 14.0 * unit);
    for index in 0..9 {
        let (row, column) = ((index / 3) as f32, (index % 3) as f32);
        let (x, y) = (left + column * (cell + gap), top + row * (cell + gap));
        let area = Area { x, y, width: cell, height: cell };
        canvas.shade(area, INK, 0.16);
        canvas.lines(&area.corners(), true, 1.5 * unit, INK)?;
    }
    let (near, far, arm) = (-12.0 * unit, side + 12.0 * unit, 34.0 * unit);
    for (x, y, dx, dy) in
        [(near, near, arm, arm), (far, near, -arm, arm), (far, far, -arm, -arm), (near, far, arm, -arm)]
    {
        let at = |dx: f32, dy: f32| [left + x + dx, top + y + dy];
        let bracket = [at(dx, 0.0), at(0.0, 0.0), at(0.0, dy)];
        canvas.lines(&bracket, false, 5.0 * unit, PANEL)?;
        canvas.lines(&bracket, false, 3.0 * unit, INK)?;
    }
    Ok(())
}

/// The found stickers, and a frame that closes while the face is held steady.
fn draw_found(canvas: &mut Canvas, found: &Found, unit: f32) -> Result<(), Error> {
    for sticker in &found.view.stickers {
        let corners = sticker.quad.0;
        let side = sticker.quad.area().sqrt();
        let own = paint(sticker.color);
        let line = (side / 14.0).max(2.0);
        canvas.lines(&corners, true, line + 2.0 * unit, PANEL)?;
        if !sticker.recovered {
            canvas.lines(&corners, true, line, own)?;
        }
        let [x, y] = sticker.quad.centre();
        let radius = (0.26 * side).max(6.0);
        canvas.disc([x, y], radius + 1.5 * unit, PANEL)?;
        canvas.disc([x, y], radius, own)?;
        let letter = if sticker.recovered { "?".to_owned() } else { sticker.color.letter().to_string() };
        let tall = 1.05 * radius;
        let wide = text_width(&letter, tall)?;
        let at = [x - wide / 2.0, y + tall / 2.0];
        canvas.text(&letter, at, tall, f32::INFINITY, ink_on(own))?;
    }
    // The outline of the whole face, a little outside its corner stickers.
    let stickers = &found.view.stickers;
    let [cx, cy] = found.view.centre();
    let hull = [(0, 0), (2, 1), (8, 2), (6, 3)].map(|(sticker, corner)| {
        let [x, y] = stickers[sticker].quad.0[corner];
        [cx + 1.1 * (x - cx), cy + 1.1 * (y - cy)]
    });
    canvas.lines(&hull, true, 2.0 * unit, DIM)?;
    canvas.lines(&part_of(&hull, found.steady), false, 5.0 * unit, ACCENT)
}

/// The first part of the way around four corners.
fn part_of(corners: &[[f32; 2]; 4], part: f32) -> Vec<[f32; 2]> {
    let mut way = vec![corners[0]];
    for side in 0..4 {
        let ([x0, y0], [x1, y1]) = (corners[side], corners[(side + 1) % 4]);
        let done = (4.0 * part - side as f32).clamp(0.0, 1.0);
        if 0.0 < done {
            way.push([x0 + done * (x1 - x0), y0 + done * (y1 - y0)]);
        }
    }
    way
}

/// A small cube as it should be held, seen from a little above and from the right, with an arrow for
/// the turn that leads there.
fn draw_asked(canvas: &mut Canvas, asked: &Asked, at: [f32; 2], unit: f32) -> Result<(), Error> {
    let panel = Area { x: at[0], y: at[1], width: 132.0 * unit, height: 126.0 * unit };
    canvas.shade(panel, PANEL, 0.62);
    let side = 62.0 * unit;
    let depth = [24.0 * unit, -22.0 * unit];
    let corner = [at[0] + 32.0 * unit, at[1] + 36.0 * unit];
    let place = |u: f32, v: f32, w: f32| [corner[0] + u * side + w * depth[0], corner[1] + v * side + w * depth[1]];
    type Cell = fn(f32, f32) -> [f32; 3];
    let front: Cell = |a, b| [a, b, 0.0];
    let top: Cell = |a, b| [a, 0.0, 1.0 - b];
    let right: Cell = |a, b| [1.0, b, a];
    for (color, cell) in [(asked.top, top), (asked.right, right), (asked.front, front)] {
        let whole = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let corners = |list: [(f32, f32); 4]| {
            list.map(|(a, b)| {
                let [u, v, w] = cell(a, b);
                place(u, v, w)
            })
        };
        canvas.fill(&corners(whole), [12, 12, 14])?;
        for index in 0..9 {
            let (a, b) = ((index % 3) as f32 / 3.0, (index / 3) as f32 / 3.0);
            let (near, far) = (0.03, 1.0 / 3.0 - 0.03);
            let sticker = [(near, near), (far, near), (far, far), (near, far)];
            let own = paint(color);
            // Only centres are known beforehand: the other stickers are pale.
            let shown = if index == 4 { own } else { own.map(|c| 40 + c / 5) };
            canvas.fill(&corners(sticker.map(|(x, y)| (a + x, b + y))), shown)?;
        }
    }
    if let Some(tip) = asked.tip {
        // Next to the cube, so that no centre is hidden.
        let place = match tip {
            Tip::TopForward | Tip::TopAway => [corner[0] - 16.0 * unit, corner[1] + side / 2.0],
            Tip::Sideways | Tip::HalfRound => [corner[0] + side / 2.0, corner[1] + side + 16.0 * unit],
        };
        draw_tip(canvas, tip, place, unit)?;
    }
    Ok(())
}

/// The arrow of a turn: up and down for tipping, to both sides for turning either way round.
fn draw_tip(canvas: &mut Canvas, tip: Tip, [x, y]: [f32; 2], unit: f32) -> Result<(), Error> {
    let reach = 24.0 * unit;
    let (way, double): ([f32; 2], bool) = match tip {
        Tip::TopForward => ([0.0, 1.0], false),
        Tip::TopAway => ([0.0, -1.0], false),
        Tip::Sideways => ([1.0, 0.0], true),
        Tip::HalfRound => ([1.0, 0.0], true),
    };
    let head = |end: [f32; 2], way: [f32; 2]| {
        let (size, wing) = (10.0 * unit, 6.0 * unit);
        let back = [end[0] - size * way[0], end[1] - size * way[1]];
        [[back[0] - wing * way[1], back[1] + wing * way[0]], end, [back[0] + wing * way[1], back[1] - wing * way[0]]]
    };
    let to = [x + reach * way[0], y + reach * way[1]];
    let from = [x - reach * way[0], y - reach * way[1]];
    for (thick, color) in [(6.0 * unit, PANEL), (3.0 * unit, INK)] {
        canvas.lines(&[from, to], false, thick, color)?;
        canvas.lines(&head(to, way), false, thick, color)?;
        if double {
            canvas.lines(&head(from, way.map(|a| -a)), false, thick, color)?;
        }
    }
    Ok(())
}

/// The unfolded cube as far as it is read.
fn draw_net(canvas: &mut Canvas, screen: &Screen, at: [f32; 2], cell: f32, unit: f32) -> Result<(), Error> {
    let panel = Area { x: at[0], y: at[1], width: 12.0 * cell + 25.0 * unit, height: 9.0 * cell + 22.0 * unit };
    canvas.shade(panel, PANEL, 0.62);
    for face in Face::ALL {
        let (column, row) = match face {
            Face::U => (3.0, 0.0),
            Face::R => (6.0, 3.0),
            Face::F => (3.0, 3.0),
            Face::D => (3.0, 6.0),
            Face::L => (0.0, 3.0),
            Face::B => (9.0, 3.0),
        };
        let (left, top) = (at[0] + 8.0 * unit + column * (cell + unit), at[1] + 8.0 * unit + row * (cell + unit));
        for index in 0..9 {
            let sticker = 9 * face.index() + index;
            let area = Area {
                x: left + (index % 3) as f32 * cell + 1.0,
                y: top + (index / 3) as f32 * cell + 1.0,
                width: cell - 2.0,
                height: cell - 2.0,
            };
            match screen.net[sticker] {
                Some(color) => canvas.shade(area, paint(color), 1.0),
                None => canvas.shade(area, [90, 94, 102], 0.55),
            }
            if screen.doubtful.contains(&sticker) {
                canvas.lines(&area.corners(), true, 2.0 * unit, ALARM)?;
            }
        }
        let whole = Area { x: left, y: top, width: 3.0 * cell, height: 3.0 * cell };
        match screen.faces[face.index()] {
            FaceStatus::Asked => canvas.lines(&whole.corners(), true, 2.5 * unit, INK)?,
            FaceStatus::Again => canvas.lines(&whole.corners(), true, 2.0 * unit, WARN)?,
            FaceStatus::Missing | FaceStatus::Read => {}
        }
    }
    Ok(())
}

/// The words at the lower edge, and the time that is left.
fn draw_words(canvas: &mut Canvas, screen: &Screen, [width, height]: [f32; 2], unit: f32) -> Result<(), Error> {
    let tall = 92.0 * unit;
    let top = height - tall;
    let band = Area { x: 0.0, y: top, width, height: tall };
    canvas.shade(band, PANEL, 0.72);
    let (left, most) = (16.0 * unit, width - 32.0 * unit);
    let clock = screen.left.map(|left| format!("{} s", left.as_secs_f32().ceil()));
    let clock_wide = match &clock {
        Some(text) => text_width(text, 11.0 * unit)? + 14.0 * unit,
        None => 0.0,
    };
    canvas.text(
        &screen.prompt,
        [left, top + 30.0 * unit],
        17.0 * unit,
        most - clock_wide,
        if screen.left.is_some() { INK } else { ACCENT },
    )?;
    canvas.text(&screen.hint, [left, top + 56.0 * unit], 12.0 * unit, most, DIM)?;
    canvas.text(&screen.notice, [left, top + 79.0 * unit], 11.0 * unit, most, ACCENT)?;
    if let Some(text) = clock {
        let late = screen.left_part < 0.25;
        let color = if late { WARN } else { DIM };
        let x = width - left - clock_wide + 14.0 * unit;
        canvas.text(&text, [x, top + 28.0 * unit], 11.0 * unit, f32::INFINITY, color)?;
        let bar = Area { x: 0.0, y: top, width: width * screen.left_part.clamp(0.0, 1.0), height: 3.0 * unit };
        canvas.shade(bar, if late { WARN } else { ACCENT }, 0.9);
    }
    Ok(())
}

/// Letters that can be read on a colour.
fn ink_on(rgb: Rgb) -> Rgb {
    let [r, g, b] = rgb.map(f32::from);
    if 0.3 * r + 0.59 * g + 0.11 * b < 130.0 { INK } else { PANEL }
}

/// The colours of the whole screen come from here, so that they differ from the stickers' own.
#[cfg(test)]
mod tests {
    use super::*;
    use cube::Color;

    #[test]
    fn letters_differ_from_every_sticker() {
        for color in Color::ALL {
            let own = paint(color).map(f32::from);
            let ink = ink_on(paint(color)).map(f32::from);
            let apart: f32 = own.iter().zip(ink).map(|(a, b)| (a - b).abs()).sum();
            assert!(200.0 < apart, "{color}: {apart}");
        }
    }
}
