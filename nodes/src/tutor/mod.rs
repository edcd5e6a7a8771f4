//! The node `tutor`: teaches a person to solve a cube, turn by turn, or has the arms show a lesson.

mod answers;
mod convert;
mod params;
mod shell;

use std::time::{Duration, Instant};

use anyhow::Result;
use brick::clock::Interval;
use futures::StreamExt;
use r2r::QosProfile;
use r2r::cuberig_msgs::action::Teach;
use r2r::cuberig_msgs::msg::{CubeColors, CubeState, FaceObservation};
use r2r::cuberig_msgs::srv::{GoToMove, PlayLesson, Practise, Replan, TellTutor, TurnCube};
use r2r::std_srvs::srv::Trigger;
use tutor::Request;

use crate::messages::faces;
use crate::runtime::{RigNode, Setup, Task};
pub use params::TutorParams;
use shell::Shell;

/// How often it is looked whether a move is due.
const TICK: Duration = Duration::from_millis(25);

/// Teaches.
pub struct TutorNode;

impl RigNode for TutorNode {
    const NAME: &'static str = "tutor";
    const ABOUT: &'static str = "teaches a person to solve a cube, turn by turn, or has the arms show a lesson";
    type Params = TutorParams;

    fn start(setup: &mut Setup<TutorParams>) -> Result<Task> {
        let latched = || QosProfile::default().keep_last(1).transient_local();
        let mut states = setup.subscribe::<CubeState>("cube/state", latched())?;
        let mut seen = setup.subscribe::<FaceObservation>("faces", QosProfile::default().keep_last(20))?;
        let mut colors = setup.subscribe::<CubeColors>("cube/colors", latched())?;
        let mut goals = setup.action_server::<Teach::Action>("teach")?;
        let mut nexts = setup.service::<Trigger::Service>("lesson/next")?;
        let mut backs = setup.service::<Trigger::Service>("lesson/back")?;
        let mut undos = setup.service::<Trigger::Service>("lesson/undo")?;
        let mut redos = setup.service::<Trigger::Service>("lesson/redo")?;
        let mut leaves = setup.service::<Trigger::Service>("lesson/leave")?;
        let mut practices = setup.service::<Practise::Service>("lesson/practise")?;
        let mut gotos = setup.service::<GoToMove::Service>("lesson/goto")?;
        let mut replans = setup.service::<Replan::Service>("lesson/replan")?;
        let mut turns = setup.service::<TurnCube::Service>("lesson/turn")?;
        let mut plays = setup.service::<PlayLesson::Service>("lesson/play")?;
        let mut tells = setup.service::<TellTutor::Service>("lesson/tell")?;
        let (mut shell, mut arms) = Shell::new(setup)?;
        let (stop, clock) = (setup.stop.clone(), setup.clock.clone());
        Ok(Box::pin(async move {
            if stop.run_until_cancelled(clock.known()).await.is_none() {
                return Ok(());
            }
            shell.publish();
            let mut ticks = tokio::time::interval(TICK);
            let mut seconds = Interval::every(Duration::from_secs(1));
            loop {
                let cancelled = shell.cancelled();
                // A reply that cannot be sent means that the client has gone.
                tokio::select! {
                    () = stop.cancelled() => {
                        shell.give_up("the tutor ends");
                        return Ok(());
                    }
                    Some(goal) = goals.recv() => shell.begin(goal),
                    () = cancelled => shell.give_up("the lesson was cancelled"),
                    Some(state) = states.next() => shell.know_cube(&state),
                    Some(message) = seen.next() => shell.look(&faces::read(&message)),
                    Some(message) = colors.next() => shell.know_colors(&message),
                    Some(heard) = arms.recv() => shell.hear_arms(heard),
                    Some(asked) = nexts.next() => {
                        let _ = asked.respond(answers::trigger(shell.hear(Request::Next)));
                    }
                    Some(asked) = backs.next() => {
                        let _ = asked.respond(answers::trigger(shell.hear(Request::Back)));
                    }
                    Some(asked) = undos.next() => {
                        let _ = asked.respond(answers::trigger(shell.hear(Request::Undo)));
                    }
                    Some(asked) = redos.next() => {
                        let _ = asked.respond(answers::trigger(shell.hear(Request::Redo)));
                    }
                    Some(asked) = leaves.next() => {
                        let _ = asked.respond(answers::trigger(shell.hear(Request::Leave)));
                    }
                    Some(asked) = practices.next() => {
                        let answer = answers::practise(&asked.message, &mut shell);
                        let _ = asked.respond(answer);
                    }
                    Some(asked) = gotos.next() => {
                        let answer = answers::go_to(&asked.message, &mut shell);
                        let _ = asked.respond(answer);
                    }
                    Some(asked) = replans.next() => {
                        let answer = answers::replan(&asked.message, &mut shell);
                        let _ = asked.respond(answer);
                    }
                    Some(asked) = turns.next() => {
                        let answer = answers::turn(&asked.message, &mut shell);
                        let _ = asked.respond(answer);
                    }
                    Some(asked) = plays.next() => {
                        let answer = answers::play(&asked.message, &mut shell);
                        let _ = asked.respond(answer);
                    }
                    Some(asked) = tells.next() => {
                        let answer = answers::tell(&asked.message, &mut shell);
                        let _ = asked.respond(answer);
                    }
                    _ = ticks.tick(), if shell.is_alive() => shell.tick(Instant::now()),
                    () = seconds.tick() => shell.report(),
                }
            }
        }))
    }
}
