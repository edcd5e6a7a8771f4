//! What a bench found: tables that people read and scripts parse, written down once for both.

use serde_json::{Map, Value, json};

use super::machine::Machine;
use crate::failure::Failure;
use crate::output::Output;

/// The findings of one area.
pub struct Report {
    area: &'static str,
    conditions: Vec<(&'static str, Value)>,
    tables: Vec<Table>,
    legend: &'static str,
}

/// Rows of one kind, all of the same columns.
pub struct Table {
    name: &'static str,
    rows: Vec<Vec<Cell>>,
}

/// A column and a value in it.
pub type Cell = (Column, Value);

/// A column: its key in JSON, and how people see it.
pub struct Column {
    key: &'static str,
    shown: Option<Shown>,
}

/// How a column is printed.
struct Shown {
    heading: &'static str,
    /// Places behind the point; numbers without any are printed whole.
    digits: usize,
}

impl Report {
    /// An empty report.
    pub fn new(area: &'static str) -> Report {
        Report { area, conditions: Vec::new(), tables: Vec::new(), legend: "" }
    }

    /// The same report with something the figures depend on.
    #[must_use]
    pub fn under(mut self, key: &'static str, value: impl Into<Value>) -> Report {
        self.conditions.push((key, value.into()));
        self
    }

    /// The same report with another table.
    #[must_use]
    pub fn with(mut self, table: Table) -> Report {
        self.tables.push(table);
        self
    }

    /// The same report with a sentence on the meaning of the columns.
    #[must_use]
    pub fn explained(mut self, legend: &'static str) -> Report {
        self.legend = legend;
        self
    }

    /// Prints it with the machine: JSON with all columns, or text with those that are shown.
    pub fn print(&self, machine: &Machine, output: &mut Output) -> Result<(), Failure> {
        if output.wants_json() {
            return output.json(&self.json(machine));
        }
        let version = env!("CARGO_PKG_VERSION");
        output.text(format_args!("cuberig {version} bench {}: {machine}", self.area))?;
        let conditions = self.conditions.iter();
        let conditions: Vec<String> = conditions.map(|(key, value)| format!("{key} {}", plain(value))).collect();
        output.text(conditions.join(", "))?;
        for table in self.tables.iter().filter(|table| !table.rows.is_empty()) {
            output.text("")?;
            table.print(output)?;
        }
        match self.legend {
            "" => Ok(()),
            legend => output.text(format_args!("\n{legend}")),
        }
    }

    fn json(&self, machine: &Machine) -> Value {
        let tables = self.tables.iter();
        let tables: Map<String, Value> = tables.map(|table| (table.name.to_owned(), table.objects())).collect();
        let conditions = self.conditions.iter();
        let conditions: Map<String, Value> =
            conditions.map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
        json!({
            "area": self.area,
            "version": env!("CARGO_PKG_VERSION"),
            "machine": machine,
            "conditions": conditions,
            "tables": tables,
        })
    }
}

impl Column {
    /// A column of text, or of numbers that are printed whole.
    pub const fn new(key: &'static str, heading: &'static str) -> Column {
        Column::with_digits(key, heading, 0)
    }

    /// A column of numbers that are printed with this many places behind the point.
    pub const fn with_digits(key: &'static str, heading: &'static str, digits: usize) -> Column {
        let shown = Some(Shown { heading, digits });
        Column { key, shown }
    }

    /// A column for scripts only.
    pub const fn hidden(key: &'static str) -> Column {
        Column { key, shown: None }
    }

    /// A value in this column, null where there is none.
    pub fn of(self, value: impl Into<Value>) -> Cell {
        (self, value.into())
    }
}

impl Table {
    /// A table without rows; `name` is its key in JSON.
    pub fn new(name: &'static str) -> Table {
        Table { name, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl Into<Vec<Cell>>) {
        self.rows.push(cells.into());
    }

    /// Prints it as text.
    pub fn print(&self, output: &mut Output) -> Result<(), Failure> {
        self.lines().iter().try_for_each(|line| output.text(line))
    }

    /// The rows as JSON objects.
    fn objects(&self) -> Value {
        let object = |row: &Vec<Cell>| -> Map<String, Value> {
            row.iter().map(|(column, value)| (column.key.to_owned(), value.clone())).collect()
        };
        self.rows.iter().map(object).map(Value::Object).collect()
    }

    /// Headings and rows in columns: text to the left, numbers to the right.
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![String::new(); self.rows.len() + 1];
        for (index, (column, _)) in self.rows.first().into_iter().flatten().enumerate() {
            let Some(Shown { heading, digits }) = &column.shown else {
                continue;
            };
            let values = self.rows.iter().map(|row| &row[index].1);
            let is_text = values.clone().any(Value::is_string);
            let mut cells = vec![(*heading).to_owned()];
            cells.extend(values.map(|value| cell(value, *digits)));
            let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
            for (line, cell) in lines.iter_mut().zip(cells) {
                if !line.is_empty() {
                    line.push_str("  ");
                }
                line.push_str(&match is_text {
                    true => format!("{cell:width$}"),
                    false => format!("{cell:>width$}"),
                });
            }
        }
        lines.iter().map(|line| line.trim_end().to_owned()).collect()
    }
}

/// A value as people read it; a dash where there is none.
fn cell(value: &Value, digits: usize) -> String {
    match value {
        Value::Number(number) if number.is_f64() => {
            format!("{:.digits$}", number.as_f64().unwrap_or(f64::NAN))
        }
        Value::Null => "-".to_owned(),
        other => plain(other),
    }
}

/// Text without its quotes.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new("cubes");
        for (name, length, seed, count) in [("a", Some(18.456), 7, 100), ("longer", None, 8, 2)] {
            table.row([
                Column::new("name", "name").of(name),
                Column::with_digits("length", "moves", 2).of(length),
                Column::hidden("seed").of(seed),
                Column::new("count", "n").of(count),
            ]);
        }
        table
    }

    #[test]
    fn columns_are_as_wide_as_what_they_hold() {
        let expected = ["name    moves    n", "a       18.46  100", "longer      -    2"];
        assert_eq!(table().lines(), expected);
    }

    #[test]
    fn scripts_get_all_columns_and_every_digit() {
        let report = Report::new("test").under("threads", 2).with(table());
        let json = report.json(&Machine::this());
        assert_eq!(json["tables"]["cubes"][0]["length"], 18.456);
        assert_eq!(json["tables"]["cubes"][1]["length"], Value::Null);
        assert_eq!(json["tables"]["cubes"][1]["seed"], 8);
        assert_eq!(json["conditions"]["threads"], 2);
        assert!(0 < json["machine"]["threads"].as_u64().unwrap_or(0));
    }
}
