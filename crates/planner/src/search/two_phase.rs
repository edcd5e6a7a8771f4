//! The search itself: two phases, bounded by rig time.
//!
//! Phase 1 brings all orientations and the middle layer home, phase 2 the rest with turns of U and D and half turns
//! (the subgroups of Kociemba's method). Phase 1 is searched by iterative deepening in face turns from each of
//! three axes, because short solutions are the ones worth timing; every move costs what it costs on the rig ([`crate::search::costs`]), and whatever
//! cannot beat the best solution in rig time is cut off ([`crate::search::bounds`]).
//!
//! The bounds see two coordinates at a time and fall short of the truth by a third, so the search stretches them
//! ([`STRETCH`], [`INNER_LEAST`], [`PER_TURN`], [`REACH`]): it may miss the fastest solution, and is no proof of anything.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

use cube::Cube;

use crate::search::configs::Ticks;
use crate::search::coordinates::{self, FOURS, MoveTable, SLICES, inner_key, outer_key};
use crate::search::costs::IMPOSSIBLE;
use crate::search::tables::SearchTables;
use crate::search::turn::{self, Turn};

/// Percent by which the bound of phase 1 is stretched.
const STRETCH: Ticks = 130;
/// Phase 2 is taken to need at least this many quarter turns' time beyond the bound of phase 1.
const INNER_LEAST: Ticks = 10;
/// Percent of a quarter turn's time that each face turn of phase 2 is taken to need at least.
const PER_TURN: Ticks = 217;
/// Phase 2 looks this many quarter turns' time beyond its bound, twice as far in each round.
const REACH: Ticks = 5;
/// Longest phase 1 of a round, in face turns.
const LONGEST: usize = 16;
/// Rounds after which the search gives up; the last one looks farther than any cube needs.
const ROUNDS: usize = 6;

/// A cube to solve, seen along one of its axes, and the config that it starts in.
pub(crate) struct Problem {
    pub cube: Cube,
    pub config: usize,
}

/// What all threads share.
pub(crate) struct Race<'a> {
    pub tables: &'a SearchTables,
    pub problems: &'a [Problem],
    /// Whether the caller wants an end.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Told of each better solution: the problem, its turns, its cost.
    pub found: &'a (dyn Fn(usize, &[usize]) + Sync),
    /// Cost of the best solution.
    pub best: AtomicU32,
    pub stopped: AtomicBool,
    pub jobs: AtomicUsize,
    pub order: Mutex<()>,
}

/// One thread's walk.
struct Walk<'a> {
    race: &'a Race<'a>,
    problem: usize,
    path: Vec<usize>,
    reach: Ticks,
    nodes: u32,
}

/// Where a walk stands in phase 1.
#[derive(Clone, Copy)]
struct Outer {
    twist: usize,
    flip: usize,
    slice: usize,
    state: usize,
    cost: Ticks,
}

/// Where a walk stands in phase 2.
#[derive(Clone, Copy)]
struct Inner {
    corners: usize,
    outer_edges: usize,
    middle_edges: usize,
    state: usize,
    cost: Ticks,
}

/// Takes jobs (a length of phase 1 along one axis) until all is done or stopped.
pub(crate) fn work(race: &Race) {
    while !race.stopped.load(Ordering::Relaxed) {
        let job = race.jobs.fetch_add(1, Ordering::Relaxed);
        let problem = job % race.problems.len();
        let length = job / race.problems.len() % (LONGEST + 1);
        let round = job / race.problems.len() / (LONGEST + 1);
        if ROUNDS <= round {
            return;
        }
        let Problem { cube, config } = &race.problems[problem];
        let start = Outer {
            twist: coordinates::twist(cube),
            flip: coordinates::flip(cube),
            slice: coordinates::slice(cube),
            state: *config,
            cost: 0,
        };
        let reach = (REACH * race.tables.quarter) << round;
        let mut walk = Walk {
            race,
            problem,
            path: Vec::new(),
            reach,
            nodes: 0,
        };
        if race.tables.outer_turns(&start) <= length && !walk.outer(start, 3, length) {
            return;
        }
    }
}

fn after(table: &MoveTable, coordinate: usize, turn: usize) -> usize {
    usize::from(table[coordinate * turn::COUNT + turn])
}

impl SearchTables {
    /// Face turns still needed at least until phase 1 is done.
    fn outer_turns(&self, at: &Outer) -> usize {
        let twists = self.twist_turns[at.twist * SLICES + at.slice];
        let flips = self.flip_turns[at.flip * SLICES + at.slice];
        usize::from(twists.max(flips))
    }

    /// Ticks still needed at least until phase 1 is done.
    fn outer_bound(&self, at: &Outer) -> Ticks {
        let twists = self.twist_slice.row(at.twist * SLICES + at.slice);
        let flips = self.flip_slice.row(at.flip * SLICES + at.slice);
        self.least(twists, flips, at.state)
    }

    /// Ticks still needed at least until the cube is solved.
    fn inner_bound(&self, at: &Inner) -> Ticks {
        let corners = self
            .corners_middle
            .row(at.corners * FOURS + at.middle_edges);
        let edges = self
            .edges_middle
            .row(at.outer_edges * FOURS + at.middle_edges);
        self.least(corners, edges, at.state)
    }

    /// Over all configs: what both tables ask for from there, and how far behind the best the rig stands there.
    fn least(&self, one: &[u8], other: &[u8], state: usize) -> Ticks {
        let behind = &self.behind[state * self.width..(state + 1) * self.width];
        let mut least = u8::MAX;
        for ((&one, &other), &behind) in one.iter().zip(other).zip(behind) {
            least = least.min(one.max(other).saturating_add(behind));
        }
        Ticks::from(least) * self.unit
    }
}

impl Walk<'_> {
    /// Whether the search is to end; asks the caller now and then.
    fn is_stopped(&mut self) -> bool {
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(1024) && (self.race.stop)() {
            self.race.stopped.store(true, Ordering::Relaxed);
        }
        self.nodes.is_multiple_of(256) && self.race.stopped.load(Ordering::Relaxed)
    }

    /// Phase 1 with exactly so many face turns left. Returns false when the search is to end.
    fn outer(&mut self, at: Outer, last_axis: usize, left: usize) -> bool {
        if self.is_stopped() {
            return false;
        }
        let tables = self.race.tables;
        if left == 0 {
            // After a turn that phase 2 has too, its shorter beginning was completed already.
            let is_new = self
                .path
                .last()
                .is_none_or(|&last| !Turn::at(last).is_of_phase_two());
            return !is_new || self.begin_inner(&at, last_axis);
        }
        for index in (0..turn::COUNT).filter(|index| index / 15 != last_axis) {
            let (state, cost) = tables.pricer.costs.next[at.state][index];
            let count = tables.face_turns[index];
            if cost == IMPOSSIBLE || left < count {
                continue;
            }
            let left = left - count;
            let next = Outer {
                twist: after(&tables.moves.twist, at.twist, index),
                flip: after(&tables.moves.flip, at.flip, index),
                slice: after(&tables.moves.slice, at.slice, index),
                state: state as usize,
                cost: at.cost + cost,
            };
            if left < tables.outer_turns(&next) {
                continue;
            }
            let key = outer_key(next.twist, next.flip, next.slice);
            if left <= tables.near_outer.radius && left < tables.near_outer.distance(key) {
                continue;
            }
            let hope = next.cost
                + tables.outer_bound(&next) / 100 * STRETCH
                + INNER_LEAST * tables.quarter;
            if self.race.best.load(Ordering::Relaxed) <= hope {
                continue;
            }
            self.path.push(index);
            let goes_on = self.outer(next, index / 15, left);
            self.path.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn begin_inner(&mut self, at: &Outer, last_axis: usize) -> bool {
        let start = self.race.problems[self.problem].cube;
        let turns = self.path.iter().flat_map(|&index| Turn::at(index).moves());
        let cube = turns.fold(start, |cube, step| cube.apply(step));
        let inner = Inner {
            corners: coordinates::corners(&cube),
            outer_edges: coordinates::outer_edges(&cube),
            middle_edges: coordinates::middle_edges(&cube),
            state: at.state,
            cost: at.cost,
        };
        let hope = at.cost + self.race.tables.inner_bound(&inner);
        let limit = (self.race.best.load(Ordering::Relaxed) - 1).min(hope + self.reach);
        limit < hope || self.inner(&inner, last_axis, limit)
    }

    /// Phase 2, up to a limit and below the best. Returns false when the search is to end.
    fn inner(&mut self, at: &Inner, last_axis: usize, limit: Ticks) -> bool {
        if self.is_stopped() {
            return false;
        }
        if at.corners == 0 && at.outer_edges == 0 && at.middle_edges == 0 {
            self.report(at.cost);
            return true;
        }
        let tables = self.race.tables;
        for &index in tables
            .inner_turns
            .iter()
            .filter(|&&index| index / 15 != last_axis)
        {
            let (state, cost) = tables.pricer.costs.next[at.state][index];
            let limit = limit.min(self.race.best.load(Ordering::Relaxed) - 1);
            if cost == IMPOSSIBLE || limit < at.cost + cost {
                continue;
            }
            let next = Inner {
                corners: after(&tables.moves.corners, at.corners, index),
                outer_edges: after(&tables.moves.outer_edges, at.outer_edges, index),
                middle_edges: after(&tables.moves.middle_edges, at.middle_edges, index),
                state: state as usize,
                cost: at.cost + cost,
            };
            if limit < next.cost + tables.inner_bound(&next) {
                continue;
            }
            let key = inner_key(next.corners, next.outer_edges, next.middle_edges);
            let turns = tables.near_inner.distance(key) as Ticks;
            // The last turns need no change of grip, so only what is beyond two of them is taken as slow.
            let least = turns.saturating_sub(2) * (tables.quarter / 100 * PER_TURN);
            if limit < next.cost + least {
                continue;
            }
            self.path.push(index);
            let goes_on = self.inner(&next, index / 15, limit);
            self.path.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn report(&self, cost: Ticks) {
        let _in_order = self.race.order.lock();
        if cost < self.race.best.load(Ordering::Relaxed) {
            self.race.best.store(cost, Ordering::Relaxed);
            (self.race.found)(self.problem, &self.path);
        }
    }
}
