//! The `solver` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::solver_node::SolverNode>()
}
