//! From a launch file and its arguments to the processes that are started.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};

use crate::launch::context::{Filler, Scope, World, join_namespace};
use crate::launch::document::{self, Element};
use crate::launch::node;
use crate::launch::parameter;
use crate::launch::process::{Output, Process, Program, Respawn};

/// An argument that a launch file declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// As it is written; `None` when a value must be given.
    pub default: Option<String>,
    /// What it is for.
    pub description: String,
    /// The only values it may have; empty when any will do.
    pub choices: Vec<String>,
}

/// The arguments that `root` declares.
pub fn arguments(root: &Element) -> Vec<Argument> {
    let mut found: Vec<Argument> = Vec::new();
    for element in &root.children {
        if element.tag == "arg" {
            found.push(Argument {
                name: element.get("name").unwrap_or_default().to_owned(),
                default: element.get("default").map(str::to_owned),
                description: element.get("description").unwrap_or_default().to_owned(),
                choices: element
                    .children
                    .iter()
                    .filter_map(|choice| choice.get("value"))
                    .map(str::to_owned)
                    .collect(),
            });
        } else if element.tag == "group" {
            found.extend(arguments(element));
        }
    }
    found
}

/// The processes that `root` starts when its arguments are `given`.
///
/// # Errors
/// Names the place and what is wrong there; also an argument that the file does not declare.
pub fn processes(
    root: &Element,
    given: &BTreeMap<String, String>,
    world: &World,
) -> Result<Vec<Process>> {
    let declared = arguments(root);
    if let Some(unknown) = given
        .keys()
        .find(|name| !declared.iter().any(|argument| argument.name == **name))
    {
        let names: Vec<&str> = declared
            .iter()
            .map(|argument| argument.name.as_str())
            .collect();
        bail!(
            "there is no launch argument `{unknown}`; there are: {}",
            names.join(", ")
        );
    }
    let mut launch = Launch {
        world,
        processes: Vec::new(),
        including: Vec::new(),
    };
    let mut scope = Scope {
        variables: given.clone(),
        ..Scope::default()
    };
    launch.children(root, &mut scope)?;
    Ok(launch.processes)
}

struct Launch<'a> {
    world: &'a World,
    processes: Vec<Process>,
    including: Vec<PathBuf>,
}

impl Launch<'_> {
    fn children(&mut self, element: &Element, scope: &mut Scope) -> Result<()> {
        element
            .children
            .iter()
            .try_for_each(|child| self.action(child, scope))
    }

    fn action(&mut self, element: &Element, scope: &mut Scope) -> Result<()> {
        let filler = Filler {
            world: self.world,
            scope,
            place: &element.place,
        };
        ensure!(
            element.get("if").is_none() || element.get("unless").is_none(),
            "{}: `if` and `unless` do not go together",
            element.place
        );
        if let Some(condition) = element.get("if")
            && !filler.truth(condition)?
        {
            return Ok(());
        }
        if let Some(condition) = element.get("unless")
            && filler.truth(condition)?
        {
            return Ok(());
        }
        match element.tag.as_str() {
            "arg" => {
                let (name, value) = declare(element, &filler)?;
                scope.variables.insert(name, value);
            }
            "let" => {
                let (name, value) = (
                    filler.fill(element.demand("name")?)?,
                    filler.fill(element.demand("value")?)?,
                );
                scope.variables.insert(name, value);
            }
            "set_env" => {
                let (name, value) = (
                    filler.fill(element.demand("name")?)?,
                    filler.fill(element.demand("value")?)?,
                );
                scope.environment.insert(name, Some(value));
            }
            "set_parameter" => {
                let (name, value) = (
                    filler.fill(element.demand("name")?)?,
                    filler.fill(element.demand("value")?)?,
                );
                let value = parameter::yaml(&value, None)
                    .with_context(|| format!("{}: the parameter `{name}`", element.place))?;
                scope.parameters.push((name, value));
            }
            "unset_env" => {
                let name = filler.fill(element.demand("name")?)?;
                scope.environment.insert(name, None);
            }
            "push-ros-namespace" | "push_ros_namespace" => {
                let pushed = filler.fill(element.demand("namespace")?)?;
                scope.namespace = Some(join_namespace(scope.namespace.as_deref(), &pushed));
            }
            "set_remap" => {
                let (from, to) = (
                    filler.fill(element.demand("from")?)?,
                    filler.fill(element.demand("to")?)?,
                );
                scope.remaps.push((from, to));
            }
            "group" => {
                let scoped = element
                    .get("scoped")
                    .map_or(Ok(true), |scoped| filler.truth(scoped))?;
                if scoped {
                    self.children(element, &mut scope.clone())?;
                } else {
                    self.children(element, scope)?;
                }
            }
            "include" => self.include(element, scope)?,
            "node" => {
                let process = node::process(element, &filler)?;
                self.processes.push(process);
            }
            "executable" => {
                let process = executable(element, &filler)?;
                self.processes.push(process);
            }
            other => bail!("{}: <{other}> is no action", element.place),
        }
        Ok(())
    }

    fn include(&mut self, element: &Element, scope: &mut Scope) -> Result<()> {
        let filler = Filler {
            world: self.world,
            scope,
            place: &element.place,
        };
        let file = PathBuf::from(filler.fill(element.demand("file")?)?);
        ensure!(
            file.extension().is_some_and(|extension| extension == "xml"),
            "{}: {} is no launch file in XML, and only those can be included here",
            element.place,
            file.display()
        );
        ensure!(
            !self.including.contains(&file),
            "{}: {} includes itself",
            element.place,
            file.display()
        );
        let mut passed = Vec::new();
        for argument in &element.children {
            passed.push((
                filler.fill(argument.demand("name")?)?,
                filler.fill(argument.demand("value")?)?,
            ));
        }
        scope.variables.extend(passed);
        let root =
            document::read(&file).with_context(|| format!("{}: included here", element.place))?;
        self.including.push(file);
        self.children(&root, scope)?;
        self.including.pop();
        Ok(())
    }
}

/// The variable that an `<arg>` makes, unless it was given.
fn declare(element: &Element, filler: &Filler) -> Result<(String, String)> {
    let name = element.demand("name")?;
    let value = match (filler.scope.variables.get(name), element.get("default")) {
        (Some(given), _) => given.clone(),
        (None, Some(default)) => filler.fill(default)?,
        (None, None) => bail!(
            "{}: the launch argument `{name}` has no default; give it as {name}:=…",
            element.place
        ),
    };
    let choices: Vec<&str> = element
        .children
        .iter()
        .filter_map(|choice| choice.get("value"))
        .collect();
    ensure!(
        choices.is_empty() || choices.contains(&value.as_str()),
        "the launch argument `{name}` is `{value}`; it can be: {}",
        choices.join(", ")
    );
    Ok((name.to_owned(), value))
}

fn executable(element: &Element, filler: &Filler) -> Result<Process> {
    let mut words = filler.words(element.demand("cmd")?)?.into_iter();
    let mut program = words
        .next()
        .with_context(|| format!("{}: `cmd` is empty", element.place))?;
    let label = match element.get("name") {
        Some(name) => filler.fill(name)?,
        None => Path::new(&program)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
    };
    let mut arguments: Vec<String> = words.collect();
    if (element.get("shell")).map_or(Ok(false), |shell| filler.truth(shell))? {
        // As ROS's own launch does it: the words are joined again, and the shell splits them as it likes.
        let line = [vec![program], arguments].concat().join(" ");
        (program, arguments) = ("sh".to_owned(), vec!["-c".to_owned(), line]);
    }
    common(element, filler, label, Program::Plain(program), arguments)
}

/// What `<node>` and `<executable>` have in common.
pub fn common(
    element: &Element,
    filler: &Filler,
    label: String,
    program: Program,
    arguments: Vec<String>,
) -> Result<Process> {
    let mut environment = filler.scope.environment.clone();
    for child in element.children.iter().filter(|child| child.tag == "env") {
        environment.insert(
            filler.fill(child.demand("name")?)?,
            Some(filler.fill(child.demand("value")?)?),
        );
    }
    let output = match element
        .get("output")
        .map(|output| filler.fill(output))
        .transpose()?
        .as_deref()
    {
        Some("screen") => Output::Screen,
        Some("both") => Output::Both,
        Some("log") | None => Output::Log,
        Some(other) => bail!(
            "{}: `output` is `{other}`; it can be screen, log or both",
            element.place
        ),
    };
    let ends_all = match element.get("on_exit") {
        None => false,
        Some("shutdown") => true,
        Some(other) => bail!(
            "{}: `on_exit` is `{other}`; it can only be shutdown",
            element.place
        ),
    };
    let number = |name: &str, default: f64| -> Result<f64> {
        let Some(text) = element.get(name) else {
            return Ok(default);
        };
        let text = filler.fill(text)?;
        let number = text
            .trim()
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite() && 0.0 <= *number);
        number.with_context(|| {
            format!(
                "{}: `{name}` is `{text}`, which is no number of seconds from 0 up",
                element.place
            )
        })
    };
    let respawn = match element.get("respawn") {
        Some(respawn) if filler.truth(respawn)? => Some(Respawn {
            delay: Duration::from_secs_f64(number("respawn_delay", 0.0)?),
            at_most: retries(element, filler)?,
        }),
        _ => None,
    };
    Ok(Process {
        label,
        program,
        arguments,
        environment,
        folder: element
            .get("cwd")
            .map(|folder| filler.fill(folder))
            .transpose()?
            .map(PathBuf::from),
        output,
        respawn,
        ends_all,
        sigterm_timeout: Duration::from_secs_f64(number("sigterm_timeout", 5.0)?),
        sigkill_timeout: Duration::from_secs_f64(number("sigkill_timeout", 5.0)?),
    })
}

/// ROS's own launch takes a negative number for "for ever".
fn retries(element: &Element, filler: &Filler) -> Result<Option<u32>> {
    let Some(text) = element.get("respawn_max_retries") else {
        return Ok(None);
    };
    let text = filler.fill(text)?;
    let number: i64 = text.trim().parse().with_context(|| {
        format!(
            "{}: `respawn_max_retries` is `{text}`, which is no whole number",
            element.place
        )
    })?;
    Ok(u32::try_from(number).ok())
}

#[cfg(test)]
mod tests;
