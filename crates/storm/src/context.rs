//! What a node can do while it takes an event.

use std::ops::Range;

use execution::events::Moment;
use mission::{NodeReport, Stage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::id::Id;
use crate::message::{Ending, Feedback, Goal, Message, Service, Step};
use crate::network::Network;

/// ROS time at the start of a storm.
pub const EPOCH: f64 = 1.7e9;

/// A goal or a question, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CallId(pub u64);

/// What a node waits for by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Wake {
    /// The node's short interval.
    Tick,
    /// A second has passed.
    Second,
    /// The publishers of `stop_state` are to be looked for.
    Look,
    /// The work of this number is done.
    Work(u64),
    /// A person acts.
    Act(usize),
}

/// What happens to a node.
#[derive(Clone, Debug)]
pub enum Input {
    /// It begins.
    Start,
    /// A message came.
    Message(Id, Message),
    /// A client gives a goal.
    Goal(CallId, Goal),
    /// A client wants its goal to end.
    Cancel(CallId),
    /// A client asks for something.
    Asked(CallId, Service),
    /// Something happened to a goal that this node gave.
    Step(CallId, Box<Step>),
    /// A question was answered, or was not in time.
    Answered(CallId, Result<String, String>),
    /// Time has passed.
    Wake(Wake),
    /// The position loop of this driver has something.
    Loop(crate::nodes::driver_tasks::LoopEvent),
}

/// What a node wants done.
#[derive(Debug)]
pub enum Out {
    /// Publish this.
    Publish(Message),
    /// Give a node a goal that it must accept within some seconds.
    Call(CallId, Id, Goal, f64),
    /// Cancel a goal.
    Cancel(CallId),
    /// Ask a node, for some seconds.
    Ask(CallId, Id, Service, f64),
    /// How a goal goes.
    Feedback(CallId, Feedback),
    /// A goal ends.
    End(CallId, Ending),
    /// The answer to a question.
    Answer(CallId, Result<String, String>),
    /// Wake this node in some seconds.
    Wake(f64, Wake),
    /// This node is busy for some seconds.
    Busy(f64),
    /// A line for the trace.
    Note(String),
    /// All nodes have confirmed the stop of this page.
    AllStopped,
}

/// What a node can do while it takes an event.
pub struct Context<'a> {
    /// When that is.
    pub now: Moment,
    /// The node.
    pub me: Id,
    /// How often it was started.
    pub life: u32,
    pub(crate) lives: [u32; Id::COUNT],
    pub(crate) network: &'a Network,
    pub(crate) random: &'a mut ChaCha8Rng,
    pub(crate) next_call: &'a mut u64,
    pub(crate) out: Vec<Out>,
}

impl Context<'_> {
    /// The three clocks of a storm show one time.
    pub fn moment(seconds: f64) -> Moment {
        Moment { steady: seconds, rig: seconds, ros: EPOCH + seconds }
    }

    /// Seconds since the storm began.
    pub fn seconds(&self) -> f64 {
        self.now.steady
    }

    /// Draws a number.
    pub fn draw(&mut self, range: Range<f64>) -> f64 {
        self.random.random_range(range)
    }

    /// The present life of a node: its messages have another sender in each.
    pub fn life_of(&self, node: Id) -> u32 {
        self.lives[node.0]
    }

    fn number(&mut self) -> CallId {
        *self.next_call += 1;
        CallId(*self.next_call)
    }

    /// Publishes a message.
    pub fn publish(&mut self, message: Message) {
        self.out.push(Out::Publish(message));
    }

    /// Publishes how this node is.
    pub fn report(&mut self, failure: Option<String>) {
        let (name, kind) = (self.me.name().to_owned(), Some(self.me.kind().to_owned()));
        let process = Some(self.life.to_string());
        self.publish(Message::Report(NodeReport { name, kind, process, failure }));
    }

    /// Gives a goal, which must be accepted within `patience` seconds.
    pub fn call(&mut self, server: Id, goal: Goal, patience: f64) -> CallId {
        let id = self.number();
        self.out.push(Out::Call(id, server, goal, patience));
        id
    }

    /// Cancels a goal, also before it is accepted.
    pub fn cancel(&mut self, call: CallId) {
        self.out.push(Out::Cancel(call));
    }

    /// Asks a node.
    pub fn ask(&mut self, server: Id, service: Service, patience: f64) -> CallId {
        let id = self.number();
        self.out.push(Out::Ask(id, server, service, patience));
        id
    }

    /// Sends a goal's client how it goes.
    pub fn feedback(&mut self, call: CallId, feedback: Feedback) {
        self.out.push(Out::Feedback(call, feedback));
    }

    /// Ends a goal.
    pub fn end(&mut self, call: CallId, ending: Ending) {
        self.out.push(Out::End(call, ending));
    }

    /// Answers a question.
    pub fn answer(&mut self, call: CallId, answer: Result<String, String>) {
        self.out.push(Out::Answer(call, answer));
    }

    /// Wakes this node later.
    pub fn wake(&mut self, seconds: f64, wake: Wake) {
        self.out.push(Out::Wake(seconds, wake));
    }

    /// This node takes nothing for some seconds.
    pub fn be_busy(&mut self, seconds: f64) {
        self.out.push(Out::Busy(seconds));
    }

    /// Writes a line to the trace.
    pub fn note(&mut self, text: impl Into<String>) {
        self.out.push(Out::Note(text.into()));
    }

    /// The people see that all nodes have confirmed their stop.
    pub fn see_all_stopped(&mut self) {
        self.out.push(Out::AllStopped);
    }

    /// Whether ROS lists a server; it may have died.
    pub fn lists(&self, server: Id) -> bool {
        self.network.lists(self.seconds(), server, self.me)
    }

    /// The names of the nodes that publish `stop_state`, as ROS lists them.
    pub fn stop_publishers(&self) -> Vec<String> {
        let publish = |id: &Id| crate::message::Topic::StopState.is_read_by(*id);
        Id::all().filter(publish).filter(|id| self.lists(*id)).map(|id| id.name().to_owned()).collect()
    }
}

/// Whether a stage of a run asks for motions.
pub fn has_motions(stage: Stage) -> bool {
    matches!(stage, Stage::Scanning | Stage::Executing | Stage::Checking)
}

/// A node of the graph: its logic behind its topics.
pub trait Node {
    /// Takes what happens.
    fn take(&mut self, context: &mut Context<'_>, input: Input);
}
