//! A lower bound on the time that a sequence of moves still needs: the same problem without twist.
//!
//! Wrists count only as vertical or horizontal, and poses only by which cube axis lies on which axis of the
//! rig (so either face of an axis may be at either arm). Every real phase is a phase of this
//! smaller problem that takes no longer, so its exact answer, found backwards from the end by shortest path,
//! never overestimates and is consistent, as A* needs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rig::{Arm, Pair, Pose, Rules};

use crate::blocks::Block;
use crate::clock::{Clock, Nanos};
use crate::phase::{Model, Phase};
use crate::wrists::{Domain, Wrists};

/// Which cube axis lies along RL and which along FB: `3 * along RL + along FB`.
type Arrangement = usize;

/// Phases of the small problem, by net turn and by the wrists after them.
pub(crate) struct Templates {
    model: Model,
    to: Vec<Vec<(usize, Phase)>>,
}

/// Lower bounds for one sequence of blocks.
pub(crate) struct Bound {
    remaining: Vec<Nanos>,
}

pub(crate) fn arrangement(pose: Pose) -> Arrangement {
    let along = |arm: Arm| pose.face_at(arm.side()).index() % 3;
    3 * along(Arm::R) + along(Arm::F)
}

/// The arrangement before or after the holder turned the cube by an odd number of quarters.
fn swapped(arrangement: Arrangement, holder: Pair) -> Arrangement {
    let (rl, fb) = (arrangement / 3, arrangement % 3);
    let up = 3 - rl - fb;
    match holder {
        Pair::RL => 3 * rl + up,
        Pair::FB => 3 * up + fb,
    }
}

pub(crate) fn pattern(parities: &Wrists) -> usize {
    parities
        .iter()
        .enumerate()
        .map(|(arm, &parity)| usize::from(parity) << arm)
        .sum()
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
            let is_valid = Pair::ALL
                .into_iter()
                .any(|pair| model.is_vertical(&wrists, pair))
                && Arm::ALL
                    .into_iter()
                    .all(|arm| model.present[arm.index()] || wrists[arm.index()] == 0);
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
                        to[net_index(net) * 16 + pattern(&phase.to)].push((from, phase));
                    }
                }
            }
        }
        Templates { model, to }
    }
}

/// A search node: block, what is left of it, arrangement, wrists. The end is the block after the last with nothing left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    block: usize,
    left: [u8; 2],
    arrangement: Arrangement,
    pattern: usize,
}

impl Node {
    fn index(&self) -> usize {
        ((self.block * 16 + net_index(self.left)) * 9 + self.arrangement) * 16 + self.pattern
    }
}

impl Bound {
    /// `neutral_end`: whether the plan must end with all wrists vertical (it ends neutral).
    pub fn new(templates: &Templates, blocks: &[Block], neutral_end: bool) -> Bound {
        let mut remaining = vec![Nanos::MAX; (blocks.len() + 1) * 16 * 9 * 16];
        let mut queue = BinaryHeap::new();
        for arrangement in [1, 2, 3, 5, 6, 7] {
            for pattern in 0..16 {
                if !neutral_end || pattern == 0 {
                    let node = Node {
                        block: blocks.len(),
                        left: [0, 0],
                        arrangement,
                        pattern,
                    };
                    remaining[node.index()] = 0;
                    queue.push(Reverse((0, node)));
                }
            }
        }
        let mut search = Search {
            templates,
            blocks,
            remaining,
            queue,
        };
        while let Some(Reverse((nanos, node))) = search.queue.pop() {
            if nanos == search.remaining[node.index()] {
                search.expand(node, nanos);
            }
        }
        Bound {
            remaining: search.remaining,
        }
    }

    /// Nanoseconds still needed at least. `left` of the current block is not all zero, except at the end.
    pub fn at(
        &self,
        block: usize,
        left: [u8; 2],
        arrangement: Arrangement,
        pattern: usize,
    ) -> Nanos {
        self.remaining[Node {
            block,
            left,
            arrangement,
            pattern,
        }
        .index()]
    }
}

/// The backward search under way.
struct Search<'a> {
    templates: &'a Templates,
    blocks: &'a [Block],
    remaining: Vec<Nanos>,
    queue: BinaryHeap<Reverse<(Nanos, Node)>>,
}

impl Search<'_> {
    fn relax(&mut self, node: Node, nanos: Nanos) {
        let known = &mut self.remaining[node.index()];
        if nanos < *known {
            *known = nanos;
            self.queue.push(Reverse((nanos, node)));
        }
    }

    /// Reaches everything from which one step leads to `node`.
    fn expand(&mut self, node: Node, nanos: Nanos) {
        let templates = self.templates;
        for (from, phase) in &templates.to[node.pattern] {
            let mut before = Node {
                pattern: *from,
                ..node
            };
            if phase.cube % 2 != 0 {
                before.arrangement = swapped(node.arrangement, phase.holder);
            }
            self.relax(before, nanos + phase.nanos);
        }
        self.expand_turns(node, nanos);
        // The start of a block is the end of the block before it.
        let is_fresh = self
            .blocks
            .get(node.block)
            .is_none_or(|block| block.net == node.left);
        if is_fresh && 0 < node.block {
            self.expand_turns(
                Node {
                    block: node.block - 1,
                    left: [0, 0],
                    ..node
                },
                nanos,
            );
        }
    }

    fn expand_turns(&mut self, node: Node, nanos: Nanos) {
        let Some(block) = self.blocks.get(node.block) else {
            return;
        };
        if self.templates.model.is_sequential {
            self.expand_single_turns(node, nanos, block.axis);
        } else {
            self.expand_turning_phases(node, nanos, *block);
        }
    }

    fn expand_single_turns(&mut self, node: Node, nanos: Nanos, axis: usize) {
        let model = &self.templates.model;
        for pair in Pair::ALL {
            let lies_here = [node.arrangement / 3, node.arrangement % 3][pair.index()] == axis;
            if !lies_here || !model.is_vertical(&parities(node.pattern), pair.other()) {
                continue;
            }
            for arm in pair
                .arms()
                .into_iter()
                .filter(|arm| model.present[arm.index()])
            {
                for quarters in [1, 2, 3] {
                    let seconds = model.clock.turn(if quarters == 3 { 1 } else { quarters });
                    let pattern = node.pattern ^ (usize::from(quarters % 2 == 1) << arm.index());
                    for face in 0..2 {
                        let mut left = node.left;
                        left[face] = (left[face] + quarters as u8) % 4;
                        self.relax(
                            Node {
                                left,
                                pattern,
                                ..node
                            },
                            nanos + seconds,
                        );
                    }
                }
            }
        }
    }

    fn expand_turning_phases(&mut self, node: Node, nanos: Nanos, block: Block) {
        let templates = self.templates;
        // The faces turned are those that had all of their turn left before and have none now.
        for turned in 1..4 {
            let is_turned = [turned & 1 != 0, turned & 2 != 0];
            let fits = [0, 1]
                .into_iter()
                .all(|face| !is_turned[face] || (block.net[face] != 0 && node.left[face] == 0));
            if !fits {
                continue;
            }
            let mut net = [0, 0];
            let mut left = node.left;
            for face in [0, 1] {
                if is_turned[face] {
                    net[face] = block.net[face];
                    left[face] = block.net[face];
                }
            }
            for at_arms in [net, [net[1], net[0]]] {
                for (from, phase) in &templates.to[net_index(at_arms) * 16 + node.pattern] {
                    let is_odd = phase.cube % 2 != 0;
                    let arrangement = if is_odd {
                        swapped(node.arrangement, phase.holder)
                    } else {
                        node.arrangement
                    };
                    let turning = if phase.after == [0, 0] {
                        arrangement
                    } else {
                        node.arrangement
                    };
                    let active = phase.holder.other();
                    if [turning / 3, turning % 3][active.index()] == block.axis {
                        self.relax(
                            Node {
                                left,
                                arrangement,
                                pattern: *from,
                                ..node
                            },
                            nanos + phase.nanos,
                        );
                    }
                }
            }
        }
    }
}
