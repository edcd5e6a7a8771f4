//! A `<node>`: an executable of a package with its name, namespace, parameters and remappings as ROS arguments.

use anyhow::{Context as _, Result, bail, ensure};

use crate::launch::context::{Filler, join_namespace};
use crate::launch::document::Element;
use crate::launch::evaluate::common;
use crate::launch::parameter;
use crate::launch::process::{Process, Program};

/// The process that a `<node>` stands for.
///
/// # Errors
/// Names the place and what is wrong there.
pub fn process(element: &Element, filler: &Filler) -> Result<Process> {
    let package = filler.fill(element.demand("pkg")?)?;
    let executable = filler.fill(element.demand("exec")?)?;
    let name = element
        .get("name")
        .map(|name| filler.fill(name))
        .transpose()?;
    if let Some(name) = &name {
        let letters = name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        let first = name
            .chars()
            .next()
            .is_some_and(|letter| !letter.is_ascii_digit());
        ensure!(
            letters && first,
            "{}: `{name}` is no node name: letters, digits and _ only, no digit first",
            element.place
        );
    }
    let mut arguments = words(element, filler, "args")?;
    arguments.push("--ros-args".to_owned());
    arguments.extend(words(element, filler, "ros_args")?);
    if let Some(name) = &name {
        arguments.extend(["-r".to_owned(), format!("__node:={name}")]);
    }
    if let Some(namespace) = namespace(element, filler)? {
        arguments.extend(["-r".to_owned(), format!("__ns:={namespace}")]);
    }
    // Those of the group come first, and ROS takes the first that fits.
    for (from, to) in &filler.scope.remaps {
        arguments.extend(["-r".to_owned(), format!("{from}:={to}")]);
    }
    // First, so that the node's own parameters win.
    for (name, value) in &filler.scope.parameters {
        arguments.extend(["-p".to_owned(), format!("{name}:={value}")]);
    }
    for child in &element.children {
        match child.tag.as_str() {
            "param" => arguments.extend(parameter(child, filler)?),
            "remap" => {
                let (from, to) = (
                    filler.fill(child.demand("from")?)?,
                    filler.fill(child.demand("to")?)?,
                );
                arguments.extend(["-r".to_owned(), format!("{from}:={to}")]);
            }
            _ => {}
        }
    }
    let label = name.unwrap_or_else(|| executable.clone());
    common(
        element,
        filler,
        label,
        Program::OfPackage {
            package,
            executable,
        },
        arguments,
    )
}

fn words(element: &Element, filler: &Filler, attribute: &str) -> Result<Vec<String>> {
    element
        .get(attribute)
        .map_or(Ok(Vec::new()), |text| filler.words(text))
}

/// The node's namespace under the pushed one; `None` when neither is given.
fn namespace(element: &Element, filler: &Filler) -> Result<Option<String>> {
    let pushed = filler.scope.namespace.as_deref();
    let namespace = match element.get("namespace") {
        Some(own) => Some(join_namespace(pushed, &filler.fill(own)?)),
        None => pushed.map(str::to_owned),
    };
    if let Some(namespace) = &namespace {
        let good = |token: &str| {
            let first = token
                .chars()
                .next()
                .is_some_and(|letter| !letter.is_ascii_digit());
            first
                && token
                    .chars()
                    .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        };
        let valid = namespace == "/" || namespace[1..].split('/').all(good);
        ensure!(
            valid,
            "{}: `{namespace}` is no ROS namespace",
            element.place
        );
    }
    Ok(namespace)
}

fn parameter(element: &Element, filler: &Filler) -> Result<[String; 2]> {
    let filler = Filler {
        place: &element.place,
        ..*filler
    };
    match (
        element.get("from"),
        element.get("name"),
        element.get("value"),
    ) {
        (Some(file), None, None) => {
            ensure!(
                element.get("type").is_none(),
                "{}: `type` does not go with `from`",
                element.place
            );
            let file = filler.fill(file)?;
            let found = std::path::Path::new(&file).is_file();
            ensure!(
                found,
                "{}: there is no parameter file {file}",
                element.place
            );
            Ok(["--params-file".to_owned(), file])
        }
        (None, Some(name), Some(value)) => {
            let (name, value) = (filler.fill(name)?, filler.fill(value)?);
            let value = parameter::yaml(&value, element.get("type"))
                .with_context(|| format!("{}: the parameter `{name}`", element.place))?;
            Ok(["-p".to_owned(), format!("{name}:={value}")])
        }
        _ => bail!(
            "{}: <param> takes either `name` and `value`, or `from`",
            element.place
        ),
    }
}
