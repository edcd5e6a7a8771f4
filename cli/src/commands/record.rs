//! `cuberig record`: records a rig that runs. The node `recorder` does it.

use std::path::{PathBuf, absolute};

use crate::failure::Failure;
use crate::output::Output;
use crate::rig_program::become_program;

/// What to record, and where.
#[derive(clap::Args)]
pub struct RecordArguments {
    /// NAME.mcap for one file; another name for a folder as rosbag2 makes it
    file: PathBuf,
    /// The rig's namespace, where there are several rigs
    #[arg(long, value_name = "NAME")]
    namespace: Option<String>,
    /// Leave out the camera's pictures
    #[arg(long)]
    without_pictures: bool,
}

/// Becomes the program that records, until it is interrupted.
///
/// # Errors
/// A file that is there already; the program is not there or cannot be started.
pub fn run(typed: &RecordArguments, output: &Output) -> Result<(), Failure> {
    if output.wants_json() {
        return Err(Failure::Usage("record prints no JSON".into()));
    }
    let file = absolute(&typed.file).unwrap_or_else(|_| typed.file.clone());
    if file.exists() {
        let text = format!("{} exists already; recordings overwrite nothing", file.display());
        return Err(Failure::NotAsGiven(text));
    }
    // The launched rig has a node `recorder` of its own. JSON's texts in quotes are YAML's too.
    let quoted = serde_json::Value::from(file.to_string_lossy()).to_string();
    let mut words = vec!["-r".to_owned(), "__node:=recording".to_owned()];
    let record_pictures = format!("record_pictures:={}", !typed.without_pictures);
    for parameter in [format!("record:={quoted}"), "last_minute:=false".to_owned(), record_pictures] {
        words.extend(["-p".to_owned(), parameter]);
    }
    let instead = "`ros2 bag record --all --storage mcap` records the same topics";
    become_program("recorder", typed.namespace.as_deref(), &words, "records a rig", instead)
}
