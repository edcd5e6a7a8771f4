//! `cuberig report`: a page about a recorded run.

use std::path::PathBuf;

use report::{Report, html};

use crate::failure::{Failure, OrFail};
use crate::output::{Output, write_file};

/// Which recording, and where the page goes.
#[derive(clap::Args)]
pub struct ReportArguments {
    /// A recording: an MCAP file, or the folder of one
    recording: PathBuf,
    /// Where to write the page; by default next to the recording, and not with --json
    #[arg(long, value_name = "FILE.html")]
    out: Option<PathBuf>,
    /// The rig's namespace, where the recording has several rigs
    #[arg(long, value_name = "NAME")]
    namespace: Option<String>,
}

/// Reads the recording and writes the page.
///
/// # Errors
/// A file that is no recording of a rig; a page that cannot be written.
pub fn run(typed: &ReportArguments, output: &mut Output) -> Result<(), Failure> {
    let report = Report::read(&typed.recording, typed.namespace.as_deref()).or_fail()?;
    let next_to_it = || typed.recording.with_extension("html");
    let page = typed.out.clone().or_else(|| (!output.wants_json()).then(next_to_it));
    if let Some(page) = &page {
        write_file(page, &html(&report))?;
    }
    if output.wants_json() {
        return output.json(&report);
    }
    for note in &report.notes {
        output.text(note)?;
    }
    for missing in &report.missing {
        output.text(format!("no {}: {}", missing.part, missing.reason))?;
    }
    match page {
        Some(page) => output.text(format!("{:.1} s are reported in {}", report.seconds, page.display())),
        None => Ok(()),
    }
}
