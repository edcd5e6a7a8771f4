//! The solvers with their tables, loaded in the background and kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use solver::{LoadOptions, Method, Progress, Solver};
use tokio::sync::watch;

use crate::runtime::Logger;

/// Where the loading of a method's tables stands.
#[derive(Clone)]
pub enum Shelf {
    /// Under way; with what is being done.
    Loading(String),
    /// Ready to solve.
    Ready(Arc<dyn Solver>),
    /// Impossible; with the reason. The next goal tries again.
    Failed(String),
}

/// All methods that were asked for so far. Clones share the solvers.
#[derive(Clone)]
pub struct Library {
    shelves: Arc<Mutex<HashMap<Method, watch::Receiver<Shelf>>>>,
    log: Logger,
}

impl Library {
    /// An empty library.
    pub fn new(log: Logger) -> Self {
        Self {
            shelves: Arc::default(),
            log,
        }
    }

    /// Begins to load a method's tables unless that was done before; what comes of it is in the channel.
    pub fn open(&self, method: Method, options: LoadOptions) -> watch::Receiver<Shelf> {
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shelf) = shelves.get(&method)
            && !matches!(&*shelf.borrow(), Shelf::Failed(_))
        {
            return shelf.clone();
        }
        let (sender, receiver) = watch::channel(Shelf::Loading(format!("loading {method}")));
        let log = self.log.clone();
        tokio::task::spawn_blocking(move || {
            let shelf = match load(method, &options, &sender, &log) {
                Ok(solver) => Shelf::Ready(solver),
                Err(reason) => Shelf::Failed(reason),
            };
            sender.send_replace(shelf);
        });
        shelves.insert(method, receiver.clone());
        receiver
    }

    /// How all methods stand that were asked for, by name.
    pub fn overview(&self) -> Vec<(Method, Shelf)> {
        let shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        shelves
            .iter()
            .map(|(method, shelf)| (*method, shelf.borrow().clone()))
            .collect()
    }
}

/// Loads the tables from the cache folder, or makes them; without a usable folder they are kept in memory only.
fn load(
    method: Method,
    options: &LoadOptions,
    sender: &watch::Sender<Shelf>,
    log: &Logger,
) -> Result<Arc<dyn Solver>, String> {
    let tenths = Mutex::new(HashMap::new());
    let progress = |progress: &Progress| {
        sender.send_replace(Shelf::Loading(progress.to_string()));
        if progress.note.is_some() {
            return log.info(progress.to_string());
        }
        let tenth = (progress.done * 10.0) as u32;
        let mut tenths = tenths.lock().unwrap_or_else(PoisonError::into_inner);
        let before = tenths.insert(progress.table, tenth);
        // What is there already is heard of once, when it is loaded.
        if before.map_or(tenth < 10, |before| before < tenth) {
            log.info(format!("generating tables: {progress}"));
        }
    };
    let loaded = match method.load(options, &progress) {
        Err(solver::Error::Cache {
            path,
            action,
            source,
        }) => {
            log.warn(format!(
                "the table file {} cannot be {action} ({source}); the tables stay in memory only",
                path.display()
            ));
            method.load(
                &LoadOptions {
                    cache_dir: None,
                    ..options.clone()
                },
                &progress,
            )
        }
        loaded => loaded,
    };
    match loaded {
        Ok(solver) => {
            log.info(format!("the method {method} is ready"));
            Ok(Arc::from(solver))
        }
        Err(error) => {
            log.error(error.to_string());
            Err(error.to_string())
        }
    }
}
