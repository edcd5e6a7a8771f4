//! What `simulation_interfaces` asks of a simulator: what it can do, whether it runs, its beginning, steps.

use anyhow::Result;
use futures::StreamExt;
use r2r::simulation_interfaces::action::SimulateSteps;
use r2r::simulation_interfaces::msg::{Result as Outcome, SimulationState, SimulatorFeatures};
use r2r::simulation_interfaces::srv::{
    GetSimulationState, GetSimulatorFeatures, ResetSimulation, SetSimulationState, StepSimulation,
};
use sim::live::{Flow, LiveRig, Order, Phase};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::params::RigSimParams;
use crate::runtime::{Goal, Logger, Setup};

/// Steps in one go, between which the world catches up. A world that is further behind would skip the rest.
const AT_ONCE: u64 = 20;

/// Why nothing can be paused.
const NO_OWN_TIME: &str =
    "this world follows a clock that is not its own: launch it with use_sim_time:=true, so that it publishes /clock";

/// Controls a simulated rig. Without a time of its own it always runs.
#[derive(Clone)]
struct Control {
    rig: LiveRig,
    flow: Option<Flow>,
    log: Logger,
}

/// Serves the services until the node ends.
///
/// # Errors
/// Where a service cannot be made.
pub fn serve(
    setup: &mut Setup<RigSimParams>,
    rig: LiveRig,
    flow: Option<Flow>,
) -> Result<impl Future<Output = ()> + Send + use<>> {
    let mut features = setup.service::<GetSimulatorFeatures::Service>("get_simulator_features")?;
    let mut states = setup.service::<GetSimulationState::Service>("get_simulation_state")?;
    let mut wishes = setup.service::<SetSimulationState::Service>("set_simulation_state")?;
    let mut resets = setup.service::<ResetSimulation::Service>("reset_simulation")?;
    let mut steps = setup.service::<StepSimulation::Service>("step_simulation")?;
    let mut walks = setup.action_server::<SimulateSteps::Action>("simulate_steps")?;
    let control = Control { rig, flow, log: setup.log.clone() };
    let stop: CancellationToken = setup.stop.clone();
    Ok(async move {
        let mut walking = JoinSet::new();
        loop {
            // A reply that cannot be sent means that the asker has gone.
            let _ = tokio::select! {
                () = stop.cancelled() => return,
                Some(goal) = walks.recv() => {
                    let (control, stop) = (control.clone(), stop.clone());
                    walking.spawn(async move { stop.run_until_cancelled(control.walk(goal)).await });
                    continue;
                }
                Some(_) = walking.join_next() => continue,
                Some(request) = features.next() => {
                    request.respond(GetSimulatorFeatures::Response { features: control.features() })
                }
                Some(request) = states.next() => {
                    let state = SimulationState { state: state_of(control.phase()) };
                    request.respond(GetSimulationState::Response { state, result: done("") })
                }
                Some(request) = wishes.next() => {
                    let result = control.enter(request.message.state.state).await;
                    request.respond(SetSimulationState::Response { result })
                }
                Some(request) = resets.next() => {
                    let result = control.reset(request.message.scope).await;
                    request.respond(ResetSimulation::Response { result })
                }
                Some(request) = steps.next() => {
                    let stepped = stop.run_until_cancelled(control.step(request.message.steps)).await;
                    let Some(result) = stepped else { return };
                    request.respond(StepSimulation::Response { result })
                }
            };
        }
    })
}

fn done(remark: &str) -> Outcome {
    Outcome { result: Outcome::RESULT_OK as u8, error_message: remark.to_owned() }
}

fn refused(result: u8, why: &str) -> Outcome {
    Outcome { result, error_message: why.to_owned() }
}

fn unsupported(why: &str) -> Outcome {
    refused(Outcome::RESULT_FEATURE_UNSUPPORTED as u8, why)
}

fn failed(why: &str) -> Outcome {
    refused(Outcome::RESULT_OPERATION_FAILED as u8, why)
}

fn state_of(phase: Phase) -> u8 {
    match phase {
        Phase::Stopped => SimulationState::STATE_STOPPED as u8,
        Phase::Playing => SimulationState::STATE_PLAYING as u8,
        Phase::Paused => SimulationState::STATE_PAUSED as u8,
    }
}

impl Control {
    fn phase(&self) -> Phase {
        self.flow.as_ref().map_or(Phase::Playing, Flow::phase)
    }

    fn features(&self) -> SimulatorFeatures {
        type F = SimulatorFeatures;
        let mut features = vec![
            F::SIMULATION_RESET as u16,
            F::SIMULATION_RESET_STATE as u16,
            F::SIMULATION_STATE_GETTING as u16,
            F::SIMULATION_STATE_SETTING as u16,
        ];
        if self.flow.is_some() {
            features.extend([
                F::SIMULATION_STATE_PAUSE as u16,
                F::STEP_SIMULATION_SINGLE as u16,
                F::STEP_SIMULATION_MULTIPLE as u16,
                F::STEP_SIMULATION_ACTION as u16,
            ]);
        }
        let info = match self.flow {
            Some(_) => format!("A step is {} s.", Flow::STEP),
            None => format!("It cannot be paused: {NO_OWN_TIME}."),
        };
        SimulatorFeatures {
            features,
            spawn_formats: Vec::new(),
            custom_info: format!(
                "{info} A reset puts in the cube of the beginning and ends all faults; motors stay where they are. Other cubes, and faults: services sim/scramble, sim/fault."
            ),
        }
    }

    async fn enter(&self, wish: u8) -> Outcome {
        let phases = [Phase::Stopped, Phase::Playing, Phase::Paused];
        let Some(phase) = phases.into_iter().find(|phase| state_of(*phase) == wish) else {
            return unsupported("it can be stopped, playing or paused; to quit, end its process");
        };
        if phase == self.phase() {
            return refused(SetSimulationState::Response::ALREADY_IN_TARGET_STATE as u8, "");
        }
        let Some(flow) = &self.flow else { return unsupported(NO_OWN_TIME) };
        flow.enter(phase);
        if phase == Phase::Stopped {
            self.rig.carry_out(Order::Reset).await;
        }
        self.log.info(format!("the simulation is {}", format!("{phase:?}").to_lowercase()));
        done("")
    }

    async fn reset(&self, scope: u8) -> Outcome {
        type R = ResetSimulation::Request;
        let is_whole = [R::SCOPE_DEFAULT as u8, R::SCOPE_ALL as u8].contains(&scope);
        if !is_whole && scope & R::SCOPE_TIME as u8 != 0 {
            return unsupported("its time never goes back: the nodes of a rig rely on that");
        }
        if is_whole || scope & R::SCOPE_STATE as u8 != 0 {
            self.rig.carry_out(Order::Reset).await;
            self.log.info("the simulated rig was reset");
        }
        done(if is_whole { "its time went on: the nodes of a rig rely on that" } else { "" })
    }

    /// Goes on step by step, with feedback after each.
    async fn walk(&self, goal: Goal<SimulateSteps::Action>) {
        let steps = goal.request().steps;
        let mut result = done("");
        for completed_steps in 1..=steps {
            let stepped = self.flow.as_ref().map(|flow| !goal.cancelled.is_cancelled() && flow.step(1));
            result = match stepped {
                None => unsupported(NO_OWN_TIME),
                Some(false) if goal.cancelled.is_cancelled() => {
                    failed(&format!("cancelled after {} of {steps} steps", completed_steps - 1))
                }
                Some(false) => failed("it is playing: pause it first"),
                Some(true) => {
                    self.rig.catch_up().await;
                    goal.feedback(SimulateSteps::Feedback {
                        completed_steps,
                        remaining_steps: steps - completed_steps,
                    });
                    continue;
                }
            };
            break;
        }
        goal.end(result.result == Outcome::RESULT_OK as u8, SimulateSteps::Result { result });
    }

    async fn step(&self, steps: u64) -> Outcome {
        let Some(flow) = &self.flow else { return unsupported(NO_OWN_TIME) };
        let mut left = steps;
        while 0 < left {
            let now = left.min(AT_ONCE);
            if !flow.step(now) {
                return refused(Outcome::RESULT_INCORRECT_STATE as u8, "it is playing: pause it first");
            }
            self.rig.catch_up().await;
            left -= now;
        }
        done("")
    }
}
