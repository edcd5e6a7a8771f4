//! One storm: a queue of events in simulated time, the nodes that take them, and the laws that are checked at each.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sim::bench::Bench;
use sim::{Options, World};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::calls::Calls;
use crate::context::{CallId, Context, Input, Node, Out};
use crate::id::Id;
use crate::laws::{Break, Laws};
use crate::message::{Message, Topic};
use crate::network::Network;
use crate::nodes::Misreadings;
use crate::nodes::driver_tasks::{Gate, LoopEvents};
use crate::plan::Plan;
use crate::recording::Published;
use crate::tools::Tools;
use crate::trace::Trace;

/// What became of a storm.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The laws that were broken.
    pub broken: Vec<Break>,
    /// A number that is the same where all that happened is the same.
    pub hash: u64,
    /// What happened, where that was wanted.
    pub trace: Vec<String>,
    /// What was published, where a trace was wanted.
    pub published: Vec<Published>,
    /// Simulated seconds.
    pub seconds: f64,
    /// Events.
    pub events: u64,
}

/// What lies in the queue.
pub(crate) enum Letter {
    /// For a node, in this life of it where that matters.
    To(Id, Option<u32>, Input),
    /// One has discovered another.
    Found(Id, Id),
    /// A call has had its time.
    TooLate(CallId),
    /// A node may go on.
    GoOn(Id),
    /// A node starts.
    Start(Id),
    /// An upset of the plan.
    Upset(usize),
    /// The misreadings end, or the faults of the rig.
    Better(bool),
    /// All upsets end.
    Heal,
}

/// A node, and what waits for it while it gets no processor time.
#[derive(Default)]
pub(crate) struct Place {
    pub(crate) node: Option<Box<dyn Node>>,
    pub(crate) life: u32,
    pub(crate) random: Option<ChaCha8Rng>,
    pub(crate) stalled_until: f64,
    pub(crate) inbox: VecDeque<Input>,
    pub(crate) gate: Option<Gate>,
}

/// A storm that goes on.
pub(crate) struct Storm {
    pub(crate) plan: Plan,
    pub(crate) tools: Arc<Tools>,
    pub(crate) bench: Bench,
    pub(crate) started: Instant,
    queue: BTreeMap<(u64, u64), Letter>,
    number: u64,
    pub(crate) places: [Place; Id::COUNT],
    pub(crate) network: Network,
    pub(crate) calls: Calls,
    next_call: u64,
    pub(crate) laws: Laws,
    pub(crate) trace: Trace,
    /// What was published, where that is kept.
    pub(crate) published: Option<Vec<Published>>,
    pub(crate) misreadings: Misreadings,
    pub(crate) loops: LoopEvents,
    events: u64,
}

/// Lets a storm happen. The same plan gives the same outcome, to the bit.
pub fn run(plan: &Plan, tools: &Arc<Tools>, is_traced: bool) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.unwrap_or_else(|error| unreachable!("a runtime without threads needs nothing: {error}"));
    runtime.block_on(storm(plan.clone(), tools.clone(), is_traced))
}

async fn storm(plan: Plan, tools: Arc<Tools>, is_traced: bool) -> Outcome {
    let mut random = ChaCha8Rng::seed_from_u64(!plan.seed);
    let options = Options { cube: plan.cube, ..Options::default() };
    let bench = Bench::new(World::new(tools.profile.clone(), plan.seed, options));
    let (loops, mut from_loops) = mpsc::unbounded_channel();
    let mut storm = Storm {
        laws: Laws::new(bench.clone(), &plan),
        tools,
        started: Instant::now(),
        queue: BTreeMap::new(),
        number: 0,
        places: std::array::from_fn(|_| Place::default()),
        network: Network::new(random.random()),
        calls: Calls::default(),
        next_call: 0,
        trace: Trace::new(is_traced),
        published: is_traced.then(Vec::new),
        misreadings: Rc::new(RefCell::new(0.0)),
        loops,
        events: 0,
        bench,
        plan,
    };
    storm.begin(&mut random);
    while let Some((&(due, _), _)) = storm.queue.first_key_value() {
        if storm.is_over() {
            break;
        }
        let due = storm.started + Duration::from_micros(due);
        tokio::select! {
            biased;
            Some((id, life, event)) = from_loops.recv() => storm.deliver(id, Some(life), Input::Loop(event)),
            () = tokio::time::sleep_until(due) => {
                if let Some((_, letter)) = storm.queue.pop_first() {
                    storm.open(letter);
                }
            }
        }
        storm.events += 1;
        let (now, under_way) = (storm.now(), storm.queue.len() + storm.calls.len());
        storm.laws.look(now, under_way);
    }
    let seconds = storm.now();
    let broken = storm.laws.end(seconds);
    for broken in &broken {
        storm.trace.line(broken.at, &format!("BROKEN {broken}"));
    }
    let (hash, trace) = storm.trace.into_parts();
    let published = storm.published.unwrap_or_default();
    Outcome { broken, hash, trace, published, seconds, events: storm.events }
}

impl Storm {
    pub(crate) fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn begin(&mut self, random: &mut ChaCha8Rng) {
        for id in Id::all() {
            let at = random.random_range(0.0..0.5);
            self.put(at, Letter::Start(id));
        }
        for index in 0..self.plan.upsets.len() {
            self.put(self.plan.upsets[index].0, Letter::Upset(index));
        }
        self.put(self.plan.seconds, Letter::Heal);
    }

    /// A storm without upsets is over with its run.
    fn is_over(&self) -> bool {
        let is_done = self.plan.is_quiet() && self.laws.has_solved();
        is_done || self.laws.has_recovered(self.now()) || self.plan.seconds + self.plan.recovery <= self.now()
    }

    pub(crate) fn put(&mut self, at: f64, letter: Letter) {
        self.number += 1;
        self.queue.insert(((at.max(0.0) * 1e6) as u64, self.number), letter);
    }

    fn open(&mut self, letter: Letter) {
        match letter {
            Letter::To(id, life, input) => self.deliver(id, life, input),
            Letter::Found(of, by) => {
                let now = self.now();
                if self.network.is_joined(now, of, by) {
                    for message in self.network.kept(of, by) {
                        self.post(of, by, message);
                    }
                }
            }
            Letter::TooLate(call) => self.too_late(call),
            Letter::GoOn(id) => self.go_on(id),
            Letter::Start(id) => self.start(id),
            Letter::Upset(index) => self.upset(index),
            Letter::Better(of_camera) => match of_camera {
                true => *self.misreadings.borrow_mut() = 0.0,
                false => self.bench.world().clear_faults(),
            },
            Letter::Heal => self.heal(),
        }
    }

    /// Passes something to a node, now or when it gets processor time again.
    pub(crate) fn deliver(&mut self, id: Id, life: Option<u32>, input: Input) {
        let now = self.now();
        let place = &mut self.places[id.0];
        if place.node.is_none() || life.is_some_and(|life| life != place.life) {
            return;
        }
        if now < place.stalled_until {
            if let Input::Message(from, message) = &input {
                let topic = message.topic();
                let is_same = |waiting: &Input| matches!(waiting, Input::Message(_, other) if other.topic() == topic);
                let waiting = place.inbox.iter().filter(|waiting| is_same(waiting)).count();
                if topic.depth() <= waiting
                    && let Some(oldest) = place.inbox.iter().position(is_same)
                {
                    place.inbox.remove(oldest);
                    self.trace.line(now, &format!("{} loses a message of {}", id.name(), from.name()));
                }
            }
            return self.places[id.0].inbox.push_back(input);
        }
        if let Input::Step(call, step) = &input
            && !self.before_client(id, *call, step)
        {
            return;
        }
        if let Input::Answered(call, _) = &input
            && !self.calls.answered(*call)
        {
            return;
        }
        for input in self.before_server(id, input) {
            self.take(id, input);
        }
    }

    fn take(&mut self, id: Id, input: Input) {
        let lives = std::array::from_fn(|id| self.places[id].life);
        let place = &mut self.places[id.0];
        let Some(mut node) = place.node.take() else { return };
        let Some(mut random) = place.random.take() else { return };
        let mut context = Context {
            now: Context::moment(self.now()),
            me: id,
            life: lives[id.0],
            lives,
            network: &self.network,
            random: &mut random,
            next_call: &mut self.next_call,
            out: Vec::new(),
        };
        node.take(&mut context, input);
        let out = context.out;
        (self.places[id.0].node, self.places[id.0].random) = (Some(node), Some(random));
        for out in out {
            self.carry_out(id, out);
        }
    }

    /// Sends a message to a subscriber.
    fn post(&mut self, from: Id, to: Id, message: Message) {
        let now = self.now();
        let topic = message.topic();
        if self.network.is_cut(now, from, to) && !self.hold_back(from, to, topic) {
            return;
        }
        let due = self.network.due(now, from, to, Some(topic));
        self.put(due, Letter::To(to, None, Input::Message(from, message)));
    }

    /// Makes room for a message that cannot be sent now: a publisher keeps a few, and drops the oldest.
    fn hold_back(&mut self, from: Id, to: Id, topic: Topic) -> bool {
        let now = (self.now() * 1e6) as u64;
        let is_held = |letter: &Letter| match letter {
            Letter::To(reader, _, Input::Message(writer, message)) => {
                *reader == to && *writer == from && message.topic() == topic
            }
            _ => false,
        };
        let held: Vec<_> =
            self.queue.range((now, 0)..).filter(|(_, letter)| is_held(letter)).map(|(key, _)| *key).collect();
        if topic.history() <= held.len()
            && let Some(oldest) = held.first()
        {
            self.queue.remove(oldest);
        }
        true
    }

    fn carry_out(&mut self, me: Id, out: Out) {
        let now = self.now();
        let life = self.places[me.0].life;
        match out {
            Out::Publish(message) => {
                match &message {
                    Message::Joints(joints) => joints.iter().for_each(|(_, at, _)| self.trace.number(*at)),
                    Message::Report(_) | Message::Face(_) | Message::Step(_) => self.trace.number(now),
                    message => self.trace.line(now, &format!("{} publishes {message}", me.name())),
                }
                if let Some(published) = &mut self.published {
                    published.push(Published { seconds: now, by: me, life, message: message.clone() });
                }
                self.laws.published(now, &message);
                self.network.keep(me, &message);
                for to in Id::all().filter(|to| *to != me && message.topic().is_read_by(*to)) {
                    if self.network.is_joined(now, me, to) {
                        self.post(me, to, message.clone());
                    }
                }
            }
            Out::Wake(seconds, wake) => self.put(now + seconds, Letter::To(me, Some(life), Input::Wake(wake))),
            Out::Busy(seconds) => self.stall(me, seconds),
            Out::AllStopped => {
                self.trace.line(now, "all nodes have confirmed the stop of the page");
                self.laws.stopped(now);
            }
            Out::Note(text) => self.trace.line(now, &format!("{} notes: {text}", me.name())),
            Out::Call(..) | Out::Cancel(_) | Out::Ask(..) | Out::Feedback(..) | Out::End(..) | Out::Answer(..) => {
                self.converse(me, life, out);
            }
        }
    }

    pub(crate) fn life(&self, id: Id) -> u32 {
        self.places[id.0].life
    }
}
