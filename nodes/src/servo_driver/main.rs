//! The `servo_driver` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::servo_driver::ServoDriver>()
}
