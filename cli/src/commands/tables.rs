//! `cuberig tables`: builds tables ahead of their use, lists, checks and removes them.

use std::path::Path;

use clap::Args;
use cube::Metric;
use serde::Serialize;
use solver::{LoadOptions, TableFile};

use crate::failure::{Failure, log};
use crate::method::Method;
use crate::output::Output;
use crate::size::Size;
use crate::values::metrics;
use crate::{profiles, tables};

/// What `tables` takes; without arguments it lists what is there.
#[derive(Args)]
pub struct TablesArguments {
    /// Build the tables of these methods.
    #[arg(long = "method", value_name = "M,…", value_delimiter = ',', value_parser = Method::parser(), conflicts_with_all = ["check", "remove"])]
    pub methods: Vec<Method>,
    /// Build the tables of the search for rig time on these rigs: names from config/profiles, or files.
    #[arg(long = "profile", value_name = "P,…", value_delimiter = ',', conflicts_with_all = ["check", "remove"])]
    pub profiles: Vec<String>,
    /// Memory that the tables of a method may take, such as 32M, 2G or 8G: more makes larger and faster ones.
    #[arg(long, value_name = "SIZE", requires = "methods")]
    pub memory: Option<Size>,
    /// The metric that the methods will minimise.
    #[arg(long, value_name = "M", default_value_t = Metric::HalfTurn, value_parser = metrics(), requires = "methods")]
    pub metric: Metric,
    /// Threads that build; as many as there are processors if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), requires = "methods")]
    pub threads: Option<u16>,
    /// Read every file and compare it with its checksum.
    #[arg(long)]
    pub check: bool,
    /// Remove the tables of this name, unfinished ones too, or `all`.
    #[arg(long, value_name = "NAME", conflicts_with = "check")]
    pub remove: Option<String>,
}

/// The JSON object of a table: a contract, scripts rely on the keys.
#[derive(Serialize)]
struct Listed<'a> {
    table: &'a str,
    /// None for the rest of an interrupted building.
    version: Option<u32>,
    bytes: u64,
    file: String,
    /// Why it cannot be used; only with `--check`, none if the file is intact.
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<String>,
    /// Seconds it took, where it was built just now.
    #[serde(skip_serializing_if = "Option::is_none")]
    build_seconds: Option<f64>,
}

impl<'a> Listed<'a> {
    fn new(file: &'a TableFile) -> Listed<'a> {
        Listed {
            table: &file.name,
            version: file.version,
            bytes: file.bytes,
            file: file.path.display().to_string(),
            damage: None,
            build_seconds: None,
        }
    }

    /// Prints it with a word about it.
    fn print(&self, note: &str, output: &mut Output) -> Result<(), Failure> {
        if output.wants_json() {
            return output.json(self);
        }
        let Listed { table, bytes, file, .. } = self;
        let size = Size(*bytes);
        let line = format!("{table:28} {size:>9}  {file}  {note}");
        output.text(line.trim_end())
    }
}

/// Does what was asked for; lists the tables if nothing was.
pub fn run(typed: &TablesArguments, output: &mut Output) -> Result<(), Failure> {
    let folder = LoadOptions::user_cache();
    if !(typed.methods.is_empty() && typed.profiles.is_empty()) {
        return build(typed, &folder, output);
    }
    let files = tables::list(&folder)?;
    match &typed.remove {
        Some(name) => remove(name, &files, output),
        None if typed.check => check(&files, output),
        None => {
            for file in &files {
                let note = if file.version.is_none() { "unfinished" } else { "" };
                Listed::new(file).print(note, output)?;
            }
            summary(&files, &folder, output)
        }
    }
}

/// Builds what is missing or damaged of the tables of methods and rigs.
fn build(typed: &TablesArguments, folder: &Path, output: &mut Output) -> Result<(), Failure> {
    let options = LoadOptions {
        memory: typed.memory.map(|size| size.0),
        threads: typed.threads.map_or(LoadOptions::default().threads, usize::from),
        metric: typed.metric,
        ..LoadOptions::cached_in(folder)
    };
    let methods = typed.methods.iter();
    methods.clone().try_for_each(|method| method.check_metric(typed.metric))?;
    let methods = methods.map(|&method| tables::load(method, &options).map(|used| used.tables));
    let rig = |name| tables::load_rig(&profiles::find(name)?).map(|used| used.tables);
    let rigs = typed.profiles.iter().map(|name| rig(name));
    for used in methods.chain(rigs) {
        for table in used? {
            let Some(file) = tables::find(&options, table.name)? else {
                // The reason was printed when the file could not be written.
                return Err(Failure::Several);
            };
            let listed = Listed { build_seconds: table.built, ..Listed::new(&file) };
            let note = match table.built {
                Some(seconds) => format!("built in {seconds:.1} s"),
                None => "was there".to_owned(),
            };
            listed.print(&note, output)?;
        }
    }
    Ok(())
}

/// Reads all files; damaged ones are a failure.
fn check(files: &[TableFile], output: &mut Output) -> Result<(), Failure> {
    let mut failed = false;
    for file in files {
        let damage = file.check().err();
        if let Some(damage) = &damage {
            failed = true;
            log(format_args!("the table file {} {damage}", file.path.display()));
        }
        let listed = Listed { damage, ..Listed::new(file) };
        let note = if listed.damage.is_some() { "not sound" } else { "sound" };
        listed.print(note, output)?;
    }
    match failed {
        true => Err(Failure::Several),
        false => Ok(()),
    }
}

/// Removes the files of a name, or all.
fn remove(name: &str, files: &[TableFile], output: &mut Output) -> Result<(), Failure> {
    let mut any = false;
    for file in files.iter().filter(|file| name == "all" || name == file.name) {
        any = true;
        std::fs::remove_file(&file.path)
            .map_err(|error| Failure::NotAsGiven(format!("cannot remove '{}': {error}", file.path.display())))?;
        Listed::new(file).print("removed", output)?;
    }
    match any || name == "all" {
        true => Ok(()),
        false => {
            let known: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
            let there = match known.as_slice() {
                [] => "none at all".to_owned(),
                known => known.join(", "),
            };
            Err(Failure::NotAsGiven(format!("there is no table '{name}', only {there}")))
        }
    }
}

/// Where they are and what they take together, for people.
fn summary(files: &[TableFile], folder: &Path, output: &mut Output) -> Result<(), Failure> {
    if output.wants_json() {
        return Ok(());
    }
    let all = Size(files.iter().map(|file| file.bytes).sum());
    let folder = folder.display();
    match files.len() {
        0 => output.text(format_args!("no tables in {folder}: they are built when a method first needs them")),
        count => output.text(format_args!("{count} files in {folder}, {all}")),
    }
}
