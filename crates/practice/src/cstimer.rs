//! Files of csTimer: its export (JSON), and its table of one session (CSV with semicolons).
//!
//! The export has a list for each session, and their names in `properties.sessionData`, a JSON text in JSON. A solve is
//! `[[penalty, milliseconds, earlier marks...], scramble, comment, seconds since 1970]`; the penalty is 0, 2000 or -1. A solve on a
//! smart cube has `[turns, puzzle]` at its end.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use time::OffsetDateTime;

use crate::{Error, Penalty, Solve};

/// csTimer's name of the puzzle.
const PUZZLE: &str = "333";

/// A session with its name.
pub type Named = (String, Vec<Solve>);

/// Writes sessions as csTimer exports them.
pub fn export(sessions: &[Named]) -> String {
    let mut names = Map::new();
    // csTimer knows its files by their first letters: the sessions come first.
    let mut file = String::from("{");
    for (number, (name, solves)) in (1..).zip(sessions) {
        let solves: Value = solves.iter().map(written).collect();
        file += &format!("\"session{number}\":{solves},");
        names.insert(number.to_string(), json!({ "name": name, "opt": { "scrType": "333" }, "rank": number }));
    }
    let properties = json!({ "sessionData": Value::Object(names).to_string() });
    file + &format!("\"properties\":{properties}}}")
}

fn written(solve: &Solve) -> Value {
    let penalty = match solve.penalty {
        Penalty::None => 0,
        Penalty::PlusTwo => 2000,
        Penalty::Dnf => -1,
    };
    let marks = [solve.millis].into_iter().chain(solve.splits.iter().rev().copied()).map(i64::from);
    let time: Vec<i64> = [penalty].into_iter().chain(marks).collect();
    let mut entry = vec![json!(time), json!(solve.scramble), json!(solve.comment), json!(solve.at)];
    if !solve.turns.as_slice().is_empty() {
        entry.push(json!([solve.turns, PUZZLE]));
    }
    Value::Array(entry)
}

/// Reads what csTimer has exported; sessions without solves are left out.
///
/// # Errors
/// [`Error::NotCstimer`] with what is wrong.
pub fn import(text: &str) -> Result<Vec<Named>, Error> {
    let refused = |reason: String| Error::NotCstimer(reason);
    let file: Map<String, Value> =
        serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| refused(error.to_string()))?;
    let names = session_names(&file);
    // By number, not as texts: 10 comes after 9.
    let mut sessions: BTreeMap<u32, Named> = BTreeMap::new();
    for (key, list) in &file {
        let Some(number) = key.strip_prefix("session").and_then(|number| number.parse::<u32>().ok()) else { continue };
        let list = unpacked(list);
        let list = list.as_array().ok_or_else(|| refused(format!("'{key}' is no list")))?;
        let solves = list
            .iter()
            .enumerate()
            .map(|(at, entry)| read(entry).ok_or_else(|| refused(format!("entry {} of '{key}' is no solve", at + 1))));
        let solves = solves.collect::<Result<Vec<Solve>, Error>>()?;
        if !solves.is_empty() {
            let name = names.get(&number).cloned().unwrap_or_else(|| number.to_string());
            sessions.insert(number, (name, solves));
        }
    }
    match sessions.is_empty() {
        true => Err(refused("it has no session with solves".into())),
        false => Ok(sessions.into_values().collect()),
    }
}

fn session_names(file: &Map<String, Value>) -> BTreeMap<u32, String> {
    let properties = file.get("properties").map(unpacked);
    let data = properties.as_ref().and_then(|properties| properties.get("sessionData")).map(unpacked);
    let data = data.as_ref().and_then(|data| data.as_object());
    let named = data.into_iter().flatten().filter_map(|(number, session)| {
        let name = match session.get("name")? {
            Value::String(name) => name.clone(),
            // A session that nobody has named has its number.
            other => other.to_string(),
        };
        Some((number.parse().ok()?, name))
    });
    named.collect()
}

/// A value that csTimer may have written as a text with JSON in it.
fn unpacked(value: &Value) -> Cow<'_, Value> {
    let inner = value.as_str().and_then(|text| serde_json::from_str(text).ok());
    inner.map_or(Cow::Borrowed(value), Cow::Owned)
}

fn read(entry: &Value) -> Option<Solve> {
    let [time, rest @ ..] = entry.as_array()?.as_slice() else { return None };
    let marks: Vec<i64> =
        time.as_array()?.iter().map(|mark| mark.as_f64().map(|mark| mark.round() as i64)).collect::<Option<_>>()?;
    let [penalty, millis, splits @ ..] = marks.as_slice() else { return None };
    let text = |at: usize| rest.get(at).and_then(Value::as_str).unwrap_or_default().to_owned();
    Some(Solve {
        at: rest.get(2).and_then(Value::as_f64).unwrap_or(0.0) as i64,
        millis: u32::try_from(*millis).ok()?,
        penalty: match penalty {
            ..0 => Penalty::Dnf,
            0 => Penalty::None,
            _ => Penalty::PlusTwo,
        },
        scramble: text(0),
        comment: text(1),
        splits: splits.iter().rev().map(|split| u32::try_from(*split).ok()).collect::<Option<_>>()?,
        inspected: None,
        // csTimer has rotations and wide turns there too, of other methods: those are left out.
        turns: rest.get(3).and_then(|turns| turns.get(0)?.as_str()?.parse().ok()).unwrap_or_default(),
    })
}

/// Writes a session as csTimer's table: a line a solve, times in seconds, and the length of each stage.
///
/// # Errors
/// None in memory; the writer's are passed on.
pub fn table(solves: &[Solve]) -> Result<String, csv::Error> {
    let stages = solves.iter().map(|solve| solve.splits.len() + 1).max().unwrap_or(1);
    let mut writer = csv::WriterBuilder::new().delimiter(b';').flexible(true).from_writer(Vec::new());
    let heads = ["No.", "Time", "Comment", "Scramble", "Date"].map(str::to_owned);
    writer.write_record(heads.into_iter().chain((1..=stages).map(|stage| format!("P.{stage}"))))?;
    for (number, solve) in (1..).zip(solves) {
        let time = match solve.penalty {
            Penalty::None => seconds(solve.millis),
            Penalty::PlusTwo => format!("{}+", seconds(solve.millis.saturating_add(2000))),
            Penalty::Dnf => format!("DNF({})", seconds(solve.millis)),
        };
        let marks: Vec<u32> = solve.splits.iter().copied().chain([solve.millis]).collect();
        let lengths = marks.iter().enumerate().map(|(at, mark)| {
            let begin = at.checked_sub(1).map_or(0, |before| marks[before]);
            seconds(mark.saturating_sub(begin))
        });
        let line = [number.to_string(), time, solve.comment.clone(), solve.scramble.clone(), date(solve.at)];
        writer.write_record(line.into_iter().chain(lengths))?;
    }
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Such as `12.345` or `1:02.345`.
fn seconds(millis: u32) -> String {
    let (minutes, rest) = (millis / 60_000, millis % 60_000);
    match minutes {
        0 => format!("{}.{:03}", rest / 1000, rest % 1000),
        _ => format!("{minutes}:{:02}.{:03}", rest / 1000, rest % 1000),
    }
}

/// Such as `2026-11-30 08:15:00`, in universal time; empty where no calendar has it.
fn date(seconds: i64) -> String {
    let Ok(date) = OffsetDateTime::from_unix_timestamp(seconds) else { return String::new() };
    let (hour, minute, second) = date.to_hms();
    let (year, month, day) = date.to_calendar_date();
    format!("{year:04}-{:02}-{day:02} {hour:02}:{minute:02}:{second:02}", u8::from(month))
}
