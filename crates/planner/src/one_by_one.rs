//! What moves take when nothing overlaps: the baseline that is reported with every plan.

use cube::Move;
use rig::{Arm, Pair, RigState};

use crate::{Error, Planner};

impl Planner {
    /// Seconds that moves take one by one, as the thesis' rig moved. Each turn of a face is followed by open, turn back,
    /// close. A face without an arm first comes to one by a turn of the whole cube about R.
    /// A start that is not at rest is brought to rest first.
    ///
    /// `None` where the rig cannot move like that: it takes four arms, a quarter turn to either side, and two quarters of twist to one
    /// side for a half turn.
    ///
    /// # Errors
    /// As [`Planner::park`].
    pub fn one_by_one_seconds(&self, start: &RigState, moves: &[Move]) -> Result<Option<f64>, Error> {
        let rules = &self.profile().rules;
        let half_turns = moves.iter().any(|turn| turn.is_half_turn());
        let has_half = rules.allows_wrist(-2) || rules.allows_wrist(2);
        let has_quarters = rules.allows_wrist(-1) && rules.allows_wrist(1);
        if rules.present != [true; 4] || !has_quarters || half_turns && !has_half {
            return Ok(None);
        }
        let timing = &self.profile().timing;
        let regrip = |turn: f64| [timing.open, turn, timing.close];
        let to_rest = self.park(start)?;
        let (mut steps, mut pose) = (vec![to_rest.seconds()], to_rest.end().pose);
        for turn in moves {
            if Arm::at(pose.carry(turn.face())).is_none() {
                // The claws on the other axis let go, the cube turns, and the claws that turned it come back.
                steps.extend(regrip(timing.quarter));
                steps.extend(regrip(timing.quarter));
                pose = pose.then(Pair::RL.rotation(1));
            }
            let seconds = if turn.is_half_turn() { timing.half } else { timing.quarter };
            steps.push(seconds);
            steps.extend(regrip(seconds));
        }
        Ok(Some(steps.into_iter().sum()))
    }
}
