//! Random-state scrambles, made ahead on a thread of their own: the solution of a random cube, inverted.

use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use cube::{Cube, Move, Notation, format_moves};
use solver::{Control, Limits, LoadOptions, Method};

/// Scrambles that wait.
const AHEAD: usize = 2;
/// Bytes that the solver's tables may take. Small ones are made in a second.
const TABLES: u64 = 32 << 20;
/// Scrambles of cubes that are nearer to solved are not allowed (regulation 4b3b).
const LEAST: usize = 2;

/// A scramble, and the cube that it makes of a solved one.
pub struct Scramble {
    /// The moves in standard notation.
    pub moves: String,
    /// The cube.
    pub cube: Cube,
}

/// Scrambles that come.
pub struct Scrambles(Receiver<Result<Scramble, String>>);

impl Scrambles {
    /// Begins to make them. Making the tables for the first one can take seconds.
    pub fn begin() -> Self {
        let (sender, scrambles) = sync_channel(AHEAD);
        std::thread::spawn(move || {
            let options = LoadOptions { memory: Some(TABLES), ..LoadOptions::cached_in(LoadOptions::user_cache()) };
            let solver = match Method::TwoPhase.load(&options, &|_| ()) {
                Ok(solver) => solver,
                Err(error) => {
                    let _ = sender.send(Err(error.to_string()));
                    return;
                }
            };
            let limits = Limits { time: Some(Duration::from_millis(200)), threads: 1, ..Limits::default() };
            loop {
                let cube = Cube::from_seed(rand::random());
                let made = match solver.solve(&cube, &limits, &Control::default()) {
                    Ok(solution) if solution.moves().len() < LEAST => continue,
                    Ok(solution) => Ok(Scramble { moves: inverse(solution.moves()), cube }),
                    Err(error) => Err(error.to_string()),
                };
                // The page has ended.
                if sender.send(made).is_err() {
                    return;
                }
            }
        });
        Self(scrambles)
    }

    /// The next one, if it is made.
    pub fn next(&self) -> Option<Result<Scramble, String>> {
        self.0.try_recv().ok()
    }
}

/// The moves that make the cube which these solve.
fn inverse(moves: &[Move]) -> String {
    let back: Vec<Move> = moves.iter().rev().map(|turn| turn.inverse()).collect();
    format_moves(&back, Notation::Standard)
}
