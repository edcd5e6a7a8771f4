//! The `solver` executable.
fn main() {}
