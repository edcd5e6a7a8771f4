//! The `brick_driver` executable.
fn main() {}
