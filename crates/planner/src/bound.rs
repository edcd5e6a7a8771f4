//! A lower bound on the time that a sequence of moves still needs: the same problem without twist.
//!
//! Wrists count only as vertical or horizontal. Every real phase is a phase of this smaller problem, and takes no longer in it.
//! The exact answer comes from a search for the shortest path, backwards from the end. So it never overestimates and is
//! consistent, as A* needs. (Forgetting also which face of an axis lies at which arm makes it too weak.)

use cube::{AxialTurn, Axis, Rotation};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rig::{Arm, Pair, Rules};

use crate::axis::{left_after, side_of_axis};
use crate::clock::{Clock, Nanos};
use crate::phase::{Model, Phase};
use crate::wrists::{Domain, Wrists};

/// Phases of the small problem, by net turn and by the wrists after them.
pub(crate) struct Templates {
    model: Model,
    to: Vec<Vec<Template>>,
}

/// A phase, backwards.
#[derive(Clone)]
struct Template {
    /// The wrists before it.
    from: usize,
    /// From how the cube lies after it to how it lay before.
    back: Rotation,
    active: Pair,
    /// Whether the active arms turn their faces before the cube turns.
    turns_first: bool,
    nanos: Nanos,
}

impl Template {
    fn new(from: usize, phase: &Phase) -> Template {
        Template {
            from,
            back: phase.holder.rotation(-phase.cube),
            active: phase.holder.other(),
            turns_first: phase.after == [0, 0],
            nanos: phase.nanos,
        }
    }
}

/// Lower bounds for one sequence of blocks.
pub(crate) struct Bound {
    remaining: Vec<Nanos>,
}

pub(crate) fn pattern(parities: &Wrists) -> usize {
    parities.iter().enumerate().map(|(arm, &parity)| usize::from(parity) << arm).sum()
}

fn parities(pattern: usize) -> Wrists {
    [0, 1, 2, 3].map(|arm| (pattern >> arm & 1) as u8)
}

fn net_index(net: [u8; 2]) -> usize {
    usize::from(net[0]) + 4 * usize::from(net[1])
}

impl Templates {
    pub fn new(rules: &Rules, clock: Clock) -> Templates {
        let model = Model::new(rules, clock, Domain::Parity);
        let mut to = vec![Vec::new(); 16 * 16];
        for from in 0..16 {
            let wrists = parities(from);
            let is_valid = Pair::ALL.into_iter().any(|pair| model.is_vertical(&wrists, pair))
                && Arm::ALL.into_iter().all(|arm| model.present[arm.index()] || wrists[arm.index()] == 0);
            if !is_valid {
                continue;
            }
            for holder in Pair::ALL {
                for net in 0..16 {
                    if net != 0 && model.is_sequential {
                        continue;
                    }
                    let net = [net as u8 % 4, net as u8 / 4];
                    for phase in model.phases(&wrists, &[false; 4], holder, net) {
                        to[net_index(net) * 16 + pattern(&phase.to)].push(Template::new(from, &phase));
                    }
                }
            }
        }
        Templates { model, to }
    }
}

/// A search node: block, what is left of it, arrangement, wrists. The end is the block after the last with nothing left.
#[derive(Clone, Copy)]
struct Node {
    block: usize,
    left: [u8; 2],
    pose: Rotation,
    pattern: usize,
}

impl Node {
    fn index(&self) -> usize {
        ((self.block * 16 + net_index(self.left)) * Rotation::COUNT + self.pose.index()) * 16 + self.pattern
    }

    /// The node of an index.
    fn at(index: usize) -> Option<Node> {
        let (rest, pattern) = (index / 16, index % 16);
        let (rest, pose) = (rest / Rotation::COUNT, rest % Rotation::COUNT);
        Some(Node {
            block: rest / 16,
            left: [(rest % 4) as u8, (rest / 4 % 4) as u8],
            pose: Rotation::from_index(pose)?,
            pattern,
        })
    }
}

impl Bound {
    /// `neutral_end`: whether the plan must end with all wrists vertical (it ends neutral).
    pub fn new(templates: &Templates, blocks: &[AxialTurn], neutral_end: bool) -> Bound {
        let mut remaining = vec![Nanos::MAX; (blocks.len() + 1) * 16 * Rotation::COUNT * 16];
        let mut queue = BinaryHeap::new();
        for pose in Rotation::all() {
            for pattern in 0..16 {
                if !neutral_end || pattern == 0 {
                    let node = Node { block: blocks.len(), left: [0, 0], pose, pattern };
                    remaining[node.index()] = 0;
                    queue.push(Reverse((0, node.index())));
                }
            }
        }
        let mut search = Search { templates, blocks, remaining, queue };
        while let Some(Reverse((nanos, index))) = search.queue.pop() {
            if nanos == search.remaining[index]
                && let Some(node) = Node::at(index)
            {
                search.expand(node, nanos);
            }
        }
        Bound { remaining: search.remaining }
    }

    /// Nanoseconds still needed at least. `left` of the current block is not all zero, except at the end.
    pub fn at(&self, block: usize, left: [u8; 2], pose: Rotation, pattern: usize) -> Nanos {
        self.remaining[Node { block, left, pose, pattern }.index()]
    }
}

/// The backward search under way.
struct Search<'a> {
    templates: &'a Templates,
    blocks: &'a [AxialTurn],
    remaining: Vec<Nanos>,
    /// By least time, with indices of nodes.
    queue: BinaryHeap<Reverse<(Nanos, usize)>>,
}

impl Search<'_> {
    fn relax(&mut self, node: Node, nanos: Nanos) {
        self.relax_at(node.index(), nanos);
    }

    fn relax_at(&mut self, index: usize, nanos: Nanos) {
        let known = &mut self.remaining[index];
        if nanos < *known {
            *known = nanos;
            self.queue.push(Reverse((nanos, index)));
        }
    }

    /// Reaches everything from which one step leads to `node`.
    fn expand(&mut self, node: Node, nanos: Nanos) {
        let templates = self.templates;
        let place = node.index() - node.pose.index() * 16 - node.pattern;
        for template in &templates.to[node.pattern] {
            let pose = node.pose.then(template.back);
            let before = place + pose.index() * 16 + template.from;
            self.relax_at(before, nanos + template.nanos);
        }
        self.expand_turns(node, nanos);
        // The start of a block is the end of the block before it.
        let is_fresh = self.blocks.get(node.block).is_none_or(|block| block.net() == node.left);
        if is_fresh && 0 < node.block {
            self.expand_turns(Node { block: node.block - 1, left: [0, 0], ..node }, nanos);
        }
    }

    fn expand_turns(&mut self, node: Node, nanos: Nanos) {
        let Some(block) = self.blocks.get(node.block) else {
            return;
        };
        if self.templates.model.is_sequential {
            self.expand_single_turns(node, nanos, block.axis());
        } else {
            self.expand_turning_phases(node, nanos, *block);
        }
    }

    fn expand_single_turns(&mut self, node: Node, nanos: Nanos, axis: Axis) {
        let model = &self.templates.model;
        let first = side_of_axis(node.pose, axis);
        for (face, side) in [(0, first), (1, first.opposite())] {
            let Some(arm) = Arm::at(side).filter(|arm| model.present[arm.index()]) else {
                continue;
            };
            if !model.is_vertical(&parities(node.pattern), arm.pair().other()) {
                continue;
            }
            for quarters in [-1, 1, 2] {
                let pattern = node.pattern ^ (usize::from(quarters != 2) << arm.index());
                let mut left = node.left;
                left[face] = (i32::from(left[face]) + quarters).rem_euclid(4) as u8;
                let before = Node { left, pattern, ..node };
                self.relax(before, nanos + model.turn(0, quarters));
            }
        }
    }

    fn expand_turning_phases(&mut self, node: Node, nanos: Nanos, block: AxialTurn) {
        let templates = self.templates;
        // The faces turned are those that had all of their turn left before and have none now.
        for chosen in 1..4_u8 {
            let is_turned = [chosen & 1 != 0, chosen & 2 != 0];
            let fits =
                [0, 1].into_iter().all(|face| !is_turned[face] || (block.net()[face] != 0 && node.left[face] == 0));
            if !fits {
                continue;
            }
            let net = [0, 1].map(|face| if is_turned[face] { block.net()[face] } else { 0 });
            let left = [0, 1].map(|face| if is_turned[face] { net[face] } else { node.left[face] });
            let both_ways = [net, [net[1], net[0]]];
            for at_arms in &both_ways[..if net[0] == net[1] { 1 } else { 2 }] {
                for template in &templates.to[net_index(*at_arms) * 16 + node.pattern] {
                    let pose = node.pose.then(template.back);
                    let turned_in = if template.turns_first { pose } else { node.pose };
                    let after = left_after(left, *at_arms, template.active, turned_in, block.axis());
                    if after == Some(node.left) {
                        let before = Node { left, pose, pattern: template.from, ..node };
                        self.relax(before, nanos + template.nanos);
                    }
                }
            }
        }
    }
}
