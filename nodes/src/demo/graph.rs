//! The parts of the graph that the demonstration talks to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, bail};
use cuberig::runtime::{
    ActionCall, ActionClient, Canceller, ParamType, Patience, ServiceClient, Setup, latched, to_msg,
};
use futures::{FutureExt, Stream};
use r2r::QosProfile;
use r2r::cuberig_msgs::action::RunCube;
use r2r::cuberig_msgs::msg::{CubeState, MotionPlan, RunStatus, SimTruth};
use r2r::cuberig_msgs::srv::{Scramble, SetCubeState};
use r2r::rcl_interfaces::msg::{Parameter, ParameterValue};
use r2r::rcl_interfaces::srv::SetParameters;
use r2r::sensor_msgs::msg::Image;
use r2r::std_srvs::srv::Trigger;
use tokio::sync::watch;

use crate::params::DemoParams;

/// The newest message of a topic, once there is one.
pub type Newest<T> = watch::Receiver<Option<Arc<T>>>;

/// How long a service may take to answer.
const ANSWER: Duration = Duration::from_secs(20);

/// How runs go.
pub type Progress = Box<dyn Stream<Item = RunStatus> + Unpin + Send>;

/// What cancels the run that was begun last.
pub type Running = Arc<Mutex<Option<Canceller>>>;

/// Clients of the graph's services, its `run` action, and its topics.
pub struct Graph {
    run: ActionClient<RunCube::Action>,
    /// The run that was begun last.
    pub running: Running,
    scramble: ServiceClient<Scramble::Service>,
    set_state: ServiceClient<SetCubeState::Service>,
    reset: ServiceClient<Trigger::Service>,
    parameters: HashMap<&'static str, ServiceClient<SetParameters::Service>>,
    /// What the graph knows of the cube.
    pub state: Newest<CubeState>,
    /// The plan being carried out.
    pub plan: Newest<MotionPlan>,
    /// What is really the case.
    pub truth: Newest<SimTruth>,
    /// What the detector sees, drawn into the camera's picture.
    pub annotated: Newest<Image>,
}

impl Graph {
    /// Creates all clients and subscriptions.
    pub fn connect(setup: &mut Setup<DemoParams>) -> Result<(Self, Progress)> {
        let photos = !setup.params.get().photos.is_empty();
        let mut parameters: HashMap<_, ServiceClient<SetParameters::Service>> = HashMap::from([
            ("rig_sim", setup.client("rig_sim/set_parameters")?),
            ("motion_planner", setup.client("motion_planner/set_parameters")?),
        ]);
        if photos {
            parameters.insert("camera", setup.client("camera/set_parameters")?);
        }
        let progress = setup.subscribe("run/status", QosProfile::default().keep_last(50))?;
        let graph = Self {
            run: setup.action_client("run")?,
            running: Running::default(),
            scramble: setup.client("sim/scramble")?,
            set_state: setup.client("cube/set_state")?,
            reset: setup.client("cube/reset")?,
            parameters,
            state: setup.subscribe_latest("cube/state", latched())?,
            plan: setup.subscribe_latest("plan", latched())?,
            truth: setup.subscribe_latest("sim/truth", QosProfile::default())?,
            annotated: setup.subscribe_latest("faces/image", QosProfile::default())?,
        };
        Ok((graph, Box::new(progress)))
    }

    /// Waits until everything that is needed answers, or names what does not.
    pub async fn wait(&self, patience: Duration) -> Result<()> {
        let needed = [
            ("action 'run' (conductor)", self.run.is_available()?.boxed()),
            ("service 'sim/scramble' (rig_sim)", self.scramble.is_available()?.boxed()),
            ("service 'cube/set_state' (state_assembler)", self.set_state.is_available()?.boxed()),
        ];
        let deadline = tokio::time::Instant::now() + patience;
        for (name, available) in needed {
            tokio::time::timeout_at(deadline, available)
                .await
                .map_err(|_| anyhow!("the {name} did not appear within {} s", patience.as_secs()))??;
        }
        for (node, client) in &self.parameters {
            tokio::time::timeout_at(deadline, client.is_available()?)
                .await
                .map_err(|_| anyhow!("the node '{node}' did not appear within {} s", patience.as_secs()))??;
        }
        Ok(())
    }

    /// Puts a cube into the simulated rig: the given one, or the random one of the seed. Returns its facelets.
    pub async fn put_cube(&self, facelets: &str, seed: u64) -> Result<String> {
        let request = Scramble::Request { facelets: facelets.into(), seed };
        let put = self.scramble.request(&request, ANSWER).await;
        put.map(|put| put.facelets).map_err(|reason| Error::msg(reason).context("the cube cannot be put in"))
    }

    /// Sets the cube in the graph.
    pub async fn set_state(&self, facelets: &str) -> Result<()> {
        let source = CubeState::SOURCE_SET as u8;
        let request = SetCubeState::Request { facelets: facelets.into(), source };
        let set = self.set_state.request(&request, ANSWER).await;
        set.map(drop).map_err(|reason| Error::msg(reason).context("the cube cannot be set"))
    }

    /// Makes the graph forget the cube.
    pub async fn reset(&self) -> Result<()> {
        let forgotten = self.reset.trigger(ANSWER).await;
        forgotten.map(drop).map_err(|reason| Error::msg(reason).context("the cube cannot be forgotten"))
    }

    /// Changes parameters of a node that runs.
    pub async fn set_parameters(&self, node: &'static str, values: Vec<(&str, ParameterValue)>) -> Result<()> {
        let client = self.parameters.get(node).with_context(|| format!("no client for '{node}'"))?;
        let parameters = values.into_iter().map(|(name, value)| Parameter { name: name.into(), value }).collect();
        let request = SetParameters::Request { parameters };
        let response = client.ask(&request, ANSWER).await.map_err(Error::msg)?;
        match response.results.iter().find(|result| !result.successful) {
            Some(result) => bail!("{node}: {}", result.reason),
            None => Ok(()),
        }
    }

    /// Starts the main job.
    pub fn run(&self, goal: RunCube::Goal) -> ActionCall<RunCube::Action> {
        let call = self.run.call("the conductor", goal, Patience::once(ANSWER));
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(call.canceller());
        call
    }
}

/// A value as a parameter message.
pub fn value(value: impl ParamType) -> ParameterValue {
    to_msg(value.to_value())
}
