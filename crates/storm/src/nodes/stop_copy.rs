//! A node's copy of the stop state on its topic, as `nodes/src/runtime/stop_switch.rs` has it.

use rig::{OtherStops, StopChange, StopSwitch};

use crate::context::{Context, Input, Wake};
use crate::message::Message;

/// How often the other publishers are looked for, seconds.
const LOOK: f64 = 0.25;

/// The copy, and the others'.
pub struct StopCopy {
    pub switch: StopSwitch,
    pub others: OtherStops,
}

impl StopCopy {
    /// Of a node of this name that begins.
    pub fn new(name: &str) -> Self {
        Self { switch: StopSwitch::new(name), others: OtherStops::default() }
    }

    /// Publishes how the node stands.
    pub fn publish(&self, context: &mut Context<'_>) {
        context.publish(Message::Stop(self.switch.published()));
    }

    /// Takes what belongs to it; the change that the node acts on before it publishes.
    pub fn take(&mut self, context: &mut Context<'_>, input: &Input) -> Option<StopChange> {
        match input {
            Input::Start => {
                self.publish(context);
                context.wake(StopSwitch::DISCOVERY, Wake::Look);
                None
            }
            Input::Wake(Wake::Look) => {
                if !self.switch.is_known() {
                    context.wake(LOOK, Wake::Look);
                }
                self.switch.look(&context.stop_publishers(), &self.others)
            }
            Input::Message(from, Message::Stop(state)) => {
                let taken = self.switch.take(context.seconds(), from.name(), state.clone(), &mut self.others);
                if taken.is_to_be_confirmed {
                    self.publish(context);
                }
                taken.change
            }
            _ => None,
        }
    }
}
