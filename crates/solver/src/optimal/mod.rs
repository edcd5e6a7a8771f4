//! Proven shortest solutions: two-phase for a good solution, then proof that none is shorter.
//!
//! The proof is a depth-first search of one length after the other, cut short by a table of lower
//! bounds that is as large as the caller's memory allows. All threads work on one cube.

mod branches;
mod build;
mod choice;
mod corners;
mod coset;
mod edges;
mod lanes;
mod position;
mod search;
mod slicing;
mod table;

use std::time::{Duration, Instant};

use cube::Cube;

use crate::cache::{TableBytes, TableSet, load_or_generate};
use crate::memory::available;
use crate::pool::{on_threads, race_on_threads};
use crate::race::Race;
use crate::{Control, Error, Limits, LoadOptions, Method, Progress, Solution, Solver, TwoPhase};
use branches::{BRANCH_MOVES, Branches};
use choice::Choice;
use corners::CORNER_COSETS;
use coset::Cosets;
use edges::{EDGES, EdgeTable};
use lanes::{Lanes, Portable};
use search::{Root, Search};
use table::{Parts, Size, Table};

/// Time for the two-phase search before the proof begins. Its solution is nearly always within one
/// move of the shortest, and each move less makes the proof thirteen times shorter.
pub(crate) const HEAD_START: Duration = Duration::from_millis(150);
/// Lengths up to this one are searched by one thread: it is done before a second one has started.
const ALONE_UP_TO: usize = 9;

/// The optimal solver with its tables: those of [`TwoPhase`] and one of lower bounds.
pub struct Optimal {
    two_phase: TwoPhase,
    size: Size,
    bytes: TableBytes,
    edges: TableBytes,
}

impl Optimal {
    /// Maps the tables from the cache directory, or generates them there. With `memory` the table of lower bounds is the
    /// largest one that fits. It has 1.9 GB in 2 GiB, and 7.6 GB in 8 GiB, which takes minutes to generate. Without it the
    /// table may take a quarter of the free memory, and is the one that gives a proof soonest: one on disk, or one that is
    /// quickly built. A note to `progress` names it.
    ///
    /// # Errors
    /// As [`Method::load`].
    pub fn load(options: &LoadOptions, progress: &(dyn Fn(&Progress) + Sync)) -> Result<Optimal, Error> {
        let Choice { size, two_phase, note } = choice::choose(options, available())?;
        if note.is_some() {
            progress(&Progress { table: size.table_set().name, done: 0.0, note });
        }
        let two_phase = TwoPhase::load(&two_phase, progress)?;
        let bytes = load_or_generate(&size.table_set(), options, progress, |bytes| {
            let report = |done| {
                progress(&Progress { table: size.table_set().name, done, note: None });
            };
            on_threads(options.threads, || fill(size, bytes, &report));
        })?;
        let edges = load_or_generate(&EDGES, options, progress, |edges| {
            fill_edges(edges, bytes.slice(0, CORNER_COSETS));
        })?;
        Ok(Optimal { two_phase, size, bytes, edges })
    }
}

/// Fills a table by the fastest means the processor has.
fn fill(size: Size, bytes: &mut [u8], progress: &(dyn Fn(f64) + Sync)) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("ssse3") {
        return build::fill::<lanes::Ssse3>(size, bytes, progress);
    }
    build::fill::<Portable>(size, bytes, progress);
}

/// The same for the table of the edges.
fn fill_edges(table: &mut [u8], corner_classes: &[u32]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("ssse3") {
        return edges::fill(table, &Cosets::<lanes::Ssse3>::new(corner_classes));
    }
    edges::fill(table, &Cosets::<Portable>::new(corner_classes));
}

impl Solver for Optimal {
    fn name(&self) -> &'static str {
        Method::Optimal.name()
    }

    fn search(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        limits.check_half_turns(self.name())?;
        let head_start = limits.time.map_or(HEAD_START, |time| time.min(HEAD_START));
        let first = Limits { time: Some(head_start), ..limits.clone() };
        let opening = Race::new(self.name(), cube, &first, control, start).always_answering();
        self.two_phase.run(cube, limits.threads, &opening);
        let race = Race::new(self.name(), cube, limits, control, start);
        let race = match opening.outcome() {
            Ok(solution) if solution.is_optimal() || done(&solution, limits) => {
                return Ok(solution);
            }
            Ok(solution) => race.starting_from(solution),
            // No solution within max_length yet: the proof goes on looking.
            Err(Error::Stopped { .. }) => race,
            Err(error) => return Err(error),
        };
        self.prove(cube, limits.threads, &race);
        race.outcome()
    }
}

impl Optimal {
    /// The tables that [`Optimal::load`] loads.
    pub(crate) fn table_sets(options: &LoadOptions) -> Result<Vec<TableSet>, Error> {
        let choice = choice::choose(options, available())?;
        let mut sets = TwoPhase::table_sets(&choice.two_phase)?;
        sets.extend([choice.size.table_set(), EDGES]);
        Ok(sets)
    }

    /// The two-phase solver with the same tables.
    pub(crate) fn two_phase(&self) -> &TwoPhase {
        &self.two_phase
    }

    /// Looks for everything shorter than the race's best, on this many threads.
    pub(crate) fn prove(&self, cube: &Cube, threads: usize, race: &Race<'_>) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("ssse3") {
            return self.prove_with::<lanes::Ssse3>(cube, threads, race);
        }
        self.prove_with::<Portable>(cube, threads, race);
    }

    fn prove_with<L: Lanes>(&self, cube: &Cube, threads: usize, race: &Race<'_>) {
        let parts = Parts::of(self.bytes.bytes());
        let classes = self.bytes.slice(0, CORNER_COSETS);
        let table = Table::new(self.size, &parts);
        let root = Root::<L>::new(cube, classes, table, EdgeTable::new(self.edges.bytes()));
        let mut branches = Branches::new(cube);
        for length in root.distance().. {
            if race.limit() < length || race.must_end() {
                break;
            }
            race.needs_at_least(length);
            if length <= ALONE_UP_TO.max(BRANCH_MOVES) {
                if Search::new(&root, race, length).whole() {
                    break;
                }
                continue;
            }
            branches.restart();
            let work = || {
                let mut search = Search::new(&root, race, length);
                while let Some((branch, done)) = branches.next() {
                    race.proving(length, done);
                    if search.branch(branch) {
                        break;
                    }
                }
            };
            race_on_threads(threads, race, work);
        }
        race.searched_all();
    }
}

/// Whether the caller wants nothing better.
pub(crate) fn done(solution: &Solution, limits: &Limits) -> bool {
    limits.good_enough.is_some_and(|enough| solution.length() <= enough)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Processors without SSSE3, such as those of a Raspberry Pi, search with portable code.
    #[test]
    fn portable_code_proves_the_same_lengths() {
        let solver = Optimal::load(&LoadOptions::small(LoadOptions::user_cache()), &|_| {}).expect("the tables load");
        for seed in 0..6 {
            let cube = cube::Cube::SOLVED.apply_all(&cube::random_moves(seed, 11));
            let (limits, control) = (Limits { time: None, threads: 2, ..Limits::default() }, Control::default());
            let race = Race::new(solver.name(), &cube, &limits, &control, Instant::now());
            solver.prove_with::<Portable>(&cube, 2, &race);
            let portable = race.outcome().expect("it has a solution");
            let usual = solver.solve(&cube, &limits, &control).expect("it has a solution");
            assert!(portable.is_optimal() && usual.is_optimal());
            assert_eq!(portable.length(), usual.length(), "seed {seed}");
            assert!(cube.apply_all(portable.moves()).is_solved());
        }
    }
}
