//! The node `state_assembler`: builds the cube's state from the faces that were seen, proves it, or says why it cannot be.

mod convert;
mod decision;
mod face;
mod node;
mod params;
mod state;
#[cfg(test)]
mod tests;

use std::time::Duration;

use anyhow::Result;
use futures::StreamExt;
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::{CubePose, CubeState, FaceObservation};
use r2r::cuberig_msgs::srv::SetCubeState;
use r2r::std_srvs::srv::Trigger;

use crate::runtime::{Diagnostics, Health, RigNode, Setup, Task};
use node::Assembler;
pub use params::StateAssemblerParams;
use state::{State, Status};

/// Builds the cube state.
pub struct StateAssembler;

impl RigNode for StateAssembler {
    const NAME: &'static str = "state_assembler";
    const ABOUT: &'static str = "builds the cube's state from the faces that were seen, proves it, or says why it cannot be";
    type Params = StateAssemblerParams;

    fn start(setup: &mut Setup<StateAssemblerParams>) -> Result<Task> {
        let latched = || QosProfile::default().keep_last(1).transient_local();
        let mut faces =
            setup.subscribe::<FaceObservation>("faces", QosProfile::default().keep_last(20))?;
        let mut poses = setup.subscribe::<CubePose>("cube/pose", latched())?;
        let mut sets = setup.service::<SetCubeState::Service>("cube/set_state")?;
        let mut resets = setup.service::<Trigger::Service>("cube/reset")?;
        let states = setup.publisher::<CubeState>("cube/state", latched())?;
        let mut assembler = Assembler::new(setup.params.get().settings(), setup.clock.now());
        let (clock, log, diagnostics) = (
            setup.clock.clone(),
            setup.log.clone(),
            setup.diagnostics.clone(),
        );
        let (stop, params, mut changes) = (
            setup.stop.clone(),
            setup.params.clone(),
            setup.params.changes(),
        );
        Ok(Box::pin(async move {
            states.publish(&convert::state(assembler.state()));
            let mut seconds = tokio::time::interval(Duration::from_secs(1));
            loop {
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    Some(pose) = poses.next() => assembler.pose(convert::pose(&pose)),
                    Some(message) = faces.next() => {
                        let observation = convert::observation(&message);
                        if assembler.observe(&observation, &decision::decide) {
                            let state = assembler.state();
                            states.publish(&convert::state(state));
                            match (state.status, &state.trouble) {
                                (Status::Invalid, Some((_, reason))) => {
                                    log.warn(format!("no cube can be like what was seen: {reason}"));
                                }
                                (Status::Valid, Some((_, reason))) => log.warn(reason.clone()),
                                (Status::Valid, None) => log.info(format!("the cube is {}", state.facelets)),
                                _ => log.info(format!("faces seen: {}", state.faces_seen)),
                            }
                        }
                    }
                    Some(request) = sets.next() => {
                        let message = &request.message;
                        let outcome = convert::source(message.source)
                            .and_then(|source| assembler.set(clock.now(), &message.facelets, source));
                        match &outcome {
                            Ok(()) => states.publish(&convert::state(assembler.state())),
                            Err(node::SetError::Unreadable(reason) | node::SetError::Impossible(reason)) => {
                                log.warn(format!("a state is refused: {reason}"));
                            }
                        }
                        // A reply that cannot be sent means that the asker has gone.
                        let _ = request.respond(convert::set_response(outcome));
                    }
                    Some(request) = resets.next() => {
                        assembler.reset(clock.now());
                        states.publish(&convert::state(assembler.state()));
                        log.info("forgot the cube");
                        let _ = request.respond(Trigger::Response { success: true, message: String::new() });
                    }
                    Ok(()) = changes.changed() => assembler.set_settings(params.get().settings()),
                    _ = seconds.tick() => report(assembler.state(), &diagnostics),
                }
            }
        }))
    }
}

fn report(state: &State, diagnostics: &Diagnostics) {
    let values = [
        ("faces_seen", state.faces_seen.clone()),
        ("facelets", state.facelets.clone()),
    ];
    let (health, text) = match (state.status, &state.trouble) {
        (Status::Unknown, _) => (Health::Ok, "no cube is known".into()),
        (Status::Partial, _) => (Health::Ok, format!("faces seen: {}", state.faces_seen)),
        (Status::Valid, None) => (Health::Ok, "the cube is known".into()),
        (_, Some((_, reason))) => (Health::Warn, reason.clone()),
        (Status::Invalid, None) => (Health::Warn, "no cube can be like that".into()),
    };
    diagnostics.report(health, text, &values);
}
