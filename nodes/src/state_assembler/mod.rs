//! The node `state_assembler`: builds the cube's state from the faces that were seen, proves it, or reports why it is impossible.

pub mod convert;
mod params;

use std::time::Duration;

use anyhow::Result;
use brick::clock::Interval;
use cube_state::{Assembler, CubesLeft, ReadResult, ReadingColors, Seen, State, Status};
use futures::StreamExt;
use r2r::QosProfile;
use r2r::cuberig_msgs::msg::{CubeColors, CubePose, CubeState, FaceObservation};
use r2r::cuberig_msgs::srv::{LearnColors, SetCubeState};
use r2r::std_srvs::srv::Trigger;
use vision::state::SeenFaces;

use crate::messages::cube_colors;
use crate::runtime::{Diagnostics, Health, Logger, RigNode, Setup, Task, answer_trigger, compute, latched};
pub use params::StateAssemblerParams;

/// Builds the cube state.
pub struct StateAssembler;

impl RigNode for StateAssembler {
    const NAME: &'static str = "state_assembler";
    const ABOUT: &'static str =
        "builds the cube's state from the faces that were seen, proves it, or reports why it is impossible";
    type Params = StateAssemblerParams;

    fn start(setup: &mut Setup<StateAssemblerParams>) -> Result<Task> {
        let mut faces = setup.subscribe::<FaceObservation>("faces", QosProfile::default().keep_last(20))?;
        // Deep enough that no motion between two rests is missed.
        let mut poses = setup.subscribe::<CubePose>("cube/pose", latched().keep_last(50))?;
        let mut sets = setup.service::<SetCubeState::Service>("cube/set_state")?;
        let mut resets = setup.service::<Trigger::Service>("cube/reset")?;
        let mut learn_requests = setup.service::<LearnColors::Service>("cube/learn_colors")?;
        let states = setup.publisher::<CubeState>("cube/state", latched())?;
        let colors = setup.publisher::<CubeColors>("cube/colors", latched())?;
        let mut known_colors = ReadingColors::new(setup.params.get().colors()?);
        let scheme = setup.params.get().scheme()?;
        let (clock, log, diagnostics) = (setup.clock.clone(), setup.log.clone(), setup.diagnostics.clone());
        let (stop, params, mut changes) = (setup.stop.clone(), setup.params.clone(), setup.params.changes());
        Ok(Box::pin(async move {
            if stop.run_until_cancelled(clock.known()).await.is_none() {
                return Ok(());
            }
            let mut assembler = Assembler::new(params.get().settings(), clock.now());
            states.publish(&convert::state(&assembler));
            let file = params.get().colors_file;
            match &known_colors.learned {
                Some(known) => {
                    colors.publish(&cube_colors::message(known, clock.header("")));
                    log.info(format!("the cube's colours are those of '{file}'"));
                }
                None if file.is_empty() => {}
                None => log.warn(format!(
                    "the file '{file}' does not exist: any cube is read until cube/learn_colors writes it"
                )),
            }
            let mut seconds = Interval::every(Duration::from_secs(1));
            loop {
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    Some(pose) = poses.next() => {
                        if assembler.pose(convert::pose(&pose)) {
                            states.publish(&convert::state(&assembler));
                        }
                    }
                    Some(message) = faces.next() => {
                        let seen = assembler.observe(&convert::observation(&message));
                        if let Seen::Readable(faces) = &seen {
                            assembler.take_reading(read(**faces, &mut known_colors).await?);
                        }
                        if seen != Seen::Nothing {
                            states.publish(&convert::state(&assembler));
                            log_state(assembler.state(), &log);
                        }
                    }
                    Some(request) = learn_requests.next() => {
                        let facelets = request.message.facelets.clone();
                        let faces = assembler.measurements();
                        let learned = compute(move || cube_state::learn(&faces?, &facelets, scheme)).await?;
                        let response = convert::learned(&learned, &file, clock.header(""));
                        for text in response.warnings.iter().chain([&response.error_msg]).filter(|text| !text.is_empty()) {
                            log.warn(format!("cube/learn_colors: {text}"));
                        }
                        if let Ok(learned) = learned {
                            known_colors = ReadingColors::new(Some(learned));
                            colors.publish(&response.colors);
                            // What was read before may be read otherwise now.
                            if let Ok(faces) = assembler.measurements() {
                                assembler.take_reading(read(faces.map(Some), &mut known_colors).await?);
                            }
                            states.publish(&convert::state(&assembler));
                            log_state(assembler.state(), &log);
                        }
                        // A reply that cannot be sent means that the client has gone.
                        let _ = request.respond(response);
                    }
                    Some(request) = sets.next() => {
                        let message = &request.message;
                        let outcome = convert::source(message.source)
                            .and_then(|source| assembler.set(clock.now(), &message.facelets, source));
                        match &outcome {
                            Ok(()) => states.publish(&convert::state(&assembler)),
                            Err(reason) => {
                                log.warn(format!("a state is refused: {reason}"));
                            }
                        }
                        let _ = request.respond(convert::set_response(outcome));
                    }
                    Some(request) = resets.next() => {
                        assembler.reset(clock.now());
                        states.publish(&convert::state(&assembler));
                        log.info("forgot the cube");
                        answer_trigger(request, Ok(String::new()));
                    }
                    Ok(()) = changes.changed() => assembler.set_settings(params.get().settings()),
                    () = seconds.tick() => report(&assembler, &diagnostics),
                }
            }
        }))
    }
}

/// Reads faces on a thread of its own: that takes long.
async fn read(faces: SeenFaces, colors: &mut ReadingColors) -> Result<ReadResult> {
    let mut own = *colors;
    let (reading, own) = compute(move || (own.read(&faces), own)).await?;
    *colors = own;
    Ok(reading)
}

/// Logs what is known of the cube now.
fn log_state(state: &State, log: &Logger) {
    match (state.status(), &state.problem) {
        (Status::Invalid, Some((_, reason))) => {
            log.warn(format!("no cube has the stickers that were seen: {reason}"));
        }
        (Status::Valid, Some((_, reason))) => log.warn(reason.clone()),
        (Status::Valid, None) => {
            let texts = [&[format!("the cube is {}", state.facelets)], &state.notes[..]].concat();
            log.info(texts.join("; "));
        }
        _ => log.info(format!("faces seen: {}; {}", state.faces_seen, left(state))),
    }
}

/// How many cubes show what was seen, in words.
fn left(state: &State) -> &'static str {
    match state.left {
        CubesLeft::None => "no cube has these stickers",
        CubesLeft::One => "the state is unique",
        CubesLeft::Several => "the state is not unique yet",
    }
}

fn report(assembler: &Assembler, diagnostics: &Diagnostics) {
    let state = assembler.state();
    let values = [("faces_seen", state.faces_seen.clone()), ("facelets", state.facelets.clone())];
    if let Some([before, now]) = assembler.unmoved() {
        let text = format!(
            "face {now} looks exactly like face {before}, which was shown before it: the cube did not turn, though the drivers report it"
        );
        return diagnostics.report(Health::Error, text, &values);
    }
    let (health, text) = match (state.status(), &state.problem) {
        (Status::Unknown, _) => (Health::Ok, [&["no cube is known".to_owned()], &state.notes[..]].concat().join("; ")),
        (Status::Partial, _) => {
            let text = format!("faces seen: {}; {}", state.faces_seen, left(state));
            (Health::Ok, text)
        }
        (Status::Valid, None) => {
            let texts = [&["the cube is known".to_owned()], &state.notes[..]].concat();
            (Health::Ok, texts.join("; "))
        }
        (_, Some((_, reason))) => (Health::Warn, reason.clone()),
        (Status::Invalid, None) => (Health::Warn, "no cube has these stickers".into()),
    };
    diagnostics.report(health, text, &values);
}
