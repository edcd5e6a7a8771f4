//! `cuberig replay`: does again what a recorded rig has seen, and names the differences.

use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use record::Reader;
use replay::{Compared, Difference, Options, Outcome};
use serde::Serialize;

use crate::failure::{Failure, OrFail, log};
use crate::output::Output;

/// The topics that are compared.
const TOPICS: [&str; 4] = ["faces", "cube/state", "run/steps", "run/status"];
/// Differences that are printed of each topic; JSON has all.
const PRINTED: usize = 20;

/// What to replay.
#[derive(Args)]
pub struct ReplayArguments {
    /// An MCAP file, or its folder, as `cuberig record`, `record:=` and `ros2 bag record --storage mcap` write it
    file: PathBuf,
    /// Differences count from this second on; what comes before is followed all the same
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    from: Option<f64>,
    /// Stop at this second
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    to: Option<f64>,
    /// Only differences of this topic; may be given twice
    #[arg(long = "topic", value_name = "TOPIC", value_parser = TOPICS)]
    topics: Vec<String>,
    /// `faces=new` lets the faces that are found now lead to the states, in place of the recorded ones
    #[arg(long = "with", value_name = "CHANGE", value_parser = ["faces=new"])]
    changes: Vec<String>,
    /// The rig's namespace, where several were recorded
    #[arg(long, value_name = "NAME")]
    namespace: Option<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().map_err(|error| error.to_string())?;
    (0.0..=1e7).contains(&seconds).then_some(seconds).ok_or_else(|| "it must be within 0 to 10000000".to_owned())
}

/// The JSON object of a replay.
#[derive(Serialize)]
struct Replayed<'a> {
    namespace: &'a str,
    seconds: f64,
    topics: [Topic; 4],
    states_since: Option<f64>,
    steps_since: Option<f64>,
    lost: u64,
    differences: Vec<Differs<'a>>,
    unread: &'a [String],
    breaks_off: Option<&'a str>,
}

/// A topic in JSON.
#[derive(Serialize)]
struct Topic {
    topic: &'static str,
    recorded: u64,
    compared: u64,
    different: u64,
}

/// A difference in JSON.
#[derive(Serialize)]
struct Differs<'a> {
    seconds: f64,
    topic: &'a str,
    text: &'a str,
}

/// Replays a recording.
///
/// # Errors
/// A file that is no recording of a rig; a difference.
pub fn run(typed: &ReplayArguments, output: &mut Output) -> Result<(), Failure> {
    let reader = Reader::open(&typed.file).or_fail()?;
    let options = Options { from: typed.from, to: typed.to, new_faces: !typed.changes.is_empty() };
    let style = ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = ProgressBar::new_spinner().with_style(style);
    let replayed = replay::replay(reader, typed.file.clone(), typed.namespace.as_deref(), &options, |seconds| {
        bar.set_message(format!("{seconds:.1} s"));
        bar.tick();
    });
    bar.finish_and_clear();
    let outcome = replayed.or_fail()?;
    let is_wanted = |topic: &str| typed.topics.is_empty() || typed.topics.iter().any(|wanted| wanted == topic);
    let wanted: Vec<&Difference> = outcome.differences.iter().filter(|found| is_wanted(found.topic)).collect();
    match output.wants_json() {
        true => output.json(&in_json(&outcome, &wanted))?,
        false => print(&outcome, &wanted, output)?,
    }
    if wanted.is_empty() { Ok(()) } else { Err(Failure::Several) }
}

fn in_json<'a>(outcome: &'a Outcome, wanted: &[&'a Difference]) -> Replayed<'a> {
    let compared = [outcome.faces, outcome.states, outcome.steps, outcome.statuses];
    let topics = std::array::from_fn(|place| {
        let Compared { recorded, compared, different } = compared[place];
        Topic { topic: TOPICS[place], recorded, compared, different }
    });
    let differs = |found: &&'a Difference| Differs { seconds: found.seconds, topic: found.topic, text: &found.text };
    Replayed {
        namespace: &outcome.namespace,
        seconds: outcome.seconds,
        topics,
        states_since: outcome.states_since,
        steps_since: outcome.steps_since,
        lost: outcome.lost,
        differences: wanted.iter().map(differs).collect(),
        unread: &outcome.unread,
        breaks_off: outcome.breaks_off.as_deref(),
    }
}

fn print(outcome: &Outcome, wanted: &[&Difference], output: &mut Output) -> Result<(), Failure> {
    for topic in TOPICS {
        let of_topic = || wanted.iter().filter(|found| found.topic == topic);
        for found in of_topic().take(PRINTED) {
            output.text(format!("{:9.3} s {topic}: {}", found.seconds, found.text))?;
        }
        let more = of_topic().count().saturating_sub(PRINTED);
        if 0 < more {
            output.text(format!("            {topic}: {more} more; --json has all"))?;
        }
    }
    let seconds = outcome.seconds;
    output.text(format!("{seconds:.1} s were recorded{}", rig(&outcome.namespace)))?;
    let Compared { recorded, compared, different } = outcome.faces;
    output.text(format!("faces: {compared} of {recorded} messages have their picture; {different} differ now"))?;
    let Compared { recorded, compared, different } = outcome.states;
    let since = outcome.states_since.map_or_else(String::new, |since| format!(" from {since:.1} s on"));
    output.text(format!(
        "cube/state: {compared} of {recorded} messages follow from others{since}; {different} differ now"
    ))?;
    match outcome.steps_since {
        Some(since) => {
            let Compared { recorded, compared, different } = outcome.steps;
            output.text(format!(
                "run/steps: {compared} of {recorded} steps of the conductor were taken again from {since:.1} s on; {different} differ now"
            ))?;
            let Compared { recorded, compared, different } = outcome.statuses;
            output.text(format!(
                "run/status: {compared} of {recorded} messages follow from steps; {different} differ now"
            ))?;
        }
        None if 0 < outcome.statuses.recorded => {
            log("no run/steps are recorded, as by an older version: what the conductor decided is not replayed");
        }
        None => {}
    }
    if 0 < outcome.lost {
        log(format!(
            "{} messages of faces, cube/pose and run/steps are missing in the recording; what follows from them is not compared",
            outcome.lost
        ));
    }
    for unread in &outcome.unread {
        log(format!("not read: {unread}"));
    }
    outcome.breaks_off.iter().for_each(log);
    Ok(())
}

fn rig(namespace: &str) -> String {
    if namespace.is_empty() { String::new() } else { format!(" of the rig /{namespace}") }
}
