//! A motion plan: motions that are proven to obey the rules of motion.

use cube::{Move, simplified};
use rig::{Motion, Profile, RigState, SAME_INSTANT, Trace};

use crate::Error;
use crate::blocks::move_of;

/// Motions that obey the rules of motion from a given state. The only way to make one is through [`rig::check`].
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    profile: String,
    start: RigState,
    motions: Vec<Motion>,
    parking: Vec<Motion>,
    trace: Trace,
    moves: Vec<Move>,
    predecessors: Vec<Vec<usize>>,
}

impl Plan {
    /// Proves that motions are a plan. `parking` follows them: its times count from the same zero.
    ///
    /// # Errors
    /// [`Error::BreaksRules`] with the violation.
    pub fn new(
        profile: &Profile,
        start: &RigState,
        mut motions: Vec<Motion>,
        mut parking: Vec<Motion>,
    ) -> Result<Plan, Error> {
        let in_order = |a: &Motion, b: &Motion| {
            a.start
                .total_cmp(&b.start)
                .then(a.arm.cmp(&b.arm))
                .then(a.end.total_cmp(&b.end))
        };
        motions.sort_by(in_order);
        parking.sort_by(in_order);
        let trace = rig::check(profile, start, &motions).map_err(Error::BreaksRules)?;
        let all = [&motions[..], &parking[..]].concat();
        rig::check(profile, start, &all).map_err(Error::BreaksRules)?;
        let moves: Vec<Move> = trace.turns.iter().map(move_of).collect();
        Ok(Plan {
            profile: profile.name.clone(),
            start: *start,
            predecessors: predecessors(&all),
            motions,
            parking,
            trace,
            moves: simplified(&moves),
        })
    }

    /// Name of the profile that it was made for.
    pub fn profile(&self) -> &str {
        &self.profile
    }

    /// The state that it starts from.
    pub fn start(&self) -> &RigState {
        &self.start
    }

    /// The motions in order of their start, without parking.
    pub fn motions(&self) -> &[Motion] {
        &self.motions
    }

    /// Motions that bring all claws to closed and neutral afterwards; their times go on from the plan's.
    pub fn parking(&self) -> &[Motion] {
        &self.parking
    }

    /// The face turns that it carries out, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Seconds to the end of the last motion, without parking.
    pub fn seconds(&self) -> f64 {
        self.trace.seconds
    }

    /// Seconds to the end of parking.
    pub fn parked_seconds(&self) -> f64 {
        self.parking
            .iter()
            .map(|motion| motion.end)
            .fold(self.seconds(), f64::max)
    }

    /// What the motions do, parking aside: the state at the end, face turns and poses with their times.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The rig after the last motion, before parking.
    pub fn end(&self) -> &RigState {
        &self.trace.end
    }

    /// For each motion (those of [`Plan::motions`], then those of [`Plan::parking`]) the motions that must have
    /// ended before it may start, as indices into the same list.
    ///
    /// An executor that starts each motion once these have ended, rather than by the clock, keeps to the rules
    /// however long each motion takes: whatever ended before a motion in the plan also ends before it then, and two
    /// motions that may now overlap did overlap in the plan. Only the two wrists that turn the
    /// whole cube together must be started as one; their lists are equal.
    pub fn predecessors(&self) -> &[Vec<usize>] {
        &self.predecessors
    }
}

/// Ends-before relation without what follows from the rest of it.
fn predecessors(motions: &[Motion]) -> Vec<Vec<usize>> {
    let ends_before = |a: &Motion, b: &Motion| a.end <= b.start + SAME_INSTANT;
    motions
        .iter()
        .map(|motion| {
            let earlier: Vec<usize> = (0..motions.len())
                .filter(|&index| ends_before(&motions[index], motion))
                .collect();
            earlier
                .iter()
                .copied()
                .filter(|&one| {
                    !earlier
                        .iter()
                        .any(|&other| ends_before(&motions[one], &motions[other]))
                })
                .collect()
        })
        .collect()
}
