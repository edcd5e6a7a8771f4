//! A second model of the cube that shares nothing with the crate: 54 stickers as points in space.
//!
//! A face turn rotates, by matrix, every sticker whose cubie lies in that face's layer.
#![allow(dead_code, reason = "each test file uses its part")]

/// Right, up, towards the viewer of the F face.
type Vector = [i32; 3];

/// Letter, outward normal, and the directions of reading: to the right and down on the face.
const FACES: [(char, Vector, Vector, Vector); 6] = [
    ('U', [0, 1, 0], [1, 0, 0], [0, 0, 1]),
    ('R', [1, 0, 0], [0, 0, -1], [0, -1, 0]),
    ('F', [0, 0, 1], [1, 0, 0], [0, -1, 0]),
    ('D', [0, -1, 0], [1, 0, 0], [0, 0, -1]),
    ('L', [-1, 0, 0], [0, 0, 1], [0, -1, 0]),
    ('B', [0, 0, -1], [-1, 0, 0], [0, -1, 0]),
];

/// What the 54 stickers show, in the usual reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stickers(pub Vec<char>);

/// Where sticker `index` sits and looks.
pub fn place(index: usize) -> (Vector, Vector) {
    let (_, normal, right, down) = FACES[index / 9];
    let (column, row) = (index as i32 % 3 - 1, index as i32 % 9 / 3 - 1);
    (std::array::from_fn(|axis| normal[axis] + column * right[axis] + row * down[axis]), normal)
}

fn dot(a: Vector, b: Vector) -> i32 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A quarter turn clockwise as seen by someone looking against `axis`, that is by -90 degrees.
fn rotate(vector: Vector, axis: Vector) -> Vector {
    let (turned, along) = (cross(vector, axis), dot(vector, axis));
    std::array::from_fn(|index| turned[index] + along * axis[index])
}

impl Stickers {
    pub fn solved() -> Stickers {
        Stickers((0..54).map(|index| FACES[index / 9].0).collect())
    }

    /// Stickers numbered apart, to follow each one.
    pub fn numbered() -> Stickers {
        Stickers((0..54).map(|index| char::from_u32(0x100 + index).expect("a letter")).collect())
    }

    /// Turns the layers at these heights along the outward normal of `face`: 1 is the face's own, 0 the middle one.
    pub fn quarter(&mut self, face: char, layers: &[i32]) {
        let normal = FACES.iter().find(|side| side.0 == face).expect("a face").1;
        let before = self.0.clone();
        for (from, &shown) in before.iter().enumerate() {
            let (cubie, look) = place(from);
            if !layers.contains(&dot(cubie, normal)) {
                continue;
            }
            let target = (rotate(cubie, normal), rotate(look, normal));
            let to = (0..54).find(|&to| place(to) == target).expect("turns carry stickers to stickers");
            self.0[to] = shown;
        }
    }

    /// Does moves written as letter and quarters: "R1 U2 F3", also rotations "x1".
    pub fn turn(&mut self, quarters: &str) {
        for step in quarters.split_whitespace() {
            let letter = step.as_bytes()[0] as char;
            let (face, layers) = match letter {
                'x' => ('R', &[1, 0, -1][..]),
                'y' => ('U', &[1, 0, -1][..]),
                'z' => ('F', &[1, 0, -1][..]),
                face => (face, &[1][..]),
            };
            for _ in 0..step[1..].parse::<u8>().expect("quarters") {
                self.quarter(face, layers);
            }
        }
    }

    /// Does plain turns with blanks between them, by which layers each one moves: `R`, `Rw` or `r`, `M E S`, `x y z`, and
    /// `2R` or `2-3r`, each with 2 or a prime or both.
    pub fn turn_layers(&mut self, plain: &str) {
        for step in plain.split_whitespace() {
            let back = step.ends_with('\'');
            let step = step.trim_end_matches('\'');
            let (step, quarters) = match step.strip_suffix('2') {
                Some(step) => (step, 2),
                None => (step, if back { 3 } else { 1 }),
            };
            let (numbers, letter) = step.split_at(step.find(char::is_alphabetic).expect("a letter"));
            let small = letter.starts_with(char::is_lowercase);
            let face = letter.chars().next().expect("a letter").to_ascii_uppercase();
            // Heights from the face down: its own layer is 1.
            let (face, layers) = match (face, numbers) {
                ('X', _) => ('R', vec![1, 0, -1]),
                ('Y', _) => ('U', vec![1, 0, -1]),
                ('Z', _) => ('F', vec![1, 0, -1]),
                ('M', _) => ('L', vec![0]),
                ('E', _) => ('D', vec![0]),
                ('S', _) => ('F', vec![0]),
                (face, "") if small || letter.ends_with('w') => (face, vec![1, 0]),
                (face, "") => (face, vec![1]),
                (face, "1-2") | (face, "2") if small || letter.ends_with('w') => (face, vec![1, 0]),
                (face, "2") => (face, vec![0]),
                (face, "3") => (face, vec![-1]),
                (face, "2-3") => (face, vec![0, -1]),
                other => panic!("no plain turn: {other:?}"),
            };
            for _ in 0..quarters {
                self.quarter(face, &layers);
            }
        }
    }

    pub fn text(&self) -> String {
        self.0.iter().collect()
    }
}

/// The rows of a file of the shared test data, or `None` with a printed line where it is absent.
pub fn data_rows(name: &str) -> Option<Vec<testkit::csv::StringRecord>> {
    let path = testkit::file(&format!("cubes/{name}"))?;
    let mut reader = testkit::csv::Reader::from_path(&path).expect("the file can be read");
    Some(reader.records().collect::<Result<_, _>>().expect("the file is CSV"))
}
