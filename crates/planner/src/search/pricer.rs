//! What moves cost on a rig, without planning them.

use cube::{Move, axial_turns};
use rig::{Profile, RigState};

use crate::clock::Clock;
use crate::search::configs::{Configs, TICK, Ticks};
use crate::search::costs::Matrices;
use crate::search::start::Start;

/// Prices sequences of moves on one rig, in a microsecond a move, so that any number of candidates can be compared.
pub struct Pricer {
    pub(super) configs: Configs,
    matrices: Matrices,
}

impl Pricer {
    /// Prepares a profile, in milliseconds.
    pub fn new(profile: &Profile) -> Pricer {
        let configs = Configs::new(&profile.rules, Clock::new(profile));
        Pricer { matrices: Matrices::new(&configs), configs }
    }

    /// Seconds that moves in this order take on the rig from a state if cables never twist. The result is exact where no cable
    /// twists and three claws hold. Else it is a lower bound that is nearly always met; a first turn among closing claws may
    /// be faster, see [`Start::new`]. `None` where the rig cannot do the moves.
    pub fn seconds(&self, profile: &Profile, start: &RigState, moves: &[Move]) -> Option<f64> {
        let cost = self.cost(&self.start(profile, start), moves)?;
        Some(f64::from(cost) * TICK as f64 / 1e9)
    }

    pub(super) fn start(&self, profile: &Profile, state: &RigState) -> Start {
        Start::new(&self.configs, &profile.rules, state)
    }

    pub(super) fn cost(&self, start: &Start, moves: &[Move]) -> Option<Ticks> {
        let mut behind = start.behind.clone();
        let mut total = start.least;
        for turn in axial_turns(moves) {
            let (next, cost) = self.matrices.after(&behind, turn.index())?;
            behind = next;
            total += cost;
        }
        Some(total)
    }
}
