//! What takes goals and carries them out: events in, effects out. It knows no ROS, no clock and no thread.
//!
//! ```text
//!  execute ─┬─> gather ─> [undo what was broken off] ─> plan ─> move ─────────────────────> result
//!  scan ────┘                                                    └─> view ─> move ─> view …─┘
//!  move_claws ─> gather ─> move ─> result
//! ```

use std::sync::Arc;

use cube::Face;

use crate::active_goal::{ActiveGoal, Kind, Phase};
use crate::conductor_watch::ConductorWatch;
use crate::estimate::{Contradiction, Estimate};
use crate::events::{Effect, Event, Moment, PoseReport, Settings};
use crate::executor::Executor;
use crate::goal::GoalId;
use crate::plan::{PlanRequest, PreparedPlan};
use crate::publishers::Publishers;
use crate::readings::Readings;
use crate::report::Code;
use crate::running::Running;
use crate::steps::{self, Failure, Status, Step};
use cube_state::tracker::{CubeUpdate, Source};

/// Looks at the clock after which a silent conductor counts as lost: five seconds, as it gives the others. It reports once a second.
const CONDUCTOR_LOST: u32 = (5.0 / Executive::TICK) as u32;

/// The planner: its estimate of the rig, and the goal it works on.
pub struct Executive {
    pub(crate) settings: Settings,
    started: f64,
    pub(crate) readings: Readings,
    pub(crate) publishers: Publishers,
    /// Whether the conductor lives that gave the goal under way.
    pub(crate) conductor: ConductorWatch,
    pub(crate) estimate: Estimate,
    /// What the owner of the cube has published last.
    /// Why it is not known how the cube lies.
    pub(crate) lost: Option<Contradiction>,
    pub(crate) cube_update: Option<CubeUpdate>,
    pub(crate) active: Option<ActiveGoal>,
    next_goal: GoalId,
    next_plan: u64,
    published: Option<PoseReport>,
}

impl Executive {
    /// Seconds between two ticks while a goal is under way.
    pub const TICK: f64 = 0.02;

    /// A planner in this namespace that knows nothing yet; `started` is the ROS time of its start.
    pub fn new(settings: Settings, namespace: &str, started: f64) -> Self {
        Self {
            settings,
            started,
            readings: Readings::default(),
            publishers: Publishers::default(),
            conductor: ConductorWatch::new(namespace),
            estimate: Estimate::NOTHING,
            lost: None,
            cube_update: None,
            active: None,
            next_goal: GoalId(1),
            next_plan: 1,
            published: None,
        }
    }

    /// The planner begins at this ROS time, which was not known before: what others published earlier does not count.
    pub fn begin_at(&mut self, started: f64) {
        self.started = started;
    }

    /// Takes new settings; a motion under way keeps those it began with.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// What it knows of the rig and of its parameters.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The number of the plan that is waited for; a search for any other one may end.
    pub fn awaited_plan(&self) -> Option<u64> {
        match self.active.as_ref()?.phase {
            Phase::Planning(number) => Some(number),
            _ => None,
        }
    }

    /// The present estimate of the rig.
    pub fn estimate(&self) -> &Estimate {
        &self.estimate
    }

    /// Whether a goal is under way.
    pub fn is_busy(&self) -> bool {
        self.active.is_some()
    }

    /// Whether the goal under way is being stopped, or is about to end anyway.
    pub fn is_stopping(&self) -> bool {
        let executor = self.active.as_ref().and_then(|active| active.executor.as_ref());
        let ends = (self.active.as_ref()).is_some_and(|active| matches!(active.phase, Phase::Ending(_)));
        ends || executor.is_some_and(|executor| *executor.status() == Status::Stopping)
    }

    /// What is wrong with joint_states, in a sentence.
    pub fn reading_fault(&self, now: Moment) -> Option<String> {
        let missing = || self.readings.fault(now.rig, self.settings.reading_age);
        self.publishers.doubled(now.steady).or_else(missing)
    }

    /// Takes an event and returns what to do. A goal that is given has no [`refusal`](Executive::refusal).
    pub fn step(&mut self, now: Moment, event: Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut for_executor = steps::Event::Update;
        self.readings.go_on(now.rig);
        match event {
            Event::Joints(by, joints) => {
                for (joint, position, speed) in joints {
                    if self.publishers.note(now.steady, by, joint) {
                        self.readings.note(joint, position, speed, now.rig);
                    }
                }
                self.watch_rest(now, &mut effects);
                if self.publishers.has_unnamed(now.steady) {
                    effects.push(Effect::FindNames);
                }
            }
            Event::PublisherNames(names) => self.publishers.name(names),
            Event::CubeState(update) => self.take_update(now, update),
            Event::Report(report) => {
                self.conductor.note(&report);
                return effects;
            }
            Event::Run(has_run) => {
                self.conductor.note_run(has_run);
                return effects;
            }
            Event::Execute(..) | Event::Scan(..) | Event::MoveClaws(_) => self.begin(now, event, &mut effects),
            Event::Planned(number, planned) => {
                self.take_plan(now, number, planned, &mut effects);
            }
            Event::DriverFound(group) => {
                if let Some(active) = &mut self.active {
                    active.found.insert(group);
                }
            }
            Event::DriverLost(group) => {
                if let Some(active) = &mut self.active {
                    active.found.remove(&group);
                }
                for_executor = steps::Event::Stop(Failure::Gone(self.settings.groups[group].name.clone()));
            }
            Event::GoalEnded(goal, outcome) => {
                for_executor = steps::Event::Finished(goal, outcome);
            }
            Event::Cancel => {
                if self.is_busy() && !self.is_stopping() {
                    effects.push(Effect::Note("stopping on request".into()));
                }
                for_executor = self.halt(now, Failure::Cancelled, &mut effects);
            }
            Event::Tick => {
                // Arms do not go on for a conductor that is lost.
                if self.is_busy()
                    && let Some(text) = self.conductor.look(CONDUCTOR_LOST)
                {
                    for_executor = self.halt(now, Failure::ClientLost(text), &mut effects);
                }
            }
            Event::Second => {
                if !self.is_busy() {
                    // The ticks of this second, in which nobody looked.
                    self.conductor.idle((1.0 / Self::TICK) as u32, CONDUCTOR_LOST);
                }
                return effects;
            }
        }
        if let Some(text) = self.publishers.doubled(now.steady) {
            for_executor = self.halt(now, Failure::Doubled(text), &mut effects);
        }
        self.advance(now, for_executor, &mut effects);
        self.publish_pose(&mut effects);
        effects
    }

    /// Ends the goal under way where nothing moves; else the executor does, with the event that is returned.
    fn halt(&mut self, now: Moment, failure: Failure, effects: &mut Vec<Effect>) -> steps::Event {
        let resting =
            (self.active.as_ref()).is_some_and(|active| !matches!(active.phase, Phase::Moving(_) | Phase::Ending(_)));
        if resting {
            self.end(now, failure.code(), failure.to_string(), effects);
        }
        steps::Event::Stop(failure)
    }

    /// As long as nothing is known, a cube that was set since this planner began lies unturned: the client that set it
    /// vouches.
    fn take_update(&mut self, now: Moment, update: CubeUpdate) {
        let moves = matches!(self.active.as_ref().map(|active| active.phase), Some(Phase::Moving(_)));
        let is_set = update.source == Source::Set && update.cube().is_some();
        if is_set && self.started <= update.stamp && !moves {
            self.estimate.lies_unturned();
            self.estimate.turned.begin(now.ros());
        }
        if let Some(active) = &mut self.active {
            active.note_faces(&update);
        }
        self.cube_update = Some(update);
    }

    pub(crate) fn plan(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        let (Some(active), Some(state)) = (&mut self.active, self.estimate.state()) else {
            return;
        };
        let number = self.next_plan;
        self.next_plan += 1;
        active.phase = Phase::Planning(number);
        let request = match &active.kind {
            Kind::Execute(moves, _) if moves.is_empty() => {
                return self.end(now, Code::Success, String::new(), effects);
            }
            Kind::Execute(moves, search) => PlanRequest::Moves(state, moves.clone(), *search),
            Kind::Scan(faces, _) if faces.is_empty() => PlanRequest::Scan(state, Face::ALL.into()),
            Kind::Scan(faces, _) => PlanRequest::Scan(state, faces.clone()),
            Kind::Claws(_) => return,
        };
        effects.push(Effect::Plan(number, request));
    }

    fn take_plan(
        &mut self,
        now: Moment,
        number: u64,
        planned: Result<Arc<PreparedPlan>, String>,
        effects: &mut Vec<Effect>,
    ) {
        let Some(active) = &mut self.active else {
            return;
        };
        if active.phase != Phase::Planning(number) {
            return;
        }
        match planned {
            Err(reason) => self.end(now, Code::NoPlan, reason, effects),
            Ok(plan) => {
                effects.extend(plan.gain().map(Effect::Note));
                effects.push(Effect::Planned(plan.clone()));
                let running = Running::new(plan);
                let steps = running.steps(&self.settings.places);
                active.running = Some(running);
                self.start_planned(now, steps, effects);
            }
        }
    }

    pub(crate) fn start_executor(&mut self, steps: Vec<Step>) {
        let (Some(active), Some(arms)) = (&mut self.active, &self.estimate.arms) else {
            return;
        };
        let Settings { places, tolerances, patience, .. } = self.settings;
        let (groups, limits) = (self.settings.groups.clone(), self.settings.limits.clone());
        let mut rest = places.all(arms);
        // Until its own step begins, a joint stays where that begins: what was broken off stands on its way.
        for step in steps.iter().rev() {
            rest[step.joint.index()] = step.from;
        }
        active.executor = Some(Executor::new(steps, rest, self.next_goal, groups, limits, tolerances, patience));
        active.phase = Phase::Moving(active.running.is_some());
    }

    /// Lets the goal under way go on as far as it can.
    fn advance(&mut self, now: Moment, event: steps::Event, effects: &mut Vec<Effect>) {
        let mut event = Some(event);
        loop {
            let Some(active) = &mut self.active else {
                return;
            };
            match active.phase {
                Phase::Gathering { reported } => {
                    self.gather(now, reported, effects);
                    let gathers = |active: &ActiveGoal| matches!(active.phase, Phase::Gathering { .. });
                    if self.active.as_ref().is_some_and(gathers) {
                        return;
                    }
                }
                Phase::Planning(_) => return,
                Phase::Ending(since) => {
                    return self.end_when_followed(now, since, effects);
                }
                Phase::AtView { since, face } => {
                    let Kind::Scan(_, timeout) = active.kind else {
                        return;
                    };
                    let is_seen = active.faces_seen.contains(&face);
                    if is_seen && active.has_shown_enough() {
                        // The arms stay as they are: what follows is planned from here.
                        return self.end(now, Code::Success, String::new(), effects);
                    } else if is_seen {
                        self.leave_view(now, effects);
                    } else if since + timeout < now.rig {
                        let question =
                            if active.faces_seen.is_empty() { "; is there a cube in the claws?" } else { "" };
                        let text = format!("face {face} was shown for {timeout} s but not read{question}");
                        return self.end(now, Code::FaceNotSeen, text, effects);
                    } else {
                        return;
                    }
                }
                Phase::Moving(planned) => {
                    let Some(executor) = &mut active.executor else {
                        return;
                    };
                    let event = event.take().unwrap_or(steps::Event::Update);
                    let done = executor.step(now.rig, &self.readings, event);
                    effects.extend(done.into_iter().map(Effect::Driver));
                    self.next_goal = executor.next_goal();
                    if let Some(running) = &mut active.running {
                        running.note(executor.progress(), &mut self.estimate);
                    }
                    active.report_progress(now, effects);
                    self.report_claws(effects);
                    let Some(active) = &self.active else { return };
                    let Some(executor) = &active.executor else {
                        return;
                    };
                    match executor.status().clone() {
                        Status::Running | Status::Stopping => return,
                        Status::Done if active.claws_goal().is_some() => {
                            return self.end_claws(now, effects);
                        }
                        Status::Done if !planned => {
                            self.estimate.unfinished.clear();
                            self.plan(now, effects);
                            return;
                        }
                        Status::Done => self.segment_done(now, effects),
                        Status::Ended(failure) => return self.broke_off(now, failure, effects),
                    }
                }
            }
        }
    }

    /// A segment of the plan has ended: the camera looks, or the goal is done.
    fn segment_done(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        let Some(active) = &mut self.active else {
            return;
        };
        let at_view = active.running.as_ref().is_some_and(Running::ends_at_view);
        let camera = self.settings.camera;
        let face = self.estimate.pose.map(|pose| camera.face(pose));
        let (true, Some(face)) = (at_view, face) else {
            return self.end(now, Code::Success, String::new(), effects);
        };
        active.show(now, face);
        let (total, done) = active.running.as_ref().map_or((0, 0), Running::views);
        effects.push(Effect::ScanFeedback(face, done, total));
    }

    fn leave_view(&mut self, now: Moment, effects: &mut Vec<Effect>) {
        let Some(active) = &mut self.active else {
            return;
        };
        let Some(running) = &mut active.running else {
            return;
        };
        running.next_segment();
        let steps = running.steps(&self.settings.places);
        self.start_planned(now, steps, effects);
        // Others must know that the face is on its way out before the first motion begins.
        self.publish_pose(effects);
    }

    /// Publishes how the cube lies when that has changed.
    pub(crate) fn publish_pose(&mut self, effects: &mut Vec<Effect>) {
        let phase = self.active.as_ref().map(|active| &active.phase);
        let (camera, pose) = (self.settings.camera, self.estimate.pose);
        let is_shown = matches!(phase, Some(Phase::AtView { .. }));
        let shown = pose.filter(|_| is_shown);
        let report = PoseReport {
            pose,
            moving: matches!(phase, Some(Phase::Moving(_))),
            turned: self.estimate.turned,
            cube: self.cube(),
            shown: shown.map(|pose| (camera.face(pose), camera.quarters(pose))),
        };
        if self.published.as_ref() != Some(&report) {
            self.published = Some(report.clone());
            effects.push(Effect::Pose(report));
        }
    }
}
