//! `cargo xtask launch` as a person meets it: its exit status, what it prints, and that nothing stays behind.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Far longer than anything here takes, so that only a hang reaches it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process that ignores SIGINT and SIGTERM.
const DEAF: (&str, &str) = ("deaf", "trap '' INT TERM HUP; echo $$; while true; do sleep 0.05; done");

/// A folder with a launch file and with shell scripts as the executables of our package.
struct Launch(PathBuf);

impl Launch {
    /// Each script has a name and becomes a node, with further attributes in `attributes`.
    fn new(scripts: &[(&str, &str)], attributes: &str) -> Self {
        let test = thread::current().name().unwrap_or_default().to_owned();
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
        fs::create_dir_all(folder.join("debug")).expect("a folder can be made");
        let mut nodes = String::new();
        for (name, script) in scripts {
            let file = folder.join("debug").join(name);
            fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("a script can be written");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it is ours");
            nodes += &format!("<node pkg='cuberig' exec='{name}' output='screen' {attributes}/>\n");
        }
        let launch = Self(folder);
        launch.write(&nodes);
        launch
    }

    fn write(&self, text: &str) {
        let text = format!("<launch>{text}</launch>");
        fs::write(self.0.join("it.launch.xml"), text).expect("a file can be written");
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command
            .args(["launch", "--no-build"])
            .arg(self.0.join("it.launch.xml"))
            .env("CARGO_TARGET_DIR", &self.0)
            .stdin(Stdio::null());
        command
    }

    fn run(&self) -> (Output, String) {
        let output = self.command().output().expect("xtask starts");
        let text = [&output.stdout[..], &output.stderr].concat();
        (output, String::from_utf8_lossy(&text).into_owned())
    }

    fn start(&self) -> Running {
        let mut command = self.command();
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("xtask starts");
        let lines = BufReader::new(child.stdout.take().expect("the output is piped")).lines();
        Running { child, lines }
    }
}

/// A launch that runs on while the test looks at it.
struct Running {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Running {
    /// The text of the next line, without its mark.
    fn next(&mut self) -> String {
        let line = self.lines.next().expect("there is a line").expect("it is text");
        line.split_once("] ").expect("it is marked").1.to_owned()
    }

    /// The pid in the next line.
    fn pid(&mut self) -> Pid {
        Pid::from_raw(self.next().parse().expect("it is a number"))
    }

    fn send(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id() as i32), signal).expect("the launch is running");
    }

    fn code(mut self) -> Option<i32> {
        self.child.wait().expect("the launch can be waited for").code()
    }
}

fn wait_until_gone(pid: Pid) {
    let deadline = Instant::now() + PATIENCE;
    let state = || fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or(") Z ".into());
    while !state().contains(") Z ") {
        assert!(Instant::now() < deadline, "the process {pid} is still there");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn all_went_well_when_every_process_did() {
    let launch = Launch::new(&[("one", "echo here"), ("two", "exit 0")], "");
    let (output, text) = launch.run();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("[one-1] here\n"), "{text}");
    assert!(text.contains("[two-2]: process has finished cleanly"), "{text}");
}

#[test]
fn a_process_that_fails_fails_the_launch_and_stops_no_other() {
    let launch = Launch::new(&[("bad", "exit 3"), ("slow", "sleep 0.3; echo still here")], "");
    let (output, text) = launch.run();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("[bad-1]: process has died") && text.contains("exit code 3"), "{text}");
    assert!(text.contains("[slow-2] still here"), "{text}");
}

#[test]
fn a_process_is_started_again_until_ctrl_c() {
    let launch = Launch::new(&[("short", "echo up; exit 1")], "respawn='true' respawn_delay='0.05'");
    let mut running = launch.start();
    (0..3).for_each(|_| assert_eq!(running.next(), "up"));
    running.send(Signal::SIGINT);
    assert_eq!(running.code(), Some(0));
}

#[test]
fn ctrl_c_stops_everything() {
    let scripts = [("sleeps", "echo $$; exec sleep 600"), ("says", "trap 'exit 5' INT; echo $$; sleep 600 & wait")];
    let mut running = Launch::new(&scripts, "respawn='true'").start();
    let pids = [running.pid(), running.pid()];
    running.send(Signal::SIGINT);
    assert_eq!(running.code(), Some(0));
    pids.into_iter().for_each(wait_until_gone);
}

/// A process that had to be killed came to no good end.
#[test]
fn ctrl_c_stops_even_what_does_not_listen() {
    let mut running = Launch::new(&[DEAF], "").start();
    let pid = running.pid();
    running.send(Signal::SIGINT);
    assert_eq!(running.code(), Some(1));
    wait_until_gone(pid);
}

#[test]
fn asking_again_is_asking_harder() {
    let mut running = Launch::new(&[DEAF], "").start();
    let pid = running.pid();
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        running.send(signal);
    }
    assert_eq!(running.code(), Some(1));
    wait_until_gone(pid);
}

#[test]
fn nothing_outlives_a_launcher_that_is_killed() {
    let mut running = Launch::new(&[("node", "echo $$; exec sleep 600")], "").start();
    let pid = running.pid();
    running.send(Signal::SIGKILL);
    let _ = running.code();
    wait_until_gone(pid);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let launch = Launch::new(&[("one", "")], "");
    for option in ["--show-args", "--dry-run"] {
        let (reader, writer) = std::io::pipe().expect("a pipe can be made");
        drop(reader);
        let output = launch.command().arg(option).stdout(writer).output().expect("xtask starts");
        assert!(output.status.success(), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
}

#[test]
fn what_is_missing_is_named_and_nothing_is_started() {
    let launch = Launch::new(&[("started", "echo oh no")], "");
    for (package, finding) in [
        ("cuberig", "the package `cuberig` has no executable `missing`"),
        ("no_such_package", "the package `no_such_package` is not installed"),
    ] {
        launch.write(&format!(
            "<node pkg='cuberig' exec='started' output='screen'/><node pkg='{package}' exec='missing' output='screen'/>"
        ));
        let (output, text) = launch.run();
        assert!(!output.status.success());
        assert!(text.contains(finding) && !text.contains("oh no"), "{text}");
    }
}
