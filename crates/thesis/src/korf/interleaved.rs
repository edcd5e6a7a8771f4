//! Fringe search of a part of the tree, iterative deepening of the rest, side by side (the thesis' section 6.1.1.1).
//!
//! The tree is cut into portions, one for each pair of first moves. One thread searches portions by fringe search: what it cut off
//! at one bound it keeps for the next. When it is through with its portions it asks for another one, as long as its memory has
//! room. All other portions are searched from their start at each bound, by all threads. So the fringe stays as small as wanted.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use cube::Cube;
use solver::parts::Race;
use solver::{Control, Error, Limits, LoadOptions, Progress, Solution, Solver};

use super::fringe::{Keep, Packed, expand, expand_all, pack};
use super::load_with_fringe;
use super::patterns::{Patterns, Position};
use super::search::{Outcome, Search, beginnings};

/// Korf's search with a part of the tree searched by fringe search.
pub struct KorfInterleaved {
    patterns: Patterns,
    memory: u64,
}

impl KorfInterleaved {
    /// Maps the databases of [`super::Korf`]. The fringe may take what `options.memory` leaves, or 512 MiB.
    ///
    /// # Errors
    /// As [`solver::Method::load`].
    pub fn load(options: &LoadOptions, progress: &(dyn Fn(&Progress) + Sync)) -> Result<KorfInterleaved, Error> {
        let (patterns, memory) = load_with_fringe(options, progress)?;
        Ok(KorfInterleaved { patterns, memory })
    }

    /// The same search with another memory of the fringe, in bytes. Without any it is iterative deepening alone.
    #[must_use]
    pub fn with_memory(self, memory: u64) -> KorfInterleaved {
        KorfInterleaved { memory, ..self }
    }

    /// The nodes that a search on this many threads generates that looks through all solutions of at most `most` moves.
    pub fn nodes(&self, cube: &Cube, most: usize, threads: usize) -> u64 {
        let limits = Limits { time: None, max_length: Some(most), ..Limits::default() };
        let control = Control::default();
        let race = Race::new(self.name(), cube, &limits, &control, Instant::now());
        self.follow(cube, threads, &race)
    }

    /// Searches bound by bound; returns the nodes that it generated.
    fn follow(&self, cube: &Cube, threads: usize, race: &Race<'_>) -> u64 {
        let root = self.patterns.position(cube);
        let starts = beginnings();
        let most = (self.memory / size_of::<Packed>() as u64) as usize;
        // `[portion]`: its fringe, if it has been kept.
        let mut kept: Vec<Option<Vec<Packed>>> = vec![None; starts.len()];
        let mut nodes = 0;
        for bound in self.patterns.bound(&root)..=race.limit() {
            race.needs_at_least(bound);
            let fresh: Vec<usize> = (0..starts.len()).filter(|&portion| kept[portion].is_none()).collect();
            let next = AtomicUsize::new(0);
            let ask = || fresh.get(next.fetch_add(1, Relaxed)).copied();
            let begin = |search: &mut Search<'_>, portion: usize, later: &mut Portion| {
                from_start(search, root, starts[portion], bound, later)
            };
            let deepen = || {
                let mut search = Search::new(&self.patterns, race);
                while let Some(portion) = ask() {
                    if begin(&mut search, portion, &mut Portion::new(0)) == Outcome::Ended {
                        break;
                    }
                }
                search.nodes
            };
            let follow_fringe = |kept: &mut [Option<Vec<Packed>>]| {
                let mut search = Search::new(&self.patterns, race);
                let mut taken: usize = kept.iter().flatten().map(Vec::len).sum();
                for fringe in kept.iter_mut() {
                    let Some(now) = fringe.take() else {
                        continue;
                    };
                    let mut later = Portion::new(most.saturating_sub(taken));
                    if expand_all(&mut search, root, &now, bound, &mut later) == Outcome::Ended {
                        return search.nodes;
                    }
                    *fringe = later.positions;
                    taken = taken - now.len() + fringe.as_ref().map_or(0, Vec::len);
                }
                while let Some(portion) = ask() {
                    let mut later = Portion::new(most.saturating_sub(taken));
                    if begin(&mut search, portion, &mut later) == Outcome::Ended {
                        break;
                    }
                    taken += later.positions.as_ref().map_or(0, Vec::len);
                    kept[portion] = later.positions;
                }
                search.nodes
            };
            nodes += std::thread::scope(|scope| {
                let others: Vec<_> = (1..threads).map(|_| scope.spawn(deepen)).collect();
                let mut nodes = follow_fringe(&mut kept);
                for other in others {
                    match other.join() {
                        Ok(others) => nodes += others,
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
                nodes
            });
            if race.must_end() || race.limit() < bound {
                break;
            }
        }
        race.searched_all();
        nodes
    }
}

/// Searches a portion from its start. Beginnings of less than two moves are only checked themselves, and have no fringe.
fn from_start(
    search: &mut Search<'_>,
    root: Position,
    start: [Option<u8>; 2],
    bound: usize,
    later: &mut Portion,
) -> Outcome {
    let (position, depth) = search.begin(root, start);
    if start.len() <= depth.min(bound) {
        return expand(search, position, depth, bound, later);
    }
    later.positions = None;
    let is_solved = depth == bound && !search.patterns.farther_than(&position, 0);
    match is_solved {
        true => search.report(depth),
        false => Outcome::Searched,
    }
}

/// The fringe of one portion: given up when it has no room left.
struct Portion {
    positions: Option<Vec<Packed>>,
    room: usize,
}

impl Portion {
    fn new(room: usize) -> Portion {
        Portion { positions: (0 < room).then(Vec::new), room }
    }
}

impl Keep for Portion {
    fn keep(&mut self, path: &[u8]) -> Outcome {
        if let Some(positions) = &mut self.positions {
            if positions.len() < self.room {
                positions.push(pack(path));
            } else {
                self.positions = None;
            }
        }
        Outcome::Searched
    }
}

impl Solver for KorfInterleaved {
    fn name(&self) -> &'static str {
        "korf-interleaved"
    }

    fn search(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        limits.check_half_turns(self.name())?;
        let race = Race::new(self.name(), cube, limits, control, start);
        race.add_nodes(self.follow(cube, limits.threads, &race));
        race.outcome()
    }
}
