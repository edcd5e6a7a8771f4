//! From moves, or a cube, to the fastest motion plan that the rules of motion allow.

mod baseline;
mod blocks;
mod bound;
mod clock;
mod error;
mod exact;
mod gantt;
mod line;
mod phase;
mod plan;
mod planner;
mod scan;
mod search;
mod wrists;

pub use baseline::plan_the_seeds_way;
pub use error::Error;
pub use gantt::gantt;
pub use plan::Plan;
pub use planner::{Planner, plan_moves};
pub use scan::{ScanPlan, View, plan_scan};
pub use search::{Pricer, SearchLimits, SearchTables};
