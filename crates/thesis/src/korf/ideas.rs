//! The thesis' ideas for Korf's search (its sections 4.1.2.6, 4.1.3 and 6.1.1.4), each to be switched on by itself, on one thread.
//!
//! [`super::Korf`] is what pays of them, on all threads. Here are all of them as published, so that each can be judged by the
//! nodes that it saves.

use std::collections::HashMap;
use std::time::Instant;

use cube::{Cube, Move};
use solver::parts::Race;
use solver::{Control, Error, Limits, LoadOptions, Progress, Solution, Solver, Stage};

use super::habits::Habits;
use super::patterns::{Patterns, Position};
use super::search::DEEPEST;
use crate::Method;

/// Which of the ideas a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ideas {
    /// Looks back two turns and leaves out what could be joined with one of them (4.1.3.2). Opposite faces still come in both
    /// orders.
    pub looks_back: bool,
    /// The order of branches is random at each node, from this seed (4.1.3.1); otherwise it is that of [`Move::ALL`].
    pub random_order: Option<u64>,
    /// This many positions are remembered with their least number of moves; one that is reached by more moves is left (4.1.3.3.1).
    pub cache: Option<usize>,
    /// The next bound is the least that was exceeded (4.1.2.6), instead of one more.
    pub least_overrun: bool,
    /// Branches are tried in the order of these habits, the likeliest first (6.1.1.4), whatever `random_order` is.
    pub habits: Option<Habits>,
    /// Turns that by the habits are rarer than this, per mille of those after the same face, are left out. With more than 0 a
    /// shortest solution can be missed.
    pub leaves_out_below: u32,
}

impl Ideas {
    /// "Korfs Stock" of figure 5.4.
    pub const STOCK: Ideas = Ideas {
        looks_back: false,
        random_order: None,
        cache: None,
        least_overrun: true,
        habits: None,
        leaves_out_below: 0,
    };
    /// "Korfs Improved" of figure 5.4, with the thesis' cache of a million positions.
    pub const IMPROVED: Ideas = Ideas {
        looks_back: true,
        random_order: Some(1),
        cache: Some(1_000_000),
        least_overrun: true,
        habits: None,
        leaves_out_below: 0,
    };
}

/// Korf's search with a choice of the thesis' ideas.
pub struct KorfIdeas {
    patterns: Patterns,
    ideas: Ideas,
}

impl KorfIdeas {
    /// Maps the databases of [`super::Korf`].
    ///
    /// # Errors
    /// As [`solver::Method::load`].
    pub fn load(
        ideas: Ideas,
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<KorfIdeas, Error> {
        let patterns = Patterns::load(Method::Korf, options, progress)?;
        Ok(KorfIdeas { patterns, ideas })
    }

    /// The same databases with other ideas.
    #[must_use]
    pub fn with(self, ideas: Ideas) -> KorfIdeas {
        KorfIdeas { ideas, ..self }
    }

    /// The nodes that a search generates which ends with a solution, or when it has looked through `most` moves.
    pub fn nodes(&self, cube: &Cube, most: usize) -> u64 {
        let limits = Limits { time: None, max_length: Some(most), ..Limits::default() };
        let control = Control::default();
        self.deepen(cube, &Race::new(self.name(), cube, &limits, &control, Instant::now()))
    }

    /// Searches bound by bound; returns the nodes that it generated.
    fn deepen(&self, cube: &Cube, race: &Race) -> u64 {
        let root = self.patterns.position(cube);
        let mut search = Search {
            patterns: &self.patterns,
            race,
            ideas: self.ideas,
            solved: self.patterns.position(&Cube::SOLVED),
            path: [0; DEEPEST],
            nodes: 0,
            least_beyond: usize::MAX,
            random: self.ideas.random_order.unwrap_or(1) | 1,
            cache: self.ideas.cache.map(Cache::new),
            turns: std::array::from_fn(|after| match &self.ideas.habits {
                Some(habits) => habits.likeliest_first(after, self.ideas.leaves_out_below),
                None => (0..18).collect(),
            }),
        };
        let mut bound = self.patterns.bound(&root);
        // Where branches are left out, nothing is proven of any cube but the solved one.
        let proves = self.ideas.leaves_out_below == 0;
        while bound <= race.limit() {
            if proves {
                race.needs_at_least(bound);
            }
            search.least_beyond = usize::MAX;
            if search.descend(root, 0, bound) == Outcome::Ended {
                break;
            }
            bound = match self.ideas.least_overrun {
                true => search.least_beyond,
                false => bound + 1,
            };
        }
        if proves {
            race.searched_all();
        }
        search.nodes
    }
}

impl Solver for KorfIdeas {
    fn name(&self) -> &'static str {
        Method::Korf.name()
    }

    /// Works on one thread, whatever the limits allow. The nodes of the solution are those that it generated.
    fn search(&self, cube: &Cube, limits: &Limits, control: &Control) -> Result<Solution, Error> {
        let start = Instant::now();
        limits.check_half_turns(self.name())?;
        let race = Race::new(self.name(), cube, limits, control, start);
        race.add_nodes(self.deepen(cube, &race));
        race.outcome()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Searched,
    Ended,
}

struct Search<'a> {
    patterns: &'a Patterns,
    race: &'a Race<'a>,
    ideas: Ideas,
    solved: Position,
    path: [u8; DEEPEST],
    nodes: u64,
    /// The least estimate of a whole solution that was beyond the bound.
    least_beyond: usize,
    random: u64,
    cache: Option<Cache>,
    /// `[last face]`: the turns to try, in order; 6 is for no turn before.
    turns: [Vec<u8>; 7],
}

impl Search<'_> {
    fn descend(&mut self, position: Position, depth: usize, bound: usize) -> Outcome {
        self.nodes += 1;
        if self.nodes.is_multiple_of(u64::from(Race::NODES_BETWEEN_CHECKS)) && self.race.must_end() {
            return Outcome::Ended;
        }
        if position == self.solved {
            self.report(depth);
            return Outcome::Ended;
        }
        let estimate = depth + self.patterns.bound(&position);
        if bound < estimate {
            self.least_beyond = self.least_beyond.min(estimate);
            return Outcome::Searched;
        }
        if let Some(cache) = &mut self.cache
            && cache.knows_shorter(position, depth as u8)
        {
            return Outcome::Searched;
        }
        let after = depth.checked_sub(1).map_or(6, |last| self.path[last] / 3);
        let count = self.turns[usize::from(after)].len();
        let mut turns = [0; 18];
        turns[..count].copy_from_slice(&self.turns[usize::from(after)]);
        if self.ideas.random_order.is_some() && self.ideas.habits.is_none() {
            self.shuffle(&mut turns);
        }
        for &turn in &turns[..count] {
            if self.ideas.looks_back && self.is_redundant(depth, turn) {
                continue;
            }
            self.path[depth] = turn;
            let next = self.patterns.after(position, usize::from(turn));
            if self.descend(next, depth + 1, bound) == Outcome::Ended {
                return Outcome::Ended;
            }
        }
        Outcome::Searched
    }

    /// Whether a turn could be joined with the last one, or with the one before where the last one turned the opposite face.
    fn is_redundant(&self, depth: usize, turn: u8) -> bool {
        // Faces are numbered so that opposite ones are three apart.
        let face = turn / 3;
        let Some(last) = depth.checked_sub(1).map(|at| self.path[at] / 3) else {
            return false;
        };
        let before = depth.checked_sub(2).map(|at| self.path[at] / 3);
        face == last || (before == Some(face) && last == (face + 3) % 6)
    }

    /// Brings the turns into a random order (Fisher and Yates, with a xorshift of 64 bits).
    fn shuffle(&mut self, turns: &mut [u8; 18]) {
        for index in (1..turns.len()).rev() {
            self.random ^= self.random << 13;
            self.random ^= self.random >> 7;
            self.random ^= self.random << 17;
            turns.swap(index, (self.random % (index as u64 + 1)) as usize);
        }
    }

    fn report(&mut self, length: usize) {
        let moves = self.path[..length].iter();
        let moves = moves.map(|&turn| Move::ALL[usize::from(turn)]).collect();
        self.race.improve(vec![Stage { name: "shortest".to_owned(), moves }]);
    }
}

/// The thesis' cache of recent positions. When it is full, the older half goes.
struct Cache {
    half: usize,
    young: HashMap<Position, u8>,
    old: HashMap<Position, u8>,
}

impl Cache {
    fn new(size: usize) -> Cache {
        Cache { half: (size / 2).max(1), young: HashMap::new(), old: HashMap::new() }
    }

    /// Whether the position was reached by fewer moves before; remembers it otherwise. A solution through here would then have
    /// been found at a lower bound, so leaving the position loses none.
    fn knows_shorter(&mut self, position: Position, depth: u8) -> bool {
        let known = self.young.get(&position).or_else(|| self.old.get(&position));
        if known.is_some_and(|&known| known < depth) {
            return true;
        }
        if self.young.len() == self.half {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(position, depth);
        false
    }
}
