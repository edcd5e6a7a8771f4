//! The `motion_planner` executable.
fn main() {}
