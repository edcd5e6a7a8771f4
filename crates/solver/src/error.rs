//! Why a cube is not solved or a table not loaded.

use std::path::PathBuf;

use cube::{Cube, Metric, Move, Notation, format_moves};
use thiserror::Error;

use crate::Method;

/// What can go wrong in solving. Each message is one sentence that names the offending thing.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A method of an unknown name.
    #[error("{} is not a solving method; the methods are {}", cube::outside::quoted(text), .known.join(", "))]
    UnknownMethod {
        /// The name as given.
        text: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The limits allow no thread.
    #[error("solving needs at least one thread, but 0 are allowed")]
    NoThreads,
    /// The method does not count in this metric.
    #[error("the method {method} cannot minimise {metric} lengths: use {}", able(*.metric))]
    UnsupportedMetric {
        /// The method's name.
        method: &'static str,
        /// The metric asked for.
        metric: Metric,
    },
    /// The method can count in this metric, but was loaded for another one.
    #[error("the method {method} was loaded without its tables for {metric} lengths")]
    MetricNotLoaded {
        /// The method's name.
        method: &'static str,
        /// The metric asked for.
        metric: Metric,
    },
    /// The search ended and every solution is longer than allowed.
    #[error("no solution of at most {max_length} moves exists")]
    NotFound {
        /// The greatest length allowed.
        max_length: usize,
    },
    /// The time limit or the caller ended the search before the first solution, or the method leaves sequences out and found
    /// nothing in the others: there may be a solution.
    #[error("the search ended after {seconds:.3} s without a solution of at most {max_length} moves")]
    Stopped {
        /// The greatest length allowed.
        max_length: usize,
        /// Time spent, s.
        seconds: f64,
    },
    /// A fault of the method: its moves do not solve the cube.
    #[error(
        "the method {method} found '{}', which does not solve {}; this is a fault of cuberig, please report it",
        format_moves(.moves, Notation::Standard),
        .cube.facelets()
    )]
    WrongSolution {
        /// The method's name.
        method: String,
        /// The cube that was to be solved.
        cube: Cube,
        /// What was found.
        moves: Vec<Move>,
    },
    /// A fault of the method: it failed with a panic.
    #[error(
        "the method {method} failed at {}: {reason}; this is a fault of cuberig, please report it",
        .cube.facelets()
    )]
    BrokeOff {
        /// The method's name.
        method: &'static str,
        /// The cube that was to be solved.
        cube: Cube,
        /// The panic's message.
        reason: String,
    },
    /// A reason that only one method has, in its own words.
    #[error(transparent)]
    Method(Box<dyn std::error::Error + Send + Sync>),
    /// The smallest tables of the method need more memory than allowed.
    #[error("the method {method} needs at least {needed} bytes of memory, but only {allowed} are allowed")]
    TooLittleMemory {
        /// The method's name.
        method: &'static str,
        /// Bytes the smallest tables take.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The machine has not the memory that the caller allowed.
    #[error(
        "the table {table} needs {needed} bytes of memory, but only {available} are free; allow less memory for a smaller table"
    )]
    OutOfMemory {
        /// The table's name.
        table: &'static str,
        /// Bytes it takes.
        needed: u64,
        /// Bytes the machine has.
        available: u64,
    },
    /// The cache directory or a file in it cannot be read or written.
    #[error("the table file {} cannot be {action}: {source}", .path.display())]
    Cache {
        /// The file or directory.
        path: PathBuf,
        /// What was tried: "read", "written", …
        action: &'static str,
        /// The system's error.
        source: std::io::Error,
    },
}

/// The names of the methods that can minimise a metric.
fn able(metric: Metric) -> String {
    let able = Method::ALL.into_iter().filter(|method| method.minimises(metric));
    able.map(Method::name).collect::<Vec<_>>().join(" or ")
}
