//! Starts the real graph for the whole-graph tests, and foreign clients that judge it.
//!
//! A group of checks shares one graph, and they run one after the other, because a graph takes seconds to come up. Each
//! graph has a ROS domain and TCP ports of its own, so graphs are isolated from each other and some run at a time.

mod binaries;
mod checks;
mod client;
mod domain;
mod faults;
mod graph;
mod network;
mod process;
mod transports;
mod usage;

pub use binaries::{binary, build, repository};
pub use checks::{Check, LoneCheck, Trials};
pub use client::{run_python, run_python_on};
pub use domain::Domain;
pub use faults::{Dice, Mishap, run_with_faults, scrambled};
pub use graph::{Graph, NodeProcess};
pub use network::{Host, Network, Reach};
pub use process::{PATIENCE, Process};
pub use transports::transports;
pub use usage::{Load, cpu_seconds};
