//! The state assembler: [`cube_state::Assembler`] behind its topics and services.

use std::time::Duration;

use cube_state::tracker::{CubeUpdate, Knowledge};
use cube_state::{Assembler, PoseUpdate, ReadingColors, Seen, Settings, Status};

use crate::context::{Context, Input, Node, Wake};
use crate::message::{Message, Service};

/// The state assembler behind its topics.
pub struct AssemblerNode {
    assembler: Assembler,
    colors: ReadingColors,
}

impl AssemblerNode {
    /// An assembler that begins.
    pub fn new() -> Self {
        Self { assembler: Assembler::new(Settings::default(), Duration::ZERO), colors: ReadingColors::new(None) }
    }

    /// The cube as the others read it from `cube/state`.
    fn publish(&self, context: &mut Context<'_>) {
        let (state, tracker) = (self.assembler.state(), self.assembler.tracker());
        let knowledge = match (state.status(), &state.cube) {
            (Status::Valid, Some(cube)) => Knowledge::Whole(*cube),
            (Status::Invalid, _) => {
                let reason = state.problem.as_ref().map(|(_, text)| text.clone());
                Knowledge::Impossible(reason.unwrap_or_else(|| "its status is INVALID".to_owned()))
            }
            _ => Knowledge::Incomplete,
        };
        let update = CubeUpdate {
            stamp: tracker.since().as_secs_f64(),
            knowledge,
            source: tracker.source(),
            doubtful: state.doubtful.clone(),
            faces_seen: state.faces_seen.chars().filter_map(cube::Face::from_letter).collect(),
            turns: tracker.turns(),
        };
        context.publish(Message::Cube(update, Box::new(state.clone())));
    }
}

impl Node for AssemblerNode {
    fn take(&mut self, context: &mut Context<'_>, input: Input) {
        let now = Duration::from_secs_f64(context.now.ros);
        match input {
            Input::Start => {
                self.assembler = Assembler::new(Settings::default(), now);
                self.publish(context);
                context.wake(1.0, Wake::Second);
            }
            Input::Message(_, Message::Pose(pose, stamp)) => {
                let stamp = Duration::from_secs_f64(stamp);
                let shown = pose.shown.filter(|_| !pose.moving);
                if self.assembler.pose(PoseUpdate { stamp, turned: pose.turned, shown }) {
                    self.publish(context);
                }
            }
            Input::Message(_, Message::Face(observation)) => {
                let seen = self.assembler.observe(&observation);
                if let Seen::Readable(faces) = &seen {
                    let reading = self.colors.read(faces);
                    self.assembler.take_reading(reading);
                    // It reads on another thread, and takes nothing meanwhile.
                    let seconds = context.draw(0.005..0.06);
                    context.be_busy(seconds);
                }
                if seen != Seen::Nothing {
                    self.publish(context);
                }
            }
            Input::Asked(call, Service::Reset) => {
                self.assembler.reset(now);
                self.publish(context);
                context.answer(call, Ok(String::new()));
            }
            Input::Asked(call, _) => context.answer(call, Err("no such service".into())),
            Input::Wake(Wake::Second) => {
                context.wake(1.0, Wake::Second);
                let unmoved = self.assembler.unmoved();
                context.report(unmoved.map(|[before, face]| format!("face {face} looks exactly like face {before}")));
            }
            _ => {}
        }
    }
}
