//! A solver with its tables, loaded when the first cube needs it.

use std::path::PathBuf;
use std::time::Duration;

use cube::{Cube, Metric};
use indicatif::{ProgressBar, ProgressStyle};
use solver::{Control, Limits, LoadOptions, Method, Progress, Solution, Solver};

use crate::arguments::SolvingArguments;
use crate::failure::{Failure, complain};

/// Which method solves, within which limits.
pub struct Solving {
    method: Method,
    limits: Limits,
    memory: Option<u64>,
    loaded: Option<Box<dyn Solver>>,
}

impl Solving {
    /// The method and the limits that were typed, the solver's own where none were.
    pub fn new(typed: &SolvingArguments) -> Solving {
        let usual = Limits::default();
        let only_proves = matches!(
            typed.method,
            Method::Optimal | Method::Korf | Method::KorfFringe
        );
        let usual_time = usual.time.filter(|_| !only_proves);
        let limits = Limits {
            time: typed.time_limit.or(usual_time),
            threads: typed.threads.map_or(usual.threads, usize::from),
            metric: typed.metric,
            ..usual
        };
        Solving {
            method: typed.method,
            limits,
            memory: typed.memory.map(|mebibytes| mebibytes << 20),
            loaded: None,
        }
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.limits.metric
    }

    /// Solves a cube; the first time this may have to make the tables.
    pub fn solve(&mut self, cube: &Cube) -> Result<Solution, Failure> {
        let solver = match self.loaded.take() {
            Some(solver) => solver,
            None => self.load()?,
        };
        let solution = solver.solve(cube, &self.limits, &Control::default());
        self.loaded = Some(solver);
        solution.map_err(|error| Failure::NotAsGiven(error.to_string()))
    }

    /// Loads or makes the tables, with a progress bar on the error stream while it makes them.
    fn load(&self) -> Result<Box<dyn Solver>, Failure> {
        let style =
            ProgressStyle::with_template("{msg:28} {bar:40} {percent:>3} % {elapsed}, {eta} left")
                .expect("the template is well formed");
        let bar = ProgressBar::new(1000).with_style(style);
        let options = LoadOptions {
            memory: self.memory,
            threads: self.limits.threads,
            ..LoadOptions::cached_in(cache_folder().join("tables"))
        };
        let solver = self
            .method
            .load(&options, &|progress: &Progress| match &progress.note {
                Some(note) => bar.suspend(|| complain(note)),
                None => {
                    bar.set_message(progress.table);
                    bar.set_position((progress.done * 1000.0) as u64);
                }
            });
        bar.finish_and_clear();
        solver.map_err(|error| Failure::NotAsGiven(error.to_string()))
    }
}

/// Where the nodes keep what can be made again: `CUBERIG_CACHE`, or `cuberig` in the user's cache folder.
fn cache_folder() -> PathBuf {
    let variable = |name| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    variable("CUBERIG_CACHE")
        .or_else(|| variable("XDG_CACHE_HOME").map(|cache| cache.join("cuberig")))
        .or_else(|| variable("HOME").map(|home| home.join(".cache/cuberig")))
        .unwrap_or_else(|| std::env::temp_dir().join("cuberig"))
}

/// Reads a time limit in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| format!("'{text}' is no number of seconds"))?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| format!("{text} is no time that can be waited for"))
}
