//! Tables of the solver and of the search for rig time: where they are kept, and how people see them being built.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use planner::SearchTables;
use rig::Profile;
use solver::{LoadOptions, Progress, Solver, TableFile};

use crate::failure::{Failure, OrFail, log};
use crate::method::Method;

/// Building that takes no longer is not worth a line where there is no terminal for a bar.
const SOON: Duration = Duration::from_secs(5);

/// Something loaded, and what its tables took.
pub struct Loaded<T> {
    /// Ready for use.
    pub loaded: T,
    /// Time for all of it, s.
    pub seconds: f64,
    /// Its tables, in the order of loading.
    pub tables: Vec<Used>,
}

/// A table that a method uses.
pub struct Used {
    /// Its name.
    pub name: &'static str,
    /// How long it took to build, s; none where it was there.
    pub built: Option<f64>,
}

/// Loads or builds the tables of a method and keeps them, with a progress bar on the error stream while it builds.
pub fn load(method: Method, options: &LoadOptions) -> Result<Loaded<Box<dyn Solver>>, Failure> {
    watched(|progress| method.load(options, progress))
}

/// The same for the tables of the search for rig time on a rig.
pub fn load_rig(profile: &Profile) -> Result<Loaded<SearchTables>, Failure> {
    watched(|progress| SearchTables::load(profile, &rig_options(), progress))
}

/// The tables of a method for this time: where they cannot be kept, the reason is logged, and they stay in memory.
pub fn use_once(method: Method, options: &LoadOptions) -> Result<Box<dyn Solver>, Failure> {
    let load = |progress: &Watching| options.load_or_in_memory(log, |options| method.load(options, progress));
    Ok(watched(load)?.loaded)
}

/// The same for the tables of the search for rig time.
pub fn use_rig_once(profile: &Profile) -> Result<SearchTables, Failure> {
    let load = |progress: &Watching| {
        rig_options().load_or_in_memory(log, |options| SearchTables::load(profile, options, progress))
    };
    Ok(watched(load)?.loaded)
}

fn rig_options() -> LoadOptions {
    LoadOptions::cached_in(LoadOptions::user_cache())
}

/// Who follows the building of tables.
type Watching<'a> = dyn Fn(&Progress) + Sync + 'a;

fn watched<T>(load: impl FnOnce(&Watching) -> Result<T, solver::Error>) -> Result<Loaded<T>, Failure> {
    let started = Instant::now();
    let watch = Mutex::new(Watch::new());
    let loaded = load(&|progress: &Progress| {
        let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
        watch.see(progress);
    });
    let watch = watch.into_inner().unwrap_or_else(PoisonError::into_inner);
    watch.bar.finish_and_clear();
    Ok(Loaded { loaded: loaded.or_fail()?, seconds: started.elapsed().as_secs_f64(), tables: watch.tables })
}

/// The newest file of a table in the folder of these options.
pub fn find(options: &LoadOptions, name: &str) -> Result<Option<TableFile>, Failure> {
    let Some(folder) = &options.cache_dir else {
        return Ok(None);
    };
    let files = list(folder)?.into_iter();
    Ok(files.filter(|file| file.name == name && file.version.is_some()).max_by_key(|file| file.version))
}

/// All table files of a folder.
pub fn list(folder: &Path) -> Result<Vec<TableFile>, Failure> {
    TableFile::list(folder).or_fail()
}

/// Follows the building of one table after the other.
struct Watch {
    bar: ProgressBar,
    /// When the current table began; the tenths of it that were logged.
    began: Instant,
    logged: u32,
    tables: Vec<Used>,
}

impl Watch {
    fn new() -> Watch {
        let style = ProgressStyle::with_template("{msg:28} {bar:40} {percent:>3} % {elapsed}, {eta} left")
            .expect("the template is well formed");
        Watch { bar: ProgressBar::new(1000).with_style(style), began: Instant::now(), logged: 0, tables: Vec::new() }
    }

    fn see(&mut self, progress: &Progress) {
        if let Some(note) = &progress.note {
            return self.bar.suspend(|| log(note));
        }
        let name = progress.table;
        if self.tables.last().is_none_or(|table| table.name != name) {
            // A table that exists already is reported once, when it is loaded.
            let built = (progress.done < 1.0).then_some(0.0);
            self.tables.push(Used { name, built });
            self.bar.reset();
            self.bar.set_message(format!("building {name}"));
            (self.began, self.logged) = (Instant::now(), 0);
        }
        let elapsed = self.began.elapsed();
        let Some(seconds) = self.tables.last_mut().and_then(|table| table.built.as_mut()) else {
            return;
        };
        *seconds = elapsed.as_secs_f64();
        self.bar.set_position((progress.done * 1000.0) as u64);
        let tenth = (progress.done * 10.0) as u32;
        if SOON < elapsed && self.logged < tenth && !std::io::stderr().is_terminal() {
            self.logged = tenth;
            let left = elapsed.as_secs_f64() * (1.0 / progress.done - 1.0);
            log(format_args!("building table {name}: {:.0} %, about {left:.0} s left", progress.done * 100.0));
        }
    }
}
