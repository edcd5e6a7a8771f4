//! Where tables come from and what they may cost, and how far their generation has come.

use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;

use cube::Metric;

use crate::Error;

#[cfg(doc)]
use crate::Method;

/// Where tables come from and what they may cost.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Directory of the table files, made if it is missing; `None` keeps tables in memory only.
    /// Several processes may share it: one builds a table while others wait for it, and files are
    /// written apart and renamed when whole.
    pub cache_dir: Option<PathBuf>,
    /// Bytes the tables may take at most. The tables of `two-phase` take 32, 154 or 718 million bytes;
    /// each is about twice as fast as the one before. `optimal` takes the largest table that fits: each
    /// doubling of the memory up to 8 GiB makes it about twice as fast. `None` stands for
    /// [`LoadOptions::DEFAULT_MEMORY`]; only `optimal` alone decides then by the free memory, see
    /// [`crate::Optimal::load`].
    pub memory: Option<u64>,
    /// Threads that generate tables; at least 1.
    pub threads: usize,
    /// The metric that the method will be asked to minimise. Where [`Method::minimises`] is true for others than half turns,
    /// these take tables of 131 to 156 million bytes more, and half turns can be minimised too.
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
    /// What tables may take by default, 512 MiB: little enough for most machines and
    /// for generation within seconds.
    pub const DEFAULT_MEMORY: u64 = 512 << 20;

    /// What the smallest tables of `two-phase` need, rounded up to 40 MiB.
    pub const SMALLEST_MEMORY: u64 = 40 << 20;

    /// Default sizes, kept in this directory, generated on all processors.
    pub fn cached_in(directory: impl Into<PathBuf>) -> LoadOptions {
        LoadOptions { cache_dir: Some(directory.into()), ..LoadOptions::default() }
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

    /// Loads tables with these options. Where the cache directory cannot be used, because it is read-only or full, `warn` gets
    /// the reason, and the tables are loaded into memory only.
    ///
    /// # Errors
    /// What `load` fails with in memory too.
    pub fn load_or_in_memory<T>(
        &self,
        warn: impl FnOnce(String),
        load: impl Fn(&LoadOptions) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match load(self) {
            Err(error @ Error::Cache { .. }) => {
                warn(format!("{error}; the tables stay in memory only"));
                load(&LoadOptions { cache_dir: None, ..self.clone() })
            }
            loaded => loaded,
        }
    }

    /// 256 MiB, whatever the default becomes: for tests and demonstrations.
    pub fn small(directory: impl Into<PathBuf>) -> LoadOptions {
        LoadOptions { memory: Some(256 << 20), ..LoadOptions::cached_in(directory) }
    }
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        LoadOptions { cache_dir: None, memory: None, threads, metric: Metric::HalfTurn }
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
