//! What the tables of the measured methods take: disk space, and time to load and to build.

use std::path::PathBuf;

use solver::{LoadOptions, Method, Solver};

use crate::bench::report::{Column, Table};
use crate::failure::Failure;
use crate::tables::{self, Built};

/// Loads methods and keeps account.
pub struct Loading {
    options: LoadOptions,
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
            let folder = tables::folder().join(format!("bench-{}", std::process::id()));
            options.cache_dir = Some(folder.clone());
            OwnFolder(folder)
        });
        let columns = vec![
            Column::new("method", "tables of"),
            Column::with_digits("load_seconds", "loaded s", 3),
            Column::new("built", "built"),
            Column::with_digits("build_seconds", "in s", 1),
        ];
        Loading {
            options,
            table: Table::new("tables", columns),
            _own_folder: own_folder,
        }
    }

    /// The method's solver. Where tables had to be built they are loaded a second time, so that both times are known.
    pub fn load(&mut self, method: Method) -> Result<Box<dyn Solver>, Failure> {
        let mut loaded = tables::load(method, &self.options)?;
        let built = std::mem::take(&mut loaded.built);
        if !built.is_empty() {
            drop(loaded.solver);
            loaded = tables::load(method, &self.options)?;
        }
        let names: Vec<&str> = built.iter().map(|built| built.name).collect();
        let seconds: f64 = built.iter().map(|built: &Built| built.seconds).sum();
        self.table.row(vec![
            method.name().into(),
            loaded.seconds.into(),
            (!names.is_empty()).then(|| names.join(" ")).into(),
            (!names.is_empty()).then_some(seconds).into(),
        ]);
        Ok(loaded.solver)
    }

    /// A row for each method.
    pub fn table(self) -> Table {
        self.table
    }
}
