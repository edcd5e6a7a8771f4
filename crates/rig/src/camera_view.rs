//! What a camera sees of the cube: the side that it looks at most squarely, and which way up.

use crate::{Arm, Claw, Geometry, RigState};
use cube::{Face, Rotation};

/// How a camera stands to the rig, to the nearest side. A face is seen where it lies at that side, with no arm there and no
/// finger over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CameraView {
    side: Face,
    top: Face,
}

impl CameraView {
    /// From above, with side B at the top of the picture.
    pub const ABOVE: CameraView = CameraView { side: Face::U, top: Face::B };

    /// The view of the camera of a geometry.
    pub fn of(geometry: &Geometry) -> CameraView {
        let side = geometry.camera_side();
        CameraView { side, top: geometry.picture_top_side() }
    }

    /// The side that it looks at.
    pub const fn side(self) -> Face {
        self.side
    }

    /// The side of the rig towards the top of the picture; at right angles to [`CameraView::side`].
    pub const fn top(self) -> Face {
        self.top
    }

    /// The face that it sees of a cube that lies so.
    pub const fn face(self, pose: Rotation) -> Face {
        pose.face_at(self.side)
    }

    /// Clockwise quarters (0 to 3) by which it sees that face turned from its reading position.
    ///
    /// Reading position is that of the 54-letter facelet string: U with B at its top edge, D with F, the four others with U.
    pub fn quarters(self, pose: Rotation) -> u8 {
        let reading_top = match self.face(pose) {
            Face::U => Face::B,
            Face::D => Face::F,
            _ => Face::U,
        };
        let wanted = pose.carry(reading_top);
        let (mut at, mut quarters) = (self.top, 0);
        while at != wanted && quarters < 3 {
            at = self.clockwise_of(at);
            quarters += 1;
        }
        quarters
    }

    /// The side a quarter clockwise of another in the picture.
    fn clockwise_of(self, side: Face) -> Face {
        let ([ax, ay, az], [bx, by, bz]) = (side.direction(), self.side.direction());
        let cross = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
        let is_there = |other: &Face| other.direction() == cross.map(|length| length + 0.0);
        Face::ALL.into_iter().find(is_there).unwrap_or(side)
    }

    /// Whether a closed claw lays a finger on the side that is seen; `is_vertical` is the position of its wrist.
    ///
    /// Vertical claws hold their layer at U and D, horizontal ones at the two other sides next to the arm.
    pub fn is_covered_by(self, arm: Arm, is_vertical: bool) -> bool {
        match Arm::at(self.side) {
            None => is_vertical,
            Some(there) => there.pair() != arm.pair() && !is_vertical,
        }
    }

    /// The arm that stands between the camera and the cube, if one does.
    pub fn arm_in_the_way(self, arms: impl IntoIterator<Item = Arm>) -> Option<Arm> {
        arms.into_iter().find(|arm| arm.side() == self.side)
    }

    /// Whether all nine stickers of the side are seen of a rig with these arms that rests in a state.
    pub fn is_clear(self, state: &RigState, arms: impl IntoIterator<Item = Arm>) -> bool {
        arms.into_iter().all(|arm| {
            let now = state.arm(arm);
            let covers = now.claw == Claw::Closed && self.is_covered_by(arm, now.is_vertical());
            arm.side() != self.side && !covers
        })
    }
}
