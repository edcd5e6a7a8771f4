//! Carries out the effects of the logic through publishers, clients and the goal under way.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use execution::Executive;
use execution::events::{ClawsGoal, Effect, Event};
use execution::plan::{PlanMaker, PlanRequest};
use execution::report::{Code, ExecuteReport, GoalReport};
use futures::StreamExt;
use r2r::cuberig_msgs::action::{ExecuteMoves, MoveClaws, ScanCube};
use r2r::cuberig_msgs::msg::{CubePose, MotionPlan};
use r2r::sensor_msgs::msg::JointState;
use tokio::sync::mpsc;

use crate::messages::BASE_FRAME;

use super::convert;
use super::driver_clients::DriverClients;
use super::params::MotionPlannerParams;
use crate::runtime::{
    Clock, Diagnostics, Goal, Health, Logger, Published, Publisher, PublisherNames, StopChange, StopSwitch,
    cancellation,
};

/// How often the logic looks at the clock while a goal is under way.
pub const TICK: Duration = Duration::from_millis((1000.0 * Executive::TICK) as u64);

/// A goal of a client.
pub enum Active {
    /// Of the action `execute`.
    Execute(Goal<ExecuteMoves::Action>),
    /// Of the action `scan`.
    Scan(Goal<ScanCube::Action>),
    /// Of the action `move_claws`.
    Claws(Goal<MoveClaws::Action>),
}

impl Active {
    /// What its client wants.
    fn wanted(&self) -> Event {
        match self {
            Active::Execute(goal) => Event::Execute(convert::moves(goal.request()), goal.request().search_time),
            Active::Scan(goal) => {
                // 0 leaves it to the parameter.
                let timeout = Some(goal.request().timeout_per_face).filter(|seconds| *seconds != 0.0);
                Event::Scan(convert::faces(goal.request()), timeout)
            }
            Active::Claws(goal) => {
                let &MoveClaws::Goal { close, look_only } = goal.request();
                Event::MoveClaws(ClawsGoal { close, look_only })
            }
        }
    }

    /// What an operator calls it.
    fn name(&self) -> &'static str {
        match self {
            Active::Execute(_) => "execute",
            Active::Scan(_) => "scan",
            Active::Claws(goal) if goal.request().look_only => "a look at the claws",
            Active::Claws(_) => "move_claws",
        }
    }

    fn end(self, report: &GoalReport) {
        let is_done = report.ending().0 == Code::Success;
        match (self, report) {
            (Active::Execute(goal), GoalReport::Execute(report)) => goal.end(is_done, convert::execute_result(report)),
            (Active::Scan(goal), GoalReport::Scan(report)) => goal.end(is_done, convert::scan_result(report)),
            (Active::Claws(goal), GoalReport::Claws(report)) => goal.end(is_done, convert::claws_result(report)),
            // A report is one of its goal's action.
            _ => {}
        }
    }
}

/// The logic, and what carries out its effects: publishers, clients, the goal under way.
pub struct NodeState {
    /// Decides everything.
    pub logic: Executive,
    /// Makes plans.
    pub maker: Arc<PlanMaker>,
    /// The node's parameters now.
    pub params: MotionPlannerParams,
    /// The drivers of the joints.
    pub drivers: DriverClients,
    /// The publishers of joint_states.
    pub publishers: PublisherNames,
    /// Whether the rig is stopped.
    pub switch: StopSwitch,
    /// The topic plan.
    pub plans: Publisher<MotionPlan>,
    /// The topic cube/pose.
    pub poses: Publisher<CubePose>,
    /// The number of the plan that is awaited now; a search for another one ends.
    pub awaited_plan: Arc<AtomicU64>,
    /// The goal under way.
    pub active: Option<Active>,
    /// The rig's time, and ROS time.
    pub clock: Clock,
    /// The node's log.
    pub log: Logger,
    /// The node's health.
    pub diagnostics: Diagnostics,
}

impl NodeState {
    /// Gives an event to the logic and does what comes out.
    pub fn happen(&mut self, event: Event) {
        let effects = self.logic.step(self.clock.moment(), event);
        self.awaited_plan.store(self.logic.awaited_plan().unwrap_or(0), Ordering::SeqCst);
        effects.into_iter().for_each(|effect| self.carry_out(effect));
    }

    /// Begins a goal, or refuses it.
    pub fn take_goal(&mut self, goal: Active) {
        let wanted = goal.wanted();
        if let Some(refused) = self.logic.refusal(self.switch.refusal(), &wanted) {
            return goal.end(&refused);
        }
        if let Event::Scan(..) = wanted {
            // A search for the cube's solution usually follows, and the arms leave the processor time.
            self.maker.load_tables();
        }
        self.active = Some(goal);
        self.happen(wanted);
    }

    /// Takes a message of joint_states.
    pub fn take_joints(&mut self, state: &Published<JointState>) {
        self.happen(Event::Joints(state.by, convert::joints(&state.message)));
    }

    /// Another node has stopped the rig, or let it go.
    pub fn take_change(&mut self, change: StopChange) {
        if change == StopChange::Stopped {
            self.happen(Event::Cancel);
        }
        // From here on no goal goes to a brick.
        self.switch.publish();
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

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Plan(number, request) => self.plan(number, request),
            Effect::Driver(effect) => {
                self.log.debug(format!("{:.3} {effect:?}", self.clock.moment().rig));
                self.drivers.carry_out(effect, self.logic.settings());
            }
            Effect::Pose(report) => {
                let header = self.clock.header(BASE_FRAME);
                self.poses.publish(&convert::pose(&report, header));
            }
            Effect::Planned(plan) => {
                let header = self.clock.header(BASE_FRAME);
                self.plans.publish(&convert::plan(&plan, header));
            }
            Effect::ExecuteFeedback(so_far) => {
                if let Some(Active::Execute(goal)) = &self.active {
                    goal.feedback(convert::execute_feedback(&so_far));
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
            Effect::ClawsFeedback(count) => {
                if let Some(Active::Claws(goal)) = &self.active {
                    goal.feedback(MoveClaws::Feedback {
                        claws_done: count.done as u32,
                        claws_total: count.total as u32,
                    });
                }
            }
            Effect::Ended(report) => self.end(&report),
            Effect::FindDrivers => self.drivers.find(),
            Effect::FindNames => self.publishers.ask(),
            Effect::Note(text) => self.log.info(text),
            Effect::Warn(text) => self.log.warn(text),
        }
    }

    fn end(&mut self, report: &GoalReport) {
        let Some(goal) = self.active.take() else { return };
        let (name, (code, text, seconds)) = (goal.name(), report.ending());
        match code {
            Code::Success => self.log.info(format!("{name} done in {seconds:.1} s")),
            _ => self.log.warn(format!("{name} ended after {seconds:.1} s: {text}")),
        }
        if let GoalReport::Execute(ExecuteReport { lateness: Some(lateness), .. }) = report {
            self.log.info(format!("lateness against the plan: {lateness}"));
        }
        goal.end(report);
    }

    fn plan(&self, number: u64, request: PlanRequest) {
        let (maker, events) = (self.maker.clone(), self.drivers.events());
        let (picture, log) = (self.params.picture.clone(), self.log.clone());
        let awaited = self.awaited_plan.clone();
        tokio::task::spawn_blocking(move || {
            let stop = || awaited.load(Ordering::SeqCst) != number;
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
            let _ = events.send(Event::Planned(number, planned.map(Arc::new)));
        });
    }

    /// Reports how it stands, for /diagnostics.
    pub fn report(&mut self) {
        self.happen(Event::Second);
        let estimate = self.logic.estimate();
        let pose = estimate.pose.map_or("unknown".into(), |pose| pose.faces_at_sides());
        let values = [
            ("faces_at_sides", pose),
            ("unfinished_motions", estimate.unfinished.len().to_string()),
            ("profile", self.maker.profile().name.clone()),
        ];
        let fault = self.logic.reading_fault(self.clock.moment());
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
