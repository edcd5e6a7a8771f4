//! What lies in rows and columns as stickers do, and is no cube: panes, tiles, keys, books and more, each as the colours of a plane.

use testkit::rand::{Rng, RngExt};

use super::drawings::drawing;
use super::pattern::{Pattern, any, grey, list, pale};

/// Kinds of things without a cube's face.
pub const KINDS: [&str; 25] = [
    "panes of one grey",
    "panes of many greys",
    "window",
    "shelf",
    "noughts and crosses",
    "tiles of one colour",
    "tiles of two colours",
    "chess board",
    "colour chart",
    "keypad",
    "keyboard",
    "brick wall",
    "facade",
    "sudoku",
    "waffle",
    "light matrix",
    "books",
    "text",
    "mosaic",
    "dots",
    "plaid",
    "paving",
    "rubble",
    "icons",
    "chocolate",
];

/// Cells of `columns` by `rows` with lines between them; a cell's colour by its number. Beyond the
/// outermost lines lies the background.
struct Grid {
    columns: usize,
    rows: usize,
    /// Part of a cell that is line.
    line: f32,
    /// Width of the frame around, in cells.
    frame: f32,
    line_rgb: [f32; 3],
    background: [f32; 3],
    cells: Vec<[f32; 3]>,
    round: bool,
}

impl Grid {
    fn pattern(self) -> Pattern {
        Box::new(move |u, v| {
            let outside = |at: f32, count: usize| at < -self.frame || count as f32 + self.frame < at;
            if outside(u, self.columns) || outside(v, self.rows) {
                return self.background;
            }
            let within = |at: f32, count: usize| (0.0..count as f32).contains(&at);
            if !within(u, self.columns) || !within(v, self.rows) {
                return self.line_rgb;
            }
            let (x, y) = (u.fract() - 0.5, v.fract() - 0.5);
            let off = if self.round { x.hypot(y) } else { x.abs().max(y.abs()) };
            if (1.0 - self.line) / 2.0 < off {
                return self.line_rgb;
            }
            self.cells[v as usize * self.columns + u as usize]
        })
    }
}

/// The pattern of a kind and its size: the part of the plane that fills about the frame.
pub fn pattern(kind: &str, random: &mut impl Rng) -> (Pattern, [f32; 2]) {
    if let Some(drawn) = drawing(kind, random) {
        return drawn;
    }
    let line = random.random_range(0.04..0.25f32);
    let mut grid = Grid {
        columns: 3,
        rows: 3,
        line,
        frame: if random.random_bool(0.5) { line } else { random.random_range(0.0..0.5) },
        line_rgb: grey(random, 10.0, 245.0),
        background: pale(random),
        cells: Vec::new(),
        round: false,
    };
    let frame = |count: f32| count * 1.6;
    match kind {
        "panes of one grey" => {
            let one = grey(random, 15.0, 245.0);
            grid.cells = vec![one; 9];
        }
        "panes of many greys" => grid.cells = list(9, || grey(random, 15.0, 245.0)),
        "window" => {
            // Sky above, trees and houses below, behind bars of one colour.
            let sky = [150.0, 185.0, 225.0].map(|c: f32| (c * random.random_range(0.8..1.1f32)).min(255.0));
            let land = pale(random).map(|c| 0.5 * c);
            grid.rows = [2, 3, 3, 4][random.random_range(0..4)];
            let horizon = random.random_range(0.0..grid.rows as f32);
            let (columns, rows) = (grid.columns, grid.rows);
            grid.cells =
                (0..columns * rows).map(|cell| if ((cell / columns) as f32) < horizon { sky } else { land }).collect();
        }
        "shelf" => {
            // Compartments, most of them empty and dark, some with boxes or books.
            let dark = grey(random, 20.0, 110.0);
            grid.line = random.random_range(0.05..0.15);
            grid.line_rgb = grey(random, 120.0, 240.0);
            grid.cells = list(9, || {
                if random.random_bool(0.6) { dark.map(|c| c * random.random_range(0.8..1.2f32)) } else { pale(random) }
            });
        }
        "tiles of one colour" | "paving" => {
            let one = if kind == "paving" { grey(random, 60.0, 200.0) } else { any(random) };
            (grid.columns, grid.rows) = (random.random_range(4..12), random.random_range(4..9));
            grid.line = random.random_range(0.03..0.12);
            grid.cells =
                list(grid.columns * grid.rows, || one.map(|c| (c * random.random_range(0.9..1.1f32)).min(255.0)));
        }
        "tiles of two colours" | "chess board" => {
            let pair = if kind == "chess board" {
                [grey(random, 10.0, 90.0), grey(random, 150.0, 245.0)]
            } else {
                [any(random), any(random)]
            };
            (grid.columns, grid.rows) = (8, 8);
            grid.line = if kind == "chess board" { 0.0 } else { random.random_range(0.0..0.12) };
            grid.cells = (0..64).map(|cell| pair[(cell / 8 + cell % 8) % 2]).collect();
        }
        "colour chart" => {
            (grid.columns, grid.rows) = (6, 4);
            grid.line_rgb = grey(random, 10.0, 50.0);
            grid.cells = list(18, || any(random));
            grid.cells.extend((0..6).map(|step| [245.0 - 42.0 * step as f32; 3]));
        }
        "keypad" => {
            let key = grey(random, 20.0, 240.0);
            grid.rows = [4, 5][random.random_range(0..2)];
            grid.columns = [3, 4][random.random_range(0..2)];
            grid.line = random.random_range(0.15..0.4);
            grid.cells = list(grid.columns * grid.rows, || if random.random_bool(0.15) { any(random) } else { key });
            let ink = if key[0] < 128.0 { [230.0; 3] } else { [20.0; 3] };
            let keys = grid.pattern();
            return (
                Box::new(move |u, v| {
                    // A sign on each key: a bar or two.
                    let (x, y) = (u.rem_euclid(1.0) - 0.5, v.rem_euclid(1.0) - 0.5);
                    let sign = x.abs() < 0.1
                        && y.abs() < 0.16
                        && ((7.0 * (u.floor() + 3.0 * v.floor()) + 30.0 * y).sin() > 0.0);
                    if sign && 0.0 < u && 0.0 < v { ink } else { keys(u, v) }
                }),
                [frame(4.0), frame(5.0)],
            );
        }
        "keyboard" | "brick wall" => {
            let brick = kind == "brick wall";
            let key = if brick {
                [170.0, 85.0, 65.0].map(|c: f32| c * random.random_range(0.7..1.2f32))
            } else {
                grey(random, 15.0, 240.0)
            };
            let (line_rgb, background) = (grid.line_rgb, grid.background);
            let shift = if brick { 0.5 } else { 0.3 };
            let width = if brick { 2.2 } else { 1.0 };
            return (
                Box::new(move |u, v| {
                    if !(0.0..14.0).contains(&u) || !(0.0..6.0).contains(&v) {
                        return background;
                    }
                    let row = v.floor();
                    let (x, y) = ((u / width + shift * row).rem_euclid(1.0) - 0.5, v.fract() - 0.5);
                    let tone = 0.9 + 0.2 * ((u / width + shift * row).floor() * 12.9 + row * 78.2).sin().abs();
                    if (1.0 - line / width) / 2.0 < x.abs() || (1.0 - line) / 2.0 < y.abs() {
                        line_rgb
                    } else {
                        key.map(|c| c * tone)
                    }
                }),
                [14.0, 7.0],
            );
        }
        "facade" => {
            (grid.columns, grid.rows) = (random.random_range(2..9), random.random_range(3..7));
            if (grid.columns, grid.rows) == (3, 3)
                || (grid.columns, grid.rows) == (3, 6)
                || (grid.columns, grid.rows) == (6, 3)
            {
                grid.columns = 4;
            }
            grid.line = random.random_range(0.2..0.5);
            grid.line_rgb = pale(random);
            grid.frame = 1.0;
            let pane = grey(random, 20.0, 120.0);
            grid.cells =
                list(grid.columns * grid.rows, || pane.map(|c| (c * random.random_range(0.7..1.4f32)).min(255.0)));
        }
        "waffle" | "chocolate" => {
            let color: [f32; 3] = match kind {
                "waffle" => [205.0, 145.0, 75.0],
                _ => [95.0, 55.0, 35.0],
            };
            let dough = color.map(|c| c * random.random_range(0.8..1.1f32));
            let count = random.random_range(3..6);
            (grid.columns, grid.rows) = match kind {
                "waffle" => (count, count),
                _ => (count, random.random_range(4..9)),
            };
            grid.line = random.random_range(0.2..0.45);
            grid.line_rgb = dough.map(|c| (1.15 * c).min(255.0));
            grid.frame = 0.3;
            grid.cells = list(grid.columns * grid.rows, || dough.map(|c| c * random.random_range(0.72..0.82f32)));
        }
        "light matrix" => {
            let count = random.random_range(3..9);
            let on = any(random);
            (grid.columns, grid.rows) = (count, count);
            grid.round = true;
            grid.line = random.random_range(0.15..0.5);
            grid.line_rgb = grey(random, 5.0, 40.0);
            grid.cells = list(count * count, || if random.random_bool(0.4) { on } else { [35.0; 3] });
        }
        "mosaic" => {
            (grid.columns, grid.rows) = (random.random_range(5..14), random.random_range(5..11));
            grid.line = random.random_range(0.03..0.15);
            grid.cells = list(grid.columns * grid.rows, || any(random));
        }
        "dots" => {
            let dot = any(random);
            (grid.columns, grid.rows) = (random.random_range(4..10), random.random_range(4..8));
            grid.round = true;
            grid.line = random.random_range(0.2..0.5);
            grid.line_rgb = pale(random);
            grid.cells = vec![dot; grid.columns * grid.rows];
        }
        _ => {
            // Icons on a screen: rounded squares of any colour with a sign in them, more rows than three.
            (grid.columns, grid.rows) = (4, [4, 5, 6][random.random_range(0..3)]);
            grid.line = random.random_range(0.3..0.5);
            grid.line_rgb = pale(random);
            grid.frame = 0.3;
            grid.cells = list(grid.columns * grid.rows, || any(random));
            let icons = grid.pattern();
            return (
                Box::new(move |u, v| {
                    let (x, y) = (u.rem_euclid(1.0) - 0.5, v.rem_euclid(1.0) - 0.5);
                    if (x.hypot(y) - 0.12).abs() < 0.03 && 0.0 < u && u < 4.0 && 0.0 < v && v < 6.0 {
                        [250.0; 3]
                    } else {
                        icons(u, v)
                    }
                }),
                [frame(4.0), frame(5.0)],
            );
        }
    }
    let size = [frame(grid.columns as f32), frame(grid.rows as f32)];
    (grid.pattern(), size)
}
