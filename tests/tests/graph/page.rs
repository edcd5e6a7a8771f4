//! The web page in a real browser: Debian's Chromium, driven by Playwright. The tests are TypeScript
//! (`crates/page/web/test`); this starts what they look at, and them.

use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cuberig_tests::{Graph, Process, Trials, repository};

/// Longer than each of them takes on a calm machine; checks wait four times as long.
const LIMIT: Duration = Duration::from_secs(150);

/// The groups of browser tests that need nothing but the page and the command line.
const PAGE: [&str; 9] = ["turns", "plain", "cube", "views", "access", "server", "scan", "report", "practice"];
/// Those of them that are about what is shown when, where it stands, and how a cube is entered.
const USE: [&str; 5] = ["truth", "looks", "entering", "doubt", "cases"];
/// Those of them that are about the page of a lesson, and about a learner before the real command line.
const LESSON: [&str; 2] = ["lesson", "lesson_turns"];
const LEARNER: [&str; 2] = ["learner", "lesson_camera"];

/// The checks of this group.
pub fn add(trials: &mut Trials) {
    trials.add_drawn(
        "page",
        &[
            ("of_a_rig", people_use_the_rig),
            ("on_a_phone", || run(&["phone", "phone_cube"], &[])),
            ("by_a_phone_s_camera", a_phone_is_the_camera),
            ("of_a_lesson_before_a_phone", a_phone_watches_a_lesson),
            ("of_a_lesson", || run(&LESSON, &[])),
            ("in_use", || run(&USE, &[])),
            ("of_a_learner", || run(&LEARNER, &[])),
            ("by_itself", || run(&PAGE, &[])),
        ],
        &[("of_a_whole_lesson_before_a_camera", || run(&["lesson_whole"], &[])), ("of_a_body", || run(&["look"], &[]))],
    );
}

/// People use the rig by its page alone. A page that is killed must come back at the same port.
fn people_use_the_rig() -> Result<()> {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let port = free.local_addr()?.port();
    drop(free);
    let graph = Graph::launch(&["seed:=5", "tutor:=true", &format!("dashboard_port:={port}")])?;
    let dashboard = graph.node("dashboard", None, Duration::from_secs(30))?;
    let address = graph.process.wait_for_output("the page is at ", Duration::from_secs(30))?;
    let bricks = graph.node("rig_sim", None, Duration::from_secs(30))?;
    ensure!(dashboard.pid != bricks.pid, "the page must live while the bricks stand still");
    let processes = [("CUBERIG_DASHBOARD_PID", dashboard.pid), ("CUBERIG_BRICKS_PID", bricks.pid)];
    let processes = processes.map(|(name, pid)| (name, pid.to_string()));
    run(&["graph"], &[[("CUBERIG_PAGE", address)].as_slice(), &processes].concat())
        .with_context(|| graph.process.tail(60))
}

/// A phone is the rig's camera. It opens the address that the node prints for phones.
fn a_phone_is_the_camera() -> Result<()> {
    let open = ["dashboard_address:=0.0.0.0", "dashboard_token:=random", "dashboard_port:=0"];
    let graph = Graph::launch(&[&["hosted:=true", "camera:=page"], &open[..]].concat())?;
    let address = graph.process.wait_for_output("the page is at ", Duration::from_secs(30))?;
    graph.process.wait_for_output("SHA-256 of its certificate: ", Duration::from_secs(5))?;
    run(&["phone_graph"], &[("CUBERIG_PAGE", address)]).with_context(|| graph.process.tail(60))
}

/// The tutor follows the cube that a phone's camera sees.
fn a_phone_watches_a_lesson() -> Result<()> {
    let open = ["dashboard_address:=0.0.0.0", "dashboard_token:=random", "dashboard_port:=0"];
    let graph = Graph::launch_lesson(&[&["hosted:=true", "camera:=page"], &open[..]].concat())?;
    let address = graph.process.wait_for_output("the page is at ", Duration::from_secs(30))?;
    run(&["phone_lesson"], &[("CUBERIG_PAGE", address)]).with_context(|| graph.process.tail(60))
}

/// Runs these groups of browser tests, with more variables of the environment.
pub fn run(groups: &[&str], more: &[(&str, String)]) -> Result<()> {
    let folder = repository().join("crates/page/web");
    let path = path()?;
    let tool = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&folder).env("PATH", &path);
        command
    };
    let chromium = Command::new("chromium").arg("--version").output();
    if !chromium.is_ok_and(|output| output.status.success()) {
        testkit::skip("the web page in a browser: there is no chromium (Debian's package)");
        return Ok(());
    }
    ensure!(folder.join("dist/index.html").is_file(), "the page is not bundled: run `cargo xtask setup`");
    let bundled = tool("npm", &["run", "--silent", "bundle-tests"]).output()?;
    ensure!(
        bundled.status.success(),
        "the browser tests cannot be bundled: {}",
        String::from_utf8_lossy(&bundled.stderr)
    );
    // Where it may, Chromium raises its own priority above that of the rig it looks at.
    let held_down = ["--bounding-set=-sys_nice", "node"];
    let may_hold_down = tool("setpriv", &[held_down[0], "true"]).output();
    let mut command = match may_hold_down.is_ok_and(|output| output.status.success()) {
        true => tool("setpriv", &held_down),
        false => tool("node", &[]),
    };
    command
        .args(["--test-force-exit", "--test-reporter=spec", "test/out/main.mjs"])
        .args(groups)
        .envs(more.iter().map(|(name, value)| (*name, value)))
        .env("CUBERIG_BINARIES", programs()?);
    let show = programs()?.join("examples/show");
    if show.is_file() {
        command.env("CUBERIG_SHOW", show);
    }
    let mut process = Process::start("browser", command)?;
    let status = process.wait(LIMIT)?;
    ensure!(status.success(), "{}", failures(&process.tail(120)));
    Ok(())
}

/// What Node.js prints of the tests that failed, after all others; all of the output where it did not come so far.
fn failures(output: &str) -> &str {
    output.rfind("failing tests:").map_or(output, |at| &output[at..])
}

/// The folder of the programs of this profile.
fn programs() -> Result<PathBuf> {
    let this = std::env::current_exe()?;
    let folder = this.ancestors().nth(2);
    Ok(folder.context("a test lies in target/<profile>/deps")?.to_owned())
}

/// The PATH on which Node.js is: set-up fetches it where the machine has none.
fn path() -> Result<OsString> {
    let own = repository().join(".ros/node/bin");
    let users = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(own).chain(std::env::split_paths(&users));
    std::env::join_paths(folders).context("PATH cannot be used")
}
