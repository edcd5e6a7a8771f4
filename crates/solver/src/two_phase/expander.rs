//! Expands a batch of phase-one positions: what follows each of them.

use super::effects::Effects;
use super::graph::{LONG_WAIT, ListedStep};
use super::search_tables::{Far, SearchTables, position};
use crate::memory::prefetch;
use cube::symmetry::{AXIAL, SYMMETRIES};

/// Leaving phase two and coming back takes three steps at least.
const SHORTEST_RETURN: u8 = 3;
/// A distance that is yet to be looked up.
const UNKNOWN: u8 = u8::MAX;

/// A position in phase one.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The number in the graph where `left` is within its reach, else the class.
    pub at: u32,
    /// Used only where `at` is a class.
    pub twist: u16,
    pub corners: u16,
    /// The placement of the middle edges.
    pub slice: u16,
    /// The place of the position before, a level up.
    pub parent: u16,
    /// The symmetry that renames the true position to this one.
    pub symmetry: u8,
    /// The step that led here, as it truly is.
    pub step: u8,
    /// The cost that phase one must still have.
    pub left: u8,
    /// A lower bound of that cost.
    pub distance: u8,
}

/// A phase one that has reached phase two.
#[derive(Clone, Copy)]
pub(super) struct Leaf {
    pub corners: u16,
    pub slice: u16,
    /// The place of the position before, in the last level.
    pub parent: u16,
    /// The last step.
    pub step: u8,
}

/// Makes the next positions, with room for those whose distance is yet to be read.
pub(super) struct Expander<'a> {
    tables: SearchTables<'a>,
    /// Products of the axial symmetries.
    products: [[u8; AXIAL]; AXIAL],
    leaders: Vec<Node>,
    followers: Vec<Node>,
}

impl<'a> Expander<'a> {
    pub(super) fn new(tables: SearchTables<'a>) -> Expander<'a> {
        let then = &SYMMETRIES.then;
        Expander {
            tables,
            products: std::array::from_fn(|a| std::array::from_fn(|b| then[a][b])),
            leaders: Vec::new(),
            followers: Vec::new(),
        }
    }

    /// Fills `children` with what follows the nodes, the first of which is at place `first` of its
    /// level, and adds to the leaves. `only` is the one step (as the position is renamed) to take.
    pub(super) fn expand(
        &mut self,
        nodes: &[Node],
        first: u16,
        only: Option<usize>,
        children: &mut Vec<Node>,
        leaves: &mut Vec<Leaf>,
    ) {
        let tables = self.tables;
        children.clear();
        self.leaders.clear();
        let is_near = |node: &&Node| node.left <= tables.graph.reach;
        for node in nodes.iter().filter(is_near) {
            tables.graph.prefetch_list(node.at);
        }
        let mask = only.map_or(u64::MAX, |seen| 1 << seen);
        for (node, parent) in nodes.iter().zip(first..) {
            let allowed = mask & tables.steps.follow[usize::from(node.symmetry)][usize::from(node.step)];
            if is_near(&node) {
                self.expand_near(node, parent, allowed, children, leaves);
            } else if let Far::Effects(_, all) = tables.far {
                let effects = all.effects(position(node.at, node.twist));
                self.expand_by_effects(node, parent, allowed, effects);
            } else {
                let leaders = if only.is_some() { u64::MAX } else { tables.steps.leaders };
                for seen in bits(allowed & leaders) {
                    let child = self.far_child(node, parent, seen);
                    tables.prefetch_distance(child.at, child.twist);
                    self.leaders.push(child);
                }
            }
        }
        if !self.leaders.is_empty() {
            self.follow_leaders(nodes, first, only.is_none());
            self.settle(children);
        }
    }

    /// Takes the listed steps of a near position.
    #[inline]
    fn expand_near(&self, node: &Node, parent: u16, allowed: u64, children: &mut Vec<Node>, leaves: &mut Vec<Leaf>) {
        let tables = &self.tables;
        let symmetry = usize::from(node.symmetry);
        let originals = &tables.steps.original[symmetry];
        let products = &self.products[symmetry];
        let slack = u32::from(node.left - node.distance);
        for &word in tables.graph.list(node.at) {
            let listed = ListedStep(word);
            if listed.wait() > slack {
                break;
            }
            if allowed >> listed.step() & 1 == 0 {
                continue;
            }
            let step = originals[listed.step()];
            let cost = tables.steps.costs[usize::from(step)];
            let left = node.left - cost;
            if left == 0 {
                // The last step of phase one is no phase-two step; phase two has those.
                if node.distance != 0 {
                    let corners = tables.corners_after(node.corners, usize::from(step));
                    let slice = tables.placement_after(node.slice, usize::from(step));
                    tables.prefetch_corner_slice(corners, slice);
                    leaves.push(Leaf { corners, slice, parent, step });
                }
                continue;
            }
            let distance = if listed.wait() < LONG_WAIT {
                node.distance + listed.wait() as u8 - cost
            } else {
                tables.graph.distance(listed.next())
            };
            if left < distance || (distance == 0 && left < SHORTEST_RETURN) {
                continue;
            }
            let corners = tables.corners_after(node.corners, usize::from(step));
            let slice = tables.placement_after(node.slice, usize::from(step));
            tables.graph.prefetch_start(listed.next());
            tables.prefetch_pieces(corners, slice);
            children.push(Node {
                at: listed.next(),
                twist: 0,
                corners,
                slice,
                parent,
                symmetry: products[listed.symmetry()],
                step,
                left,
                distance,
            });
        }
    }

    /// Takes the steps that lead near enough, by their effects.
    #[inline]
    fn expand_by_effects(&mut self, node: &Node, parent: u16, allowed: u64, effects: Effects) {
        let Effects { nearer, level } = effects;
        let near_enough = match node.left - node.distance {
            0 => u64::from(nearer),
            1 => u64::from(nearer | level),
            _ => u64::MAX,
        };
        for seen in bits(allowed & near_enough) {
            let distance = match (nearer >> seen & 1, level >> seen & 1) {
                (1, _) => node.distance - 1,
                (_, 1) => node.distance,
                _ => node.distance + 1,
            };
            let child = self.far_child(node, parent, seen);
            self.leaders.push(Node { distance, ..child });
        }
    }

    /// The position after a step (as the position is renamed), its distance unknown.
    #[inline]
    fn far_child(&self, node: &Node, parent: u16, seen: usize) -> Node {
        let tables = &self.tables;
        let symmetry = usize::from(node.symmetry);
        let step = tables.steps.original[symmetry][seen];
        let (at, twist, turned) = tables.after(node.at, node.twist, seen);
        Node {
            at,
            twist,
            corners: tables.corners_after(node.corners, usize::from(step)),
            slice: tables.placement_after(node.slice, usize::from(step)),
            parent,
            symmetry: self.products[symmetry][usize::from(turned)],
            step,
            left: node.left - tables.steps.costs[usize::from(step)],
            distance: UNKNOWN,
        }
    }

    /// Reads the distances of the leaders, takes the steps they lead where these may be near enough,
    /// and keeps, among `leaders`, whatever is.
    fn follow_leaders(&mut self, nodes: &[Node], first: u16, with_led: bool) {
        let tables = self.tables;
        self.followers.clear();
        let mut leaders = std::mem::take(&mut self.leaders);
        leaders.retain_mut(|leader| {
            if leader.distance != UNKNOWN {
                return true;
            }
            leader.distance = tables.distance(leader.at, leader.twist);
            if with_led {
                let node = &nodes[usize::from(leader.parent - first)];
                let seen = tables.steps.renamed[usize::from(node.symmetry)];
                for led in bits(tables.steps.led[usize::from(seen[usize::from(leader.step)])]) {
                    let original = tables.steps.original[usize::from(node.symmetry)][led];
                    let left = node.left - tables.steps.costs[usize::from(original)];
                    if leader.distance <= left + 1 {
                        let child = self.far_child(node, leader.parent, led);
                        tables.prefetch_distance(child.at, child.twist);
                        self.followers.push(child);
                    }
                }
            }
            leader.distance <= leader.left
        });
        for follower in &mut self.followers {
            follower.distance = tables.distance(follower.at, follower.twist);
            if follower.distance <= follower.left {
                leaders.push(*follower);
            }
        }
        self.leaders = leaders;
    }

    /// Gives the positions that have come near their numbers, and puts all of them on their level.
    fn settle(&mut self, children: &mut Vec<Node>) {
        let tables = self.tables;
        let is_near = |node: &Node| node.left <= tables.graph.reach;
        for child in &self.leaders {
            if is_near(child) {
                tables.graph.prefetch_number(position(child.at, child.twist));
            } else {
                let row = child.at as usize * tables.width;
                prefetch(tables.class_steps, row);
                prefetch(tables.class_steps, row + tables.width - 1);
                if let Far::Effects(_, all) = tables.far {
                    prefetch(all.words, position(child.at, child.twist));
                }
            }
        }
        for child in &mut self.leaders {
            if is_near(child) {
                let Some(number) = tables.graph.number(position(child.at, child.twist)) else {
                    continue;
                };
                (child.at, child.distance) = (number, tables.graph.distance(number));
                if child.distance > child.left {
                    continue;
                }
                tables.graph.prefetch_start(number);
            }
            tables.prefetch_pieces(child.corners, child.slice);
            children.push(*child);
        }
    }
}

/// The places of the bits that are set.
#[inline]
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}
