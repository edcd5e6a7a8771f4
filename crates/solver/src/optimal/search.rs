//! Depth-first search for solutions of exactly one length, from both ends.
//!
//! A position and its inverse are equally far from solved, and the table knows something about
//! each. Both are carried along; a move may be appended to either. Three facts about the group H of
//! the table, which holds all half turns, make the search short:
//!
//! - A half turn appended to a position leaves the coset of its inverse as it is.
//! - A clockwise and an anticlockwise turn of a face give the inverse the same coset, so one look
//!   decides for both.
//! - Therefore, when the inverse's distance equals the remaining moves, no half turn can be next. When only the position's own
//!   distance equals them, the search goes on from the other end.
//!
//! After the branching rule of T. Rokicki's nxopt, as S. Tronto's H48 applies it to half turns.

use cube::{Cube, Face, Move, inverted};

use super::branches::{BRANCH_MOVES, Branch};
use super::coset::Cosets;
use super::edges::EdgeTable;
use super::lanes::Lanes;
use super::position::{Position, move_positions};
use super::table::{Slot, Table};
use crate::Stage;
use crate::race::Race;
use crate::two_phase::search::MAY_FOLLOW;

/// More moves than any search goes.
const DEEPEST: usize = 32;
/// No move before.
const NO_FACE: u8 = 6;
const FACES: usize = Face::ALL.len();
/// The two quarter turns of the first face.
const QUARTER_TURNS: u32 = 0b101;
/// The half turns of all faces.
const HALF_TURNS: u32 = 0o222222;

/// What all threads read.
pub(super) struct Root<'a, L> {
    cube: Cube,
    cosets: Cosets<'a, L>,
    table: Table<'a>,
    edges: EdgeTable<'a>,
    moves: [Position<L>; Move::COUNT],
}

/// A position with its inverse. The next move is appended to the first end.
#[derive(Clone, Copy)]
struct Node<L> {
    /// The position and its inverse, or the other way round.
    ends: [Position<L>; 2],
    /// Lower bounds of the distance from each end.
    distances: [u8; 2],
    /// The face last turned at each end.
    faces: [u8; 2],
    /// Moves appended to each end.
    lengths: [u8; 2],
    /// Whether the first end is the inverse.
    inverse: bool,
    /// For each face: what the other end's coset becomes by a quarter turn.
    slots: [Slot; FACES],
    /// The move that led here, and whether it was appended to the inverse.
    turn: u8,
    turned_inverse: bool,
}

/// One thread's search.
pub(super) struct Search<'a, L> {
    root: &'a Root<'a, L>,
    race: &'a Race<'a>,
    /// The length looked for.
    length: usize,
    /// Moves appended to the position and to its inverse.
    paths: [[u8; DEEPEST]; 2],
    /// Nodes still to be visited, those of the present depth last.
    next: Vec<Node<L>>,
    nodes: u64,
    countdown: u32,
}

impl<'a, L: Lanes> Root<'a, L> {
    pub(super) fn new(cube: &Cube, class_and_symmetry: &'a [u32], table: Table<'a>, edges: EdgeTable<'a>) -> Self {
        Root { cube: *cube, cosets: Cosets::new(class_and_symmetry), table, edges, moves: move_positions() }
    }

    /// A lower bound of the cube's distance.
    pub(super) fn distance(&self) -> usize {
        let node = self.node();
        usize::from(node.distances[0].max(node.distances[1]))
    }

    fn node(&self) -> Node<L> {
        let ends = [self.cube, self.cube.inverse()].map(|cube| Position::of(&cube));
        Node {
            ends,
            distances: ends.map(|end| self.distance_of(end)),
            faces: [NO_FACE; 2],
            lengths: [0; 2],
            inverse: false,
            slots: [Slot::default(); FACES],
            turn: 0,
            turned_inverse: false,
        }
    }

    #[inline(always)]
    fn slot(&self, position: Position<L>) -> Slot {
        let slot = self.table.slot(self.cosets.coset(position));
        self.table.prefetch(slot);
        slot
    }

    fn distance_of(&self, position: Position<L>) -> u8 {
        self.distance_at(self.slot(position), || position.edges)
    }

    /// A lower bound of the moves to solved. The edges of the position are asked for only where it is
    /// near.
    #[inline(always)]
    fn distance_at(&self, slot: Slot, edges: impl FnOnce() -> L) -> u8 {
        match self.table.beyond_base(slot) {
            Some(distance) => distance,
            None => {
                let edges = self.edges.distance(&self.cosets, edges());
                edges.max(self.table.of_row(slot))
            }
        }
    }

    /// Appends the nodes one move farther that may be solved in one move less than `left`.
    #[inline(always)]
    fn expand(&self, node: &Node<L>, left: usize, next: &mut Vec<Node<L>>) {
        let left = left - 1;
        let far = |distance: u8| left < usize::from(distance);
        let mut mask = MAY_FOLLOW[usize::from(node.faces[0])];
        let mut others = [node.distances[1]; Move::COUNT];
        if far(node.distances[1]) {
            mask &= !HALF_TURNS;
        }
        for face in 0..FACES {
            if mask >> (3 * face) & 1 == 0 {
                continue;
            }
            let turned = || self.moves[3 * face].then(node.ends[1]).edges;
            let distance = self.distance_at(node.slots[face], turned);
            if far(distance) {
                mask &= !(QUARTER_TURNS << (3 * face));
            }
            (others[3 * face], others[3 * face + 2]) = (distance, distance);
        }
        // The position's own distance is looked up only where it can cut something off or change ends.
        let most = usize::from(self.table.most());
        let matters = |other: u8| left < most || (left == most && usize::from(other) < most);
        let mut turns = [0; Move::COUNT];
        let mut ends = [(node.ends[0], Slot::default()); Move::COUNT];
        let mut count = 0;
        while mask != 0 {
            let turn = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let end = node.ends[0].then(self.moves[turn]);
            turns[count] = turn;
            ends[count] = (end, Slot::default());
            if matters(others[turn]) {
                ends[count].1 = self.slot(end);
            }
            count += 1;
        }
        for (&turn, &(end, slot)) in turns.iter().zip(&ends).take(count) {
            let other = others[turn];
            let own = if matters(other) { self.distance_at(slot, || end.edges) } else { 0 };
            if far(own) {
                continue;
            }
            let child = Node {
                ends: [end, self.moves[undo(turn)].then(node.ends[1])],
                distances: [own, other],
                faces: [(turn / 3) as u8, node.faces[1]],
                lengths: [node.lengths[0] + 1, node.lengths[1]],
                inverse: node.inverse,
                slots: node.slots,
                turn: turn as u8,
                turned_inverse: node.inverse,
            };
            next.push(if left == 0 { child } else { self.prepared(child, left) });
        }
    }

    /// The node with the end in front that leaves less to try, when this many moves are left, and with
    /// the slots of its next moves.
    #[inline(always)]
    fn prepared(&self, mut node: Node<L>, left: usize) -> Node<L> {
        let tight = node.distances.map(|distance| usize::from(distance) == left);
        if tight[0] && !tight[1] {
            node.ends.swap(0, 1);
            node.distances.swap(0, 1);
            node.faces.swap(0, 1);
            node.lengths.swap(0, 1);
            node.inverse = !node.inverse;
        }
        let mut mask = MAY_FOLLOW[usize::from(node.faces[0])];
        while mask != 0 {
            // The first move of a face is its quarter turn.
            let turn = mask.trailing_zeros() as usize;
            mask &= !(7 << turn);
            node.slots[turn / 3] = self.slot(self.moves[turn].then(node.ends[1]));
        }
        node
    }
}

/// The inverse of a move.
const fn undo(turn: usize) -> usize {
    turn / 3 * 3 + 2 - turn % 3
}

impl<'a, L: Lanes> Search<'a, L> {
    pub(super) fn new(root: &'a Root<'a, L>, race: &'a Race<'a>, length: usize) -> Self {
        Search {
            root,
            race,
            length,
            paths: [[0; DEEPEST]; 2],
            next: Vec::with_capacity(DEEPEST * Move::COUNT),
            nodes: 0,
            countdown: 0,
        }
    }

    /// Looks for solutions of the length in any way; `true` ends the search.
    pub(super) fn whole(&mut self) -> bool {
        if self.length == 0 {
            return self.root.cube.is_solved() && self.solved(&self.root.node());
        }
        let node = self.root.prepared(self.root.node(), self.length);
        let ended = self.visit(&node, self.length);
        self.race.add_nodes(std::mem::take(&mut self.nodes));
        ended
    }

    /// Looks for solutions of the length that begin so; `true` ends the search.
    pub(super) fn branch(&mut self, branch: &Branch) -> bool {
        let mut node = self.root.node();
        for (depth, &turn) in branch.moves.iter().enumerate() {
            let turn = usize::from(turn);
            node.ends = [node.ends[0].then(self.root.moves[turn]), self.root.moves[undo(turn)].then(node.ends[1])];
            node.faces[0] = (turn / 3) as u8;
            node.lengths[0] += 1;
            self.paths[0][depth] = turn as u8;
        }
        (node.turn, node.turned_inverse) = (branch.moves[BRANCH_MOVES - 1], false);
        node.distances = node.ends.map(|end| self.root.distance_of(end));
        let left = self.length - BRANCH_MOVES;
        if node.distances.iter().any(|&distance| left < usize::from(distance)) {
            return false;
        }
        let node = self.root.prepared(node, left);
        let ended = self.visit(&node, left);
        branch.nodes.store(self.nodes, std::sync::atomic::Ordering::Relaxed);
        self.race.add_nodes(std::mem::take(&mut self.nodes));
        ended
    }

    /// Looks for solutions of exactly `left` more moves, at least one; `true` ends the search.
    fn visit(&mut self, node: &Node<L>, left: usize) -> bool {
        if self.countdown == 0 {
            self.countdown = Race::NODES_BETWEEN_CHECKS;
            if self.race.must_end() || self.race.limit() < self.length {
                return true;
            }
        }
        self.countdown -= 1;
        let (root, first) = (self.root, self.next.len());
        root.expand(node, left, &mut self.next);
        let end = self.next.len();
        self.nodes += (end - first) as u64;
        for index in first..end {
            let child = self.next[index];
            self.note(&child);
            let ended = match left {
                1 => child.ends[0].is_solved() && self.solved(&child),
                _ => self.visit(&child, left - 1),
            };
            if ended {
                return true;
            }
        }
        self.next.truncate(first);
        false
    }

    /// Writes down the move that led to a node.
    #[inline]
    fn note(&mut self, node: &Node<L>) {
        let length = node.lengths[usize::from(node.turned_inverse != node.inverse)];
        self.paths[usize::from(node.turned_inverse)][usize::from(length) - 1] = node.turn;
    }

    /// Reports the path to a solved node; `true` ends the search.
    fn solved(&mut self, node: &Node<L>) -> bool {
        let path = |inverse: bool| -> Vec<Move> {
            let length = node.lengths[usize::from(inverse != node.inverse)];
            let path = &self.paths[usize::from(inverse)][..usize::from(length)];
            path.iter().map(|&turn| Move::ALL[usize::from(turn)]).collect()
        };
        // What was appended to the inverse was put before the position, and undone there.
        let moves = [path(false), inverted(&path(true))].concat();
        self.race.add_nodes(std::mem::take(&mut self.nodes));
        self.race.improve(vec![Stage { name: "shortest".to_owned(), moves }]);
        true
    }
}
