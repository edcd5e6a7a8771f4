//! What the middleware does to messages: who has discovered whom, in which order and how late messages come, which are lost.

use std::collections::BTreeMap;
use std::ops::Range;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::id::Id;
use crate::message::{Message, Topic};

/// Seconds that a message takes.
const USUAL_DELAY: Range<f64> = 0.0003..0.004;
/// Seconds until two nodes have discovered each other.
const USUAL_DISCOVERY: Range<f64> = 0.05..0.4;
/// ROS lists a node that died for this many seconds; what is asked of it is lost.
const GHOST: f64 = 20.0;

/// A stream of messages that keeps its order: from, to, and the topic; no topic for services and actions.
type Stream = (Id, Id, Option<Topic>);

/// What a node is to the others.
#[derive(Clone, Copy, Debug, Default)]
struct Presence {
    is_alive: bool,
    /// Until when a dead one is listed.
    listed_until: f64,
}

/// The middleware.
pub struct Network {
    seed: u64,
    /// Each stream draws for itself: what changes one of them leaves the others as they are.
    randoms: BTreeMap<Stream, ChaCha8Rng>,
    presence: [Presence; Id::COUNT],
    /// `[of][by]`: from when on a node is known by another one.
    known: [[f64; Id::COUNT]; Id::COUNT],
    newest_due: BTreeMap<Stream, f64>,
    /// The newest message of each latched topic of a node that lives.
    latched: BTreeMap<(Id, Topic), Message>,
    /// Messages are late by this many seconds more, until then.
    late: (Range<f64>, f64),
    /// The nodes of the other host, and until when no message passes between the two.
    cut: (Vec<Id>, f64),
    /// Nodes that start are discovered so late.
    discovery: Range<f64>,
}

impl Network {
    /// A middleware without nodes.
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            randoms: BTreeMap::new(),
            presence: [Presence::default(); Id::COUNT],
            known: [[f64::INFINITY; Id::COUNT]; Id::COUNT],
            newest_due: BTreeMap::new(),
            latched: BTreeMap::new(),
            late: (0.0..0.001, f64::NEG_INFINITY),
            cut: (Vec::new(), f64::NEG_INFINITY),
            discovery: USUAL_DISCOVERY,
        }
    }

    fn random(&mut self, stream: Stream) -> &mut ChaCha8Rng {
        let (from, to, topic) = stream;
        let number = 1_000 * from.0 + 10 * to.0 + topic.map_or(9, |topic| topic as usize);
        let seed = self.seed.wrapping_add(number as u64);
        self.randoms.entry(stream).or_insert_with(|| ChaCha8Rng::seed_from_u64(seed))
    }

    /// A node begins. Returns who discovers whom when: (of, by, time).
    pub fn begin(&mut self, now: f64, node: Id) -> Vec<(Id, Id, f64)> {
        self.presence[node.0] = Presence { is_alive: true, listed_until: 0.0 };
        let mut found = Vec::new();
        let presence = self.presence;
        for other in Id::all().filter(|other| *other != node && presence[other.0].is_alive) {
            for (of, by) in [(node, other), (other, node)] {
                let discovery = self.discovery.clone();
                let at = now + self.random((of, by, None)).random_range(discovery);
                self.known[of.0][by.0] = at;
                found.push((of, by, at));
            }
        }
        found
    }

    /// A node is no more.
    pub fn end(&mut self, now: f64, node: Id) {
        self.presence[node.0] = Presence { is_alive: false, listed_until: now + GHOST };
        self.latched.retain(|(publisher, _), _| *publisher != node);
        self.newest_due.retain(|(from, to, _), _| *from != node && *to != node);
    }

    /// Whether messages from one node reach another one.
    pub fn is_joined(&self, now: f64, from: Id, to: Id) -> bool {
        self.presence[to.0].is_alive && self.known[to.0][from.0] <= now && self.known[from.0][to.0] <= now
    }

    /// Whether ROS lists a node for another one; it may have died.
    pub fn lists(&self, now: f64, node: Id, by: Id) -> bool {
        let Presence { is_alive, listed_until } = self.presence[node.0];
        now < listed_until || is_alive && self.known[node.0][by.0] <= now
    }

    /// When both have discovered each other, if both live.
    pub fn joined_from(&self, from: Id, to: Id) -> f64 {
        self.known[to.0][from.0].max(self.known[from.0][to.0])
    }

    /// Keeps what is published for late subscribers.
    pub fn keep(&mut self, from: Id, message: &Message) {
        let topic = message.topic();
        if topic.is_latched() {
            self.latched.insert((from, topic), message.clone());
        }
    }

    /// What a subscriber receives of a publisher that it has just discovered.
    pub fn kept(&self, from: Id, to: Id) -> Vec<Message> {
        let topics = Topic::ALL.into_iter().filter(|topic| topic.is_read_by(to));
        topics.filter_map(|topic| self.latched.get(&(from, topic)).cloned()).collect()
    }

    /// When a message that is sent now arrives.
    pub fn due(&mut self, now: f64, from: Id, to: Id, topic: Option<Topic>) -> f64 {
        let late = self.late.clone();
        let random = self.random((from, to, topic));
        let mut due = now + random.random_range(USUAL_DELAY);
        let more = random.random_range(late.0);
        if now < late.1 {
            due += more;
        }
        let (others, until) = &self.cut;
        if now < *until && others.contains(&from) != others.contains(&to) {
            due = due.max(*until + 0.01);
        }
        let newest = self.newest_due.entry((from, to, topic)).or_insert(due);
        *newest = newest.max(due);
        *newest
    }

    /// Whether a message between two nodes waits until two hosts see each other again.
    pub fn is_cut(&self, now: f64, from: Id, to: Id) -> bool {
        let (others, until) = &self.cut;
        now < *until && others.contains(&from) != others.contains(&to)
    }

    /// Messages are late from now on.
    pub fn be_late(&mut self, most: f64, until: f64) {
        self.late = (0.0..most, until);
    }

    /// Two hosts do not see each other.
    pub fn cut(&mut self, others: Vec<Id>, until: f64) {
        self.cut = (others, until);
    }

    /// Nodes that start are discovered this late at most; nothing for the usual time.
    pub fn discover_within(&mut self, most: Option<f64>) {
        self.discovery = most.map_or(USUAL_DISCOVERY, |most| USUAL_DISCOVERY.start..most);
    }

    /// All is as it was.
    pub fn heal(&mut self, now: f64) {
        self.late.1 = self.late.1.min(now);
        self.cut.1 = self.cut.1.min(now);
        self.discovery = USUAL_DISCOVERY;
    }
}
