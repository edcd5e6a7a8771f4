//! The solvers that were asked for so far: each loads its tables once, and all callers share it.

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::{Error, LoadOptions, Method, Progress, Solver};

/// Where the loading of a method's tables stands.
#[derive(Clone)]
pub enum TableState {
    /// Under way; with what is being done.
    Loading(String),
    /// Ready to solve.
    Ready(Arc<dyn Solver>),
    /// Failed; with the reason. The next caller tries again.
    Failed(String),
}

/// What happens while tables load; `Display` is a sentence for people.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadNews {
    /// Something worth saying by itself, such as that a damaged file is built again.
    Note(String),
    /// Tables are generated; how far they are. Comes about ten times for each table.
    Generating(String),
    /// The table file cannot be read or written, so the tables stay in memory only.
    MemoryOnly {
        /// The file.
        path: PathBuf,
        /// What cannot be done with it, such as "written".
        action: &'static str,
        /// The reason.
        reason: String,
    },
    /// The method can solve.
    Ready(Method),
    /// It cannot; with the reason.
    Failed(String),
}

impl fmt::Display for LoadNews {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadNews::Note(text) | LoadNews::Failed(text) => formatter.write_str(text),
            LoadNews::Generating(text) => write!(formatter, "generating tables: {text}"),
            LoadNews::MemoryOnly {
                path,
                action,
                reason,
            } => write!(
                formatter,
                "the table file {} cannot be {action} ({reason}); the tables stay in memory only",
                path.display()
            ),
            LoadNews::Ready(method) => write!(formatter, "the method {method} is ready"),
        }
    }
}

/// The solvers that were asked for so far.
pub struct LoadedMethods {
    states: Mutex<HashMap<Method, TableState>>,
    ended: Condvar,
    news: Box<dyn Fn(&LoadNews) + Send + Sync>,
}

impl LoadedMethods {
    /// No solver yet; `news` hears what happens, from any thread.
    pub fn new(news: impl Fn(&LoadNews) + Send + Sync + 'static) -> LoadedMethods {
        LoadedMethods {
            states: Mutex::default(),
            ended: Condvar::new(),
            news: Box::new(news),
        }
    }

    /// The solver of a method. The first caller loads its tables, which can take minutes, and the others wait for it.
    ///
    /// # Errors
    /// A sentence, when the loading failed.
    pub fn get(&self, method: Method, options: &LoadOptions) -> Result<Arc<dyn Solver>, String> {
        let mut states = self.lock();
        if matches!(states.get(&method), None | Some(TableState::Failed(_))) {
            states.insert(method, TableState::Loading(format!("loading {method}")));
            drop(states);
            let loaded = catch_unwind(AssertUnwindSafe(|| self.load(method, options)));
            let loaded =
                loaded.unwrap_or_else(|_| Err("the loading of the tables broke off".into()));
            self.lock().insert(
                method,
                match &loaded {
                    Ok(solver) => TableState::Ready(solver.clone()),
                    Err(reason) => TableState::Failed(reason.clone()),
                },
            );
            self.ended.notify_all();
            return loaded;
        }
        loop {
            match states.get(&method) {
                Some(TableState::Ready(solver)) => return Ok(solver.clone()),
                Some(TableState::Failed(reason)) => return Err(reason.clone()),
                Some(TableState::Loading(_)) | None => {
                    let waited = self.ended.wait(states);
                    states = waited.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Where each method stands that was asked for.
    pub fn overview(&self) -> Vec<(Method, TableState)> {
        let states = self.lock();
        states
            .iter()
            .map(|(method, state)| (*method, state.clone()))
            .collect()
    }

    /// Loads the tables from the cache folder, or makes them. Without a usable folder they stay in memory only.
    fn load(&self, method: Method, options: &LoadOptions) -> Result<Arc<dyn Solver>, String> {
        let tenths = Mutex::new(HashMap::new());
        let progress = |progress: &Progress| {
            let state = TableState::Loading(progress.to_string());
            self.lock().insert(method, state);
            if progress.note.is_some() {
                return (self.news)(&LoadNews::Note(progress.to_string()));
            }
            let tenth = (progress.done * 10.0) as u32;
            let mut tenths = tenths.lock().unwrap_or_else(PoisonError::into_inner);
            let before = tenths.insert(progress.table, tenth);
            // A table that is there already is no news.
            if before.map_or(tenth < 10, |before| before < tenth) {
                (self.news)(&LoadNews::Generating(progress.to_string()));
            }
        };
        let loaded = match method.load(options, &progress) {
            Err(Error::Cache {
                path,
                action,
                source,
            }) => {
                let reason = source.to_string();
                (self.news)(&LoadNews::MemoryOnly {
                    path,
                    action,
                    reason,
                });
                let in_memory = LoadOptions {
                    cache_dir: None,
                    ..options.clone()
                };
                method.load(&in_memory, &progress)
            }
            loaded => loaded,
        };
        match loaded {
            Ok(solver) => {
                (self.news)(&LoadNews::Ready(method));
                Ok(Arc::from(solver))
            }
            Err(error) => {
                (self.news)(&LoadNews::Failed(error.to_string()));
                Err(error.to_string())
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Method, TableState>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Methods, and what was told of their loading.
    fn methods() -> (LoadedMethods, Arc<Mutex<Vec<LoadNews>>>) {
        let told: Arc<Mutex<Vec<LoadNews>>> = Arc::default();
        let heard = told.clone();
        let methods =
            LoadedMethods::new(move |news| heard.lock().expect("no panic").push(news.clone()));
        (methods, told)
    }

    fn options() -> LoadOptions {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tmp");
        LoadOptions {
            // The smallest tables, so that they are soon there.
            memory: Some(40 << 20),
            ..LoadOptions::cached_in(folder)
        }
    }

    #[test]
    fn tables_are_loaded_once_for_all_who_ask_at_once() {
        let (methods, told) = methods();
        let get = || methods.get(Method::TwoPhase, &options());
        let [one, other] = std::thread::scope(|scope| {
            let asked = [scope.spawn(get), scope.spawn(get)];
            asked.map(|asked| asked.join().expect("no panic").expect("it loads"))
        });
        assert!(Arc::ptr_eq(&one, &other));
        let ready = LoadNews::Ready(Method::TwoPhase);
        let told = told.lock().expect("no panic");
        assert_eq!(told.iter().filter(|news| **news == ready).count(), 1);
    }

    #[test]
    fn who_asks_after_a_failure_has_it_tried_again() {
        let (methods, told) = methods();
        let without_threads = LoadOptions {
            threads: 0,
            ..options()
        };
        let failed = methods.get(Method::TwoPhase, &without_threads);
        let reason = failed.err().expect("no threads");
        assert_eq!(
            *told.lock().expect("no panic"),
            [LoadNews::Failed(reason.clone())]
        );
        let [(Method::TwoPhase, TableState::Failed(told))] = &methods.overview()[..] else {
            panic!("it is not told as failed");
        };
        assert_eq!(told, &reason);
        assert!(methods.get(Method::TwoPhase, &options()).is_ok());
    }
}
