//! A motion plan: motions that are proven to obey the rules of motion.

use cube::{Cube, Move, simplified};
use rig::{Action, Arm, Clearances, CubeEffect, Motion, Profile, RigState, SAME_INSTANT, Trace, ramp};

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
    clearances: Clearances,
    /// When the last motion before the parking ends, and the rig then.
    seconds: f64,
    end: RigState,
}

/// What a motion waits for: another one must have done a share of its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wait {
    /// The index of the other motion.
    pub motion: usize,
    /// 1: it has ended.
    pub share: f64,
}

/// How far a motion may go on its way before another one has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// The index of the other motion.
    pub motion: usize,
    /// A share of the way of the motion that is held.
    pub until: f64,
}

impl Plan {
    /// Proves that motions are a plan.
    ///
    /// # Errors
    /// [`Error::BreaksRules`] with the violation.
    pub fn new(profile: &Profile, start: &RigState, mut motions: Vec<Motion>) -> Result<Plan, Error> {
        motions.sort_by(|a, b| a.start.total_cmp(&b.start).then(a.arm.cmp(&b.arm)).then(a.end.total_cmp(&b.end)));
        let trace = rig::check(profile, start, &motions).map_err(Error::BreaksRules)?;
        let moves: Vec<Move> = trace.moves().collect();
        Ok(Plan {
            profile: profile.name.clone(),
            start: *start,
            clearances: profile.clearances,
            count: motions.len(),
            all: motions,
            moves: simplified(&moves),
            seconds: trace.seconds,
            end: trace.end,
            trace,
        })
    }

    /// The same plan, whose motions do what these moves do.
    ///
    /// # Errors
    /// [`Error::WrongMoves`] where they do something else.
    pub(crate) fn doing(self, moves: &[Move]) -> Result<Plan, Error> {
        if Cube::SOLVED.apply_all(&self.moves) == Cube::SOLVED.apply_all(moves) {
            return Ok(self);
        }
        Err(Error::WrongMoves { asked: moves.to_vec(), done: self.moves })
    }

    /// The same plan, whose motions solve this cube.
    ///
    /// # Errors
    /// [`Error::WrongSolution`] where they do not.
    pub(crate) fn solving(self, cube: &Cube) -> Result<Plan, Error> {
        if cube.apply_all(&self.moves).is_solved() {
            return Ok(self);
        }
        Err(Error::WrongSolution { cube: *cube, done: self.moves })
    }

    /// The plan with its parking: another plan of the same rig that starts where this one ends.
    pub(crate) fn parked_by(mut self, parking: &Plan) -> Plan {
        debug_assert_eq!(self.end, parking.start, "parking begins where the plan ends");
        let later =
            |motion: &Motion| Motion { start: motion.start + self.seconds, end: motion.end + self.seconds, ..*motion };
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
        (self.parking().iter()).map(|motion| motion.end).fold(self.seconds, f64::max)
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

    /// For each of [`Plan::all_motions`] what must have happened before it may start.
    ///
    /// An executor starts each motion once these have come true, not by the clock, and keeps to [`Plan::holds`]. Then it keeps
    /// to the rules however long each motion takes. A motion that ended before another in the plan also ends before it now. A
    /// claw is as far open as in the plan. Two motions that may now overlap also overlapped in the plan. Only the two wrists
    /// that turn the whole cube together must be started as one; their lists are equal.
    pub fn waits(&self) -> Vec<Vec<Wait>> {
        let ends_before = |&one: &usize, other: usize| self.all[one].end <= self.all[other].start + SAME_INSTANT;
        // The ends-before relation without what follows from the rest of it.
        let waits = |motion: usize| {
            let earlier: Vec<usize> = (0..self.all.len()).filter(|one| ends_before(one, motion)).collect();
            let is_last = |one: &usize| !earlier.iter().any(|&other| ends_before(one, other));
            let ended = earlier.iter().copied().filter(is_last);
            let under_way = (0..self.all.len()).filter(|&one| {
                let is_earlier = self.all[one].start < self.all[motion].start - SAME_INSTANT;
                is_earlier && !ends_before(&one, motion)
            });
            let on_its_way = under_way.filter_map(|one| {
                let share = self.share_before(one, motion)?;
                (0.0 < share).then_some(Wait { motion: one, share })
            });
            let ended = ended.map(|one| Wait { motion: one, share: 1.0 });
            ended.chain(on_its_way).collect()
        };
        (0..self.all.len()).map(waits).collect()
    }

    /// For each of [`Plan::all_motions`] how far it may go on its way before others have ended. These are claws that begin to
    /// close while a turn near them is under way: they must not come nearer than the clearance allows, however long it takes.
    pub fn holds(&self) -> Vec<Vec<Hold>> {
        let holds = |motion: usize| {
            let closing = self.all[motion];
            if closing.action != Action::Close {
                return Vec::new();
            }
            let ends_meanwhile = |one: &usize| {
                let end = self.all[*one].end;
                closing.start + SAME_INSTANT < end && end <= closing.end + SAME_INSTANT
            };
            let nearby = (0..self.all.len()).filter(|&one| self.turns_near(one, closing.arm));
            let hold = nearby.filter(ends_meanwhile).map(|one| {
                let opening = self.opening_passed(&closing, |passes| self.all[one].end <= passes + SAME_INSTANT);
                let until = 1.0 - opening;
                Hold { motion: one, until }
            });
            hold.collect()
        };
        (0..self.all.len()).map(holds).collect()
    }

    /// The share of its way that a motion under way must have done before another one may start; `None` where they have nothing
    /// to do with each other.
    fn share_before(&self, earlier: usize, later: usize) -> Option<f64> {
        let (before, after) = (self.all[earlier], self.all[later]);
        match before.action {
            Action::Open if self.turns_near(later, before.arm) => {
                let is_passed = |passes: f64| passes <= after.start + SAME_INSTANT;
                Some(self.opening_passed(&before, is_passed))
            }
            Action::Turn(_) if after.action == Action::Close => {
                let done = (after.start - before.start) / (before.end - before.start);
                (self.turns_near(earlier, after.arm)).then(|| ramp(done))
            }
            _ => None,
        }
    }

    /// Whether a motion turns an arm's own wrist, or the cube between its fingers.
    fn turns_near(&self, motion: usize, arm: Arm) -> bool {
        let Motion { arm: turning, action, .. } = self.all[motion];
        let turns_cube = matches!(self.trace.effects[motion], CubeEffect::CubeTurn { .. });
        let is_near = turning == arm || (turns_cube && turning.pair() != arm.pair());
        matches!(action, Action::Turn(_)) && is_near
    }

    /// The greatest clearance that a claw has passed, given when it passes each.
    fn opening_passed(&self, claw: &Motion, is_passed: impl Fn(f64) -> bool) -> f64 {
        let shares = self.clearances.shares().into_iter();
        let passed = shares.filter(|&share| claw.passes(share).is_some_and(&is_passed));
        passed.fold(0.0, f64::max)
    }
}
