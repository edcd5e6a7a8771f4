//! Starting nodes with wrong parameters: one sentence that names the parameter, and a status that is not 0.

use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use cuberig_tests::{Domain, Process, binary, run_python};
use nix::sys::signal::Signal;

const NODES: [&str; 15] = [
    "brick_driver",
    "camera",
    "conductor",
    "dashboard",
    "face_detector",
    "foxglove",
    "guide",
    "motion_planner",
    "recorder",
    "rig_sim",
    "servo_driver",
    "solver",
    "state_assembler",
    "state_publisher",
    "tutor",
];

/// OpenCV's codecs and cameras need 230 other libraries, which take a quarter of a second to load (see the crate `media`).
#[test]
fn no_program_loads_codecs_before_it_needs_them() -> Result<()> {
    for program in NODES.into_iter().chain(["cuberig", "demo", "rig"]) {
        let output = Command::new("ldd").arg(binary(program)?).output()?;
        let libraries = String::from_utf8_lossy(&output.stdout);
        assert!(libraries.contains("libc.so"), "{program}: {output:?}");
        for heavy in ["imgcodecs", "videoio"] {
            assert!(!libraries.contains(heavy), "{program} is linked to {heavy}: {libraries}");
        }
    }
    Ok(())
}

/// Starts a node with these arguments after --ros-args; it must refuse and end.
fn assert_refuses(domain: &Domain, node: &str, arguments: &[&str], named: &[&str]) -> Result<()> {
    let mut command = Command::new(binary(node)?);
    command.arg("--ros-args").args(arguments).envs(domain.environment());
    let mut process = Process::start(node, command)?;
    let status = process.wait(Duration::from_secs(20))?;
    let output = process.output();
    assert!(!status.success(), "{node} {arguments:?} ends well: {output}");
    assert!(status.code().is_some(), "{node} {arguments:?} ends by a signal: {output}");
    assert!(!output.contains("panicked"), "{output}");
    // Lines of the log, such as that a node started, may stand before the sentence.
    let sentences: Vec<&str> =
        output.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('[')).collect();
    assert_eq!(sentences.len(), 1, "{node} {arguments:?} prints more than one sentence: {output}");
    for part in named {
        assert!(sentences[0].contains(part), "{node} {arguments:?} does not name '{part}': {output}");
    }
    Ok(())
}

#[test]
fn an_unknown_parameter_is_refused_by_every_node() -> Result<()> {
    let domain = Domain::take()?;
    for node in NODES {
        // The brick driver must know its brick before it looks at anything else.
        let more: &[&str] = if node == "brick_driver" { &["-r", "__node:=rl_clamp"] } else { &[] };
        let arguments = [&["-p", "no_such_parameter:=1"], more].concat();
        assert_refuses(&domain, node, &arguments, &["no_such_parameter"])?;
    }
    Ok(())
}

#[test]
fn wrong_values_are_refused_by_name() -> Result<()> {
    let domain = Domain::take()?;
    let brick = ["-r", "__node:=rl_clamp"];
    for (node, parameter, named) in [
        ("camera", "rate:=-3.0", &["rate"][..]),
        ("camera", "rate:=quick", &["rate"]),
        ("camera", "source:=crystal_ball", &["source", "crystal_ball"]),
        ("solver", "method:=guess", &["method", "guess", "two-phase"]),
        ("solver", "time_limit:=-1.0", &["time_limit"]),
        ("motion_planner", "profile:=nxt-1066", &["nxt-1066"]),
        ("rig_sim", "profile:=/no/such/profile.toml", &["/no/such/profile.toml"]),
        ("rig_sim", "port_base:=70000", &["port_base", "70000"]),
        ("rig_sim", "seed:=seven", &["seed"]),
        ("brick_driver", "transport:=pigeon:5", &["transport", "pigeon"]),
        ("brick_driver", "reply_timeout:=0.0", &["reply_timeout"]),
        ("servo_driver", "transport:=pigeon:5", &["transport", "pigeon"]),
        ("servo_driver", "profile:=nxt-2015", &["profile", "nxt-2015", "servos"]),
        ("brick_driver", "profile:=bus-servo", &["rl_clamp", "bus-servo", "servo_driver"]),
        ("brick_driver", "profile:=printed-servo", &["rl_clamp", "printed-servo", "servo_driver"]),
        ("conductor", "profile:=nxt-1066", &["nxt-1066"]),
        ("state_assembler", "votes:=0", &["votes"]),
    ] {
        let more: &[&str] = if node == "brick_driver" { &brick } else { &[] };
        assert_refuses(&domain, node, &[&["-p", parameter], more].concat(), named)?;
    }
    assert_refuses(&domain, "brick_driver", &["-p", "brick:=left_leg"], &["left_leg", "rl_clamp"])
}

#[test]
fn every_node_lists_its_parameters() -> Result<()> {
    for node in NODES {
        let help = Command::new(binary(node)?).arg("--help").output()?;
        let text = String::from_utf8_lossy(&help.stdout).into_owned();
        assert!(help.status.success() && text.contains("Usage:") && text.contains("Parameters:"), "{node}: {text}");
    }
    Ok(())
}

#[test]
fn the_host_names_the_node_that_it_does_not_know() -> Result<()> {
    let domain = Domain::take()?;
    let mut command = Command::new(binary("rig")?);
    command.arg("coffee_machine").envs(domain.environment());
    let mut process = Process::start("rig", command)?;
    let status = process.wait(Duration::from_secs(20))?;
    assert!(!status.success() && process.output().contains("coffee_machine"), "{}", process.output());
    Ok(())
}

/// A launch file or argument that is wrong ends the launcher with a sentence, and starts nothing.
#[test]
fn the_launcher_refuses_unknown_arguments() -> Result<()> {
    let domain = Domain::take()?;
    for (argument, named) in [("sin:=true", "sin"), ("sim:=perhaps", "perhaps")] {
        let mut command = Command::new(binary("xtask")?);
        command.args(["launch", argument, &format!("port_base:={}", domain.port_base())]).envs(domain.environment());
        let mut process = Process::start("launch", command)?;
        let status = process.wait(Duration::from_secs(30))?;
        assert!(!status.success(), "{argument} is taken: {}", process.output());
        assert!(process.output().contains(named), "{argument}: {}", process.output());
    }
    Ok(())
}

/// A node that waits for a missing clock logs that, and still ends on a signal.
#[test]
fn a_missing_clock_is_logged() -> Result<()> {
    let domain = Domain::take()?;
    let mut command = Command::new(binary("motion_planner")?);
    command.args(["--ros-args", "-p", "use_sim_time:=true"]).envs(domain.environment());
    let mut node = Process::start("motion_planner", command)?;
    let arguments = ["motion_planner"];
    run_python(&domain, "check_no_clock", &arguments, Duration::from_secs(60))?;
    let log = node.output();
    assert!(log.contains("nobody publishes /clock"), "{log}");
    let status = node.stop(Signal::SIGINT, Duration::from_secs(10))?;
    assert!(status.success(), "{status}: {}", node.output());
    Ok(())
}

/// A brick that talks nonsense is reported, does not end its driver, and does not make it busy.
#[test]
fn a_brick_that_talks_nonsense_is_survived() -> Result<()> {
    let domain = Domain::take()?;
    let port = domain.port_base().to_string();
    let mut command = Command::new(binary("brick_driver")?);
    let transport = format!("transport:=tcp:127.0.0.1:{port}");
    command
        .args(["--ros-args", "-r", "__node:=rl_clamp", "-p", &transport, "-p", "longest_pause:=0.5"])
        .envs(domain.environment());
    let mut driver = Process::start("rl_clamp", command)?;
    let checked = run_python(&domain, "check_garbage_brick", &[&port], Duration::from_secs(90));
    let log = driver.tail(30);
    assert!(driver.ended()?.is_none(), "the driver ended: {log}");
    let used = cuberig_tests::cpu_seconds(driver.pid()).unwrap_or(0.0);
    assert!(used < 5.0, "the driver used {used} s of processor time on nonsense");
    checked.map(drop).map_err(|error| error.context(log))
}
