//! The node `tutor`: teaches a person to solve a cube, turn by turn, or has the arms show a lesson, or set up cases to practise.

mod arm_practice;
pub mod convert;
mod node_state;
mod params;

use std::time::{Duration, Instant};

use anyhow::Result;
use brick::clock::Interval;
use futures::StreamExt;
use r2r::QosProfile;
use r2r::cuberig_msgs::action::{Practise, Teach};
use r2r::cuberig_msgs::msg::{CubeColors, CubeState, FaceObservation};
use r2r::cuberig_msgs::srv::LessonCommand;

use crate::messages::faces;
use crate::runtime::{RigNode, Setup, Task, latched};
use arm_practice::Practice;
use node_state::NodeState;
pub use params::TutorParams;

/// How often it is looked whether a move is due.
const TICK: Duration = Duration::from_millis(25);

/// Teaches.
pub struct TutorNode;

impl RigNode for TutorNode {
    const NAME: &'static str = "tutor";
    const ABOUT: &'static str =
        "teaches a person to solve a cube, turn by turn, or has the arms show a lesson, or set up cases to practise";
    type Params = TutorParams;

    fn start(setup: &mut Setup<TutorParams>) -> Result<Task> {
        let mut states = setup.subscribe::<CubeState>("cube/state", latched())?;
        let mut seen = setup.subscribe::<FaceObservation>("faces", QosProfile::default().keep_last(20))?;
        let mut colors = setup.subscribe::<CubeColors>("cube/colors", latched())?;
        let mut goals = setup.action_server::<Teach::Action>("teach")?;
        let mut practices = setup.action_server::<Practise::Action>("practise")?;
        let mut commands = setup.service::<LessonCommand::Service>("lesson/command")?;
        let (practice, mut events) = Practice::new(setup)?;
        let (mut node, mut arms) = NodeState::new(setup, practice)?;
        let (stop, clock) = (setup.stop.clone(), setup.clock.clone());
        Ok(Box::pin(async move {
            if stop.run_until_cancelled(clock.known()).await.is_none() {
                return Ok(());
            }
            node.publish();
            let mut ticks = tokio::time::interval(TICK);
            let mut seconds = Interval::every(Duration::from_secs(1));
            loop {
                let (cancelled, practice_cancelled) = (node.cancelled(), node.practice_cancelled());
                // A reply that cannot be sent means that the client has gone.
                tokio::select! {
                    () = stop.cancelled() => {
                        node.give_up("the tutor ends");
                        node.end_practice("the tutor ends");
                        return Ok(());
                    }
                    Some(goal) = goals.recv() => node.begin(goal),
                    () = cancelled => node.give_up("the lesson was cancelled"),
                    Some(goal) = practices.recv() => node.practise(goal),
                    () = practice_cancelled => node.end_practice("the practice was cancelled"),
                    Some(event) = events.recv() => node.take_practice(event),
                    Some(state) = states.next() => node.know_cube(&state),
                    Some(message) = seen.next() => node.look(&faces::read(&message)),
                    Some(message) = colors.next() => node.know_colors(&message),
                    Some(step) = arms.recv() => node.take_arms(step),
                    Some(asked) = commands.next() => {
                        let answer = node.answer(&asked.message);
                        let _ = asked.respond(answer);
                    }
                    _ = ticks.tick(), if node.is_alive() => node.tick(Instant::now()),
                    () = seconds.tick() => node.report(),
                }
            }
        }))
    }
}
