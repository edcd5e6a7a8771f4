//! The planner of one rig: its tables, made once, and the plans that it makes.

use cube::{Move, axial_turns};
use rig::{Motion, Profile, RigState};

use crate::clock::{Nanos, nanos};
use crate::exact::Machine;
use crate::{Error, Plan};

/// Turns of one axis in a plan. The time to plan grows with the square of their number: 400 take two seconds. Lessons by people
/// have fewer than 200.
const MOST_TURNS: usize = 500;

/// A profile prepared for planning. Making one takes milliseconds; it serves any number of plans.
pub struct Planner {
    profile: Profile,
    machine: Machine,
}

impl Planner {
    /// Prepares a profile.
    pub fn new(profile: &Profile) -> Planner {
        Planner { profile: profile.clone(), machine: Machine::new(profile) }
    }

    /// The profile that it plans for.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    pub(crate) fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The fastest plan for moves in this order, from any state; moves name the cube's own faces.
    ///
    /// Turns of opposite faces may change places. Turns of one face are joined when only turns of the opposite face lie
    /// between them. Nothing in the rules forbids either. Claws that are open at the start are closed, too, unless there
    /// are no moves. No plan that does so is faster, whether motions start together or not: see [`crate`] for why.
    ///
    /// # Errors
    /// [`Error::NoCube`], [`Error::BadStart`], [`Error::WristOutOfRange`], [`Error::TooManyTurns`], [`Error::Impossible`].
    pub fn moves(&self, start: &RigState, moves: &[Move]) -> Result<Plan, Error> {
        let plan = self.moves_within(start, moves, f64::INFINITY)?;
        plan.ok_or_else(|| self.impossible("do these moves"))
    }

    /// As [`Planner::moves`], if that takes less than this many seconds; it finds out sooner where it does not.
    pub(crate) fn moves_within(&self, start: &RigState, moves: &[Move], seconds: f64) -> Result<Option<Plan>, Error> {
        let turns = axial_turns(moves);
        if MOST_TURNS < turns.len() {
            return Err(Error::TooManyTurns { count: turns.len(), most: MOST_TURNS });
        }
        let found = (self.machine).fastest(&self.profile, start, &turns, false, nanos(seconds))?;
        let plan = (found.map(|motions| self.finished(start, motions))).transpose()?;
        plan.map(|plan| plan.doing(moves)).transpose()
    }

    /// Seconds that the rig takes for these moves from rest; infinite where it cannot do them.
    pub fn seconds(&self, moves: &[Move]) -> f64 {
        let plan = self.moves(&RigState::REST, moves);
        plan.map_or(f64::INFINITY, |plan| plan.seconds())
    }

    /// The fastest way to close all claws and bring all wrists to neutral.
    ///
    /// # Errors
    /// As [`Planner::moves`].
    pub fn park(&self, start: &RigState) -> Result<Plan, Error> {
        let found = (self.machine).fastest(&self.profile, start, &[], true, Nanos::MAX)?;
        let motions = found.ok_or_else(|| self.impossible("come to rest"))?;
        Plan::new(&self.profile, start, motions)?.doing(&[])
    }

    /// The error that the rig has no plan for a task.
    pub(crate) fn impossible(&self, task: &str) -> Error {
        Error::Impossible { profile: self.profile.name.clone(), task: task.to_owned() }
    }

    /// A plan of motions with its parking.
    pub(crate) fn finished(&self, start: &RigState, motions: Vec<Motion>) -> Result<Plan, Error> {
        let plan = Plan::new(&self.profile, start, motions)?;
        let parking = self.park(plan.end())?;
        Ok(plan.parked_by(&parking))
    }
}

/// The fastest plan for moves in this order: [`Planner::moves`] for a single plan.
///
/// # Errors
/// As [`Planner::moves`].
pub fn plan_moves(profile: &Profile, start: &RigState, moves: &[Move]) -> Result<Plan, Error> {
    Planner::new(profile).moves(start, moves)
}
