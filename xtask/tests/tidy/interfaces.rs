//! The interface packages: what is listed in several places is the same in all.

use std::collections::BTreeSet;
use std::fs;

use crate::tree::{files, report, root};

/// The interface packages for which r2r makes bindings.
fn filter() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(".cargo/config.toml")).expect("cargo's configuration is there");
    let table: toml::Table = text.parse().expect("cargo's configuration is TOML");
    let filter = table["env"]["IDL_PACKAGE_FILTER"].as_str().expect("the filter is a text");
    filter.split(';').map(str::to_owned).collect()
}

/// The texts of a package.xml's `<tag>` elements.
fn manifest(name: &str, tag: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(name)).expect("the package.xml is there");
    let document = roxmltree::Document::parse(&text).expect("the package.xml is XML");
    let nodes = document.root_element().children().filter(|node| node.has_tag_name(tag));
    nodes.filter_map(|node| node.text()).map(|text| text.trim().to_owned()).collect()
}

#[test]
fn cmake_builds_every_interface_that_is_there() {
    let mut findings = Vec::new();
    for build in files(&["msgs"], &["CMakeLists.txt"]) {
        let package = build.name.trim_end_matches("/CMakeLists.txt").to_owned();
        let there = files(&[&package], &[".msg", ".srv", ".action"]);
        let there: BTreeSet<String> = there.iter().map(|file| file.name[package.len() + 1..].to_owned()).collect();
        let listed: BTreeSet<&str> = build.text.split(|c: char| c.is_whitespace() || "\"()".contains(c)).collect();
        for file in &there {
            let (kind, _) = file.split_once('/').expect("an interface lies in a folder of its kind");
            // A pattern such as msg/*.msg lists all of a kind.
            let pattern = format!("{kind}/*.{kind}");
            if !listed.contains(file.as_str()) && !listed.contains(pattern.as_str()) {
                findings.push(format!("{}: {file} is not listed", build.name));
            }
        }
        let interface = |word: &str| [".msg", ".srv", ".action"].iter().any(|ending| word.ends_with(ending));
        for word in listed.iter().filter(|word| interface(word) && !word.contains('*') && !there.contains(**word)) {
            findings.push(format!("{}: {word} is not there", build.name));
        }
        for dependency in manifest(&format!("{package}/package.xml"), "depend") {
            if !build.text.contains(&format!("find_package({dependency} ")) {
                findings.push(format!("{}: {dependency} of package.xml is not looked for", build.name));
            }
        }
    }
    report(&findings);
}

#[test]
fn r2r_binds_every_interface_package_the_nodes_use() {
    let filter = filter();
    let own: Vec<String> =
        files(&["msgs"], &["package.xml"]).into_iter().flat_map(|file| manifest(&file.name, "name")).collect();
    assert!(own.contains(&"cuberig_msgs".to_owned()), "msgs/ holds {own:?}");
    let used = manifest("ros/package.xml", "depend");
    let used = used
        .into_iter()
        .filter(|name| name.ends_with("_msgs") || name.ends_with("_interfaces") || name.ends_with("_srvs"));
    let missing: Vec<String> = used.chain(own).filter(|name| !filter.contains(name)).collect();
    report(
        &missing.iter().map(|name| format!(".cargo/config.toml: IDL_PACKAGE_FILTER lacks {name}")).collect::<Vec<_>>(),
    );
}

/// r2r itself forgets it when it takes bindings from its cache; see the comment there.
#[test]
fn the_clock_message_is_named_to_the_compiler() {
    let text = fs::read_to_string(root().join(".cargo/config.toml")).expect("cargo's configuration is there");
    let table: toml::Table = text.parse().expect("cargo's configuration is TOML");
    let flags = table["target"]["cfg(all())"]["rustflags"].to_string();
    assert!(flags.contains("r2r__rosgraph_msgs__msg__Clock") && filter().contains("rosgraph_msgs"), "{flags}");
}

#[test]
fn every_field_of_our_messages_is_explained() {
    let mut findings = Vec::new();
    for file in files(&["msgs/cuberig_msgs"], &[".msg", ".srv", ".action"]) {
        if !file.text.trim_start().starts_with('#') {
            findings.push(format!("{}: the first line does not state its purpose", file.name));
        }
    }
    report(&findings);
}
