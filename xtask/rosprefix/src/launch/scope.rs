//! What holds at a place of a launch file, and texts with substitutions such as `$(var camera)`, filled in from it.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail, ensure};

use crate::launch::packages::Packages;

/// Bytes of a text, before and after its substitutions are filled in.
const LONGEST: usize = 4096;

/// What a group can change for the actions in it.
#[derive(Debug, Clone)]
pub struct Scope<'a> {
    /// Where packages lie.
    pub packages: &'a Packages,
    /// The environment in which the launch was started.
    pub outside: &'a BTreeMap<String, String>,
    /// Changes to the environment.
    pub environment: BTreeMap<String, String>,
    /// Arguments and variables.
    pub variables: BTreeMap<String, String>,
    /// Parameters of all nodes, each with its value as YAML.
    pub parameters: Vec<(String, String)>,
    /// Topics that every node renames, in order: from, to.
    pub remaps: Vec<(String, String)>,
    /// The namespace pushed so far, absolute.
    pub namespace: Option<String>,
    /// How many files include each other here.
    pub includes: usize,
}

impl Scope<'_> {
    /// `text` with its substitutions filled in.
    ///
    /// # Errors
    /// Names what is not known here.
    pub fn fill(&self, text: &str) -> Result<String> {
        let filled = if text.len() <= LONGEST { self.fill_any(text)? } else { text.to_owned() };
        ensure!(filled.len() <= LONGEST, "a text has {} bytes, and {LONGEST} are allowed", filled.len());
        Ok(filled)
    }

    fn fill_any(&self, text: &str) -> Result<String> {
        let Some((before, rest)) = text.split_once("$(") else {
            return Ok(text.to_owned());
        };
        let end = end_of_call(rest).with_context(|| format!("`{text}` has a substitution that does not end"))?;
        let (call, after) = (&rest[..end], &rest[end + 1..]);
        let value = self.call(call).with_context(|| format!("$({call})"))?;
        Ok(format!("{before}{value}{}", self.fill(after)?))
    }

    /// `text` as the words of a command line. What a substitution gives stays in the word in which it stands.
    ///
    /// # Errors
    /// As [`Scope::fill`], and when there are quotes, which are not understood here.
    pub fn words(&self, text: &str) -> Result<Vec<String>> {
        let quoted = text.contains(['\'', '"', '\\']);
        ensure!(!quoted, "`{text}` has quotes, which are not understood here");
        words(text).map(|word| self.fill(word)).collect()
    }

    /// Whether a condition holds.
    ///
    /// # Errors
    /// When it is neither true, 1, false nor 0.
    pub fn truth(&self, text: &str) -> Result<bool> {
        truth(&self.fill(text)?).with_context(|| text.to_owned())
    }

    /// What `$(call)` stands for.
    fn call(&self, call: &str) -> Result<String> {
        let mut words = words(call);
        let name = words.next().unwrap_or_default();
        let arguments =
            words.map(|word| self.fill(if word == "''" { "" } else { word })).collect::<Result<Vec<_>>>()?;
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let truth = match (name, arguments.as_slice()) {
            ("var", [name]) => {
                let value = self.variables.get(*name).cloned();
                return value.with_context(|| format!("there is no <arg> or <let> named `{name}` above"));
            }
            ("env", [name, default]) => {
                let changed = self.environment.get(*name);
                let value = changed.or_else(|| self.outside.get(*name));
                return Ok(value.map_or(*default, String::as_str).to_owned());
            }
            ("find-pkg-share", [name]) => {
                return Ok(self.packages.share(name)?.display().to_string());
            }
            ("equals", [one, other]) => one == other,
            ("not-equals", [one, other]) => one != other,
            ("not", [value]) => !truth(value)?,
            ("and", [one, other]) => truth(one)? & truth(other)?,
            ("or", [one, other]) => truth(one)? | truth(other)?,
            _ => bail!("unknown substitution"),
        };
        Ok(truth.to_string())
    }
}

/// Where the parenthesis is that ends the substitution which began before `text`.
fn end_of_call(text: &str) -> Option<usize> {
    let mut open = 1;
    text.find(|letter| {
        open += nesting(letter);
        open == 0
    })
}

/// Splits at spaces that stand in no parentheses.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut open = 0;
    let words = text.split(move |letter: char| {
        open += nesting(letter);
        open == 0 && letter.is_whitespace()
    });
    words.filter(|word| !word.is_empty())
}

/// By how much a letter changes the number of open parentheses.
fn nesting(letter: char) -> i32 {
    match letter {
        '(' => 1,
        ')' => -1,
        _ => 0,
    }
}

fn truth(value: &str) -> Result<bool> {
    match value.trim().to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => bail!("`{value}` is neither true nor false"),
    }
}
