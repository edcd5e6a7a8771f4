//! The `state_publisher` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::state_publisher::StatePublisher>()
}
