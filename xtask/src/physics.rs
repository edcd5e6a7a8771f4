//! `cargo xtask physics`: the rig solves cubes in contact physics (MuJoCo), outside of our own simulator.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::setup::environment::PHYSICS;
use rosprefix::paths::Paths;
use rosprefix::step::display;

/// The profile whose model is in the repository.
const COMMITTED: &str = "nxt-2015";

/// The command's options.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    what: What,
    /// Seed of the first cube
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// With --loading: other ways to load than the action's, to compare with
    #[arg(long, requires = "loading")]
    others: bool,
    /// The rig: a name from config/profiles
    #[arg(long, default_value = COMMITTED)]
    profile: String,
    /// Edge of the cube in the claws, millimetres (default: that of the profile)
    #[arg(long)]
    edge: Option<f64>,
    /// What starts the next motion
    #[arg(long, default_value = "time", value_parser = ["time", "arrival"])]
    by: String,
    /// Film the first run into this MP4 file
    #[arg(long, value_name = "FILE")]
    film: Option<PathBuf>,
    /// One JSON object for each run
    #[arg(long)]
    json: bool,
    /// More for the player, such as `-- --motors --noise --friction 0.5`; `-- --help` lists it
    #[arg(last = true)]
    more: Vec<String>,
}

/// What is played; one scrambled cube if nothing is asked for.
#[derive(clap::Args)]
#[group(multiple = false)]
struct What {
    /// One turn and one regrip, in seconds: what the tests run
    #[arg(long)]
    quick: bool,
    /// All small cases: hold, turn, regrip, turn of the whole cube, with every arm and wrist position
    #[arg(long)]
    cases: bool,
    /// Friction, torque, latency and motors, each changed until a move fails
    #[arg(long)]
    sensitivity: bool,
    /// Cubes that are put in misaligned
    #[arg(long)]
    loading: bool,
    /// From which share of their travel open claws are out of the way
    #[arg(long)]
    clearances: bool,
    /// A misaligned layer: whether it springs back, and whether its neighbour turns past it
    #[arg(long)]
    misaligned: bool,
    /// How near its goal a wrist settles with motors and noise
    #[arg(long)]
    landings: bool,
    /// How many scrambled cubes to solve
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    cubes: Option<u32>,
}

impl What {
    /// The player's option, unless cubes are to be solved.
    fn option(&self) -> Option<&'static str> {
        [
            (self.quick, "--quick"),
            (self.cases, "--cases"),
            (self.sensitivity, "--sensitivity"),
            (self.loading, "--loading"),
            (self.clearances, "--clearances"),
            (self.misaligned, "--misaligned"),
            (self.landings, "--landings"),
        ]
        .into_iter()
        .find_map(|(asked, option)| asked.then_some(option))
    }
}

/// Plays what is asked for; the exit status is 0 only when every run went right.
///
/// # Errors
/// When the environment cannot be made, or the command line cannot be built.
pub fn run(paths: &Paths, options: &Options) -> Result<ExitCode> {
    let mut player = Command::new(PHYSICS.python(paths)?);
    player
        .args(["-m", "rig_physics", "--by", &options.by])
        .env("PYTHONPATH", paths.join("physics"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    if options.profile != COMMITTED || options.edge.is_some() {
        player.arg("--model").arg(model(paths, options)?);
    }
    match options.what.option() {
        Some(option) => {
            player.arg(option);
            if options.what.loading && !options.others {
                player.arg("--planned").arg(loading(paths, options)?);
            }
        }
        None => {
            cargo(paths, &["build", "-p", "cuberig-cli"])?;
            player
                .args(["--cubes", &options.what.cubes.unwrap_or(1).to_string()])
                .args(["--seed", &options.seed.to_string()])
                .args(["--profile", &options.profile, "--cuberig"])
                .arg(paths.target().join("debug/cuberig"));
        }
    }
    if options.json {
        player.arg("--json");
    }
    if let Some(film) = &options.film {
        player.arg("--film").arg(film);
    }
    let status = player.args(&options.more).status();
    let status = status.with_context(|| format!("cannot start `{}`", display(&player)))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes how a rig takes a cube from a person's hand.
fn loading(paths: &Paths, options: &Options) -> Result<PathBuf> {
    let file = folder(paths)?.join(format!("{}.loading.json", options.profile));
    let mut cargo = cargo_command(paths, &["run", "-q", "-p", "cuberig-planner"]);
    cargo
        .args(["--example", "write_loading", "--"])
        .arg(profile(paths, options))
        .stdout(fs::File::create(&file).with_context(|| format!("cannot write {}", file.display()))?);
    succeed(cargo)?;
    Ok(file)
}

/// The file of a profile.
fn profile(paths: &Paths, options: &Options) -> PathBuf {
    paths.join(&format!("config/profiles/{}.toml", options.profile))
}

/// Where generated files go.
fn folder(paths: &Paths) -> Result<PathBuf> {
    let folder = paths.target().join("physics");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder)
}

/// Writes the model of another profile or cube.
fn model(paths: &Paths, options: &Options) -> Result<PathBuf> {
    let (profile, folder) = (profile(paths, options), folder(paths)?);
    let edge = options.edge.map(|edge| (edge / 1000.0).to_string());
    let name = [options.profile.as_str()].into_iter().chain(edge.as_deref());
    let name = name.collect::<Vec<_>>().join("-");
    let file = folder.join(format!("{name}.mjcf.xml"));
    let places = [profile.to_string_lossy(), file.to_string_lossy()];
    let mut words = vec!["run", "-q", "-p", "cuberig-rig", "--example", "write_mjcf", "--"];
    words.extend(places.iter().map(|place| &**place));
    words.extend(edge.as_deref());
    cargo(paths, &words)?;
    Ok(file)
}

/// Runs cargo; what it prints goes to stderr, so that stdout holds results only.
fn cargo(paths: &Paths, arguments: &[&str]) -> Result<()> {
    succeed(cargo_command(paths, arguments))
}

fn cargo_command(paths: &Paths, arguments: &[&str]) -> Command {
    let mut cargo = paths.cargo();
    cargo.args(arguments).stdout(std::io::stderr());
    cargo
}

fn succeed(mut cargo: Command) -> Result<()> {
    let status = cargo.status().context("cannot start cargo")?;
    if !status.success() {
        bail!("`{}` failed ({status})", display(&cargo));
    }
    Ok(())
}
