//! What motions do to the rig and to the cube, one by one, as [`crate::check`] finds out.

use cube::{Move, Rotation};

use crate::{ArmState, Motion, RigState};

/// What a motion does to the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeEffect {
    /// Nothing: a claw opens or closes, or an open claw turns.
    Nothing,
    /// A closed claw turns its layer. The move names the cube's own face, however the cube lies.
    FaceTurn(Move),
    /// The whole cube turns with the closed claws of a pair.
    CubeTurn {
        /// What the turn does to the cube once both arms have done their motion.
        rotation: Rotation,
        /// The index of the other arm's motion, which belongs to the same turn; `None` where one arm turns the cube alone.
        partner: Option<usize>,
    },
}

/// What motions do, once they are known to obey the rules. Motions are named by their index in the list that was checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The rig after the last motion.
    pub end: RigState,
    /// When the last motion ends, in seconds; 0 without motions.
    pub seconds: f64,
    /// The arm of each motion just before it.
    pub before: Vec<ArmState>,
    /// What each motion does to the cube.
    pub effects: Vec<CubeEffect>,
    /// The motions that turn faces, in the order in which they end.
    pub turns: Vec<usize>,
}

impl Trace {
    /// The face turns in the order in which they end. Done to a cube in this order they give the cube after the plan.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let turn = |&index: &usize| match self.effects[index] {
            CubeEffect::FaceTurn(turn) => Some(turn),
            CubeEffect::Nothing | CubeEffect::CubeTurn { .. } => None,
        };
        self.turns.iter().filter_map(turn)
    }

    /// The motions that turn the whole cube, one for each turn.
    pub fn cube_turns(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.effects.len()).filter(|&index| match self.effects[index] {
            CubeEffect::CubeTurn { partner, .. } => partner.is_none_or(|other| other < index),
            CubeEffect::Nothing | CubeEffect::FaceTurn(_) => false,
        })
    }

    /// Both traces as one, where the motions of `next` begin at the end of these and follow them in the list. The times of
    /// `next` count from that end.
    pub fn followed_by(mut self, next: &Trace) -> Trace {
        let shift = self.effects.len();
        let shifted = |effect: &CubeEffect| match *effect {
            CubeEffect::CubeTurn { rotation, partner } => {
                CubeEffect::CubeTurn { rotation, partner: partner.map(|other| other + shift) }
            }
            other => other,
        };
        self.effects.extend(next.effects.iter().map(shifted));
        self.before.extend_from_slice(&next.before);
        self.turns.extend(next.turns.iter().map(|turn| turn + shift));
        self.seconds += next.seconds;
        self.end = next.end;
        self
    }

    /// Takes note that a motion has ended.
    pub(crate) fn finish(&mut self, index: usize, motion: &Motion) {
        let arm = &mut self.end.arms[motion.arm.index()];
        *arm = arm.after(motion.action);
        match self.effects[index] {
            CubeEffect::Nothing => {}
            CubeEffect::FaceTurn(_) => self.turns.push(index),
            // Both motions of a turn of the cube end at the same instant: the later in the list counts.
            CubeEffect::CubeTurn { rotation, partner } => {
                if partner.is_none_or(|other| other < index) {
                    self.end.pose = self.end.pose.then(rotation);
                }
            }
        }
    }
}
