//! Both phases on one thread: all phases 1 of one length after the other, and phase 2 behind each.

use cube::{Cube, Move};
use solver::Stage;
use solver::parts::{MAY_FOLLOW, Race};

use super::phase_one::PhaseOne;
use super::tables::{HOME_MOVES, Home, Position, Tables};
use crate::Error;
use crate::korf::{DEEPEST, Outcome, Packed, pack, unpack};

/// The most moves of phase 2, as in Kociemba's library. No shortest solution is lost: it is found at the latest when all of it is
/// phase 1.
const MOST_HOME_MOVES: usize = 10;

/// One search.
pub(super) struct Search<'a> {
    tables: &'a Tables,
    race: &'a Race<'a>,
    cube: &'a Cube,
    path: [u8; DEEPEST],
    /// Positions of phase 1 that were generated.
    pub nodes: u64,
    /// Positions of phase 2.
    pub home_nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(tables: &'a Tables, race: &'a Race<'a>, cube: &'a Cube) -> Search<'a> {
        Search { tables, race, cube, path: [0; DEEPEST], nodes: 0, home_nodes: 0 }
    }

    /// Searches all lengths of phase 1 that may lead to a solution that is wanted.
    pub(super) fn run(&mut self, phase_one: PhaseOne) -> Result<(), Error> {
        let root = self.tables.position(self.cube);
        let mut now = vec![pack(&[])];
        let mut bound = self.tables.bound(root);
        while bound <= self.race.limit() {
            let outcome = match phase_one {
                PhaseOne::Deepening => self.expand(root, 0, bound, &mut Later::Nowhere),
                PhaseOne::Fringe { memory } => {
                    let most = (memory / size_of::<Packed>() as u64) as usize;
                    let room = most.saturating_sub(now.len());
                    let mut later = Later::Fringe(Vec::new(), room);
                    let outcome = self.expand_all(root, &now, bound, &mut later);
                    now = match later {
                        Later::Fringe(positions, _) => positions,
                        Later::Nowhere | Later::Full => {
                            return Err(Error::FringeFull { bytes: memory });
                        }
                    };
                    outcome
                }
            };
            if outcome == Outcome::Ended {
                break;
            }
            bound += 1;
        }
        Ok(())
    }

    fn expand_all(&mut self, root: Position, now: &[Packed], bound: usize, later: &mut Later) -> Outcome {
        for &packed in now {
            let depth = unpack(packed, &mut self.path);
            let at = self.path[..depth].iter().fold(root, |at, &turn| self.tables.after(at, usize::from(turn)));
            if self.expand(at, depth, bound, later) == Outcome::Ended {
                return Outcome::Ended;
            }
        }
        Outcome::Searched
    }

    /// Searches behind a position for phases 1 of exactly `bound` moves. What is beyond the bound is kept for later.
    fn expand(&mut self, at: Position, depth: usize, bound: usize, later: &mut Later) -> Outcome {
        self.nodes += 1;
        let look = u64::from(Race::NODES_BETWEEN_CHECKS);
        if (self.nodes.is_multiple_of(look) && self.race.must_end()) || self.race.limit() < bound {
            return Outcome::Ended;
        }
        if bound - depth < self.tables.bound(at) {
            return later.push(&self.path[..depth]);
        }
        if depth == bound {
            // A longer phase 1 may come through here and leave a shorter phase 2.
            return match later.push(&self.path[..depth]) {
                Outcome::Searched => self.go_home(depth),
                Outcome::Ended => Outcome::Ended,
            };
        }
        let mut mask = self.may_follow(depth);
        while mask != 0 {
            let turn = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            self.path[depth] = turn as u8;
            let next = self.tables.after(at, turn);
            if self.expand(next, depth + 1, bound, later) == Outcome::Ended {
                return Outcome::Ended;
            }
        }
        Outcome::Searched
    }

    /// The moves worth trying after those of the path.
    fn may_follow(&self, depth: usize) -> u32 {
        match depth.checked_sub(1) {
            Some(last) => MAY_FOLLOW[usize::from(self.path[last]) / 3],
            None => MAY_FOLLOW[6],
        }
    }

    /// Looks for the shortest phase 2 behind a phase 1.
    fn go_home(&mut self, depth: usize) -> Outcome {
        let home = self.tables.home(&self.cube.apply_all(&moves(&self.path[..depth])));
        let room = MOST_HOME_MOVES.min(self.race.limit() - depth);
        for left in self.tables.home_bound(home)..=room {
            if self.finish(home, depth, left) {
                let stage = |name: &str, path: &[u8]| Stage { name: name.to_owned(), moves: moves(path) };
                let ended = self.race.improve(vec![
                    stage("phase 1", &self.path[..depth]),
                    stage("phase 2", &self.path[depth..depth + left]),
                ]);
                return match ended || self.race.must_end() {
                    true => Outcome::Ended,
                    false => Outcome::Searched,
                };
            }
        }
        Outcome::Searched
    }

    /// Whether exactly this many moves of phase 2 solve; then they are on the path.
    fn finish(&mut self, at: Home, depth: usize, left: usize) -> bool {
        self.home_nodes += 1;
        if left == 0 {
            return self.tables.home_bound(at) == 0;
        }
        let mask = self.may_follow(depth);
        for place in 0..HOME_MOVES {
            let turn = self.tables.home_moves[place];
            if mask >> turn & 1 == 0 {
                continue;
            }
            let next = self.tables.home_after(at, place);
            if self.tables.home_bound(next) < left {
                self.path[depth] = turn;
                if self.finish(next, depth + 1, left - 1) {
                    return true;
                }
            }
        }
        false
    }
}

fn moves(path: &[u8]) -> Vec<Move> {
    let moves = path.iter().map(|&turn| Move::ALL[usize::from(turn)]);
    moves.collect()
}

/// Where positions beyond the bound go.
enum Later {
    /// Nowhere: the next length starts again.
    Nowhere,
    /// Into a fringe, which has room for this many.
    Fringe(Vec<Packed>, usize),
    /// The fringe had no room left.
    Full,
}

impl Later {
    fn push(&mut self, path: &[u8]) -> Outcome {
        match self {
            Later::Nowhere => Outcome::Searched,
            Later::Fringe(positions, room) if positions.len() < *room => {
                positions.push(pack(path));
                Outcome::Searched
            }
            Later::Fringe(..) | Later::Full => {
                *self = Later::Full;
                Outcome::Ended
            }
        }
    }
}
