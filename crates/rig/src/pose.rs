//! How the cube lies in the rig: which cube face is at which side.

use std::fmt;

use crate::{Pair, Side};

/// One of the 24 ways in which the cube can lie in the claws.
///
/// The index is that of the rotation from the cube's own frame to the rig's: `4 * tilt + turns`,
/// first one of the tilts none, x, x2, x', z, z', then so many turns y (x, y, z: as R, U, F turn clockwise).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pose(u8);

use Side::{B, D, F, L, R, U};

/// Where the faces U R F D L B go when the whole cube turns as R does clockwise.
const X: [Side; 6] = [B, R, U, F, L, D];
/// … as U does clockwise.
const Y: [Side; 6] = [U, F, L, D, B, R];
/// … as F does clockwise.
const Z: [Side; 6] = [R, D, F, L, U, B];

const fn compose(first: [Side; 6], second: [Side; 6]) -> [Side; 6] {
    let mut image = [U; 6];
    let mut face = 0;
    while face < 6 {
        image[face] = second[first[face].index()];
        face += 1;
    }
    image
}

/// At which side the faces U R F D L B lie in each pose.
const SIDES: [[Side; 6]; 24] = {
    let mut sides = [[U; 6]; 24];
    let mut index = 0;
    while index < 24 {
        let mut image = match index / 4 {
            0 => Side::ALL,
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
        sides[index] = image;
        index += 1;
    }
    sides
};

const fn find(image: [Side; 6]) -> Option<Pose> {
    // Where U and F lie fixes the rest.
    let mut index = 0;
    while index < 24 {
        if SIDES[index][0] as u8 == image[0] as u8 && SIDES[index][2] as u8 == image[2] as u8 {
            return Some(Pose(index as u8));
        }
        index += 1;
    }
    None
}

/// The pose that each pose becomes when a pair turns the cube by 0 to 3 quarters.
const TURNED: [[[u8; 4]; 2]; 24] = {
    let mut table = [[[0; 4]; 2]; 24];
    let mut index = 0;
    while index < 24 {
        let mut pair = 0;
        while pair < 2 {
            let mut image = SIDES[index];
            let mut quarters = 0;
            while quarters < 4 {
                table[index][pair][quarters] = match find(image) {
                    Some(pose) => pose.0,
                    None => panic!("the 24 poses are closed under quarter turns"),
                };
                image = compose(image, if pair == 0 { X } else { Z });
                quarters += 1;
            }
            pair += 1;
        }
        index += 1;
    }
    table
};

impl Pose {
    /// How many there are.
    pub const COUNT: usize = 24;
    /// Each face at the side of its own letter.
    pub const IDENTITY: Pose = Pose(0);

    /// All poses in index order.
    pub fn all() -> impl Iterator<Item = Pose> {
        (0..Pose::COUNT as u8).map(Pose)
    }

    /// 0 to 23.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The pose with this index, or `None` from 24 on.
    pub const fn from_index(index: usize) -> Option<Pose> {
        if index < Pose::COUNT {
            Some(Pose(index as u8))
        } else {
            None
        }
    }

    /// The pose with the face `up` at side U and the face `front` at side F; `None` where these are not at right angles.
    pub fn with_faces_at(up: Side, front: Side) -> Option<Pose> {
        Pose::all().find(|pose| pose.face_at(U) == up && pose.face_at(F) == front)
    }

    /// The side at which a cube face lies.
    pub const fn side_of(self, face: Side) -> Side {
        SIDES[self.0 as usize][face.index()]
    }

    /// The cube face that lies at a side.
    pub const fn face_at(self, side: Side) -> Side {
        let mut face = 0;
        while SIDES[self.0 as usize][face] as u8 != side as u8 {
            face += 1;
        }
        Side::ALL[face]
    }

    /// Six letters: the faces at the sides U R F D L B, "URFDLB" when unturned.
    pub fn faces_at_sides(self) -> String {
        Side::ALL
            .into_iter()
            .map(|side| self.face_at(side).letter())
            .collect()
    }

    /// The pose of six letters as [`Pose::faces_at_sides`] writes them; `None` when no cube can lie so.
    pub fn from_faces_at_sides(letters: &str) -> Option<Pose> {
        Pose::all().find(|pose| pose.faces_at_sides() == letters)
    }

    /// The pose after a pair has turned the whole cube: its first arm (R or F) by so many quarters
    /// clockwise as that arm sees its face, its second arm by as many the other way.
    pub const fn turned(self, pair: Pair, quarters: i32) -> Pose {
        let quarters = quarters.rem_euclid(4) as usize;
        Pose(TURNED[self.0 as usize][pair.index()][quarters])
    }

    /// Rows of the rotation matrix from the cube's own frame to the rig's (x to R, y to B, z to U in both).
    pub fn rotation_matrix(self) -> [[f64; 3]; 3] {
        // A cube axis lands on the normal of the side where its face lies.
        let [x, y, z] = [R, B, U].map(|face| self.side_of(face).normal());
        [0, 1, 2].map(|row| [x[row], y[row], z[row]])
    }
}

impl fmt::Display for Pose {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.faces_at_sides())
    }
}
