//! `cargo xtask doctor`: what is there, what is missing, and the remedy for each.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Result;

use rosprefix::paths::Paths;
use rosprefix::prefix::{self, interfaces};
use rosprefix::ros::{LOCAL_DISTRO, Ros};

use crate::setup;
use crate::setup::system::PIECES;
use rosprefix::step::output_of;

/// The distributions for which r2r makes bindings.
const SUPPORTED: [&str; 7] = ["foxy", "galactic", "humble", "iron", "jazzy", "lyrical", "rolling"];

/// The remedy that helps with most.
const SET_UP: &str = "run: cargo xtask setup";

/// One row of the table.
struct Row {
    name: String,
    /// Version or place; `None` when it is missing.
    found: Option<String>,
    /// What to do when it is missing.
    remedy: String,
}

/// Prints the table; the exit status is 1 when something is missing.
///
/// # Errors
/// When the repository's own files cannot be read.
pub fn run(paths: &Paths) -> Result<ExitCode> {
    let ros = Ros::detect(paths);
    let mut rows = vec![Row {
        name: "cargo".into(),
        found: output_of(paths.cargo().arg("--version")),
        remedy: "install Rust with rustup".into(),
    }];
    for piece in PIECES.iter().filter(|piece| (piece.needed)(&ros)) {
        rows.push(Row {
            name: piece.name.into(),
            found: (piece.probe)(),
            remedy: format!("it {}; {SET_UP}, or install {}", piece.purpose, piece.packages.join(" ")),
        });
    }
    rows.push(ros_row(paths, &ros));
    rows.push(rclpy_row(paths, &ros));
    let missing = interfaces::missing_packages(paths, &ros)?;
    for package in interfaces::packages(paths, &ros)? {
        let there = !missing.contains(&package);
        rows.push(Row {
            found: there.then(|| "built from the files as they are".to_owned()),
            remedy: format!("not built, or its files have changed since; {SET_UP}"),
            name: package,
        });
    }
    rows.push(Row {
        name: "web page".into(),
        found: setup::web::is_bundled(paths).then(|| "bundled from its sources".to_owned()),
        remedy: format!("not bundled, or its sources have changed since; {SET_UP}"),
    });
    rows.push(nodes_row(paths));
    Ok(print(&rows))
}

fn ros_row(paths: &Paths, ros: &Ros) -> Row {
    match ros {
        Ros::Local => {
            let prefix = paths.prefix();
            let found =
                prefix::is_made(paths).then(|| format!("{LOCAL_DISTRO} from PyPI in {}", shown(paths, &prefix)));
            Row { name: "ROS 2".into(), found, remedy: format!("none is sourced and none is in .ros; {SET_UP}") }
        }
        Ros::Sourced { distro, prefixes } => {
            let rcl = prefixes.iter().any(|prefix| prefix.join("include/rcl").is_dir());
            let supported = SUPPORTED.contains(&distro.as_str());
            let remedy = match supported {
                true => "the sourced prefixes hold no rcl; install ros-base and source its setup.bash".to_owned(),
                false => format!("r2r does not know {distro}; source one of {}, or none", SUPPORTED.join(", ")),
            };
            Row { name: "ROS 2".into(), found: (rcl && supported).then(|| format!("{distro}, sourced")), remedy }
        }
    }
}

fn rclpy_row(paths: &Paths, ros: &Ros) -> Row {
    let mut command = Command::new(ros.python(paths));
    command.args(["-c", "import rclpy; print(rclpy.__file__)"]).envs(ros.variables(paths));
    let found = output_of(&mut command).map(|file| shown(paths, Path::new(&file)));
    let remedy = match ros {
        Ros::Local => format!("the tests drive the graph with it; {SET_UP}"),
        Ros::Sourced { distro, .. } => {
            format!("the tests drive the graph with it; install ros-{distro}-rclpy")
        }
    };
    Row { name: "rclpy".into(), found, remedy }
}

/// Never missing: every command that needs the nodes builds them.
fn nodes_row(paths: &Paths) -> Row {
    let places = ["debug", "release"].map(|profile| paths.target().join(profile).join("rig"));
    let found = match places.iter().find(|file| file.is_file()).and_then(|file| file.parent()) {
        Some(folder) => shown(paths, folder),
        None => "not built yet; cargo build --workspace builds them".to_owned(),
    };
    Row { name: "nodes".into(), found: Some(found), remedy: String::new() }
}

/// A path as seen from the repository's root.
fn shown(paths: &Paths, path: &Path) -> String {
    path.strip_prefix(paths.root()).unwrap_or(path).display().to_string()
}

fn print(rows: &[Row]) -> ExitCode {
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or_default();
    for row in rows {
        match &row.found {
            Some(found) => println!("found    {:width$}  {found}", row.name),
            None => println!("MISSING  {:width$}  {}", row.name, row.remedy),
        }
    }
    match rows.iter().filter(|row| row.found.is_none()).count() {
        0 => {
            println!("\nEverything is there.");
            ExitCode::SUCCESS
        }
        missing => {
            println!("\n{missing} missing.");
            ExitCode::FAILURE
        }
    }
}
