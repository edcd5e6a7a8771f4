//! What colcon builds, `ros/Cargo.toml`: the nodes under a manifest of their own, written from that of `nodes`.
//!
//! colcon reads the metadata of a whole workspace from cargo as one line of at most 64 KiB, and ours is longer. As the only
//! package of its workspace this one is short.

use std::fs;
use std::process::Command;

use toml::{Table, Value};

use crate::tree::root;

/// Set, the manifest is written anew.
const WRITE: &str = "CUBERIG_WRITE_MANIFEST";
const MANIFEST: &str = "ros/Cargo.toml";
const ABOUT: &str =
    "# What colcon builds: the nodes under a manifest of their own. Written from nodes/Cargo.toml and Cargo.toml by
#     CUBERIG_WRITE_MANIFEST=1 cargo test -p xtask --test tidy colcon
# The reason is in xtask/tests/tidy/colcon.rs.

";

/// Packages of the workspace that have a profile of their own and that no node uses.
const UNUSED: [&str; 4] = ["cuberig-cli", "cuberig-tests", "rosprefix", "xtask"];

/// What asyncio reads as one line at most, and with it colcon: of a longer answer it takes nothing, and fails.
const LONGEST_LINE: usize = 64 * 1024;

fn read(name: &str) -> Table {
    let text = fs::read_to_string(root().join(name)).expect("a manifest of the repository");
    text.parse().expect("a manifest is TOML")
}

fn table<'a>(parent: &'a Table, name: &str) -> &'a Table {
    let found = parent.get(name).and_then(Value::as_table);
    found.unwrap_or_else(|| panic!("a table {name}"))
}

/// The path as seen from the folder `ros`, which lies next to the folder `from`.
fn moved(from: &str, path: &str) -> String {
    format!("../{from}{path}")
}

/// A dependency as in the workspace.
fn dependency(name: &str, said: &Value, workspace: &Table) -> Value {
    let inherits = said.get("workspace").and_then(Value::as_bool) == Some(true);
    if !inherits {
        return said.clone();
    }
    let mut whole = workspace.get(name).expect("the workspace knows it").clone();
    if let Some(path) = whole.get_mut("path") {
        *path = Value::from(moved("", path.as_str().expect("a path is text")));
    }
    whole
}

/// The profiles, without the packages that no node uses: cargo would warn of them.
fn profiles(workspace: &Table) -> Table {
    let mut profiles = table(workspace, "profile").clone();
    let packages = (profiles.get_mut("dev")).and_then(|dev| dev.get_mut("package"));
    if let Some(Value::Table(packages)) = packages {
        packages.retain(|name, _| !UNUSED.contains(&name));
    }
    profiles
}

fn manifest() -> String {
    let (nodes, workspace) = (read("nodes/Cargo.toml"), read("Cargo.toml"));
    let shared = table(table(&workspace, "workspace"), "package");
    let known = table(table(&workspace, "workspace"), "dependencies");
    let mut package = Table::new();
    for (key, said) in table(&nodes, "package") {
        let inherits = said.get("workspace").is_some();
        let value = if inherits { &shared[key] } else { said };
        package.insert(key.clone(), value.clone());
    }
    // `rust` takes the place of the installed sources: see its Cargo.toml.
    let shares = ["../launch", "../config", "../urdf", "../worlds", "rust"];
    let mut ros = Table::new();
    ros.insert("install_to_share".into(), shares.to_vec().into());
    let mut metadata = Table::new();
    metadata.insert("ros".into(), ros.into());
    package.insert("metadata".into(), metadata.into());
    let mut library = table(&nodes, "lib").clone();
    library.insert("path".into(), moved("nodes/", "src/lib.rs").into());
    let mut programs = nodes["bin"].as_array().expect("a list of programs").clone();
    for program in &mut programs {
        let path = program.get_mut("path").expect("a program names its source");
        *path = moved("nodes/", path.as_str().expect("a path is text")).into();
    }
    let dependencies: Table = (table(&nodes, "dependencies").iter())
        .map(|(name, said)| (name.clone(), dependency(name, said, known)))
        .collect();
    let mut whole = Table::new();
    whole.insert("package".into(), package.into());
    whole.insert("workspace".into(), Table::new().into());
    whole.insert("lib".into(), library.into());
    whole.insert("bin".into(), programs.into());
    whole.insert("dependencies".into(), dependencies.into());
    whole.insert("profile".into(), profiles(&workspace).into());
    format!("{ABOUT}{}", toml::to_string(&whole).expect("it is TOML"))
}

#[test]
fn colcons_manifest_is_that_of_the_nodes() {
    let (file, wanted) = (root().join(MANIFEST), manifest());
    if std::env::var_os(WRITE).is_some() {
        fs::write(&file, &wanted).expect("the manifest can be written");
    }
    let there = fs::read_to_string(&file).unwrap_or_default();
    assert!(there == wanted, "{MANIFEST} is stale: its first lines say how to write it anew");
}

#[test]
fn colcon_can_read_the_manifest() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root().join("ros"))
        .output()
        .expect("cargo starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    // A longer path than this repository's, as it would be in somebody's workspace, must have room too.
    let length = output.stdout.len();
    assert!(length < LONGEST_LINE / 2, "cargo metadata --no-deps has {length} bytes");
}

/// With other versions colcon would build what nobody tested.
#[test]
fn colcon_builds_with_the_versions_that_are_tested() {
    let packages = |name: &str| -> Vec<(String, String)> {
        let lock = read(name);
        let list = lock["package"].as_array().expect("a list").iter();
        let text = |package: &Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
        list.map(|package| (text(package, "name"), text(package, "version"))).collect()
    };
    let (ours, colcons) = (packages("Cargo.lock"), packages("ros/Cargo.lock"));
    assert!(100 < colcons.len(), "only {} packages", colcons.len());
    let strange: Vec<_> = colcons.iter().filter(|package| !ours.contains(package)).collect();
    assert!(strange.is_empty(), "copy Cargo.lock to ros and run `cargo metadata` there: {strange:?}");
}
