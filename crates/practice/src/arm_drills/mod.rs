//! Drills on a rig: the arms set up the case that is due, and a person takes the cube, turns it and puts it back.
//!
//! ```text
//!   choose ─> read, where the cube is not known ─> solve ─> turn ─> hand over ─> recognise ─> turn by hand ─> take back ─> read
//!      ▲                                                                                                               │
//!      └──────────────────────────────────── note: the cube that was read is the verdict ──────────────────────────────┘
//! ```
//!
//! [`ArmDrills`] is a state machine: [`Event`]s, the time and what the learner [says](Said) go in, [`Effect`]s come out. What fails or
//! is stopped pauses it. Then it goes on from what is known of the cube, and nothing of a drill is lost.
//!
//! No camera watches the turns of the learner, who has the cube away from the rig. So the learner says when the case is recognised and
//! when it is turned, and the camera reads the cube that is put back.

mod drills;

use cube::{ColorScheme, Cube, Move};

use crate::Drill;
pub use drills::ArmDrills;

/// The time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Now {
    /// Seconds of a clock that never goes back.
    pub seconds: f64,
    /// Seconds since 1970.
    pub date: i64,
}

/// What happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The cube in the claws and its colours; nothing where it is not known for certain.
    Cube(Option<(Cube, ColorScheme)>),
    /// [`Effect::Read`] is done. What was read comes as [`Event::Cube`], before or after.
    Read,
    /// Moves for the cube of [`Effect::Solve`].
    Solved(Vec<Move>),
    /// [`Effect::Turn`] is done: the cube now, where it is known.
    Turned(Option<Cube>),
    /// [`Effect::HandOver`] is done: the claws are open.
    HandedOver,
    /// [`Effect::TakeBack`] is done: the claws are closed.
    TakenBack,
    /// The last effect failed or was stopped, for this reason.
    Failed(String),
    /// Time has passed.
    Tick,
}

/// What is to be done. One thing is under way at a time, and is answered by an [`Event`], but for the last two.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Forget the cube, and show it to the camera.
    Read,
    /// Find moves that solve this cube.
    Solve(Cube),
    /// Have the arms do these moves, or faster ones with the same effect.
    Turn(Vec<Move>),
    /// Give the cube to the learner.
    HandOver,
    /// Take it back, or any cube where none is there.
    TakeBack,
    /// Write this drill down.
    Note(Drill),
    /// All is done, as this sentence says.
    End(String),
}

/// What a learner says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// The case is recognised; turning begins.
    Recognised,
    /// It is turned.
    Done,
    /// The learner does not know it.
    GivenUp,
    /// Go on after a pause.
    GoOn,
}

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The arms, which set the case up.
    SettingUp,
    /// The learner, who takes the cube.
    HandingOver,
    /// The learner, who recognises the case.
    Recognising,
    /// The learner, who turns it.
    Turning,
    /// The learner, who puts the cube back.
    TakingBack,
    /// The camera, which reads the cube.
    Reading,
    /// Somebody who helps, and says [`Said::GoOn`].
    Paused,
    /// Nothing more.
    Ended,
}
