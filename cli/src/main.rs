//! The `cuberig` command line.
fn main() {}
