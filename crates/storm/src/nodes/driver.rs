//! A brick driver: the real connection and position loop behind their topics, services and actions.

use std::collections::BTreeMap;

use brick::{BrickName, GoalEnd, TrajectoryGoal};
use execution::publishers::{PublisherId, Publishers};
use sim::bench::Bench;
use tokio_util::sync::CancellationToken;

use super::driver_tasks::{Gate, LoopEvent, LoopEvents, Tasks};
use super::stop_copy::StopCopy;
use crate::context::{CallId, Context, Input, Node, Wake};
use crate::message::{Ending, Goal, Message, Service};

/// The driver of one brick.
pub struct DriverNode {
    tasks: Tasks,
    stop: StopCopy,
    waiting: Vec<(CallId, TrajectoryGoal)>,
    /// The goals that have not ended; each is cancelled by its token.
    goals: BTreeMap<CallId, CancellationToken>,
    publishers: Publishers,
}

impl DriverNode {
    /// A driver that begins.
    pub fn new(bench: &Bench, brick: BrickName, life: u32, events: LoopEvents, gate: Gate) -> Self {
        Self {
            tasks: Tasks::begin(bench, brick, life, events, gate),
            stop: StopCopy::new(brick.name()),
            waiting: Vec::new(),
            goals: BTreeMap::new(),
            publishers: Publishers::default(),
        }
    }

    fn begin(&mut self, context: &mut Context<'_>, call: CallId, wanted: &TrajectoryGoal) {
        let cancelled = self.goals.entry(call).or_default().clone().cancelled_owned();
        match self.tasks.driver.follow(self.stop.switch.refusal(), wanted, cancelled) {
            Ok(end) => self.tasks.wait_for(async move { LoopEvent::GoalEnded(call, end.await) }),
            Err(end) => self.end(context, call, end),
        }
    }

    fn end(&mut self, context: &mut Context<'_>, call: CallId, end: GoalEnd) {
        self.goals.remove(&call);
        context.end(call, Ending::Follow(end));
    }

    fn take_event(&mut self, context: &mut Context<'_>, event: LoopEvent) {
        match event {
            LoopEvent::Link => self.tasks.driver.link_changed(self.stop.switch.refusal().is_some()),
            LoopEvent::Joints(joints) => context.publish(Message::Joints(joints)),
            LoopEvent::GoalEnded(call, end) => self.end(context, call, end),
            LoopEvent::Stopped(call, stopped) => context.answer(call, stopped.map(|()| String::new())),
            LoopEvent::Note(text) => context.note(text),
        }
    }
}

impl Node for DriverNode {
    fn take(&mut self, context: &mut Context<'_>, input: Input) {
        if let Some(change) = self.stop.take(context, &input) {
            self.tasks.driver.take_change(change);
            self.stop.publish(context);
        }
        match input {
            Input::Start => context.wake(1.0, Wake::Second),
            Input::Goal(call, Goal::Follow(goal)) => {
                self.goals.insert(call, CancellationToken::new());
                self.waiting.push((call, goal));
            }
            Input::Cancel(call) => self.goals.get(&call).into_iter().for_each(CancellationToken::cancel),
            Input::Asked(call, Service::Stop) => {
                self.stop.switch.stop(context.seconds(), &self.tasks.driver.stop_text());
                self.stop.publish(context);
                let stopping = self.tasks.driver.stop();
                self.tasks.wait_for(async move { LoopEvent::Stopped(call, stopping.await) });
            }
            Input::Asked(call, _) => context.answer(call, Err("no such service".into())),
            Input::Message(from, Message::Joints(joints)) => {
                let by = PublisherId(from.0 as u128 | u128::from(context.life_of(from)) << 64);
                let joints = joints.into_iter().filter_map(|(joint, at, speed)| Some((joint, at, speed?)));
                let now = context.seconds();
                let counts = joints.filter(|(joint, ..)| self.publishers.note(now, by, *joint)).collect();
                self.tasks.see(counts);
            }
            Input::Loop(event) => self.take_event(context, event),
            Input::Wake(Wake::Second) => {
                context.wake(1.0, Wake::Second);
                context.report(self.tasks.driver.fault());
            }
            _ => {}
        }
        if self.stop.switch.is_settled() {
            for (call, goal) in std::mem::take(&mut self.waiting) {
                self.begin(context, call, &goal);
            }
        }
    }
}
