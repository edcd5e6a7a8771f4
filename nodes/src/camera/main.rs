//! The `camera` executable.
fn main() {}
