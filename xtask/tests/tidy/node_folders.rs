//! A node's folder has only what needs ROS: all else lives in a crate, where it is built and tested without ROS.

use crate::tree::{SourceFile, files, report};

/// Folders that are no node: what nodes share, and the program that hosts them.
const NO_NODES: [&str; 3] = ["messages", "rig_host", "runtime"];

/// Files of every node that may do without ROS: they start the node and define its parameters.
const FREE: [&str; 2] = ["main.rs", "params.rs"];

/// The node and the file of a path `nodes/src/<node>/…/<file>`.
fn node_and_file(path: &str) -> Option<(&str, &str)> {
    let (node, rest) = path.strip_prefix("nodes/src/")?.split_once('/')?;
    Some((node, rest.rsplit('/').next().unwrap_or(rest)))
}

/// Whether the code before the unit tests names r2r. Every message type is named through it.
fn names_ros(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    // `#[cfg(test)] mod tests;` may stand anywhere: only tests inside of this file end the code.
    let tests = lines.windows(2).position(|two| two[0].trim() == "#[cfg(test)]" && two[1].trim_end().ends_with('{'));
    let code = &lines[..tests.unwrap_or(lines.len())];
    code.iter().map(|line| line.split("//").next().unwrap_or_default()).any(|code| code.contains("r2r::"))
}

/// The files of nodes that need no ROS.
fn without_ros(sources: &[SourceFile]) -> Vec<&str> {
    let mut found = Vec::new();
    for source in sources {
        let Some((node, file)) = node_and_file(&source.name) else {
            continue;
        };
        if !NO_NODES.contains(&node) && !FREE.contains(&file) && !names_ros(&source.text) {
            found.push(source.name.as_str());
        }
    }
    found
}

#[test]
fn a_nodes_files_need_ros() {
    let sources = files(&["nodes/src"], &[".rs"]);
    assert!(40 < sources.len(), "only {} files", sources.len());
    let findings: Vec<String> = without_ros(&sources)
        .into_iter()
        .map(|path| format!("{path} names neither r2r nor a message: move it to a crate"))
        .collect();
    report(&findings);
}

#[test]
fn a_planted_file_is_found() {
    let tree = [
        ("nodes/src/lib.rs", "pub mod planted;"),
        ("nodes/src/planted/main.rs", "fn main() { cuberig::run() }"),
        ("nodes/src/planted/params.rs", "pub struct Params;"),
        ("nodes/src/planted/mod.rs", "#[cfg(test)]\nmod tests;\nuse r2r::QosProfile;"),
        ("nodes/src/planted/convert.rs", "pub fn f(_: r2r::std_msgs::msg::Header) {}"),
        ("nodes/src/planted/search.rs", "pub fn search() {}"),
        ("nodes/src/planted/deep/votes.rs", "//! Not r2r::Node.\nfn votes() {} // nor r2r::Clock"),
        ("nodes/src/planted/tested.rs", "fn f() {}\n#[cfg(test)]\nmod tests {\n    use r2r::QosProfile;\n}"),
        ("nodes/src/runtime/share.rs", "pub fn share() {}"),
        ("crates/cube/src/lib.rs", "pub fn cube() {}"),
    ];
    let tree = tree.map(|(name, text)| SourceFile { name: name.into(), text: text.into() });
    assert_eq!(
        without_ros(&tree),
        ["nodes/src/planted/search.rs", "nodes/src/planted/deep/votes.rs", "nodes/src/planted/tested.rs"]
    );
}
