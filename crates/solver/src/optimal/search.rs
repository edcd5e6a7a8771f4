//! Depth-first search under the phase-one distances of all three axes.
//!
//! A cube is at least as far from solved as from each of the three groups that phase one could aim
//! at. Where all three distances are equal and not zero, it is one farther: the last move of a
//! solution lies in one of the groups, so that group was reached before it.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use cube::{Cube, Move, inverted};

use crate::Stage;
use crate::race::Race;
use crate::symmetry::{AXIAL, SYMMETRIES};
use crate::two_phase::near::Effects;
use crate::two_phase::problem::axis_symmetry;
use crate::two_phase::search::MAY_FOLLOW;
use crate::two_phase::tables::Tables;
use crate::two_phase::view::{Standing, View};

/// Moves that tell the jobs apart: 3240 jobs keep several threads busy to the end.
const JOB_MOVES: usize = 3;
/// More moves than any search goes.
const DEEPEST: usize = 32;
/// The first move of each face, in both halves of a pair of masks.
const FIRST_TURNS: u64 = 0o111111 | 0o111111 << 32;
/// The second move of each face, in both halves.
const SECOND_TURNS: u64 = FIRST_TURNS << 1;

/// A position as the three axes see it.
#[derive(Clone, Copy, Default)]
struct Node {
    at: [Standing; 3],
    distances: [u8; 3],
}

/// What the threads share besides the race.
pub(super) struct Root<'a> {
    view: View<'a>,
    cube: Cube,
    inverse: bool,
    node: Node,
    jobs: Vec<[u8; JOB_MOVES]>,
    next_job: AtomicUsize,
    /// `[axis][symmetry][move]`: the move as the renamed axis sees it.
    seen_moves: Vec<[[u8; Move::COUNT]; AXIAL]>,
    /// `[axis][symmetry][face]`: the face, as the axis sees it, that this face is.
    seen_faces: Vec<[[u8; 6]; AXIAL]>,
    /// For each symmetry whether it is a mirror, which exchanges clockwise and anticlockwise.
    mirrors: [bool; AXIAL],
    products: [[u8; AXIAL]; AXIAL],
}

/// One thread's search.
pub(super) struct Search<'a> {
    root: &'a Root<'a>,
    race: &'a Race<'a>,
    path: [u8; DEEPEST],
    nodes: u64,
    countdown: u32,
}

impl<'a> Root<'a> {
    pub(super) fn new(tables: &'a Tables, cube: &Cube) -> Root<'a> {
        let view = tables.view();
        let node = |cube: &Cube| {
            let at = [0, 1, 2].map(|axis| tables.standing(&axis_symmetry(axis).rename(cube)));
            Node {
                at,
                distances: at.map(|at| view.phase_one_distance(at.class, at.twist)),
            }
        };
        // Of the cube and its inverse, which are equally far, the one that looks farther is searched.
        let farness = |node: &Node| {
            (
                node.distances.iter().max().copied(),
                node.distances.iter().sum::<u8>(),
            )
        };
        let (forwards, backwards) = (node(cube), node(&cube.inverse()));
        let inverse = farness(&backwards) > farness(&forwards);
        let seen = |axis: usize, symmetry: usize, turn: Move| {
            SYMMETRIES.list[symmetry].moves[axis_symmetry(axis).moves[turn.index()].index()]
        };
        Root {
            view,
            cube: if inverse { cube.inverse() } else { *cube },
            inverse,
            node: if inverse { backwards } else { forwards },
            jobs: jobs(),
            next_job: AtomicUsize::new(0),
            seen_moves: (0..3)
                .map(|axis| {
                    std::array::from_fn(|symmetry| {
                        Move::ALL.map(|turn| seen(axis, symmetry, turn).index() as u8)
                    })
                })
                .collect(),
            seen_faces: (0..3)
                .map(|axis| {
                    std::array::from_fn(|symmetry| {
                        std::array::from_fn(|face| {
                            seen(axis, symmetry, Move::ALL[3 * face]).face() as u8
                        })
                    })
                })
                .collect(),
            mirrors: std::array::from_fn(|symmetry| SYMMETRIES.list[symmetry].mirror),
            products: std::array::from_fn(|a| std::array::from_fn(|b| SYMMETRIES.then[a][b])),
        }
    }

    /// Two masks of moves as an axis sees them, one in each half, turned into masks of the moves.
    #[inline]
    fn true_masks(&self, seen: u64, axis: usize, symmetry: u8) -> u64 {
        let seen = if self.mirrors[usize::from(symmetry)] {
            (seen & FIRST_TURNS) << 2 | seen & SECOND_TURNS | seen >> 2 & FIRST_TURNS
        } else {
            seen
        };
        let faces = &self.seen_faces[axis][usize::from(symmetry)];
        let face_of = |face: usize| (seen >> (3 * faces[face]) & 0x7_0000_0007) << (3 * face);
        face_of(0) | face_of(1) | face_of(2) | face_of(3) | face_of(4) | face_of(5)
    }

    /// The position after a move, given the effects of all moves on the three distances.
    #[inline]
    fn after(&self, node: &Node, effects: &[Effects; 3], turn: usize) -> Node {
        let mut next = Node::default();
        for (axis, &Effects { nearer, level }) in effects.iter().enumerate() {
            let at = node.at[axis];
            let seen = self.seen_moves[axis][usize::from(at.symmetry)][turn];
            let moved = self.view.after(at, seen);
            let symmetry = self.products[usize::from(at.symmetry)][usize::from(moved.symmetry)];
            next.at[axis] = Standing { symmetry, ..moved };
            let farther = 1 - (level >> seen & 1) - (nearer >> seen & 1);
            next.distances[axis] =
                node.distances[axis] + farther as u8 - (nearer >> seen & 1) as u8;
            self.view.prefetch_effects(moved, next.distances[axis]);
        }
        next
    }

    #[inline]
    fn effects(&self, node: &Node) -> [Effects; 3] {
        std::array::from_fn(|axis| {
            self.view
                .effects_anyhow(node.at[axis], node.distances[axis])
        })
    }
}

/// All beginnings of so many moves that are not written twice.
fn jobs() -> Vec<[u8; JOB_MOVES]> {
    let follows = |last: u8, next: u8| MAY_FOLLOW[usize::from(last) / 3] >> next & 1 == 1;
    let mut jobs = Vec::new();
    for first in 0..18 {
        for second in (0..18).filter(|&second| follows(first, second)) {
            jobs.extend(
                (0..18)
                    .filter(|&third| follows(second, third))
                    .map(|third| [first, second, third]),
            );
        }
    }
    jobs
}

impl<'a> Search<'a> {
    pub(super) fn new(root: &'a Root<'a>, race: &'a Race<'a>) -> Search<'a> {
        Search {
            root,
            race,
            path: [0; DEEPEST],
            nodes: 0,
            countdown: 0,
        }
    }

    /// Takes jobs until none is left or the search ends.
    pub(super) fn run(&mut self) {
        // Solutions shorter than a job's moves; two-phase has found those, unless it had no time.
        if self.check_solved(0) {
            return;
        }
        loop {
            let index = self.root.next_job.fetch_add(1, Relaxed);
            let Some(job) = self.root.jobs.get(index) else {
                break;
            };
            if self.job(job) {
                break;
            }
        }
        self.race.add_nodes(self.nodes);
    }

    fn job(&mut self, job: &[u8; JOB_MOVES]) -> bool {
        let mut node = self.root.node;
        for (depth, &turn) in job.iter().enumerate() {
            let effects = self.root.effects(&node);
            node = self.root.after(&node, &effects, usize::from(turn));
            self.path[depth] = turn;
            let far = node
                .distances
                .iter()
                .any(|&distance| usize::from(distance) + depth + 1 > self.race.limit());
            if far {
                return false;
            }
            if node.distances == [0; 3] && self.check_solved(depth + 1) {
                return true;
            }
        }
        let mask = MAY_FOLLOW[usize::from(job[JOB_MOVES - 1]) / 3];
        self.descend(&node, JOB_MOVES, mask)
    }

    /// Searches on from a position that may still be solved within the limit; `true` ends the search.
    fn descend(&mut self, node: &Node, depth: usize, mask: u32) -> bool {
        self.nodes += 1;
        if self.countdown == 0 {
            self.countdown = Race::NODES_BETWEEN_CHECKS;
            if self.race.must_end() {
                return true;
            }
        }
        self.countdown -= 1;
        let limit = self.race.limit();
        if limit <= depth {
            return false;
        }
        let left = limit - depth;
        let effects = self.root.effects(node);
        // Moves after which each axis is near enough, and in the upper half those after which it
        // is exactly as far as moves are left.
        let mut masks = u64::from(mask) | u64::from(mask) << 32;
        for (axis, &Effects { nearer, level }) in effects.iter().enumerate() {
            let Some(slack) = left.checked_sub(usize::from(node.distances[axis])) else {
                return false;
            };
            let (allowed, exact) = match slack {
                0 => (nearer, nearer),
                1 => (nearer | level, level),
                2 => (0x3FFFF, 0x3FFFF & !(nearer | level)),
                _ => (0x3FFFF, 0),
            };
            let seen = u64::from(allowed) | u64::from(exact) << 32;
            masks &= self.root.true_masks(seen, axis, node.at[axis].symmetry);
        }
        let exact = if left > 1 { masks >> 32 } else { 0 };
        let mut moves = (masks & !exact & 0x3FFFF) as u32;
        let mut next = [(0, Node::default()); Move::COUNT];
        let mut count = 0;
        while moves != 0 {
            let turn = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            next[count] = (turn, self.root.after(node, &effects, turn));
            count += 1;
        }
        for (turn, node) in &next[..count] {
            self.path[depth] = *turn as u8;
            if node.distances == [0; 3] && self.check_solved(depth + 1) {
                return true;
            }
            if self.descend(node, depth + 1, MAY_FOLLOW[turn / 3]) {
                return true;
            }
        }
        false
    }

    /// Reports the path if it solves the cube; `true` ends the search.
    fn check_solved(&mut self, length: usize) -> bool {
        let moves: Vec<Move> = self.path[..length]
            .iter()
            .map(|&turn| Move::ALL[usize::from(turn)])
            .collect();
        if !self.root.cube.apply_all(&moves).is_solved() {
            return false;
        }
        let moves = if self.root.inverse {
            inverted(&moves)
        } else {
            moves
        };
        self.race.add_nodes(std::mem::take(&mut self.nodes));
        self.race.improve(vec![Stage {
            name: "shortest".to_owned(),
            moves,
        }])
    }
}
