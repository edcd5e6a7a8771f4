//! A second model of the cube: 54 stickers as points in space. It shares nothing with the crate `cube` but the order of the
//! stickers.
//!
//! A turn rotates, by vectors, every sticker whose cubie lies in the layers that turn.

use std::array::from_fn;
use std::sync::LazyLock;

/// Right, up, towards the viewer of the F face.
pub type Vector = [i32; 3];

/// Letter, outward normal, and the directions of reading: to the right and down on the face.
const FACES: [(char, Vector, Vector, Vector); 6] = [
    ('U', [0, 1, 0], [1, 0, 0], [0, 0, 1]),
    ('R', [1, 0, 0], [0, 0, -1], [0, -1, 0]),
    ('F', [0, 0, 1], [1, 0, 0], [0, -1, 0]),
    ('D', [0, -1, 0], [1, 0, 0], [0, 0, -1]),
    ('L', [-1, 0, 0], [0, 0, 1], [0, -1, 0]),
    ('B', [0, 0, -1], [-1, 0, 0], [0, -1, 0]),
];

/// For each face and each height along its normal (-1, 0, 1): from which sticker each one comes in a clockwise quarter turn.
static SOURCES: LazyLock<[[[usize; 54]; 3]; 6]> = LazyLock::new(|| {
    FACES.map(|(_, normal, ..)| {
        [-1, 0, 1].map(|height| {
            let mut source = from_fn(|at| at);
            for from in 0..54 {
                let (cubie, look) = place(from);
                if dot(cubie, normal) == height {
                    let target = (rotate(cubie, normal), rotate(look, normal));
                    let to = (0..54).find(|&to| place(to) == target).expect("turns carry stickers to stickers");
                    source[to] = from;
                }
            }
            source
        })
    })
});

/// What the 54 stickers show, in the usual reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stickers(pub [char; 54]);

/// Where sticker `index` sits and looks.
pub fn place(index: usize) -> (Vector, Vector) {
    let (_, normal, right, down) = FACES[index / 9];
    let (column, row) = (index as i32 % 3 - 1, index as i32 % 9 / 3 - 1);
    (from_fn(|axis| normal[axis] + column * right[axis] + row * down[axis]), normal)
}

/// The stickers of 54 letters after moves, as [`Stickers::turn`] reads them.
pub fn apply_all(facelets: &str, moves: &str) -> String {
    let mut stickers = Stickers::new(facelets);
    stickers.turn(moves);
    stickers.text()
}

/// Whether each side of 54 letters shows one colour, however the cube is held.
pub fn is_solved(facelets: &str) -> bool {
    facelets.as_bytes().chunks(9).all(|side| side.iter().all(|letter| *letter == side[0]))
}

fn dot(a: Vector, b: Vector) -> i32 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}

/// A quarter turn clockwise as seen by someone looking against `axis`, that is by -90 degrees.
fn rotate(vector: Vector, axis: Vector) -> Vector {
    let [a, b] = [vector, axis];
    let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    from_fn(|index| cross[index] + dot(vector, axis) * axis[index])
}

impl Stickers {
    /// The stickers of 54 letters.
    ///
    /// # Panics
    /// There are more or fewer.
    pub fn new(facelets: &str) -> Stickers {
        let letters: Vec<char> = facelets.chars().collect();
        Stickers(letters.try_into().expect("54 letters"))
    }

    /// Those of the solved cube.
    pub fn solved() -> Stickers {
        Stickers(from_fn(|index| FACES[index / 9].0))
    }

    /// Stickers numbered apart, to follow each one.
    pub fn numbered() -> Stickers {
        Stickers(from_fn(|index| char::from_u32(0x100 + index as u32).expect("a letter")))
    }

    /// Does plain turns with blanks between them, by which layers each one moves: `R`, `Rw` or `r`, `M E S`, `x y z`, and `2R`
    /// or `2-3r`. Each may be followed by its quarters (`2`, `3`), a prime, or `2'`.
    ///
    /// # Panics
    /// Another turn.
    pub fn turn(&mut self, plain: &str) {
        for step in plain.split_whitespace() {
            let (numbers, letter) = step.split_at(step.find(char::is_alphabetic).expect("a letter"));
            let name = letter.trim_end_matches(|mark: char| !mark.is_alphabetic());
            let quarters = match &letter[name.len()..] {
                "" | "1" => 1,
                "2" | "2'" => 2,
                "3" | "'" => 3,
                _ => panic!("no plain turn: {step}"),
            };
            let face = name.chars().next().expect("a letter").to_ascii_uppercase();
            let is_wide = name.starts_with(char::is_lowercase) || name.ends_with('w');
            // Heights from the face down: its own layer is 1.
            let (face, layers): (char, &[i32]) = match (face, numbers) {
                ('X', "") => ('R', &[1, 0, -1]),
                ('Y', "") => ('U', &[1, 0, -1]),
                ('Z', "") => ('F', &[1, 0, -1]),
                ('M', "") => ('L', &[0]),
                ('E', "") => ('D', &[0]),
                ('S', "") => ('F', &[0]),
                (face, "" | "1-2" | "2") if is_wide => (face, &[1, 0]),
                (face, "") => (face, &[1]),
                (face, "2") => (face, &[0]),
                (face, "3") => (face, &[-1]),
                (face, "2-3") => (face, &[0, -1]),
                _ => panic!("no plain turn: {step}"),
            };
            let face = FACES.iter().position(|side| side.0 == face).unwrap_or_else(|| panic!("no plain turn: {step}"));
            for &height in layers {
                let source = &SOURCES[face][(height + 1) as usize];
                for _ in 0..quarters {
                    self.0 = source.map(|from| self.0[from]);
                }
            }
        }
    }

    /// Whether each side shows one colour, however the cube is held.
    pub fn is_solved(&self) -> bool {
        is_solved(&self.text())
    }

    /// The 54 letters.
    pub fn text(&self) -> String {
        self.0.iter().collect()
    }
}
