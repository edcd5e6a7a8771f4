//! A plan being carried out: its segments, and what has become of the cube so far.

mod breaking_off;

use std::sync::Arc;

use cube::Move;
use planner::{Plan, Wait};
use rig::{CubeEffect, Motion};

use crate::estimate::{Estimate, JointPlaces};
use crate::lateness::{Lateness, Load, Span};
use crate::plan::PreparedPlan;
use crate::steps::{Hold, Mark, Progress, Step};

/// A wrist may turn this far before the claws near it are out of its way, radians: pads and play forgive 5 degrees.
const FORGIVEN: f64 = 5.0 * std::f64::consts::PI / 180.0;

/// A plan under way. Motions are named by their index in it.
pub struct Running {
    prepared: Arc<PreparedPlan>,
    /// What each motion waits for before it begins, and what holds it on its way.
    waits: Vec<Vec<Wait>>,
    holds: Vec<Vec<planner::Hold>>,
    /// The motions of each segment; segments end at the views.
    segments: Vec<Vec<usize>>,
    segment: usize,
    applied: Vec<bool>,
    /// The half turns of a layer that broke off after a quarter.
    halved: Vec<usize>,
}

impl Running {
    /// Prepares the plan; the first segment is the current one.
    pub fn new(prepared: Arc<PreparedPlan>) -> Self {
        let (motions, views) = (prepared.motions(), &prepared.views);
        let mut segments = vec![Vec::new(); views.len() + 1];
        for (index, motion) in motions.iter().enumerate() {
            // A motion that begins at the time of a view, up to rounding, comes after it.
            let segment = views.iter().filter(|view| view.seconds <= motion.start + 1e-6).count();
            segments[segment].push(index);
        }
        Self {
            waits: prepared.plan.waits(),
            holds: prepared.plan.holds(),
            segments,
            segment: 0,
            applied: vec![false; motions.len()],
            halved: Vec::new(),
            prepared,
        }
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.prepared.plan
    }

    fn motion(&self, index: usize) -> &Motion {
        &self.prepared.motions()[index]
    }

    /// What a motion does to the cube.
    fn effect(&self, index: usize) -> CubeEffect {
        self.prepared.plan.trace().effects[index]
    }

    /// The other motion of the same turn of the whole cube.
    fn partner(&self, index: usize) -> Option<usize> {
        match self.effect(index) {
            CubeEffect::CubeTurn { partner, .. } => partner,
            CubeEffect::Nothing | CubeEffect::FaceTurn(_) => None,
        }
    }

    /// How many views the plan has, and how many segments have ended with one.
    pub fn views(&self) -> (usize, usize) {
        (self.prepared.views.len(), self.segment)
    }

    /// Whether the current segment is followed by a view.
    pub fn ends_at_view(&self) -> bool {
        self.segment < self.prepared.views.len()
    }

    /// Goes on to the next segment.
    pub fn next_segment(&mut self) {
        self.segment += 1;
    }

    /// The steps of the current segment, for the executor.
    pub fn steps(&self, places: &JointPlaces) -> Vec<Step> {
        let own = &self.segments[self.segment];
        let place_in_segment = |motion: &usize| own.iter().position(|other| other == motion);
        own.iter()
            .map(|index| {
                let motion = self.motion(*index);
                let (from, target) = self.ends(*index, places);
                let waits = &self.waits[*index];
                let ended = waits.iter().filter(|wait| wait.share == 1.0);
                let under_way = waits.iter().filter(|wait| wait.share < 1.0);
                let mark = |motion: usize, share: f64| {
                    let (from, target) = self.ends(motion, places);
                    let position = from + share * (target - from);
                    let step = place_in_segment(&motion)?;
                    Some(Mark { step, position })
                };
                let passed: Vec<Mark> = (under_way).filter_map(|wait| mark(wait.motion, wait.share)).collect();
                let turning = passed.iter().filter(|_| motion.action.quarters() != 0);
                let turns =
                    turning.map(|until| Hold { position: from + FORGIVEN.copysign(target - from), until: *until });
                let closing = self.holds[*index].iter().filter_map(|hold| {
                    Some(Hold { position: from + hold.until * (target - from), until: mark(hold.motion, 1.0)? })
                });
                Step {
                    joint: motion.joint(),
                    from,
                    target,
                    seconds: motion.end - motion.start,
                    // What lies in earlier segments has arrived before this one began.
                    after: ended.filter_map(|wait| place_in_segment(&wait.motion)).collect(),
                    held: turns.chain(closing).collect(),
                    passed,
                }
            })
            .collect()
    }

    /// By how much the steps of the current segment were later than planned, which were carried out at these times.
    pub fn lateness(&self, steps: &[Step], done: &[Span]) -> Lateness {
        let own = &self.segments[self.segment];
        let load = |index: &usize| match self.effect(*index) {
            CubeEffect::FaceTurn(_) => Load::Layer,
            CubeEffect::CubeTurn { .. } => Load::Cube,
            CubeEffect::Nothing if self.motion(*index).action.quarters() == 0 => Load::Claw,
            CubeEffect::Nothing => Load::Wrist,
        };
        let planned = |index: &usize| {
            let &Motion { start, end, .. } = self.motion(*index);
            Span { start, end }
        };
        let loads: Vec<Load> = own.iter().map(load).collect();
        let planned: Vec<Span> = own.iter().map(planned).collect();
        Lateness::of(steps, &loads, &planned, done)
    }

    /// Where a motion begins and ends, in radians of its joint.
    fn ends(&self, index: usize, places: &JointPlaces) -> (f64, f64) {
        let motion = self.motion(index);
        let before = self.prepared.plan.trace().before[index];
        (places.of(motion.joint(), before), places.of(motion.joint(), before.after(motion.action)))
    }

    /// Notes the steps that have arrived, and what they did to arms and cube.
    pub fn note(&mut self, progress: &[Progress], estimate: &mut Estimate) {
        for (place, state) in progress.iter().enumerate() {
            let index = self.segments[self.segment][place];
            if *state == Progress::Arrived && !self.applied[index] {
                self.apply(index, estimate);
            }
        }
    }

    fn apply(&mut self, index: usize, estimate: &mut Estimate) {
        self.applied[index] = true;
        let motion = self.motion(index);
        if let Some(arms) = &mut estimate.arms {
            let arm = &mut arms[motion.arm.index()];
            *arm = arm.after(motion.action);
        }
        match self.effect(index) {
            CubeEffect::Nothing => {}
            CubeEffect::FaceTurn(turn) => estimate.turned.turn(turn),
            CubeEffect::CubeTurn { rotation, partner } => {
                if partner.is_none_or(|partner| self.applied[partner]) {
                    estimate.pose = estimate.pose.map(|pose| pose.then(rotation));
                }
            }
        }
    }

    /// The moves of the plan, those that are done first, and how many these are. Where they are done in another order than planned, they
    /// are moves of opposite faces. A half turn that broke off after a quarter is two moves.
    pub fn moves(&self) -> (Vec<Move>, usize) {
        let (mut done, mut left) = (Vec::new(), Vec::new());
        for index in &self.prepared.plan.trace().turns {
            let CubeEffect::FaceTurn(turn) = self.effect(*index) else { continue };
            match (self.applied[*index], self.halved.contains(index)) {
                (true, _) => done.push(turn),
                (false, false) => left.push(turn),
                (false, true) => {
                    let quarter = self.quarters(*index, self.motion(*index).action.quarters().signum());
                    done.extend(quarter);
                    left.extend(quarter);
                }
            }
        }
        let count = done.len();
        done.append(&mut left);
        (done, count)
    }

    /// A turn of the same layer as a motion's, by quarters of its wrist.
    fn quarters(&self, index: usize, quarters: i8) -> Option<Move> {
        let CubeEffect::FaceTurn(turn) = self.effect(index) else { return None };
        Move::new(turn.face(), quarters.into())
    }
}
