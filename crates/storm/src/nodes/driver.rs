//! A brick driver: the real connection and position loop behind their topics, services and actions.

use std::collections::BTreeMap;

use brick::control::Tolerances;
use brick::{BrickName, EndCode, GoalEnd, Link, TrajectoryGoal};
use execution::publishers::{PublisherId, Publishers};
use rig::StopChange;
use sim::bench::Bench;
use tokio::sync::oneshot;

use super::driver_tasks::{Gate, LoopEvent, LoopEvents, Tasks};
use super::stop_copy::StopCopy;
use crate::context::{CallId, Context, Input, Node, Wake};
use crate::message::{Ending, Goal, Message, Service};

/// How exactly and how soon a joint arrives, where a goal does not say.
const TOLERANCES: Tolerances = Tolerances { path: None, goal: 2.5f64.to_radians(), goal_time: 1.5 };

/// The driver of one brick.
pub struct DriverNode {
    brick: BrickName,
    tasks: Tasks,
    stop: StopCopy,
    waiting: Vec<(CallId, TrajectoryGoal)>,
    cancels: BTreeMap<CallId, oneshot::Sender<()>>,
    publishers: Publishers,
}

impl DriverNode {
    /// A driver that begins.
    pub fn new(bench: &Bench, brick: BrickName, life: u32, events: LoopEvents, gate: Gate) -> Self {
        Self {
            brick,
            tasks: Tasks::begin(bench, brick, life, events, gate),
            stop: StopCopy::new(brick.name()),
            waiting: Vec::new(),
            cancels: BTreeMap::new(),
            publishers: Publishers::default(),
        }
    }

    fn begin(&mut self, context: &mut Context<'_>, call: CallId, wanted: &TrajectoryGoal) {
        let refused = self.stop.switch.refusal().map(|reason| GoalEnd::new(EndCode::Stopped, reason));
        let goals = wanted.joint_goals(self.brick, TOLERANCES).map_err(GoalEnd::from);
        let handle = self.tasks.handle().map_err(|reason| GoalEnd::new(EndCode::Unreachable, reason));
        match (refused, goals, handle) {
            (Some(end), ..) | (None, Err(end), _) | (None, Ok(_), Err(end)) => {
                context.end(call, Ending::Follow(end));
            }
            (None, Ok(goals), Ok(handle)) => {
                let cancel = self.tasks.see_through(call, handle.follow(goals));
                self.cancels.insert(call, cancel);
            }
        }
    }

    fn take_change(&mut self, change: StopChange) {
        match (change, self.tasks.handle()) {
            (StopChange::Stopped, Ok(handle)) => drop(handle.stop()),
            (StopChange::Free, Ok(handle)) => handle.resume(),
            (StopChange::Waiting, _) | (_, Err(_)) => {}
        }
    }

    fn take_event(&mut self, context: &mut Context<'_>, event: LoopEvent) {
        match event {
            // A loop that begins while the rig is stopped begins stopped.
            LoopEvent::Link(Link::Up(handle)) => {
                if self.stop.switch.refusal().is_some() {
                    drop(handle.stop());
                }
            }
            LoopEvent::Link(Link::Down(_)) => {}
            LoopEvent::Joints(joints) => context.publish(Message::Joints(joints)),
            LoopEvent::GoalEnded(call, end) => {
                self.cancels.remove(&call);
                context.end(call, Ending::Follow(end));
            }
            LoopEvent::Stopped(call, stopped) => context.answer(call, stopped.map(|()| String::new())),
            LoopEvent::Note(text) => context.note(text),
        }
    }
}

impl Node for DriverNode {
    fn take(&mut self, context: &mut Context<'_>, input: Input) {
        if let Some(change) = self.stop.take(context, &input) {
            self.take_change(change);
            self.stop.publish(context);
        }
        match input {
            Input::Start => context.wake(1.0, Wake::Second),
            Input::Goal(call, Goal::Follow(goal)) => self.waiting.push((call, goal)),
            Input::Cancel(call) => {
                // Its receiver has gone where the goal has just ended.
                let cancel = self.cancels.remove(&call);
                let _ = cancel.map(|cancel| cancel.send(()));
            }
            Input::Asked(call, Service::Stop) => {
                self.stop.switch.stop(context.seconds(), &format!("stopped at the driver {}", self.brick.name()));
                self.stop.publish(context);
                self.tasks.stop_motors(call);
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
                context.report(self.tasks.handle().err());
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
