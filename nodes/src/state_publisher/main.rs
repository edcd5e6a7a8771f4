//! The `state_publisher` executable.
fn main() {}
