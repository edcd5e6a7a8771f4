//! What substitutions are filled in from: arguments and variables, the environment, package folders.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::launch::document::Place;
use crate::launch::expression;
use crate::launch::template::{self, Part};

/// What lies outside the launch file.
#[derive(Debug, Clone)]
pub struct World {
    /// The repository's root, which stands for the installed share folder of the package `cuberig`.
    pub root: PathBuf,
    /// Where other packages are looked for.
    pub prefixes: Vec<PathBuf>,
    /// The environment the launch was started in.
    pub environment: BTreeMap<String, String>,
}

impl World {
    /// The share folder of a package.
    ///
    /// # Errors
    /// When no prefix has the package.
    pub fn share(&self, package: &str) -> Result<PathBuf> {
        if package == OWN_PACKAGE {
            return Ok(self.root.clone());
        }
        let index = |prefix: &&PathBuf| {
            prefix
                .join("share/ament_index/resource_index/packages")
                .join(package)
                .is_file()
        };
        let prefix = self.prefixes.iter().find(index);
        prefix
            .map(|prefix| prefix.join("share").join(package))
            .with_context(|| missing(package))
    }
}

/// The package whose launch files these are.
pub const OWN_PACKAGE: &str = "cuberig";

/// What to tell when a package is not there.
pub fn missing(package: &str) -> String {
    format!(
        "the package `{package}` is not installed; install it with your ROS 2 and source its setup.bash"
    )
}

/// What a group can change for the actions in it.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// Arguments and variables.
    pub variables: BTreeMap<String, String>,
    /// Changes to the environment: a value, or `None` to take the variable away.
    pub environment: BTreeMap<String, Option<String>>,
    /// Parameters of all nodes, each with its value as YAML.
    pub parameters: Vec<(String, String)>,
    /// The namespace pushed so far, absolute.
    pub namespace: Option<String>,
    /// Topics that every node renames, in order: from, to.
    pub remaps: Vec<(String, String)>,
}

/// A scope at a place in a launch file.
pub struct Filler<'a> {
    /// What lies outside.
    pub world: &'a World,
    /// What is set here.
    pub scope: &'a Scope,
    /// For messages and `$(dirname)`.
    pub place: &'a Place,
}

impl Filler<'_> {
    /// `text` with its substitutions filled in.
    ///
    /// # Errors
    /// Names the place and what is not known there.
    pub fn fill(&self, text: &str) -> Result<String> {
        let parts = template::parse(text).with_context(|| self.place.to_string())?;
        self.join(&parts)
    }

    /// `text` as the words of a command line: plain text is split at spaces (quotes hold words together), and a
    /// substitution stays in the word it stands in.
    ///
    /// # Errors
    /// As [`Filler::fill`], and when a quote does not end.
    pub fn words(&self, text: &str) -> Result<Vec<String>> {
        let parts = template::parse(text).with_context(|| self.place.to_string())?;
        let mut words: Vec<String> = Vec::new();
        let mut open = false;
        for part in &parts {
            let Part::Text(plain) = part else {
                let value = self.join(std::slice::from_ref(part))?;
                match words.last_mut() {
                    Some(word) if open => word.push_str(&value),
                    _ => words.push(value),
                }
                open = true;
                continue;
            };
            let split = split(plain)
                .with_context(|| format!("{}: the command line `{text}`", self.place))?;
            let starts_apart = plain.starts_with(char::is_whitespace);
            for (number, word) in split.into_iter().enumerate() {
                match words.last_mut() {
                    Some(last) if number == 0 && open && !starts_apart => last.push_str(&word),
                    _ => words.push(word),
                }
            }
            open = !plain.ends_with(char::is_whitespace);
        }
        Ok(words)
    }

    /// Whether a condition holds.
    ///
    /// # Errors
    /// When it is neither true, 1, false nor 0.
    pub fn truth(&self, text: &str) -> Result<bool> {
        let value = self.fill(text)?;
        truth(&value).with_context(|| {
            format!(
                "{}: `{text}` is `{value}`, which is neither true nor false",
                self.place
            )
        })
    }

    fn join(&self, parts: &[Part]) -> Result<String> {
        let mut text = String::new();
        for part in parts {
            match part {
                Part::Text(plain) => text.push_str(plain),
                Part::Call { name, arguments } => {
                    let arguments = arguments
                        .iter()
                        .map(|argument| self.join(argument))
                        .collect::<Result<Vec<_>>>()?;
                    text.push_str(
                        &self
                            .call(name, &arguments)
                            .with_context(|| self.place.to_string())?,
                    );
                }
            }
        }
        Ok(text)
    }

    fn call(&self, name: &str, arguments: &[String]) -> Result<String> {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match (name, arguments.as_slice()) {
            ("var", [variable]) => self
                .variable(variable)
                .with_context(|| format!("there is no <arg> or <let> named `{variable}` above")),
            ("var", [variable, default]) => Ok(self
                .variable(variable)
                .unwrap_or_else(|| (*default).to_owned())),
            ("env", [variable]) => self
                .environment(variable)
                .with_context(|| format!("the environment has no `{variable}`")),
            ("env", [variable, default]) => Ok(self
                .environment(variable)
                .unwrap_or_else(|| (*default).to_owned())),
            ("find-pkg-share", [package]) => Ok(self.world.share(package)?.display().to_string()),
            ("dirname", []) => Ok(self.place.folder().display().to_string()),
            ("eval", [_, ..]) => expression::evaluate(&arguments.join(" ")),
            ("not", [value]) => Ok((!condition(value)?).to_string()),
            ("and", [one, other]) => Ok((condition(one)? && condition(other)?).to_string()),
            ("or", [one, other]) => Ok((condition(one)? || condition(other)?).to_string()),
            ("var" | "env" | "find-pkg-share" | "dirname" | "eval" | "not" | "and" | "or", _) => {
                bail!("$({name} …) cannot have {} arguments", arguments.len())
            }
            _ => bail!("unknown substitution $({name} …)"),
        }
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.scope.variables.get(name).cloned()
    }

    fn environment(&self, name: &str) -> Option<String> {
        match self.scope.environment.get(name) {
            Some(changed) => changed.clone(),
            None => self.world.environment.get(name).cloned(),
        }
    }
}

fn condition(value: &str) -> Result<bool> {
    truth(value).with_context(|| format!("`{value}` is neither true nor false"))
}

/// Truth as launch files write it.
pub fn truth(value: &str) -> Option<bool> {
    match value.trim().to_ascii_lowercase().as_str() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// `namespace` under the one pushed before; an absolute one stands for itself.
pub fn join_namespace(before: Option<&str>, namespace: &str) -> String {
    let whole = match before {
        _ if namespace.starts_with('/') => namespace.to_owned(),
        Some(before) if !namespace.is_empty() => {
            format!("{}/{namespace}", before.trim_end_matches('/'))
        }
        Some(before) => before.to_owned(),
        None => format!("/{namespace}"),
    };
    match whole.trim_end_matches('/') {
        "" => "/".to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

/// Splits at spaces; quotes hold together and vanish.
fn split(text: &str) -> Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        bail!("a quote does not end");
    }
    words.extend(word);
    Ok(words)
}
