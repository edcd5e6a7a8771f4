//! How the cube is held before the camera, and the shortest turn that brings another face to the front.

use cube::Face;

/// How the cube lies in the hand: which face the camera sees, and which one is on top in its picture.
/// Faces are named by the cube as it is held when F is in front and U on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    front: Face,
    /// A neighbour of `front`.
    top: Face,
}

/// How a person gets from one hold to the next. Left and right depend on where one stands, so no
/// turn needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tip {
    /// The top comes towards the camera, a quarter turn.
    TopForward,
    /// The top goes away from the camera, so that the bottom comes to the front, a quarter turn.
    TopAway,
    /// The top stays on top and a side comes to the front, a quarter turn.
    Sideways,
    /// The top stays on top and the back comes to the front, half a turn.
    HalfRound,
}

impl Hold {
    /// The face as it is read: U with B on top, D with F, all others with U.
    pub fn as_read(front: Face) -> Hold {
        Hold { front, top: around(front)[0] }
    }

    /// The face that the camera sees.
    pub fn front(self) -> Face {
        self.front
    }

    /// The face that looks up.
    pub fn top(self) -> Face {
        self.top
    }

    /// The hold that shows `face`, one turn from here; `None` where it is in front already.
    pub fn turned_to(self, face: Face) -> Option<(Hold, Tip)> {
        let (top, tip) = if face == self.front {
            return None;
        } else if face == self.top {
            (self.front.opposite(), Tip::TopForward)
        } else if face == self.top.opposite() {
            (self.front, Tip::TopAway)
        } else if face == self.front.opposite() {
            (self.top, Tip::HalfRound)
        } else {
            (self.top, Tip::Sideways)
        };
        Some((Hold { front: face, top }, tip))
    }

    /// By how many quarters clockwise the camera sees the front face turned, against the way it is read.
    pub fn quarters(self) -> u8 {
        // With the neighbour clockwise of the reading's top on top, the face is turned back by one.
        ((4 - self.up()) % 4) as u8
    }

    /// Which neighbour is on top, counted clockwise from the one above the face as it is read.
    fn up(self) -> usize {
        let up = around(self.front).into_iter().position(|face| face == self.top);
        up.expect("a hold is made of neighbours only")
    }

    /// The face that looks to the right in the camera's picture.
    pub fn right(self) -> Face {
        around(self.front)[(self.up() + 1) % 4]
    }
}

/// The neighbours of a face clockwise, beginning with the one above it as it is read (see the drawing
/// at [`cube::Facelets`]).
pub fn around(face: Face) -> [Face; 4] {
    use Face::{B, D, F, L, R, U};
    match face {
        U => [B, R, F, L],
        R => [U, B, D, F],
        F => [U, R, D, L],
        D => [F, R, B, L],
        L => [U, F, D, B],
        B => [U, L, D, R],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::{Cube, Rotation, upright};

    /// The group of rotations knows what a camera sees of a cube that is held in some way.
    #[test]
    fn every_hold_shows_its_face_turned_as_the_rotations_say() {
        let cube = Cube::from_seed(5).facelets();
        for rotation in Rotation::all() {
            let held = cube.rotated(rotation);
            let home = |place: Face| {
                let home = Face::ALL.into_iter().find(|&f| rotation.carry(f) == place);
                home.expect("rotations are permutations")
            };
            let hold = Hold { front: home(Face::F), top: home(Face::U) };
            assert_eq!(upright(&held.face(Face::F), hold.quarters()), cube.face(hold.front), "{hold:?}");
            assert_eq!(hold.right(), home(Face::R));
            for face in Face::ALL {
                let turn = match hold.turned_to(face) {
                    None => {
                        assert_eq!(face, hold.front);
                        continue;
                    }
                    Some((next, tip)) => {
                        assert_eq!(next.front, face);
                        // In standard notation: the same cube, held one named turn further on.
                        let turns = match tip {
                            Tip::TopForward => vec![Rotation::X.inverse()],
                            Tip::TopAway => vec![Rotation::X],
                            Tip::HalfRound => vec![Rotation::Y.times(2)],
                            Tip::Sideways => vec![Rotation::Y, Rotation::Y.inverse()],
                        };
                        let seen = turns.into_iter().find(|turn| {
                            let both = rotation.then(*turn);
                            both.carry(next.front) == Face::F && both.carry(next.top) == Face::U
                        });
                        assert!(seen.is_some(), "{hold:?} to {next:?} by {tip:?}");
                        seen
                    }
                };
                assert!(turn.is_some());
            }
        }
    }

    #[test]
    fn faces_as_they_are_read_are_not_turned() {
        assert!(Face::ALL.map(Hold::as_read).iter().all(|h| h.quarters() == 0));
    }
}
