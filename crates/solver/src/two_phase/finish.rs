//! Phase two: home within the group of U, D, R2, L2, F2, B2.

use cube::Move;

use super::search::{Ended, MAY_FOLLOW, Search};
use super::tables::SLICE_ORDERS;
use crate::coordinate::rank_permutation;
use crate::race::Race;
use crate::turning::PHASE_TWO_MOVES;

impl Search<'_> {
    /// Finishes a phase one of this length, if few enough moves do it.
    pub(super) fn phase_two(&mut self, length: usize, last_face: usize) -> Ended {
        let limit = self.race.limit();
        if limit < length {
            return false;
        }
        while self.corners_known < length {
            let known = self.corners_known;
            let turn = usize::from(self.path[known]);
            self.corners[known + 1] =
                self.view.corner_moves[usize::from(self.corners[known]) * 18 + turn];
            self.slice[known + 1] =
                self.view.placement_moves[usize::from(self.slice[known]) * 18 + turn];
            self.corners_known = known + 1;
        }
        let (corners, slice) = (self.corners[length], self.slice[length]);
        debug_assert!(usize::from(slice) < SLICE_ORDERS);
        let bound = self.view.corner_slice_distance(corners, slice);
        if usize::from(bound) > limit - length {
            return false;
        }
        let edges = self.outer_edges(length);
        let bound = bound.max(self.view.corner_edge_distance(corners, edges));
        let mask = phase_two_mask(last_face);
        for left in usize::from(bound)..=limit - length {
            match self.finish(corners, edges, slice, length, left, mask) {
                Finish::Found => {
                    let path: Vec<Move> = self.path[..length + left]
                        .iter()
                        .map(|&turn| Move::ALL[usize::from(turn)])
                        .collect();
                    let stages =
                        self.problems[self.problem].stages(&path[..length], &path[length..]);
                    self.race.add_nodes(std::mem::take(&mut self.nodes));
                    return self.race.improve(stages);
                }
                Finish::Ended => return true,
                Finish::None => {}
            }
        }
        false
    }

    /// The permutation of the eight edges of the U and D layers after `length` moves.
    fn outer_edges(&mut self, length: usize) -> u16 {
        while self.edges_known < length {
            let known = self.edges_known;
            let turn = usize::from(self.path[known]);
            self.upper[known + 1] =
                self.view.placement_moves[usize::from(self.upper[known]) * 18 + turn];
            self.lower[known + 1] =
                self.view.placement_moves[usize::from(self.lower[known]) * 18 + turn];
            self.edges_known = known + 1;
        }
        let mut edges = [0; 8];
        for (first, placement) in [(0, self.upper[length]), (4, self.lower[length])] {
            let places = self.tables.sets().unrank_placement(usize::from(placement));
            for (piece, place) in (first..).zip(places) {
                edges[usize::from(place)] = piece;
            }
        }
        rank_permutation(&edges) as u16
    }

    /// Looks for exactly `left` phase-two moves that solve.
    fn finish(
        &mut self,
        corners: u16,
        edges: u16,
        slice: u16,
        depth: usize,
        left: usize,
        mask: u16,
    ) -> Finish {
        if left == 0 {
            return if corners == 0 && edges == 0 && slice == 0 {
                Finish::Found
            } else {
                Finish::None
            };
        }
        self.nodes += 1;
        if self.countdown == 0 {
            self.countdown = Race::NODES_BETWEEN_CHECKS;
            if self.race.must_end() {
                return Finish::Ended;
            }
        }
        self.countdown -= 1;
        let mut mask = mask;
        while mask != 0 {
            let index = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let turn = usize::from(PHASE_TWO_MOVES[index]);
            let next_corners = self.view.corner_moves[usize::from(corners) * 18 + turn];
            let next_slice = self.view.placement_moves[usize::from(slice) * 18 + turn];
            if usize::from(self.view.corner_slice_distance(next_corners, next_slice)) > left - 1 {
                continue;
            }
            let next_edges = self.view.edge_moves[usize::from(edges) * 10 + index];
            if usize::from(self.view.corner_edge_distance(next_corners, next_edges)) > left - 1 {
                continue;
            }
            self.path[depth] = turn as u8;
            match self.finish(
                next_corners,
                next_edges,
                next_slice,
                depth + 1,
                left - 1,
                phase_two_mask(turn / 3),
            ) {
                Finish::None => {}
                done => return done,
            }
        }
        Finish::None
    }
}

enum Finish {
    Found,
    None,
    Ended,
}

/// The phase-two moves that may follow a turn of a face, a bit for each.
fn phase_two_mask(last_face: usize) -> u16 {
    MASKS[last_face]
}

const MASKS: [u16; 7] = {
    let mut masks = [0; 7];
    let mut face = 0;
    while face < 7 {
        let mut index = 0;
        while index < 10 {
            if MAY_FOLLOW[face] >> PHASE_TWO_MOVES[index] & 1 == 1 {
                masks[face] |= 1 << index;
            }
            index += 1;
        }
        face += 1;
    }
    masks
};
