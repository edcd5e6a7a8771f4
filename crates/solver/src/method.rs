//! The registry of methods: a name gives a solver with its tables loaded.

use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;

use cube::Metric;

use crate::cache::is_kept;
use crate::{Auto, Combined, Error, Optimal, Solver, TwoPhase};

/// A way of solving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Picks one of the others by the time allowed ([`Auto`]).
    Auto,
    /// Near-optimal at once and better while time is left ([`TwoPhase`]).
    TwoPhase,
    /// Proven shortest, in seconds to minutes ([`Optimal`]).
    Optimal,
    /// Two-phase at once, then the optimal search while time is left ([`Combined`]).
    Combined,
}

/// Where tables come from and what they may cost.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Directory of the table files, made if it is missing; `None` keeps tables in memory only.
    /// Several processes may share it: files are written apart and renamed when whole.
    pub cache_dir: Option<PathBuf>,
    /// Bytes the tables may take at most. The tables of `two-phase` take 32, 154 or 718 million bytes;
    /// each is about twice as fast as the one before. `optimal` takes the largest table that fits: each
    /// doubling of the memory up to 8 GiB makes it about twice as fast. `None` stands for
    /// [`LoadOptions::DEFAULT_MEMORY`]; only `optimal` alone decides then by the free memory, as
    /// [`Optimal::load`] says.
    pub memory: Option<u64>,
    /// Threads that generate tables; at least 1.
    pub threads: usize,
    /// The metric that `two-phase` will be asked to minimise, besides half turns, which it always
    /// can: tables of 131 to 156 million bytes more. The other methods count half turns only.
    pub metric: Metric,
}

/// How far the generation of a table has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The table's name.
    pub table: &'static str,
    /// Share done, 0 to 1.
    pub done: f64,
    /// A sentence worth showing by itself, such as that a damaged file is rebuilt.
    pub note: Option<String>,
}

impl LoadOptions {
    /// What tables may take where the caller does not say, 512 MiB: little enough for most machines and
    /// for generation within seconds.
    pub const DEFAULT_MEMORY: u64 = 512 << 20;

    /// What the smallest tables of `two-phase` need, rounded up to 40 MiB.
    pub const SMALLEST_MEMORY: u64 = 40 << 20;

    /// Default sizes, kept in this directory, generated on all processors.
    pub fn cached_in(directory: impl Into<PathBuf>) -> LoadOptions {
        LoadOptions {
            cache_dir: Some(directory.into()),
            ..LoadOptions::default()
        }
    }

    /// The folder where the nodes and the command line keep tables: `tables` in `CUBERIG_CACHE`, or else in `cuberig` in the
    /// user's cache folder.
    pub fn user_cache() -> PathBuf {
        let variable = |name| {
            let value = std::env::var_os(name).filter(|value| !value.is_empty());
            value.map(PathBuf::from)
        };
        let cache = variable("CUBERIG_CACHE")
            .or_else(|| variable("XDG_CACHE_HOME").map(|cache| cache.join("cuberig")))
            .or_else(|| variable("HOME").map(|home| home.join(".cache/cuberig")))
            .unwrap_or_else(|| std::env::temp_dir().join("cuberig"));
        cache.join("tables")
    }

    /// 256 MiB, whatever the default becomes: for tests and demonstrations.
    pub fn small(directory: impl Into<PathBuf>) -> LoadOptions {
        LoadOptions {
            memory: Some(256 << 20),
            ..LoadOptions::cached_in(directory)
        }
    }
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        LoadOptions {
            cache_dir: None,
            memory: None,
            threads,
            metric: Metric::HalfTurn,
        }
    }
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 4] = [
        Method::Auto,
        Method::TwoPhase,
        Method::Optimal,
        Method::Combined,
    ];

    /// The name used on command lines and in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::TwoPhase => "two-phase",
            Method::Optimal => "optimal",
            Method::Combined => "combined",
        }
    }

    /// The method's solver. Its tables are mapped from the cache directory, or generated there
    /// first; `progress` hears of the generation, from any thread.
    ///
    /// # Errors
    /// [`Error::NoThreads`], [`Error::TooLittleMemory`], or [`Error::Cache`] where the directory
    /// cannot be written. A damaged file is no error: it is reported to `progress` and rebuilt.
    pub fn load(
        self,
        options: &LoadOptions,
        progress: &(dyn Fn(&Progress) + Sync),
    ) -> Result<Box<dyn Solver>, Error> {
        Ok(match self {
            Method::Auto => Box::new(Auto::load(options, progress)?),
            Method::TwoPhase => Box::new(TwoPhase::load(options, progress)?),
            Method::Optimal => Box::new(Optimal::load(options, progress)?),
            Method::Combined => Box::new(Combined::load(options, progress)?),
        })
    }
}

impl Method {
    /// Whether every table that [`Method::load`] needs has its file, so that nothing would be built. Files are
    /// judged by name and length: a damaged one is found when it is loaded.
    pub fn is_built(self, options: &LoadOptions) -> bool {
        self.missing(options)
            .is_ok_and(|missing| missing.is_empty())
    }

    /// The names of the tables that loading would build.
    pub(crate) fn missing(self, options: &LoadOptions) -> Result<Vec<&'static str>, Error> {
        let sets = match self {
            Method::TwoPhase => TwoPhase::table_sets(options)?,
            Method::Optimal => Optimal::table_sets(options)?,
            Method::Auto | Method::Combined => Combined::table_sets(options)?,
        };
        let missing = sets.iter().filter(|set| !is_kept(set, options));
        Ok(missing.map(|set| set.name).collect())
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl std::str::FromStr for Method {
    type Err = Error;

    fn from_str(text: &str) -> Result<Method, Error> {
        Method::ALL
            .into_iter()
            .find(|method| method.name() == text)
            .ok_or_else(|| Error::UnknownMethod {
                text: text.to_owned(),
                known: Method::ALL.map(Method::name).to_vec(),
            })
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.note {
            Some(note) => formatter.write_str(note),
            None => write!(formatter, "{}: {:.0} %", self.table, self.done * 100.0),
        }
    }
}
