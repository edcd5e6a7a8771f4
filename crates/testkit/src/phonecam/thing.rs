//! Things in rows and columns that are no face of a cube: tiles, windows, keys, chocolate, chess boards, clutter.
//!
//! Places are cells of three by three that could be mistaken for a face: from 0 to 3 in u and v.

use rand::Rng;

use super::draw::{Rgb, any_color, below, chance, from_hsv, times, within};
use super::{Face, Plastic};

/// A surface without a face.
#[derive(Clone, Debug)]
pub enum Thing {
    /// Rows and columns.
    Grid(Grid),
    /// Rectangles and discs anywhere.
    Clutter(Vec<Piece>, [f32; 3]),
    /// A face in a place that is not the one meant: by this many cells off, and of another size.
    Misplaced(Box<Face>, [f32; 2], f32),
}

/// A rectangle or a disc.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    centre: [f32; 2],
    half: [f32; 2],
    disc: bool,
    color: [f32; 3],
}

impl Piece {
    fn is_at(&self, [u, v]: [f32; 2]) -> bool {
        let x = (u - self.centre[0]) / self.half[0];
        let y = (v - self.centre[1]) / self.half[1];
        match self.disc {
            true => x.hypot(y) < 1.0,
            false => x.abs().max(y.abs()) < 1.0,
        }
    }
}

/// Rows and columns of cells.
#[derive(Clone, Debug)]
pub struct Grid {
    /// First column and row, in cells of the place meant, and how many there are.
    first: [i32; 2],
    count: [i32; 2],
    /// Width of the line between cells, in cells.
    line: f32,
    line_color: Rgb,
    /// Width of the frame.
    frame: f32,
    background: Rgb,
    cells: Vec<Rgb>,
    shape: Shape,
    /// Each row is moved by this much against the one before.
    stagger: f32,
    /// Print on each cell, with its colour.
    glyphs: Option<Rgb>,
    /// How much darker a cell is at one side than at the other.
    bevel: f32,
    /// What all cells mirror, or what is seen through them, as in windows.
    view: Option<View>,
}

/// What panes mirror: the sky above a slanted edge, and something else below it.
#[derive(Clone, Copy, Debug)]
struct View {
    colors: [Rgb; 2],
    /// The edge: its normal, and its offset in cells from the middle of the place meant.
    normal: [f32; 2],
    offset: f32,
    /// Width of the edge in cells.
    soft: f32,
    /// Its share in what is seen.
    share: f32,
}

impl View {
    fn draw(random: &mut impl Rng) -> View {
        let angle = within(random, [0.0, std::f32::consts::TAU]);
        let sky = from_hsv(within(random, [185.0, 235.0]), within(random, [0.0, 0.7]), within(random, [0.4, 1.0]));
        View {
            colors: [sky, any_color(random)],
            normal: [angle.cos(), angle.sin()],
            offset: within(random, [-2.0, 2.0]),
            soft: within(random, [0.05, 2.0]),
            share: within(random, [0.5, 1.0]),
        }
    }

    /// The sky, above something dull: nine such panes alone are no face of one colour either.
    fn sky(random: &mut impl Rng) -> View {
        let sky = from_hsv(within(random, [185.0, 235.0]), within(random, [0.0, 0.5]), within(random, [0.3, 1.0]));
        let offset = if chance(random, 0.5) { 4.0 } else { within(random, [-2.0, 2.0]) };
        View { colors: [sky, dull(random)], offset, share: within(random, [0.7, 1.0]), ..View::draw(random) }
    }

    /// What is seen at a place of a pane of this colour.
    fn over(&self, own: Rgb, [u, v]: [f32; 2]) -> Rgb {
        let beyond = self.normal[0] * (u - 1.5) + self.normal[1] * (v - 1.5) - self.offset;
        let part = (0.5 + beyond / self.soft).clamp(0.0, 1.0);
        let seen = |c: usize| self.colors[0][c] + part * (self.colors[1][c] - self.colors[0][c]);
        std::array::from_fn(|c| own[c] + self.share * (seen(c) - own[c]))
    }
}

/// Outline of a cell.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Square,
    Round(f32),
    Disc,
}

impl Thing {
    /// Any thing.
    pub fn draw(random: &mut impl Rng) -> Thing {
        match below(random, 20) {
            0..=12 => Thing::Grid(Grid::draw(random)),
            13 | 14 => clutter(random),
            _ => {
                let face = Face::draw(random);
                let (off, size) = misplaced(random);
                Thing::Misplaced(Box::new(face), off, size)
            }
        }
    }

    /// Things of which much is alike: grids, and squares or discs of one size anywhere.
    pub fn alike(random: &mut impl Rng) -> Thing {
        match below(random, 2) {
            0 => Thing::Grid(Grid::draw(random)),
            _ => equal_pieces(random),
        }
    }

    /// Rows and columns in vivid colours that go on beyond three by three, or of which one is missing: mosaics, plaids, windows.
    pub fn in_rows(random: &mut impl Rng) -> Thing {
        let mut grid = Grid::draw(random);
        let count: [i32; 2] = match below(random, 4) {
            0 => [[2, 3], [3, 2], [3, 4], [4, 3]][below(random, 4)],
            _ => std::array::from_fn(|_| 3 + below(random, 7) as i32),
        };
        let is_window = below(random, 4) == 0;
        grid.count = match is_window {
            true => [2 + below(random, 3) as i32, 2 + below(random, 4) as i32],
            false if count == [3, 3] => [4, 5],
            false => count,
        };
        grid.first = grid.count.map(first_of(random));
        let size = (grid.count[0] * grid.count[1]) as usize;
        let plastic = Plastic::draw(random);
        let own = |random: &mut _| plastic.0[below(random, 6)];
        grid.view = None;
        grid.cells = match below(random, 4) {
            _ if is_window => {
                grid.view = Some(View::sky(random));
                vec![dull(random); size]
            }
            0 => (0..size).map(|_| own(random)).collect(),
            1 => (0..size).map(|_| any_color(random)).collect(),
            _ => {
                let few: Vec<Rgb> = (0..2 + below(random, 3))
                    .map(|_| if chance(random, 0.5) { own(random) } else { any_color(random) })
                    .collect();
                let share = within(random, [0.35, 0.65]);
                let mut stripes =
                    |count: i32| -> Vec<Rgb> { (0..count).map(|_| few[below(random, few.len())]).collect() };
                let (columns, rows) = (stripes(grid.count[0]), stripes(grid.count[1]));
                let woven = |cell: usize| {
                    let (a, b) = (columns[cell % columns.len()], rows[cell / columns.len()]);
                    std::array::from_fn(|channel| share * a[channel] + (1.0 - share) * b[channel])
                };
                (0..size).map(woven).collect()
            }
        };
        Thing::Grid(grid)
    }

    /// Reflectance at a place; `None` where the surroundings are seen.
    pub(crate) fn at(&self, [u, v]: [f32; 2]) -> Option<Rgb> {
        match self {
            Thing::Grid(grid) => Some(grid.at([u, v])),
            Thing::Clutter(list, background) => {
                Some(list.iter().rev().find(|piece| piece.is_at([u, v])).map_or(*background, |piece| piece.color))
            }
            Thing::Misplaced(face, off, size) => {
                face.at([(u - 1.5) * size + 1.5 + off[0], (v - 1.5) * size + 1.5 + off[1]])
            }
        }
    }
}

/// Off by one or two cells, by a half of one, or of a half or double size.
fn misplaced(random: &mut impl Rng) -> ([f32; 2], f32) {
    let sign = if chance(random, 0.5) { 1.0 } else { -1.0 };
    let step = [1.0, 1.0, 1.0, 0.5, 2.0][below(random, 5)];
    match below(random, 6) {
        0..=1 => ([sign * step, 0.0], 1.0),
        2..=3 => ([0.0, sign * step], 1.0),
        4 => ([sign, if chance(random, 0.5) { 1.0 } else { -1.0 }], 1.0),
        _ => {
            let size = [0.5, 0.34, 1.5, 2.0][below(random, 4)];
            ([0.0; 2], size)
        }
    }
}

fn clutter(random: &mut impl Rng) -> Thing {
    let count = 5 + below(random, 60);
    let equal = chance(random, 0.4).then(|| within(random, [0.2, 0.5]));
    let list = (0..count)
        .map(|_| {
            let centre = std::array::from_fn(|_| within(random, [-2.0, 5.0]));
            let half = match equal {
                Some(half) => [half; 2],
                None => std::array::from_fn(|_| within(random, [0.1, 1.2])),
            };
            Piece { centre, half, disc: chance(random, 0.3), color: any_color(random) }
        })
        .collect();
    Thing::Clutter(list, any_color(random))
}

/// Squares or discs of one size, of any or of few colours, in a heap or in crooked rows.
fn equal_pieces(random: &mut impl Rng) -> Thing {
    let half = within(random, [0.25, 0.5]);
    let crooked = within(random, [0.1, 0.5]);
    let in_rows = chance(random, 0.4);
    let few: Vec<Rgb> = (0..1 + below(random, 6)).map(|_| any_color(random)).collect();
    let plastic = Plastic::draw(random);
    let kind = below(random, 3);
    let disc = chance(random, 0.2);
    let list = (0..100)
        .map(|number| {
            let place = if in_rows { [(number % 10) as f32 - 3.5, (number / 10) as f32 - 3.5] } else { [1.5; 2] };
            let spread = if in_rows { crooked } else { 5.0 };
            let centre = place.map(|at: f32| at + within(random, [-spread, spread]));
            let color = match kind {
                0 => any_color(random),
                1 => few[below(random, few.len())],
                _ => plastic.0[below(random, 6)],
            };
            Piece { centre, half: [half; 2], disc, color }
        })
        .collect();
    Thing::Clutter(list, any_color(random))
}

/// Where the first of this many columns or rows lies, so that three of them lie in the place meant.
fn first_of<R: Rng>(random: &mut R) -> impl FnMut(i32) -> i32 + use<'_, R> {
    |count| if count < 3 { below(random, 2) as i32 } else { -(below(random, count as usize - 2) as i32) }
}

impl Grid {
    fn draw(random: &mut impl Rng) -> Grid {
        let exact = chance(random, 0.1);
        let mut count: [i32; 2] = std::array::from_fn(|_| 1 + below(random, 9) as i32);
        // A narrow grid, or one that goes on beyond three by three.
        if chance(random, 0.4) {
            // Two rows, of which a third could be hidden.
            count = if chance(random, 0.5) { [2, 3] } else { [3, 2] };
        }
        if count == [3, 3] || exact {
            count = [3, 3];
        }
        let first = count.map(first_of(random));
        let line_color = match below(random, 4) {
            0 => [0.02; 3],
            1 => [0.75; 3],
            _ => any_color(random),
        };
        let (cells, background) = cells(count, line_color, random);
        Grid {
            first,
            count,
            line: within(random, [0.0, 0.35]),
            frame: if chance(random, 0.5) { within(random, [0.0, 0.6]) } else { 0.0 },
            line_color,
            background,
            cells,
            shape: match below(random, 6) {
                0..=2 => Shape::Square,
                3 | 4 => Shape::Round(within(random, [0.05, 0.3])),
                _ => Shape::Disc,
            },
            stagger: if chance(random, 0.15) && count != [3, 3] { within(random, [-0.5, 0.5]) } else { 0.0 },
            glyphs: chance(random, 0.3).then(|| if chance(random, 0.5) { [0.8; 3] } else { any_color(random) }),
            bevel: if chance(random, 0.3) { within(random, [-0.5, 0.5]) } else { 0.0 },
            view: chance(random, 0.1).then(|| View::draw(random)),
        }
    }

    fn at(&self, [u, v]: [f32; 2]) -> Rgb {
        let row = v.floor();
        let u = u - self.stagger * row;
        let (x, y) = (u - self.first[0] as f32, v - self.first[1] as f32);
        let outside = |at: f32, count: i32| at < -self.frame || count as f32 + self.frame < at;
        if outside(x, self.count[0]) || outside(y, self.count[1]) {
            return self.background;
        }
        let within = |at: f32, count: i32| (0.0..count as f32).contains(&at);
        if !within(x, self.count[0]) || !within(y, self.count[1]) {
            return self.line_color;
        }
        let local = [x.fract() - 0.5, y.fract() - 0.5];
        let [a, b] = local.map(f32::abs);
        let half = (1.0 - self.line) / 2.0;
        let on_line = match self.shape {
            Shape::Square => half < a.max(b),
            Shape::Round(radius) => {
                let inner = half - radius.min(half);
                half < a.max(b) || half - inner < (a - inner).max(0.0).hypot((b - inner).max(0.0))
            }
            Shape::Disc => half < a.hypot(b),
        };
        if on_line {
            return self.line_color;
        }
        let cell = y as usize * self.count[0] as usize + x as usize;
        if let Some(color) = self.glyphs {
            let wave = ((9.0 + cell as f32 % 5.0) * local[0]).sin() + ((7.0 + cell as f32 % 7.0) * local[1]).cos();
            if a.max(b) < 0.25 && 1.2 < wave.abs() {
                return color;
            }
        }
        let own = times(self.cells[cell], 1.0 + self.bevel * (local[0] + local[1]));
        self.view.map_or(own, |view| view.over(own, [u, v]))
    }
}

/// Colours of cells, and of the background around them.
fn cells(grid: [i32; 2], line: Rgb, random: &mut impl Rng) -> (Vec<Rgb>, Rgb) {
    let (count, exact) = ((grid[0] * grid[1]) as usize, grid == [3, 3]);
    let background = if chance(random, 0.3) { line } else { any_color(random) };
    let uneven = |color: Rgb, random: &mut dyn FnMut() -> f32| times(color, 1.0 + 0.2 * (random() - 0.5));
    let mut noise = {
        let mut state = random.next_u64() | 1;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1u64 << 24) as f32
        }
    };
    let cells = match below(random, 9) {
        // Tiles, panes, keys, chocolate. Nine alone are dull: vivid or white ones would look exactly like a solved face.
        0..=2 => {
            let color = if exact { dull(random) } else { any_color(random) };
            (0..count).map(|_| uneven(color, &mut noise)).collect()
        }
        // The lines of noughts and crosses, with the background between them.
        3 => vec![background; count],
        4 => {
            let first = if exact { dull(random) } else { any_color(random) };
            let two = [first, dull(random)];
            let mixed = chance(random, 0.5);
            (0..count).map(|cell| if mixed { two[below(random, 2)] } else { two[cell % 2] }).collect()
        }
        // A grid of a cube's own colours that is no cube: only where it goes on beyond nine.
        5 if !exact => {
            let plastic = Plastic::draw(random);
            (0..count).map(|_| plastic.0[below(random, 6)]).collect()
        }
        // Plaid: stripes of both directions over each other.
        8 if !exact => {
            let few: [Rgb; 3] = std::array::from_fn(|_| any_color(random));
            let mut stripes = |count: i32| -> Vec<Rgb> { (0..count).map(|_| few[below(random, 3)]).collect() };
            let (columns, rows) = (stripes(grid[0]), stripes(grid[1]));
            let woven = |cell: usize| {
                let (a, b) = (columns[cell % columns.len()], rows[cell / columns.len()]);
                std::array::from_fn(|channel| 0.5 * (a[channel] + b[channel]))
            };
            (0..count).map(woven).collect()
        }
        // Nine alone of any colours would often be a cube's.
        kind if kind == 6 || exact => (0..count).map(|_| dull(random)).collect(),
        _ => (0..count).map(|_| any_color(random)).collect(),
    };
    (cells, background)
}

/// A colour that no cube has: grey, brown, or dark.
fn dull(random: &mut impl Rng) -> Rgb {
    match below(random, 3) {
        0 => from_hsv(within(random, [0.0, 360.0]), within(random, [0.0, 0.25]), within(random, [0.1, 0.5])),
        1 => from_hsv(within(random, [10.0, 40.0]), within(random, [0.3, 0.75]), within(random, [0.15, 0.65])),
        _ => from_hsv(within(random, [0.0, 360.0]), within(random, [0.1, 0.45]), within(random, [0.2, 0.75])),
    }
}
