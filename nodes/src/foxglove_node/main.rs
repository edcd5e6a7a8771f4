//! The `foxglove` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::foxglove_node::Foxglove>()
}
