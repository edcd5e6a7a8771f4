//! What RViz asks for by its configuration files is what the running graph offers: a foreign client subscribes as RViz does.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cube::Cube;
use cuberig_tests::{Graph, Trials, binary, repository};

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add_lone(
        "rviz",
        &[
            ("one_rig", || shows(&Graph::launch(&["hosted:=true"])?, &[], &["."])),
            ("a_rig_in_a_namespace", || {
                shows(&Graph::launch(&["hosted:=true", "namespace:=left"])?, &["namespace:=left"], &["."])
            }),
            ("two_rigs", || {
                let rigs = Graph::launch_two_rigs(&["hosted:=true"])?;
                shows(&rigs, &["launch/two_rigs.launch.xml"], &["left", "right"])
            }),
            ("a_cube_and_no_joints", || {
                let graph = Graph::host(&["state_publisher"], &[])?;
                graph.check("check_late_client", &[""; 0], Duration::from_secs(120)).map(drop)
            }),
        ],
        &[],
    );
}

/// A client with the configuration and the ROS arguments that these launch arguments give RViz gets what each display needs.
fn shows(graph: &Graph, launch: &[&str], rigs: &[&str]) -> Result<()> {
    let rviz = rviz(launch)?;
    let [option, file, ros @ ..] = rviz.as_slice() else {
        anyhow::bail!("RViz is started without a configuration: {rviz:?}")
    };
    ensure!(option == "-d", "RViz is started by {rviz:?}");
    let facelets = Cube::from_seed(5).facelets().to_string();
    let rigs = rigs.iter().map(|rig| (*rig).to_owned());
    let arguments: Vec<String> = [file.clone(), facelets].into_iter().chain(rigs).chain(ros.iter().cloned()).collect();
    let report = graph.check("check_rviz", &arguments, Duration::from_secs(120))?;
    println!("\n{report}");
    Ok(())
}

/// The arguments with which the launcher would start RViz, which need not be installed here.
fn rviz(launch: &[&str]) -> Result<Vec<String>> {
    let output = Command::new(binary("xtask")?)
        .args(["launch", "--dry-run"])
        .args(launch)
        .arg("rviz:=true")
        .current_dir(repository())
        .output()
        .context("cannot start the launcher")?;
    let text = String::from_utf8(output.stdout).context("the launcher prints text")?;
    let (_, arguments) = (text.lines())
        .find_map(|line| line.split_once("rviz2/rviz2 "))
        .with_context(|| format!("the launcher starts no RViz:\n{text}"))?;
    let words = arguments.split_whitespace();
    Ok(words.map(|word| word.trim_matches('\'').to_owned()).collect())
}
