//! The search of one thread: phase one to a given length, then phase two within what is left.
//!
//! Phase one looks for all move sequences of exactly `length` moves that lead into the group of
//! U, D, R2, L2, F2, B2. Each that ends there is finished by phase two, if that takes few enough
//! moves to beat the best solution. The sequence so far must also be short enough for the other two
//! axes: their phase-one distances bound the rest of the whole solution from below.

use cube::Move;

use super::jobs::Jobs;
use super::near::Effects;
use super::problem::{Problem, axis_symmetry};
use super::tables::Tables;
use super::view::{Standing, View};
use crate::race::Race;
use crate::symmetry::{AXIAL, SYMMETRIES};

/// Longest phase one and longest phase two together, with room to spare.
const DEEPEST: usize = 40;
/// Up to this many moves left, the other axes prune more than they cost: nearly half of all
/// positions are farther from phase two than 9 moves.
const OTHER_AXES_WITHIN: usize = 9;
/// `true` ends the search.
pub(super) type Ended = bool;

/// One thread's search.
pub(super) struct Search<'a> {
    pub(super) tables: &'a Tables,
    pub(super) view: View<'a>,
    pub(super) problems: &'a [Problem],
    pub(super) jobs: &'a Jobs,
    pub(super) race: &'a Race<'a>,
    pub(super) problem: usize,
    /// Moves of phase one and, behind them, of phase two.
    pub(super) path: [u8; DEEPEST],
    /// Coordinates after so many moves of phase one, brought up to date only where they are used.
    pub(super) corners: [u16; DEEPEST],
    pub(super) slice: [u16; DEEPEST],
    pub(super) upper: [u16; DEEPEST],
    pub(super) lower: [u16; DEEPEST],
    pub(super) others: [[Standing; 2]; DEEPEST],
    pub(super) corners_known: usize,
    pub(super) edges_known: usize,
    pub(super) others_known: usize,
    /// `[symmetry][move]`: the move renamed.
    pub(super) renamed_moves: [[u8; Move::COUNT]; AXIAL],
    /// `[symmetry][renamed move]`: the move that was renamed.
    pub(super) true_moves: [[u8; Move::COUNT]; AXIAL],
    /// `[symmetry][face]`: the moves that may follow a turn of the face, renamed, a bit for each.
    pub(super) may_follow: [[u32; 7]; AXIAL],
    /// Products of the axial symmetries.
    pub(super) products: [[u8; AXIAL]; AXIAL],
    /// The moves as the two other axes see them.
    pub(super) other_moves: [[u8; Move::COUNT]; 2],
    pub(super) nodes: u64,
    pub(super) countdown: u32,
}

/// After a turn of a face, that face and, for the second face of an axis, also the first one need
/// not turn: a bit for each move that may follow. Entry 6 is for no turn before.
pub(crate) const MAY_FOLLOW: [u32; 7] = {
    let mut allowed = [0x3FFFF; 7];
    let mut face = 0;
    while face < 6 {
        allowed[face] &= !(7 << (3 * face));
        if face >= 3 {
            allowed[face] &= !(7 << (3 * (face - 3)));
        }
        face += 1;
    }
    allowed
};

impl<'a> Search<'a> {
    pub(super) fn new(
        tables: &'a Tables,
        problems: &'a [Problem],
        jobs: &'a Jobs,
        race: &'a Race<'a>,
    ) -> Search<'a> {
        let renamed = |symmetry: usize| {
            SYMMETRIES.list[symmetry]
                .moves
                .map(|turn| turn.index() as u8)
        };
        Search {
            tables,
            view: tables.view(),
            problems,
            jobs,
            race,
            problem: 0,
            path: [0; DEEPEST],
            corners: [0; DEEPEST],
            slice: [0; DEEPEST],
            upper: [0; DEEPEST],
            lower: [0; DEEPEST],
            others: [[Standing::default(); 2]; DEEPEST],
            corners_known: 0,
            edges_known: 0,
            others_known: 0,
            renamed_moves: std::array::from_fn(renamed),
            true_moves: std::array::from_fn(|symmetry| {
                renamed(usize::from(SYMMETRIES.inverse[symmetry]))
            }),
            may_follow: std::array::from_fn(|symmetry| {
                let renamed = renamed(symmetry);
                MAY_FOLLOW.map(|mask| {
                    let moves = (0..Move::COUNT).filter(|&turn| mask >> turn & 1 == 1);
                    moves.fold(0, |mask, turn| mask | 1 << renamed[turn])
                })
            }),
            products: std::array::from_fn(|a| std::array::from_fn(|b| SYMMETRIES.then[a][b])),
            other_moves: [1, 2]
                .map(|axis| axis_symmetry(axis).moves.map(|turn| turn.index() as u8)),
            nodes: 0,
            countdown: 0,
        }
    }

    /// Takes jobs until none is left or the search ends.
    pub(super) fn run(&mut self) {
        while let Some(job) = self.jobs.next(self.race) {
            if self.job(job.problem, job.length, job.first_move) {
                break;
            }
        }
        self.race.add_nodes(self.nodes);
    }

    /// Searches phase ones of this length that begin with this move; length 0 has no first move.
    fn job(&mut self, problem: usize, length: usize, first_move: usize) -> Ended {
        let root = &self.problems[problem];
        if usize::from(root.distances[0]) > length || (length == 0 && first_move > 0) {
            return false;
        }
        self.problem = problem;
        (self.corners_known, self.edges_known, self.others_known) = (0, 0, 0);
        (self.corners[0], self.slice[0]) = (root.corners, root.slice);
        (self.upper[0], self.lower[0]) = (root.upper, root.lower);
        self.others[0] = [root.standings[1], root.standings[2]];
        if length == 0 {
            return self.phase_two(0, 6);
        }
        let at = root.standings[0];
        let first_move = self.renamed_moves[usize::from(at.symmetry)][first_move];
        self.descend(
            at,
            usize::from(root.distances[0]),
            0,
            length,
            1 << first_move,
        )
    }

    /// Searches from a position `depth` moves from the start, which is `distance` moves from phase
    /// two and should get there in exactly `left`, with moves of this mask (as the standing is renamed).
    fn descend(
        &mut self,
        at: Standing,
        distance: usize,
        depth: usize,
        left: usize,
        mask: u32,
    ) -> Ended {
        self.nodes += 1;
        if self.countdown == 0 {
            self.countdown = Race::NODES_BETWEEN_CHECKS;
            if self.race.must_end() {
                return true;
            }
        }
        self.countdown -= 1;
        let Some(Effects { nearer, level }) = self.view.effects(at, distance as u8) else {
            return self.descend_far(at, depth, left, mask);
        };
        let mut mask = match left - distance {
            0 => mask & nearer,
            1 => mask & (nearer | level),
            _ => mask,
        };
        while mask != 0 {
            let turn = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let next_distance = match (nearer >> turn & 1, level >> turn & 1) {
                (1, _) => distance - 1,
                (_, 1) => distance,
                _ => distance + 1,
            };
            if next_distance == 0 {
                if left == 1 {
                    let turn = usize::from(self.true_moves[usize::from(at.symmetry)][turn]);
                    self.set_move(depth, turn);
                    if self.phase_two(depth + 1, turn / 3) {
                        return true;
                    }
                    continue;
                }
                // From phase two itself, leaving and coming back takes three moves at least.
                if left <= 3 {
                    continue;
                }
            }
            let next = self.view.after(at, turn as u8);
            if self.enter(at, turn, next, next_distance, depth, left) {
                return true;
            }
        }
        false
    }

    /// As `descend`, far from phase two: looks at the neighbours one by one.
    fn descend_far(&mut self, at: Standing, depth: usize, left: usize, mask: u32) -> Ended {
        let mut mask = mask;
        while mask != 0 {
            let turn = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let next = self.view.after(at, turn as u8);
            let distance = usize::from(self.view.phase_one_distance(next.class, next.twist));
            if distance < left && self.enter(at, turn, next, distance, depth, left) {
                return true;
            }
        }
        false
    }

    /// Goes on from `at` by a move (as `at` is renamed) to `next`.
    #[inline]
    fn enter(
        &mut self,
        at: Standing,
        turn: usize,
        next: Standing,
        distance: usize,
        depth: usize,
        left: usize,
    ) -> Ended {
        let turn = usize::from(self.true_moves[usize::from(at.symmetry)][turn]);
        self.set_move(depth, turn);
        let limit = self.race.limit();
        if limit < depth + left {
            return false;
        }
        let budget = limit - depth - 1;
        // The more moves phase one still has, the more a cut saves; the fewer are left in all, the
        // likelier it is.
        if budget <= OTHER_AXES_WITHIN
            && budget < left + OTHER_AXES_WITHIN - 3
            && self.too_far_for_others(depth + 1, budget)
        {
            return false;
        }
        let symmetry = self.products[usize::from(at.symmetry)][usize::from(next.symmetry)];
        let mask = self.may_follow[usize::from(symmetry)][turn / 3];
        self.descend(
            Standing { symmetry, ..next },
            distance,
            depth + 1,
            left - 1,
            mask,
        )
    }

    fn set_move(&mut self, depth: usize, turn: usize) {
        self.path[depth] = turn as u8;
        self.corners_known = self.corners_known.min(depth);
        self.edges_known = self.edges_known.min(depth);
        self.others_known = self.others_known.min(depth);
    }

    /// Whether another axis needs more than `budget` moves from the position after `depth` moves.
    ///
    /// Both axes are followed side by side: neither waits for the other's tables.
    fn too_far_for_others(&mut self, depth: usize, budget: usize) -> bool {
        for known in self.others_known..depth {
            let path = usize::from(self.path[known]);
            let after = |axis: usize| {
                let at = self.others[known][axis];
                let turn = usize::from(self.other_moves[axis][path]);
                let seen = self.renamed_moves[usize::from(at.symmetry)][turn];
                let next = self.view.after(at, seen);
                let symmetry = self.products[usize::from(at.symmetry)][usize::from(next.symmetry)];
                Standing { symmetry, ..next }
            };
            self.others[known + 1] = [after(0), after(1)];
        }
        self.others_known = self.others_known.max(depth);
        let [first, second] = self.others[depth]
            .map(|at| usize::from(self.view.phase_one_distance(at.class, at.twist)));
        first.max(second) > budget
    }
}
