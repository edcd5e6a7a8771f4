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
//! far enough open where the rig has [`rig::Clearances`]; `crossing.rs` computes when each step then starts. That leaves finitely
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
//! Where wrists may turn by more than 6 quarters in all, plans keep within 6. With `min_holding_claws = 2` but no opposite turns,
//! the turns of two opposite faces get a phase each, which may miss an overlap of their regrips. On a rig of two arms with
//! clearances below 1, a turn done in parts can be faster than the joined one. Plans join turns all the same, and the counted
//! bound is not proven there. (On four arms a test compares all pairs of turns.)
//!
//! # How fast a plan can be
//!
//! A sequence of moves has a fastest plan, which `Planner::moves` finds by A*. `crates/planner/src/lib.rs` proves that
//! none is faster.
//!
//! The best sequence is another question. `Planner::cube` searches sequences by their cost on the rig. Cube and claws
//! can stand in 21 ways on four arms. For each way the search carries the least time to reach it. These vectors make a
//! finite machine of 79 states, whose costs add up to exact plans. Rigs that start with open claws, as after a scan,
//! make it 1,219 states. Tables hold the rig time to the home of each phase, for all positions near it and for all ways
//! to stand. The cube's 16 symmetries that keep an axis make them smaller. A file next to the solver's tables keeps them
//! for each set of rules, clearances and timing, so planning starts at once. `Planner::proven` follows all solutions up
//! to a bound and finds the fastest plan of all.
//!
//! No search can pass a lower bound: a sequence solves one cube, so `least_mean_seconds` counts the sequences that the
//! rig can do within a time. `crates/planner/src/search/counting.rs` has the proof, benchmarks.md has the bound and
//! what the search reaches.
//!
//! The search spends most of its time in phase 1 farther from home than the tables reach (10.8 s), where bounds are
//! weak. Two things bring a cube's phases 1 nearer to home. The search tries each of three axes and both ends. It also
//! tries about two thousand *premoves*, turns after phase 2 (`search/premoves.rs`). Premoves that ask for the same
//! phase 1 share it, and the search continues where a step promises most (`level_queue.rs`). Phase 2 sets the limit,
//! because its half turns are slow on this rig. With more time, the number of all sequences grows faster than the share
//! of positions that phase 2 can solve.
//!
//! The solver stays a node that anyone can replace. Its moves are a valid answer, and the first candidate. The
//! conductor passes them on with `search_time` in the goal of `execute`. The motion planner then searches that long for
//! moves with the same effect that the rig does sooner from the present position of claws and cube (`execution::plan`).
//! Feedback and result name the moves that are really done. A goal without `search_time` is carried out exactly. After
//! a scan nothing is parked: the solution starts in the position in which the scan ends.
//!
//! A goal begins when every joint was read recently and every driver was found (`execution/src/starting.rs`). Until
//! then it waits, for `reading_wait` seconds, and reports for what.

mod axis;
mod bound;
mod clock;
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
mod schedule;
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
