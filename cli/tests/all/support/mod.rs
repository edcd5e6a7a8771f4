//! Runs the program as a user would. A model of the cube that shares nothing with it judges the answers.

pub mod arms;
pub mod bricks;
pub mod browser;
pub mod drawn;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use serde_json::Value;
pub use testkit::stickers as model;

/// The solved cube in face letters.
pub const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
/// Every edge flipped: 20 face turns from solved, the most there is.
pub const SUPERFLIP: &str = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";

/// What the program answered.
pub struct Answer {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Answer {
    /// The lines of standard output as JSON objects.
    pub fn json(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
        self.stdout.lines().map(parse).collect()
    }

    /// The only line of standard output as a JSON object.
    pub fn one_json(&self) -> Value {
        let mut all = self.json();
        assert_eq!(all.len(), 1, "one object expected in '{}' ({})", self.stdout, self.stderr);
        all.remove(0)
    }

    /// Asserts that it went well and prints nothing on the error stream.
    #[track_caller]
    pub fn done(self) -> Answer {
        assert_eq!(self.status, 0, "{}", self.stderr);
        self
    }

    /// Asserts the status and that the error stream holds one sentence naming `part`, and no panic.
    #[track_caller]
    pub fn fails(self, status: i32, part: &str) -> Answer {
        assert_eq!(self.status, status, "{} {}", self.stdout, self.stderr);
        self.without_panic();
        assert!(self.stderr.contains(part), "'{part}' is missing in: {}", self.stderr);
        self
    }

    /// Asserts that nothing panicked.
    #[track_caller]
    pub fn without_panic(&self) {
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        assert!((0..=2).contains(&self.status), "status {}: {}", self.status, self.stderr);
    }
}

/// Runs `cuberig` with these arguments.
pub fn cuberig<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Answer {
    cuberig_with_input(arguments, b"")
}

/// Runs `cuberig` with these arguments and this standard input.
pub fn cuberig_with_input<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>, input: &[u8]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cuberig"));
    command.args(arguments);
    run(command, input)
}

/// Runs `cuberig` with a cache folder.
pub fn cuberig_with_cache(cache: &str, arguments: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cuberig"));
    command.args(arguments).env("CUBERIG_CACHE", cache);
    run(command, b"")
}

/// Runs a prepared command with this standard input.
pub fn run(mut command: Command, input: &[u8]) -> Answer {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cargo built the program");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_vec();
    // A program that does not read its input closes the pipe early; that is its right.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let (done, waiting) = std::sync::mpsc::channel::<()>();
    let pid = child.id();
    let watch = std::thread::spawn(move || {
        // Minutes, because the first run on a machine makes the tables, with others at the same time.
        if waiting.recv_timeout(Duration::from_secs(300)) == Err(RecvTimeoutError::Timeout) {
            let _ = Command::new("kill").args(["-KILL", &pid.to_string()]).status();
        }
    });
    let output = child.wait_with_output().expect("the program can be waited for");
    drop(done);
    watch.join().expect("the watch does not panic");
    writer.join().expect("the writer does not panic");
    Answer {
        status: output.status.code().expect("no signal ends it, and it ends in time"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// The stickers of a cube in the colours that are usual for its faces.
pub fn colors(stickers: &str) -> String {
    let color = |face| "WRGYOB".as_bytes()["URFDLB".find(face).expect("a face")];
    stickers.chars().map(|face| char::from(color(face))).collect()
}

/// The rows of a table of the data set: the fields of these columns.
pub fn rows<const N: usize>(table: &Path, names: [&str; N]) -> Vec<[String; N]> {
    let mut reader = csv::Reader::from_path(table).expect("the table is there");
    let header = reader.headers().expect("a header").clone();
    let columns = names.map(|name| header.iter().position(|column| column == name).expect("the column"));
    let records = reader.records().map(|row| row.expect("a row"));
    records.map(|row| columns.map(|at| row[at].to_owned())).collect()
}

/// The keys of a JSON object, sorted.
pub fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// The folder of test data with ground truth; `None`, said loudly, where it is absent.
pub fn data() -> Option<PathBuf> {
    testkit::folder("ground truth")
}
