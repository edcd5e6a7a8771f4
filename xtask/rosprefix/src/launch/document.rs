//! A launch file as a tree of elements whose names and attributes are known.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};

/// The elements that are understood, each with the attributes that it must have and may have. All of this is a part of what
/// ROS's own launch reads, so a file that passes here starts there as well.
const ELEMENTS: [(&str, &[&str], &[&str]); 12] = [
    ("launch", &[], &[]),
    ("arg", &["name"], &["default", "description", "value"]),
    ("choice", &["value"], &[]),
    ("let", &["name", "value"], &["if", "unless"]),
    ("set_env", &["name", "value"], &[]),
    ("group", &[], &["if", "unless"]),
    ("push-ros-namespace", &["namespace"], &[]),
    ("set_remap", &["from", "to"], &[]),
    ("set_parameter", &["name", "value"], &[]),
    ("include", &["file"], &["if", "unless"]),
    ("node", &["pkg", "exec", "output"], &["name", "args", "respawn", "respawn_delay", "if", "unless"]),
    ("param", &["name", "value"], &["type"]),
];

/// How many elements may lie inside each other, and how many files may include each other.
pub const DEEPEST: usize = 50;

/// One element with its attributes as they are written.
#[derive(Debug)]
pub struct Element {
    /// The tag, such as `node`.
    pub tag: String,
    /// Where it stands: `file:line`.
    pub place: String,
    /// What it contains.
    pub children: Vec<Element>,
    attributes: BTreeMap<String, String>,
}

impl Element {
    /// An attribute that need not be there.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    /// The elements of this kind that it contains.
    pub fn all<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.tag == tag)
    }
}

/// Reads a launch file.
///
/// # Errors
/// Names the file, the line and the element or attribute that is unknown or missing.
pub fn read(file: &Path) -> Result<Element> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read the launch file {}", file.display()))?;
    parse(&text, file)
}

/// As [`read`], from text; `file` is for messages.
pub fn parse(text: &str, file: &Path) -> Result<Element> {
    let document =
        roxmltree::Document::parse(text).with_context(|| format!("{} is no well-formed XML", file.display()))?;
    let root = element(document.root_element(), file, 0)?;
    ensure!(root.tag == "launch", "{}: a launch file's outermost element is <launch>, not <{}>", root.place, root.tag);
    Ok(root)
}

fn element(node: roxmltree::Node, file: &Path, depth: usize) -> Result<Element> {
    let tag = node.tag_name().name();
    let line = node.document().text_pos_at(node.range().start).row;
    let place = format!("{}:{line}", file.display());
    ensure!(depth < DEEPEST, "{place}: more than {DEEPEST} elements inside each other");
    let Some((_, must, may)) = ELEMENTS.iter().find(|(known, ..)| *known == tag) else {
        bail!("{place}: unknown element <{tag}>; if ROS knows it, start this file with `ros2 launch`");
    };
    let attributes: BTreeMap<_, _> =
        (node.attributes()).map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned())).collect();
    for name in attributes.keys().map(String::as_str) {
        let known = must.contains(&name) || may.contains(&name);
        ensure!(known, "{place}: unknown attribute `{name}` of <{tag}>");
    }
    for name in *must {
        let given = attributes.contains_key(*name);
        ensure!(given, "{place}: <{tag}> needs the attribute `{name}`");
    }
    let children = node.children().filter(roxmltree::Node::is_element);
    Ok(Element {
        tag: tag.to_owned(),
        place,
        children: children.map(|child| element(child, file, depth + 1)).collect::<Result<_>>()?,
        attributes,
    })
}
