//! A cube as 54 stickers in space that turns by rotating coordinates: shares nothing with the program.

/// Right, up, front.
type Vector = [i32; 3];

const LETTERS: &str = "URFDLB";

fn normal(face: usize) -> Vector {
    [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]][face]
}

/// The cubie and the outward direction of sticker `index` of the 54-letter string.
fn place(index: usize) -> (Vector, Vector) {
    let (face, row, column) = (index / 9, (index % 9 / 3) as i32, (index % 3) as i32);
    let cubie = match face {
        0 => [column - 1, 1, row - 1],
        1 => [1, 1 - row, 1 - column],
        2 => [column - 1, 1 - row, 1],
        3 => [column - 1, -1, 1 - row],
        4 => [-1, 1 - row, column - 1],
        _ => [1 - column, 1 - row, -1],
    };
    (cubie, normal(face))
}

fn dot(a: Vector, b: Vector) -> i32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A quarter turn clockwise as seen from outside along `axis`.
fn turned(v: Vector, axis: Vector) -> Vector {
    let along = dot(v, axis);
    let cross = [axis[1] * v[2] - axis[2] * v[1], axis[2] * v[0] - axis[0] * v[2], axis[0] * v[1] - axis[1] * v[0]];
    [0, 1, 2].map(|i| along * axis[i] - cross[i])
}

/// The facelets after a move such as "R", "R2" or "R'", a wide turn "Rw", a slice "M", or a turn of the whole cube "x".
pub fn apply(facelets: &str, turn: &str) -> String {
    // Layers from the named face down: its own is 1, the middle one 0. Slices follow L, D and F, rotations R, U and F.
    let (named, layers, suffix) = match (&turn[..1], &turn[1..]) {
        ("x", suffix) => ("R", &[1, 0, -1][..], suffix),
        ("y", suffix) => ("U", &[1, 0, -1][..], suffix),
        ("z", suffix) => ("F", &[1, 0, -1][..], suffix),
        ("M", suffix) => ("L", &[0][..], suffix),
        ("E", suffix) => ("D", &[0][..], suffix),
        ("S", suffix) => ("F", &[0][..], suffix),
        (face, suffix) => match suffix.strip_prefix('w') {
            Some(suffix) => (face, &[1, 0][..], suffix),
            None => (face, &[1][..], suffix),
        },
    };
    let face = LETTERS.find(named).unwrap_or_else(|| panic!("no move: {turn}"));
    let quarters = match suffix {
        "" => 1,
        "2" => 2,
        "'" => 3,
        _ => panic!("no move: {turn}"),
    };
    let axis = normal(face);
    let mut stickers: Vec<u8> = facelets.bytes().collect();
    for _ in 0..quarters {
        let before = stickers.clone();
        for (from, &sticker) in before.iter().enumerate() {
            let (cubie, direction) = place(from);
            if layers.contains(&dot(cubie, axis)) {
                let target = (turned(cubie, axis), turned(direction, axis));
                let to = (0..54).find(|&to| place(to) == target).expect("stickers stay on the cube");
                stickers[to] = sticker;
            }
        }
    }
    String::from_utf8(stickers).expect("letters")
}

/// The facelets after moves in standard notation with blanks between them.
pub fn apply_all(facelets: &str, moves: &str) -> String {
    moves.split_whitespace().fold(facelets.to_owned(), |facelets, turn| apply(&facelets, turn))
}

/// Whether each face shows one colour.
pub fn is_solved(facelets: &str) -> bool {
    facelets.as_bytes().chunks(9).all(|face| face.iter().all(|sticker| *sticker == face[0]))
}
