//! The nodes: each joins the state machines of its crate with its topics, as the ROS node of the same name does.

mod assembler;
mod conductor;
mod detector;
pub mod driver;
pub mod driver_tasks;
mod person;
mod planner;
mod solver;
mod stop_bricks;
mod stop_copy;

use std::sync::Arc;

use sim::bench::Bench;

use crate::context::Node;
use crate::id::Id;
use crate::plan::Act;
use crate::tools::Tools;

pub use detector::Misreadings;
pub use person::SOLVE_AT_LAST;

/// A node that has just been started.
pub fn start(
    id: Id,
    tools: &Arc<Tools>,
    bench: &Bench,
    acts: &[(f64, Act)],
    misreadings: &Misreadings,
    renders: bool,
) -> Box<dyn Node> {
    match id {
        Id::CONDUCTOR => Box::new(conductor::ConductorNode::new()),
        Id::PLANNER => Box::new(planner::PlannerNode::new(tools.clone())),
        Id::ASSEMBLER => Box::new(assembler::AssemblerNode::new()),
        Id::SOLVER => Box::new(solver::SolverNode::new(tools.clone())),
        Id::DETECTOR => Box::new(detector::DetectorNode::new(bench.clone(), misreadings.clone(), renders)),
        _ => Box::new(person::PersonNode::new(bench.clone(), acts.to_vec())),
    }
}
