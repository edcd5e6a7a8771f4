//! The fastest motions for a given sequence of moves: A* over phases and face turns.

use cube::{AxialTurn, Axis, Rotation};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

use rig::{Action, Arm, Claw, Motion, Pair, RigState};
use rustc_hash::FxHashMap;

use crate::Error;
use crate::axis::{left_after, side_of_axis};
use crate::bound::{Bound, Templates, pattern};
use crate::clock::{Clock, Nanos, seconds};
use crate::line::Step;
use crate::phase::{Model, Phase};
use crate::steps::{Pen, Timed};
use crate::wrists::{Domain, Wrists, parities, wrists_of};

/// Where a search stands: how far through the moves, how the cube lies, where the wrists are. All claws are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    block: u16,
    left: [u8; 2],
    pose: Rotation,
    wrists: Wrists,
    /// Only at the very start: which claws are open.
    open: [bool; 4],
}

impl Node {
    fn key(&self) -> u64 {
        let wrists = self.wrists.iter().fold(0, |key, &wrist| key * 8 + u64::from(wrist));
        let open = self.open.iter().fold(0, |key, &open| key * 2 + u64::from(open));
        let left = u64::from(self.left[0]) + 4 * u64::from(self.left[1]);
        (((u64::from(self.block) * 16 + left) * 24 + self.pose.index() as u64) * 4096 + wrists) * 16 + open
    }
}

/// Shares of the least time, as divisors, by which a plan may be longer in the searches that come first. They drop nearly all
/// nodes, and most plans take hardly longer than the least time. What they find is what a search without a limit would find: it
/// would look at what they drop only later.
const SLACKS: [Nanos; 2] = [100, 25];

/// One step of the search.
#[derive(Clone, Copy, Debug)]
enum Edge {
    Phase(Phase),
    Turn { arm: Arm, quarters: i32 },
}

/// A rig prepared for planning: its tables are made once and serve any number of plans.
pub(crate) struct Machine {
    pub model: Model,
    templates: Templates,
    /// Phases from all claws closed, by [`Machine::place`], found when they are first asked for.
    phases: Vec<OnceLock<Box<[Phase]>>>,
}

impl Machine {
    pub fn new(profile: &rig::Profile) -> Machine {
        let clock = Clock::new(profile);
        let domain = Domain::of(&profile.rules);
        let places = usize::from(domain.size()).pow(4) * 2 * 16;
        Machine {
            model: Model::new(&profile.rules, clock, domain),
            templates: Templates::new(&profile.rules, clock),
            phases: (0..places).map(|_| OnceLock::new()).collect(),
        }
    }

    /// Phases from a node with a holder, in which the active arms turn by `net`.
    fn phases(&self, node: &Node, holder: Pair, net: [u8; 2]) -> Cow<'_, [Phase]> {
        let find = || self.model.phases(&node.wrists, &node.open, holder, net);
        if node.open != [false; 4] {
            return Cow::Owned(find());
        }
        let known = self.phases[self.place(&node.wrists, holder, net)].get_or_init(|| find().into());
        Cow::Borrowed(known)
    }

    fn place(&self, wrists: &Wrists, holder: Pair, net: [u8; 2]) -> usize {
        let size = usize::from(self.model.domain.size());
        let wrists = (wrists.iter()).fold(0, |place, &wrist| place * size + usize::from(wrist));
        (wrists * 2 + holder.index()) * 16 + usize::from(net[0]) + 4 * usize::from(net[1])
    }

    /// The fastest motions from a state through all blocks, in order of their start, that end before a time: anywhere or, when
    /// asked, with all claws closed and neutral. `None` when there are none.
    pub fn fastest(
        &self,
        profile: &rig::Profile,
        start: &RigState,
        blocks: &[AxialTurn],
        to_rest: bool,
        before: Nanos,
    ) -> Result<Option<Vec<Motion>>, Error> {
        let rules = &profile.rules;
        Error::of_start(rules, start)?;
        let wrists =
            wrists_of(self.model.domain, rules, start).map_err(|arm| Error::wrist_out_of_range(profile, start, arm))?;
        let open = Arm::ALL.map(|arm| self.model.present[arm.index()] && start.arm(arm).claw == Claw::Open);
        let first =
            Node { block: 0, left: blocks.first().map_or([0, 0], |block| block.net()), pose: start.pose, wrists, open };
        let bound = Bound::new(&self.templates, blocks, to_rest);
        let search = |before| Search {
            machine: self,
            blocks,
            to_rest,
            before,
            bound: &bound,
            known: FxHashMap::default(),
            queue: BinaryHeap::new(),
        };
        let least = search(before).least_left(&first);
        let narrow = SLACKS.map(|slack| least.saturating_add(least / slack + 1));
        let narrow = narrow.into_iter().filter(|&narrow| narrow < before);
        let mut found = narrow.map(|narrow| search(narrow).run(first));
        Ok(found.find_map(|found| found).or_else(|| search(before).run(first)))
    }
}

/// One search for motions that end before a time.
struct Search<'a> {
    machine: &'a Machine,
    blocks: &'a [AxialTurn],
    to_rest: bool,
    before: Nanos,
    bound: &'a Bound,
    /// Best time so far to each node, and the step that led there.
    known: FxHashMap<u64, (Nanos, Option<(Node, Edge)>)>,
    /// By least total time, then least time left.
    queue: BinaryHeap<Reverse<(Nanos, Nanos, Node)>>,
}

impl Search<'_> {
    fn run(mut self, first: Node) -> Option<Vec<Motion>> {
        self.reach(first, 0, None);
        while let Some(Reverse((total, left, node))) = self.queue.pop() {
            let nanos = total - left;
            if self.known.get(&node.key()).is_none_or(|(known, _)| *known < nanos) {
                continue;
            }
            if self.is_done(&node) {
                return Some(self.read_back(node));
            }
            self.expand(node, nanos);
        }
        None
    }

    fn is_done(&self, node: &Node) -> bool {
        let neutral = self.machine.model.domain.neutral();
        usize::from(node.block) == self.blocks.len()
            && (!self.to_rest || (node.open == [false; 4] && node.wrists == [neutral; 4]))
    }

    /// Least time from a node to the end.
    fn least_left(&self, node: &Node) -> Nanos {
        if node.open != [false; 4] {
            return 0;
        }
        let parities = parities(self.machine.model.domain, node.wrists);
        let block = usize::from(node.block);
        (self.bound).at(block, node.left, node.pose, pattern(&parities))
    }

    /// Notes a way to a node, moving on to the next block when nothing is left of this one.
    fn reach(&mut self, mut node: Node, nanos: Nanos, from: Option<(Node, Edge)>) {
        if node.left == [0, 0] && usize::from(node.block) < self.blocks.len() {
            node.block += 1;
            node.left = self.blocks.get(usize::from(node.block)).map_or([0, 0], |block| block.net());
        }
        let left = self.least_left(&node);
        if left == Nanos::MAX || self.before <= nanos + left {
            return;
        }
        let key = node.key();
        if self.known.get(&key).is_none_or(|(known, _)| nanos < *known) {
            self.known.insert(key, (nanos, from));
            self.queue.push(Reverse((nanos + left, left, node)));
        }
    }

    fn expand(&mut self, node: Node, nanos: Nanos) {
        for holder in Pair::ALL {
            self.expand_phases(&node, nanos, holder, [0, 0], None);
        }
        let Some(block) = self.blocks.get(usize::from(node.block)).copied() else {
            return;
        };
        if self.machine.model.is_sequential {
            self.expand_turns(&node, nanos, block.axis());
            return;
        }
        // Turns within phases: any choice of the faces that are left. They lie at arms at the start, or where the holder's
        // turn of the cube has brought them.
        for chosen in 1..4_u8 {
            let net = [0, 1].map(|face| if chosen >> face & 1 == 1 { node.left[face] } else { 0 });
            let is_proper = [0, 1].into_iter().all(|face| chosen >> face & 1 == 0 || net[face] != 0);
            if !is_proper {
                continue;
            }
            for holder in Pair::ALL {
                for net in if net[0] == net[1] { vec![net] } else { vec![net, [net[1], net[0]]] } {
                    self.expand_phases(&node, nanos, holder, net, Some(block.axis()));
                }
            }
        }
    }

    /// Phases with a holder, in which the active arms turn by `net`: faces of the given axis.
    fn expand_phases(&mut self, node: &Node, nanos: Nanos, holder: Pair, net: [u8; 2], axis: Option<Axis>) {
        let machine = self.machine;
        let before = self.before;
        let in_time = |phase: &&Phase| nanos + phase.nanos < before;
        for phase in machine.phases(node, holder, net).iter().filter(in_time) {
            let mut next = Node { wrists: phase.to, open: [false; 4], ..*node };
            next.pose = node.pose.then(holder.rotation(phase.cube));
            if let Some(axis) = axis {
                let turned_in = if phase.after == [0, 0] { node.pose } else { next.pose };
                match left_after(node.left, net, holder.other(), turned_in, axis) {
                    Some(left) => next.left = left,
                    None => continue,
                }
            }
            self.reach(next, nanos + phase.nanos, Some((*node, Edge::Phase(*phase))));
        }
    }

    /// Single turns of faces of the current block while all other claws hold.
    fn expand_turns(&mut self, node: &Node, nanos: Nanos, axis: Axis) {
        if node.open != [false; 4] {
            return;
        }
        let model = &self.machine.model;
        let side = side_of_axis(node.pose, axis);
        for (face, side) in [(0, side), (1, side.opposite())] {
            let Some(arm) = Arm::at(side).filter(|arm| model.present[arm.index()]) else {
                continue;
            };
            if node.left[face] == 0 || !model.is_vertical(&node.wrists, arm.pair().other()) {
                continue;
            }
            for quarters in [-2, -1, 1, 2] {
                let Some(turned) = model.domain.turned(node.wrists[arm.index()], quarters) else {
                    continue;
                };
                let mut next = *node;
                next.wrists[arm.index()] = turned;
                next.left[face] = (i32::from(node.left[face]) - quarters).rem_euclid(4) as u8;
                let edge = Edge::Turn { arm, quarters };
                self.reach(next, nanos + model.turn(node.wrists[arm.index()], quarters), Some((*node, edge)));
            }
        }
    }

    /// The motions that lead to a node.
    fn read_back(&self, last: Node) -> Vec<Motion> {
        let mut timed: Vec<Timed> = Vec::new();
        let mut node = last;
        while let Some((_, Some((before, edge)))) = self.known.get(&node.key()) {
            let start = self.known.get(&before.key()).map_or(0, |(nanos, _)| *nanos);
            match edge {
                Edge::Phase(phase) => {
                    timed.extend(self.machine.model.steps(&before.wrists, &before.open, phase, start));
                }
                Edge::Turn { arm, quarters } => {
                    let wrist = before.wrists[arm.index()];
                    let mut pen = Pen::new(&self.machine.model, *arm, wrist, start, &mut timed);
                    pen.draw_turn(*quarters);
                }
            }
            node = *before;
        }
        motions(timed)
    }
}

/// Timed steps as motions in order of their start.
pub(crate) fn motions(mut timed: Vec<Timed>) -> Vec<Motion> {
    timed.sort_by_key(|step| (step.start, step.arm));
    timed
        .into_iter()
        .map(|step| Motion {
            arm: step.arm,
            action: match step.step {
                Step::Open => Action::Open,
                Step::Close => Action::Close,
                Step::Turn(quarters) => Action::Turn(quarters as i8),
            },
            start: seconds(step.start),
            end: seconds(step.end),
        })
        .collect()
}
