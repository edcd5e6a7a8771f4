//! What the tables of the measured methods take: disk space, and time to load and to build.

use std::collections::HashSet;
use std::path::PathBuf;

use solver::{LoadOptions, Solver};

use crate::bench::report::{Column, Table};
use crate::failure::Failure;
use crate::method::Method;
use crate::size::Size;
use crate::tables::{self, Used};

/// Loads methods and keeps account.
pub struct Loading {
    options: LoadOptions,
    /// Names that have a row.
    known: HashSet<&'static str>,
    table: Table,
    _own_folder: Option<OwnFolder>,
}

/// A folder of tables that goes away with this.
struct OwnFolder(PathBuf);

impl Drop for OwnFolder {
    fn drop(&mut self) {
        // What is left there can be removed by hand; the figures are worth more than a failure here.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Loading {
    /// Tables come from the usual folder, or are built anew in one of this process.
    pub fn new(options: &LoadOptions, build: bool) -> Loading {
        let mut options = options.clone();
        let own_folder = build.then(|| {
            let folder = LoadOptions::user_cache().join(format!("bench-{}", std::process::id()));
            options.cache_dir = Some(folder.clone());
            OwnFolder(folder)
        });
        Loading { options, known: HashSet::new(), table: Table::new("tables"), _own_folder: own_folder }
    }

    /// The method's solver. Where tables had to be built it is loaded a second time, so that both times are known.
    pub fn load(&mut self, method: Method) -> Result<Box<dyn Solver>, Failure> {
        let mut loaded = tables::load(method, &self.options)?;
        let used = std::mem::take(&mut loaded.tables);
        if used.iter().any(|table| table.built.is_some()) {
            drop(loaded.loaded);
            loaded = tables::load(method, &self.options)?;
        }
        for Used { name, built } in used {
            if !self.known.insert(name) {
                continue;
            }
            let bytes = tables::find(&self.options, name)?.map(|file| file.bytes);
            self.table.row([
                Column::new("table", "table").of(name),
                Column::new("method", "first used by").of(method.name()),
                Column::hidden("bytes").of(bytes),
                Column::new("size", "size").of(bytes.map(|bytes| Size(bytes).to_string())),
                Column::with_digits("build_seconds", "built in s", 1).of(built),
                Column::with_digits("load_seconds", "method loaded in s", 3).of(loaded.seconds),
            ]);
        }
        Ok(loaded.loaded)
    }

    /// A row for each table.
    pub fn table(self) -> Table {
        self.table
    }
}
