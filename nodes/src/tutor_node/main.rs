//! The `tutor` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::tutor_node::TutorNode>()
}
