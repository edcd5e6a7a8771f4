//! `cuberig practise`: drills of cases that are due, and a timer, on a page; and the learner's file.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use practice::{Store, cstimer};
use serde::Serialize;

use crate::failure::{Failure, OrFail, unreadable};
use crate::output::Output;
use crate::practice_page::{self, Practised};
use crate::values::First;

/// What `practise` takes.
#[derive(Args)]
pub struct PractiseArguments {
    /// The port of the page on this machine; any free one if not given.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    page: u16,
    /// Serve the page to phones in this network too: its address is printed as a code to scan.
    #[arg(long)]
    phone: bool,
    /// Who practises. Each learner has a memory and times of their own.
    #[arg(long, value_name = "NAME", default_value = "me")]
    learner: String,
    /// The file that keeps what was practised; one in the user's data folder if not given.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// The colour of the layers that are done in a drill, or `any` for another one each time.
    #[arg(long, value_name = "COLOR", default_value = "white")]
    first: First,
    /// Take the sessions of an export of csTimer over, and end.
    #[arg(long, value_name = "FILE.json", conflicts_with_all = ["page", "phone", "export", "table"])]
    import: Option<PathBuf>,
    /// Write all sessions as an export that csTimer imports, and end.
    #[arg(long, value_name = "FILE.json", conflicts_with_all = ["page", "phone"])]
    export: Option<PathBuf>,
    /// Write the newest session as csTimer's table (CSV with semicolons), and end.
    #[arg(long, value_name = "FILE.csv", conflicts_with_all = ["page", "phone"])]
    table: Option<PathBuf>,
}

/// Largest export that is read.
const LARGEST: u64 = 64 << 20;

/// Serves the page, or moves times in and out.
pub fn run(typed: &PractiseArguments, output: &mut Output) -> Result<(), Failure> {
    let file = typed.file.clone().unwrap_or_else(Store::usual_file);
    let mut store = Store::open(&file).or_fail()?;
    let learner = store.learner(&typed.learner).or_fail()?;
    if let Some(from) = &typed.import {
        let text = cube::outside::read(from, "an export of csTimer", LARGEST)
            .map_err(|error| Failure::NotAsGiven(unreadable(from, &error)))?;
        let sessions = cstimer::import(&String::from_utf8_lossy(&text)).or_fail()?;
        for (name, solves) in &sessions {
            let session = store.add_session(learner.id, name).or_fail()?;
            store.note_solves(session.id, solves).or_fail()?;
        }
        return say(&sessions, &file, output);
    }
    if typed.export.is_none() && typed.table.is_none() {
        let first = match typed.first {
            First::Color(color) => Some(color),
            First::Any => None,
        };
        let practised = Practised::open(store, learner, first).or_fail()?;
        return practice_page::serve(practised, typed.page, typed.phone, &file);
    }
    let sessions = store.sessions(learner.id).or_fail()?;
    let solves = |id| store.solves(id).map(|solves| solves.into_iter().map(|(_, solve)| solve).collect::<Vec<_>>());
    if let Some(to) = &typed.export {
        let all = sessions.iter().map(|session| Ok((session.name.clone(), solves(session.id)?)));
        let all: Vec<cstimer::Named> = all.collect::<Result<_, practice::Error>>().or_fail()?;
        write(to, &cstimer::export(&all))?;
        say(&all, to, output)?;
    }
    if let Some(to) = &typed.table {
        let newest = sessions.last().ok_or_else(|| Failure::NotAsGiven("there is no session yet".to_owned()))?;
        let newest = [(newest.name.clone(), solves(newest.id).or_fail()?)];
        write(to, &cstimer::table(&newest[0].1).or_fail()?)?;
        say(&newest, to, output)?;
    }
    Ok(())
}

/// The JSON object of times that were moved.
#[derive(Serialize)]
struct Moved {
    sessions: usize,
    solves: usize,
    /// Where they are now.
    file: String,
}

/// Prints which times are in a file now.
fn say(sessions: &[cstimer::Named], file: &Path, output: &mut Output) -> Result<(), Failure> {
    let solves = sessions.iter().map(|(_, solves)| solves.len()).sum();
    let moved = Moved { sessions: sessions.len(), solves, file: file.display().to_string() };
    if output.wants_json() {
        return output.json(&moved);
    }
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (solves, sessions) = (counted(moved.solves, "solve"), counted(moved.sessions, "session"));
    output.text(format_args!("{solves} of {sessions}: {}", moved.file))
}

fn write(to: &Path, text: &str) -> Result<(), Failure> {
    let written = std::fs::File::create(to).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| Failure::NotAsGiven(format!("cannot write '{}': {error}", to.display())))
}
