//! The four arms, their two opposite pairs, and the eight joints.

use cube::{Face, Rotation};
use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the four arms, named by the side of the cube it holds. U and D have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Arm {
    /// Right.
    R = 0,
    /// Left.
    L = 1,
    /// Front.
    F = 2,
    /// Back.
    B = 3,
}

/// Two opposite arms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Pair {
    /// Right and left.
    RL = 0,
    /// Front and back.
    FB = 1,
}

/// What a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum JointKind {
    /// The claw: 0 rad closed on the cube, positive open. Of a claw that slides it is the angle of the pinion.
    Grip,
    /// The wrist: 0 rad neutral (fingers vertical), positive clockwise as the arm sees its face.
    Wrist,
}

/// One of the eight joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Joint {
    /// The arm it belongs to.
    pub arm: Arm,
    /// What it moves.
    pub kind: JointKind,
}

impl Arm {
    /// All arms in index order.
    pub const ALL: [Arm; 4] = [Arm::R, Arm::L, Arm::F, Arm::B];

    /// 0 to 3 in the order R L F B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The arm with this index, or `None` from 4 on.
    pub const fn from_index(index: usize) -> Option<Arm> {
        if index < 4 { Some(Arm::ALL[index]) } else { None }
    }

    /// Small letter, as in joint names and plans.
    pub const fn letter(self) -> char {
        ['r', 'l', 'f', 'b'][self as usize]
    }

    /// The arm of a letter, small or capital.
    pub fn from_letter(letter: char) -> Option<Arm> {
        Arm::ALL.into_iter().find(|arm| arm.letter() == letter.to_ascii_lowercase())
    }

    /// The side of the rig that it stands at.
    pub const fn side(self) -> Face {
        [Face::R, Face::L, Face::F, Face::B][self as usize]
    }

    /// The arm at a side; `None` for U and D.
    pub fn at(side: Face) -> Option<Arm> {
        Arm::ALL.into_iter().find(|arm| arm.side() == side)
    }

    /// The pair it belongs to.
    pub const fn pair(self) -> Pair {
        [Pair::RL, Pair::RL, Pair::FB, Pair::FB][self as usize]
    }

    /// The arm across the cube.
    pub const fn opposite(self) -> Arm {
        [Arm::L, Arm::R, Arm::B, Arm::F][self as usize]
    }

    /// The two neighbouring arms, which are the other pair.
    pub const fn neighbours(self) -> [Arm; 2] {
        self.pair().other().arms()
    }

    /// The joint that opens and closes the claw.
    pub const fn grip(self) -> Joint {
        Joint { arm: self, kind: JointKind::Grip }
    }

    /// The joint that turns the claw.
    pub const fn wrist(self) -> Joint {
        Joint { arm: self, kind: JointKind::Wrist }
    }
}

impl Pair {
    /// How the pair turns the whole cube. Its first arm (R or F) turns by this many quarters, clockwise as that arm sees
    /// its face. Its second arm turns by as many the other way.
    pub const fn rotation(self, quarters: i32) -> Rotation {
        let quarter = match self {
            Pair::RL => Rotation::X,
            Pair::FB => Rotation::Z,
        };
        quarter.times(quarters)
    }

    /// Both pairs in index order.
    pub const ALL: [Pair; 2] = [Pair::RL, Pair::FB];

    /// 0 for RL, 1 for FB.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its arms. A turn of the whole cube by q quarters turns the first by +q and the second by -q.
    pub const fn arms(self) -> [Arm; 2] {
        match self {
            Pair::RL => [Arm::R, Arm::L],
            Pair::FB => [Arm::F, Arm::B],
        }
    }

    /// The other pair.
    pub const fn other(self) -> Pair {
        match self {
            Pair::RL => Pair::FB,
            Pair::FB => Pair::RL,
        }
    }

    /// "rl" or "fb", as in brick names.
    pub const fn name(self) -> &'static str {
        ["rl", "fb"][self as usize]
    }
}

impl Joint {
    /// How many there are.
    pub const COUNT: usize = 8;

    /// All joints in index order: grip and wrist of r, l, f, b.
    pub const ALL: [Joint; Joint::COUNT] = [
        Arm::R.grip(),
        Arm::R.wrist(),
        Arm::L.grip(),
        Arm::L.wrist(),
        Arm::F.grip(),
        Arm::F.wrist(),
        Arm::B.grip(),
        Arm::B.wrist(),
    ];

    /// 0 to 7 in the order of [`Joint::ALL`].
    pub const fn index(self) -> usize {
        self.arm.index() * 2 + self.kind as usize
    }

    /// The name in URDF, joint states and trajectories, such as `r_grip`.
    pub const fn name(self) -> &'static str {
        ["r_grip", "r_wrist", "l_grip", "l_wrist", "f_grip", "f_wrist", "b_grip", "b_wrist"][self.index()]
    }

    /// The joint of a name; `None` for any other text.
    pub fn parse(name: &str) -> Option<Joint> {
        Joint::ALL.into_iter().find(|joint| joint.name() == name)
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.letter())
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl fmt::Display for Joint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
