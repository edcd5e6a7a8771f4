//! Carries out steps on groups of joints, each step as soon as the steps before it have arrived: a pure state machine.
//!
//! ```text
//!   steps, readings, results, time ──> Executor::step ──> goals to send, goals to cancel, drivers to stop
//! ```
//!
//! One goal per group is current. A step that becomes ready while another joint of its group still moves makes a new goal
//! that names all joints, with the rest of what moves; it supersedes the old one, whose result no longer counts. A step has
//! arrived when its goal has succeeded and a reading newer than the goal shows the joint within tolerance. It has also arrived when readings have shown it
//! at rest there for a while, even before its goal ends. A claw has arrived as soon as it rests very near to its target
//! ([`Seen::claw_has_arrived`]).
//!
//! A claw does not wait for a wrist for that long, nor a wrist for a claw: it is sent as soon as the joints that it waits for are nearly
//! there. They are when their last reading lies within what the mechanics forgive ([`Tolerances::near`]) and they will
//! be at their targets when the goal takes effect. Turns wait for other turns, and everything for a claw that closes.
//! Should one stall right there, the step that was sent does no harm, and the end of its goal stops everything.

use std::collections::BTreeMap;

use rig::{GroupId, Joint, JointGroups, JointKind, Pair};

use crate::estimate::Contradiction;
use crate::goal::{GoalId, GroupGoal, JointPath};
use crate::held::Held;
use crate::lateness::Span;
use crate::limits::JointLimits;
use crate::readings::{Reading, Readings, Tolerances, is_loose};
use crate::seen::Seen;
use crate::standstill::Standstill;
use crate::steps::{Effect, Event, Failure, Outcome, Patience, Progress, Status, Step};
use crate::watch::Watch;

struct Current {
    id: GoalId,
    /// The steps that this goal moves.
    steps: Vec<usize>,
    /// Sent again once the goal before it has ended, when a server takes only one goal at a time.
    refused: Option<String>,
    ended: bool,
}

/// A running execution of steps.
pub struct Executor {
    steps: Vec<Step>,
    progress: Vec<Progress>,
    /// Since when each moving step has been seen at rest at its target.
    settled: Vec<Option<f64>>,
    /// When each step that has arrived began, and when it arrived.
    spans: Vec<Span>,
    /// Claws that may not close yet.
    held: Held,
    /// Where joints rest that no step moves now.
    rest: [f64; 8],
    /// Where joints were left, at the target of their last step or where they were found, and since when they are loose.
    left: [Option<(f64, Option<f64>)>; 8],
    current: BTreeMap<GroupId, Current>,
    /// Goals that were superseded and have not ended yet.
    superseded: BTreeMap<GoalId, GroupId>,
    next_goal: GoalId,
    groups: JointGroups,
    limits: JointLimits,
    tolerances: Tolerances,
    patience: Patience,
    status: Status,
    /// A stop under way, and why.
    stopping: Option<(Standstill, Failure)>,
}

impl Executor {
    /// Prepares to carry out `steps`. `rest` has where each joint stands at the start (in the order of `Joint::ALL`);
    /// `next_goal` is the first goal number that was not used yet.
    pub fn new(
        steps: Vec<Step>,
        rest: [f64; 8],
        next_goal: GoalId,
        groups: JointGroups,
        limits: JointLimits,
        tolerances: Tolerances,
        patience: Patience,
    ) -> Self {
        Self {
            progress: vec![Progress::Waiting; steps.len()],
            settled: vec![None; steps.len()],
            spans: vec![Span::default(); steps.len()],
            held: Held::new(steps.len()),
            steps,
            rest,
            left: [None; 8],
            current: BTreeMap::new(),
            superseded: BTreeMap::new(),
            next_goal,
            groups,
            limits,
            tolerances,
            patience,
            status: Status::Running,
            stopping: None,
        }
    }

    /// Where it stands.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Where each step stands.
    pub fn progress(&self) -> &[Progress] {
        &self.progress
    }

    /// What each step was, and when it began and had arrived, once all have.
    pub fn done(&self) -> Option<(&[Step], &[Span])> {
        (self.status == Status::Done).then_some((&self.steps, &self.spans))
    }

    /// The first goal number that was not used yet.
    pub fn next_goal(&self) -> GoalId {
        self.next_goal
    }

    /// Takes an event at the time `now` (seconds on the clock of the readings) and returns what to do.
    pub fn step(&mut self, now: f64, readings: &Readings, event: Event) -> Vec<Effect> {
        match self.status {
            Status::Done | Status::Ended(_) => return Vec::new(),
            Status::Stopping => {
                self.watch_standstill(now, readings);
                return Vec::new();
            }
            Status::Running => {}
        }
        let resend = match event {
            Event::Update => None,
            Event::Stop(failure) => return self.stop(now, readings, failure),
            Event::Finished(goal, outcome) => match self.note_result(now, goal, outcome, readings) {
                Ok(resend) => resend,
                Err(failure) => return self.stop(now, readings, failure),
            },
        };
        self.note_arrivals(now, readings);
        let failure = self.moving_fault(now, readings).or_else(|| self.look_at_rest(readings));
        if let Some(failure) = failure {
            return self.stop(now, readings, failure);
        }
        if self.progress.iter().all(|progress| *progress == Progress::Arrived) {
            self.status = Status::Done;
            return Vec::new();
        }
        self.start_ready(now, readings, resend)
    }

    /// The group whose goal must be sent again, if any; an error when a current goal failed.
    fn note_result(
        &mut self,
        now: f64,
        goal: GoalId,
        outcome: Outcome,
        readings: &Readings,
    ) -> Result<Option<GroupId>, Failure> {
        if let Some(group) = self.superseded.remove(&goal) {
            let older = self.superseded.values().any(|other| *other == group);
            let refused = self.current.get(&group).is_some_and(|goal| goal.refused.is_some());
            return Ok((refused && !older).then_some(group));
        }
        let Some((group, current)) = self.current.iter_mut().find(|(_, c)| c.id == goal) else {
            return Ok(None);
        };
        if current.ended {
            return Ok(None);
        }
        let by_others = matches!(outcome, Outcome::Cancelled(_));
        match outcome {
            Outcome::Succeeded => current.ended = true,
            Outcome::Stopped => return Err(Failure::Cancelled),
            // A server that takes one goal at a time refuses while the one before is under way: ask again after it.
            Outcome::Failed(reason) | Outcome::Cancelled(reason)
                if self.superseded.values().any(|other| other == group) =>
            {
                current.refused = Some(reason);
            }
            Outcome::Failed(reason) | Outcome::Cancelled(reason) => {
                let (groups, limits) = (&self.groups, &self.limits);
                let (patience, tolerances) = (&self.patience, &self.tolerances);
                let watch = Watch { now, readings, groups, limits, patience, tolerances };
                let moving = current.steps.iter().filter(|index| self.progress[**index] != Progress::Arrived);
                let moving: Vec<&Step> = moving.map(|index| &self.steps[*index]).collect();
                if let Some(jam) = moving.iter().find_map(|step| watch.jam(step))
                    && !by_others
                {
                    return Err(jam);
                }
                // A driver that wants more exactness than the plan needs is no reason to stop. A claw that is not clear of others is one.
                let arrived = |index: &usize| {
                    let (joint, target) = (self.steps[*index].joint, self.steps[*index].target);
                    let is_there =
                        |reading: Reading| (reading.position - target).abs() <= self.tolerances.settled(joint);
                    // The last reading before a driver fell silent does not count.
                    self.progress[*index] == Progress::Arrived
                        || readings.rests(joint, now, &self.tolerances) && readings.of(joint).is_some_and(is_there)
                };
                if !current.steps.iter().all(arrived) {
                    let group = groups[*group].name.clone();
                    return Err(match moving[..] {
                        _ if by_others => Failure::CancelledByOthers { group, reason },
                        [wrist] if watch.is_stuck(wrist) => Failure::Stuck { arm: wrist.joint.arm, group, reason },
                        _ => Failure::Driver { group, reason },
                    });
                }
                current.ended = true;
            }
        }
        Ok(None)
    }

    fn note_arrivals(&mut self, now: f64, readings: &Readings) {
        for (index, step) in self.steps.iter().enumerate() {
            let Progress::Moving(since) = self.progress[index] else {
                continue;
            };
            let Some(reading) = readings.of(step.joint) else {
                continue;
            };
            let goal_succeeded =
                self.current.get(&self.groups.of(step.joint)).is_some_and(|goal| goal.ended && goal.refused.is_none());
            let at_target = self.tolerances.is_at(step.joint, reading.position, step.target);
            let slow = reading.speed.abs() <= self.tolerances.slow;
            let rests = slow && since < reading.time;
            if !(at_target && rests) {
                self.settled[index] = None;
                // A goal that has succeeded vouches for a reading that is a little old.
                if !(at_target && goal_succeeded) {
                    continue;
                }
            }
            // What happens to the cube is noted in the plan's order.
            let seen = Seen::new(now, &self.steps, &self.progress, readings, &self.tolerances);
            if !seen.have_arrived_before(index) {
                continue;
            }
            let settled_since = *self.settled[index].get_or_insert(reading.time);
            // A claw that is held open may press for longer than that before its driver gives up.
            let is_jammed = self.limits.is_jammed(step.joint, reading.position, step.target);
            let is_near = (reading.position - step.target).abs() <= self.tolerances.settled(step.joint);
            // Over a slow link a driver seeks on after a pause that is longer than that.
            let is_slow = readings.is_slow(step.joint);
            let has_settled =
                !is_jammed && is_near && !is_slow && self.tolerances.settle_time <= reading.time - settled_since;
            if goal_succeeded || has_settled || rests && seen.claw_has_arrived(index, &reading) {
                self.progress[index] = Progress::Arrived;
                self.spans[index] = Span { start: since, end: now };
                self.rest[step.joint.index()] = step.target;
                self.left[step.joint.index()] = Some((step.target, None));
            }
        }
    }

    /// What is wrong with a moving joint, if anything.
    fn moving_fault(&self, now: f64, readings: &Readings) -> Option<Failure> {
        let Self { groups, limits, patience, tolerances, .. } = self;
        let watch = Watch { now, readings, groups, limits, patience, tolerances };
        let mut all = self.steps.iter().zip(&self.progress);
        all.find_map(|(step, progress)| {
            let Progress::Moving(since) = *progress else {
                return None;
            };
            let goal = self.current.get(&groups.of(step.joint));
            watch.fault(step, since, goal.is_some_and(|goal| goal.ended))
        })
    }

    /// Looks at the joints that no step moves. One that is not where it was left was moved, and so was a closed claw that stays loose.
    fn look_at_rest(&mut self, readings: &Readings) -> Option<Failure> {
        let moves =
            |(step, progress): (&Step, &Progress)| matches!(progress, Progress::Moving(_)).then_some(step.joint);
        let moving: Vec<Joint> = self.steps.iter().zip(&self.progress).filter_map(moves).collect();
        // While claws of the other pair move the cube may hang in this pair alone: a second reading is enough.
        let claws_move =
            |pair: Pair| moving.iter().any(|joint| joint.kind == JointKind::Grip && joint.arm.pair() == pair);
        let patience = |joint: Joint| match claws_move(joint.arm.pair().other()) {
            true => 0.0,
            false => self.tolerances.settle_time,
        };
        Joint::ALL.into_iter().filter(|joint| !moving.contains(joint)).find_map(|joint| {
            let Reading { position: found, time, .. } = readings.of(joint)?;
            let (left, loose) = self.left[joint.index()].get_or_insert((found, None));
            let is_loose = is_loose(joint, *left, found);
            *loose = loose.or(Some(time)).filter(|_| is_loose);
            let (left, stays_loose) = (*left, loose.is_some_and(|since| since + patience(joint) < time));
            let has_moved = stays_loose || self.tolerances.contradiction < (found - left).abs();
            has_moved.then(|| Failure::Moved(Contradiction::elsewhere(joint, found, left, &self.tolerances)))
        })
    }

    /// Starts every waiting step whose predecessors have arrived, with one goal for each group concerned.
    fn start_ready(&mut self, now: f64, readings: &Readings, resend: Option<GroupId>) -> Vec<Effect> {
        let mut concerned: Vec<GroupId> = resend.into_iter().collect();
        let seen = Seen::new(now, &self.steps, &self.progress, readings, &self.tolerances);
        // All are judged before any begins. None does while a closed claw does not hold the cube.
        let has_loose_claw = self.left.iter().flatten().any(|(_, loose)| loose.is_some());
        let due: Vec<usize> = (0..self.steps.len()).filter(|index| !has_loose_claw && seen.is_due(*index)).collect();
        for index in due {
            self.progress[index] = Progress::Moving(now);
            concern(&mut concerned, self.groups.of(self.steps[index].joint));
        }
        let seen = Seen::new(now, &self.steps, &self.progress, readings, &self.tolerances);
        for index in self.held.update(&seen) {
            concern(&mut concerned, self.groups.of(self.steps[index].joint));
        }
        concerned.into_iter().map(|group| self.goal_for(group, now, readings)).collect()
    }

    fn goal_for(&mut self, group: GroupId, now: f64, readings: &Readings) -> Effect {
        let mut moving = Vec::new();
        let paths = self.groups[group].joints.iter().map(|&joint| {
            let under_way = (0..self.steps.len()).find_map(|index| match self.progress[index] {
                Progress::Moving(since) if self.steps[index].joint == joint => Some((index, since)),
                _ => None,
            });
            let Some((index, since)) = under_way else {
                let position = self.rest[joint.index()];
                let place = self.limits.nearest(joint, position);
                return JointPath { joint, from: place, target: place, seconds: 0.0, elapsed: 0.0 };
            };
            moving.push(index);
            let step = &self.steps[index];
            let from = match readings.of(joint) {
                Some(reading) if since < reading.time => reading.position,
                _ => step.from,
            };
            // What remains of an overdue motion is no jump: at least a tenth, or the part that a held claw has left.
            let was_held = self.held.was_held(index);
            let left = if was_held { (step.target - from) / step.way() } else { 0.0 };
            let seconds = (step.seconds - (now - since)).max(step.seconds * left.max(0.1));
            // A claw that was held begins anew, from rest.
            let elapsed = if was_held { 0.0 } else { (1.0 - seconds / step.seconds).clamp(0.0, 0.9) };
            let target = self.held.stops_at(index).unwrap_or(step.target);
            JointPath {
                joint,
                from: self.limits.nearest(joint, from),
                target: self.limits.nearest(joint, target),
                seconds,
                elapsed,
            }
        });
        let paths = paths.collect();
        let id = self.next_goal;
        self.next_goal = id.next();
        let goal = Current { id, steps: moving, refused: None, ended: false };
        if let Some(old) = self.current.insert(group, goal)
            && !old.ended
            && old.refused.is_none()
        {
            self.superseded.insert(old.id, group);
        }
        Effect::Send(GroupGoal { id, group, paths })
    }

    fn stop(&mut self, now: f64, readings: &Readings, failure: Failure) -> Vec<Effect> {
        self.status = Status::Stopping;
        self.stopping = Some((Standstill::awaited_from(now), failure));
        let under_way = self
            .current
            .iter()
            .filter(|(_, goal)| !goal.ended && goal.refused.is_none())
            .map(|(group, goal)| Effect::Cancel(*group, goal.id));
        // All goals of the drivers first, also those of others; then those that are on their way.
        let effects = self.groups.ids().map(Effect::CancelAll).chain(under_way).collect();
        self.watch_standstill(now, readings);
        effects
    }

    /// Ends the stopping when all joints have been seen at rest for a while, or when the patience for it is over.
    fn watch_standstill(&mut self, now: f64, readings: &Readings) {
        let (slow, patience) = (self.tolerances.slow, self.patience.standstill);
        if let Some((standstill, failure)) = &mut self.stopping
            && standstill.is_over(now, readings, slow, patience)
        {
            self.status = Status::Ended(failure.clone());
        }
    }
}

/// Adds a group to those that get a new goal.
fn concern(concerned: &mut Vec<GroupId>, group: GroupId) {
    if !concerned.contains(&group) {
        concerned.push(group);
    }
}
