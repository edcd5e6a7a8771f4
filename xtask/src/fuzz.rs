//! `cargo xtask fuzz`: runs one target of `fuzz/` under libFuzzer, guided by the code that its inputs reach.
//!
//! The compiler of stable Rust has the instruments that libFuzzer needs. It lacks only the sanitizers, which find faults of
//! memory: safe Rust has none.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
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
const LONGEST: &str = "-max_len=1024";

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
    /// Keep the inputs that reach the most code in fuzz/corpus, in place of the numbered ones there
    #[arg(long)]
    minimise: bool,
    /// How many of them: few where each takes long, such as 6 of the detector
    #[arg(long, default_value_t = 40)]
    files: usize,
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
        return minimise(&mut fuzzer, options.files, &folder, [&kept, &found]).map(|()| ExitCode::SUCCESS);
    }
    fuzzer
        .arg(format!("-runs={}", options.runs))
        .arg(format!("-max_total_time={}", options.minutes.unwrap_or(0) * 60))
        .arg(format!("-artifact_prefix={}/{name}-", folder.display()))
        .args(["-print_final_stats=1", "-timeout=20"])
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
    let status = (paths.cargo())
        .args(arguments)
        .args(["--config", &format!("target.{host}.rustflags=[{flags}]")])
        .arg("--target-dir")
        .arg(&folder)
        .envs(variables)
        .status()
        .context("cannot start cargo")?;
    ensure!(status.success(), "the targets do not build; see cargo's messages above");
    Ok(folder.join(host).join("fuzz/fuzz"))
}

/// Writes into `kept` those of all inputs that add the most code to that of shorter ones.
fn minimise(fuzzer: &mut Command, files: usize, folder: &Path, [kept, found]: [&Path; 2]) -> Result<()> {
    let (merged, control) = (folder.join("merged"), folder.join("merged.txt"));
    // Left over from an earlier one.
    let _ = (fs::remove_dir_all(&merged), fs::remove_file(&control));
    fs::create_dir_all(&merged).with_context(|| format!("cannot make {}", merged.display()))?;
    fuzzer.args(["-merge=1", &format!("-merge_control_file={}", control.display())]).args([&merged, kept, found]);
    ensure!(fuzzer.status().context("cannot start the fuzzer")?.success(), "the inputs were not compared");
    // The number of files twice, the files, and for each a line `COV`, its number, and the code that is new.
    let text = fs::read_to_string(&control).with_context(|| format!("cannot read {}", control.display()))?;
    let names: Vec<&str> = text.lines().skip(2).collect();
    let new_code = text.lines().filter_map(|line| {
        let mut words = line.strip_prefix("COV ")?.split(' ');
        let file = names.get(words.next()?.parse::<usize>().ok()?)?;
        Some((words.count(), *file))
    });
    let mut inputs: Vec<(usize, &str)> = new_code.collect();
    inputs.sort_by_key(|(new, file)| (Reverse(*new), *file));
    inputs.truncate(files);
    let contents = inputs.iter().map(|(_, file)| fs::read(file)).collect::<Result<Vec<_>, _>>()?;
    for file in fs::read_dir(kept)? {
        // Those with a name were written by hand, to begin with.
        let file = file?;
        if file.file_name().to_string_lossy().parse::<usize>().is_ok() {
            fs::remove_file(file.path())?;
        }
    }
    for (number, bytes) in contents.iter().enumerate() {
        fs::write(kept.join(format!("{number:02}")), bytes)?;
    }
    Ok(())
}
