//! The `recorder` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::recorder::Recorder>()
}
