//! The node `motion_planner`: turns moves into arm motions, has drivers carry them out, and tracks how the cube lies.

pub mod convert;
mod driver_clients;
mod node_state;
mod params;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use brick::clock::Interval;
use execution::Executive;
use execution::events::Event;
use execution::plan::PlanMaker;
use futures::StreamExt;
use r2r::QosProfile;
use r2r::cuberig_msgs::action::{ExecuteMoves, MoveClaws, ScanCube};
use r2r::cuberig_msgs::msg::{CubePose, CubeState, MotionPlan, RunStatus};
use r2r::diagnostic_msgs::msg::DiagnosticArray;
use r2r::sensor_msgs::msg::JointState;
use solver::LoadOptions;

use crate::messages::{cube_message, node_reports};
use crate::runtime::{Published, PublisherNames, RigNode, Setup, StopSwitch, Task, latched, rig_profile};
use driver_clients::DriverClients;
use node_state::{Active, NodeState, TICK};
pub use params::MotionPlannerParams;

/// Plans and executes arm motions.
pub struct MotionPlanner;

impl RigNode for MotionPlanner {
    const NAME: &'static str = "motion_planner";
    const ABOUT: &'static str =
        "turns moves into arm motions, has drivers carry them out, and tracks how the cube lies";
    type Params = MotionPlannerParams;

    fn start(setup: &mut Setup<MotionPlannerParams>) -> Result<Task> {
        let params = setup.params.get();
        let profile = rig_profile(&params.profile)?;
        let mut joint_states =
            setup.subscribe::<Published<JointState>>("joint_states", QosProfile::default().keep_last(50))?;
        let mut cube_states = setup.subscribe::<CubeState>("cube/state", latched())?;
        let mut run_statuses = setup.subscribe::<RunStatus>("run/status", latched())?;
        let mut diagnostics =
            setup.subscribe::<DiagnosticArray>("/diagnostics", QosProfile::default().keep_last(50))?;
        let mut executes = setup.action_server::<ExecuteMoves::Action>("execute")?;
        let mut scans = setup.action_server::<ScanCube::Action>("scan")?;
        let mut claws = setup.action_server::<MoveClaws::Action>("move_claws")?;
        let (drivers, mut driver_events) = DriverClients::connect(setup, &profile.groups)?;
        let topic = format!("{}/joint_states", setup.namespace().trim_end_matches('/'));
        let publishers = PublisherNames::of(setup.later.clone(), topic, drivers.events());
        let started = setup.clock.now().as_secs_f64();
        let mut node = NodeState {
            logic: Executive::new(params.settings(&profile), &setup.namespace(), started),
            maker: Arc::new(PlanMaker::new(&profile, LoadOptions::cached_in(LoadOptions::user_cache()))),
            awaited_plan: Arc::default(),
            params: params.clone(),
            drivers,
            publishers,
            switch: StopSwitch::connect(setup)?,
            plans: setup.publisher::<MotionPlan>("plan", latched())?,
            poses: setup.publisher::<CubePose>("cube/pose", latched())?,
            active: None,
            clock: setup.clock.clone(),
            log: setup.log.clone(),
            diagnostics: setup.diagnostics.clone(),
        };
        let (stop, live, mut changes) = (setup.stop.clone(), setup.params.clone(), setup.params.changes());
        Ok(Box::pin(async move {
            let clock = node.clock.clone();
            let known = clock.known();
            tokio::pin!(known);
            loop {
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    _ = &mut known => break,
                    // More than a few messages would not wait.
                    change = node.switch.change() => node.take_change(change),
                }
            }
            node.logic.begin_at(node.clock.now().as_secs_f64());
            node.happen(Event::Tick);
            let mut ticks = tokio::time::interval(TICK);
            ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            let mut seconds = Interval::every(Duration::from_secs(1));
            loop {
                let cancelled = node.cancellation();
                tokio::select! {
                    () = stop.cancelled() => break,
                    () = cancelled => node.happen(Event::Cancel),
                    change = node.switch.change() => node.take_change(change),
                    Some(event) = driver_events.recv() => node.happen(event),
                    Some(state) = joint_states.next() => node.take_joints(&state),
                    Some(state) = cube_states.next() => {
                        node.happen(Event::CubeState(cube_message::update(&state)));
                    }
                    Some(goal) = executes.recv(), if node.switch.is_settled() => node.take_goal(Active::Execute(goal)),
                    Some(goal) = scans.recv(), if node.switch.is_settled() => node.take_goal(Active::Scan(goal)),
                    Some(goal) = claws.recv(), if node.switch.is_settled() => node.take_goal(Active::Claws(goal)),
                    Some(status) = run_statuses.next() => node.happen(Event::Run(convert::has_run(&status))),
                    Some(array) = diagnostics.next() => {
                        node_reports::reports(&array).for_each(|report| node.happen(Event::Report(report)));
                    }
                    _ = ticks.tick(), if node.logic.is_busy() => node.happen(Event::Tick),
                    () = seconds.tick() => node.report(),
                    Ok(()) = changes.changed() => {
                        node.params = live.get();
                        node.logic.set(node.params.settings(&profile));
                    }
                }
            }
            node.wind_down(&mut driver_events, &mut joint_states).await;
            Ok(())
        }))
    }
}
