//! A cube as 54 stickers in space, for tests: it knows no names of faces, only what is turned about which axis.

use rig::Arm;

/// A direction, or a place from -1 to 1: x to R, y to B, z up.
pub type Vector = [i32; 3];

/// What turns about an axis.
#[derive(Clone, Copy, PartialEq)]
pub enum Part {
    /// The layer on the side to which the axis points.
    Layer,
    /// All of it.
    Whole,
}

/// Where each sticker is, and where it looks.
#[derive(Clone, Debug, PartialEq)]
pub struct RealCube(Vec<(Vector, Vector)>);

const DIRECTIONS: [Vector; 6] = [[1, 0, 0], [-1, 0, 0], [0, -1, 0], [0, 1, 0], [0, 0, 1], [0, 0, -1]];

/// Where an arm stands.
pub fn direction(arm: Arm) -> Vector {
    DIRECTIONS[arm.index()]
}

fn dot(a: Vector, b: Vector) -> i32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl RealCube {
    pub fn new() -> RealCube {
        let mut stickers = Vec::new();
        for normal in DIRECTIONS {
            for place in 0..27 {
                let place = [place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1];
                if dot(place, normal) == 1 {
                    stickers.push((place, normal));
                }
            }
        }
        RealCube(stickers)
    }

    /// Turns by quarters, clockwise as seen from where the axis points to.
    pub fn turn(&mut self, axis: Vector, part: Part, quarters: i32) {
        let quarter = |v: Vector| {
            let [x, y, z] = axis;
            let across = [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]];
            [0, 1, 2].map(|i| axis[i] * dot(axis, v) - across[i])
        };
        for (place, normal) in &mut self.0 {
            if part == Part::Whole || dot(*place, axis) == 1 {
                for _ in 0..quarters.rem_euclid(4) {
                    (*place, *normal) = (quarter(*place), quarter(*normal));
                }
            }
        }
    }

    /// Carries all of it by the rows of a rotation matrix.
    pub fn carry(&mut self, rows: [[f64; 3]; 3]) {
        let carried = |v: Vector| rows.map(|row| (0..3).map(|i| row[i].round() as i32 * v[i]).sum::<i32>());
        for (place, normal) in &mut self.0 {
            (*place, *normal) = (carried(*place), carried(*normal));
        }
    }

    /// Where the face lies now whose centre looked there at first.
    pub fn face_that_was(&self, at_first: Vector) -> Vector {
        let fresh = RealCube::new();
        let centre = (fresh.0.iter()).position(|&sticker| sticker == (at_first, at_first));
        self.0[centre.expect("each side has a centre")].1
    }
}
