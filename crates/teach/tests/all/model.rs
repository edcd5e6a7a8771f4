//! A cube of 54 stickers in space, turned by rotating coordinates. It shares nothing with the crate `cube` but the order of
//! the stickers.

use std::sync::LazyLock;

type Vector = [i32; 3];

/// Letters of the faces, in the order of the stickers.
const FACES: &str = "URFDLB";

/// The outward directions of the faces: right, up, front.
const NORMALS: [Vector; 6] = [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]];

/// For each face: from which sticker each one comes when it turns clockwise; then the same for x, y and z.
static SOURCES: LazyLock<[[usize; 54]; 9]> = LazyLock::new(|| {
    let turned = |axis: Vector, whole: bool| {
        let mut source: [usize; 54] = std::array::from_fn(|at| at);
        for from in 0..54 {
            let (cubie, normal) = place(from);
            if whole || dot(cubie, axis) == 1 {
                let target = (clockwise(cubie, axis), clockwise(normal, axis));
                let to = (0..54).find(|&to| place(to) == target);
                source[to.expect("stickers stay on the cube")] = from;
            }
        }
        source
    };
    let faces = NORMALS.map(|axis| turned(axis, false));
    let [up, right, front, ..] = NORMALS;
    let whole = [right, up, front].map(|axis| turned(axis, true));
    std::array::from_fn(|at| if at < 6 { faces[at] } else { whole[at - 6] })
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

    /// Does moves in standard notation, rotations of the whole cube among them.
    pub fn apply(&mut self, moves: &str) {
        for token in moves.split_whitespace() {
            let (letter, suffix) = token.split_at(1);
            let at = match letter {
                "x" => 6,
                "y" => 7,
                "z" => 8,
                face => FACES.find(face).unwrap_or_else(|| panic!("no move: {token}")),
            };
            let times = match suffix {
                "" => 1,
                "2" => 2,
                "'" => 3,
                _ => panic!("no move: {token}"),
            };
            for _ in 0..times {
                self.0 = SOURCES[at].map(|from| self.0[from]);
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
    let mut model = Model::new(solved);
    model.apply("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
    let superflip = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
    assert_eq!(model.facelets(), superflip);
    model.apply("x2 y z'");
    assert!(!model.is_solved());
}
