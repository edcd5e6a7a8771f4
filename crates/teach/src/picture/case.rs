//! A case of the catalogue: the top from above with its sides and arrows, or, for a pair, the corner of the cube from in front.

use cube::{Color, Face, Move, Notation, format_moves};
use svg::node::element::Group;

use super::shapes::{Point, arrow, blank, polygon, rectangle, text};
use crate::catalogue::{Case, Set};

/// One sticker.
const SIDE: f64 = 20.0;
/// A sticker of a side, seen from above.
const EDGE: f64 = 6.0;
/// Width and height of a picture.
const SIZE: f64 = 3.0 * SIDE + 2.0 * EDGE + 8.0;
/// Width of a place on the sheet.
const CELL_WIDTH: f64 = 170.0;
/// Height of a place on the sheet.
const CELL_HEIGHT: f64 = 150.0;

/// The colours of U R F D L B: the usual cube with white below and green in front.
const COLORS: [&str; 6] = ["#ffd500", "#ff7a1a", "#1faa4b", "#f8f8f8", "#d21f2b", "#2466d1"];
/// A sticker that does not matter.
const GREY: &str = "#b8b8b8";

/// The picture of one case.
pub fn case_picture(case: &Case) -> String {
    let picture = blank(SIZE, SIZE).add(drawn(case, (0.0, 0.0)));
    picture.to_string()
}

/// Cases on one sheet, each with its name and its sequences.
pub fn sheet(cases: &[&Case]) -> String {
    let columns = 7.min(cases.len().max(1));
    let rows = cases.len().div_ceil(columns);
    let (width, height) = (columns as f64 * CELL_WIDTH, rows as f64 * CELL_HEIGHT + 10.0);
    let mut picture = blank(width, height);
    for (at, &case) in cases.iter().enumerate() {
        let left = (at % columns) as f64 * CELL_WIDTH;
        let top = (at / columns) as f64 * CELL_HEIGHT + 10.0;
        let middle = left + CELL_WIDTH / 2.0;
        picture = picture.add(drawn(case, (middle - SIZE / 2.0, top)));
        let title = match case.set {
            Set::Oll => format!("{} {}", case.number, case.name),
            _ => case.title(),
        };
        picture = picture.add(text((middle, top + SIZE + 13.0), 12.0, &title));
        for (row, moves) in lines(&case.moves, case.auf).iter().enumerate() {
            let y = top + SIZE + 28.0 + 13.0 * row as f64;
            picture = picture.add(text((middle, y), 11.0, moves));
        }
    }
    picture.to_string()
}

/// A sequence on as many lines as it needs, with the turn after it in brackets.
fn lines(moves: &[Move], auf: Option<Move>) -> Vec<String> {
    let mut lines: Vec<String> = moves.chunks(9).map(|moves| format_moves(moves, Notation::Standard)).collect();
    if let (Some(turn), Some(last)) = (auf, lines.last_mut()) {
        last.push_str(&format!(" ({turn})"));
    }
    lines
}

/// The picture with its upper left corner at this point.
fn drawn(case: &Case, at: Point) -> Group {
    match case.set {
        Set::F2l => from_in_front(case, at),
        Set::Oll | Set::Pll => from_above(case, at),
    }
}

fn color(case: &Case, sticker: usize) -> &'static str {
    match (case.set, case.mask.stickers()[sticker]) {
        (_, None) => GREY,
        // The sides of an oriented top matter to PLL alone.
        (_, Some(face)) => COLORS[face.index()],
    }
}

/// The middle of a sticker on top.
fn middle_on_top(sticker: usize, (left, top): Point) -> Point {
    let (row, column) = ((sticker / 3) as f64, (sticker % 3) as f64);
    (left + 4.0 + EDGE + (column + 0.5) * SIDE, top + 4.0 + EDGE + (row + 0.5) * SIDE)
}

fn from_above(case: &Case, (left, top): Point) -> Group {
    let mut picture = Group::new();
    let (x, y) = (left + 4.0 + EDGE, top + 4.0 + EDGE);
    for sticker in 0..9 {
        let corner = (x + (sticker % 3) as f64 * SIDE, y + (sticker / 3) as f64 * SIDE);
        picture = picture.add(rectangle(corner, SIDE, SIDE, color(case, sticker)));
    }
    for along in 0..3 {
        let step = along as f64 * SIDE;
        let far = 3.0 * SIDE;
        // From above, the rows of B and R run against the picture, those of F and L with it.
        picture = picture.add(rectangle((x + step, y - EDGE), SIDE, EDGE, color(case, 47 - along)));
        picture = picture.add(rectangle((x + step, y + far), SIDE, EDGE, color(case, 18 + along)));
        picture = picture.add(rectangle((x - EDGE, y + step), EDGE, SIDE, color(case, 36 + along)));
        picture = picture.add(rectangle((x + far, y + step), EDGE, SIDE, color(case, 11 - along)));
    }
    for &(from, to) in &case.arrows {
        let ends = [from, to].map(|sticker| middle_on_top(sticker, (left, top)));
        picture = picture.add(arrow(ends[0], ends[1], "#111"));
    }
    picture
}

/// The faces U, F and R as they are seen from in front, above and the right.
fn from_in_front(case: &Case, at: Point) -> Group {
    corner_of_cube(at, false, |sticker| color(case, sticker))
}

/// The faces F and R, with U as they are seen from above, or with D from below.
fn corner_of_cube((left, top): Point, is_below: bool, color: impl Fn(usize) -> &'static str) -> Group {
    let mut picture = Group::new();
    let (middle, unit) = ((left + SIZE / 2.0, top + SIZE / 2.0), SIZE / 6.6);
    let lean = if is_below { -0.5 } else { 0.5 };
    let height = if is_below { 0.0 } else { 3.0 };
    // Right, up and front of the cube in the picture; the corner that is nearest is in the middle.
    let project = |right: f64, up: f64, front: f64| {
        let (right, up, front) = (right - 3.0, up - height, front - 3.0);
        (middle.0 + unit * 0.87 * (right - front), middle.1 + unit * (lean * (right + front) - up))
    };
    let third = if is_below { Face::D } else { Face::U };
    for sticker in 0..9 {
        let (row, column) = ((sticker / 3) as f64, (sticker % 3) as f64);
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        for face in [third, Face::R, Face::F] {
            let points = corners.map(|(along, down)| {
                let (along, down) = (column + along, row + down);
                match face {
                    Face::U => project(along, 3.0, down),
                    Face::D => project(along, 0.0, 3.0 - down),
                    Face::R => project(3.0, 3.0 - down, 3.0 - along),
                    _ => project(along, 3.0 - down, 3.0),
                }
            });
            picture = picture.add(polygon(&points, color(9 * face.index() + sticker)));
        }
    }
    picture
}

/// A cube as it is held, seen from in front and the right, from above or from below. Stickers without a colour are grey.
pub fn cube_picture(stickers: &[Option<Color>; 54], is_below: bool) -> String {
    let paint = |sticker: usize| {
        let color: Option<Color> = stickers[sticker];
        color.map_or(GREY, |color| match color {
            Color::White => COLORS[3],
            Color::Yellow => COLORS[0],
            Color::Red => COLORS[4],
            Color::Orange => COLORS[1],
            Color::Green => COLORS[2],
            Color::Blue => COLORS[5],
        })
    };
    blank(SIZE, SIZE).add(corner_of_cube((0.0, 0.0), is_below, paint)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::cases;

    #[test]
    fn a_sheet_shows_every_case_with_its_sequence() {
        for set in Set::ALL {
            let all: Vec<&Case> = cases(set).iter().collect();
            let sheet = sheet(&all);
            for case in cases(set) {
                let first = format_moves(&case.moves[..3], Notation::Standard);
                assert!(sheet.contains(&first), "{}", case.title());
            }
            // 9 + 12 stickers, or 27; the background is no polygon, arrow heads are.
            let stickers = if set == Set::F2l { 27 } else { 21 };
            let polygons = sheet.matches("stroke=\"#222\"").count();
            assert_eq!(polygons, stickers * cases(set).len());
            assert_eq!(sheet.matches("<svg").count(), sheet.matches("</svg>").count());
        }
    }

    /// Of the top of OLL 27, the sune, five stickers are yellow, and one of each of three sides.
    #[test]
    fn the_picture_of_a_case_shows_its_look() {
        let sune = &cases(Set::Oll)[26];
        assert_eq!(sune.name, "Sune");
        let picture = case_picture(sune);
        assert_eq!(picture.matches(COLORS[0]).count(), 6 + 3);
    }
}
