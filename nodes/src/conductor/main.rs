//! The `conductor` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::conductor::Conductor>()
}
