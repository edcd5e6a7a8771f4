//! The 24 rotations of the whole cube.

use std::fmt;

use crate::{Face, Move};

/// A rotation of the whole cube in the hand: it carries each face to the place of another. As a state rather than a move it
/// gives how the cube lies: at which side of the world each face is.
///
/// The index is `4 * tilt + turns`: first one of the tilts none, x, x2, x', z, z', which choose
/// the face that comes up, then this many turns y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rotation(u8);

/// Where each rotation carries the faces U R F D L B.
const IMAGES: [[Face; 6]; 24] = {
    let mut images = [[Face::U; 6]; 24];
    let mut index = 0;
    while index < 24 {
        let mut image = match index / 4 {
            0 => Face::ALL,
            1 => X,
            2 => compose(X, X),
            3 => compose(X, compose(X, X)),
            4 => Z,
            _ => compose(Z, compose(Z, Z)),
        };
        let mut turn = 0;
        while turn < index % 4 {
            image = compose(image, Y);
            turn += 1;
        }
        images[index] = image;
        index += 1;
    }
    images
};

use Face::{B, D, F, L, R, U};
/// Images of U R F D L B when the whole cube turns as R does clockwise.
const X: [Face; 6] = [B, R, U, F, L, D];
/// … as U does clockwise.
const Y: [Face; 6] = [U, F, L, D, B, R];
/// … as F does clockwise.
const Z: [Face; 6] = [R, D, F, L, U, B];

const fn compose(first: [Face; 6], second: [Face; 6]) -> [Face; 6] {
    let mut image = [Face::U; 6];
    let mut face = 0;
    while face < 6 {
        image[face] = second[first[face].index()];
        face += 1;
    }
    image
}

const fn find(image: [Face; 6]) -> Rotation {
    // Where U and F go fixes the rest.
    let mut index = 0;
    while index < 24 {
        if IMAGES[index][0] as u8 == image[0] as u8 && IMAGES[index][2] as u8 == image[2] as u8 {
            return Rotation(index as u8);
        }
        index += 1;
    }
    panic!("the rotations are closed under composition, so every product is in the list")
}

/// Each rotation followed by each.
const PRODUCTS: [[Rotation; 24]; 24] = {
    let mut products = [[Rotation(0); 24]; 24];
    let mut first = 0;
    while first < 24 {
        let mut second = 0;
        while second < 24 {
            products[first][second] = find(compose(IMAGES[first], IMAGES[second]));
            second += 1;
        }
        first += 1;
    }
    products
};

/// Each rotation done 0 to 11 times. Every rotation has order 1, 2, 3 or 4, all of which divide 12.
const POWERS: [[Rotation; 12]; 24] = {
    let mut powers = [[Rotation(0); 12]; 24];
    let mut index = 0;
    while index < 24 {
        let mut count = 1;
        while count < 12 {
            let before = powers[index][count - 1];
            powers[index][count] = before.then(Rotation(index as u8));
            count += 1;
        }
        index += 1;
    }
    powers
};

impl Rotation {
    /// How many there are: 6 faces can come up, each with 4 turns.
    pub const COUNT: usize = 24;
    /// No rotation.
    pub const IDENTITY: Rotation = Rotation(0);
    /// The whole cube turned as R turns clockwise: F comes up.
    pub const X: Rotation = find(X);
    /// The whole cube turned as U turns clockwise: F comes to the left.
    pub const Y: Rotation = find(Y);
    /// The whole cube turned as F turns clockwise: U comes to the right.
    pub const Z: Rotation = find(Z);

    /// All rotations in index order.
    pub fn all() -> impl Iterator<Item = Rotation> {
        (0..Rotation::COUNT as u8).map(Rotation)
    }

    /// 0 to 23; 0 is the identity.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rotation with this index, or `None` from 24 on.
    pub const fn from_index(index: usize) -> Option<Rotation> {
        if index < Rotation::COUNT { Some(Rotation(index as u8)) } else { None }
    }

    /// The rotation that carries U to `up` and F to `front`; `None` where these are not at right angles.
    pub fn carrying_up_and_front_to(up: Face, front: Face) -> Option<Rotation> {
        Rotation::all().find(|rotation| rotation.carry(Face::U) == up && rotation.carry(Face::F) == front)
    }

    /// Where the face that was at `face` comes to lie.
    pub const fn carry(self, face: Face) -> Face {
        IMAGES[self.0 as usize][face.index()]
    }

    /// The face that is carried to `side`.
    pub const fn face_at(self, side: Face) -> Face {
        let mut face = 0;
        while IMAGES[self.0 as usize][face] as u8 != side as u8 {
            face += 1;
        }
        Face::ALL[face]
    }

    /// Six letters: the faces that lie at the sides U R F D L B, "URFDLB" for the identity.
    pub fn faces_at_sides(self) -> String {
        let faces = Face::ALL.into_iter().map(|side| self.face_at(side));
        faces.map(Face::letter).collect()
    }

    /// The rotation of six letters as [`Rotation::faces_at_sides`] writes them; `None` when no cube can lie so.
    pub fn from_faces_at_sides(letters: &str) -> Option<Rotation> {
        Rotation::all().find(|rotation| rotation.faces_at_sides() == letters)
    }

    /// Rows of the rotation matrix (x to R, y to B, z to U).
    pub fn matrix(self) -> [[f64; 3]; 3] {
        // An axis of the cube arrives at the normal of the side to which its face is carried.
        let [x, y, z] = [R, B, U].map(|face| self.carry(face).direction());
        [0, 1, 2].map(|row| [x[row], y[row], z[row]])
    }

    /// The same turn done after the cube was rotated: the face it turned is now elsewhere.
    pub fn carry_move(self, turn: Move) -> Move {
        Move::new(self.carry(turn.face()), i32::from(turn.quarters())).expect("a move has 1 to 3 quarters")
    }

    /// This rotation followed by `next`.
    pub const fn then(self, next: Rotation) -> Rotation {
        PRODUCTS[self.0 as usize][next.0 as usize]
    }

    /// The rotation that undoes this one.
    pub const fn inverse(self) -> Rotation {
        self.times(-1)
    }

    /// This rotation done this many times; negative is backwards.
    pub const fn times(self, count: i32) -> Rotation {
        POWERS[self.0 as usize][count.rem_euclid(12) as usize]
    }
}

impl fmt::Display for Rotation {
    /// The tilt and the turn that make it, as "x' y2"; the identity is empty.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tilt = ["", "x", "x2", "x'", "z", "z'"][self.index() / 4];
        let turn = ["", "y", "y2", "y'"][self.index() % 4];
        let gap = if tilt.is_empty() || turn.is_empty() { "" } else { " " };
        write!(formatter, "{tilt}{gap}{turn}")
    }
}
