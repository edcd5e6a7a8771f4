//! A cube of 54 stickers in space, turned by rotating coordinates. It shares nothing with the crate `cube` but the order of
//! the stickers.

use std::collections::BTreeMap;
use std::sync::LazyLock;

type Vector = [i32; 3];

/// Letters of the faces, in the order of the stickers.
const FACES: &str = "URFDLB";

/// The outward directions of the faces: right, up, front.
const NORMALS: [Vector; 6] = [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]];

/// For each turn by its name: from which sticker each one comes when its layers turn clockwise, as seen from its face.
static SOURCES: LazyLock<BTreeMap<String, [usize; 54]>> = LazyLock::new(|| {
    let turned = |axis: Vector, layers: &[i32]| {
        let mut source: [usize; 54] = std::array::from_fn(|at| at);
        for from in 0..54 {
            let (cubie, normal) = place(from);
            if layers.contains(&dot(cubie, axis)) {
                let target = (clockwise(cubie, axis), clockwise(normal, axis));
                let to = (0..54).find(|&to| place(to) == target);
                source[to.expect("stickers stay on the cube")] = from;
            }
        }
        source
    };
    let faces = FACES.chars().zip(NORMALS);
    let outer = faces.clone().map(|(face, axis)| (face.to_string(), turned(axis, &[1])));
    let wide = faces.map(|(face, axis)| (format!("{face}w"), turned(axis, &[0, 1])));
    let [up, right, front, down, left, _] = NORMALS;
    let middle = [("M", left), ("E", down), ("S", front)].map(|(name, axis)| (name.to_owned(), turned(axis, &[0])));
    let whole =
        [("x", right), ("y", up), ("z", front)].map(|(name, axis)| (name.to_owned(), turned(axis, &[-1, 0, 1])));
    outer.chain(wide).chain(middle).chain(whole).collect()
});

/// The cubie and the direction of a sticker.
fn place(index: usize) -> (Vector, Vector) {
    let (row, column) = ((index % 9 / 3) as i32, (index % 3) as i32);
    let cubie = match index / 9 {
        0 => [column - 1, 1, row - 1],
        1 => [1, 1 - row, 1 - column],
        2 => [column - 1, 1 - row, 1],
        3 => [column - 1, -1, 1 - row],
        4 => [-1, 1 - row, column - 1],
        _ => [1 - column, 1 - row, -1],
    };
    (cubie, NORMALS[index / 9])
}

fn dot(one: Vector, other: Vector) -> i32 {
    (0..3).map(|at| one[at] * other[at]).sum()
}

/// A quarter turn clockwise as seen from outside along `axis`.
fn clockwise(vector: Vector, axis: Vector) -> Vector {
    let along = dot(vector, axis);
    let cross = [
        axis[1] * vector[2] - axis[2] * vector[1],
        axis[2] * vector[0] - axis[0] * vector[2],
        axis[0] * vector[1] - axis[1] * vector[0],
    ];
    [0, 1, 2].map(|at| along * axis[at] - cross[at])
}

/// A cube as its stickers show it, by the faces that they belonged to at first.
#[derive(Clone, PartialEq, Eq)]
pub struct Model(pub [u8; 54]);

impl Model {
    pub fn new(facelets: &str) -> Model {
        let letters: Vec<u8> = facelets.bytes().collect();
        Model(letters.try_into().expect("54 letters"))
    }

    /// Does moves in standard notation: turns of faces, slices, wide turns, rotations of the whole cube.
    pub fn apply(&mut self, moves: &str) {
        for token in moves.split_whitespace() {
            let name = token.trim_end_matches(['2', '\'']);
            let times = match &token[name.len()..] {
                "" => 1,
                "2" => 2,
                "'" => 3,
                _ => panic!("no move: {token}"),
            };
            let source = SOURCES.get(name).unwrap_or_else(|| panic!("no move: {token}"));
            for _ in 0..times {
                self.0 = source.map(|from| self.0[from]);
            }
        }
    }

    /// Whether each side shows one colour, however the cube is held.
    pub fn is_solved(&self) -> bool {
        self.0.chunks(9).all(|side| side.iter().all(|letter| *letter == side[0]))
    }

    pub fn facelets(&self) -> String {
        self.0.iter().map(|&letter| char::from(letter)).collect()
    }
}

#[test]
fn the_model_knows_published_facts() {
    let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let order = |moves: &str| {
        let mut model = Model::new(solved);
        (1..2000).find(|_| {
            model.apply(moves);
            model.facelets() == solved
        })
    };
    assert_eq!(order("R F"), Some(105));
    assert_eq!(order("R U R' U'"), Some(6));
    assert_eq!(order("x y"), Some(3));
    assert_eq!((order("M2 U M2 U2 M2 U M2"), order("M x R' L"), order("Rw x' L'")), (Some(2), Some(1), Some(1)));
    let mut model = Model::new(solved);
    model.apply("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
    let superflip = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
    assert_eq!(model.facelets(), superflip);
    model.apply("x2 y z'");
    assert!(!model.is_solved());
}
