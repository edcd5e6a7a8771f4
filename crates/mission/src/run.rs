//! A run: what was asked, what is known, what was done so far.

use cube::{Cube, Move};
use serde::{Deserialize, Serialize};

use crate::events::Code;

/// What a goal of `run` asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// Begin with a scan, or with the state that is already known.
    pub scan: bool,
    /// Look at the cube again after the moves.
    pub look_again: bool,
    /// Attempts; 0 for the node's default.
    pub max_attempts: u32,
    /// The solver's method; empty for its default.
    pub method: String,
    /// Seconds for the solver; 0 for its default.
    pub solve_time_limit: f64,
    /// Give the cube back once it is solved.
    pub release_after: bool,
}

/// The kinds of work whose seconds are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Work {
    /// Looking at the cube to know it.
    Scan = 0,
    /// Finding moves.
    Solve = 1,
    /// Doing them.
    Execute = 2,
    /// Looking at the cube to see whether it is solved.
    Check = 3,
}

/// A run under way, or interrupted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// What was asked.
    pub options: Options,
    /// Attempts allowed.
    pub max_attempts: u32,
    /// The present attempt, from 1.
    pub attempt: u32,
    /// The cube as it is now, when that is known.
    pub cube: Option<Cube>,
    /// Whether an unknown cube may be scanned: always, except at the beginning of a run without a scan.
    pub may_scan: bool,
    /// How often faces with stickers in doubt were looked at again since all six were shown.
    pub looks_at_doubt: u32,
    /// Whether this run has seen `cube` since its last move, rather than received it from a person or followed it through moves.
    pub seen: bool,
    /// The last motion that failed since the camera has seen a whole cube: what it was for, and why it failed.
    pub failed_motion: Option<(Code, String)>,
    /// The newest solution.
    pub solution: Vec<Move>,
    /// How many of its moves are done.
    pub moves_done: usize,
    /// All moves done in earlier solutions.
    pub moves_before: Vec<Move>,
    /// Seconds by [`Work`].
    pub seconds: [f64; 4],
}

impl Run {
    /// A run that begins.
    pub fn new(options: Options, default_attempts: u32) -> Self {
        let max_attempts = match options.max_attempts {
            0 => default_attempts,
            given => given,
        };
        Self {
            may_scan: options.scan,
            options,
            max_attempts,
            attempt: 1,
            cube: None,
            looks_at_doubt: 0,
            seen: false,
            failed_motion: None,
            solution: Vec::new(),
            moves_done: 0,
            moves_before: Vec::new(),
            seconds: [0.0; 4],
        }
    }

    /// Why the run fails. A look that fails after a motion has failed may do so because of that motion, which then comes first.
    pub fn with_cause(&self, code: Code, text: String) -> (Code, String) {
        match (&self.failed_motion, code) {
            (Some((cause, why)), Code::ScanFailed | Code::StateInvalid) if !text.contains(why) => {
                (*cause, format!("{why}; after that: {text}"))
            }
            _ => (code, text),
        }
    }

    /// Takes a new solution; what was done of the old one stays counted.
    pub fn adopt(&mut self, solution: Vec<Move>) {
        self.moves_before.extend_from_slice(&self.solution[..self.moves_done]);
        self.solution = solution;
        self.moves_done = 0;
    }

    /// Takes the moves that are really done, where they have the same effect as those that were asked for.
    pub fn take_way(&mut self, moves: &[Move]) {
        let effect = |moves: &[Move]| Cube::SOLVED.apply_all(moves);
        if moves != self.solution && effect(moves) == effect(&self.solution) {
            self.solution = moves.to_vec();
        }
    }

    /// Notes that this many moves of the solution are done.
    pub fn note_moves(&mut self, done: usize) {
        self.moves_done = done.min(self.solution.len());
    }

    /// All moves of this run: those that were done of earlier solutions, and the newest one.
    pub fn moves(&self) -> Vec<Move> {
        [&self.moves_before[..], &self.solution[..]].concat()
    }

    /// How many of [`Run::moves`] are done.
    pub fn all_done(&self) -> usize {
        self.moves_before.len() + self.moves_done
    }

    /// All moves that were done in this run.
    pub fn all_moves(&self) -> Vec<Move> {
        [&self.moves_before[..], &self.solution[..self.moves_done]].concat()
    }

    /// The end of the known solution that still solves the cube as it is now, if there is one.
    pub fn rest_of_solution(&self) -> Option<&[Move]> {
        let cube = self.cube.as_ref()?;
        let mut ends = (0..self.solution.len()).map(|from| &self.solution[from..]);
        ends.find(|end| cube.apply_all(end).is_solved())
    }

    /// Begins the next attempt, if one is left.
    pub fn next_attempt(&mut self) -> bool {
        let left = self.attempt < self.max_attempts;
        self.attempt += u32::from(left);
        self.may_scan = true;
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::{Notation, parse_moves};

    fn options() -> Options {
        Options {
            scan: true,
            look_again: true,
            max_attempts: 0,
            method: String::new(),
            solve_time_limit: 0.0,
            release_after: false,
        }
    }

    fn moves(text: &str) -> Vec<Move> {
        parse_moves(text, Notation::Standard).expect("moves of a test")
    }

    #[test]
    fn the_rest_of_a_solution_is_found_wherever_it_was_broken_off() {
        let solution = moves("R U2 F' L D");
        let scrambled = Cube::SOLVED.apply_all(&cube::inverted(&solution));
        for done in 0..solution.len() {
            let mut run = Run::new(options(), 3);
            run.adopt(solution.clone());
            run.cube = Some(scrambled.apply_all(&solution[..done]));
            assert_eq!(run.rest_of_solution(), Some(&solution[done..]));
        }
        let mut run = Run::new(options(), 3);
        run.adopt(solution);
        run.cube = Some(Cube::from_seed(1));
        assert_eq!(run.rest_of_solution(), None, "another cube");
        run.cube = None;
        assert_eq!(run.rest_of_solution(), None, "an unknown cube");
    }

    #[test]
    fn moves_of_all_solutions_are_counted_as_far_as_they_were_done() {
        let mut run = Run::new(options(), 3);
        run.adopt(moves("R U F"));
        run.note_moves(2);
        run.adopt(moves("L D"));
        assert_eq!((run.moves(), run.all_done()), (moves("R U L D"), 2), "the count goes on");
        run.note_moves(9);
        assert_eq!(run.all_moves(), moves("R U L D"));
    }

    #[test]
    fn another_way_counts_only_when_it_leads_to_the_same_cube() {
        let mut run = Run::new(options(), 3);
        run.adopt(moves("R L U2"));
        run.take_way(&moves("L R U' U'"));
        assert_eq!(run.solution, moves("L R U' U'"));
        for other in ["", "R L U", "U2 R L"] {
            run.take_way(&moves(other));
            assert_eq!(run.solution, moves("L R U' U'"), "not {other}");
        }
    }

    #[test]
    fn attempts_end() {
        let mut run = Run::new(Options { max_attempts: 2, ..options() }, 5);
        assert!(run.next_attempt());
        assert!(!run.next_attempt());
        assert_eq!(run.attempt, 2);
        assert_eq!(Run::new(options(), 5).max_attempts, 5);
    }
}
