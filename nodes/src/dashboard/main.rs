//! The `dashboard` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::dashboard::Dashboard>()
}
