//! The `demo` executable: asks the graph to solve cubes, prints what happens, and checks the outcome against the truth.

mod demonstration;
mod graph;
mod params;
mod pictures;
mod screen;

use std::process::ExitCode;
use std::sync::PoisonError;

use anyhow::Result;
use cuberig::runtime::{RigNode, Setup, Task};

use crate::graph::Graph;
use crate::params::DemoParams;

/// The demonstration, as a client of the graph.
struct Demo;

impl RigNode for Demo {
    const NAME: &'static str = "demo";
    const ABOUT: &'static str = "solves cubes in the simulated rig and checks that they are solved";
    type Params = DemoParams;

    fn start(setup: &mut Setup<DemoParams>) -> Result<Task> {
        let (graph, progress) = Graph::connect(setup)?;
        let (params, stop, running) = (setup.params.get(), setup.stop.clone(), graph.running.clone());
        Ok(Box::pin(async move {
            match stop.run_until_cancelled(demonstration::show(graph, progress, params)).await {
                Some(outcome) => outcome,
                None => {
                    let run = running.lock().unwrap_or_else(PoisonError::into_inner).take();
                    if let Some(run) = run {
                        run.cancelled().await;
                    }
                    anyhow::bail!("stopped before the cube was solved")
                }
            }
        }))
    }
}

fn main() -> ExitCode {
    cuberig::runtime::main::<Demo>()
}
