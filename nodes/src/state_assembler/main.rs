//! The `state_assembler` executable.
fn main() {}
