//! Starts a launch file where there is no `ros2 launch`, and means the same by it.

mod document;
mod evaluate;
mod node;
mod output;
mod packages;
mod scope;
mod supervise;

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Result, bail};

use crate::launch::document::Element;
use crate::launch::node::Process;
use crate::launch::output::Printer;
use crate::launch::packages::Packages;
use crate::paths::Paths;
use crate::ros::Ros;
use crate::step::print;
pub use supervise::LONGEST_END;

/// What is launched when no file is named.
const DEFAULT_FILE: &str = "launch/rig.launch.xml";

/// The command's options.
#[derive(clap::Args)]
pub struct Options {
    /// The launch file (default: launch/rig.launch.xml), then its arguments as name:=value
    #[arg(value_name = "FILE | name:=value")]
    words: Vec<String>,
    /// List the launch file's arguments with their defaults and stop
    #[arg(short = 's', long)]
    show_args: bool,
    /// Print each process's command line and stop
    #[arg(short = 'n', long)]
    dry_run: bool,
    /// Build and run the nodes with optimisation
    #[arg(long)]
    release: bool,
    /// Take the nodes as they are built
    #[arg(long)]
    no_build: bool,
}

/// Launches; the exit status is 0 when every process that is not started again ended well. `build` builds the nodes, with
/// optimisation where that is `true`.
///
/// # Errors
/// What is wrong in the launch file, by name, file and line; a package or executable that is missing; those of `build`.
pub fn run(paths: &Paths, options: &Options, build: impl FnOnce(bool) -> Result<()>) -> Result<ExitCode> {
    let (file, given) = split_words(&options.words)?;
    let file = file.unwrap_or_else(|| paths.join(DEFAULT_FILE));
    let root = document::read(&file)?;
    if options.show_args {
        print(&arguments(&root))?;
        return Ok(ExitCode::SUCCESS);
    }
    let ros = Ros::detect(paths);
    let mut environment: BTreeMap<String, String> = env::vars().collect();
    for (name, value) in ros.variables(paths) {
        environment.insert(name.to_owned(), value.to_string_lossy().into_owned());
    }
    let profile = if options.release { "release" } else { "debug" };
    let packages = Packages {
        root: paths.root().to_owned(),
        binaries: paths.target().join(profile),
        prefixes: ros.prefixes(paths),
    };
    let processes = evaluate::processes(&root, &given, &packages, &environment)?;
    if options.dry_run {
        print(&processes.iter().map(command_line).collect::<String>())?;
        return Ok(ExitCode::SUCCESS);
    }
    if !options.no_build {
        build(options.release)?;
    }
    // All executables are looked for before any is started.
    let programs = processes.into_iter().map(|process| {
        let program = packages.executable(&process.package, &process.executable)?;
        Ok((process, program))
    });
    let programs = programs.collect::<Result<_>>()?;
    let well = supervise::run(programs, &environment, &Printer::new())?;
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The command lines of the processes that the text of a launch file starts when nothing is given and no other package is there.
///
/// # Errors
/// What is wrong in it.
pub fn preview(text: &str) -> Result<Vec<String>> {
    let root = document::parse(text, Path::new("launch"))?;
    let packages = Packages { root: PathBuf::from("/"), binaries: PathBuf::new(), prefixes: Vec::new() };
    let nothing = BTreeMap::new();
    let processes = evaluate::processes(&root, &nothing, &packages, &nothing)?;
    Ok(processes.iter().map(command_line).collect())
}

/// The file, if the first word is one, and the arguments.
fn split_words(words: &[String]) -> Result<(Option<PathBuf>, BTreeMap<String, String>)> {
    let mut file = None;
    let mut given = BTreeMap::new();
    for (number, word) in words.iter().enumerate() {
        match word.split_once(":=") {
            Some((name, value)) if !name.is_empty() => {
                given.insert(name.to_owned(), value.to_owned());
            }
            None if number == 0 => file = Some(PathBuf::from(word)),
            _ => bail!("`{word}` is not a launch argument; write name:=value"),
        }
    }
    Ok((file, given))
}

/// The arguments that a launch file declares, in words.
fn arguments(root: &Element) -> String {
    let mut text = "Arguments (pass arguments as '<name>:=<value>'):\n".to_owned();
    for argument in root.all("arg") {
        let [name, description] = ["name", "description"].map(|key| argument.get(key).unwrap_or_default());
        text += &format!("\n    '{name}':\n        {description}\n");
        let choices: Vec<&str> = argument.all("choice").filter_map(|choice| choice.get("value")).collect();
        if !choices.is_empty() {
            text += &format!("        one of: {}\n", choices.join(", "));
        }
        text += &match argument.get("default") {
            Some(default) => format!("        (default: '{default}')\n"),
            None => "        (must be given)\n".to_owned(),
        };
    }
    text
}

/// A process as one would start it by hand.
fn command_line(process: &Process) -> String {
    let mut command = Command::new(Path::new(&process.package).join(&process.executable));
    command.args(&process.arguments);
    let environment = process.environment.iter();
    let environment: String = environment.map(|(name, value)| format!("{name}={value} ")).collect();
    format!("{environment}{}\n", crate::step::display(&command))
}
