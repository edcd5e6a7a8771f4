//! Every file that is loaded at run time can be read. (Launch files are tested with their reader.)

use std::fs;
use std::process::Command;

use crate::tree::{files, report, root};

#[test]
fn configuration_is_well_formed() {
    let mut findings = Vec::new();
    let tomls = files(&["config", ".cargo"], &[".toml"]);
    assert!(tomls.iter().any(|file| file.name.starts_with("config/")), "config/ holds no TOML file");
    for file in tomls {
        if let Err(error) = file.text.parse::<toml::Table>() {
            findings.push(format!("{}: {error}", file.name));
        }
    }
    for file in files(&["config", "launch"], &[".yaml", ".yml", ".rviz"]) {
        if let Err(error) = yaml_rust2::YamlLoader::load_from_str(&file.text) {
            findings.push(format!("{}: {error}", file.name));
        }
    }
    for file in files(&["launch", "urdf", "msgs", "nodes"], &[".xml", ".urdf", ".sdf", ".xacro"]) {
        if let Err(error) = roxmltree::Document::parse(&file.text) {
            findings.push(format!("{}: {error}", file.name));
        }
    }
    report(&findings);
}

#[test]
fn scripts_are_executable_and_right() {
    use std::os::unix::fs::PermissionsExt;
    for script in [".ci/run", ".cargo/cc"] {
        let path = root().join(script);
        let mode = fs::metadata(&path).expect("the script is there").permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{script} is not executable");
        let text = fs::read_to_string(&path).expect("the script is text");
        let shell = if text.starts_with("#!/bin/sh") { "sh" } else { "bash" };
        let checked = Command::new(shell).arg("-n").arg(&path).status().expect("the shell starts");
        assert!(checked.success(), "{script} is no right {shell} script");
    }
}

#[test]
fn ci_runs_exactly_the_test_command_of_the_readme() {
    let script = fs::read_to_string(root().join(".ci/run")).expect("the script is text");
    let commands: Vec<&str> = script.lines().filter(|line| line.starts_with("exec ")).collect();
    assert_eq!(commands, ["exec cargo xtask test"]);
    let readme = fs::read_to_string(root().join("README.md")).expect("README.md is there");
    assert!(readme.contains("cargo xtask test"), "README.md does not name `cargo xtask test`");
}

/// A crate of the workspace without this file would be a package of its own in a colcon workspace.
#[test]
fn colcon_leaves_the_crates_alone() {
    let mut findings = Vec::new();
    let manifests = files(&["crates", "cli", "fuzz", "tests", "xtask"], &["Cargo.toml"]);
    assert!(8 < manifests.len(), "only {} crates", manifests.len());
    for manifest in manifests {
        let folder = manifest.name.trim_end_matches("Cargo.toml").to_owned();
        if !root().join(&folder).join("COLCON_IGNORE").is_file() {
            findings.push(format!("{folder} has no file COLCON_IGNORE"));
        }
    }
    report(&findings);
}
