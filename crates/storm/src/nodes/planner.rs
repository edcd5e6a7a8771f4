//! The motion planner: [`execution::Executive`] behind its topics and actions.

use std::collections::BTreeMap;
use std::sync::Arc;

use brick::{BrickName, EndCode, TrajectoryGoal};
use cube::Move;
use execution::Executive;
use execution::events::{Effect, Event, JointReading, Settings};
use execution::goal::{BrickGoal, GoalId};
use execution::plan::PreparedPlan;
use execution::publishers::PublisherId;
use execution::report::{ClawCount, ClawsReport, Code, ExecuteReport, ScanReport};
use execution::steps::{self, Outcome};
use mission::ConductorWatch;
use rig::StopChange;

use super::stop_copy::StopCopy;
use crate::context::{CallId, Context, EPOCH, Input, Node, Wake, has_motions};
use crate::id::Id;
use crate::message::{Ending, Feedback, Goal, Message, Service, Step};
use crate::tools::Tools;

/// Seconds between two looks at the clock while a goal is under way.
const TICK: f64 = 0.02;
/// Looks after which a silent conductor counts as lost: 5 s.
const CONDUCTOR_LOST: u32 = 250;
/// Seconds between two looks whether the drivers are there, and looks in a row that find none.
const LOOK: f64 = 0.3;
const MISSED: u32 = 2;
/// Seconds that a driver may take to accept a goal, and to cancel its goals.
const ACCEPTANCE: f64 = 60.0;
const ANSWER: f64 = 2.0;

/// The motion planner behind its topics.
pub struct PlannerNode {
    tools: Arc<Tools>,
    logic: Executive,
    stop: StopCopy,
    conductor: ConductorWatch,
    waiting: Vec<(CallId, Goal)>,
    active: Option<CallId>,
    wanted_plan: u64,
    made: Option<(u64, Result<Arc<PreparedPlan>, String>)>,
    prepared: Option<Arc<PreparedPlan>>,
    sent: BTreeMap<GoalId, CallId>,
    finding: [bool; 4],
    /// Whether the server of each driver was there, and in how many looks it was not.
    servers: [(bool, u32); 4],
    looks: u32,
}

impl PlannerNode {
    /// A motion planner that begins.
    pub fn new(tools: Arc<Tools>) -> Self {
        Self {
            logic: Executive::new(Settings::of(&tools.profile), 0.0),
            tools,
            stop: StopCopy::new(Id::PLANNER.name()),
            conductor: ConductorWatch::new(""),
            waiting: Vec::new(),
            active: None,
            wanted_plan: 0,
            made: None,
            prepared: None,
            sent: BTreeMap::new(),
            finding: [false; 4],
            servers: [(false, 0); 4],
            looks: 0,
        }
    }

    fn happen(&mut self, context: &mut Context<'_>, event: Event) {
        for effect in self.logic.step(context.now, event) {
            self.carry_out(context, effect);
        }
    }

    fn begin(&mut self, context: &mut Context<'_>, call: CallId, goal: Goal) {
        let refused = match (self.stop.switch.refusal(), self.active) {
            (Some(reason), _) => Some((Code::Stopped, reason)),
            (None, Some(_)) => Some((Code::NoPlan, "another goal is under way".to_owned())),
            (None, None) => None,
        };
        if let Some((code, text)) = refused {
            return context.end(call, refusal(&goal, code, text));
        }
        self.conductor.goal_begins();
        self.prepared = None;
        self.active = Some(call);
        match goal {
            Goal::Execute(moves) => self.happen(context, Event::Execute(moves, 0.0)),
            Goal::Scan(faces, timeout) => self.happen(context, Event::Scan(faces, timeout)),
            Goal::Claws(goal) => self.happen(context, Event::MoveClaws(goal)),
            _ => self.active = None,
        }
    }

    fn cancel(&mut self, context: &mut Context<'_>) {
        self.wanted_plan = 0;
        self.happen(context, Event::Cancel);
    }

    fn carry_out(&mut self, context: &mut Context<'_>, effect: Effect) {
        match effect {
            Effect::Plan(number, request) => {
                let made = self.tools.plan(&request);
                self.wanted_plan = number;
                self.made = Some((number, made));
                let seconds = context.draw(0.01..0.2);
                context.wake(seconds, Wake::Work(number));
            }
            Effect::FindBricks => self.finding = [true; 4],
            Effect::Brick(steps::Effect::Send(goal)) => self.send(context, &goal),
            Effect::Brick(steps::Effect::Cancel(_, id)) => {
                self.sent.get(&id).into_iter().for_each(|call| context.cancel(*call));
            }
            Effect::Brick(steps::Effect::CancelAll(brick)) => {
                context.ask(Id::driver(brick), Service::CancelAll, ANSWER);
            }
            Effect::Pose(report) => {
                let stamp = context.now.ros;
                context.publish(Message::Pose(report, stamp));
            }
            Effect::ExecuteFeedback(done, _, turn, _) => {
                if let (Some(active), Some(prepared)) = (self.active, &self.prepared) {
                    context.feedback(active, Feedback::Execute(prepared.plan.moves().to_vec(), done, turn));
                }
            }
            Effect::ScanFeedback(face, done, total) => {
                self.active.into_iter().for_each(|active| context.feedback(active, Feedback::Scan(face, done, total)));
            }
            Effect::ClawsFeedback(_) => {
                self.active.into_iter().for_each(|active| context.feedback(active, Feedback::Claws));
            }
            Effect::ExecuteEnded(report) => {
                let moves = self.prepared.as_ref().map_or(&[][..], |prepared| prepared.plan.moves());
                let ending = Ending::Execute(report, moves.to_vec());
                self.end(context, ending);
            }
            Effect::ScanEnded(report) => self.end(context, Ending::Scan(report)),
            Effect::ClawsEnded(report) => self.end(context, Ending::Claws(report)),
            Effect::Note(text) | Effect::Warn(text) => context.note(text),
        }
    }

    fn end(&mut self, context: &mut Context<'_>, ending: Ending) {
        if let Some(active) = self.active.take() {
            context.end(active, ending);
        }
    }

    fn send(&mut self, context: &mut Context<'_>, goal: &BrickGoal) {
        let call = context.call(Id::driver(goal.brick), Goal::Follow(trajectory(goal)), ACCEPTANCE);
        self.sent.insert(goal.id, call);
    }

    fn take_step(&mut self, context: &mut Context<'_>, call: CallId, step: Step) {
        let outcome = match step {
            Step::Ended(Ending::Follow(end), was_cancelled) => match (end.code, was_cancelled) {
                (EndCode::Stopped, _) => Outcome::Stopped,
                (EndCode::Successful, false) => Outcome::Succeeded,
                (_, true) => Outcome::Failed(format!("its motion was cancelled: {}", end.reason)),
                _ => Outcome::Failed(end.reason),
            },
            Step::Lost(text) => Outcome::Failed(text),
            _ => return,
        };
        let Some((&id, _)) = self.sent.iter().find(|(_, sent)| **sent == call) else { return };
        self.sent.remove(&id);
        self.happen(context, Event::GoalEnded(id, outcome));
    }

    fn tick(&mut self, context: &mut Context<'_>) {
        for brick in BrickName::ALL {
            if self.finding[brick.index()] && context.lists(Id::driver(brick)) {
                self.finding[brick.index()] = false;
                self.happen(context, Event::BrickFound(brick));
            }
        }
        self.looks += 1;
        if self.looks.is_multiple_of((LOOK / TICK) as u32) {
            self.watch_servers(context);
        }
        if !self.logic.is_busy() {
            return;
        }
        if let Some(reason) = self.conductor.look(CONDUCTOR_LOST)
            && !self.logic.is_stopping()
        {
            self.wanted_plan = 0;
            self.happen(context, Event::ClientLost(reason));
        }
        self.happen(context, Event::Tick);
    }

    fn watch_servers(&mut self, context: &mut Context<'_>) {
        for brick in BrickName::ALL {
            let is_found = context.lists(Id::driver(brick));
            let (was_there, missed) = &mut self.servers[brick.index()];
            *missed = if is_found { 0 } else { *missed + 1 };
            let is_there = is_found || *was_there && *missed < MISSED;
            if std::mem::replace(was_there, is_there) && !is_there {
                self.happen(context, Event::BrickLost(brick));
            }
        }
    }

    fn joints(&mut self, context: &mut Context<'_>, from: Id, joints: Vec<JointReading>) {
        let by = PublisherId(from.0 as u128 | u128::from(context.life_of(from)) << 64);
        self.happen(context, Event::Joints(by, joints));
        if self.logic.wants_names(context.now) {
            let names = vec![(by, from.name().to_owned())];
            self.happen(context, Event::PublisherNames(names));
        }
    }
}

/// The end of a goal that is not begun.
fn refusal(goal: &Goal, code: Code, text: String) -> Ending {
    match goal {
        Goal::Scan(..) => Ending::Scan(ScanReport { code, text, faces_seen: Vec::new(), seconds: 0.0 }),
        Goal::Claws(_) => Ending::Claws(ClawsReport { code, text, claws: ClawCount::default(), seconds: 0.0 }),
        _ => {
            let report = ExecuteReport { code, text, moves_done: 0, seconds: 0.0, lateness: None, cube: None };
            Ending::Execute(report, Vec::<Move>::new())
        }
    }
}

/// A goal as the node sends it.
fn trajectory(goal: &BrickGoal) -> TrajectoryGoal {
    let names = goal.paths.map(|path| path.joint.name().to_owned());
    TrajectoryGoal {
        joints: names.to_vec(),
        points: (goal.points().into_iter()).map(|(time, positions)| (time, positions.to_vec())).collect(),
        goal_tolerances: names.iter().cloned().zip(goal.tolerances(2.5f64.to_radians())).collect(),
        goal_time_tolerance: 3.0,
        ..TrajectoryGoal::default()
    }
}

impl Node for PlannerNode {
    fn take(&mut self, context: &mut Context<'_>, input: Input) {
        if let Some(change) = self.stop.take(context, &input) {
            if change == StopChange::Stopped && self.active.is_some() && !self.logic.is_stopping() {
                self.cancel(context);
            }
            self.stop.publish(context);
        }
        match input {
            Input::Start => {
                self.logic.begin_at(EPOCH + context.seconds());
                self.happen(context, Event::Tick);
                context.wake(TICK, Wake::Tick);
                context.wake(1.0, Wake::Second);
            }
            Input::Message(from, Message::Joints(joints)) => self.joints(context, from, joints),
            Input::Message(_, Message::Cube(update)) => self.happen(context, Event::CubeState(update)),
            Input::Message(_, Message::Run(status)) => self.conductor.note_run(has_motions(status.stage)),
            Input::Message(_, Message::Report(report)) => self.conductor.note(&report),
            Input::Goal(call, goal) => self.waiting.push((call, goal)),
            Input::Cancel(call) if self.active == Some(call) && !self.logic.is_stopping() => self.cancel(context),
            Input::Step(call, step) => self.take_step(context, call, *step),
            Input::Wake(Wake::Work(number)) => {
                if let Some((made, plan)) = self.made.take_if(|(made, _)| *made == number)
                    && self.wanted_plan == made
                {
                    self.prepared = plan.as_ref().ok().cloned();
                    self.happen(context, Event::Planned(number, plan));
                }
            }
            Input::Wake(Wake::Tick) => {
                context.wake(TICK, Wake::Tick);
                self.tick(context);
            }
            Input::Wake(Wake::Second) => {
                context.wake(1.0, Wake::Second);
                if !self.logic.is_busy() {
                    self.conductor.idle((1.0 / TICK) as u32, CONDUCTOR_LOST);
                }
                let fault = self.logic.reading_fault(context.now);
                context.report(fault);
            }
            _ => {}
        }
        if self.stop.switch.is_settled() {
            for (call, goal) in std::mem::take(&mut self.waiting) {
                self.begin(context, call, goal);
            }
        }
    }
}
