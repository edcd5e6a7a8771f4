//! The `rig_sim` executable.
fn main() {}
