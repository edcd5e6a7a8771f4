//! Programs of the ROS package `cuberig` that the command line starts: it is not linked to ROS itself.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;

/// Becomes the program of this name, in the namespace of the rig; its exit status is that of this one. `what` describes the program,
/// and `instead` what does the same.
///
/// # Errors
/// The program is not there or cannot be started.
pub fn become_program(
    name: &str,
    namespace: Option<&str>,
    ros_arguments: &[String],
    what: &str,
    instead: &str,
) -> Result<(), Failure> {
    let program = find(name);
    let mut command = Command::new(&program);
    let namespace = namespace.map(|namespace| format!("__ns:=/{}", namespace.trim_matches('/')));
    if namespace.is_some() || !ros_arguments.is_empty() {
        command.arg("--ros-args");
    }
    if let Some(namespace) = namespace {
        command.args(["-r", &namespace]);
    }
    // It returns only where it failed.
    let error = command.args(ros_arguments).exec();
    let program = program.display();
    Err(Failure::NotAsGiven(format!(
        "cannot start {program}, the program of the ROS package cuberig that {what}: {error}; {instead}"
    )))
}

/// The one in the folder of this program if there is one, else the one on the PATH.
fn find(name: &str) -> PathBuf {
    let own = std::env::current_exe().ok();
    let folder = own.as_deref().and_then(Path::parent);
    match folder.map(|folder| folder.join(name)) {
        Some(program) if program.is_file() => program,
        _ => PathBuf::from(name),
    }
}
