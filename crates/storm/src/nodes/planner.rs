//! The motion planner: [`execution::Executive`] behind its topics and actions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use brick::EndCode;
use execution::events::{Effect, Event, Settings};
use execution::goal::GoalId;
use execution::plan::PreparedPlan;
use execution::publishers::PublisherId;
use execution::report::GoalReport;
use execution::steps::{self, GoalStatus, Outcome};
use execution::{Executive, ServerWatch};
use rig::{GroupId, StopChange};

use super::stop_copy::StopCopy;
use crate::context::{CallId, Context, EPOCH, Input, Node, Wake, has_motions};
use crate::id::Id;
use crate::message::{Ending, Feedback, Goal, Message, Service, Step};
use crate::tools::Tools;

/// Seconds between two looks whether the drivers are there.
const LOOK: f64 = 0.3;
/// Seconds that a driver may take to accept a goal, and to cancel its goals.
const ACCEPTANCE: f64 = 60.0;
const ANSWER: f64 = 2.0;

/// The motion planner behind its topics.
pub struct PlannerNode {
    tools: Arc<Tools>,
    logic: Executive,
    stop: StopCopy,
    /// Goals that wait until it is known whether the rig is stopped, and whether their clients have cancelled them.
    waiting: Vec<(CallId, Goal, bool)>,
    active: Option<CallId>,
    made: Option<(u64, Result<Arc<PreparedPlan>, String>)>,
    sent: BTreeMap<GoalId, CallId>,
    finding: BTreeSet<GroupId>,
    servers: BTreeMap<GroupId, ServerWatch>,
    ticks: u32,
}

impl PlannerNode {
    /// A motion planner that begins.
    pub fn new(tools: Arc<Tools>) -> Self {
        Self {
            logic: Executive::new(Settings::of(&tools.profile), "", 0.0),
            tools,
            stop: StopCopy::new(Id::PLANNER.name()),
            waiting: Vec::new(),
            active: None,
            made: None,
            sent: BTreeMap::new(),
            finding: BTreeSet::new(),
            servers: BTreeMap::new(),
            ticks: 0,
        }
    }

    fn happen(&mut self, context: &mut Context<'_>, event: Event) {
        for effect in self.logic.step(context.now, event) {
            self.carry_out(context, effect);
        }
    }

    fn begin(&mut self, context: &mut Context<'_>, call: CallId, goal: Goal, is_cancelled: bool) {
        let event = match goal {
            Goal::Execute(moves) => Event::Execute(Ok(moves), 0.0),
            Goal::Scan(faces, timeout) => Event::Scan(Ok(faces), timeout),
            Goal::Claws(goal) => Event::MoveClaws(goal),
            _ => return,
        };
        match self.logic.refusal(self.stop.switch.refusal(), &event) {
            Some(report) => context.end(call, ending(report)),
            None => {
                self.active = Some(call);
                self.happen(context, event);
                if is_cancelled {
                    self.happen(context, Event::Cancel);
                }
            }
        }
    }

    fn carry_out(&mut self, context: &mut Context<'_>, effect: Effect) {
        let feedback = match effect {
            Effect::Plan(number, request) => {
                self.made = Some((number, self.tools.plan(&request)));
                let seconds = context.draw(0.01..0.2);
                return context.wake(seconds, Wake::Work(number));
            }
            Effect::FindDrivers => return self.finding.extend(self.logic.settings().groups.ids()),
            Effect::FindNames => {
                let names = Id::all().map(|id| (publisher(context, id), id.name().to_owned()));
                let names = Event::PublisherNames(names.collect());
                return self.happen(context, names);
            }
            Effect::Driver(steps::Effect::Send(goal)) => {
                let wanted = Goal::Follow(goal.trajectory(self.logic.settings()));
                self.sent.insert(goal.id, context.call(self.driver(goal.group), wanted, ACCEPTANCE));
                return;
            }
            Effect::Driver(steps::Effect::Cancel(_, id)) => {
                return self.sent.get(&id).into_iter().for_each(|call| context.cancel(*call));
            }
            Effect::Driver(steps::Effect::CancelAll(group)) => {
                context.ask(self.driver(group), Service::CancelAll, ANSWER);
                return;
            }
            Effect::Pose(report) => {
                let stamp = context.now.ros;
                return context.publish(Message::Pose(report, stamp));
            }
            Effect::Planned(_) => return,
            Effect::Ended(report) => {
                return self.active.take().into_iter().for_each(|active| context.end(active, ending(report.clone())));
            }
            Effect::Note(text) | Effect::Warn(text) => return context.note(text),
            Effect::ExecuteFeedback(so_far) => Feedback::Execute(so_far.moves, so_far.done),
            Effect::ScanFeedback(face, done, total) => Feedback::Scan(face, done, total),
            Effect::ClawsFeedback(_) => Feedback::Claws,
        };
        if let Some(active) = self.active {
            context.feedback(active, feedback);
        }
    }

    /// The driver of a group.
    fn driver(&self, group: GroupId) -> Id {
        let name = &self.logic.settings().groups[group].name;
        Id::parse(name).expect("the storm's profile has a group for each brick")
    }

    fn take_step(&mut self, context: &mut Context<'_>, call: CallId, step: Step) {
        let outcome = match step {
            Step::Ended(Ending::Follow(end), was_cancelled) => {
                let status = match (was_cancelled, end.code) {
                    (true, _) => GoalStatus::Cancelled,
                    (false, EndCode::Successful) => GoalStatus::Succeeded,
                    (false, _) => GoalStatus::Aborted,
                };
                Outcome::of(status, end.code as i32, end.reason)
            }
            Step::Lost(text) => Outcome::Failed(text),
            _ => return,
        };
        let Some((&id, _)) = self.sent.iter().find(|(_, sent)| **sent == call) else { return };
        self.sent.remove(&id);
        self.happen(context, Event::GoalEnded(id, outcome));
    }

    fn tick(&mut self, context: &mut Context<'_>) {
        self.ticks += 1;
        let looks = self.ticks.is_multiple_of((LOOK / Executive::TICK) as u32);
        for group in self.logic.settings().groups.ids() {
            let is_found = context.lists(self.driver(group));
            if is_found && self.finding.remove(&group) {
                self.happen(context, Event::DriverFound(group));
            }
            if looks && self.servers.entry(group).or_default().look(is_found) == Some(false) {
                self.happen(context, Event::DriverLost(group));
            }
        }
        if self.logic.is_busy() {
            self.happen(context, Event::Tick);
        }
    }
}

/// The program that a node is in its present life.
fn publisher(context: &Context<'_>, node: Id) -> PublisherId {
    PublisherId(node.0 as u128 | u128::from(context.life_of(node)) << 64)
}

fn ending(report: GoalReport) -> Ending {
    match report {
        GoalReport::Execute(report) => Ending::Execute(report),
        GoalReport::Scan(report) => Ending::Scan(report),
        GoalReport::Claws(report) => Ending::Claws(report),
    }
}

impl Node for PlannerNode {
    fn take(&mut self, context: &mut Context<'_>, input: Input) {
        if let Some(change) = self.stop.take(context, &input) {
            if change == StopChange::Stopped {
                self.happen(context, Event::Cancel);
            }
            self.stop.publish(context);
        }
        match input {
            Input::Start => {
                self.logic.begin_at(EPOCH + context.seconds());
                self.happen(context, Event::Tick);
                context.wake(Executive::TICK, Wake::Tick);
                context.wake(1.0, Wake::Second);
            }
            Input::Message(from, Message::Joints(joints)) => {
                let by = publisher(context, from);
                self.happen(context, Event::Joints(by, joints));
            }
            Input::Message(_, Message::Cube(update, _)) => self.happen(context, Event::CubeState(update)),
            Input::Message(_, Message::Run(status)) => self.happen(context, Event::Run(has_motions(status.stage))),
            Input::Message(_, Message::Report(report)) => self.happen(context, Event::Report(report)),
            Input::Goal(call, goal) => self.waiting.push((call, goal, false)),
            Input::Cancel(call) if self.active == Some(call) => self.happen(context, Event::Cancel),
            Input::Cancel(call) => {
                let waiting = self.waiting.iter_mut().filter(|(other, ..)| *other == call);
                waiting.for_each(|(.., is_cancelled)| *is_cancelled = true);
            }
            Input::Step(call, step) => self.take_step(context, call, *step),
            Input::Wake(Wake::Work(number)) => {
                if let Some((_, plan)) = self.made.take_if(|(made, _)| *made == number) {
                    self.happen(context, Event::Planned(number, plan));
                }
            }
            Input::Wake(Wake::Tick) => {
                context.wake(Executive::TICK, Wake::Tick);
                self.tick(context);
            }
            Input::Wake(Wake::Second) => {
                context.wake(1.0, Wake::Second);
                self.happen(context, Event::Second);
                let fault = self.logic.reading_fault(context.now);
                context.report(fault);
            }
            _ => {}
        }
        if self.stop.switch.is_settled() {
            for (call, goal, is_cancelled) in std::mem::take(&mut self.waiting) {
                self.begin(context, call, goal, is_cancelled);
            }
        }
    }
}
