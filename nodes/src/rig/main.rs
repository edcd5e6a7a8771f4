//! The `rig` executable.
fn main() {}
