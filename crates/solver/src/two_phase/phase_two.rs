//! Phase two: home within the group of U, D, R2, L2, F2, B2.

use cube::Move;

use super::search::{Ended, Home, ItemSearch};
use cube::coordinate::rank_permutation;

impl Home {
    fn is_solved(&self) -> bool {
        self.corners == 0 && self.edges == 0 && self.slice == 0
    }
}

impl ItemSearch<'_, '_> {
    /// The cost that phase two may have now.
    fn room(&self) -> Option<usize> {
        self.limit().checked_sub(self.length)
    }

    /// Finishes the leaves gathered, those that few enough steps may bring home.
    pub(super) fn finish_leaves(&mut self, depth: usize) -> Ended {
        if self.leaves.is_empty() {
            return false;
        }
        let ended = self.finish_gathered(depth);
        self.leaves.clear();
        ended
    }

    fn finish_gathered(&mut self, depth: usize) -> Ended {
        let Some(room) = self.room() else {
            return false;
        };
        let tables = self.tables;
        self.leaves.retain(|leaf| usize::from(tables.corner_slice(leaf.corners, leaf.slice)) <= room);
        self.homes.clear();
        for index in 0..self.leaves.len() {
            let leaf = self.leaves[index];
            self.trace(depth, &leaf);
            let edges = self.outer_edges();
            tables.prefetch_edges(leaf.corners, edges, leaf.slice);
            self.homes.push(Home { corners: leaf.corners, edges, slice: leaf.slice });
        }
        for index in 0..self.leaves.len() {
            let (leaf, home) = (self.leaves[index], self.homes[index]);
            let Some(room) = self.room() else {
                return false;
            };
            let mut bound = usize::from(self.bound(&home));
            if bound > room {
                continue;
            }
            let stride = self.stride();
            bound += (room - bound) % stride;
            self.trace(depth, &leaf);
            let length = self.path.len();
            for left in (bound..=room).step_by(stride) {
                match self.finish(home, usize::from(leaf.step), left) {
                    Some(true) => {
                        let stages =
                            self.problem.stages(&self.moves(&self.path[..length]), &self.moves(&self.path[length..]));
                        if self.improve(stages) {
                            return true;
                        }
                        break;
                    }
                    Some(false) => {}
                    None => return true,
                }
            }
        }
        false
    }

    fn moves(&self, path: &[u8]) -> Vec<Move> {
        let steps = path.iter().map(|&step| &self.tables.steps.list[usize::from(step)]);
        steps.flat_map(|step| &step.moves).map(|&turn| Move::ALL[usize::from(turn)]).collect()
    }

    /// The permutation of the eight edges of the U and D layers after the path.
    fn outer_edges(&self) -> u16 {
        let (mut upper, mut lower) = (self.problem.upper, self.problem.lower);
        for &step in &self.path {
            upper = self.tables.placement_after(upper, usize::from(step));
            lower = self.tables.placement_after(lower, usize::from(step));
        }
        let mut edges = [0; 8];
        for (first, placement) in [(0, upper), (4, lower)] {
            let places = self.tables.sets.unrank_placement(usize::from(placement));
            for (piece, place) in (first..).zip(places) {
                edges[usize::from(place)] = piece;
            }
        }
        rank_permutation(&edges) as u16
    }

    /// A lower bound of the cost from here.
    #[inline]
    fn bound(&self, home: &Home) -> u8 {
        self.tables.corner_slice(home.corners, home.slice).max(self.tables.edges(home.corners, home.edges, home.slice))
    }

    /// Looks for phase-two steps of exactly this cost that solve, and leaves them on the path;
    /// `None` where the search must end.
    fn finish(&mut self, home: Home, last: usize, left: usize) -> Option<bool> {
        if left == 0 {
            return Some(home.is_solved());
        }
        if self.must_end(1) {
            return None;
        }
        let tables = self.tables;
        let steps = &tables.steps.home;
        let mut mask = tables.steps.follow_home[last];
        while mask != 0 {
            let place = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let step = usize::from(steps[place]);
            let cost = usize::from(tables.steps.costs[step]);
            if left < cost {
                continue;
            }
            let left = left - cost;
            let corners = tables.corners_after(home.corners, step);
            let slice = tables.placement_after(home.slice, step);
            if usize::from(tables.corner_slice(corners, slice)) > left {
                continue;
            }
            let edges = tables.edge_steps[usize::from(home.edges) * steps.len() + place];
            if usize::from(tables.edges(corners, edges, slice)) > left {
                continue;
            }
            self.path.push(step as u8);
            let next = Home { corners, edges, slice };
            match self.finish(next, step, left) {
                Some(false) => drop(self.path.pop()),
                done => return done,
            }
        }
        Some(false)
    }
}
