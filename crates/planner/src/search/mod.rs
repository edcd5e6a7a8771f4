//! Search for the solution of a cube that takes the rig the least time.
//!
//! Reading order:
//! - [`AxialTurn`]: the 45 turns of one axis
//! - [`configs`]: how the rig can stand between turns
//! - [`costs`] and [`pricer`]: what a sequence of turns costs
//! - [`coordinates`] of the cube, [`symmetry`], and [`classes`] of equal positions; [`space`]: coordinates together
//! - [`times`], [`expander`], [`dense`] and [`near`]: the time to the home of a phase, and its tables
//! - [`tables`]: all of these; [`table_store`] and [`packing`]: their file; [`ends`] and [`look_ahead`]: the ends of phase 1
//! - [`premoves`] and [`views`]: the problems that a cube makes; [`start`]: where the rig begins
//! - [`walk_state`], [`fits`], [`level_queue`] and [`two_phase`]: the search
//! - [`proof`]: the search that misses nothing; [`counting`]: how good a search can be

mod classes;
mod configs;
mod coordinates;
mod costs;
mod counting;
mod dense;
mod ends;
mod expander;
mod fits;
mod level_queue;
mod look_ahead;
mod near;
mod packing;
mod premoves;
mod pricer;
mod proof;
mod space;
mod start;
mod symmetry;
mod table_store;
mod tables;
mod times;
mod two_phase;
mod views;
mod walk_state;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use cube::{AxialTurn, Cube, Move, inverted};
use rig::{Profile, RigState};
use solver::{LoadOptions, Progress};

use crate::{Error, Plan, Planner};
use configs::{NEVER, TICK, Ticks};
pub use counting::{least_mean_seconds, solvable_share};
use level_queue::LevelQueue;
pub use pricer::Pricer;
use start::Start;
use tables::Tables;
use two_phase::{Race, work};
use views::{Problem, View};

/// How many of the best sequences are planned exactly: their order may change when twist counts.
const FINALISTS: usize = 12;

/// Tables for the search on one rig: tens of megabytes. Two cores build them in two or three seconds, or in three times that
/// where faces turn within phases. A file of them is loaded in tens of milliseconds.
pub struct SearchTables(Widths);

/// Most configs of narrow tables.
const NARROW: usize = 24;

/// Rigs have up to 21 configs with four arms, up to 60 with fewer.
enum Widths {
    Narrow(Box<Tables<NARROW>>),
    Wide(Box<Tables<64>>),
}

impl SearchTables {
    /// Makes the tables for a profile on two threads.
    pub fn new(profile: &Profile) -> SearchTables {
        let pricer = Pricer::new(profile);
        SearchTables(if pricer.configs.all.len() <= NARROW {
            Widths::Narrow(Box::new(Tables::new(profile, pricer)))
        } else {
            Widths::Wide(Box::new(Tables::new(profile, pricer)))
        })
    }

    /// Loads the tables for a profile from the directory of `options`, or makes them and keeps them there. Profiles with the same rules,
    /// clearances and timing share a file, `rig-time-….table`.
    ///
    /// # Errors
    /// As [`solver::StoredTable::load`].
    pub fn load(
        profile: &Profile,
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<SearchTables, solver::Error> {
        let pricer = Pricer::new(profile);
        Ok(SearchTables(if pricer.configs.all.len() <= NARROW {
            Widths::Narrow(Box::new(table_store::load(profile, pricer, options, progress)?))
        } else {
            Widths::Wide(Box::new(table_store::load(profile, pricer, options, progress)?))
        }))
    }

    fn pricer(&self) -> &Pricer {
        match &self.0 {
            Widths::Narrow(tables) => &tables.pricer,
            Widths::Wide(tables) => &tables.pricer,
        }
    }

    fn views(&self, start: &Start, cube: &Cube) -> [View; 3] {
        let costs = match &self.0 {
            Widths::Narrow(tables) => &tables.parts.costs,
            Widths::Wide(tables) => &tables.parts.costs,
        };
        views::views(&self.pricer().configs, costs, start, cube)
    }

    fn problems<'a>(&'a self, views: &'a [View; 3]) -> Vec<Problem<'a>> {
        match &self.0 {
            Widths::Narrow(tables) => views::problems(views, tables.anywhere, &tables.groups),
            Widths::Wide(tables) => views::problems(views, tables.anywhere, &tables.groups),
        }
    }

    fn queue(&self, problems: &[Problem]) -> LevelQueue {
        match &self.0 {
            Widths::Narrow(tables) => two_phase::queue(tables, problems),
            Widths::Wide(tables) => two_phase::queue(tables, problems),
        }
    }

    fn work(&self, race: &Race) {
        match &self.0 {
            Widths::Narrow(tables) => work(tables, race),
            Widths::Wide(tables) => work(tables, race),
        }
    }
}

/// What a search may use, and where it starts.
pub struct SearchLimits<'a> {
    /// Threads to search with, at least 1.
    pub threads: usize,
    /// Called often; the search ends soon after it returns true.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Solutions known already, such as the shortest: the plan is never slower than the best of these.
    pub known: &'a [Vec<Move>],
}

/// Whole ticks of a time.
fn ticks_of(seconds: f64) -> Ticks {
    (seconds * 1e9 / TICK as f64).round().min(f64::from(NEVER)) as Ticks
}

/// Solutions that cost this many ticks more than the best are kept too.
const SLACK: Ticks = 40_000;

impl Planner {
    /// The fastest plan among sequences of moves: all are priced, the best few planned exactly.
    ///
    /// # Errors
    /// As [`Planner::moves`]; [`Error::Impossible`] without a sequence that the rig can do.
    pub fn best_of(&self, pricer: &Pricer, start: &RigState, candidates: &[Vec<Move>]) -> Result<Plan, Error> {
        let from = pricer.start(self.profile(), start);
        let mut priced: Vec<(Ticks, &Vec<Move>)> =
            candidates.iter().filter_map(|moves| Some((pricer.cost(&from, moves)?, moves))).collect();
        priced.sort_by_key(|(cost, _)| *cost);
        self.fastest_of(start, None, priced.into_iter())
    }

    /// The fastest of a plan and the exact plans of the first few sequences. Plans are hardly ever faster than their
    /// sequence costs. So it ends with a plan that is as fast as the next sequence can be. Nearly always that is the first
    /// plan.
    fn fastest_of<'a>(
        &self,
        start: &RigState,
        known: Option<Plan>,
        best_first: impl Iterator<Item = (Ticks, &'a Vec<Move>)>,
    ) -> Result<Plan, Error> {
        let mut fastest = known;
        for (cost, moves) in best_first.take(FINALISTS) {
            if fastest.as_ref().is_some_and(|known| ticks_of(known.seconds()) <= cost) {
                break;
            }
            let least = fastest.as_ref().map_or(f64::MAX, Plan::seconds);
            fastest = self.moves_within(start, moves, least)?.or(fastest);
        }
        fastest.ok_or_else(|| self.impossible("solve this cube"))
    }

    /// The fastest plan that a search for rig time itself finds for a cube, from any state. Its motions solve the cube.
    ///
    /// The search goes on until `limits.stop` returns true or nothing is left to try; without `limits.known` it searches
    /// until it has one solution. The best sequences are planned exactly, and the fastest plan counts.
    ///
    /// # Errors
    /// As [`Planner::moves`].
    pub fn cube(
        &self,
        tables: &SearchTables,
        start: &RigState,
        cube: &Cube,
        limits: &SearchLimits,
    ) -> Result<Plan, Error> {
        let pricer = tables.pricer();
        let from = pricer.start(self.profile(), start);
        let solving = limits.known.iter();
        let solving = solving.filter(|moves| cube.apply_all(moves).is_solved());
        let known: Result<Vec<Plan>, Error> = solving.map(|moves| self.moves(start, moves)).collect();
        let known = known?.into_iter();
        let known = known.min_by(|one, other| one.seconds().total_cmp(&other.seconds()));
        let mut candidates: Vec<(Ticks, Vec<Move>)> = Vec::new();
        if cube.is_solved() {
            candidates.push((0, Vec::new()));
        } else {
            let best = known.as_ref().map(|plan| ticks_of(plan.seconds()));
            for moves in searched(tables, &from, cube, limits, best) {
                candidates.extend(pricer.cost(&from, &moves).map(|cost| (cost, moves)));
            }
        }
        candidates.sort();
        candidates.dedup();
        let best_first = candidates.iter().map(|(cost, moves)| (*cost, moves));
        self.fastest_of(start, known, best_first)?.solving(cube)
    }

    /// The fastest of all plans that solve a cube within a time from rest, whatever their moves: no plan under the rules is faster.
    ///
    /// Takes seconds for plans of 18 s, and five times as long for each second more.
    ///
    /// # Errors
    /// As [`Planner::moves`]; [`Error::Unproven`] where `stop` returned true before all was seen.
    pub fn proven(
        &self,
        tables: &SearchTables,
        cube: &Cube,
        within: Duration,
        threads: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Plan>, Error> {
        let start = &RigState::REST;
        if cube.is_solved() {
            return self.moves(start, &[]).map(Some);
        }
        let from = tables.pricer().start(self.profile(), start);
        let turns = views::rotations().map(|view| {
            std::array::from_fn(|index| {
                let turn = AxialTurn::at(index);
                turn.renamed(|one| view.carry_move(one)).index()
            })
        });
        let seen = proof::Views { cubes: tables.views(&from, cube), turns: &turns };
        let fastest: Mutex<Option<Plan>> = Mutex::new(None);
        let failed: Mutex<Option<Error>> = Mutex::new(None);
        let planned = |path: &[usize]| {
            let turns = path.iter().flat_map(|&index| AxialTurn::at(index).moves());
            let moves: Vec<Move> = turns.collect();
            match self.moves(start, &moves) {
                Ok(plan) => {
                    let cost = ticks_of(plan.seconds());
                    let mut fastest = fastest.lock().unwrap_or_else(PoisonError::into_inner);
                    if plan.seconds() <= within.as_secs_f64() + rig::SAME_INSTANT
                        && fastest.as_ref().is_none_or(|known| plan.seconds() < known.seconds())
                    {
                        *fastest = Some(plan);
                    }
                    Some(cost)
                }
                Err(error) => {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    None
                }
            }
        };
        let bound = ticks_of(within.as_secs_f64());
        let is_proven = match &tables.0 {
            Widths::Narrow(tables) => proof::prove(tables, &seen, bound, threads, stop, &planned),
            Widths::Wide(tables) => proof::prove(tables, &seen, bound, threads, stop, &planned),
        };
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        if !is_proven {
            return Err(Error::Unproven { seconds: within.as_secs_f64() });
        }
        let fastest = fastest.into_inner().unwrap_or_else(PoisonError::into_inner);
        fastest.map(|plan| plan.solving(cube)).transpose()
    }
}

/// Solutions that cost less than `best` or nearly as little as the best of them.
fn searched(
    tables: &SearchTables,
    from: &Start,
    cube: &Cube,
    limits: &SearchLimits,
    best: Option<Ticks>,
) -> Vec<Vec<Move>> {
    let rotations = views::rotations();
    let views = tables.views(from, cube);
    let problems = tables.problems(&views);
    let found: Mutex<Vec<(Ticks, Vec<Move>)>> = Mutex::new(Vec::new());
    let has_any = AtomicBool::new(best.is_some());
    // The search counts from when the first config is reached.
    let best = best.map_or(Ticks::MAX, |best| best.saturating_sub(from.least).max(1));
    let stop = || has_any.load(Ordering::Relaxed) && (limits.stop)();
    let note = |problem: &Problem, path: &[usize], cost: Ticks| {
        let back = rotations[problem.view].inverse();
        let turns = path.iter().flat_map(|&index| AxialTurn::at(index).moves());
        let mut moves: Vec<Move> = turns.map(|turn| back.carry_move(turn)).collect();
        if problem.end.is_some() {
            moves = inverted(&moves);
        }
        has_any.store(true, Ordering::Relaxed);
        if let Ok(mut found) = found.lock() {
            found.push((cost, moves));
        }
    };
    let race = Race {
        problems: &problems,
        stop: &stop,
        found: &note,
        best: AtomicU32::new(best),
        slack: SLACK,
        stopped: AtomicBool::new(false),
        queue: tables.queue(&problems),
        order: Mutex::new(()),
    };
    std::thread::scope(|scope| {
        for _ in 1..limits.threads {
            scope.spawn(|| tables.work(&race));
        }
        tables.work(&race);
    });
    let best = race.best.load(Ordering::Relaxed);
    let found = found.into_inner().unwrap_or_default();
    found.into_iter().filter(|(cost, _)| *cost <= best.saturating_add(SLACK)).map(|(_, moves)| moves).collect()
}
