//! Runs nodes: one spinning thread each, their tasks on one tokio runtime, and a clean stop on SIGINT and SIGTERM.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::process::ExitCode;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::clock::Clock;
use super::diagnostics::Diagnostics;
use super::later::Later;
use super::logger::Logger;
use super::param_events::ParamEvents;
use super::params::{LiveParams, ParamError, Parameters};
use super::queues::Queues;
use super::setup::Setup;
use super::spin::spin;
use super::{arguments, discovery, enclave, param_services, params};

/// The work of a node until it is asked to stop.
pub type Task = Pin<Box<dyn Future<Output = Result<()>> + Send>>;

/// A node of the graph.
pub trait RigNode: 'static {
    /// Its name, unless it is remapped, and the name of its executable.
    const NAME: &'static str;
    /// What it does, in a sentence for `--help`.
    const ABOUT: &'static str;
    /// Its parameters.
    type Params: Parameters;
    /// Creates all topics, services and actions; the task it returns does the work and ends soon after `setup.stop`.
    fn start(setup: &mut Setup<Self::Params>) -> Result<Task>;
}

/// How long tasks may take to end after the sign to stop.
const WIND_DOWN: Duration = Duration::from_secs(3);

/// How long a node may take to leave the graph after that.
const FAREWELL: Duration = Duration::from_secs(4);

/// A process that runs nodes.
pub struct Host {
    context: r2r::Context,
    tokio: tokio::runtime::Handle,
    stop: CancellationToken,
    stop_spinning: CancellationToken,
    threads: Vec<JoinHandle<()>>,
    tasks: JoinSet<Result<()>>,
    /// Parameters that the nodes of this process have, and those that were given to one without it.
    known_parameters: BTreeSet<String>,
    unclaimed_parameters: BTreeSet<String>,
}

/// Starts a node of a type that is known at compile time, under another name where one is given.
pub type Starter = fn(&mut Host, Option<&str>) -> Result<()>;

impl Host {
    /// Starts node `N`, called `name` or else by its own name.
    pub fn start<N: RigNode>(&mut self, name: Option<&str>) -> Result<()> {
        let name = name.unwrap_or(N::NAME);
        self.create::<N>(name).with_context(|| format!("node '{name}' cannot start"))
    }

    /// Lets parameters of node `N` be given although it may not be hosted here: they are for any node that has them.
    pub fn admit_parameters_of<N: RigNode>(&mut self) {
        self.known_parameters.extend(N::Params::fields().iter().map(|field| field.name.into()));
    }

    fn create<N: RigNode>(&mut self, name: &str) -> Result<()> {
        let mut node = r2r::Node::create(self.context.clone(), name, "")
            .map_err(|error| anyhow!("ROS refuses the node: {error}"))?;
        let mut overrides = overrides(&node);
        self.admit_parameters_of::<N>();
        let unclaimed = overrides.extract_if(.., |name, _| !self.known_parameters.contains(name));
        self.unclaimed_parameters.extend(unclaimed.map(|(name, _)| name));
        overrides.retain(|name, _| N::Params::fields().iter().any(|field| field.name == name));
        let params = LiveParams::new(N::Params::with_overrides(&overrides)?);
        let log = Logger::new(&mut node)?;
        let (clock, reading) = Clock::start(&mut node, params.get().use_sim_time())?;
        let (diagnostics, report) =
            Diagnostics::start(&mut node, N::NAME, clock.clone(), log.clone(), self.stop.clone())?;
        let parameter_events = ParamEvents::new(&mut node, clock.clone())?;
        parameter_events.begin(&params.get());
        let parameter_services = param_services::serve(&mut node, &params, parameter_events)?;
        let follow_parameter = follow_sim_time(params.clone(), clock.clone());
        let name = node.name()?;
        let (later, calls) = Later::new();
        let mut setup = Setup {
            params,
            log,
            clock,
            diagnostics,
            stop: self.stop.clone(),
            name: name.clone(),
            node,
            queues: Queues::default(),
            later,
            pause: None,
            tokio: self.tokio.clone(),
        };
        let task = N::start(&mut setup)?;
        let log = setup.log.clone();
        self.tasks
            .spawn_on(async move { task.await.inspect_err(|error| log.error(format!("{error:#}"))) }, &self.tokio);
        self.tokio.spawn(reading);
        self.tokio.spawn(follow_parameter);
        self.tokio.spawn(report);
        self.tokio.spawn(parameter_services);
        let (node, queues, pause, stop) = (setup.node, setup.queues, setup.pause, self.stop_spinning.clone());
        let thread = std::thread::Builder::new()
            .name(name)
            .spawn(move || spin(node, queues, &calls, pause, &stop))
            .context("cannot start a thread")?;
        self.threads.push(thread);
        Ok(())
    }

    /// A parameter given on the command line reaches every node of the process; one that none has is an error.
    fn refuse_unknown_parameters(&self) -> Result<()> {
        match self.unclaimed_parameters.difference(&self.known_parameters).next() {
            None => Ok(()),
            Some(name) => Err(ParamError::Unknown {
                name: name.clone(),
                known: Vec::from_iter(self.known_parameters.iter().cloned()).join(", "),
            })?,
        }
    }

    /// Waits for a signal or a node's failure, then ends all tasks and threads.
    async fn run_until_stopped(&mut self) -> Result<()> {
        let mut terminate = signal(SignalKind::terminate()).context("cannot listen for SIGTERM")?;
        let mut interrupt = signal(SignalKind::interrupt()).context("cannot listen for SIGINT")?;
        let mut outcome = Ok(());
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
            Some(ended) = self.tasks.join_next() => outcome = flatten(ended),
        }
        self.stop.cancel();
        let wind_down = async {
            while let Some(ended) = self.tasks.join_next().await {
                if outcome.is_ok() {
                    outcome = flatten(ended);
                }
            }
        };
        if tokio::time::timeout(WIND_DOWN, wind_down).await.is_err() {
            eprintln!("some tasks did not end within {WIND_DOWN:?} and were dropped");
            self.tasks.abort_all();
        }
        outcome
    }

    /// Waits for the spinning threads, which drop their nodes; whether all have ended. Fast DDS 2.14 was seen to wait there forever
    /// (`DomainParticipant::set_listener`).
    fn leave_graph(&mut self) -> bool {
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline && !self.threads.iter().all(JoinHandle::is_finished) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let (ended, stuck): (Vec<_>, Vec<_>) = (self.threads.drain(..)).partition(JoinHandle::is_finished);
        if ended.into_iter().any(|thread| thread.join().is_err()) {
            eprintln!("a node's thread panicked");
        }
        if !stuck.is_empty() {
            eprintln!("a node did not leave the graph within {FAREWELL:?}; the process ends without it");
        }
        stuck.is_empty()
    }
}

fn flatten(ended: std::result::Result<Result<()>, tokio::task::JoinError>) -> Result<()> {
    ended.unwrap_or_else(|error| Err(anyhow!("a node's task broke off: {error}")))
}

/// The parameter values given on the command line or in a parameter file.
fn overrides(node: &r2r::Node) -> BTreeMap<String, r2r::ParameterValue> {
    let given = node.params.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    given
        .iter()
        .filter(|(name, _)| !name.starts_with("qos_overrides."))
        .map(|(name, parameter)| (name.clone(), parameter.value.clone()))
        .collect()
}

/// Lets the clock follow the parameter `use_sim_time`.
async fn follow_sim_time<P: Parameters>(params: LiveParams<P>, clock: Clock) {
    let mut changes = params.changes();
    loop {
        let simulated = changes.borrow_and_update().use_sim_time();
        clock.simulate(simulated);
        if changes.changed().await.is_err() {
            return;
        }
    }
}

/// Runs what `start` starts, its tasks on this many `threads`, until the process is asked to stop. The exit status is 0 after a
/// clean stop.
pub fn run(threads: usize, start: impl FnOnce(&mut Host) -> Result<()>) -> ExitCode {
    match try_run(threads, start) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn try_run(threads: usize, start: impl FnOnce(&mut Host) -> Result<()>) -> Result<()> {
    let arguments = std::env::args_os().skip(1);
    arguments::check(arguments.map(|word| word.to_string_lossy().into_owned()))?;
    // SAFETY: the program has just begun, and threads are started below.
    unsafe {
        discovery::settle()?;
        enclave::settle()?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .enable_all()
        .build()
        .context("cannot start the async runtime")?;
    let context =
        r2r::Context::create().map_err(|error| anyhow!("ROS cannot start; are the --ros-args right? {error}"))?;
    let mut host = Host {
        context,
        tokio: runtime.handle().clone(),
        stop: CancellationToken::new(),
        stop_spinning: CancellationToken::new(),
        threads: Vec::new(),
        tasks: JoinSet::new(),
        known_parameters: BTreeSet::new(),
        unclaimed_parameters: BTreeSet::new(),
    };
    let started = {
        let _inside = runtime.enter();
        start(&mut host).and_then(|()| host.refuse_unknown_parameters())
    };
    let outcome = started.and_then(|()| runtime.block_on(host.run_until_stopped()));
    host.stop.cancel();
    host.stop_spinning.cancel();
    let has_left = host.leave_graph();
    runtime.shutdown_timeout(Duration::from_secs(1));
    if !has_left {
        if let Err(error) = &outcome {
            eprintln!("{error:#}");
        }
        // What ends a process in order would wait for the same locks.
        // SAFETY: it takes a number and does not return.
        unsafe { libc::_exit(outcome.is_err().into()) }
    }
    outcome
}

/// The `main` of a node's own executable.
pub fn main<N: RigNode>() -> ExitCode {
    if std::env::args().any(|argument| argument == "--help" || argument == "-h") {
        print!("{}", help::<N>());
        return ExitCode::SUCCESS;
    }
    // One node's tasks are short: a second thread would only be woken each time to find nothing.
    run(1, |host| host.start::<N>(None))
}

/// What `--help` prints: purpose and parameters with defaults and ranges.
pub fn help<N: RigNode>() -> String {
    let mut text = format!(
        "{}: {}\n\nUsage: {} [--ros-args -p NAME:=VALUE … -r FROM:=TO … --params-file FILE]\n\nParameters:\n",
        N::NAME,
        N::ABOUT,
        N::NAME
    );
    let defaults = N::Params::default();
    for field in N::Params::fields() {
        let default = params::show(&(field.get)(&defaults));
        let allowed = field.allowed.in_words();
        let comma = if allowed.is_empty() { "" } else { ", " };
        text += &format!("  {} (default {default}{comma}{allowed})\n", field.name);
        text += &format!("      {}\n", field.description);
    }
    text
}
