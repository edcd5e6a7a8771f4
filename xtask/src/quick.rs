//! `cargo xtask test --quick`: what a change of a crate needs, before it is committed.
//!
//! The crates that were changed are tested, all crates are compiled and linted, and the invariants of the repository are checked.
//! The running graph is not started: `cargo xtask test` does that.

use std::collections::BTreeSet;
use std::env;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::checks::LINTS;
use rosprefix::paths::Paths;
use rosprefix::ros::Ros;
use rosprefix::step::display;

/// Runs the checks, the quickest first, and ends with the first one that fails.
///
/// # Errors
/// When git or cargo cannot be started.
pub fn run(paths: &Paths) -> Result<ExitCode> {
    let started = Instant::now();
    let packages = packages(&changed_files(paths)?);
    let selected: Vec<String> = packages.iter().flat_map(|package| ["-p".to_owned(), package.clone()]).collect();
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    // One pass finds what does not compile and what is to be improved: for single packages cargo would check their dependencies
    // again with other features.
    let mut steps = vec![words("fmt --all --check"), words("test -p xtask --test tidy"), words(LINTS)];
    if !packages.is_empty() {
        steps.push([words("test --tests"), selected, words("-- --skip real_time::")].concat());
    }
    println!("changed: {}", if packages.is_empty() { "no crate".into() } else { Vec::from_iter(packages).join(", ") });
    let variables = Ros::detect(paths).variables(paths);
    for arguments in steps {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(&arguments).current_dir(paths.root()).envs(variables.iter().cloned());
        // The whole-graph tests run apart, in `cargo xtask test`.
        cargo.env("CUBERIG_GRAPH_APART", "1");
        eprintln!("\n== {}", display(&cargo));
        if !cargo.status().context("cannot start cargo")?.success() {
            println!("\nFAILED after {} s: cargo {}", started.elapsed().as_secs(), arguments.join(" "));
            return Ok(ExitCode::FAILURE);
        }
    }
    println!("\npassed in {} s; `cargo xtask test` also runs the graph", started.elapsed().as_secs());
    Ok(ExitCode::SUCCESS)
}

/// The files that differ from the last commit, or else those that it changed.
fn changed_files(paths: &Paths) -> Result<Vec<String>> {
    let git = |arguments: &[&str]| -> Result<Vec<String>> {
        let output =
            Command::new("git").args(arguments).current_dir(paths.root()).output().context("cannot start git")?;
        ensure!(output.status.success(), "git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
    };
    let mut files = git(&["diff", "--name-only", "HEAD"])?;
    files.extend(git(&["ls-files", "--others", "--exclude-standard"])?);
    match files.is_empty() {
        true => git(&["show", "--name-only", "--format=", "HEAD"]),
        false => Ok(files),
    }
}

/// The packages that these files belong to. Those of the graph's tests are not among them.
fn packages(files: &[String]) -> BTreeSet<String> {
    let package = |file: &String| {
        let mut folders = file.split('/');
        match (folders.next()?, folders.next()?) {
            ("crates", name) => Some(format!("cuberig-{}", name.replace('_', "-"))),
            ("nodes", _) => Some("cuberig".to_owned()),
            ("cli", _) => Some("cuberig-cli".to_owned()),
            ("xtask" | "launch" | "config" | "urdf", _) => Some("xtask".to_owned()),
            _ => None,
        }
    };
    files.iter().filter_map(package).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_its_package() {
        let files = [
            "crates/cube/src/lib.rs",
            "crates/cube_state/src/lib.rs",
            "nodes/Cargo.toml",
            "cli/src/main.rs",
            "docs/cli.md",
            "README.md",
            "tests/src/lib.rs",
        ];
        let found = packages(&files.map(str::to_owned));
        assert_eq!(Vec::from_iter(found), ["cuberig", "cuberig-cli", "cuberig-cube", "cuberig-cube-state"]);
    }
}
