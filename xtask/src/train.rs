//! `cargo xtask train`: trains the network that names the stickers of a face, from drawn pictures alone.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;

use anyhow::{Context, Result, ensure};

use crate::setup::environment::TRAINING;
use rosprefix::paths::Paths;

/// Where the network's weights are.
const WEIGHTS: &str = "crates/vision/model/face.safetensors";

/// The command's options.
#[derive(clap::Args)]
pub struct Options {
    /// Pictures to draw; those of an earlier run with the same number and seed are used again
    #[arg(long, default_value_t = 250_000)]
    samples: usize,
    /// Seed of the pictures
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often each picture is seen
    #[arg(long, default_value_t = 9)]
    epochs: usize,
    /// Train only the layer that judges whether a place is a face, with the names of the weights there are
    #[arg(long)]
    judge: bool,
    /// Where the weights are written
    #[arg(long, default_value = WEIGHTS)]
    out: PathBuf,
}

/// Draws the pictures, and trains with them.
///
/// # Errors
/// When a step fails.
pub fn run(paths: &Paths, options: &Options) -> Result<ExitCode> {
    let python = TRAINING.python(paths)?;
    let folder = paths.target().join("training");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let built =
        paths.cargo().args(["build", "--release", "-p", "cuberig-vision", "--example", "face_samples"]).status();
    let built = built.context("cannot start cargo")?;
    ensure!(built.success(), "the program that draws pictures was not built");
    let program = paths.target().join("release/examples/face_samples");
    let files = draw(&program, &folder, options)?;
    let mut training = Command::new(python);
    training
        .arg(paths.join("crates/vision/train/train.py"))
        .args(&files)
        .arg("--out")
        .arg(paths.root().join(&options.out))
        .args(["--epochs", &options.epochs.to_string()]);
    if options.judge {
        training.arg("--judge").arg(paths.join(WEIGHTS));
    }
    let status = training.status().context("cannot start Python")?;
    ensure!(status.success(), "the training failed");
    Ok(ExitCode::SUCCESS)
}

/// Files of pictures. What was drawn of them stays when the training is interrupted.
const FILES: u64 = 16;

/// Draws the pictures, as many files at a time as there are processors.
fn draw(program: &Path, folder: &Path, options: &Options) -> Result<Vec<PathBuf>> {
    let count = options.samples.div_ceil(FILES as usize);
    let file = |seed: u64| (seed, folder.join(format!("{count}-{seed}.bin")));
    let all: Vec<(u64, PathBuf)> = (0..FILES).map(|part| file(options.seed * 1000 + part)).collect();
    let missing: Vec<_> = all.iter().filter(|(_, file)| !file.exists()).collect();
    let at_a_time = thread::available_parallelism().map_or(1, usize::from);
    for files in missing.chunks(at_a_time) {
        draw_files(program, count, files)?;
    }
    Ok(all.into_iter().map(|(_, file)| file).collect())
}

/// Draws this many pictures for each seed, all at the same time.
fn draw_files(program: &Path, count: usize, files: &[&(u64, PathBuf)]) -> Result<()> {
    let mut running = Vec::new();
    for (seed, file) in files {
        eprintln!("drawing {count} pictures into {}", file.display());
        // Under another name until it is whole.
        let unfinished = file.with_extension("unfinished");
        let output = File::create(&unfinished).with_context(|| format!("cannot write {}", unfinished.display()))?;
        let child = Command::new(program)
            .args([count.to_string(), seed.to_string()])
            .stdout(output)
            .spawn()
            .context("cannot draw pictures")?;
        running.push((child, unfinished, file));
    }
    for (mut child, unfinished, file) in running {
        let status = child.wait().context("cannot wait for the pictures")?;
        ensure!(status.success(), "the pictures were not drawn");
        fs::rename(&unfinished, file).with_context(|| format!("cannot rename {}", unfinished.display()))?;
    }
    Ok(())
}
