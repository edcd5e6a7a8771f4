//! The `motion_planner` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::motion_planner::MotionPlanner>()
}
