//! `cuberig stop`: stops a rig that runs. The node `stop_rig` does it.

use crate::failure::Failure;
use crate::output::Output;
use crate::rig_program::become_program;

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
    let instead = "`cargo xtask stop` and `ros2 service call /stop std_srvs/srv/Trigger` do the same";
    become_program("stop_rig", typed.namespace.as_deref(), &[], "stops a rig", instead)
}
