//! The area `thesis`: every result of the thesis that can be made again, the published figure next to the measured one.
//!
//! What is published and how it is measured is knowledge of the crate `thesis`. Here is what people type and see.

mod drawing;
mod result_cache;

use std::io::IsTerminal;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use solver::LoadOptions;
use thesis::results::{Conditions, Entry, Published, Row, Said, Step};

use super::machine::Machine;
use super::report::{Column, Table};
use crate::failure::{Failure, OrFail, log};
use crate::output::{Output, make_folder};
use crate::size::Size;
use result_cache::ResultCache;

/// What `bench thesis` takes.
#[derive(clap::Args)]
pub struct Arguments {
    /// Results by their numbers in the thesis; all if not given.
    #[arg(value_name = "TABLE", value_parser = entries())]
    tables: Vec<Entry>,
    /// Few, shallow cubes and few pictures: under two minutes for all results, instead of an hour or more.
    #[arg(long)]
    quick: bool,
    /// Measure again what is in the cache.
    #[arg(long)]
    again: bool,
    /// Draw each result into this folder, as TABLE.svg; it is made if need be.
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Threads that search at once; as many as there are processors if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory that tables may take, and with them the fringes; the methods' small ones if not given.
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
}

const LEGEND: &str = "ratio: measured divided by published; (n): the thesis draws a curve, and n is the line or the shortest \
                      length next to it; -: no figure";

/// The numbers of all results, with their titles in the help.
fn entries() -> impl TypedValueParser<Value = Entry> {
    let value = |entry: Entry| PossibleValue::new(entry.name).help(entry.title);
    let parser = PossibleValuesParser::new(Entry::ALL.map(value));
    parser.try_map(|name| name.parse::<Entry>())
}

/// Measures the results one by one and prints each when it is whole. A result in the cache is not measured again.
pub fn run(typed: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let tables =
        LoadOptions { memory: typed.memory.map(|size| size.0), ..LoadOptions::cached_in(LoadOptions::user_cache()) };
    let threads = typed.threads.map_or(tables.threads, usize::from);
    let machine = Machine::this().to_string();
    let cache = ResultCache::new(&machine, threads, &tables, typed.quick);
    let entries = match typed.tables.as_slice() {
        [] => &Entry::ALL[..],
        given => given,
    };
    if let Some(folder) = &typed.svg {
        make_folder(folder)?;
    }
    if !output.wants_json() {
        let version = env!("CARGO_PKG_VERSION");
        output.text(format_args!("cuberig {version} bench thesis: {machine}"))?;
        let pace = if typed.quick { "quick" } else { "full" };
        output.text(format_args!("threads {threads}, {pace}"))?;
    }
    for (number, &entry) in entries.iter().enumerate() {
        let known = match typed.again {
            true => None,
            false => cache.read(entry),
        };
        let is_known = known.is_some();
        let rows = match known {
            Some(rows) => rows,
            None => {
                let bar = Bar::new(entry, number + 1, entries.len(), typed.quick);
                let conditions = Conditions {
                    quick: typed.quick,
                    threads,
                    tables: tables.clone(),
                    progress: &|step: &Step| bar.show(step),
                };
                let rows = entry.measure(&conditions);
                let rows = rows.or_fail()?;
                cache.write(entry, &rows);
                rows
            }
        };
        print(entry, &rows, is_known, output)?;
        if let Some(folder) = &typed.svg {
            drawing::draw(entry, &rows, &folder.join(format!("{entry}.svg")))?;
        }
    }
    match output.wants_json() {
        true => Ok(()),
        false => output.text(format_args!("\n{LEGEND}")),
    }
}

/// A bar on the error stream for one result; a line where there is no terminal and the result takes minutes.
struct Bar(ProgressBar);

impl Bar {
    fn new(entry: Entry, number: usize, count: usize, quick: bool) -> Bar {
        let style = ProgressStyle::with_template("{prefix} {bar:24} {percent:>3} % {elapsed} {msg}")
            .expect("the template is well formed");
        let bar = ProgressBar::new(1000).with_style(style);
        bar.set_prefix(format!("{number} of {count}: {entry}"));
        if !quick && !std::io::stderr().is_terminal() {
            log(format_args!("measuring {entry}, {} ({number} of {count})", entry.title));
        }
        Bar(bar)
    }

    fn show(&self, step: &Step) {
        self.0.set_position((1000.0 * step.done) as u64);
        self.0.set_message(step.doing.clone());
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A JSON object a row, or a table.
fn print(entry: Entry, rows: &[Row], is_known: bool, output: &mut Output) -> Result<(), Failure> {
    if output.wants_json() {
        return rows.iter().try_for_each(|row| output.json(row));
    }
    let mut table = Table::new(entry.name);
    for row in rows {
        table.row([
            Column::new("row", "row").of(row.row.as_str()),
            Column::new("published", "published").of(published_text(&row.published)),
            Column::new("measured", "measured").of(row.measured.map_or("-".to_owned(), figure)),
            Column::new("ratio", "ratio").of(row.ratio.map_or("-".to_owned(), figure)),
            Column::new("unit", "unit").of(row.unit.as_str()),
            Column::new("note", "note").of(row.note.as_deref().unwrap_or_default()),
        ]);
    }
    let again = if is_known { " (cached; --again measures anew)" } else { "" };
    output.text(format_args!("\n{entry}: {}{again}", entry.title))?;
    table.print(output)
}

/// A published figure as people read it.
fn published_text(published: &Published) -> String {
    let Some(value) = published.value.map(figure) else {
        return "-".to_owned();
    };
    match published.said {
        Said::Exactly | Said::Nothing => value,
        Said::About => format!("about {value}"),
        Said::AtMost => format!("at most {value}"),
        Said::AtLeast => format!("at least {value}"),
        Said::Drawn => format!("({value})"),
    }
}

/// A figure with at least three digits that count.
fn figure(value: f64) -> String {
    let size = value.abs();
    match size {
        _ if size.fract() == 0.0 && size < 1e15 => format!("{value:.0}"),
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        1.0.. => format!("{value:.2}"),
        0.001.. => format!("{value:.4}"),
        _ => format!("{value:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_keep_the_digits_that_count() {
        let shown = [2048.0, 3_570_467_226_624.0, 74.14, 0.28, 1.0 / 3.0, 0.000_02].map(figure);
        assert_eq!(shown, ["2048", "3570467226624", "74.1", "0.2800", "0.3333", "2.0e-5"]);
        assert_eq!(published_text(&Published::at_most(15.0)), "at most 15");
        assert_eq!(published_text(&Published::drawn_with(15.0)), "(15)");
        assert_eq!(published_text(&Published::NOTHING), "-");
    }
}
