//! `cargo xtask demo`: the whole simulated rig solves cubes, on the real graph.

use std::fs::File;
use std::net::{TcpListener, TcpStream};
use std::ops::Range;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use crate::paths::Paths;
use crate::ros::Ros;
use crate::{launch, setup};

/// The bricks that the simulator stands for, each with a TCP port of its own.
const BRICKS: u16 = 4;
/// Ports of the web page.
const PAGE_PORTS: Range<u16> = 8080..8280;
/// How long the web page may take to be served.
const PAGE_START: Duration = Duration::from_secs(60);
/// How long the graph may take to end.
const END: Duration = Duration::from_secs(8);
/// Lines of the graph's output that are shown after a failure.
const SHOWN_LINES: usize = 15;

/// The command's options.
#[derive(clap::Args)]
pub struct Options {
    /// Seed of the first random cube (default: another one each time)
    #[arg(long, value_parser = clap::value_parser!(i64).range(0..))]
    seed: Option<i64>,
    /// How many cubes to solve, one after the other
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    cubes: u32,
    /// Solve the cube on six photographs of its faces, in this order, each as its face is read
    #[arg(long, num_args = 6, value_names = ["U", "R", "F", "D", "L", "B"], conflicts_with_all = ["seed", "cubes"])]
    photos: Option<Vec<PathBuf>>,
    /// Plain lines instead of a live display, and no RViz
    #[arg(long)]
    headless: bool,
    /// Run every node in a process of its own instead of all in one
    #[arg(long)]
    processes: bool,
}

/// Runs the demonstration; the exit status is 0 only when the simulator's truth says that the cubes are solved.
///
/// # Errors
/// When set-up or build fails, or a photograph is missing.
pub fn run(paths: &Paths, options: &Options) -> Result<ExitCode> {
    let photos = options.photos.iter().flatten().map(|photo| {
        photo
            .canonicalize()
            .with_context(|| format!("there is no photograph {}", photo.display()))
    });
    let photos = photos.collect::<Result<Vec<_>>>()?;
    setup::run(paths)?;
    let ros = Ros::detect(paths);
    launch::build(paths, false, &ros)?;

    let pictures = paths.target().join("demo");
    std::fs::create_dir_all(&pictures)
        .with_context(|| format!("cannot make {}", pictures.display()))?;
    let log = pictures.join("rig.log");
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, interrupted.clone())
            .context("cannot listen to signals")?;
    }
    let mut graph = Graph::start(options, &log)?;
    show_page(graph.page, !options.headless);
    let mut client = Command::new(paths.target().join("debug/demo"));
    client
        .args(client_arguments(options, &photos, &pictures))
        .envs(ros.variables(paths));
    let mut client = client
        .spawn()
        .context("cannot start the demonstration's client")?;
    let status = loop {
        if let Some(status) = client.try_wait().context("cannot wait for the client")? {
            break status;
        }
        if graph.has_ended() {
            let _ = client.kill();
            let _ = client.wait();
            show_end_of(&log);
            bail!(
                "the graph ended by itself; its output is in {}",
                log.display()
            );
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    drop(graph);
    if !status.success() {
        if !interrupted.load(Ordering::Relaxed) {
            show_end_of(&log);
        }
        eprintln!("the nodes' output is in {}", log.display());
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// The graph, launched by this same tool; ended when dropped.
struct Graph {
    launch: Child,
    /// The port of its web page.
    page: u16,
}

impl Graph {
    fn start(options: &Options, log: &Path) -> Result<Self> {
        let output =
            File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        let errors = output.try_clone().context("cannot write the log twice")?;
        let rviz = !options.headless && can_show_rviz();
        let page = free_port(PAGE_PORTS).context("no TCP port is free for the web page")?;
        let own_program = std::env::current_exe().context("cannot find this program")?;
        let launch = Command::new(own_program)
            .args(["launch", "--no-build"])
            .arg(if options.photos.is_some() {
                "camera:=images"
            } else {
                "camera:=sim"
            })
            .arg(format!("hosted:={}", !options.processes))
            .arg(format!("port_base:={}", free_ports()?))
            .arg(format!("dashboard_port:={page}"))
            .arg(format!("rviz:={rviz}"))
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(errors)
            .process_group(0)
            .spawn()
            .context("cannot launch the graph")?;
        Ok(Self { launch, page })
    }

    fn has_ended(&mut self) -> bool {
        matches!(self.launch.try_wait(), Ok(Some(_)))
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        let group = Pid::from_raw(self.launch.id() as i32);
        let deadline = Instant::now() + END;
        // A group that is gone already needs no signal.
        let _ = killpg(group, Signal::SIGINT);
        while !self.has_ended() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = killpg(group, Signal::SIGKILL);
        let _ = self.launch.wait();
    }
}

/// Says where the rig can be seen, and opens it there as soon as it is served, where there is a desktop.
fn show_page(port: u16, open: bool) {
    let address = format!("http://127.0.0.1:{port}/");
    println!("watch it at {address}");
    if !open || !has_display() {
        return;
    }
    std::thread::spawn(move || {
        let deadline = Instant::now() + PAGE_START;
        while Instant::now() < deadline {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                // Without a browser the address was told.
                let _ = Command::new("xdg-open")
                    .arg(&address)
                    .stdin(Stdio::null())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn();
                return;
            }
            std::thread::sleep(Duration::from_millis(200));
        }
    });
}

fn client_arguments(options: &Options, photos: &[PathBuf], pictures: &Path) -> Vec<String> {
    let mut arguments = vec!["--ros-args".to_owned()];
    let mut set =
        |name: &str, value: String| arguments.extend(["-p".to_owned(), format!("{name}:={value}")]);
    set("cubes", options.cubes.to_string());
    set("seed", options.seed.unwrap_or(-1).to_string());
    set("headless", options.headless.to_string());
    set("pictures", yaml(&pictures.display().to_string()));
    if !photos.is_empty() {
        let photos: Vec<_> = photos
            .iter()
            .map(|photo| yaml(&photo.display().to_string()))
            .collect();
        set("photos", format!("[{}]", photos.join(", ")));
    }
    arguments
}

/// A text as YAML, whatever is in it.
fn yaml(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// The first of four neighbouring TCP ports that are free now.
fn free_ports() -> Result<u16> {
    let all_free = |first: u16| (0..BRICKS).all(|brick| is_free(first + brick));
    let mut first_ports = (15700..16700).step_by(usize::from(BRICKS));
    first_ports
        .find(|first| all_free(*first))
        .context("no four neighbouring TCP ports are free from 15700 to 16700")
}

/// The first TCP port of these that is free now.
fn free_port(mut ports: Range<u16>) -> Option<u16> {
    ports.find(|port| is_free(*port))
}

fn is_free(port: u16) -> bool {
    TcpListener::bind(("127.0.0.1", port)).is_ok()
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some())
}

fn can_show_rviz() -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    has_display() && std::env::split_paths(&folders).any(|folder| folder.join("rviz2").is_file())
}

fn show_end_of(log: &Path) {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<_> = text.lines().collect();
    eprintln!("the last that the nodes said:");
    for line in &lines[lines.len().saturating_sub(SHOWN_LINES)..] {
        eprintln!("  {line}");
    }
}
