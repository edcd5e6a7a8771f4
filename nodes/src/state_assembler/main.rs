//! The `state_assembler` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::state_assembler::StateAssembler>()
}
