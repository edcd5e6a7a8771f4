//! What a recorder writes, counted by a foreign sender and read by foreign readers: PyPI's mcap and rosbags.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use cuberig_tests::{Domain, Graph, Trials, repository, run_python};
use nix::sys::signal::{Signal, kill};
use report::{Report, html};

/// The checks of this group. Each has a recorder of its own.
pub fn add(trials: &mut Trials) {
    trials.add_lone(
        "recordings",
        &[
            ("readers_count_what_was_sent", counted),
            ("a_killed_recorder_leaves_a_readable_file", killed),
            ("a_failed_run_names_its_recording", failed_run),
            ("a_place_that_takes_no_files_is_one_sentence", no_place),
            ("a_report_agrees_with_foreign_readers", reported),
        ],
        &[("the_example_of_a_report", made)],
    );
}

/// A new folder, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Result<Self> {
        let path = std::env::temp_dir().join(format!("cuberig-recordings-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Sends for this many seconds; what was sent, as JSON.
fn send(graph: &Graph, seconds: &str) -> Result<String> {
    let mut sender = graph.foreign_node("send_for_recording", &[seconds])?;
    let status = sender.wait(Duration::from_secs(60))?;
    let output = sender.output();
    ensure!(status.success(), "the sender ended with {status}:\n{output}");
    let line = output.lines().rfind(|line| line.starts_with('{'));
    Ok(line.context("the sender prints what it sent")?.to_owned())
}

/// What the readers count in a file where this was sent.
fn read(graph: &Graph, path: &str, sent: &str, options: &[&str]) -> Result<String> {
    let arguments = [&[path, sent], options].concat();
    let output = graph.check("read_recording", &arguments, Duration::from_secs(90))?;
    println!("\n{path}: {}", output.trim_end());
    Ok(output)
}

/// One file, and a folder as rosbag2 makes it.
fn counted() -> Result<()> {
    let folder = Folder::new("counted")?;
    for name in ["all.mcap", "all"] {
        let path = folder.file(name);
        let mut graph = Graph::host(&["recorder"], &[&format!("record:={path}"), "last_minute:=false"])?;
        let sent = send(&graph, "4")?;
        let status = graph.process.stop(Signal::SIGINT, Duration::from_secs(15))?;
        ensure!(status.success(), "the recorder ended with {status}");
        read(&graph, &path, &sent, &[])?;
    }
    Ok(())
}

/// What was sent two seconds before SIGKILL, at least.
fn killed() -> Result<()> {
    let folder = Folder::new("killed")?;
    let path = folder.file("all.mcap");
    let graph = Graph::host(&["recorder"], &[&format!("record:={path}"), "last_minute:=false"])?;
    let sent = send(&graph, "2")?;
    kill(graph.process.pid(), Signal::SIGKILL)?;
    read(&graph, &path, &sent, &["cut"]).map(drop)
}

/// A run without the nodes that it needs fails. Its result names a file, which has the status with that very message.
fn failed_run() -> Result<()> {
    let folder = Folder::new("failed")?;
    let parameters = [format!("record_folder:={}", folder.file("")), "ready_timeout:=1.0".to_owned()];
    let graph = Graph::host(&["conductor", "recorder"], &parameters.each_ref().map(String::as_str))?;
    let output = graph.check("check_failed_run", &[""; 0], Duration::from_secs(60))?;
    let named = output.lines().find_map(|line| line.strip_prefix("recorded in "));
    let named = named.with_context(|| format!("no file is named: {output}"))?;
    ensure!(Path::new(named).starts_with(&folder.0), "{named} is somewhere else");
    // The file goes on for three seconds after the failure.
    graph.process.wait_for_output("the last minute is saved in", Duration::from_secs(10))?;
    std::thread::sleep(Duration::from_secs(5));
    let report = read(&graph, named, "{}", &[])?;
    ensure!(report.contains(&format!("recorded in {named}")), "the failure is not in its recording: {report}");
    // The run fails again for the same reason, and names the same file.
    let replayed =
        replay::replay(record::Reader::open(Path::new(named))?, named.into(), None, &Default::default(), |_| {})?;
    println!("steps {:?}, statuses {:?}", replayed.steps, replayed.statuses);
    ensure!(replayed.differences.is_empty() && replayed.unread.is_empty(), "{replayed:?}");
    ensure!(1 < replayed.steps.compared && 1 < replayed.statuses.compared, "{replayed:?}");
    Ok(())
}

/// The graph goes on, and the recorder reports it.
fn no_place() -> Result<()> {
    let graph = Graph::host(&["recorder"], &["record:=/proc/all.mcap", "record_folder:=/proc/minutes"])?;
    graph.process.wait_for_output("cannot record to /proc/all.mcap", Duration::from_secs(20))?;
    let output = graph.check("check_recorder_health", &["/proc/"], Duration::from_secs(30))?;
    println!("\n{}", output.trim_end());
    ensure!(!graph.process.output().contains("panicked"), "{}", graph.process.output());
    let lines = graph.process.output().lines().filter(|line| line.contains("/proc/")).count();
    ensure!(lines == 2, "{lines} lines for two places:\n{}", graph.process.output());
    Ok(())
}

/// The recording in the documents.
fn example() -> PathBuf {
    repository().join("docs/example/run.mcap")
}

/// Readers that know nothing of ours judge the report of a recording.
fn judge(recording: &Path, folder: &Folder) -> Result<Report> {
    let report = Report::read(recording, None)?;
    let (json, page) = (folder.file("run.json"), folder.file("run.html"));
    std::fs::write(&json, serde_json::to_vec(&report)?)?;
    std::fs::write(&page, html(&report))?;
    let arguments = [&recording.display().to_string(), &json, &page];
    let output = run_python(&Domain::take()?, "check_report", &arguments, Duration::from_secs(60))?;
    println!("\n{}", output.trim_end());
    Ok(report)
}

/// The same file cut in the middle has a report of what is there.
fn reported() -> Result<()> {
    let folder = Folder::new("reported")?;
    let report = judge(&example(), &folder)?;
    let bytes = std::fs::read(example())?;
    let cut = folder.file("cut.mcap");
    std::fs::write(&cut, &bytes[..bytes.len() / 2])?;
    let half = Report::read(Path::new(&cut), None)?;
    ensure!(half.notes == [format!("the recording {cut} breaks off")], "{:?}", half.notes);
    let share = half.messages as f64 / report.messages as f64;
    ensure!((0.3..0.7).contains(&share), "half of the file has {share} of the messages");
    let [most, all] = [half.plans.len(), report.plans.len()];
    ensure!(0 < most && most < all && !half.faces.is_empty(), "half of the file has {most} of {all} plans");
    Ok(())
}

/// A launched rig solves a cube, and is stopped once. With `CUBERIG_WRITE_EXAMPLE=1` its recording becomes that in the documents.
fn made() -> Result<()> {
    let folder = Folder::new("made")?;
    let path = folder.file("run.mcap");
    let record = format!("record:={path}");
    let arguments = [
        "seed:=7",
        &record,
        "record_pictures:=false",
        "last_minute:=false",
        "state_publisher:=none",
        "dashboard:=false",
    ];
    let mut graph = Graph::launch(&arguments)?;
    graph.check("run_for_recording", &[""; 0], Duration::from_secs(150))?;
    graph.process.stop(Signal::SIGINT, Duration::from_secs(30))?;
    judge(Path::new(&path), &folder)?;
    let size = std::fs::metadata(&path)?.len();
    ensure!(size < 3_000_000, "it has {size} bytes");
    if std::env::var_os("CUBERIG_WRITE_EXAMPLE").is_some() {
        std::fs::copy(&path, example())?;
    }
    Ok(())
}
