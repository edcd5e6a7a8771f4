//! A motion plan: motions that are proven to obey the rules of motion.

use cube::{Move, simplified};
use rig::{Motion, Profile, RigState, SAME_INSTANT, Trace};

use crate::Error;

/// Motions that obey the rules of motion from a given state. The only way to make one is through [`rig::check`].
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    profile: String,
    start: RigState,
    /// Those of the plan, then those of its parking.
    all: Vec<Motion>,
    /// How many of them are not parking.
    count: usize,
    /// What all of them do.
    trace: Trace,
    moves: Vec<Move>,
    /// When the last motion before the parking ends, and the rig then.
    seconds: f64,
    end: RigState,
}

impl Plan {
    /// Proves that motions are a plan.
    ///
    /// # Errors
    /// [`Error::BreaksRules`] with the violation.
    pub fn new(
        profile: &Profile,
        start: &RigState,
        mut motions: Vec<Motion>,
    ) -> Result<Plan, Error> {
        motions.sort_by(|a, b| {
            a.start
                .total_cmp(&b.start)
                .then(a.arm.cmp(&b.arm))
                .then(a.end.total_cmp(&b.end))
        });
        let trace = rig::check(profile, start, &motions).map_err(Error::BreaksRules)?;
        let moves: Vec<Move> = trace.moves().collect();
        Ok(Plan {
            profile: profile.name.clone(),
            start: *start,
            count: motions.len(),
            all: motions,
            moves: simplified(&moves),
            seconds: trace.seconds,
            end: trace.end,
            trace,
        })
    }

    /// The plan with its parking: another plan of the same rig that starts where this one ends.
    pub(crate) fn parked_by(mut self, parking: &Plan) -> Plan {
        debug_assert_eq!(
            self.end, parking.start,
            "parking begins where the plan ends"
        );
        let later = |motion: &Motion| Motion {
            start: motion.start + self.seconds,
            end: motion.end + self.seconds,
            ..*motion
        };
        self.all.extend(parking.all.iter().map(later));
        self.trace = self.trace.followed_by(&parking.trace);
        self
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
        &self.all[..self.count]
    }

    /// Motions that bring all claws to closed and neutral afterwards; their times go on from the plan's.
    pub fn parking(&self) -> &[Motion] {
        &self.all[self.count..]
    }

    /// Those of [`Plan::motions`], then those of [`Plan::parking`].
    pub fn all_motions(&self) -> &[Motion] {
        &self.all
    }

    /// The face turns that it carries out, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Seconds to the end of the last motion, without parking.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Seconds to the end of parking.
    pub fn parked_seconds(&self) -> f64 {
        (self.parking().iter())
            .map(|motion| motion.end)
            .fold(self.seconds, f64::max)
    }

    /// What each of [`Plan::all_motions`] does.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// How often the whole cube is turned, parking aside.
    pub fn cube_turns(&self) -> usize {
        let turns = self.trace.cube_turns();
        turns.filter(|&index| index < self.count).count()
    }

    /// The rig after the last motion, before parking.
    pub fn end(&self) -> &RigState {
        &self.end
    }

    /// For each of [`Plan::all_motions`] those that must have ended before it may start, as indices into the same list.
    /// What precedes a motion is earlier in the list.
    ///
    /// An executor that starts each motion once these have ended, rather than by the clock, keeps to the rules
    /// however long each motion takes: whatever ended before a motion in the plan also ends before it then, and two
    /// motions that may now overlap did overlap in the plan. Only the two wrists that turn the
    /// whole cube together must be started as one; their lists are equal.
    pub fn predecessors(&self) -> Vec<Vec<usize>> {
        let ends_before =
            |&one: &usize, other: usize| self.all[one].end <= self.all[other].start + SAME_INSTANT;
        // The ends-before relation without what follows from the rest of it.
        let predecessors = |motion: usize| {
            let earlier: Vec<usize> = (0..self.all.len())
                .filter(|one| ends_before(one, motion))
                .collect();
            let is_last = |one: &usize| !earlier.iter().any(|&other| ends_before(one, other));
            earlier.iter().copied().filter(is_last).collect()
        };
        (0..self.all.len()).map(predecessors).collect()
    }
}
