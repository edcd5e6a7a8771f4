//! From a launch file and its arguments to the processes that are started.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};

use crate::launch::document::{self, DEEPEST, Element};
use crate::launch::node::{self, Process};
use crate::launch::packages::Packages;
use crate::launch::scope::Scope;

/// The processes that the launch file `root` starts when its arguments are `given`.
///
/// # Errors
/// Names the place and what is wrong there; also an argument that the file does not declare.
pub fn processes(
    root: &Element,
    given: &BTreeMap<String, String>,
    packages: &Packages,
    environment: &BTreeMap<String, String>,
) -> Result<Vec<Process>> {
    let declared: Vec<&str> = root.all("arg").filter_map(|arg| arg.get("name")).collect();
    if let Some(unknown) = given.keys().find(|name| !declared.contains(&name.as_str())) {
        let names = declared.join(", ");
        bail!("there is no launch argument `{unknown}`; there are: {names}");
    }
    let mut scope = Scope {
        packages,
        outside: environment,
        environment: BTreeMap::new(),
        variables: given.clone(),
        parameters: Vec::new(),
        remaps: Vec::new(),
        namespace: None,
        includes: 0,
    };
    let mut processes = Vec::new();
    children(root, &mut scope, &mut processes)?;
    Ok(processes)
}

fn children(element: &Element, scope: &mut Scope, processes: &mut Vec<Process>) -> Result<()> {
    for child in &element.children {
        let place = || child.place.clone();
        if !applies(child, scope).with_context(place)? {
            continue;
        }
        match child.tag.as_str() {
            "group" => children(child, &mut scope.clone(), processes)?,
            "include" => {
                let root = include(child, scope).with_context(place)?;
                scope.includes += 1;
                children(&root, scope, processes)?;
                scope.includes -= 1;
            }
            "node" => processes.push(node::process(child, scope).with_context(place)?),
            _ => change(child, scope).with_context(place)?,
        }
    }
    Ok(())
}

/// Whether the element's `if` and `unless` let it count.
fn applies(element: &Element, scope: &Scope) -> Result<bool> {
    let holds = |name, otherwise| element.get(name).map_or(Ok(otherwise), |text| scope.truth(text));
    Ok(holds("if", true)? && !holds("unless", false)?)
}

/// Reads the file of an `<include>`; its arguments become variables.
fn include(element: &Element, scope: &mut Scope) -> Result<Element> {
    ensure!(scope.includes < DEEPEST, "more than {DEEPEST} files include each other");
    let file = scope.fill(element.get("file").unwrap_or_default())?;
    let mut passed = Vec::new();
    for argument in element.all("arg") {
        let value = argument.get("value").context("its <arg> needs a `value`")?;
        let name = argument.get("name").unwrap_or_default().to_owned();
        passed.push((name, scope.fill(value)?));
    }
    scope.variables.extend(passed);
    document::read(Path::new(&file))
}

/// Carries out an element that changes what holds for those after it.
fn change(element: &Element, scope: &mut Scope) -> Result<()> {
    let text = |name: &str| scope.fill(element.get(name).unwrap_or_default());
    match element.tag.as_str() {
        "arg" => {
            let (name, value) = declare(element, scope)?;
            scope.variables.insert(name, value);
        }
        "let" => {
            let (name, value) = (text("name")?, text("value")?);
            scope.variables.insert(name, value);
        }
        "set_env" => {
            let (name, value) = (text("name")?, text("value")?);
            scope.environment.insert(name, value);
        }
        "set_parameter" => {
            let (name, value) = (text("name")?, node::yaml(&text("value")?, None)?);
            scope.parameters.push((name, value));
        }
        "set_remap" => {
            let remap = (text("from")?, text("to")?);
            scope.remaps.push(remap);
        }
        "push-ros-namespace" => {
            let namespace = join(scope.namespace.as_deref(), &text("namespace")?)?;
            scope.namespace = Some(namespace);
        }
        tag => bail!("a <{tag}> cannot stand here"),
    }
    Ok(())
}

/// The variable that an `<arg>` makes, unless it was given.
fn declare(element: &Element, scope: &Scope) -> Result<(String, String)> {
    let name = element.get("name").unwrap_or_default();
    let value = match (scope.variables.get(name), element.get("default")) {
        (Some(given), _) => given.clone(),
        (None, Some(default)) => scope.fill(default)?,
        (None, None) => bail!("the launch argument `{name}` has no default; give it as {name}:=…"),
    };
    let choices: Vec<&str> = element.all("choice").filter_map(|choice| choice.get("value")).collect();
    ensure!(
        choices.is_empty() || choices.contains(&value.as_str()),
        "the launch argument `{name}` is `{value}`; it can be: {}",
        choices.join(", ")
    );
    Ok((name.to_owned(), value))
}

/// The absolute namespace of `pushed` within the one before.
fn join(before: Option<&str>, pushed: &str) -> Result<String> {
    let whole = match pushed {
        "" => before.unwrap_or("/").to_owned(),
        _ if pushed.starts_with('/') => pushed.to_owned(),
        _ => format!("{}/{pushed}", before.unwrap_or_default().trim_end_matches('/')),
    };
    let valid = |name: &str| {
        let letters = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        name.chars().all(letters) && name.starts_with(|first: char| !first.is_ascii_digit())
    };
    ensure!(whole == "/" || whole[1..].split('/').all(valid), "`{whole}` is no ROS namespace");
    Ok(whole)
}

#[cfg(test)]
mod tests;
