//! The `rig_sim` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::rig_sim::RigSim>()
}
