//! `cargo xtask launch` as a person meets it: its exit status, what it prints, and that nothing stays behind.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Far longer than anything here takes, so that only a hang reaches it.
const PATIENCE: Duration = Duration::from_secs(60);

/// Writes a launch file of its own for each test and removes it in the end.
struct LaunchFile(PathBuf);

impl LaunchFile {
    fn new(name: &str, text: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("xtask-{}-{name}.launch.xml", std::process::id()));
        fs::write(&path, format!("<launch>{text}</launch>"))
            .expect("a temporary file can be written");
        Self(path)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command
            .args(["launch", "--no-build"])
            .arg(&self.0)
            .stdin(Stdio::null());
        command
    }

    fn run(&self) -> Output {
        self.command().output().expect("xtask starts")
    }
}

impl Drop for LaunchFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A process that runs a line of shell.
fn shell(name: &str, line: &str, attributes: &str) -> String {
    let line = line
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('$', "\\$");
    format!("<executable name='{name}' output='screen' cmd=\"sh -c '{line}'\" {attributes}/>")
}

/// A launch that runs on while the test looks at it.
struct Running {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Running {
    fn start(file: &LaunchFile) -> Self {
        let mut child = file
            .command()
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("xtask starts");
        let lines = BufReader::new(child.stdout.take().expect("the output is piped")).lines();
        Self { child, lines }
    }

    /// The pid that the process `label` prints as its only line.
    fn pid_of(&mut self, label: &str) -> Pid {
        let mark = format!("[{label}] ");
        let line = self
            .lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix(&mark).map(str::to_owned));
        Pid::from_raw(
            line.expect("the process prints its pid")
                .parse()
                .expect("it is a number"),
        )
    }

    fn send(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id() as i32), signal).expect("the launch is running");
    }
}

fn is_alive(pid: Pid) -> bool {
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !state.is_empty() && !state.contains(") Z ")
}

fn wait_until_gone(pid: Pid) {
    let deadline = Instant::now() + PATIENCE;
    while is_alive(pid) {
        assert!(
            Instant::now() < deadline,
            "the process {pid} is still there"
        );
        thread::sleep(Duration::from_millis(20));
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn all_went_well_when_every_process_did() {
    let file = LaunchFile::new(
        "well",
        &(shell("one", "echo here", "") + &shell("two", "exit 0", "")),
    );
    let output = file.run();
    assert!(output.status.success(), "{}", text(&output));
    assert!(
        text(&output).contains("[one-1] here\n"),
        "{}",
        text(&output)
    );
    assert!(
        text(&output).contains("[two-2]: process has finished cleanly"),
        "{}",
        text(&output)
    );
}

#[test]
fn a_process_that_fails_fails_the_launch_and_stops_no_other() {
    let file = LaunchFile::new(
        "fails",
        &(shell("bad", "exit 3", "") + &shell("slow", "sleep 0.3; echo still here", "")),
    );
    let output = file.run();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output).contains("[bad-1]: process has died")
            && text(&output).contains("exit code 3"),
        "{}",
        text(&output)
    );
    assert!(
        text(&output).contains("[slow-2] still here"),
        "{}",
        text(&output)
    );
}

#[test]
fn a_process_is_started_again_as_often_as_asked() {
    let file = LaunchFile::new(
        "again",
        &shell(
            "short",
            "echo up; exit 1",
            "respawn='true' respawn_delay='0.05' respawn_max_retries='2'",
        ),
    );
    let output = file.run();
    assert_eq!(
        text(&output).matches("[short-1] up").count(),
        3,
        "{}",
        text(&output)
    );
    assert_eq!(
        text(&output).matches("starting it again in 0.1 s").count(),
        2,
        "{}",
        text(&output)
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_launch_ends_with_a_process_that_is_marked_so() {
    let file = LaunchFile::new(
        "ends",
        &(shell("long", "exec sleep 600", "") + &shell("chief", "exit 0", "on_exit='shutdown'")),
    );
    let output = file.run();
    assert!(
        text(&output).contains("chief-2 ended, and the launch ends with it"),
        "{}",
        text(&output)
    );
    assert!(output.status.success(), "{}", text(&output));
}

#[test]
fn ctrl_c_stops_everything_even_what_does_not_listen() {
    let deaf = shell(
        "deaf",
        "trap \"\" INT TERM; echo $$; while true; do sleep 0.05; done",
        "sigterm_timeout='0.1' sigkill_timeout='0.1'",
    );
    let polite = shell("polite", "echo $$; exec sleep 600", "");
    let file = LaunchFile::new("stops", &(deaf + &polite));
    let mut running = Running::start(&file);
    // The processes start in order and may speak in any; look for each from the start.
    let lines: Vec<String> = running
        .lines
        .by_ref()
        .map_while(Result::ok)
        .take(2)
        .collect();
    let pids = lines
        .iter()
        .filter_map(|line| line.split_once("] ")?.1.parse().ok())
        .map(Pid::from_raw);
    let pids: Vec<Pid> = pids.collect();
    assert_eq!(pids.len(), 2, "{lines:?}");
    running.send(Signal::SIGINT);
    let status = running.child.wait().expect("the launch can be waited for");
    pids.into_iter().for_each(wait_until_gone);
    // The deaf one had to be killed, and that is no good end.
    assert_eq!(status.code(), Some(1));
}

#[test]
fn nothing_outlives_a_launcher_that_is_killed() {
    let file = LaunchFile::new("killed", &shell("node", "echo $$; exec sleep 600", ""));
    let mut running = Running::start(&file);
    let pid = running.pid_of("node-1");
    assert!(is_alive(pid));
    running.send(Signal::SIGKILL);
    let _ = running.child.wait();
    wait_until_gone(pid);
}

#[test]
fn what_is_wrong_is_named_and_nothing_is_started() {
    for (inside, complaint) in [
        (
            "\n<composable_node/>",
            ":2: unknown element <composable_node>",
        ),
        (
            "<node pkg='cuberig' exec='no_such_node'/>",
            "the package `cuberig` has no executable `no_such_node`",
        ),
        (
            "<node pkg='no_such_package' exec='x'/>",
            "the package `no_such_package` is not installed",
        ),
    ] {
        let started = shell("started", "echo oh no", "");
        let file = LaunchFile::new("wrong", &(started + inside));
        let output = file.run();
        assert!(!output.status.success());
        assert!(text(&output).contains(complaint), "{}", text(&output));
        assert!(!text(&output).contains("oh no"), "{}", text(&output));
    }
}
