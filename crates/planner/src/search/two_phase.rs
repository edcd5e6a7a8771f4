//! The search itself: two phases, bounded by rig time.
//!
//! Phase 1 brings all orientations and the middle layer home, phase 2 the rest with turns of U and D and half turns
//! (the subgroups of Kociemba's method). Each is seen from three axes, and a [premove](crate::search::premoves) ends the solution.
//! Phase 1 is followed in rising rig time, level by level. Whatever its last turn leaves goes to phase 2, which must stay below
//! the best solution so far.
//! Bounds of phase 1 are stretched far from home ([`crate::search::fits`]), so the search may miss the fastest solution, and is no
//! proof of anything.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use cube::{AxialTurn, Cube};

use crate::search::classes::Turns;
use crate::search::configs::Ticks;
use crate::search::coordinates;
use crate::search::costs::IMPOSSIBLE;
use crate::search::level_queue::LevelQueue;
use crate::search::premoves::{Premove, worth};
use crate::search::tables::Tables;
use crate::search::views::Problem;
use crate::search::walk_state::{Child, Inner, Outer};

/// Each level allows phase 1 this many twelfths of a quarter turn's time more.
const LEVEL: Ticks = 8;
/// Levels after which the search gives up: more time than 20 moves take, each with two changes of grip.
const LEVELS: u32 = 400;
/// Phase 2 is given this many quarter turns' time at most.
const INNER_MOST: Ticks = 30;
/// Phase 2 is hardly ever done in less than this many quarter turns' time …
const INNER_LEAST: Ticks = 10;
/// … where the cube takes this many at least: there what leaves it less is not searched.
const LONG: Ticks = 36;

/// A solution: the problem, its turns (those of the premove too), its cost.
pub(crate) type Found<'a> = &'a (dyn Fn(&Problem, &[usize], Ticks) + Sync);

/// What all threads share.
pub(crate) struct Race<'a> {
    pub problems: &'a [Problem<'a>],
    /// Whether the caller wants an end.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with each solution within `slack` of the best.
    pub found: Found<'a>,
    /// Cost of the best solution.
    pub best: AtomicU32,
    pub slack: Ticks,
    pub stopped: AtomicBool,
    pub queue: LevelQueue,
    pub order: Mutex<()>,
}

/// One thread's walk.
struct Walk<'a, const W: usize> {
    tables: &'a Tables<W>,
    race: &'a Race<'a>,
    problem: &'a Problem<'a>,
    /// The premove that phase 2 is searched for.
    premove: &'a Premove,
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

/// Takes levels until all is done or stopped.
pub(crate) fn work<const W: usize>(tables: &Tables<W>, race: &Race) {
    let step = tables.unit * LEVEL;
    while !race.stopped.load(Ordering::Relaxed) {
        let Some(given) = race.queue.next() else {
            return;
        };
        let problem = &race.problems[given.problem];
        let level = given.level * step;
        let premove = &problem.group.premoves[0];
        let best = race.best.load(Ordering::Relaxed);
        let rest = problem.soonest() + least_inner(best, tables.quarter);
        if LEVELS < given.level || best < (level + rest).saturating_sub(step) {
            continue;
        }
        let mut walk = Walk {
            tables,
            race,
            problem,
            premove,
            path: Vec::new(),
            cubes: vec![problem.cube],
            above: level.saturating_sub(step),
            level,
            steps: 0,
            solutions: 0,
        };
        let start = Outer::start(&problem.cube, problem.state);
        let goes_on = (!(start.is_home() && level == 0) || walk.begin_inner(&start, 3)) && walk.outer(&start, 3);
        race.queue.done(given, walk.steps, walk.solutions);
        if !goes_on {
            return;
        }
    }
}

/// The least time that phase 2 is given, when the best solution takes so long.
fn least_inner(best: Ticks, quarter: Ticks) -> Ticks {
    if best < LONG * quarter { 0 } else { INNER_LEAST * quarter }
}

/// The levels of some problems: each starts with the first level that its phase 1 may fit in.
pub(crate) fn queue<const W: usize>(tables: &Tables<W>, problems: &[Problem]) -> LevelQueue {
    let step = tables.unit * LEVEL;
    let starts = problems.iter().map(|problem| {
        let start = Outer::start(&problem.cube, problem.state);
        let fits = |level: &u32| {
            let left = level * step;
            tables.outer_fits(&start, left, tables.percent(left))
        };
        let level = (0..LEVELS).find(fits).unwrap_or(LEVELS);
        (level, problem.group.worth[problem.end_index])
    });
    LevelQueue::new(starts, worth(step, tables.quarter))
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
        let tables = self.tables;
        let left = self.level - at.cost;
        let mut children = [Child::default(); AxialTurn::COUNT];
        let count = tables.children(at, last_axis, left, &mut children);
        let count = tables.keep_promising(&mut children[..count], left);
        let count = tables.keep_fitting(&mut children[..count], left);
        children[..count].iter().all(|child| self.entered(at, child))
    }

    /// All that follows a turn of phase 1 that fits. Returns false when the search is to end.
    fn entered(&mut self, at: &Outer, child: &Child) -> bool {
        let index = usize::from(child.turn);
        let next = child.of(at);
        self.path.push(index);
        // After a turn that phase 2 has too, its shorter beginning was completed already.
        let is_complete = next.is_home() && !AxialTurn::at(index).is_of_phase_two() && self.above < next.cost;
        let left = (self.level - next.cost) / self.tables.unit;
        let is_over = next.is_home() && left < Ticks::from(self.tables.ends.at_home(index / 15));
        let goes_on =
            (!is_complete || self.begin_inner(&next, index / 15)) && (is_over || self.outer(&next, index / 15));
        self.path.pop();
        self.cubes.truncate(self.path.len() + 1);
        goes_on
    }

    fn begin_inner(&mut self, at: &Outer, last_axis: usize) -> bool {
        self.solutions += 1;
        while self.cubes.len() <= self.path.len() {
            let done = self.cubes.len() - 1;
            let turn = AxialTurn::at(self.path[done]);
            let cube = turn.moves().fold(self.cubes[done], |cube, step| cube.apply(step));
            self.cubes.push(cube);
        }
        let reached = self.cubes[self.path.len()];
        let Problem { group, .. } = self.problem;
        let quarter = self.tables.quarter;
        for premove in &group.premoves {
            self.premove = premove;
            let limit = self.limit_of_inner().min(at.cost + INNER_MOST * quarter);
            if limit < at.cost + least_inner(self.most(), quarter) {
                continue;
            }
            let cube = premove.lead.then(&reached);
            let (corners, middle) = (coordinates::corners(&cube), coordinates::middle_edges(&cube));
            let left = limit - at.cost;
            if !self.tables.corners_fit(corners, middle, at.state, left) {
                continue;
            }
            let inner =
                Inner { corners, edges: coordinates::outer_edges(&cube), middle, state: at.state, cost: at.cost };
            if self.tables.inner_fits(&inner, left) && !self.inner(&inner, last_axis, limit) {
                return false;
            }
        }
        true
    }

    /// The most that a solution may cost when phase 2 is done.
    fn limit_of_inner(&self) -> Ticks {
        let end = self.problem.end_index;
        self.most().saturating_sub(self.premove.likely[end])
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
            self.finish(at);
            if self.problem.end.is_none() && self.premove.turns.is_empty() {
                return true;
            }
        }
        let tables = self.tables;
        for &index in tables.inner_turns.iter().filter(|&&index| index / 15 != last_axis) {
            let (state, cost) = tables.parts.costs.next[at.state][index];
            let limit = limit.min(self.limit_of_inner());
            if cost == IMPOSSIBLE || limit < at.cost + cost {
                continue;
            }
            let moves = &tables.parts.moves;
            let next = Inner {
                corners: moves.corners.turned(at.corners, index),
                edges: moves.outer_edges.turned(at.edges, index),
                middle: moves.middle_edges.turned(at.middle, index),
                state: state as usize,
                cost: at.cost + cost,
            };
            let left = limit - next.cost;
            if !tables.corners_fit(next.corners, next.middle, next.state, left) || !tables.inner_fits(&next, left) {
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

    /// Adds the premove to a phase 2 that is done, and reports the solution if it is good enough.
    fn finish(&self, at: &Inner) {
        let costs = &self.tables.parts.costs;
        let (state, premove) = costs.after(at.state, &self.premove.turns);
        let end = self.problem.end;
        let to_end = end.map_or(0, |end| {
            let sums = costs.behind[state].iter().zip(&end.behind);
            sums.map(|(one, other)| one + other).min().unwrap_or(0)
        });
        let cost = at.cost + premove + to_end;
        let _in_order = self.race.order.lock();
        if self.most() < cost {
            return;
        }
        self.race.best.fetch_min(cost, Ordering::Relaxed);
        let turns = [&self.path[..], &self.premove.turns].concat();
        (self.race.found)(self.problem, &turns, cost);
    }
}
