//! The schedule of a phase in which the whole cube turns: when the cube and each active arm do what.

use crate::clock::Nanos;

/// How one active arm comes to be open before the cube turns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passage {
    /// The wrist as the claw opens.
    pub opens_at: u8,
    /// When it begins to open; `None` where it is open from the start.
    pub opens: Option<Nanos>,
}

/// How it then goes through a turn of the cube.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    /// When the wrist begins to turn.
    pub turns: Nanos,
    /// The wrist as the claw closes, and when it begins to.
    pub closes_at: u8,
    pub closes: Nanos,
}

/// A turn of the cube, and how the active arms go through it; `None` where there is no such arm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    pub cube_turns: Nanos,
    pub arms: [Option<(Passage, Crossing)>; 2],
}

impl Passage {
    /// When the claw has passed a mark that lies this far behind the start of its opening.
    pub fn passes(&self, mark: Nanos) -> Nanos {
        self.opens.map_or(0, |opens| opens + mark)
    }
}
