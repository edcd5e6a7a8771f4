//! The `brick_driver` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::brick_driver::BrickDriver>()
}
