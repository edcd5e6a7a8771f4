//! The two-phase search of one thread in any metric.
//!
//! As the search in half turns, but lengths are costs and steps may turn two opposite faces.

use cube::Move;

use super::steps::Step;
use super::tables::MetricTables;
use crate::coordinate::rank_permutation;
use crate::race::Race;
use crate::symmetry::SYMMETRIES;
use crate::turning::PHASE_TWO_MOVES;
use crate::two_phase::jobs::Jobs;
use crate::two_phase::problem::Problem;
use crate::two_phase::tables::Tables;
use crate::two_phase::view::{Standing, View};

/// One thread's search.
pub(in crate::two_phase) struct Search<'a> {
    tables: &'a Tables,
    metric: &'a MetricTables,
    view: View<'a>,
    problems: &'a [Problem],
    jobs: &'a Jobs,
    race: &'a Race<'a>,
    problem: usize,
    path: Vec<u8>,
    nodes: u64,
    countdown: u32,
}

/// A position in phase two.
#[derive(Clone, Copy)]
struct Home {
    corners: u16,
    edges: u16,
    slice: u16,
}

impl<'a> Search<'a> {
    pub(in crate::two_phase) fn new(
        tables: &'a Tables,
        metric: &'a MetricTables,
        problems: &'a [Problem],
        jobs: &'a Jobs,
        race: &'a Race<'a>,
    ) -> Search<'a> {
        let view = tables.view();
        Search {
            tables,
            metric,
            view,
            problems,
            jobs,
            race,
            problem: 0,
            path: Vec::new(),
            nodes: 0,
            countdown: 0,
        }
    }

    /// Takes jobs until none is left or the search ends.
    pub(in crate::two_phase) fn run(&mut self) {
        while let Some(job) = self.jobs.next(self.race) {
            self.problem = job.problem;
            self.path.clear();
            let root = self.problems[job.problem].standings[0];
            let distance = usize::from(self.metric.phase_one(root));
            let ended = match job.length {
                length if distance > length => false,
                0 => job.first_move == 0 && self.phase_two(0, self.metric.steps.none()),
                length => self.try_step(root, job.first_move as u8, length),
            };
            if ended {
                break;
            }
        }
        self.race.add_nodes(self.nodes);
    }

    /// The standing after a step.
    #[inline]
    fn after(&self, at: Standing, step: &Step) -> Standing {
        step.moves.iter().fold(at, |at, &turn| {
            let seen =
                SYMMETRIES.list[usize::from(at.symmetry)].moves[usize::from(turn)].index() as u8;
            let next = self.view.after(at, seen);
            let symmetry = SYMMETRIES.then[usize::from(at.symmetry)][usize::from(next.symmetry)];
            Standing { symmetry, ..next }
        })
    }

    /// Takes a step if phase one can then end after exactly the rest of `left`; `true` ends the search.
    #[inline]
    fn try_step(&mut self, at: Standing, step: u8, left: usize) -> bool {
        let chosen = &self.metric.steps.list[usize::from(step)];
        let Some(left) = left.checked_sub(usize::from(chosen.cost)) else {
            return false;
        };
        // The last step of phase one is no phase-two step; phase two has those.
        if left == 0 && chosen.stays {
            return false;
        }
        let next = self.after(at, chosen);
        if usize::from(self.metric.phase_one(next)) > left {
            return false;
        }
        self.path.push(step);
        let ended = if left == 0 {
            self.phase_two(self.path.len(), usize::from(step))
        } else {
            self.descend(next, usize::from(step), left)
        };
        self.path.pop();
        ended
    }

    fn descend(&mut self, at: Standing, last: usize, left: usize) -> bool {
        if self.must_end() {
            return true;
        }
        let metric = self.metric;
        metric.steps.follow[last]
            .iter()
            .any(|&step| self.try_step(at, step, left))
    }

    /// Counts a position and looks at the clock now and then.
    #[inline]
    fn must_end(&mut self) -> bool {
        self.nodes += 1;
        if self.countdown == 0 {
            self.countdown = Race::NODES_BETWEEN_CHECKS;
            return self.race.must_end();
        }
        self.countdown -= 1;
        false
    }

    fn cost(&self, steps: &[u8]) -> usize {
        steps
            .iter()
            .map(|&step| usize::from(self.metric.steps.list[usize::from(step)].cost))
            .sum()
    }

    fn moves(&self, steps: &[u8]) -> Vec<Move> {
        let moves = steps
            .iter()
            .flat_map(|&step| &self.metric.steps.list[usize::from(step)].moves);
        moves.map(|&turn| Move::ALL[usize::from(turn)]).collect()
    }

    /// Finishes a phase one of so many steps, if it costs little enough.
    fn phase_two(&mut self, length: usize, last: usize) -> bool {
        let cost = self.cost(&self.path);
        let Some(left) = self.race.limit().checked_sub(cost) else {
            return false;
        };
        let root = &self.problems[self.problem];
        let moves = self.moves(&self.path);
        let follow = |from: u16, table: &[u16]| {
            moves.iter().fold(from, |from, turn| {
                table[usize::from(from) * 18 + turn.index()]
            })
        };
        let corners = follow(root.corners, self.view.corner_moves);
        let slice = follow(root.slice, self.view.placement_moves);
        let bound = self.metric.corner_slice(corners, slice);
        if usize::from(bound) > left {
            return false;
        }
        let mut permutation = [0; 8];
        for (first, placement) in [(0, root.upper), (4, root.lower)] {
            let placement = follow(placement, self.view.placement_moves);
            let places = self.tables.sets().unrank_placement(usize::from(placement));
            (first..)
                .zip(places)
                .for_each(|(piece, place)| permutation[usize::from(place)] = piece);
        }
        let home = Home {
            corners,
            edges: rank_permutation(&permutation) as u16,
            slice,
        };
        let bound = usize::from(self.bound(&home));
        for left in bound..=left {
            match self.finish(home, last, left) {
                Some(true) => {
                    let stages = root.stages(
                        &self.moves(&self.path[..length]),
                        &self.moves(&self.path[length..]),
                    );
                    self.path.truncate(length);
                    self.race.add_nodes(std::mem::take(&mut self.nodes));
                    return self.race.improve(stages);
                }
                Some(false) => {}
                None => return true,
            }
        }
        false
    }

    /// A lower bound of the cost from here.
    #[inline]
    fn bound(&self, home: &Home) -> u8 {
        let (class, edges) = self.view.corner_class_and_edges(home.corners, home.edges);
        self.metric
            .corner_slice(home.corners, home.slice)
            .max(self.metric.corner_edge(class, edges))
    }

    /// Looks for phase-two steps of exactly this cost that solve, and leaves them on the path;
    /// `None` where the search must end.
    fn finish(&mut self, home: Home, last: usize, left: usize) -> Option<bool> {
        if left == 0 {
            return Some(home.corners == 0 && home.edges == 0 && home.slice == 0);
        }
        if self.must_end() {
            return None;
        }
        let metric = self.metric;
        for &step in &metric.steps.follow_home[last] {
            let chosen = &metric.steps.list[usize::from(step)];
            let Some(left) = left.checked_sub(usize::from(chosen.cost)) else {
                continue;
            };
            let next = chosen.moves.iter().fold(home, |home, &turn| {
                let index = PHASE_TWO_MOVES.iter().position(|&known| known == turn);
                let index = index.expect("steps that stay in phase two consist of its moves");
                Home {
                    corners: self.view.corner_moves
                        [usize::from(home.corners) * 18 + usize::from(turn)],
                    edges: self.view.edge_moves[usize::from(home.edges) * 10 + index],
                    slice: self.view.placement_moves
                        [usize::from(home.slice) * 18 + usize::from(turn)],
                }
            });
            if usize::from(self.bound(&next)) > left {
                continue;
            }
            self.path.push(step);
            match self.finish(next, usize::from(step), left) {
                Some(false) => drop(self.path.pop()),
                Some(true) => return Some(true),
                None => {
                    self.path.pop();
                    return None;
                }
            }
        }
        Some(false)
    }
}
