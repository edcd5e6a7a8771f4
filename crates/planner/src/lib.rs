//! From moves, or a cube, to the fastest motion plan that the rules of motion allow.
//!
//! A [`Plan`] exists only if [`rig::check`] accepts it.
//!
//! - [`Planner::moves`]: the fastest plan of a sequence of moves
//! - [`Planner::best_of`], [`Planner::cube`], [`Planner::proven`]: a sequence that suits the rig
//! - [`Planner::one_by_one_seconds`]: the baseline
//! - [`Planner::scan`]: the fastest plan that shows faces to the camera
//! - [`Planner::park`]: the way back to rest
//! - [`loading`]: takes a cube from a person's hand
//!
//! # Why no plan of a sequence is faster
//!
//! Nothing is assumed about when motions start. At every instant some pair of claws is closed and neither of its claws opens or
//! closes. So while any claw is not closed, one pair holds, and goes on to hold until all claws are closed again. Every plan is
//! therefore a chain of *phases* between moments at which all claws are closed and still. Each has one pair that holds and one
//! that is active (`phase.rs`).
//!
//! Inside a phase the active arms depend on each other only through turns of the whole cube. For these both must be open, or
//! far enough open where the rig has [`rig::Clearances`]; `crossing.rs` says when each step then starts. That leaves finitely
//! many phases from each position of the wrists. A* over pose, wrists and progress finds the fastest chain. Its lower bound is
//! the exact answer of the same problem without twist.
//!
//! Two things are left out. One is two turns of the cube within one phase, with face turns before and after. The other is a
//! wrist that pauses within a turn by three or four quarters. They only swap which arm of a pair turns which face, which
//! costs at least the regrip that it saves. Tests compare with exhaustive search.
//!
//! # How fast a cube can be
//!
//! [`Planner::cube`] searches sequences and plans together, in two phases after Kociemba. A finite machine follows the costs turn
//! by turn. It finds good plans soon and better ones with time. [`Planner::proven`] looks at all solutions up to a bound, so its
//! plan is the fastest that the rules allow, whatever the moves. [`least_mean_seconds`] counts sequences: on the rig `nxt-2015`
//! they are too few for a mean below 27.7 s (21.6 s with opposite turns). At most 12 % of all cubes can be solved within 27 s.
//!
//! # Limits
//!
//! Turns that end where a cable does may take longer ([`rig::Timing::quarter_to_cable_end`]). Exact plans and scans count that. The
//! search's costs and tables do not: they are lower bounds there, too, but less often met.
//!
//! With a twist limit of 3 quarters or more, plans keep within 3. With `min_holding_claws = 2` but no opposite turns,
//! the turns of two opposite faces get a phase each, which may miss an overlap of their regrips. On a rig of two arms with
//! clearances below 1, a turn done in parts can be faster than the joined one. Plans join turns all the same, and the counted
//! bound is not proven there. (On four arms a test compares all pairs of turns.)

mod axis;
mod bound;
mod clock;
mod course;
mod crossing;
mod error;
mod exact;
mod gantt;
mod line;
mod loading;
mod one_by_one;
mod phase;
mod plan;
mod planner;
mod scan;
mod search;
mod steps;
mod sweep;
mod wrists;

pub use error::Error;
pub use gantt::gantt;
pub use loading::{LOADING_START, loading};
pub use plan::{Hold, Plan, Wait};
pub use planner::{Planner, plan_moves};
pub use scan::{ScanPlan, View, plan_scan};
pub use search::{Pricer, SearchLimits, SearchTables, least_mean_seconds, solvable_share};
