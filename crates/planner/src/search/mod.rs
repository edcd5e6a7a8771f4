//! Search for the solution of a cube that takes the rig the least time.
//!
//! Reading order: [`turn`], the 45 turns of one axis; [`configs`], how the rig can stand between turns; [`costs`], what a
//! sequence of turns costs ([`Pricer`]); [`coordinates`] of the cube; [`bounds`] on the time still needed and [`near`], what lies close to
//! home; [`tables`], all of these made once; [`two_phase`], the search.

mod bounds;
mod configs;
mod coordinates;
mod costs;
mod near;
mod pricer;
mod store;
mod tables;
mod turn;
mod two_phase;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

use cube::{Cube, Face, Move, Rotation};
use rig::{Pose, RigState};

use crate::{Error, Plan, Planner};
use configs::{Config, Ticks};
pub use pricer::Pricer;
pub use tables::SearchTables;
use turn::Turn;
use two_phase::{Problem, Race, work};

/// How many of the best sequences are planned exactly: their order may change when twist counts.
const FINALISTS: usize = 4;

/// What a search may use, and where it starts.
pub struct SearchLimits<'a> {
    /// Threads to search with, at least 1.
    pub threads: usize,
    /// Asked often; the search ends soon after it says true.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Solutions known already, such as the shortest: the plan is never slower than the best of these.
    pub known: &'a [Vec<Move>],
}

/// The three ways to look at a cube: each brings another axis upright.
fn views() -> [Rotation; 3] {
    // A third of a turn about a corner, which carries U to R to F.
    let third = Rotation::all()
        .find(|turn| turn.carry(Face::U) == Face::R && turn.carry(Face::R) == Face::F)
        .expect("one of the 24 rotations cycles three faces that meet");
    [Rotation::IDENTITY, third, third.then(third)]
}

impl Planner {
    /// The fastest plan among sequences of moves: all are priced, the best few planned exactly.
    ///
    /// # Errors
    /// As [`Planner::moves`]; [`Error::Impossible`] without a sequence that the rig can do.
    pub fn best_of(
        &self,
        pricer: &Pricer,
        start: &RigState,
        candidates: &[Vec<Move>],
    ) -> Result<Plan, Error> {
        let config = pricer.config_of(self.profile(), start);
        let mut priced: Vec<(Ticks, &Vec<Move>)> = candidates
            .iter()
            .filter_map(|moves| Some((pricer.cost(config, moves)?, moves)))
            .collect();
        priced.sort_by_key(|(cost, _)| *cost);
        self.fastest_of(start, priced.into_iter().map(|(_, moves)| moves))
    }

    /// The fastest exact plan of the first few sequences.
    fn fastest_of<'a>(
        &self,
        start: &RigState,
        best_first: impl Iterator<Item = &'a Vec<Move>>,
    ) -> Result<Plan, Error> {
        let mut fastest: Option<Plan> = None;
        for moves in best_first.take(FINALISTS) {
            let plan = self.moves(start, moves)?;
            if fastest
                .as_ref()
                .is_none_or(|known| plan.seconds() < known.seconds())
            {
                fastest = Some(plan);
            }
        }
        fastest.ok_or_else(|| Error::Impossible {
            profile: self.profile().name.clone(),
            task: "solve this cube".to_owned(),
        })
    }

    /// The fastest plan that a search for rig time itself finds for a cube, from any state.
    ///
    /// The search goes on until `limits.stop` says true or nothing is left to try; without `limits.known` it looks on
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
        let config = tables.pricer.config_of(self.profile(), start);
        let solves = |moves: &&Vec<Move>| cube.apply_all(moves).is_solved();
        let mut known: Vec<(Ticks, Vec<Move>)> = limits
            .known
            .iter()
            .filter(solves)
            .filter_map(|moves| Some((tables.pricer.cost(config, moves)?, moves.clone())))
            .collect();
        if cube.is_solved() {
            known.push((0, Vec::new()));
        }
        known.sort_by_key(|(cost, _)| std::cmp::Reverse(*cost));
        let best = known.last().map_or(Ticks::MAX, |(cost, _)| *cost);
        let mut candidates: Vec<Vec<Move>> = known.into_iter().map(|(_, moves)| moves).collect();
        if !cube.is_solved() {
            candidates.extend(self.searched(tables, config, cube, limits, best));
        }
        self.fastest_of(start, candidates.iter().rev())
    }

    /// Solutions better than `best`, each better than the one before.
    fn searched(
        &self,
        tables: &SearchTables,
        config: usize,
        cube: &Cube,
        limits: &SearchLimits,
        best: Ticks,
    ) -> Vec<Vec<Move>> {
        let example = tables.pricer.configs.all[config];
        let views = views();
        let problems = views.map(|view| {
            // What was face f is face view(f) of the turned cube, and lies where f lay.
            let turned = Rotation::from_index(example.pose.index())
                .map(|pose| view.inverse().then(pose))
                .and_then(|pose| Pose::from_index(pose.index()))
                .expect("poses and rotations share their indices");
            let config = tables
                .pricer
                .configs
                .find(Config {
                    pose: turned,
                    wrists: example.wrists,
                })
                .expect("every pose goes with every lawful pattern of wrists");
            Problem {
                cube: cube.rotated(view),
                config,
            }
        });
        let found: Mutex<Vec<Vec<Move>>> = Mutex::new(Vec::new());
        let has_any = AtomicBool::new(best < Ticks::MAX);
        let stop = || has_any.load(Ordering::Relaxed) && (limits.stop)();
        let note = |problem: usize, path: &[usize]| {
            let back = views[problem].inverse();
            let turns = path.iter().flat_map(|&index| Turn::at(index).moves());
            let moves = turns.map(|turn| back.carry_move(turn)).collect();
            has_any.store(true, Ordering::Relaxed);
            if let Ok(mut found) = found.lock() {
                found.push(moves);
            }
        };
        let race = Race {
            tables,
            problems: &problems,
            stop: &stop,
            found: &note,
            best: AtomicU32::new(best),
            stopped: AtomicBool::new(false),
            jobs: AtomicUsize::new(0),
            order: Mutex::new(()),
        };
        std::thread::scope(|scope| {
            for _ in 1..limits.threads {
                scope.spawn(|| work(&race));
            }
            work(&race);
        });
        found.into_inner().unwrap_or_default()
    }
}
