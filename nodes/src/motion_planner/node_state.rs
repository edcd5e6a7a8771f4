//! Carries out the effects of the logic through publishers, clients and the goal under way.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use execution::Executive;
use execution::events::{Effect, Event, Moment};
use execution::plan::{PlanMaker, PlanRequest, PreparedPlan};
use execution::report::Code;
use futures::StreamExt;
use mission::ConductorWatch;
use planner::Plan;
use r2r::cuberig_msgs::action::{ExecuteMoves, MoveClaws, ScanCube};
use r2r::cuberig_msgs::msg::{CubePose, MotionPlan, RunStatus};
use r2r::diagnostic_msgs::msg::DiagnosticArray;
use r2r::sensor_msgs::msg::JointState;
use tokio::sync::mpsc;

use crate::messages::{BASE_FRAME, node_reports};

use super::bricks_client::BrickClients;
use super::convert;
use super::params::MotionPlannerParams;
use crate::runtime::{
    Clock, Diagnostics, Goal, Health, Logger, Published, Publisher, PublisherNames, StopChange, StopSwitch,
    cancellation,
};

/// How often the logic looks at the clock while a goal is under way.
pub const TICK: Duration = Duration::from_millis(20);

/// Looks at the clock after which a silent conductor counts as lost: five seconds, as it gives the others. It reports once a second.
const CONDUCTOR_LOST: u32 = 250;

/// The goal under way.
pub enum Active {
    /// Of the action `execute`.
    Execute(Goal<ExecuteMoves::Action>),
    /// Of the action `scan`.
    Scan(Goal<ScanCube::Action>),
    /// Of the action `move_claws`.
    Claws(Goal<MoveClaws::Action>),
}

/// What comes out of planning; the error is a sentence.
pub type Planned = Result<PreparedPlan, String>;

/// The logic, and what carries out its effects: publishers, clients, the goal under way.
pub struct NodeState {
    /// Decides everything.
    pub logic: Executive,
    /// Makes plans.
    pub maker: Arc<PlanMaker>,
    /// The node's parameters now.
    pub params: MotionPlannerParams,
    /// The brick drivers.
    pub bricks: BrickClients,
    /// The publishers of joint_states.
    pub publishers: PublisherNames,
    /// Whether the rig is stopped.
    pub switch: StopSwitch,
    /// Whether the conductor lives that gave the goal under way.
    pub conductor: ConductorWatch,
    /// The topic plan.
    pub plans: Publisher<MotionPlan>,
    /// The topic cube/pose.
    pub poses: Publisher<CubePose>,
    /// The number of the plan that is wanted now; a search for another one ends.
    pub wanted_plan: Arc<AtomicU64>,
    /// Where finished plans go, with their numbers.
    pub planned: mpsc::UnboundedSender<(u64, Planned)>,
    /// The plan being carried out.
    pub prepared: Option<Arc<PreparedPlan>>,
    /// The goal under way.
    pub active: Option<Active>,
    /// The time that [`Moment::steady`] counts from.
    pub origin: Instant,
    /// The rig's time, and ROS time.
    pub clock: Clock,
    /// The node's log.
    pub log: Logger,
    /// The node's health.
    pub diagnostics: Diagnostics,
}

impl NodeState {
    fn now(&self) -> Moment {
        Moment {
            steady: self.origin.elapsed().as_secs_f64(),
            rig: self.clock.steady(),
            ros: self.clock.now().as_secs_f64(),
        }
    }

    /// Gives an event to the logic and does what comes out.
    pub fn happen(&mut self, event: Event) {
        let now = self.now();
        for effect in self.logic.step(now, event) {
            self.carry_out(effect);
        }
    }

    /// Takes a message of joint_states.
    pub fn take_joints(&mut self, state: &Published<JointState>) {
        let joints = convert::joints(&state.message);
        if joints.is_empty() {
            return;
        }
        self.happen(Event::Joints(state.by, joints));
        if self.logic.wants_names(self.now()) {
            self.publishers.ask();
        }
    }

    /// Another node has stopped the rig, or let it go.
    pub fn take_change(&mut self, change: StopChange) {
        if change == StopChange::Stopped && self.active.is_some() && !self.logic.is_stopping() {
            self.cancel();
        }
        // From here on no goal goes to a brick.
        self.switch.publish();
    }

    /// Takes what the conductor publishes about its run.
    pub fn note_run(&mut self, status: &RunStatus) {
        self.conductor.note_run(convert::has_run(status));
    }

    /// Takes what nodes report of themselves.
    pub fn note_reports(&mut self, array: &DiagnosticArray) {
        node_reports::reports(array).for_each(|report| self.conductor.note(&report));
    }

    /// Lets time pass while a goal is under way. Arms do not go on for a conductor that is lost.
    pub fn tick(&mut self) {
        if let Some(reason) = self.conductor.look(CONDUCTOR_LOST)
            && !self.logic.is_stopping()
        {
            self.wanted_plan.store(0, Ordering::SeqCst);
            self.happen(Event::ClientLost(reason));
        }
        self.happen(Event::Tick);
    }

    pub(super) fn begin(&mut self, goal: Active) {
        self.conductor.goal_begins();
        self.prepared = None;
        self.active = Some(goal);
    }

    /// Ends when the goal under way is to be cancelled; never without a goal.
    pub fn cancellation(&self) -> impl Future<Output = ()> + use<> {
        let token = match &self.active {
            Some(Active::Execute(goal)) => Some(goal.cancelled.clone()),
            Some(Active::Scan(goal)) => Some(goal.cancelled.clone()),
            Some(Active::Claws(goal)) => Some(goal.cancelled.clone()),
            None => None,
        };
        // The logic needs the cancellation once, and a cancelled token would end at once forever.
        cancellation(token.filter(|_| !self.logic.is_stopping()))
    }

    /// Stops the goal under way.
    pub fn cancel(&mut self) {
        self.log.info("stopping on request");
        self.wanted_plan.store(0, Ordering::SeqCst);
        self.happen(Event::Cancel);
    }

    /// Takes a finished plan, unless it is no longer wanted.
    pub fn take_plan(&mut self, number: u64, planned: Planned) {
        if self.wanted_plan.load(Ordering::SeqCst) != number {
            return;
        }
        let prepared = planned.map(|prepared| {
            let (seconds, asked) = (prepared.plan.seconds(), prepared.asked_seconds);
            if seconds < asked {
                self.log.info(format!("a faster equivalent sequence: {seconds:.1} s instead of {asked:.1} s"));
            }
            let header = self.clock.header(BASE_FRAME);
            self.plans.publish(&convert::plan(&prepared, header));
            let prepared = Arc::new(prepared);
            self.prepared = Some(prepared.clone());
            prepared
        });
        self.happen(Event::Planned(number, prepared));
    }

    /// The plan being carried out, once it is made.
    fn plan_under_way(&self) -> Option<&Plan> {
        self.prepared.as_ref().map(|prepared| &prepared.plan)
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Plan(number, request) => self.plan(number, request),
            Effect::Brick(effect) => {
                self.log.debug(format!("{:.3} {effect:?}", self.now().rig));
                self.bricks.carry_out(effect);
            }
            Effect::Pose(report) => {
                let header = self.clock.header(BASE_FRAME);
                self.poses.publish(&convert::pose(&report, header));
            }
            Effect::ExecuteFeedback(done, total, under_way, elapsed) => {
                if let (Some(Active::Execute(goal)), Some(plan)) = (&self.active, self.plan_under_way()) {
                    goal.feedback(ExecuteMoves::Feedback {
                        moves: convert::letters(plan.moves()),
                        moves_done: done as u32,
                        moves_total: total as u32,
                        move_: under_way.map(|turn| turn.to_string()).unwrap_or_default(),
                        elapsed,
                        remaining: (plan.seconds() - elapsed).max(0.0),
                    });
                }
            }
            Effect::ScanFeedback(face, done, total) => {
                if let Some(Active::Scan(goal)) = &self.active {
                    goal.feedback(ScanCube::Feedback {
                        face: face.to_string(),
                        faces_done: done as u32,
                        faces_total: total as u32,
                    });
                }
            }
            Effect::ExecuteEnded(report) => {
                self.note_end("execute", report.code, &report.text, report.seconds);
                if let Some(lateness) = &report.lateness {
                    self.log.info(format!("lateness against the plan: {lateness}"));
                }
                if let Some(Active::Execute(goal)) = self.active.take() {
                    goal.end(report.code == Code::Success, convert::execute_result(&report, self.plan_under_way()));
                }
            }
            Effect::ScanEnded(report) => {
                self.note_end("scan", report.code, &report.text, report.seconds);
                if let Some(Active::Scan(goal)) = self.active.take() {
                    goal.end(report.code == Code::Success, convert::scan_result(&report));
                }
            }
            Effect::ClawsFeedback(count) => {
                if let Some(Active::Claws(goal)) = &self.active {
                    goal.feedback(MoveClaws::Feedback {
                        claws_done: count.done as u32,
                        claws_total: count.total as u32,
                    });
                }
            }
            Effect::ClawsEnded(report) => {
                if let Some(Active::Claws(goal)) = self.active.take() {
                    let what = match goal.request().look_only {
                        true => "a look at the claws",
                        false => "move_claws",
                    };
                    self.note_end(what, report.code, &report.text, report.seconds);
                    goal.end(report.code == Code::Success, convert::claws_result(&report));
                }
            }
            Effect::FindBricks => self.bricks.find(),
            Effect::Note(text) => self.log.info(text),
            Effect::Warn(text) => self.log.warn(text),
        }
    }

    fn note_end(&self, what: &str, code: Code, text: &str, seconds: f64) {
        match code {
            Code::Success => self.log.info(format!("{what} done in {seconds:.1} s")),
            _ => self.log.warn(format!("{what} ended after {seconds:.1} s: {text}")),
        }
    }

    fn plan(&self, number: u64, request: PlanRequest) {
        let (maker, sender) = (self.maker.clone(), self.planned.clone());
        let (picture, log) = (self.params.picture.clone(), self.log.clone());
        self.wanted_plan.store(number, Ordering::SeqCst);
        let wanted = self.wanted_plan.clone();
        tokio::task::spawn_blocking(move || {
            let stop = || wanted.load(Ordering::SeqCst) != number;
            let planned = maker.make(&request, false, &stop);
            if stop() {
                return;
            }
            if let Ok(prepared) = &planned
                && !picture.is_empty()
                && !prepared.picture.is_empty()
                && let Err(error) = std::fs::write(&picture, &prepared.picture)
            {
                log.warn(format!("cannot save the plan's picture as {picture}: {error}"));
            }
            // The receiver lives as long as the node's task.
            let _ = sender.send((number, planned));
        });
    }

    /// Reports how it stands, for /diagnostics.
    pub fn report(&mut self) {
        if !self.logic.is_busy() {
            // The ticks of this second, which did not look.
            let ticks = Duration::from_secs(1).div_duration_f64(TICK) as u32;
            self.conductor.idle(ticks, CONDUCTOR_LOST);
        }
        let estimate = self.logic.estimate();
        let pose = estimate.pose.map_or("unknown".into(), |pose| pose.faces_at_sides());
        let values = [
            ("faces_at_sides", pose),
            ("unfinished_motions", estimate.unfinished.len().to_string()),
            ("profile", self.maker.profile().name.clone()),
        ];
        let fault = self.logic.reading_fault(self.now());
        let (health, text) = match (fault, self.logic.is_busy()) {
            (Some(fault), _) => (Health::Error, fault),
            (None, true) => (Health::Ok, "moving".into()),
            (None, false) => (Health::Ok, "ready".into()),
        };
        self.diagnostics.report(health, text, &values);
    }

    /// Ends a goal under way before the node does, so that no motor is left running.
    pub async fn wind_down(
        &mut self,
        brick_events: &mut mpsc::UnboundedReceiver<Event>,
        joint_states: &mut (impl futures::Stream<Item = Published<JointState>> + Unpin),
    ) {
        if !self.logic.is_busy() {
            return;
        }
        self.happen(Event::Cancel);
        let deadline = tokio::time::sleep(Duration::from_secs(2));
        tokio::pin!(deadline);
        while self.logic.is_busy() {
            tokio::select! {
                () = &mut deadline => return,
                Some(event) = brick_events.recv() => self.happen(event),
                Some(state) = joint_states.next() => self.take_joints(&state),
                () = tokio::time::sleep(TICK) => self.happen(Event::Tick),
            }
        }
    }
}
