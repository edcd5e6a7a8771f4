//! The `rig` executable: hosts any list of nodes in one process, by default the whole simulated rig.

mod registry;

use std::process::ExitCode;

use anyhow::{Context, Result};
use cuberig::runtime::{Host, run};

/// What is hosted when no node is named: the simulated rig, complete.
const SIMULATED_RIG: &[&str] = &[
    "rig_sim",
    "face_detector",
    "state_assembler",
    "solver",
    "motion_planner",
    "brick_driver:rl_clamp",
    "brick_driver:rl_rotate",
    "brick_driver:fb_clamp",
    "brick_driver:fb_rotate",
    "conductor",
    "state_publisher",
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).take_while(|argument| argument != "--ros-args").collect();
    // A launch file passes a list that it has put together as one argument.
    let named: Vec<&str> = arguments.iter().flat_map(|list| list.split_whitespace()).collect();
    if let Some(option) = named.iter().find(|argument| argument.starts_with('-')) {
        let asked_for_help = ["--help", "-h"].contains(option);
        if !asked_for_help {
            eprintln!("unknown option '{option}'; see rig --help");
            return ExitCode::from(2);
        }
        print!("{}", help());
        return ExitCode::SUCCESS;
    }
    run(2, |host| {
        // A launch file may leave a node out and give its parameters all the same.
        registry::NODES.iter().for_each(|entry| (entry.admit_parameters)(host));
        if named.is_empty() {
            SIMULATED_RIG.iter().try_for_each(|node| start(host, node))
        } else {
            named.iter().try_for_each(|node| start(host, node))
        }
    })
}

/// Starts `NODE` or `NODE:NAME`.
fn start(host: &mut Host, named: &str) -> Result<()> {
    let (node, name) = match named.split_once(':') {
        Some((node, name)) => (node, Some(name)),
        None => (named, None),
    };
    let entry =
        registry::find(node).with_context(|| format!("there is no node '{node}'; see rig --help for the nodes"))?;
    (entry.start)(host, name)
}

fn help() -> String {
    let mut text = String::from(
        "rig: hosts nodes of the rig in one process\n\n\
         Usage: rig [NODE[:NAME]]… [--ros-args …]\n\n\
         Without a NODE it hosts the whole simulated rig. A parameter (-p NAME:=VALUE) reaches every node\n\
         that has one of that name; -p NODE:NAME:=VALUE reaches one. A NODE may be a list in quotes.\n\nNodes:\n",
    );
    for entry in registry::NODES {
        text += &format!("  {:16} {}\n", entry.name, entry.about);
    }
    for entry in registry::NODES {
        text += &format!("\n{}", (entry.help)());
    }
    text
}
