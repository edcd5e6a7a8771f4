//! `cargo xtask launch`: starts a launch file where there is no `ros2 launch`, and means the same by it.

mod context;
mod document;
mod evaluate;
mod expression;
mod node;
mod output;
mod parameter;
mod process;
mod schema;
mod supervise;
mod template;

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

use crate::launch::context::World;
use crate::launch::evaluate::Argument;
use crate::launch::output::Printer;
use crate::launch::process::{Process, Program};
use crate::paths::Paths;
use crate::ros::Ros;
use crate::setup;

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

/// Launches; the exit status tells whether every process that is not started again ended well.
///
/// # Errors
/// What is wrong in the launch file, by name, file and line; a package or executable that is missing.
pub fn run(paths: &Paths, options: &Options) -> Result<ExitCode> {
    let (file, given) = split_words(&options.words)?;
    let file = file.unwrap_or_else(|| paths.join(DEFAULT_FILE));
    let root = document::read(&file)?;
    if options.show_args {
        show_arguments(&evaluate::arguments(&root));
        return Ok(ExitCode::SUCCESS);
    }
    let ros = Ros::detect(paths);
    let mut environment: BTreeMap<String, String> = env::vars().collect();
    for (name, value) in ros.variables(paths) {
        environment.insert(name.to_owned(), value.to_string_lossy().into_owned());
    }
    let world = World {
        root: paths.root().to_owned(),
        prefixes: ros.prefixes(paths),
        environment,
    };
    let processes = evaluate::processes(&root, &given, &world)?;
    if options.dry_run {
        processes.iter().for_each(show_process);
        return Ok(ExitCode::SUCCESS);
    }
    if !options.no_build {
        setup::run(paths)?;
        build(paths, options.release, &ros)?;
    }
    let binaries = paths
        .target()
        .join(if options.release { "release" } else { "debug" });
    let printer = Printer::new(&paths.logs().join("launch"))?;
    printer.say(
        "INFO",
        "launch",
        &format!(
            "All log files can be found below {}",
            printer.folder().display()
        ),
    );
    let find = |package: &str, executable: &str| {
        supervise::find(package, executable, &binaries, &world.prefixes)
    };
    let well = supervise::run(processes, &world.environment, &find, &printer)?;
    Ok(if well {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
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
            _ => bail!("`{word}` is no launch argument; they are written name:=value"),
        }
    }
    Ok((file, given))
}

/// Builds the nodes; cargo shows its own progress.
///
/// # Errors
/// When they do not compile.
pub fn build(paths: &Paths, release: bool, ros: &Ros) -> Result<()> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["build", "--package", "cuberig"])
        .current_dir(paths.root())
        .envs(ros.variables(paths));
    if release {
        cargo.arg("--release");
    }
    let status = cargo.status().context("cannot start cargo")?;
    if !status.success() {
        bail!("the nodes do not build ({status}); cargo says why above");
    }
    Ok(())
}

fn show_arguments(arguments: &[Argument]) {
    println!("Arguments (pass arguments as '<name>:=<value>'):");
    for argument in arguments {
        println!(
            "\n    '{}':\n        {}",
            argument.name, argument.description
        );
        if !argument.choices.is_empty() {
            println!("        one of: {}", argument.choices.join(", "));
        }
        match &argument.default {
            Some(default) => println!("        (default: '{default}')"),
            None => println!("        (must be given)"),
        }
    }
}

fn show_process(process: &Process) {
    let mut command = match &process.program {
        Program::OfPackage {
            package,
            executable,
        } => Command::new(Path::new(package).join(executable)),
        Program::Plain(program) => Command::new(program),
    };
    command.args(&process.arguments);
    let environment = process.environment.iter().map(|(name, value)| match value {
        Some(value) => format!("{name}={value} "),
        None => format!("-u {name} "),
    });
    println!(
        "{}{}",
        environment.collect::<String>(),
        crate::step::display(&command)
    );
}
