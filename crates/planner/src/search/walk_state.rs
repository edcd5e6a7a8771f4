//! The state of a walk of the search: coordinates of the cube, a state of the machine of costs, and what was spent.

use cube::Cube;

use crate::search::configs::Ticks;
use crate::search::coordinates;

/// The state of a walk in phase 1.
#[derive(Clone, Copy)]
pub(crate) struct Outer {
    pub twist: usize,
    pub flip: usize,
    pub slice: usize,
    pub state: usize,
    pub cost: Ticks,
}

impl Outer {
    /// Where phase 1 of a cube starts.
    pub fn start(cube: &Cube, state: usize) -> Outer {
        Outer {
            twist: coordinates::twist(cube),
            flip: coordinates::flip(cube),
            slice: coordinates::slice(cube),
            state,
            cost: 0,
        }
    }

    /// Whether phase 1 is done.
    pub fn is_home(&self) -> bool {
        self.twist == 0 && self.flip == 0 && self.slice == 0
    }
}

/// A turn of phase 1 and where it leads.
#[derive(Clone, Copy, Default)]
pub(crate) struct Child {
    pub cost: Ticks,
    pub state: u32,
    pub twist: u16,
    pub flip: u16,
    pub slice: u16,
    pub turn: u8,
}

impl Child {
    /// Where it leads from there.
    pub fn of(&self, at: &Outer) -> Outer {
        Outer {
            twist: self.twist.into(),
            flip: self.flip.into(),
            slice: self.slice.into(),
            state: self.state as usize,
            cost: at.cost + self.cost,
        }
    }
}

/// The state of a walk in phase 2.
#[derive(Clone, Copy)]
pub(crate) struct Inner {
    pub corners: usize,
    pub edges: usize,
    pub middle: usize,
    pub state: usize,
    pub cost: Ticks,
}
