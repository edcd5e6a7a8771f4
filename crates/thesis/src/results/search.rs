//! One cube solved once, under the clock.

use std::time::{Duration, Instant};

use cube::Cube;
use solver::{Control, Error as Unsolved, Limits, Solver};

use crate::Error;

/// What came of it.
pub(super) struct Run {
    /// From the call to its return, s.
    pub seconds: f64,
    /// The length of the solution, or why there is none.
    pub outcome: Result<usize, NoSolution>,
}

/// Why a method gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoSolution {
    /// Its time was over.
    Late,
    /// Its fringe outgrew its memory.
    Full,
}

/// Solves a cube by a method.
///
/// # Errors
/// What is no property of the method and the cube, such as tables that cannot be read.
pub(super) fn run(solver: &dyn Solver, cube: &Cube, time: Option<Duration>, threads: usize) -> Result<Run, Error> {
    let limits = Limits { time, threads, ..Limits::default() };
    let start = Instant::now();
    let outcome = solver.solve(cube, &limits, &Control::default());
    let seconds = start.elapsed().as_secs_f64();
    let outcome = match outcome {
        Ok(solution) => Ok(solution.length()),
        Err(Unsolved::Stopped { .. } | Unsolved::NotFound { .. }) => Err(NoSolution::Late),
        Err(Unsolved::Method(_)) => Err(NoSolution::Full),
        Err(error) => return Err(error.into()),
    };
    Ok(Run { seconds, outcome })
}
