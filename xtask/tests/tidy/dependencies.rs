//! Which package may use which: the dependency rule of docs/architecture.md. And what of them is tested.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::tree::{files, report, root};

/// What each crate under `crates/` may use of the others; everything else outside may use all of them.
const RULE: [(&str, &[&str]); 23] = [
    ("cube", &[]),
    ("rig", &["cube"]),
    ("solver", &["cube"]),
    ("vision", &["cube"]),
    ("camera", &["cube", "vision"]),
    ("teach", &["cube"]),
    ("tutor", &["cube", "teach", "vision"]),
    // Of `cube` how it quotes texts and numbers.
    ("brick", &["cube", "rig"]),
    // Of `brick` what every family shares: goals, orders, reports, transports.
    ("servo", &["brick", "rig"]),
    // The simulated bricks answer at wire level, in the packets of `brick`, and the simulated servos in those of `servo`. Its test
    // bench runs the drivers of both against them.
    ("sim", &["brick", "cube", "rig", "servo"]),
    ("planner", &["cube", "rig", "solver"]),
    ("cube_state", &["cube", "vision"]),
    // Of `brick` only the names of bricks; of `solver` where tables are kept.
    ("execution", &["brick", "cube", "cube_state", "planner", "rig", "solver"]),
    // Of `rig` the stop state.
    ("mission", &["brick", "cube", "cube_state", "execution", "rig"]),
    // Of `vision` what paint looks like; of `record` how messages are written to a file.
    ("storm", &["brick", "cube", "cube_state", "execution", "mission", "record", "rig", "sim", "solver", "vision"]),
    // Of `rig` and `tutor` what people are shown of them.
    ("page", &["cube", "rig", "teach", "tutor"]),
    ("practice", &["cube", "teach"]),
    // Of `cube` how files from outside are read.
    ("record", &["cube"]),
    // Of `record` what topics and messages are.
    ("foxglove", &["record"]),
    ("replay", &["camera", "cube", "cube_state", "mission", "record", "vision"]),
    // Of `cube` how texts from outside are quoted.
    ("report", &["cube", "record"]),
    // Methods to compare with; nothing but the command line uses it. Of `sim` the renderer, and the rig that `brick` drives.
    ("thesis", &["brick", "cube", "planner", "rig", "sim", "solver", "vision"]),
    // For tests only.
    ("testkit", &["cube", "rig", "sim", "vision"]),
];

fn metadata() -> Value {
    let version = Command::new("rustc").arg("-vV").output().expect("rustc starts");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--filter-platform", host])
        .current_dir(root())
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// Crates under `crates/`: folder name and package id.
fn crates(metadata: &Value) -> BTreeMap<String, String> {
    let packages = list(metadata, "packages").iter();
    let ours = packages.filter_map(|package| {
        let (place, manifest) = text(package, "manifest_path").rsplit_once("/crates/")?;
        let folder = manifest.strip_suffix("/Cargo.toml")?;
        let here = std::path::Path::new(place).canonicalize().ok() == root().canonicalize().ok();
        (here && !folder.contains('/')).then(|| (folder.to_owned(), text(package, "id").to_owned()))
    });
    ours.collect()
}

/// Every package that `id` uses, directly or not, in builds and tests.
fn tree(metadata: &Value, id: &str) -> BTreeSet<String> {
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"], "nodes").iter().map(|node| (text(node, "id"), node)).collect();
    let mut seen = BTreeSet::new();
    let mut open = vec![id.to_owned()];
    while let Some(id) = open.pop() {
        if let Some(node) = nodes.get(id.as_str()) {
            let used = list(node, "dependencies").iter().filter_map(Value::as_str);
            open.extend(used.filter(|used| seen.insert((*used).to_owned())).map(str::to_owned));
        }
    }
    seen
}

#[test]
fn crates_know_no_ros() {
    let metadata = metadata();
    let names: BTreeMap<&str, &str> =
        list(&metadata, "packages").iter().map(|package| (text(package, "id"), text(package, "name"))).collect();
    let nodes = list(&metadata, "packages")
        .iter()
        .find(|package| text(package, "name") == "cuberig")
        .expect("the nodes are a package");
    let uses_ros = |id: &str| {
        tree(&metadata, id).iter().any(|id| names.get(id.as_str()).is_some_and(|name| name.starts_with("r2r")))
    };
    assert!(uses_ros(text(nodes, "id")), "this test no longer sees that the nodes use ROS");
    let bad = crates(&metadata).into_iter().filter(|(_, id)| uses_ros(id));
    report(&bad.map(|(folder, _)| format!("crates/{folder} has r2r in its dependency tree")).collect::<Vec<_>>());
}

#[test]
fn crates_use_only_what_the_rule_allows() {
    let metadata = metadata();
    let crates = crates(&metadata);
    let mut findings = Vec::new();
    for (folder, id) in &crates {
        let Some((_, allowed)) = RULE.iter().find(|(name, _)| name == folder) else {
            findings.push(format!("crates/{folder} has no line in the dependency rule"));
            continue;
        };
        let node = list(&metadata["resolve"], "nodes").iter().find(|node| text(node, "id") == id);
        for dependency in node.map_or(&[][..], |node| list(node, "deps")) {
            // Tests may use more: a null kind is a normal dependency.
            let shipped = list(dependency, "dep_kinds").iter().any(|kind| kind["kind"].as_str() != Some("dev"));
            let used = crates.iter().find(|(_, id)| *id == text(dependency, "pkg")).map(|(name, _)| name.as_str());
            if let Some(used) = used.filter(|used| shipped && !allowed.contains(used)) {
                findings.push(format!("crates/{folder} uses crates/{used}"));
            }
        }
    }
    for (name, _) in RULE {
        if !crates.contains_key(name) {
            findings.push(format!("the dependency rule names crates/{name}, which does not exist"));
        }
    }
    report(&findings);
}

#[test]
fn only_the_command_line_uses_the_thesis() {
    let metadata = metadata();
    let thesis = &crates(&metadata)["thesis"];
    let members = list(&metadata, "workspace_members").iter();
    let members = members.filter_map(Value::as_str);
    let using: BTreeSet<&str> = members
        .filter(|id| tree(&metadata, id).contains(thesis))
        .filter_map(|id| {
            let packages = list(&metadata, "packages").iter();
            packages.filter(|package| text(package, "id") == id).map(|package| text(package, "name")).next()
        })
        .collect();
    assert_eq!(using, BTreeSet::from(["cuberig-cli"]));
}

/// A target with `test = false` gets no test runner: tests among its sources would never run, without any message.
#[test]
fn no_tests_where_none_would_run() {
    let metadata = metadata();
    let root = root().canonicalize().expect("the repository is there");
    let runs_none = |target: &&Value| target["test"] == false && target["kind"][0] != "custom-build";
    let packages = list(&metadata, "packages").iter();
    let targets = packages.flat_map(|package| list(package, "targets"));
    let mut looked_at = 0;
    let mut findings = Vec::new();
    for target in targets.filter(runs_none) {
        let Ok(main) = Path::new(text(target, "src_path")).strip_prefix(&root) else {
            continue;
        };
        let folder = main.parent().unwrap_or(main);
        // Where there is a mod.rs, all but main.rs are modules of the library, which has a runner.
        let is_shared = root.join(folder).join("mod.rs").is_file();
        let sources = files(&[&folder.to_string_lossy()], &[".rs"]).into_iter();
        let sources = sources.filter(|source| !is_shared || Path::new(&source.name) == main);
        for source in sources {
            looked_at += 1;
            if source.text.lines().any(|line| line.trim().ends_with("test]")) {
                findings.push(format!("{}: a test, but its target has none", source.name));
            }
        }
    }
    assert!(10 < looked_at, "this test no longer finds such targets");
    report(&findings);
}
