//! How our Rust files look.

use std::collections::BTreeSet;

use crate::tree::{SourceFile, files, report};

/// Where our Rust is.
const FOLDERS: [&str; 6] = ["crates", "nodes", "cli", "fuzz", "tests", "xtask"];

/// The hard limit; most files have 80 to 250 lines.
const MOST_LINES: usize = 400;

/// What ends a program without saying why it cannot happen. (`expect` and `panic!` carry the proof as their message.)
const ENDS: [&str; 4] = [".unwrap()", "todo!(", "unimplemented!(", "dbg!("];

fn rust() -> Vec<SourceFile> {
    let files = files(&FOLDERS, &[".rs"]);
    assert!(100 < files.len(), "only {} Rust files were found", files.len());
    files
}

#[test]
fn the_first_line_states_the_purpose_of_a_file() {
    let bad = rust().into_iter().filter(|file| !file.text.starts_with("//! ") || file.text.starts_with("//! TODO"));
    report(&bad.map(|file| format!("{}: the first line is no `//! purpose`", file.name)).collect::<Vec<_>>());
}

#[test]
fn no_file_is_too_long() {
    let long = rust().into_iter().map(|file| (file.text.lines().count(), file.name));
    let long = long.filter(|(lines, _)| MOST_LINES < *lines);
    report(
        &long
            .map(|(lines, name)| format!("{name}: {lines} lines, more than {MOST_LINES}: split it"))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn nothing_from_outside_can_end_a_program() {
    let mut findings = Vec::new();
    for file in rust().into_iter().filter(|file| !is_test(&file.name)) {
        for (number, line) in shipped(&file.text).enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if let Some(end) = ENDS.iter().find(|end| code.contains(**end)) {
                findings.push(format!("{}:{}: `{end}` outside of tests", file.name, number + 1));
            }
        }
    }
    report(&findings);
}

#[test]
fn every_unsafe_block_states_why_it_is_sound() {
    let mut findings = Vec::new();
    for file in rust() {
        let lines: Vec<&str> = file.text.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let opens = code.contains(concat!("unsafe", " {")) || code.contains(concat!("unsafe", " impl"));
            let above = &lines[number.saturating_sub(6)..number];
            if opens && !above.iter().any(|line| line.contains("// SAFETY:")) {
                findings.push(format!("{}:{}: an unsafe block without `// SAFETY:` above it", file.name, number + 1));
            }
        }
    }
    report(&findings);
}

/// The nodes share `runtime` and `messages` only; `rig_host` hosts them all and therefore names them.
#[test]
fn no_node_uses_another_nodes_module() {
    let sources = files(&["nodes/src"], &[".rs"]);
    let nodes: BTreeSet<&str> = sources
        .iter()
        .filter_map(|file| node_of(&file.name))
        .filter(|node| !["runtime", "messages"].contains(node))
        .collect();
    assert!(
        nodes.contains("camera_node") && nodes.contains("solver_node"),
        "the nodes are not where this test looks: {nodes:?}"
    );
    let mut findings = Vec::new();
    for file in &sources {
        let Some(own) = node_of(&file.name).filter(|own| *own != "rig_host") else {
            continue;
        };
        for (number, line) in file.text.lines().enumerate() {
            for other in nodes.iter().filter(|other| **other != own) {
                let named = ["crate::", "cuberig::"].iter().any(|path| names(line, path, other));
                if named {
                    findings.push(format!("{}:{}: the node {own} names the node {other}", file.name, number + 1));
                }
            }
        }
    }
    report(&findings);
}

/// The node's folder in `nodes/src/<node>/…`.
fn node_of(name: &str) -> Option<&str> {
    let (node, _) = name.strip_prefix("nodes/src/")?.split_once('/')?;
    Some(node)
}

/// Whether `line` holds `path` followed by exactly the module `module`.
fn names(line: &str, path: &str, module: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let rest = &line[at + path.len()..];
        rest.strip_prefix(module).is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

/// Whether a whole file is part of the tests.
pub fn is_test(name: &str) -> bool {
    let parts: Vec<&str> = name.split('/').collect();
    parts.iter().any(|part| ["tests", "benches", "examples", "tests.rs"].contains(part))
}

/// The lines before a file's unit tests.
pub fn shipped(text: &str) -> impl Iterator<Item = &str> {
    text.lines().take_while(|line| line.trim() != "#[cfg(test)]")
}

#[test]
fn module_names_are_compared_whole() {
    assert!(names("use crate::camera::node;", "crate::", "camera"));
    assert!(names("cuberig::rig_sim::run()", "cuberig::", "rig_sim"));
    assert!(!names("use crate::camera_model;", "crate::", "camera"));
    assert!(!names("use crate::runtime;", "crate::", "camera"));
}

/// `cargo xtask test --slow` knows each package that has ignored tests.
#[test]
fn ignored_tests_belong_to_a_group() {
    let groups = include_str!("../../src/slow.rs");
    let ignored = rust().into_iter().filter(|file| file.text.lines().any(|line| line.trim().starts_with("#[ignore")));
    let packages: BTreeSet<String> = ignored
        .map(|file| match Vec::from_iter(file.name.split('/'))[..] {
            ["crates", name, ..] => format!("-p cuberig-{} ", name.replace('_', "-")),
            [folder @ ("cli" | "tests"), ..] => format!("-p cuberig-{folder} "),
            ["nodes", ..] => "-p cuberig ".to_owned(),
            [folder, ..] => format!("-p {folder} "),
            [] => unreachable!("a file has a name"),
        })
        .collect();
    assert!(8 < packages.len(), "this test no longer finds ignored tests");
    report(&packages.into_iter().filter(|package| !groups.contains(package)).collect::<Vec<_>>());
}
