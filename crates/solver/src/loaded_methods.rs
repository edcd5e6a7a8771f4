//! The solvers that were asked for so far: each loads its tables once, and all callers share it.

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use cube::Metric;

use crate::{LoadOptions, Method, Progress, Solver};

/// Where the loading of a method's tables stands.
#[derive(Clone)]
pub enum TableState {
    /// Under way; with what is being done.
    Loading(String),
    /// Small tables of two-phase solve while the method's own are built; with how far these are.
    StandIn(Arc<dyn Solver>, String),
    /// Ready to solve.
    Ready(Arc<dyn Solver>),
    /// Failed; with the reason. The next caller tries again.
    Failed(String),
}

/// What happens while tables load; `Display` is a sentence for people.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadEvent {
    /// A remark, such as that a damaged file is built again.
    Note(String),
    /// Tables are generated; how far they are. Comes about ten times for each table.
    Generating(String),
    /// The table file cannot be read or written, so the tables stay in memory only; with the reason.
    MemoryOnly(String),
    /// Small tables of two-phase solve until those of this method are built.
    StandIn(Method),
    /// The method can solve.
    Ready(Method),
    /// It cannot; with the reason.
    Failed(String),
}

impl fmt::Display for LoadEvent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadEvent::Note(text) | LoadEvent::MemoryOnly(text) | LoadEvent::Failed(text) => formatter.write_str(text),
            LoadEvent::Generating(text) => write!(formatter, "generating tables: {text}"),
            LoadEvent::StandIn(method) => {
                write!(
                    formatter,
                    "the tables of {method} are being built; until then two-phase solves with small tables"
                )
            }
            LoadEvent::Ready(method) => write!(formatter, "the method {method} is ready"),
        }
    }
}

/// The solvers that were asked for so far.
pub struct LoadedMethods(Arc<Shared>);

/// What callers and the threads that build tables share.
struct Shared {
    states: Mutex<HashMap<Wanted, TableState>>,
    ended: Condvar,
    on_event: Box<dyn Fn(&LoadEvent) + Send + Sync>,
}

/// A method, with the metric that it will be asked to minimise.
type Wanted = (Method, Metric);

/// What loading ends with: a solver, or a sentence.
type Loaded = Result<Arc<dyn Solver>, String>;

impl LoadedMethods {
    /// No solver yet; `on_event` is called with what happens, from any thread.
    pub fn new(on_event: impl Fn(&LoadEvent) + Send + Sync + 'static) -> LoadedMethods {
        LoadedMethods(Arc::new(Shared {
            states: Mutex::default(),
            ended: Condvar::new(),
            on_event: Box::new(on_event),
        }))
    }

    /// The solver of a method, with its tables for the metric of the options. The first caller loads them, and the others wait
    /// for it.
    ///
    /// Nobody waits until large tables are built. Small tables of two-phase are loaded or built within seconds, and they solve
    /// until a thread in the background has built the others. A later call returns the solver with these. Only
    /// [`Method::Optimal`] has no such stand-in, as two-phase proves nothing soon.
    ///
    /// # Errors
    /// A sentence, when the loading failed.
    pub fn get(&self, method: Method, options: &LoadOptions) -> Loaded {
        let shared = &self.0;
        let wanted = (method, options.metric);
        let mut states = shared.lock();
        if matches!(states.get(&wanted), None | Some(TableState::Failed(_))) {
            states.insert(wanted, TableState::Loading(format!("loading {method}")));
            drop(states);
            return match stand_in(method, options) {
                Some(small) => shared.load_in_background(wanted, options, &small),
                None => shared.finish(wanted, shared.load_caught(method, options, wanted)),
            };
        }
        loop {
            match states.get(&wanted) {
                Some(TableState::Ready(solver) | TableState::StandIn(solver, _)) => {
                    return Ok(solver.clone());
                }
                Some(TableState::Failed(reason)) => return Err(reason.clone()),
                Some(TableState::Loading(_)) | None => {
                    let waited = shared.ended.wait(states);
                    states = waited.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Where each method stands that was asked for, with the metric that it was asked to minimise.
    pub fn overview(&self) -> Vec<(Method, Metric, TableState)> {
        let states = self.0.lock();
        states.iter().map(|((method, metric), state)| (*method, *metric, state.clone())).collect()
    }
}

/// How two-phase is loaded to solve while the tables of a method are built; `None` where nothing large is to be
/// built, or two-phase cannot answer for the method.
fn stand_in(method: Method, options: &LoadOptions) -> Option<LoadOptions> {
    if method == Method::Optimal || options.metric != Metric::HalfTurn {
        return None;
    }
    let small = LoadOptions { memory: Some(LoadOptions::SMALLEST_MEMORY), ..options.clone() };
    let quick = Method::TwoPhase.missing(&small).ok()?;
    let wanted = method.missing(options).ok()?;
    let is_slower = wanted.iter().any(|table| !quick.contains(table));
    // What two-phase shares with the others is built for both.
    is_slower.then_some(small)
}

impl Shared {
    /// Loads small tables of two-phase, and then the method's own in a thread that nobody waits for.
    fn load_in_background(self: &Arc<Self>, wanted: Wanted, options: &LoadOptions, small: &LoadOptions) -> Loaded {
        let method = wanted.0;
        let stand_in = match self.load_caught(Method::TwoPhase, small, wanted) {
            Ok(solver) => solver,
            failed => return self.finish(wanted, failed),
        };
        let waiting = format!("the tables of {method} are being built");
        self.set(wanted, TableState::StandIn(stand_in.clone(), waiting));
        (self.on_event)(&LoadEvent::StandIn(method));
        // A search is under way meanwhile and needs processors too.
        let options = LoadOptions { threads: (options.threads / 2).max(1), ..options.clone() };
        let (shared, solver) = (Arc::clone(self), stand_in.clone());
        let building = std::thread::Builder::new().name("tables".into());
        let started = building.spawn(move || match shared.load_caught(method, &options, wanted) {
            Ok(loaded) => drop(shared.finish(wanted, Ok(loaded))),
            Err(reason) => shared.stay_with(wanted, solver, reason),
        });
        if let Err(error) = started {
            let reason = format!("no thread can build the tables of {method}: {error}");
            self.stay_with(wanted, stand_in.clone(), reason);
        }
        Ok(stand_in)
    }

    /// Keeps the small tables where the method's own cannot be built.
    fn stay_with(&self, wanted: Wanted, stand_in: Arc<dyn Solver>, reason: String) {
        self.set(wanted, TableState::Ready(stand_in));
        (self.on_event)(&LoadEvent::Failed(reason));
    }

    /// Stores the result of loading, wakes everyone who waits for it, and reports it.
    fn finish(&self, wanted: Wanted, loaded: Loaded) -> Loaded {
        let (state, event) = match &loaded {
            Ok(solver) => (TableState::Ready(solver.clone()), LoadEvent::Ready(wanted.0)),
            Err(reason) => (TableState::Failed(reason.clone()), LoadEvent::Failed(reason.clone())),
        };
        self.set(wanted, state);
        (self.on_event)(&event);
        loaded
    }

    fn set(&self, wanted: Wanted, state: TableState) {
        self.lock().insert(wanted, state);
        self.ended.notify_all();
    }

    /// Writes down what loading does at the moment.
    fn set_progress(&self, wanted: Wanted, doing: String) {
        let mut states = self.lock();
        let state = match states.get(&wanted) {
            Some(TableState::StandIn(solver, _)) => TableState::StandIn(solver.clone(), doing),
            _ => TableState::Loading(doing),
        };
        states.insert(wanted, state);
    }

    /// As `load`, with a panic as a failure.
    fn load_caught(&self, method: Method, options: &LoadOptions, wanted: Wanted) -> Loaded {
        let loaded = catch_unwind(AssertUnwindSafe(|| self.load(method, options, wanted)));
        loaded.unwrap_or_else(|_| {
            Err("loading the tables failed with a panic: this is a fault of cuberig, please report it".into())
        })
    }

    /// Loads the tables from the cache folder, or makes them, on behalf of the method that is wanted. Without a usable
    /// folder they stay in memory only.
    fn load(&self, method: Method, options: &LoadOptions, wanted: Wanted) -> Loaded {
        let tenths = Mutex::new(HashMap::new());
        let progress = |progress: &Progress| {
            self.set_progress(wanted, progress.to_string());
            if progress.note.is_some() {
                return (self.on_event)(&LoadEvent::Note(progress.to_string()));
            }
            let tenth = (progress.done * 10.0) as u32;
            let mut tenths = tenths.lock().unwrap_or_else(PoisonError::into_inner);
            let before = tenths.insert(progress.table, tenth);
            // A table that is there already is not reported.
            if before.map_or(tenth < 10, |before| before < tenth) {
                (self.on_event)(&LoadEvent::Generating(progress.to_string()));
            }
        };
        let loaded = options.load_or_in_memory(
            |reason| (self.on_event)(&LoadEvent::MemoryOnly(reason)),
            |options| method.load(options, &progress),
        );
        loaded.map(Arc::from).map_err(|error| error.to_string())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Wanted, TableState>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Methods, and the events of their loading.
    fn methods() -> (LoadedMethods, Arc<Mutex<Vec<LoadEvent>>>) {
        let events: Arc<Mutex<Vec<LoadEvent>>> = Arc::default();
        let sender = events.clone();
        let methods = LoadedMethods::new(move |event| sender.lock().expect("no panic").push(event.clone()));
        (methods, events)
    }

    fn options() -> LoadOptions {
        LoadOptions {
            // The smallest tables, so that they are soon there.
            memory: Some(40 << 20),
            ..LoadOptions::cached_in(LoadOptions::user_cache())
        }
    }

    #[test]
    fn tables_are_loaded_once_for_all_who_ask_at_once() {
        let (methods, events) = methods();
        let get = || methods.get(Method::TwoPhase, &options());
        let [one, other] = std::thread::scope(|scope| {
            let asked = [scope.spawn(get), scope.spawn(get)];
            asked.map(|asked| asked.join().expect("no panic").expect("it loads"))
        });
        assert!(Arc::ptr_eq(&one, &other));
        let ready = LoadEvent::Ready(Method::TwoPhase);
        let events = events.lock().expect("no panic");
        assert_eq!(events.iter().filter(|event| **event == ready).count(), 1);
    }

    #[test]
    fn who_asks_after_a_failure_has_it_tried_again() {
        let (methods, events) = methods();
        let without_threads = LoadOptions { threads: 0, ..options() };
        let failed = methods.get(Method::TwoPhase, &without_threads);
        let reason = failed.err().expect("no threads");
        assert_eq!(*events.lock().expect("no panic"), [LoadEvent::Failed(reason.clone())]);
        let [(Method::TwoPhase, Metric::HalfTurn, TableState::Failed(listed))] = &methods.overview()[..] else {
            panic!("it is not listed as failed");
        };
        assert_eq!(listed, &reason);
        assert!(methods.get(Method::TwoPhase, &options()).is_ok());
    }

    #[test]
    fn only_what_two_phase_can_answer_has_a_stand_in() {
        let folder = std::env::temp_dir().join(format!("cuberig-none-{}", std::process::id()));
        let options = LoadOptions::cached_in(&folder);
        for method in [Method::TwoPhase, Method::Auto, Method::Combined] {
            let small = stand_in(method, &options).expect("large tables are missing");
            assert_eq!(small.memory, Some(LoadOptions::SMALLEST_MEMORY));
            let quarter_turns = LoadOptions { metric: Metric::QuarterTurn, ..options.clone() };
            assert!(stand_in(method, &quarter_turns).is_none());
        }
        assert!(stand_in(Method::Optimal, &options).is_none());
        // The small tables themselves are not waited for twice.
        assert!(stand_in(Method::TwoPhase, &super::tests::options()).is_none());
    }
}
