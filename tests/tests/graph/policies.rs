//! The SROS2 policy allows each node of the rig what it does, and nothing else; and each process asks for its own enclave.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cuberig_tests::{Domain, Graph, Process, Trials, binary, repository};

/// Set, the policy is first written anew from the graph.
const WRITE: &str = "CUBERIG_WRITE_POLICY";

/// The nodes of the launch file, and those that it starts only if asked.
const NODES: [&str; 18] = [
    "brick_driver:rl_clamp",
    "brick_driver:rl_rotate",
    "brick_driver:fb_clamp",
    "brick_driver:fb_rotate",
    "conductor",
    "dashboard",
    "face_detector",
    "foxglove",
    "motion_planner",
    "recorder",
    "rig_sim",
    "servo_driver",
    "solver",
    "state_assembler",
    "state_publisher",
    "camera",
    "guide",
    "tutor",
];

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "policies",
        || Graph::host(&NODES, &["foxglove:=127.0.0.1:0"]),
        &[("the_policy_is_what_the_graph_does", policy), ("each_process_asks_for_its_enclave", |_| enclaves())],
        &[],
    );
}

fn policy(graph: &mut Graph) -> Result<()> {
    let file = repository().join("config/security/rig.policy.xml");
    let file = file.to_str().context("the repository has a plain name")?;
    let names = NODES.map(|node| node.split(':').next_back().unwrap_or(node));
    let arguments = [&[file][..], &names].concat();
    let check = |arguments: &[&str]| graph.check("check_policy", arguments, Duration::from_secs(90)).map(drop);
    if std::env::var_os(WRITE).is_some() {
        check(&[&arguments[..], &["--write"]].concat())?;
    }
    check(&arguments)
}

/// With security switched on and an empty keystore each node ends with the name of the enclave that it looked for.
fn enclaves() -> Result<()> {
    let domain = Domain::take()?;
    let keystore = std::env::temp_dir().join(format!("cuberig-tests-keys-{}", std::process::id()));
    std::fs::create_dir_all(keystore.join("enclaves"))?;
    for (program, more, enclave) in [
        ("solver", &[][..], "cuberig/solver"),
        ("brick_driver", &["--ros-args", "-r", "__node:=rl_clamp"], "cuberig/rl_clamp"),
        ("solver", &["--ros-args", "--enclave", "/mine"], "mine"),
    ] {
        let mut command = Command::new(binary(program)?);
        command
            .args(more)
            .envs(domain.environment())
            .env_remove("ROS_SECURITY_ENCLAVE_OVERRIDE")
            .env("ROS_SECURITY_ENABLE", "true")
            .env("ROS_SECURITY_STRATEGY", "Enforce")
            .env("ROS_SECURITY_KEYSTORE", &keystore);
        let mut process = Process::start(program, command)?;
        let status = process.wait(Duration::from_secs(20))?;
        let output = process.output();
        ensure!(!status.success(), "{program} starts without keys: {output}");
        let wanted = keystore.join("enclaves").join(enclave);
        let wanted = wanted.display().to_string();
        ensure!(output.contains(&wanted), "{program} does not look for {wanted}: {output}");
        ensure!(!output.contains("panicked"), "{program}: {output}");
    }
    std::fs::remove_dir_all(&keystore)?;
    Ok(())
}
