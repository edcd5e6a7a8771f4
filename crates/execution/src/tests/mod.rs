//! Goals against pretended bricks, and the real planner.

mod admission;
mod ahead;
pub mod bench;
mod blended;
mod claws;
mod executive;
mod executor;
mod fake_bricks;
mod groups;
mod interference;
mod limits;
mod scanning;
mod searching;
mod stops;
mod strangers;
