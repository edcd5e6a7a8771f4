//! A launch file as a tree of elements that are known, in place, and complete.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use crate::launch::schema::{self, Rule};

/// Where an element stands; shown as `file:line`.
#[derive(Debug, Clone)]
pub struct Place {
    file: Arc<PathBuf>,
    line: u32,
}

impl Place {
    /// The folder of the file, for `$(dirname)`.
    pub fn folder(&self) -> PathBuf {
        self.file.parent().map(Path::to_owned).unwrap_or_default()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.file.display(), self.line)
    }
}

/// One element with its attributes as they are written.
#[derive(Debug, Clone)]
pub struct Element {
    /// The tag, such as `node`.
    pub tag: String,
    /// Where it stands.
    pub place: Place,
    /// What it contains.
    pub children: Vec<Element>,
    attributes: Vec<(String, String)>,
}

impl Element {
    /// An attribute that need not be there.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// An attribute that the schema demands.
    ///
    /// # Errors
    /// When it is not there.
    pub fn demand(&self, name: &str) -> Result<&str> {
        self.get(name).with_context(|| {
            format!(
                "{}: <{}> needs the attribute `{name}`",
                self.place, self.tag
            )
        })
    }
}

/// Reads a launch file.
///
/// # Errors
/// Names the file, the line and the element or attribute that is unknown, misplaced or missing.
pub fn read(file: &Path) -> Result<Element> {
    let text = fs::read_to_string(file)
        .with_context(|| format!("cannot read the launch file {}", file.display()))?;
    parse(&text, file)
}

/// As [`read`], from text; `file` is for messages.
pub fn parse(text: &str, file: &Path) -> Result<Element> {
    let document = roxmltree::Document::parse(text)
        .with_context(|| format!("{} is no well-formed XML", file.display()))?;
    let root = document.root_element();
    let file = Arc::new(file.to_owned());
    if root.tag_name().name() != "launch" {
        let place = place_of(&document, root, &file);
        bail!(
            "{place}: a launch file's outermost element is <launch>, not <{}>",
            root.tag_name().name()
        );
    }
    element(&document, root, None, &file)
}

fn place_of(document: &roxmltree::Document, node: roxmltree::Node, file: &Arc<PathBuf>) -> Place {
    Place {
        file: file.clone(),
        line: document.text_pos_at(node.range().start).row,
    }
}

fn element(
    document: &roxmltree::Document,
    node: roxmltree::Node,
    parent: Option<&str>,
    file: &Arc<PathBuf>,
) -> Result<Element> {
    let tag = node.tag_name().name();
    let place = place_of(document, node, file);
    let Some(rule) = schema::rule(tag, parent) else {
        match parent {
            Some(parent) if schema::is_known(tag) => {
                bail!("{place}: <{tag}> cannot stand in <{parent}>")
            }
            _ => bail!("{place}: unknown element <{tag}>"),
        }
    };
    let attributes = attributes(node, rule, &place)?;
    let mut children = Vec::new();
    for child in node.children() {
        if child.is_element() {
            children.push(element(document, child, Some(tag), file)?);
        } else if child.is_text() && child.text().is_some_and(|text| !text.trim().is_empty()) {
            bail!(
                "{place}: <{tag}> cannot contain the text `{}`",
                child.text().unwrap_or_default().trim()
            );
        }
    }
    Ok(Element {
        tag: tag.to_owned(),
        place,
        children,
        attributes,
    })
}

fn attributes(node: roxmltree::Node, rule: &Rule, place: &Place) -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for attribute in node.attributes() {
        let name = attribute.name();
        if !rule.required.contains(&name) && !rule.optional.contains(&name) {
            bail!("{place}: unknown attribute `{name}` of <{}>", rule.tag);
        }
        found.push((name.to_owned(), attribute.value().to_owned()));
    }
    for name in rule.required {
        if !found.iter().any(|(key, _)| key == name) {
            bail!("{place}: <{}> needs the attribute `{name}`", rule.tag);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        parse(text, Path::new("x.xml"))
            .expect_err("the file is wrong")
            .to_string()
    }

    #[test]
    fn what_is_unknown_is_named_with_its_line() {
        assert_eq!(
            error("<launch>\n  <nod pkg='a'/>\n</launch>"),
            "x.xml:2: unknown element <nod>"
        );
        let text = "<launch>\n\n<node pkg='a' exec='b' respwan='true'/></launch>";
        assert_eq!(
            error(text),
            "x.xml:3: unknown attribute `respwan` of <node>"
        );
        assert_eq!(
            error("<launch><node pkg='a'/></launch>"),
            "x.xml:1: <node> needs the attribute `exec`"
        );
        assert_eq!(
            error("<launch><param name='a' value='b'/></launch>"),
            "x.xml:1: <param> cannot stand in <launch>"
        );
        assert_eq!(
            error("<launch>hello</launch>"),
            "x.xml:1: <launch> cannot contain the text `hello`"
        );
        assert_eq!(
            error("<robot/>"),
            "x.xml:1: a launch file's outermost element is <launch>, not <robot>"
        );
        assert!(error("<launch>").contains("x.xml is no well-formed XML"));
    }

    #[test]
    fn a_right_file_is_read_in_order() -> Result<()> {
        let text = "<launch><arg name='a' default='1'/><group><node pkg='p' exec='e'><param name='x' value='2'/></node></group></launch>";
        let root = parse(text, Path::new("x.xml"))?;
        assert_eq!(
            root.children
                .iter()
                .map(|child| child.tag.as_str())
                .collect::<Vec<_>>(),
            ["arg", "group"]
        );
        assert_eq!(
            root.children[1].children[0].children[0].get("value"),
            Some("2")
        );
        Ok(())
    }
}
