//! `cuberig stop`: stops a rig that runs. The node `stop_rig` does it; this finds its program.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::output::Output;

/// The program in the same folder as this one, of the ROS package `cuberig`.
const PROGRAM: &str = "stop_rig";

/// What to stop.
#[derive(clap::Args)]
pub struct StopArguments {
    /// The rig's namespace, where there are several rigs
    #[arg(long, value_name = "NAME")]
    namespace: Option<String>,
}

/// Becomes the program that stops the rig; its exit status is 0 when all motors hold.
///
/// # Errors
/// The program is not there or cannot be started.
pub fn run(typed: &StopArguments, output: &Output) -> Result<(), Failure> {
    if output.wants_json() {
        let text = "stop prints no JSON: its exit status is 0 when all motors hold";
        return Err(Failure::Usage(text.into()));
    }
    let program = program();
    let mut command = Command::new(&program);
    if let Some(namespace) = &typed.namespace {
        let namespace = format!("__ns:=/{}", namespace.trim_matches('/'));
        command.args(["--ros-args", "-r", &namespace]);
    }
    // It returns only where it failed.
    let error = command.exec();
    Err(Failure::NotAsGiven(format!(
        "cannot start {}, the program of the ROS package cuberig that stops a rig: {error}; \
         `cargo xtask stop` and `ros2 service call /stop std_srvs/srv/Trigger` do the same",
        program.display()
    )))
}

/// The one in the folder of this program if there is one, else the one on the PATH.
fn program() -> PathBuf {
    let own = std::env::current_exe().ok();
    let folder = own.as_deref().and_then(Path::parent);
    match folder.map(|folder| folder.join(PROGRAM)) {
        Some(program) if program.is_file() => program,
        _ => PathBuf::from(PROGRAM),
    }
}
