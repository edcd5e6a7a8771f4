//! A `<node>`: an executable of a package with its name, namespace, parameters and remappings as ROS arguments.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};

use crate::launch::document::Element;
use crate::launch::scope::Scope;

/// One process to start.
#[derive(Debug)]
pub struct Process {
    /// What its lines are marked with.
    pub label: String,
    /// The package of the executable.
    pub package: String,
    /// The executable.
    pub executable: String,
    /// Its arguments, ROS's own included.
    pub arguments: Vec<String>,
    /// Changes to the environment.
    pub environment: BTreeMap<String, String>,
    /// How long after its end it is started again, if it is.
    pub respawn: Option<Duration>,
}

/// The process that a `<node>` stands for.
///
/// # Errors
/// With what is wrong in the element.
pub fn process(node: &Element, scope: &Scope) -> Result<Process> {
    let text = |name: &str| scope.fill(node.get(name).unwrap_or_default());
    let executable = text("exec")?;
    let mut arguments = scope.words(node.get("args").unwrap_or_default())?;
    arguments.push("--ros-args".to_owned());
    let mut ros = |kind: &str, name: &str, value: &str| {
        arguments.extend([kind.to_owned(), format!("{name}:={value}")]);
    };
    let label = match node.get("name") {
        Some(name) => {
            let name = scope.fill(name)?;
            ros("-r", "__node", &name);
            name
        }
        None => executable.clone(),
    };
    if let Some(namespace) = &scope.namespace {
        ros("-r", "__ns", namespace);
    }
    for (from, to) in &scope.remaps {
        ros("-r", from, to);
    }
    // First, so that the node's own parameters win.
    for (name, value) in &scope.parameters {
        ros("-p", name, value);
    }
    for child in &node.children {
        ensure!(child.tag == "param", "a <{}> cannot stand in a <node>", child.tag);
        let name = scope.fill(child.get("name").unwrap_or_default())?;
        let value = scope.fill(child.get("value").unwrap_or_default())?;
        let value = yaml(&value, child.get("type")).with_context(|| format!("the parameter `{name}`"))?;
        ros("-p", &name, &value);
    }
    ensure!(text("output")? == "screen", "`output` can only be `screen` here");
    let respawn = scope.truth(node.get("respawn").unwrap_or("false"))?;
    let delay = scope.fill(node.get("respawn_delay").unwrap_or("0"))?;
    let delay = (delay.parse().ok()).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Ok(Process {
        label,
        package: text("pkg")?,
        executable,
        arguments,
        environment: scope.environment.clone(),
        respawn: Some(delay.context("`respawn_delay` is no number of seconds")?).filter(|_| respawn),
    })
}

/// A parameter's value as YAML that rcl reads with the type `kind`; without a kind it has the type that YAML gives it.
///
/// # Errors
/// When the value is not of that type.
pub fn yaml(value: &str, kind: Option<&str>) -> Result<String> {
    let value = value.trim();
    let bare = value.parse::<i64>().is_ok()
        // YAML 1.1, which ROS reads, wants a decimal point.
        || (value.contains('.') && value.parse::<f64>().is_ok())
        || ["true", "false", "yes", "no", "on", "off"].contains(&value.to_ascii_lowercase().as_str());
    Ok(match kind {
        Some("float") => {
            let number = value.parse::<f64>();
            format!("{:?}", number.with_context(|| format!("`{value}` is no number"))?)
        }
        None if bare => value.to_owned(),
        None | Some("str") => format!("'{}'", value.replace('\'', "''")),
        Some(kind) => bail!("the type `{kind}` is neither float nor str"),
    })
}
