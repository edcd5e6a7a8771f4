//! `cargo xtask demo`: the whole simulated rig solves cubes, on the real graph.

use std::net::TcpStream;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::build;
use crate::graph::{Graph, free_port, free_ports, show_end_of};
use rosprefix::paths::Paths;

/// Ports of the web page.
const PAGE_PORTS: Range<u16> = 8080..8280;
/// How long the web page may take to be served.
const PAGE_START: Duration = Duration::from_secs(60);

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
    /// Arguments of the launch file, such as body:=stickerless palette:=bright
    #[arg(value_name = "NAME:=VALUE")]
    arguments: Vec<String>,
}

/// Runs the demonstration; the exit status is 0 only when the cubes are solved by the simulator's truth.
///
/// # Errors
/// When set-up or build fails, or a photograph is missing.
pub fn run(paths: &Paths, options: &Options) -> Result<ExitCode> {
    let photos = options
        .photos
        .iter()
        .flatten()
        .map(|photo| photo.canonicalize().with_context(|| format!("there is no photograph {}", photo.display())));
    let photos = photos.collect::<Result<Vec<_>>>()?;
    let ros = build::nodes(paths, false)?;

    let pictures = paths.target().join("demo");
    std::fs::create_dir_all(&pictures).with_context(|| format!("cannot make {}", pictures.display()))?;
    let log = pictures.join("rig.log");
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, interrupted.clone()).context("cannot listen to signals")?;
    }
    let page = free_port(PAGE_PORTS).context("no TCP port is free for the web page")?;
    let mut graph = Graph::start(&launch_arguments(options, page)?, &log)?;
    show_page(page, !options.headless);
    let mut client = Command::new(paths.target().join("debug/demo"));
    client.args(client_arguments(options, &photos, &pictures)).envs(ros.variables(paths));
    let mut client = client.spawn().context("cannot start the demonstration's client")?;
    let status = loop {
        if let Some(status) = client.try_wait().context("cannot wait for the client")? {
            break status;
        }
        if graph.has_ended() {
            let _ = client.kill();
            let _ = client.wait();
            show_end_of(&log);
            bail!("the graph ended by itself; see its output in {}", log.display());
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

/// The launch file's arguments.
fn launch_arguments(options: &Options, page: u16) -> Result<Vec<String>> {
    let rviz = !options.headless && can_show_rviz();
    let camera = match options.photos {
        Some(_) => "images",
        None => "sim",
    };
    let mut arguments = vec![
        format!("camera:={camera}"),
        format!("hosted:={}", !options.processes),
        format!("port_base:={}", free_ports()?),
        format!("dashboard_port:={page}"),
        format!("rviz:={rviz}"),
    ];
    arguments.extend(options.arguments.iter().cloned());
    Ok(arguments)
}

/// Prints where the rig can be seen, and opens it there as soon as it is served, where there is a desktop.
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
                // Without a browser the address was printed.
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
    let mut set = |name: &str, value: String| arguments.extend(["-p".to_owned(), format!("{name}:={value}")]);
    set("cubes", options.cubes.to_string());
    set("seed", options.seed.unwrap_or(-1).to_string());
    set("headless", options.headless.to_string());
    set("pictures", yaml(&pictures.display().to_string()));
    if !photos.is_empty() {
        let photos: Vec<_> = photos.iter().map(|photo| yaml(&photo.display().to_string())).collect();
        set("photos", format!("[{}]", photos.join(", ")));
    }
    arguments
}

/// Any text as YAML.
fn yaml(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
}

fn can_show_rviz() -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    has_display() && std::env::split_paths(&folders).any(|folder| folder.join("rviz2").is_file())
}
