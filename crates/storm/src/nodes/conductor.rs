//! The conductor: [`mission::Conductor`] behind its topics, services and actions.

use execution::events::ClawsGoal;
use execution::report;
use mission::{
    Afterwards, Claws, Code, Conductor, Effect, Event, ExecuteEnd, Faces, Failure, Goal as Wanted, Patience, Release,
    Resumptions, Settings,
};
use rig::StopChange;

use super::stop_bricks::StopBricks;
use super::stop_copy::StopCopy;
use crate::context::{CallId, Context, Input, Node, Wake};
use crate::id::Id;
use crate::message::{Ending, Feedback, Goal, Message, Service, Step};

/// Seconds to wait for a node that does not answer.
const READY_TIMEOUT: f64 = 20.0;
/// Seconds in which the other nodes may confirm that the rig may move again.
const AGREEMENT: f64 = 2.0;
/// Seconds for a driver to confirm that it has given up its goals.
const HALT: f64 = 2.0;

fn settings() -> Settings {
    Settings {
        max_attempts: 3,
        state_timeout: 5.0,
        silence_timeout: 120.0,
        timeout_per_face: 0.0,
        search_time: 0.0,
        stop_timeout: 5.0,
        faces: Faces::Needed,
        looks_at_doubt: 2,
        retry_pause: 2.0,
    }
}

/// A question whether nodes can be asked, which waits for the answer.
struct Check {
    needed: Vec<Id>,
    began: f64,
}

/// What an action does, for its end that will not be known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Scan,
    Solve,
    Execute,
    Claws,
}

/// What the conductor is behind its topics.
pub struct ConductorNode {
    logic: Conductor,
    stop: StopCopy,
    resumptions: Resumptions<CallId>,
    releases: Vec<(Release<CallId>, f64)>,
    stops: Vec<StopBricks>,
    waiting: Vec<(CallId, Wanted)>,
    goal: Option<CallId>,
    is_cancelling: bool,
    /// The newest action or check; events of older ones do not count.
    number: u64,
    action: Option<(CallId, Kind)>,
    check: Option<Check>,
    forgetting: Vec<(CallId, u64)>,
    looks: u32,
}

impl ConductorNode {
    /// A conductor that begins.
    pub fn new() -> Self {
        let patience = Patience { person: 120.0, stops: 5.0, silence: 120.0 };
        Self {
            logic: Conductor::new("", settings(), patience),
            stop: StopCopy::new(Id::CONDUCTOR.name()),
            resumptions: Resumptions::default(),
            releases: Vec::new(),
            stops: Vec::new(),
            waiting: Vec::new(),
            goal: None,
            is_cancelling: false,
            number: 0,
            action: None,
            check: None,
            forgetting: Vec::new(),
            looks: 0,
        }
    }

    fn happen(&mut self, context: &mut Context<'_>, event: Event) {
        let effects = self.logic.step(context.now, event);
        self.carry_out(context, effects);
    }

    fn begin(&mut self, context: &mut Context<'_>, call: CallId, wanted: Wanted) {
        match self.logic.begin(context.now, wanted, self.stop.switch.refusal()) {
            Err(refused) => context.end(call, Ending::HandOver(Some(refused))),
            Ok(effects) => {
                self.goal = Some(call);
                self.is_cancelling = false;
                self.carry_out(context, effects);
            }
        }
    }

    fn stop_all(&mut self, context: &mut Context<'_>, request: Option<CallId>) {
        self.resumptions.stop_begins();
        let stop = StopBricks::begin(context, &mut self.stop, request);
        self.stops.push(stop);
        let reason = self.stop.switch.refusal().unwrap_or_default();
        self.happen(context, Event::Stop(reason));
    }

    fn asked(&mut self, context: &mut Context<'_>, call: CallId, service: Service) {
        match service {
            Service::Stop => {
                self.stop.switch.stop_anew(context.seconds(), mission::STOP_CALLED);
                self.stop.publish(context);
                self.stop_all(context, Some(call));
            }
            Service::Resume => self.resumptions.ask(call, Afterwards::GoOn, &self.stop.switch),
            Service::ClearStop => self.resumptions.ask(call, Afterwards::Rest, &self.stop.switch),
            Service::Confirm => {
                let confirmed = self.logic.confirm(context.now);
                let answer = confirmed.as_ref().map(|_| String::new()).map_err(Clone::clone);
                context.answer(call, answer);
                self.carry_out(context, confirmed.unwrap_or_default());
            }
            Service::Reset | Service::CancelAll => context.answer(call, Err("no such service".into())),
        }
    }

    /// What waits for time or for other nodes goes on.
    fn go_on(&mut self, context: &mut Context<'_>) {
        if self.stop.switch.is_settled() {
            for (call, wanted) in std::mem::take(&mut self.waiting) {
                self.begin(context, call, wanted);
            }
        }
        let mut stops = std::mem::take(&mut self.stops);
        stops.retain_mut(|stop| match stop.outcome(context, &self.stop) {
            None => true,
            Some(outcome) => {
                self.resumptions.stop_ended();
                if let Some(request) = stop.request {
                    context.answer(request, outcome.map(|()| String::new()));
                }
                false
            }
        });
        self.stops.extend(stops);
        for resumption in self.resumptions.due(self.logic.run_stops()) {
            match resumption.release(&mut self.stop.switch) {
                Err((request, reason)) => context.answer(request, Err(reason.to_owned())),
                Ok(release) => {
                    self.stop.publish(context);
                    self.stop.others.keep(&context.stop_publishers());
                    self.releases.push((release, context.seconds() + AGREEMENT));
                }
            }
        }
        for (release, until) in std::mem::take(&mut self.releases) {
            let late = !self.stop.others.behind(self.stop.switch.state()).is_empty();
            if late && context.seconds() < until {
                self.releases.push((release, until));
                continue;
            }
            let confirmed = release.confirmed(context.now, &self.stop.switch, &mut self.logic);
            let answer = confirmed.as_ref().map(|(_, text)| (*text).to_owned()).map_err(Clone::clone);
            context.answer(release.request, answer);
            self.carry_out(context, confirmed.map(|(effects, _)| effects).unwrap_or_default());
        }
        self.look_at_check(context);
    }

    /// As `nodes/src/conductor/readiness.rs`: a silent node is waited for half of the time, and asked then in any case.
    fn look_at_check(&mut self, context: &mut Context<'_>) {
        let Some(check) = &self.check else { return };
        let waited = context.seconds() - check.began;
        let is_ready = |node: &Id| {
            let is_gone = self.logic.gone().contains(node.kind());
            (!is_gone || READY_TIMEOUT / 2.0 <= waited) && context.lists(*node)
        };
        let missing: Vec<&str> = check.needed.iter().filter(|node| !is_ready(node)).map(|node| node.name()).collect();
        let ready = match (missing.is_empty(), READY_TIMEOUT <= waited) {
            (true, _) => Ok(()),
            (false, false) => return,
            (false, true) => {
                let names = missing.join(", ");
                Err(format!("a node that is needed does not answer within {READY_TIMEOUT} s: {names}"))
            }
        };
        self.check = None;
        self.happen(context, Event::Ready(ready));
    }

    fn act(&mut self, context: &mut Context<'_>, kind: Kind, goal: Goal) {
        self.number += 1;
        self.check = None;
        let server = if kind == Kind::Solve { Id::SOLVER } else { Id::PLANNER };
        self.action = Some((context.call(server, goal, READY_TIMEOUT), kind));
    }

    fn check(&mut self, context: &mut Context<'_>, needed: Vec<Id>) {
        self.number += 1;
        self.check = Some(Check { needed, began: context.seconds() });
    }

    fn carry_out(&mut self, context: &mut Context<'_>, effects: Vec<Effect>) {
        for effect in effects {
            if let Some(status) = effect.status() {
                context.publish(Message::Run(status));
            }
            match effect {
                Effect::CheckReady => self.check(context, vec![Id::PLANNER, Id::SOLVER, Id::ASSEMBLER]),
                Effect::CheckClawsReady => self.check(context, vec![Id::PLANNER, Id::ASSEMBLER]),
                Effect::ForgetCube => {
                    let question = context.ask(Id::ASSEMBLER, Service::Reset, READY_TIMEOUT);
                    self.forgetting.push((question, self.number));
                }
                Effect::Scan(faces) => self.act(context, Kind::Scan, Goal::Scan(faces, None)),
                Effect::Solve(cube, ..) => self.act(context, Kind::Solve, Goal::Solve(cube)),
                Effect::Execute(moves) => self.act(context, Kind::Execute, Goal::Execute(moves)),
                Effect::Claws(claws) => {
                    let goal = ClawsGoal { close: claws == Claws::Close, look_only: claws == Claws::Look };
                    self.act(context, Kind::Claws, Goal::Claws(goal));
                }
                Effect::CancelAction => self.action.into_iter().for_each(|(action, _)| context.cancel(action)),
                Effect::HaltBricks => {
                    for brick in brick::BrickName::ALL {
                        context.ask(Id::driver(brick), Service::CancelAll, HALT);
                    }
                }
                Effect::Warn(text) => context.note(text),
                Effect::End(report) => {
                    if let Some(goal) = self.goal.take() {
                        context.end(goal, Ending::Run(report));
                    }
                }
                Effect::Prompt(prompt, is_waiting) => {
                    if let Some(goal) = self.goal {
                        context.feedback(goal, Feedback::Prompt(prompt, is_waiting));
                    }
                }
                Effect::Status(_) | Effect::AbandonRun => {}
                Effect::HandedOver(_, error) => {
                    if let Some(goal) = self.goal.take() {
                        context.end(goal, Ending::HandOver(error));
                    }
                }
            }
        }
    }

    fn take_step(&mut self, context: &mut Context<'_>, kind: Kind, step: Step) {
        let event = match step {
            Step::Accepted if kind == Kind::Claws => Event::ClawsBegin,
            Step::Accepted => return,
            Step::Feedback(Feedback::Scan(face, done, all)) => Event::ScanGoesOn(Some(face), done, all),
            Step::Feedback(Feedback::Execute(moves, done)) => Event::ExecuteGoesOn(moves, done),
            Step::Feedback(_) => Event::ClawsGoOn,
            Step::Ended(ending, _) => match ended(ending) {
                Some(event) => event,
                None => return,
            },
            Step::Lost(text) => lost(kind, &text),
        };
        self.happen(context, event);
    }
}

fn lost(kind: Kind, text: &str) -> Event {
    let failure = Failure::passing(text);
    match kind {
        Kind::Scan => Event::ScanEnded(Err(failure)),
        Kind::Solve => Event::SolveEnded(Err(failure)),
        Kind::Execute => {
            Event::ExecuteEnded(ExecuteEnd { outcome: Err(failure), moves: Vec::new(), moves_done: 0, cube: None })
        }
        Kind::Claws => Event::ClawsEnded(Err((Code::NotReady, text.to_owned()))),
    }
}

fn outcome(code: report::Code, text: &str) -> Result<(), Failure> {
    type Code = report::Code;
    let lasting = [Code::BadGoal, Code::NoPlan, Code::Busy, Code::Stopped, Code::NoJointStates];
    match code {
        Code::Success => Ok(()),
        code => Err(Failure {
            text: text.to_owned(),
            may_pass: !lasting.contains(&code),
            of_motion: [Code::DriverFailed, Code::Contradiction].contains(&code),
        }),
    }
}

fn ended(ending: Ending) -> Option<Event> {
    Some(match ending {
        Ending::Scan(report) => Event::ScanEnded(outcome(report.code, &report.text)),
        Ending::Solve(end) => Event::SolveEnded(end),
        Ending::Execute(report) => Event::ExecuteEnded(ExecuteEnd {
            outcome: outcome(report.code, &report.text),
            moves: report.moves,
            moves_done: report.moves_done,
            cube: report.cube,
        }),
        Ending::Claws(report) => Event::ClawsEnded(match report.code {
            report::Code::Success => Ok(report.claws.done == report.claws.total),
            report::Code::Stopped => Err((Code::Stopped, report.text)),
            report::Code::Busy => Err((Code::Busy, report.text)),
            report::Code::NoJointStates => Err((Code::NotReady, report.text)),
            _ => Err((Code::ExecuteFailed, report.text)),
        }),
        _ => return None,
    })
}

impl Node for ConductorNode {
    fn take(&mut self, context: &mut Context<'_>, input: Input) {
        if let Some(change) = self.stop.take(context, &input) {
            if change == StopChange::Stopped {
                self.stop_all(context, None);
            }
            self.stop.publish(context);
        }
        match input {
            Input::Start => {
                let effects = self.logic.start(context.now);
                self.carry_out(context, effects);
                context.wake(Conductor::LOOK / 2.0, Wake::Tick);
                context.wake(1.0, Wake::Second);
            }
            Input::Message(_, Message::Cube(update, _)) => self.happen(context, Event::Cube(update)),
            Input::Message(_, Message::Report(report)) => self.logic.note(context.now, &report),
            Input::Goal(call, Goal::Conduct(wanted)) => self.waiting.push((call, wanted)),
            Input::Cancel(call) if self.goal == Some(call) && !self.is_cancelling => {
                self.is_cancelling = true;
                self.happen(context, Event::Cancel);
            }
            Input::Asked(call, service) => self.asked(context, call, service),
            Input::Step(call, step) => {
                if let Some((_, kind)) = self.action.filter(|(action, _)| *action == call) {
                    self.take_step(context, kind, *step);
                }
            }
            Input::Answered(call, answer) => {
                self.stops.iter_mut().for_each(|stop| stop.answered(call, &answer));
                if let Some(at) = self.forgetting.iter().position(|(question, _)| *question == call)
                    && self.forgetting.remove(at).1 == self.number
                {
                    self.happen(context, Event::Forgotten(answer.map(drop)));
                }
            }
            Input::Wake(Wake::Tick) => {
                context.wake(Conductor::LOOK / 2.0, Wake::Tick);
                self.looks += 1;
                if self.looks.is_multiple_of(2) && self.logic.is_busy() {
                    let effects = self.logic.look_around(context.now);
                    self.carry_out(context, effects);
                }
            }
            Input::Wake(Wake::Second) => {
                context.wake(1.0, Wake::Second);
                context.report(None);
            }
            _ => {}
        }
        self.go_on(context);
        for step in self.logic.steps() {
            context.publish(Message::Step(Box::new(step)));
        }
    }
}
