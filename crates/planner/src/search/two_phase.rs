//! The search itself: two phases, bounded by rig time.
//!
//! Phase 1 brings all orientations and the middle layer home, phase 2 the rest with turns of U and D and half turns
//! (the subgroups of Kociemba's method), each seen from three axes. Phase 1 is followed in rising rig time, level by
//! level; whatever its last turn leaves goes to phase 2, which must stay below the best solution so far.
//! Bounds of phase 1 are stretched far from home ([`crate::search::fits`]), so the search may miss the fastest solution, and is no
//! proof of anything.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use cube::Cube;

use crate::search::classes::Turns;
use crate::search::configs::Ticks;
use crate::search::coordinates;
use crate::search::costs::IMPOSSIBLE;
use crate::search::fits::{Child, Inner, Outer};
use crate::search::jobs::Jobs;
use crate::search::tables::Tables;
use crate::search::turn::{self, Turn};

/// Each level allows phase 1 so many twelfths of a quarter turn's time more.
const LEVEL: Ticks = 8;
/// Levels after which the search gives up: more time than 20 moves take, each with two changes of grip.
const LEVELS: u32 = 400;
/// Levels by which phase 1 of a backward search looks cheaper than it is, since the rig may stand anyhow.
pub(crate) const HANDICAP: u32 = 3;
/// Phase 2 is given so many quarter turns' time at first, and with phase 1's time in proportion later.
const INNER_MOST: Ticks = 30;

/// A cube to solve, seen along one of its axes, and the state of the machine of costs that it starts in.
///
/// Where a rig takes the same time backwards, solutions may be searched from their ends too: the inverse cube is solved from
/// any config, by the inverse of each turn in reverse order, and the last config must be the one that the rig stands in.
#[derive(Clone, Copy)]
pub(crate) struct Problem {
    pub cube: Cube,
    pub state: usize,
    /// The config to end in; `None` where any will do.
    pub end: Option<usize>,
}

/// A solution: the problem, its turns, its cost.
pub(crate) type Found<'a> = &'a (dyn Fn(usize, &[usize], Ticks) + Sync);

/// What all threads share.
pub(crate) struct Race<'a> {
    pub problems: &'a [Problem],
    /// Whether the caller wants an end.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Told of each solution within `slack` of the best.
    pub found: Found<'a>,
    /// Cost of the best solution.
    pub best: AtomicU32,
    pub slack: Ticks,
    pub stopped: AtomicBool,
    pub jobs: Jobs,
    pub order: Mutex<()>,
}

/// One thread's walk.
struct Walk<'a, const W: usize> {
    tables: &'a Tables<W>,
    race: &'a Race<'a>,
    problem: usize,
    path: Vec<usize>,
    /// The cube after each turn of the beginning of the path that phase 2 was asked for last.
    cubes: Vec<Cube>,
    /// Phase 1 takes more than `above` and at most `level`.
    above: Ticks,
    level: Ticks,
    steps: u64,
    /// Solutions of phase 1.
    solutions: u64,
}

/// Takes jobs until all is done or stopped.
pub(crate) fn work<const W: usize>(tables: &Tables<W>, race: &Race) {
    let step = tables.unit * LEVEL;
    while !race.stopped.load(Ordering::Relaxed) {
        let end = (race.best.load(Ordering::Relaxed) / step + 1).min(LEVELS);
        let Some(job) = race.jobs.next(end) else {
            return;
        };
        let level = job.level * step;
        let Problem { cube, state, .. } = &race.problems[job.problem];
        let start = Outer {
            twist: coordinates::twist(cube),
            flip: coordinates::flip(cube),
            slice: coordinates::slice(cube),
            state: *state,
            cost: 0,
        };
        let mut walk = Walk {
            tables,
            race,
            problem: job.problem,
            path: Vec::new(),
            cubes: vec![*cube],
            above: level.saturating_sub(step),
            level,
            steps: 0,
            solutions: 0,
        };
        let goes_on = match job.first {
            None => !(start.is_home() && level == 0) || walk.begin_inner(&start, 3),
            Some(first) => walk.turned(&start, &tables.child(&start, first)),
        };
        race.jobs.done(job, walk.steps, walk.solutions);
        if !goes_on {
            return;
        }
    }
}

impl<const W: usize> Walk<'_, W> {
    /// Whether the search is to end; asks the caller now and then.
    fn is_stopped(&mut self) -> bool {
        self.steps += 1;
        if self.steps.is_multiple_of(1024) && (self.race.stop)() {
            self.race.stopped.store(true, Ordering::Relaxed);
        }
        self.steps.is_multiple_of(256) && self.race.stopped.load(Ordering::Relaxed)
    }

    /// Phase 1 from where it stands. Returns false when the search is to end.
    fn outer(&mut self, at: &Outer, last_axis: usize) -> bool {
        if self.is_stopped() {
            return false;
        }
        // All turns are looked up before any is followed, so that the memory answers many questions at once.
        let tables = self.tables;
        let left = self.level - at.cost;
        let mut children = [Child::default(); turn::COUNT];
        let mut count = 0;
        for axis in (0..3).filter(|&axis| axis != last_axis) {
            for index in axis * 15..axis * 15 + 15 {
                if left < tables.costs.next[at.state][index].1 {
                    continue;
                }
                let child = tables.child(at, index);
                children[count] = child;
                let units = (left - child.cost) / tables.unit;
                let stretch = tables.stretch(units);
                count += usize::from(Ticks::from(child.least) * stretch <= units * 100);
            }
        }
        if tables.is_near(left) {
            let kept = tables.keep_fitting(&mut children[..count], left);
            return children[..kept].iter().all(|child| self.entered(at, child));
        }
        children[..count].iter().all(|child| self.turned(at, child))
    }

    /// One turn of phase 1 and all that follows. Returns false when the search is to end.
    fn turned(&mut self, at: &Outer, child: &Child) -> bool {
        let tables = self.tables;
        if child.cost == IMPOSSIBLE || self.level < at.cost + child.cost {
            return true;
        }
        let next = child.of(at);
        let left = self.level - next.cost;
        if !tables.outer_fits(&next, left, tables.stretch(left / tables.unit)) {
            return true;
        }
        self.entered(at, child)
    }

    /// All that follows a turn of phase 1 that fits. Returns false when the search is to end.
    fn entered(&mut self, at: &Outer, child: &Child) -> bool {
        let index = usize::from(child.turn);
        let next = child.of(at);
        self.path.push(index);
        // After a turn that phase 2 has too, its shorter beginning was completed already.
        let is_complete =
            next.is_home() && !Turn::at(index).is_of_phase_two() && self.above < next.cost;
        let left = (self.level - next.cost) / self.tables.unit;
        let is_over = next.is_home() && left < Ticks::from(self.tables.ends.at_home(index / 15));
        let goes_on = (!is_complete || self.begin_inner(&next, index / 15))
            && (is_over || self.outer(&next, index / 15));
        self.path.pop();
        self.cubes.truncate(self.path.len() + 1);
        goes_on
    }

    fn begin_inner(&mut self, at: &Outer, last_axis: usize) -> bool {
        self.solutions += 1;
        let most = self.tables.quarter * INNER_MOST;
        let limit = self.most().min(at.cost + most);
        while self.cubes.len() <= self.path.len() {
            let done = self.cubes.len() - 1;
            let turn = Turn::at(self.path[done]);
            let cube = turn
                .moves()
                .fold(self.cubes[done], |cube, step| cube.apply(step));
            self.cubes.push(cube);
        }
        let cube = &self.cubes[self.path.len()];
        let (corners, middle) = (coordinates::corners(cube), coordinates::middle_edges(cube));
        if limit < at.cost
            || !self
                .tables
                .corners_fit(corners, middle, at.state, limit - at.cost)
        {
            return true;
        }
        let inner = Inner {
            corners,
            edges: coordinates::outer_edges(cube),
            middle,
            state: at.state,
            cost: at.cost,
        };
        !self.tables.inner_fits(&inner, limit - at.cost) || self.inner(&inner, last_axis, limit)
    }

    /// The most that a solution may cost.
    fn most(&self) -> Ticks {
        (self.race.best.load(Ordering::Relaxed) - 1).saturating_add(self.race.slack)
    }

    /// Phase 2, up to a limit. Returns false when the search is to end.
    fn inner(&mut self, at: &Inner, last_axis: usize, limit: Ticks) -> bool {
        if self.is_stopped() {
            return false;
        }
        if at.corners == 0 && at.edges == 0 && at.middle == 0 {
            let end = self.race.problems[self.problem].end;
            let behind = &self.tables.costs.behind[at.state];
            let cost = at.cost + end.map_or(0, |config| behind[config]);
            if cost <= limit {
                self.report(cost);
            }
            if end.is_none() {
                return true;
            }
        }
        let tables = self.tables;
        for &index in tables
            .inner_turns
            .iter()
            .filter(|&&index| index / 15 != last_axis)
        {
            let (state, cost) = tables.costs.next[at.state][index];
            let limit = limit.min(self.most());
            if cost == IMPOSSIBLE || limit < at.cost + cost {
                continue;
            }
            let moves = &tables.moves;
            let next = Inner {
                corners: moves.corners.turned(at.corners, index),
                edges: moves.outer_edges.turned(at.edges, index),
                middle: moves.middle_edges.turned(at.middle, index),
                state: state as usize,
                cost: at.cost + cost,
            };
            let left = limit - next.cost;
            if !tables.corners_fit(next.corners, next.middle, next.state, left)
                || !tables.inner_fits(&next, left)
            {
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
        let best = self.race.best.load(Ordering::Relaxed);
        if cost < best {
            self.race.best.store(cost, Ordering::Relaxed);
        }
        if cost < best.saturating_add(self.race.slack) {
            (self.race.found)(self.problem, &self.path, cost);
        }
    }
}
