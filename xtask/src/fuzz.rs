//! `cargo xtask fuzz`: runs one target of `fuzz/` under libFuzzer, guided by the code that its inputs reach.
//!
//! The compiler of stable Rust has the instruments that libFuzzer needs. It lacks only the sanitizers, which find faults of
//! memory: safe Rust has none.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use rosprefix::paths::Paths;
use rosprefix::ros::Ros;

use crate::setup::{self, Purpose};

/// The instruments: a counter for each edge of the control flow, and what is compared with what.
const INSTRUMENTS: [&str; 6] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
];
/// The one target that needs ROS.
const WITH_ROS: &str = "messages";
/// The longest input. What is longer shows little more, and is slow.
const LONGEST: &str = "-max_len=2048";

/// The command's options.
#[derive(clap::Args)]
pub struct Options {
    /// The target: a folder of fuzz/corpus
    target: String,
    /// Executions
    #[arg(long, default_value_t = 10_000_000)]
    runs: u64,
    /// End after this many minutes, whatever the executions
    #[arg(long)]
    minutes: Option<u64>,
    /// Write the fewest inputs that reach all code into fuzz/corpus, in place of those that are there
    #[arg(long)]
    minimise: bool,
}

/// Builds the targets and runs one. What breaks it is written to target/fuzz/TARGET-crash-….
///
/// # Errors
/// When it does not build, and when there is no such target.
pub fn run(paths: &Paths, options: &Options) -> Result<ExitCode> {
    let name = &options.target;
    let kept = paths.join("fuzz/corpus").join(name);
    ensure!(kept.is_dir(), "there is no target {name}: {} is no folder", kept.display());
    let folder = paths.target().join("fuzz");
    let found = folder.join("corpus").join(name);
    fs::create_dir_all(&found).with_context(|| format!("cannot make {}", found.display()))?;
    let mut fuzzer = Command::new(build(paths, name == WITH_ROS)?);
    fuzzer.env("CUBERIG_FUZZ_TARGET", name).arg(LONGEST);
    if options.minimise {
        let fewest = folder.join("fewest").join(name);
        // Left over where an earlier one was interrupted.
        let _ = fs::remove_dir_all(&fewest);
        fs::create_dir_all(&fewest).with_context(|| format!("cannot make {}", fewest.display()))?;
        fuzzer.arg("-set_cover_merge=1").args([&fewest, &kept, &found]);
        ensure!(fuzzer.status().context("cannot start the fuzzer")?.success(), "the corpus was not minimised");
        return replace(&kept, &fewest).map(|()| ExitCode::SUCCESS);
    }
    fuzzer
        .arg(format!("-runs={}", options.runs))
        .arg(format!("-max_total_time={}", options.minutes.unwrap_or(0) * 60))
        .arg(format!("-artifact_prefix={}/{name}-", folder.display()))
        .args(["-print_final_stats=1", "-timeout=20", "-use_value_profile=1"])
        .args([&found, &kept]);
    let status = fuzzer.status().context("cannot start the fuzzer")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds the program of all targets with instruments, in a folder of its own; cargo shows its progress.
fn build(paths: &Paths, with_ros: bool) -> Result<PathBuf> {
    let version = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc does not name its host")?;
    let features = if with_ros { "engine,messages" } else { "engine" };
    let flags = INSTRUMENTS.map(|flag| format!("\"{flag}\"")).join(",");
    let arguments =
        ["build", "--package", "cuberig-fuzz", "--profile", "fuzz", "--features", features, "--target", host];
    let purpose = Purpose { build: &arguments, ..Purpose::default() };
    let variables = if with_ros { setup::run(paths, &purpose)? } else { Ros::detect(paths) }.variables(paths);
    let folder = paths.target().join("fuzz");
    // A named target, and build scripts are left without instruments.
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(arguments)
        .args(["--config", &format!("target.{host}.rustflags=[{flags}]")])
        .arg("--target-dir")
        .arg(&folder)
        .current_dir(paths.root())
        .envs(variables)
        .status()
        .context("cannot start cargo")?;
    ensure!(status.success(), "the targets do not build; see cargo's messages above");
    Ok(folder.join(host).join("fuzz/fuzz"))
}

/// Puts the files of `fewest` in place of those of `kept`.
fn replace(kept: &PathBuf, fewest: &PathBuf) -> Result<()> {
    for file in fs::read_dir(kept)?.chain(fs::read_dir(fewest)?) {
        let path = file?.path();
        let name = path.file_name().unwrap_or_default().to_owned();
        match path.starts_with(fewest) {
            true => drop(fs::copy(&path, kept.join(name))?),
            false => fs::remove_file(&path)?,
        }
    }
    Ok(())
}
