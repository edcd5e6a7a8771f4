//! `cargo xtask figures`: writes the tables of docs/benchmarks.md from the measurements in docs/figures.json.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use rosprefix::paths::Paths;

const FIGURES: &str = "docs/figures.json";
const PAGE: &str = "docs/benchmarks.md";

/// A table begins on the page after a line `<!--figures:NAME-->`, and ends before the line [`END`].
const BEGIN: &str = "<!--figures:";
const END: &str = "<!--end-->";

/// The command's options.
#[derive(clap::Args)]
pub struct Options {
    /// Write nothing; fail when the page differs from the figures
    #[arg(long)]
    check: bool,
}

/// What one measurement found.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    /// The commands that measure it again.
    commands: Vec<String>,
    /// The commit that recorded it.
    commit: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Column {
    name: String,
    #[serde(default)]
    unit: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Cell {
    Text(String),
    Number(serde_json::Number),
}

/// Writes the page, or compares it.
///
/// # Errors
/// When a file is missing or not as described, or the page to check differs.
pub fn run(paths: &Paths, options: &Options) -> Result<ExitCode> {
    let read = |name: &str| fs::read_to_string(paths.join(name)).with_context(|| format!("cannot read {name}"));
    let page = read(PAGE)?;
    let written = with_figures(&page, &read(FIGURES)?)?;
    if options.check {
        ensure!(written == page, "{PAGE} differs from {FIGURES}: run `cargo xtask figures`");
    } else {
        fs::write(paths.join(PAGE), written).with_context(|| format!("cannot write {PAGE}"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The page with each table as the JSON has it.
fn with_figures(page: &str, json: &str) -> Result<String> {
    let mut unused: BTreeMap<String, Figures> = serde_json::from_str(json).context(FIGURES)?;
    let mut written = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        writeln!(written, "{line}")?;
        let Some(name) = line.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix("-->")) else {
            continue;
        };
        let figures = unused.remove(name).with_context(|| format!("{FIGURES} has no figures for a table {name}"))?;
        written.push_str(&figures.table().with_context(|| format!("table {name}"))?);
        ensure!(lines.any(|line| line == END), "the table {name} does not end with {END}");
        writeln!(written, "{END}")?;
    }
    if let Some(name) = unused.keys().next() {
        bail!("{PAGE} has no line `{BEGIN}{name}-->`");
    }
    Ok(written)
}

impl Figures {
    fn table(&self) -> Result<String> {
        ensure!(!self.commands.is_empty(), "no command measures it");
        let mut table = format!("\n```sh\n{}\n```\n\n", self.commands.join("\n"));
        let titles = self.columns.iter().map(|Column { name, unit }| match unit {
            Some(unit) => format!("{name}, {unit}"),
            None => name.clone(),
        });
        writeln!(table, "{}", row(titles))?;
        writeln!(table, "|{}", "---|".repeat(self.columns.len()))?;
        for cells in &self.rows {
            ensure!(cells.len() == self.columns.len(), "{} cells in a row of {}", cells.len(), self.columns.len());
            let cells = cells.iter().map(|cell| match cell {
                Cell::Text(text) => text.clone(),
                Cell::Number(number) => number.to_string(),
            });
            writeln!(table, "{}", row(cells))?;
        }
        writeln!(table, "\n*Recorded in {}.*\n", self.commit)?;
        Ok(table)
    }
}

fn row(cells: impl Iterator<Item = String>) -> String {
    format!("|{}|", cells.collect::<Vec<_>>().join("|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &str = r#"{ "plans": {
        "commands": ["cuberig bench planner"], "commit": "0123abc",
        "columns": [{ "name": "rig" }, { "name": "mean", "unit": "s" }],
        "rows": [["`nxt-2015`", 37.8], ["two", "21 to 22"]]
    } }"#;
    const TABLE: &str = "\n```sh\ncuberig bench planner\n```\n\n|rig|mean, s|\n|---|---|\n|`nxt-2015`|37.8|\n|two|21 to 22|\n\n*Recorded in 0123abc.*\n\n";

    #[test]
    fn a_stale_table_is_replaced_and_the_text_around_it_kept() {
        let page = |table: &str| format!("# Page\n{BEGIN}plans-->\n{table}{END}\nAfter it.\n");
        assert_eq!(with_figures(&page("| old |\n"), JSON).unwrap(), page(TABLE));
        assert_eq!(with_figures(&page(TABLE), JSON).unwrap(), page(TABLE));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let error = |page: &str, json: &str| format!("{:#}", with_figures(page, json).unwrap_err());
        let page = format!("{BEGIN}plans-->\n{END}\n");
        assert!(error("# Page\n", JSON).contains("has no line `<!--figures:plans-->`"));
        assert!(error(&page, "{}").contains("no figures for a table plans"));
        assert!(error(&format!("{BEGIN}plans-->\n"), JSON).contains("does not end"));
        assert!(error(&page, &JSON.replace(", 37.8", "")).contains("1 cells in a row of 2"));
        assert!(error(&page, &JSON.replace(r#""cuberig bench planner""#, "")).contains("no command"));
        assert!(error(&page, &JSON.replace("unit", "units")).contains("unknown field"));
    }
}
