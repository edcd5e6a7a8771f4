//! The graph's edges: the table in docs/architecture.md is that of the security policy, which a graph test holds to the
//! running graph; and no node reads what it writes.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::root;

const BRICKS: [&str; 4] = ["rl_clamp", "rl_rotate", "fb_clamp", "fb_rotate"];
/// People who may take part, and are no nodes of the rig.
const PEOPLE: [&str; 2] = ["operator", "viewer"];
/// What a node may both write and read. Each driver writes its own joints and reads others', the conductor reports its own
/// health among that of all, and the stop is shared.
const SHARED: [&str; 3] = ["/diagnostics", "joint_states", "stop_state"];

/// Who writes or serves, and who reads or asks, by name and kind.
type Edges = BTreeMap<(String, String), [BTreeSet<String>; 2]>;

fn read(path: &str) -> String {
    let text = std::fs::read_to_string(root().join(path));
    text.unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What every node has.
fn is_common(name: &str) -> bool {
    ["/rosout", "/parameter_events", "/clock"].contains(&name) || name.starts_with("~/") && name.contains("parameter")
}

fn policy() -> Edges {
    let text = read("config/security/rig.policy.xml");
    let document = roxmltree::Document::parse(&text).expect("the policy is XML");
    let mut edges = Edges::new();
    let profiles = document.descendants().filter(|node| node.has_tag_name("profile"));
    for profile in profiles {
        let node = profile.attribute("node").expect("a profile names its node");
        if PEOPLE.contains(&node) {
            continue;
        }
        let node = if BRICKS.contains(&node) { "brick_driver" } else { node };
        for list in profile.children().filter(roxmltree::Node::is_element) {
            let access = list.attributes().next().expect("a list has an attribute for what is allowed").name();
            let side = usize::from(["subscribe", "request", "call"].contains(&access));
            let kind = list.tag_name().name().trim_end_matches('s');
            let names = list.children().filter_map(|entry| entry.text().map(str::trim));
            for name in names.filter(|name| !name.is_empty() && !is_common(name)) {
                let name = name.replace("~/", "camera/");
                let name = match name.split_once('/') {
                    Some((brick, rest)) if BRICKS.contains(&brick) => format!("<group>/{rest}"),
                    _ => name,
                };
                let edge = edges.entry((name, kind.to_owned())).or_default();
                edge[side].insert(node.to_owned());
            }
        }
    }
    edges
}

fn table() -> Edges {
    let text = read("docs/architecture.md");
    let (_, section) = text.split_once("## Edges").expect("a section on edges");
    let (section, _) = section.split_once("\n## ").expect("a section after it");
    let mut edges = Edges::new();
    for row in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [name, kind, from, to] = cells[..] else { panic!("a row of another form: {row}") };
        let nodes = |cell: &str| -> BTreeSet<String> {
            let names = cell.split(", ").filter(|name| *name != "—");
            names.map(str::to_owned).collect()
        };
        let key = (name.trim_matches('`').to_owned(), kind.to_owned());
        edges.insert(key, [nodes(from), nodes(to)]);
    }
    edges
}

#[test]
fn the_table_of_edges_is_that_of_the_graph() {
    let (policy, table) = (policy(), table());
    assert!(30 < policy.len(), "only {} edges", policy.len());
    let wrong: Vec<_> = (policy.keys().chain(table.keys()))
        .filter(|key| policy.get(key) != table.get(key))
        .map(|key| format!("{key:?}: graph {:?}, table {:?}", policy.get(key), table.get(key)))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn no_node_reads_what_it_writes_and_the_cube_has_one_owner() {
    let edges = policy();
    for ((name, kind), [from, to]) in &edges {
        let both: Vec<_> = from.intersection(to).collect();
        let is_shared = SHARED.contains(&name.as_str());
        assert!(both.is_empty() || is_shared, "{both:?} have both ends of the {kind} {name}");
    }
    let owners = &edges[&("cube/state".to_owned(), "topic".to_owned())][0];
    assert_eq!(owners.iter().collect::<Vec<_>>(), ["state_assembler"]);
}
