//! Drivers that close open claws when they have reached their brick, and drivers that do not.

use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use cuberig_tests::{Graph, Process, Trials, binary, transports};

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "clamping",
        || Graph::host(&["rig_sim"], &["camera_enabled:=false"]),
        &[("claws_close_on_connect", claws_close_on_connect)],
        &[],
    );
}

/// One driver after the other for one brick, which counts on from where it was switched on.
fn claws_close_on_connect(graph: &mut Graph) -> Result<()> {
    let check = |what| graph.check("check_clamping", &[what], Duration::from_secs(90));
    let ports = format!("port_base:={}", graph.domain.port_base());
    let driver = |more: &[&str]| {
        let mut command = Command::new(binary("brick_driver")?);
        command.args(["--ros-args", "-r", "__node:=rl_clamp", "-p", &ports]);
        command.args(more);
        command.envs(graph.domain.environment()).envs(transports());
        Process::start("brick_driver", command)
    };
    let first = driver(&[])?;
    check("open")?;
    drop(first);
    let usual = driver(&[])?;
    check("stay")?;
    drop(usual);
    let _clamping = driver(&["-p", "clamp_on_connect:=true"])?;
    check("close").map(drop)
}
