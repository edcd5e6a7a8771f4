//! Proof of the fastest plan: all solutions up to a bound, seen from three axes at once.
//!
//! A solution brings the cube into the group of phase 2 of every axis. So along it the rest must fit the bounds of phase 1
//! from all three axes, without any stretch. What fits is followed in rising rig time; every solution that costs less
//! without twist than the best plan takes with it is planned exactly. When none is left, no plan within the bound is
//! faster.

use cube::AxialTurn;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::search::configs::Ticks;
use crate::search::costs::IMPOSSIBLE;
use crate::search::fits::EXACT;
use crate::search::tables::Tables;
use crate::search::views::View;
use crate::search::walk_state::Outer;

/// Each round allows a quarter turn's time more than the one before.
const ROUND: Ticks = 1;

/// The same cube seen from three axes, and by view the name of each turn there.
pub(crate) struct Views<'a> {
    pub cubes: [View; 3],
    pub turns: &'a [[usize; AxialTurn::COUNT]; 3],
}

/// What a walk shares with the others.
struct Proof<'a, const W: usize> {
    tables: &'a Tables<W>,
    views: &'a Views<'a>,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Plans a solution (turns as the first view names them) and returns what the plan costs.
    planned: &'a (dyn Fn(&[usize]) -> Option<Ticks> + Sync),
    /// Cost of the best plan, or one more than the bound.
    best: AtomicU32,
    stopped: AtomicUsize,
    order: Mutex<()>,
}

/// Searches all solutions that cost at most `bound`; calls `planned` for those that may be faster than the best plan.
/// Returns false if the caller stopped it before it had seen all.
pub(crate) fn prove<const W: usize>(
    tables: &Tables<W>,
    views: &Views,
    bound: Ticks,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    planned: &(dyn Fn(&[usize]) -> Option<Ticks> + Sync),
) -> bool {
    let proof = Proof {
        tables,
        views,
        stop,
        planned,
        best: AtomicU32::new(bound + 1),
        stopped: AtomicUsize::new(0),
        order: Mutex::new(()),
    };
    let mut limit = 0;
    loop {
        let end = proof.best.load(Ordering::Relaxed) - 1;
        limit = (limit + ROUND * tables.quarter).min(end);
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| proof.round(limit, &next));
            }
            proof.round(limit, &next);
        });
        if 0 < proof.stopped.load(Ordering::Relaxed) {
            return false;
        }
        // A plan that was found may end the search below the limit.
        if proof.best.load(Ordering::Relaxed) - 1 <= limit {
            return true;
        }
    }
}

impl<const W: usize> Proof<'_, W> {
    /// Takes first turns until there are none.
    fn round(&self, limit: Ticks, next: &AtomicUsize) {
        let start = self.views.cubes.each_ref().map(|View { cube, state, .. }| Outer::start(cube, *state));
        loop {
            let first = next.fetch_add(1, Ordering::Relaxed);
            if AxialTurn::COUNT <= first {
                return;
            }
            let mut walk = Walk { proof: self, limit, path: Vec::new(), steps: 0 };
            if !walk.turned(&start, first) {
                return;
            }
        }
    }
}

/// One thread's way.
struct Walk<'a, const W: usize> {
    proof: &'a Proof<'a, W>,
    limit: Ticks,
    path: Vec<usize>,
    steps: u64,
}

impl<const W: usize> Walk<'_, W> {
    /// Returns false when the search is to end.
    fn turned(&mut self, at: &[Outer; 3], turn: usize) -> bool {
        let Proof { tables, views, .. } = self.proof;
        let limit = self.limit.min(self.proof.best.load(Ordering::Relaxed) - 1);
        let mut next = *at;
        for (view, outer) in next.iter_mut().enumerate() {
            let child = tables.child(outer, views.turns[view][turn]);
            if child.cost == IMPOSSIBLE || limit < outer.cost + child.cost {
                return true;
            }
            *outer = child.of(outer);
            if !tables.outer_fits(outer, limit - outer.cost, EXACT) {
                return true;
            }
        }
        self.steps += 1;
        if self.steps.is_multiple_of(1024) && ((self.proof.stop)() || 0 < self.proof.stopped.load(Ordering::Relaxed)) {
            self.proof.stopped.store(1, Ordering::Relaxed);
            return false;
        }
        self.path.push(turn);
        if next.iter().all(Outer::is_home) {
            self.finish();
        }
        let goes_on =
            (0..AxialTurn::COUNT).filter(|other| other / 15 != turn / 15).all(|other| self.turned(&next, other));
        self.path.pop();
        goes_on
    }

    /// All orientations are home from every axis: plans the path if it is a solution.
    fn finish(&self) {
        let start = self.proof.views.cubes[0].cube;
        let turns = self.path.iter().flat_map(|&turn| AxialTurn::at(turn).moves());
        if !turns.fold(start, |cube, step| cube.apply(step)).is_solved() {
            return;
        }
        let _in_order = self.proof.order.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cost) = (self.proof.planned)(&self.path)
            && cost < self.proof.best.load(Ordering::Relaxed)
        {
            self.proof.best.store(cost, Ordering::Relaxed);
        }
    }
}
