//! An interface package under `msgs/`, as its folder and manifest describe it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::stamp::files_below;

/// One interface package under `msgs/`.
#[derive(Debug, Clone)]
pub struct Package {
    /// Its ROS name.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// Its interfaces as `msg/Name.msg`, `srv/Name.srv`, `action/Name.action`.
    pub interfaces: Vec<String>,
    /// Every interface package it uses, indirect ones too.
    pub dependencies: Vec<String>,
}

impl Package {
    /// Reads a package's folder. It looks for dependencies in `msgs`, and then in `prefixes`.
    ///
    /// # Errors
    /// A manifest that cannot be read or is no XML.
    pub fn read(folder: &Path, msgs: &Path, prefixes: &[PathBuf]) -> Result<Package> {
        let mut interfaces = Vec::new();
        for kind in ["msg", "srv", "action"] {
            let place = folder.join(kind);
            let files = if place.is_dir() { files_below(&place)? } else { Vec::new() };
            for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == kind)) {
                interfaces.push(format!("{kind}/{}", file.file_name().unwrap_or_default().to_string_lossy()));
            }
        }
        let (name, direct) = read_manifest(&folder.join("package.xml"))?;
        let mut dependencies = BTreeSet::new();
        // The generators add these to what a service or an action uses.
        let implied = ["service_msgs", "action_msgs", "unique_identifier_msgs", "builtin_interfaces"];
        let mut open: Vec<String> = direct.into_iter().chain(implied.map(str::to_owned)).collect();
        while let Some(dependency) = open.pop() {
            let manifest = if msgs.join(&dependency).is_dir() {
                Some(msgs.join(&dependency))
            } else {
                prefixes
                    .iter()
                    .find(|prefix| is_interface_package(prefix, &dependency))
                    .map(|prefix| prefix.join("share").join(&dependency))
            };
            let Some(manifest) = manifest else { continue };
            if dependencies.insert(dependency) {
                open.extend(read_manifest(&manifest.join("package.xml"))?.1);
            }
        }
        Ok(Package { name, folder: folder.to_owned(), interfaces, dependencies: dependencies.into_iter().collect() })
    }
}

/// A package's name and what it depends on.
fn read_manifest(file: &Path) -> Result<(String, Vec<String>)> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let document = roxmltree::Document::parse(&text).with_context(|| format!("{} is no XML", file.display()))?;
    let texts = |tags: &[&str]| -> Vec<String> {
        let nodes = document.root_element().children().filter(|node| tags.contains(&node.tag_name().name()));
        nodes.filter_map(|node| node.text()).map(|text| text.trim().to_owned()).collect()
    };
    let name = texts(&["name"]).into_iter().next().with_context(|| format!("{} names no package", file.display()))?;
    Ok((name, texts(&["depend", "build_depend", "build_export_depend", "exec_depend"])))
}

/// Whether a prefix has an interface package of this name.
pub fn is_interface_package(prefix: &Path, name: &str) -> bool {
    prefix.join("share/ament_index/resource_index/rosidl_interfaces").join(name).is_file()
}
