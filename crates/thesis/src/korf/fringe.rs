//! Fringe search: as iterative deepening, but what was cut off at one bound is kept for the next.
//!
//! After the thesis' variation of Korf's algorithm (Björnsson and others, 2005). A position is kept
//! as the moves that lead to it, packed five bits each, and replayed from the start. The fringe
//! grows thirteenfold with each bound, so its memory is bounded and the search ends with a clear
//! refusal where the bound is reached.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use cube::Cube;
use solver::parts::{MAY_FOLLOW, Race};

use super::patterns::{Patterns, Position};
use super::search::{Outcome, Search};

/// Moves that were made, the first in the lowest five bits, closed by a 31; 24 fit.
pub(crate) type Packed = u128;
const BITS: u32 = 5;
const CLOSED: u128 = 31;
/// Positions taken from the fringe at a time.
const PORTION: usize = 256;

/// The fringe outgrew its memory.
pub(super) struct Full;

/// Packs a path of at most 24 moves.
pub(crate) fn pack(path: &[u8]) -> Packed {
    path.iter().rev().fold(CLOSED, |packed, &turn| packed << BITS | u128::from(turn))
}

/// Unpacks into the path and returns its length.
pub(crate) fn unpack(mut packed: Packed, path: &mut [u8]) -> usize {
    let mut length = 0;
    while packed & CLOSED != CLOSED {
        path[length] = (packed & CLOSED) as u8;
        packed >>= BITS;
        length += 1;
    }
    length
}

/// Where positions beyond the bound go.
pub(super) trait Keep {
    /// Takes in the moves to a position, or ends the search.
    fn keep(&mut self, path: &[u8]) -> Outcome;
}

/// What one thread adds to the next fringe.
struct Later<'a> {
    positions: Vec<Packed>,
    /// Positions that all threads together may still add.
    room: &'a AtomicUsize,
    full: &'a AtomicBool,
}

impl Keep for Later<'_> {
    fn keep(&mut self, path: &[u8]) -> Outcome {
        // Room is taken in portions, to keep the threads apart.
        if self.positions.len().is_multiple_of(PORTION) {
            let taken = self.room.fetch_update(Relaxed, Relaxed, |room| room.checked_sub(PORTION));
            if taken.is_err() {
                self.full.store(true, Relaxed);
                return Outcome::Ended;
            }
        }
        self.positions.push(pack(path));
        Outcome::Searched
    }
}

/// Searches bound by bound with at most `memory` bytes of fringe.
pub(super) fn search(
    patterns: &Patterns,
    cube: &Cube,
    threads: usize,
    race: &Race<'_>,
    memory: u64,
) -> Result<(), Full> {
    let root = patterns.position(cube);
    // Both the fringe that is worked off and the next one are in memory at once.
    let most = (memory / size_of::<Packed>() as u64) as usize;
    let mut now = vec![pack(&[])];
    for bound in patterns.bound(&root)..=race.limit() {
        race.needs_at_least(bound);
        let (next, full) = (AtomicUsize::new(0), AtomicBool::new(false));
        let room = AtomicUsize::new(most.saturating_sub(now.len()));
        let run = || {
            let mut later = Later { positions: Vec::new(), room: &room, full: &full };
            let mut search = Search::new(patterns, race);
            loop {
                let start = next.fetch_add(PORTION, Relaxed).min(now.len());
                let portion = &now[start..(start + PORTION).min(now.len())];
                let outcome = expand_all(&mut search, root, portion, bound, &mut later);
                if portion.is_empty() || outcome == Outcome::Ended || full.load(Relaxed) {
                    break;
                }
            }
            race.add_nodes(search.nodes);
            later.positions
        };
        now = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
            let mut fringe = run();
            for other in others {
                match other.join() {
                    Ok(positions) => fringe.extend(positions),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            fringe
        });
        if race.must_end() || race.limit() < bound {
            break;
        }
        if full.into_inner() {
            return Err(Full);
        }
    }
    race.searched_all();
    Ok(())
}

/// Goes on from all these positions of the fringe.
pub(super) fn expand_all(
    search: &mut Search<'_>,
    root: Position,
    fringe: &[Packed],
    bound: usize,
    later: &mut impl Keep,
) -> Outcome {
    for &packed in fringe {
        let depth = unpack(packed, &mut search.path);
        let position = search.path[..depth].iter().fold(root, |at, &turn| search.patterns.after(at, usize::from(turn)));
        if expand(search, position, depth, bound, later) == Outcome::Ended {
            return Outcome::Ended;
        }
    }
    Outcome::Searched
}

/// Goes on from a position of the fringe to all within the bound; keeps those beyond it for later.
pub(super) fn expand(
    search: &mut Search<'_>,
    position: Position,
    depth: usize,
    bound: usize,
    later: &mut impl Keep,
) -> Outcome {
    if search.must_end() || search.race.limit() < bound {
        return Outcome::Ended;
    }
    if search.patterns.farther_than(&position, bound - depth) {
        return later.keep(&search.path[..depth]);
    }
    if depth == bound {
        return search.report(depth);
    }
    let mut mask = depth.checked_sub(1).map_or(MAY_FOLLOW[6], |last| MAY_FOLLOW[usize::from(search.path[last]) / 3]);
    while mask != 0 {
        let turn = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        search.path[depth] = turn as u8;
        let next = search.patterns.after(position, turn);
        if expand(search, next, depth + 1, bound, later) == Outcome::Ended {
            return Outcome::Ended;
        }
    }
    Outcome::Searched
}
