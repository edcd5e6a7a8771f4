//! Carries out what people ask for on the page: goals and services of the graph.

use std::time::Duration;

use anyhow::Result;
use cube::{Notation, Sequence};
use page::protocol::{Answer, Ask};
use page::{Asked, Reply};
use r2r::cuberig_msgs::action::{ExecuteMoves, HandOver, RunCube, ScanCube};
use r2r::cuberig_msgs::msg::{CubeState, Lesson};
use r2r::cuberig_msgs::srv::{InjectFault, LearnColors, Scramble, SetCubeState};
use r2r::std_srvs::srv::Trigger;
use tokio::sync::mpsc;

use super::asking::{ANSWER, GOAL_ANSWER, answer, follow, trigger};
use super::convert;
use super::lesson_clients::LessonClients;
use super::params::DashboardParams;
use crate::runtime::{ActionClient, ServiceClient, Setup, system_time};

/// What happens while a request is carried out.
#[derive(Debug, PartialEq)]
pub enum ClientEvent {
    /// A stop was carried out within this time.
    Stopped(Duration),
    /// What was asked for failed, in a sentence.
    Failed(String),
    /// Something was begun that the graph does not publish.
    Begun,
}

/// Clients of the graph.
pub struct Clients {
    run: ActionClient<RunCube::Action>,
    load: ActionClient<HandOver::Action>,
    release: ActionClient<HandOver::Action>,
    execute: ActionClient<ExecuteMoves::Action>,
    scan: ActionClient<ScanCube::Action>,
    resume: ServiceClient<Trigger::Service>,
    give_up: ServiceClient<Trigger::Service>,
    confirm: ServiceClient<Trigger::Service>,
    reset: ServiceClient<Trigger::Service>,
    set_state: ServiceClient<SetCubeState::Service>,
    learn_colors: ServiceClient<LearnColors::Service>,
    save: ServiceClient<Trigger::Service>,
    /// Of the simulated rig.
    pub scramble: ServiceClient<Scramble::Service>,
    fault: ServiceClient<InjectFault::Service>,
    /// Of the tutor.
    pub lessons: LessonClients,
    events: mpsc::UnboundedSender<ClientEvent>,
}

impl Clients {
    /// Creates all clients. What happens comes out of the channel.
    pub fn connect(setup: &mut Setup<DashboardParams>) -> Result<(Self, mpsc::UnboundedReceiver<ClientEvent>)> {
        let (events, receiver) = mpsc::unbounded_channel();
        let clients = Self {
            run: setup.action_client("run")?,
            load: setup.action_client("load")?,
            release: setup.action_client("release")?,
            execute: setup.action_client("execute")?,
            scan: setup.action_client("scan")?,
            resume: setup.client("resume")?,
            give_up: setup.client("clear_stop")?,
            confirm: setup.client("confirm")?,
            reset: setup.client("cube/reset")?,
            set_state: setup.client("cube/set_state")?,
            learn_colors: setup.client("cube/learn_colors")?,
            save: setup.client("save_recording")?,
            scramble: setup.client("sim/scramble")?,
            fault: setup.client("sim/fault")?,
            lessons: LessonClients::connect(setup)?,
            events,
        };
        Ok((clients, receiver))
    }

    /// Takes what else happens while a request is carried out.
    pub fn events(&self) -> mpsc::UnboundedSender<ClientEvent> {
        self.events.clone()
    }

    /// Sends a request on its way. It is answered when the graph has answered.
    pub fn carry_out(&mut self, Asked { ask, reply }: Asked, lesson: Option<&Lesson>) {
        // Where no tutor has published, nothing is asked of one.
        let others = match lesson {
            None => Some((ask, reply)),
            Some(lesson) => self.lessons.carry_out(ask, reply, lesson),
        };
        let Some((ask, reply)) = others else { return };
        match ask {
            Ask::Resume => trigger(&self.resume, "The rig may move again.", reply),
            Ask::GiveUp => trigger(&self.give_up, "The rig may move again. The stopped run is given up.", reply),
            Ask::Confirm => trigger(&self.confirm, "Confirmed.", reply),
            Ask::Start { scan } => self.start(scan, reply),
            Ask::Load => self.hand_over(&self.load, reply),
            Ask::Release => self.hand_over(&self.release, reply),
            Ask::Moves { moves } => self.execute(&moves, reply),
            Ask::SetCube { cube } => self.set_cube(cube, reply),
            Ask::Scan { faces } => self.scan(faces, reply),
            Ask::Look => self.look(reply),
            Ask::LearnColors { cube } => self.learn_colors(cube, reply),
            Ask::SaveRecording => answer(&self.save, &Trigger::Request::default(), reply, |saved| {
                format!("The last minute is saved in {}.", saved.message)
            }),
            Ask::Scramble { seed } => self.scramble(seed, reply),
            Ask::Fault { name, target, amount } => {
                let done = format!("This happens now: {}.", name.replace('_', " "));
                self.fault(InjectFault::Request { fault: name, target, amount }, done, reply);
            }
            Ask::ClearFaults => {
                let request = InjectFault::Request { fault: "clear".into(), ..InjectFault::Request::default() };
                self.fault(request, "All faults have ended.".into(), reply);
            }
            // The page answers the second to the fifth and the last two itself, the tutor those of lessons. A rig's stop does not come here.
            Ask::Stop
            | Ask::Watch { .. }
            | Ask::Check { .. }
            | Ask::Random
            | Ask::FromMoves { .. }
            | Ask::Say { .. }
            | Ask::Speak { .. }
            | Ask::ByHand { .. }
            | Ask::Play { .. }
            | Ask::Pause
            | Ask::Goto { .. }
            | Ask::Turn { .. }
            | Ask::Undo
            | Ask::Redo
            | Ask::Practise { .. }
            | Ask::Leave
            | Ask::Replan
            | Ask::Teach { .. }
            | Ask::Show { .. }
            | Ask::Next
            | Ask::Decline
            | Ask::Learner { .. }
            | Ask::Drill { .. }
            | Ask::Drilled { .. }
            | Ask::Session { .. }
            | Ask::Timed { .. }
            | Ask::Amend { .. }
            | Ask::Forget { .. }
            | Ask::Rescramble
            | Ask::UseCamera { .. }
            | Ask::EndCamera
            | Ask::Own { .. } => reply.send(Answer::refused("this page has no such control")),
        }
    }

    fn start(&self, scan: bool, reply: Reply) {
        let goal = RunCube::Goal { scan, look_again: true, ..RunCube::Goal::default() };
        let call = self.run.call("the conductor", goal, GOAL_ANSWER);
        let failure = |result: RunCube::Result| (!result.solved).then_some(result.error_msg);
        // run/status has its progress.
        tokio::spawn(follow(call, reply, "The run has begun.".into(), failure));
    }

    fn hand_over(&self, client: &ActionClient<HandOver::Action>, reply: Reply) {
        let call = client.call("the conductor", HandOver::Goal::default(), GOAL_ANSWER);
        let failure = |result: HandOver::Result| (result.error_code != 0).then_some(result.error_msg);
        // run/status has its questions and its end.
        tokio::spawn(follow(call, reply, "Do what the page asks.".into(), failure));
    }

    fn execute(&self, text: &str, reply: Reply) {
        let sequence = match Sequence::parse(text, Notation::Auto) {
            Ok(sequence) => sequence,
            Err(error) => return reply.send(Answer::refused(error.to_string())),
        };
        let moves = sequence.moves();
        if moves.is_empty() {
            return reply.send(Answer::refused("no moves were given"));
        }
        let goal = ExecuteMoves::Goal { moves: moves.iter().map(ToString::to_string).collect(), search_time: 0.0 };
        let begun = match moves.len() {
            1 => format!("The arms do {}.", moves[0]),
            count => format!("The arms do {count} moves."),
        };
        let begun = match sequence.notation {
            Notation::Standard => begun,
            other => format!("{begun} They were read in {other} notation."),
        };
        let call = self.execute.call("the motion planner", goal, GOAL_ANSWER);
        let followed = follow(call, reply, begun, |result| refusal(result.error_code, result.error_msg));
        tokio::spawn(report_failure(followed, self.events.clone()));
    }

    fn scan(&self, faces: String, reply: Reply) {
        // A goal without faces ends as soon as the cube is known, and may show nothing.
        if faces.is_empty() {
            return reply.send(Answer::refused("no faces were given"));
        }
        tokio::spawn(show_faces(self.scan.clone(), faces, reply, self.events.clone()));
    }

    /// Forgets the cube, for what is known of it may be wrong, and has all six faces shown.
    fn look(&self, reply: Reply) {
        let forgotten = self.reset.trigger(ANSWER);
        let (scan, events) = (self.scan.clone(), self.events.clone());
        tokio::spawn(async move {
            match forgotten.await {
                Err(text) => reply.send(Answer::refused(text)),
                Ok(_) => show_faces(scan, "URFDLB".into(), reply, events).await,
            }
        });
    }

    fn learn_colors(&self, facelets: String, reply: Reply) {
        let learned = self.learn_colors.ask(&LearnColors::Request { facelets }, ANSWER);
        tokio::spawn(async move {
            reply.send(learned.await.map_or_else(Answer::refused, |response| convert::learned(&response)));
        });
    }

    fn set_cube(&self, facelets: String, reply: Reply) {
        let request = SetCubeState::Request { facelets, source: CubeState::SOURCE_SET as u8 };
        answer(&self.set_state, &request, reply, |_| "The rig knows the cube.".into());
    }

    fn scramble(&self, seed: Option<u32>, reply: Reply) {
        // Another one at each millisecond, short enough to be published.
        let seed = seed.map_or_else(|| system_time().as_millis() as u64 % 1_000_000, u64::from);
        let request = Scramble::Request { facelets: String::new(), seed };
        let scrambled = self.scramble.request(&request, ANSWER);
        let (reset, events) = (self.reset.clone(), self.events.clone());
        tokio::spawn(async move {
            // The cube that was known is another one.
            let forgotten = match scrambled.await {
                Ok(_) => reset.trigger(ANSWER).await,
                Err(text) => Err(text),
            };
            reply.send(match forgotten {
                Ok(_) => {
                    // The node's task lives as long as its page.
                    let _ = events.send(ClientEvent::Begun);
                    Answer::done(format!("The random cube {seed} lies in the claws."))
                }
                Err(text) => Answer::refused(text),
            });
        });
    }

    fn fault(&self, request: InjectFault::Request, done: String, reply: Reply) {
        answer(&self.fault, &request, reply, |_| done);
    }
}

/// Has the arms show faces to the camera.
async fn show_faces(
    scan: ActionClient<ScanCube::Action>,
    faces: String,
    reply: Reply,
    events: mpsc::UnboundedSender<ClientEvent>,
) {
    let call = scan.call("the motion planner", ScanCube::Goal { faces, ..ScanCube::Goal::default() }, GOAL_ANSWER);
    let begun = "The arms show the cube to the camera.".into();
    let failure = |result: ScanCube::Result| refusal(result.error_code, result.error_msg);
    report_failure(follow(call, reply, begun, failure), events).await;
}

/// Has the page show what went wrong after the answer.
async fn report_failure(followed: impl Future<Output = Option<String>>, events: mpsc::UnboundedSender<ClientEvent>) {
    if let Some(text) = followed.await {
        // The node's task lives as long as its page.
        let _ = events.send(ClientEvent::Failed(text));
    }
}

/// What went wrong, by the code of a result.
fn refusal(error_code: i32, error_msg: String) -> Option<String> {
    (error_code != 0).then_some(error_msg)
}
