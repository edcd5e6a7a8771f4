//! What went wrong: reports of nodes and lines of the log from WARN on. And the stages of runs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::taken::RunStep;

/// Lines and reports that are kept; more are counted.
const MOST: usize = 2000;

/// A report on `/diagnostics` that was not ok.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fault {
    /// The node.
    pub name: String,
    /// `WARN`, `ERROR` or `STALE`.
    pub level: &'static str,
    /// Its sentence.
    pub text: String,
    /// Seconds from the begin to its first and its last report.
    pub first: f64,
    /// See `first`.
    pub last: f64,
    /// How often it was reported.
    pub count: usize,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogLine {
    /// Seconds from the begin.
    pub at: f64,
    /// `WARN`, `ERROR` or `FATAL`.
    pub level: &'static str,
    /// The node.
    pub name: String,
    /// Its sentence.
    pub text: String,
}

/// A stage of a run, as `run/status` names it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stage {
    /// Such as `scanning`.
    pub name: &'static str,
    /// Seconds from the begin.
    pub start: f64,
    /// See `start`.
    pub end: f64,
    /// The last sentence of it, or the error.
    pub text: String,
}

/// Names of `RunStatus.stage`.
const STAGES: [&str; 8] = ["idle", "scanning", "solving", "executing", "checking", "solved", "stopped", "failed"];

/// Reports that were not ok, with times in nanoseconds.
#[derive(Default)]
pub struct Faults {
    found: BTreeMap<(String, i64, String), (i64, i64, usize)>,
    more: usize,
}

impl Faults {
    /// Takes a report.
    pub fn take(&mut self, at: i64, name: &str, level: i64, text: &str) {
        if level <= 0 {
            return;
        }
        if MOST <= self.found.len() {
            self.more += 1;
            return;
        }
        let key = (name.to_owned(), level, text.to_owned());
        let (_, last, count) = self.found.entry(key).or_insert((at, at, 0));
        (*last, *count) = (at, *count + 1);
    }

    /// All of them, the first one first.
    pub fn list(&self, seconds: impl Fn(i64) -> f64) -> Vec<Fault> {
        let faults = self.found.iter().map(|((name, level, text), (first, last, count))| Fault {
            name: name.clone(),
            level: match level {
                1 => "WARN",
                2 => "ERROR",
                _ => "STALE",
            },
            text: text.clone(),
            first: seconds(*first),
            last: seconds(*last),
            count: *count,
        });
        let mut faults: Vec<Fault> = faults.collect();
        faults.sort_by(|one, other| one.first.total_cmp(&other.first));
        faults
    }

    /// How many are not listed.
    pub fn more(&self) -> usize {
        self.more
    }
}

/// Lines of the log from WARN on.
#[derive(Default)]
pub struct LogLines {
    lines: Vec<(i64, i64, String, String)>,
    more: usize,
}

impl LogLines {
    /// Takes a line.
    pub fn take(&mut self, at: i64, level: i64, name: &str, text: &str) {
        match (30 <= level, self.lines.len() < MOST) {
            (false, _) => {}
            (true, true) => self.lines.push((at, level, name.to_owned(), text.to_owned())),
            (true, false) => self.more += 1,
        }
    }

    /// All of them.
    pub fn list(&self, seconds: impl Fn(i64) -> f64) -> Vec<LogLine> {
        let lines = self.lines.iter().map(|(at, level, name, text)| LogLine {
            at: seconds(*at),
            level: match level {
                ..40 => "WARN",
                40..50 => "ERROR",
                50.. => "FATAL",
            },
            name: name.clone(),
            text: text.clone(),
        });
        lines.collect()
    }

    /// How many are not listed.
    pub fn more(&self) -> usize {
        self.more
    }
}

/// The stages, without the idle time around them.
pub fn stages(steps: &[RunStep], end: i64, seconds: impl Fn(i64) -> f64) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut current = None;
    for step in steps {
        let text = if step.error.is_empty() { &step.text } else { &step.error };
        if let Some(last) = stages.last_mut().filter(|_| current.is_some()) {
            last.end = seconds(step.at);
        }
        if current == Some(step.stage) {
            if let Some(last) = stages.last_mut() {
                last.text.clone_from(text);
            }
            continue;
        }
        let name = usize::try_from(step.stage).ok().and_then(|stage| STAGES.get(stage)).copied();
        current = name.filter(|name| *name != "idle").map(|_| step.stage);
        if let (Some(_), Some(name)) = (current, name) {
            stages.push(Stage { name, start: seconds(step.at), end: seconds(step.at), text: text.clone() });
        }
    }
    if let Some(last) = stages.last_mut().filter(|_| current.is_some()) {
        last.end = seconds(end);
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_that_is_repeated_is_one_fault() {
        let mut faults = Faults::default();
        for (at, name, level, text) in [
            (1, "camera", 2, "no picture"),
            (2, "camera", 0, "ok"),
            (3, "solver", 1, "slow"),
            (4, "camera", 2, "no picture"),
        ] {
            faults.take(at, name, level, text);
        }
        let found = faults.list(|at| at as f64);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (&*found[0].name, found[0].level, found[0].first, found[0].last, found[0].count),
            ("camera", "ERROR", 1.0, 4.0, 2)
        );
        assert_eq!((&*found[1].text, found[1].level), ("slow", "WARN"));
    }

    #[test]
    fn the_log_has_warnings_and_worse() {
        let mut log = LogLines::default();
        for level in [10, 20, 30, 40, 50] {
            log.take(level, level, "camera", "text");
        }
        assert_eq!(
            log.list(|at| at as f64).iter().map(|line| line.level).collect::<Vec<_>>(),
            ["WARN", "ERROR", "FATAL"]
        );
    }

    #[test]
    fn a_stage_lasts_until_the_next() {
        let step = |at, stage, text: &str, error: &str| RunStep { at, stage, text: text.into(), error: error.into() };
        let steps = [
            step(0, 0, "Ready.", ""),
            step(2, 1, "begin", ""),
            step(3, 1, "more", ""),
            step(5, 7, "failed", "no camera"),
            step(6, 0, "Ready.", ""),
            step(9, 1, "again", ""),
        ];
        let stages = stages(&steps, 12, |at| at as f64);
        let found: Vec<_> = stages.iter().map(|stage| (stage.name, stage.start, stage.end, &*stage.text)).collect();
        let expected =
            [("scanning", 2.0, 5.0, "more"), ("failed", 5.0, 6.0, "no camera"), ("scanning", 9.0, 12.0, "again")];
        assert_eq!(found, expected);
    }
}
