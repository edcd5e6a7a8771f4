//! Pictures without a cube, of things that lie in rows and columns as stickers do: seen at an angle, in
//! all kinds of light, through a camera with blur, noise and compression.
#![allow(dead_code)]

use rand::{Rng, RngExt};
use vision::Image;

use crate::render::{Projection, gauss};

/// Kinds of things without a cube's face.
pub const KINDS: [&str; 24] = [
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
];

/// What a plane shows at a point, [red, green, blue] of 0 to 255.
type Pattern = Box<dyn Fn(f32, f32) -> [f32; 3]>;

/// A picture of one kind; the same random numbers give the same picture.
pub fn picture(kind: &str, random: &mut impl Rng) -> Image {
    let (pattern, size) = pattern(kind, random);
    photograph(&pattern, size, random)
}

fn any(random: &mut impl Rng) -> [f32; 3] {
    std::array::from_fn(|_| random.random_range(5.0..250.0))
}

fn grey(random: &mut impl Rng, low: f32, high: f32) -> [f32; 3] {
    let level = random.random_range(low..high);
    // Greys of things are never quite grey.
    std::array::from_fn(|_| level * random.random_range(0.96..1.04))
}

/// A colour of paint on walls, tiles and cloth: seldom as saturated as stickers.
fn pale(random: &mut impl Rng) -> [f32; 3] {
    let level = random.random_range(60.0..240.0);
    let depth = random.random_range(0.0..0.45);
    std::array::from_fn(|_| level * (1.0 - depth * random.random_range(0.0..1.0f32)))
}

fn list(count: usize, mut make: impl FnMut() -> [f32; 3]) -> Vec<[f32; 3]> {
    (0..count).map(|_| make()).collect()
}

/// Cells of `columns` by `rows` with lines between them; a cell's colour by its number. Beyond the
/// outermost lines lies the ground.
struct Grid {
    columns: usize,
    rows: usize,
    /// Part of a cell that is line.
    line: f32,
    /// Width of the frame around, in cells.
    frame: f32,
    line_rgb: [f32; 3],
    ground: [f32; 3],
    cells: Vec<[f32; 3]>,
    round: bool,
}

impl Grid {
    fn pattern(self) -> Pattern {
        Box::new(move |u, v| {
            let outside =
                |at: f32, count: usize| at < -self.frame || count as f32 + self.frame < at;
            if outside(u, self.columns) || outside(v, self.rows) {
                return self.ground;
            }
            let within = |at: f32, count: usize| (0.0..count as f32).contains(&at);
            if !within(u, self.columns) || !within(v, self.rows) {
                return self.line_rgb;
            }
            let (x, y) = (u.fract() - 0.5, v.fract() - 0.5);
            let off = if self.round {
                x.hypot(y)
            } else {
                x.abs().max(y.abs())
            };
            if (1.0 - self.line) / 2.0 < off {
                return self.line_rgb;
            }
            self.cells[v as usize * self.columns + u as usize]
        })
    }
}

/// The pattern of a kind and its size: the part of the plane that fills about the frame.
fn pattern(kind: &str, random: &mut impl Rng) -> (Pattern, [f32; 2]) {
    let line = random.random_range(0.04..0.25f32);
    let mut grid = Grid {
        columns: 3,
        rows: 3,
        line,
        frame: if random.random_bool(0.5) {
            line
        } else {
            random.random_range(0.0..0.5)
        },
        line_rgb: grey(random, 10.0, 245.0),
        ground: pale(random),
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
            let sky = [150.0, 185.0, 225.0]
                .map(|c: f32| (c * random.random_range(0.8..1.1f32)).min(255.0));
            let ground = pale(random).map(|c| 0.5 * c);
            grid.rows = [2, 3, 3, 4][random.random_range(0..4)];
            let horizon = random.random_range(0.0..grid.rows as f32);
            let (columns, rows) = (grid.columns, grid.rows);
            grid.cells = (0..columns * rows)
                .map(|cell| {
                    if ((cell / columns) as f32) < horizon {
                        sky
                    } else {
                        ground
                    }
                })
                .collect();
        }
        "shelf" => {
            // Compartments, most of them empty and dark, some with boxes or books.
            let dark = grey(random, 20.0, 110.0);
            grid.line = random.random_range(0.05..0.15);
            grid.line_rgb = grey(random, 120.0, 240.0);
            grid.cells = list(9, || {
                if random.random_bool(0.6) {
                    dark.map(|c| c * random.random_range(0.8..1.2f32))
                } else {
                    pale(random)
                }
            });
        }
        "noughts and crosses" => {
            let (paper, ink) = (grey(random, 170.0, 250.0), grey(random, 5.0, 90.0));
            let marks: Vec<u8> = (0..9).map(|_| random.random_range(0..3)).collect();
            let line = random.random_range(0.03..0.08f32);
            return (
                Box::new(move |u, v| {
                    if !(0.0..3.0).contains(&u) || !(0.0..3.0).contains(&v) {
                        return paper;
                    }
                    let (x, y) = (u.fract() - 0.5, v.fract() - 0.5);
                    let inner = |at: f32| 0.4 < at && at < 2.6;
                    let bar = |at: f32| inner(at) && (at - at.round()).abs() < line;
                    let mark = match marks[v as usize * 3 + u as usize] {
                        0 => (x.hypot(y) - 0.3).abs() < line,
                        1 => x.abs().max(y.abs()) < 0.3 && (x.abs() - y.abs()).abs() < 1.4 * line,
                        _ => false,
                    };
                    if bar(u) || bar(v) || mark { ink } else { paper }
                }),
                [frame(3.0); 2],
            );
        }
        "tiles of one colour" | "paving" => {
            let one = if kind == "paving" {
                grey(random, 60.0, 200.0)
            } else {
                any(random)
            };
            (grid.columns, grid.rows) = (random.random_range(4..12), random.random_range(4..9));
            grid.line = random.random_range(0.03..0.12);
            grid.cells = list(grid.columns * grid.rows, || {
                one.map(|c| (c * random.random_range(0.9..1.1f32)).min(255.0))
            });
        }
        "tiles of two colours" | "chess board" => {
            let pair = if kind == "chess board" {
                [grey(random, 10.0, 90.0), grey(random, 150.0, 245.0)]
            } else {
                [any(random), any(random)]
            };
            (grid.columns, grid.rows) = (8, 8);
            grid.line = if kind == "chess board" {
                0.0
            } else {
                random.random_range(0.0..0.12)
            };
            grid.cells = (0..64)
                .map(|cell| pair[(cell / 8 + cell % 8) % 2])
                .collect();
        }
        "colour chart" => {
            (grid.columns, grid.rows) = (6, 4);
            grid.line_rgb = grey(random, 10.0, 50.0);
            grid.cells = list(18, || any(random));
            grid.cells
                .extend((0..6).map(|step| [245.0 - 42.0 * step as f32; 3]));
        }
        "keypad" => {
            let key = grey(random, 20.0, 240.0);
            grid.rows = [4, 5][random.random_range(0..2)];
            grid.columns = [3, 4][random.random_range(0..2)];
            grid.line = random.random_range(0.15..0.4);
            grid.cells = list(grid.columns * grid.rows, || {
                if random.random_bool(0.15) {
                    any(random)
                } else {
                    key
                }
            });
            let ink = if key[0] < 128.0 {
                [230.0; 3]
            } else {
                [20.0; 3]
            };
            let keys = grid.pattern();
            return (
                Box::new(move |u, v| {
                    // A sign on each key: a bar or two.
                    let (x, y) = (u.rem_euclid(1.0) - 0.5, v.rem_euclid(1.0) - 0.5);
                    let sign = x.abs() < 0.1
                        && y.abs() < 0.16
                        && ((7.0 * (u.floor() + 3.0 * v.floor()) + 30.0 * y).sin() > 0.0);
                    if sign && 0.0 < u && 0.0 < v {
                        ink
                    } else {
                        keys(u, v)
                    }
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
            let (line_rgb, ground) = (grid.line_rgb, grid.ground);
            let shift = if brick { 0.5 } else { 0.3 };
            let width = if brick { 2.2 } else { 1.0 };
            return (
                Box::new(move |u, v| {
                    if !(0.0..14.0).contains(&u) || !(0.0..6.0).contains(&v) {
                        return ground;
                    }
                    let row = v.floor();
                    let (x, y) = (
                        (u / width + shift * row).rem_euclid(1.0) - 0.5,
                        v.fract() - 0.5,
                    );
                    let tone = 0.9
                        + 0.2
                            * ((u / width + shift * row).floor() * 12.9 + row * 78.2)
                                .sin()
                                .abs();
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
            grid.cells = list(grid.columns * grid.rows, || {
                pane.map(|c| (c * random.random_range(0.7..1.4f32)).min(255.0))
            });
        }
        "sudoku" => {
            let (paper, ink) = (grey(random, 170.0, 250.0), grey(random, 5.0, 90.0));
            return (
                Box::new(move |u, v| {
                    if !(-0.05..9.05).contains(&u) || !(-0.05..9.05).contains(&v) {
                        return paper;
                    }
                    let bar = |at: f32| {
                        let nearest = at.round();
                        let width = if nearest as i32 % 3 == 0 { 0.07 } else { 0.025 };
                        (at - nearest).abs() < width
                    };
                    let digit = (u.floor() * 5.3 + v.floor() * 9.1).sin() > 0.2
                        && (u.fract() - 0.5).abs() < 0.12
                        && (v.fract() - 0.5).abs() < 0.25
                        && ((u * 9.0).sin() * (v * 11.0).cos()) > -0.3;
                    if bar(u) || bar(v) || digit {
                        ink
                    } else {
                        paper
                    }
                }),
                [11.0, 11.0],
            );
        }
        "waffle" => {
            let dough = [205.0, 145.0, 75.0].map(|c: f32| c * random.random_range(0.8..1.1f32));
            let count = random.random_range(3..6);
            (grid.columns, grid.rows) = (count, count);
            grid.line = random.random_range(0.2..0.45);
            grid.line_rgb = dough.map(|c| (1.15 * c).min(255.0));
            grid.frame = 0.3;
            grid.cells = list(count * count, || {
                dough.map(|c| c * random.random_range(0.72..0.82f32))
            });
        }
        "light matrix" => {
            let count = random.random_range(3..9);
            let on = any(random);
            (grid.columns, grid.rows) = (count, count);
            grid.round = true;
            grid.line = random.random_range(0.15..0.5);
            grid.line_rgb = grey(random, 5.0, 40.0);
            grid.cells = list(count * count, || {
                if random.random_bool(0.4) {
                    on
                } else {
                    [35.0; 3]
                }
            });
        }
        "books" => {
            let spines: Vec<([f32; 3], f32)> = (0..40)
                .map(|_| (pale(random), random.random_range(0.6..1.0)))
                .collect();
            return (
                Box::new(move |u, v| {
                    if v < 0.0 || u < 0.0 {
                        return [60.0, 45.0, 30.0];
                    }
                    let (book, shelf) = ((u * 2.0) as usize % 20, (v / 4.0) as usize % 2);
                    let (rgb, height) = spines[book + 20 * shelf];
                    let y = v.rem_euclid(4.0) / 4.0;
                    if y < 1.0 - height || 0.97 < y {
                        [40.0, 30.0, 22.0]
                    } else if (0.4..0.5).contains(&y) {
                        rgb.map(|c| 255.0 - c)
                    } else {
                        rgb.map(|c| c * (0.85 + 0.15 * (u * 2.0).fract()))
                    }
                }),
                [10.0, 8.0],
            );
        }
        "text" => {
            let (paper, ink) = (grey(random, 170.0, 250.0), grey(random, 5.0, 90.0));
            return (
                Box::new(move |u, v| {
                    let (column, row) = ((u * 2.0).floor(), v.floor());
                    let letter = ((column * 12.9 + row * 78.2).sin() * 43758.5).fract().abs();
                    let (x, y) = ((u * 2.0).rem_euclid(1.0), v.rem_euclid(1.0));
                    let ink_here = letter < 0.83
                        && (0.2..0.8).contains(&y)
                        && (0.1..0.8).contains(&x)
                        && ((x * 8.0 + letter * 30.0).sin() > 0.1
                            || (y * 14.0 + letter * 20.0).sin() > 0.5);
                    if ink_here { ink } else { paper }
                }),
                [18.0, 14.0],
            );
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
        "plaid" => {
            let threads: Vec<[f32; 3]> = list(6, || any(random));
            return (
                Box::new(move |u, v| {
                    let at = |w: f32| threads[(w.rem_euclid(6.0)) as usize];
                    let (a, b) = (at(u), at(2.0 * v + 1.0));
                    std::array::from_fn(|c| 0.5 * (a[c] + b[c]))
                }),
                [12.0, 9.0],
            );
        }
        "rubble" => {
            // Stones of all sizes: the nearest of many points (Voronoi cells) with dark joints.
            let stones: Vec<([f32; 2], [f32; 3])> = (0..90)
                .map(|_| {
                    (
                        [
                            random.random_range(0.0..12.0),
                            random.random_range(0.0..9.0),
                        ],
                        pale(random),
                    )
                })
                .collect();
            return (
                Box::new(move |u, v| {
                    let mut nearest = [(f32::MAX, [0.0; 3]); 2];
                    for ([x, y], rgb) in &stones {
                        let far = (x - u).hypot(y - v);
                        if far < nearest[0].0 {
                            nearest = [(far, *rgb), nearest[0]];
                        } else if far < nearest[1].0 {
                            nearest[1] = (far, *rgb);
                        }
                    }
                    if nearest[1].0 - nearest[0].0 < 0.08 {
                        [45.0; 3]
                    } else {
                        nearest[0].1
                    }
                }),
                [12.0, 9.0],
            );
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
                    if (x.hypot(y) - 0.12).abs() < 0.03 && 0.0 < u && u < 4.0 && 0.0 < v && v < 6.0
                    {
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

/// Photographs the middle of a plane: any angle up to 45 degrees, light that falls off to one side, a
/// tint, blur, noise.
fn photograph(pattern: &Pattern, size: [f32; 2], random: &mut impl Rng) -> Image {
    const WIDTH: usize = 640;
    const HEIGHT: usize = 480;
    let span = WIDTH as f32 * random.random_range(0.35..1.15f32) / size[0].max(size[1] * 4.0 / 3.0);
    let turn = random.random_range(-25.0..25.0f32).to_radians();
    let tilt = random.random_range(0.0..45.0f32).to_radians();
    let towards = random.random_range(0.0..360.0f32).to_radians();
    let at = [
        random.random_range(0.42..0.58) * WIDTH as f32,
        random.random_range(0.42..0.58) * HEIGHT as f32,
    ];
    let stretch = random.random_range(0.85..1.18f32);
    let corners = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5f32]].map(|[u, v]| {
        let (u, v) = (u * size[0] * stretch, v * size[1]);
        let (x, y) = (
            turn.cos() * u - turn.sin() * v,
            turn.sin() * u + turn.cos() * v,
        );
        let (along, across) = (
            towards.cos() * x + towards.sin() * y,
            towards.cos() * y - towards.sin() * x,
        );
        let depth = 1.0 + along * tilt.sin() / (1.5 * size[0].max(size[1]) + 2.0);
        let (along, across) = (along * tilt.cos() / depth, across / depth);
        [
            at[0] + span * (towards.cos() * along - towards.sin() * across),
            at[1] + span * (towards.sin() * along + towards.cos() * across),
        ]
    });
    let map = Projection::new(&corners);
    let gain = random.random_range(0.25..1.1f32);
    let tint: [f32; 3] = [
        1.0 + 0.25 * gauss(random).clamp(-1.0, 1.0),
        1.0,
        1.0 + 0.3 * gauss(random).clamp(-1.5, 1.5),
    ];
    let slope: [f32; 2] = std::array::from_fn(|_| 0.3 * gauss(random).clamp(-1.5, 1.5));
    let noise = random.random_range(0.5..6.0f32);
    let margin = [0.1875 * size[0], 0.1875 * size[1]];
    let mut bytes = Vec::with_capacity(3 * WIDTH * HEIGHT);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let mut sum = [0.0f32; 3];
            for (dx, dy) in [(0.2, 0.3), (0.8, 0.2), (0.3, 0.8), (0.7, 0.7)] {
                let [u, v] = map.to_face(x as f32 + dx, y as f32 + dy);
                let rgb = pattern(u * size[0] - margin[0], v * size[1] - margin[1]);
                (0..3).for_each(|c| sum[c] += rgb[c] / 4.0);
            }
            let side = 1.0
                + slope[0] * (x as f32 / WIDTH as f32 - 0.5)
                + slope[1] * (y as f32 / HEIGHT as f32 - 0.5);
            for c in [2, 1, 0] {
                bytes.push(
                    (sum[c] * gain * tint[c] * side + noise * gauss(random)).clamp(0.0, 255.0)
                        as u8,
                );
            }
        }
    }
    let image = Image::from_bgr8(WIDTH, HEIGHT, 3 * WIDTH, &bytes).expect("the bytes fit the size");
    if random.random_bool(0.5) {
        let jpeg = image.encoded(".jpg").expect("encodes");
        return Image::from_encoded(&jpeg).expect("decodes");
    }
    image
}
