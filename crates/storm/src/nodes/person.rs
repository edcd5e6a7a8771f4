//! People at the rig: they act when the plan says so, answer what they are asked, and want the cube solved.

use std::collections::BTreeMap;

use mission::{Code, Direction, Options, Stage};
use rand::RngExt;
use sim::Fault;
use sim::bench::Bench;

use super::stop_copy::StopCopy;
use crate::context::{CallId, Context, Input, Node, Wake};
use crate::id::Id;
use crate::message::{Ending, Feedback, Goal, Message, Service, Step};
use crate::plan::Act;

/// The act that a person takes up when all upsets are over: to have the cube solved.
pub const SOLVE_AT_LAST: usize = usize::MAX;
/// The act of confirming what was asked.
const CONFIRM: usize = usize::MAX - 1;
/// Seconds that a person waits for an answer.
const PATIENCE: f64 = 30.0;
/// Seconds after which a person does not wait any more for a run that was resumed.
const RESUMED: f64 = 250.0;

/// The nodes that share the stop state: conductor, motion planner, drivers, page.
const STOPPABLE: usize = 7;

/// What a person wants in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Nothing but what is planned.
    Nothing,
    /// The cube solved.
    Solved,
}

/// The people, with the page in front of them.
pub struct PersonNode {
    bench: Bench,
    acts: Vec<(f64, Act)>,
    page: StopCopy,
    wish: Wish,
    goals: BTreeMap<CallId, Act>,
    questions: BTreeMap<CallId, Service>,
    /// Until when nothing is begun.
    pause: f64,
    /// A resumed run is watched until then.
    resumed: Option<f64>,
    is_cube_out: bool,
    /// Whether a hand is around the cube.
    has_hand: bool,
    /// Whether the page's own stop is not confirmed by all nodes yet.
    is_stop_open: bool,
}

impl PersonNode {
    /// People with these acts before them.
    pub fn new(bench: Bench, acts: Vec<(f64, Act)>) -> Self {
        Self {
            bench,
            acts,
            page: StopCopy::new(Id::PERSON.name()),
            wish: Wish::Nothing,
            goals: BTreeMap::new(),
            questions: BTreeMap::new(),
            pause: 0.0,
            resumed: None,
            is_cube_out: false,
            has_hand: false,
            is_stop_open: false,
        }
    }

    fn act(&mut self, context: &mut Context<'_>, act: Act) {
        let conduct = |goal| Goal::Conduct(goal);
        let service = |service| (Id::CONDUCTOR, service);
        let goal = match &act {
            Act::Run => {
                self.wish = Wish::Solved;
                let method = String::new();
                conduct(mission::Goal::Run(Options {
                    scan: true,
                    look_again: true,
                    max_attempts: 0,
                    method,
                    solve_time_limit: 0.0,
                    release_after: false,
                }))
            }
            Act::Load => conduct(mission::Goal::HandOver(Direction::Load, 0.0)),
            Act::Release => conduct(mission::Goal::HandOver(Direction::Release, 0.0)),
            Act::Execute(moves) => Goal::Execute(moves.clone()),
            Act::Follow(_, goal) => Goal::Follow(goal.clone()),
            Act::Cancel => {
                self.goals.keys().for_each(|goal| context.cancel(*goal));
                return;
            }
            Act::PageStop => {
                self.page.switch.stop_anew(context.seconds(), "stopped on the page");
                self.is_stop_open = true;
                return self.page.publish(context);
            }
            Act::Stop | Act::BrickStop(_) | Act::Resume | Act::ClearStop | Act::Confirm | Act::Reset => {
                let (server, service) = match act {
                    Act::Stop => service(Service::Stop),
                    Act::BrickStop(brick) => (Id::driver(brick), Service::Stop),
                    Act::Resume => service(Service::Resume),
                    Act::ClearStop => service(Service::ClearStop),
                    Act::Confirm => service(Service::Confirm),
                    _ => (Id::ASSEMBLER, Service::Reset),
                };
                let question = context.ask(server, service, PATIENCE);
                self.questions.insert(question, service);
                return;
            }
        };
        let server = match act {
            Act::Execute(_) => Id::PLANNER,
            Act::Follow(brick, _) => Id::driver(brick),
            _ => Id::CONDUCTOR,
        };
        let call = context.call(server, goal, PATIENCE);
        self.goals.insert(call, act);
    }

    /// Does what follows from the wish, while nothing else is under way.
    fn go_on(&mut self, context: &mut Context<'_>) {
        let now = context.seconds();
        let is_waiting = !self.goals.is_empty() || !self.questions.is_empty();
        if self.wish != Wish::Solved || is_waiting || now < self.pause || self.resumed.is_some_and(|until| now < until)
        {
            return;
        }
        self.resumed = None;
        let act = match (self.page.switch.is_stopped(), self.is_cube_out) {
            (true, _) if context.random.random_bool(0.5) => Act::Resume,
            (true, _) => Act::ClearStop,
            (false, true) => Act::Load,
            (false, false) => Act::Run,
        };
        self.act(context, act);
    }

    /// Whether all nodes that are there have confirmed the stop of the page; a later resumption ends the question.
    fn look_at_stop(&mut self, context: &mut Context<'_>) {
        let is_stopped = self.page.switch.is_stopped();
        let is_confirmed = self.page.others.behind(self.page.switch.state()).is_empty();
        let all_know = is_confirmed && context.stop_publishers().len() == STOPPABLE;
        if self.is_stop_open && is_stopped && all_know {
            context.see_all_stopped();
        }
        self.is_stop_open &= is_stopped && !all_know;
    }

    fn take_step(&mut self, context: &mut Context<'_>, call: CallId, step: Step) {
        match step {
            Step::Feedback(Feedback::Prompt(_, true)) => {
                self.take_hold();
                let seconds = context.draw(1.1..4.0);
                context.wake(seconds, Wake::Act(CONFIRM));
            }
            Step::Ended(ending, _) => {
                let act = self.goals.remove(&call);
                if (&act, &ending) == (&Some(Act::Load), &Ending::HandOver(None)) {
                    self.has_hand = false;
                    self.bench.world().take_hold(false);
                }
                self.pause = context.seconds() + context.draw(0.5..5.0);
                match (act, &ending) {
                    (Some(Act::Load), Ending::HandOver(None)) => self.is_cube_out = false,
                    (Some(Act::Release), Ending::HandOver(None)) => self.is_cube_out = true,
                    (Some(Act::Load | Act::Release), _) if self.has_hand => self.is_cube_out = true,
                    (_, Ending::Run(report)) if report.solved => self.wish = Wish::Nothing,
                    (_, Ending::HandOver(Some((Code::Busy, _)))) => self.pause += 10.0,
                    _ => {}
                }
            }
            Step::Lost(_) => {
                let act = self.goals.remove(&call);
                self.is_cube_out |= self.has_hand && matches!(act, Some(Act::Load | Act::Release));
                self.pause = context.seconds() + 5.0;
            }
            _ => {}
        }
    }

    /// A hand around the cube, or one that brings it.
    fn take_hold(&mut self) {
        self.has_hand = true;
        let mut world = self.bench.world();
        let truth = world.truth();
        if !truth.grips.contains(&true) {
            // Squarely, however it lay in the hand.
            world.inject(Fault::CubeTaken);
            world.set_cube(truth.cube.unwrap_or(cube::Cube::SOLVED.apply_all(&cube::random_moves(7, 3))));
        }
        world.take_hold(true);
    }
}

impl Node for PersonNode {
    fn take(&mut self, context: &mut Context<'_>, input: Input) {
        if self.page.take(context, &input).is_some() {
            self.page.publish(context);
        }
        match input {
            Input::Start => {
                for (index, (at, _)) in self.acts.iter().enumerate() {
                    context.wake(*at, Wake::Act(index));
                }
                context.wake(0.5, Wake::Tick);
            }
            Input::Wake(Wake::Act(CONFIRM)) => self.act(context, Act::Confirm),
            Input::Wake(Wake::Act(SOLVE_AT_LAST)) => {
                self.wish = Wish::Solved;
                self.pause = context.seconds() + 1.0;
            }
            Input::Wake(Wake::Act(index)) => {
                if let Some((_, act)) = self.acts.get(index).cloned() {
                    self.act(context, act);
                }
            }
            Input::Step(call, step) => self.take_step(context, call, *step),
            Input::Answered(call, answer) => {
                let service = self.questions.remove(&call);
                self.pause = context.seconds() + context.draw(0.5..5.0);
                if service == Some(Service::Resume) && answer.is_ok_and(|text| text.contains("going on")) {
                    self.resumed = Some(context.seconds() + RESUMED);
                }
            }
            Input::Message(_, Message::Run(status)) => {
                let is_over = matches!(status.stage, Stage::Idle | Stage::Solved | Stage::Stopped | Stage::Failed);
                if self.resumed.is_some() && is_over {
                    self.resumed = None;
                    if status.stage == Stage::Solved {
                        self.wish = Wish::Nothing;
                    }
                }
            }
            Input::Wake(Wake::Tick) => {
                context.wake(0.5, Wake::Tick);
                self.look_at_stop(context);
                self.go_on(context);
            }
            _ => {}
        }
    }
}
