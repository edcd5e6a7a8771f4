//! Somebody else's joint trajectory controller drives all eight joints by one action: one line in the profile, and one launch argument.
//! It stands in front of the emulated bus of servos, in simulated time. Our own driver of servos does the same.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cube::{Cube, Notation, parse_moves};
use cuberig_tests::{Graph, Process, Trials, binary, repository};

/// The cube that the launch argument puts into the rig.
const SEED: u64 = 7;

/// The line in the profile.
const LINE: &str =
    r#"groups.arms = ["r_grip", "r_wrist", "l_grip", "l_wrist", "f_grip", "f_wrist", "b_grip", "b_wrist"]"#;

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add(
        "joint_groups",
        launch,
        &[("a_run_by_one_foreign_action", a_run)],
        &[("stops_of_one_foreign_action", stops)],
    );
    trials.add("joint_groups_of_our_own", launch_own, &[], &[("a_run_by_one_action_of_our_own", a_run_of_our_own)]);
}

/// A profile that differs from a shipped one by the line, and by clearances: with these motions begin while others go on, so goals
/// replace others.
fn profile() -> Result<String> {
    let mut text = std::fs::read_to_string(repository().join("config/profiles/bus-servo.toml"))?;
    for (key, share) in [("own_wrist", 0.43), ("cube", 0.24)] {
        let whole = format!("{key} = 1.0");
        ensure!(text.contains(&whole), "{whole}");
        text = text.replace(&whole, &format!("{key} = {share}"));
    }
    let file = std::env::temp_dir().join(format!("cuberig-arms-{}.toml", std::process::id()));
    std::fs::write(&file, format!("{LINE}\n{text}"))?;
    Ok(file.display().to_string())
}

fn launch() -> Result<Graph> {
    let (profile, seed) = (format!("profile:={}", profile()?), format!("seed:={SEED}"));
    Graph::launch(&[
        &profile,
        "drivers:=none",
        "link_latency:=0.002",
        "link_jitter:=0.001",
        "use_sim_time:=true",
        &seed,
    ])
}

fn launch_own() -> Result<Graph> {
    let (profile, seed) = (format!("profile:={}", profile()?), format!("seed:={SEED}"));
    Graph::launch(&[&profile, "servos:=sim", "use_sim_time:=true", "speed:=2.0", &seed])
}

fn a_run_of_our_own(graph: &mut Graph) -> Result<()> {
    crate::solves(graph, SEED)
}

fn controller(graph: &Graph) -> Result<Process> {
    let port = (graph.domain.port_base() + 4).to_string();
    let joints = LINE.split(['[', ']']).nth(1).context("the line lists joints")?.replace(['"', ' '], "");
    let arguments = [&*port, &format!("arms={joints}"), "--ros-args", "-p", "use_sim_time:=true"];
    let controller = graph.foreign_node("joint_trajectory_controller", &arguments)?;
    controller.wait_for_output("the controller is active", Duration::from_secs(60))?;
    Ok(controller)
}

fn a_run(graph: &mut Graph) -> Result<()> {
    let controller = controller(graph)?;
    let scramble = parse_moves("R U F' L2 D B", Notation::Standard).context("the moves are well written")?;
    let [seeded, scrambled] =
        [Cube::from_seed(SEED), Cube::SOLVED.apply_all(&scramble)].map(|cube| cube.facelets().to_string());
    let report = graph.check("check_run", &[&*seeded, &*scrambled, "6"], Duration::from_secs(200));
    println!("\n{}", report.with_context(|| controller.tail(20))?);
    let count = |text: &str| controller.output().matches(text).count();
    let (goals, replaced) = (count("goal of 8 joints for arms"), count("replaced a goal"));
    println!("{goals} goals, {replaced} were replaced");
    ensure!(10 < goals && 0 < replaced, "{goals} goals, {replaced} were replaced");
    Ok(())
}

fn stops(graph: &mut Graph) -> Result<()> {
    let controller = controller(graph)?;
    let moves = ["R", "U", "F'", "L2", "D"];
    let turned = parse_moves(&moves.join(" "), Notation::Standard).context("the moves are well written")?;
    let expected = Cube::SOLVED.apply_all(&turned).facelets().to_string();
    let program = binary("stop_rig")?.display().to_string();
    let arguments = [&["arms", &expected, &program], &moves[..]].concat();
    let report = graph.check("check_group_stop", &arguments, Duration::from_secs(150));
    println!("\n{}", report.with_context(|| controller.tail(20))?);
    Ok(())
}
