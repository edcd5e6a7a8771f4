//! The `conductor` executable.
fn main() {}
