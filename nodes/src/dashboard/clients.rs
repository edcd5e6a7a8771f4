//! Carries out what people ask for on the page: goals and services of the graph.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use cube::{Notation, parse_moves};
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use futures::{FutureExt, StreamExt};
use page::protocol::{Answer, Ask};
use page::{Asked, Reply};
use r2r::cuberig_msgs::action::{ExecuteMoves, HandOver, RunCube};
use r2r::cuberig_msgs::msg::{CubeState, LessonStatus};
use r2r::cuberig_msgs::srv::{InjectFault, Scramble, SetCubeState};
use r2r::std_srvs::srv::Trigger;
use r2r::{ActionClient, Client, GoalStatus, WrappedActionTypeSupport, WrappedServiceTypeSupport};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::lesson_clients::LessonClients;
use super::params::DashboardParams;
use crate::runtime::{Setup, accepted, ask, system_time};

/// How long a node may take to answer. A page waits for eight seconds.
const ANSWER: Duration = Duration::from_secs(6);
/// A goal that is refused ends within this time. What goes on longer is answered as begun.
const REFUSAL: Duration = Duration::from_millis(700);

/// What happens while a request is carried out.
#[derive(Debug, PartialEq)]
pub enum News {
    /// What a person is asked; empty when nobody waits.
    Question(String),
    /// A stop was carried out within this time.
    Stopped(Duration),
    /// What was begun failed later, in a sentence.
    Failed(String),
}

/// Clients of the graph.
pub struct Clients {
    run: ActionClient<RunCube::Action>,
    load: ActionClient<HandOver::Action>,
    release: ActionClient<HandOver::Action>,
    execute: ActionClient<ExecuteMoves::Action>,
    stop: Client<Trigger::Service>,
    resume: Client<Trigger::Service>,
    confirm: Client<Trigger::Service>,
    reset: Arc<Client<Trigger::Service>>,
    set_state: Client<SetCubeState::Service>,
    /// Of the simulated rig.
    pub scramble: Client<Scramble::Service>,
    fault: Client<InjectFault::Service>,
    /// Of the tutor.
    pub lessons: LessonClients,
    news: mpsc::UnboundedSender<News>,
}

impl Clients {
    /// Creates all clients. What happens comes out of the channel.
    pub fn connect(
        setup: &mut Setup<DashboardParams>,
    ) -> Result<(Self, mpsc::UnboundedReceiver<News>)> {
        let (news, receiver) = mpsc::unbounded_channel();
        let clients = Self {
            run: setup.action_client("run")?,
            load: setup.action_client("load")?,
            release: setup.action_client("release")?,
            execute: setup.action_client("execute")?,
            stop: setup.client("stop")?,
            resume: setup.client("resume")?,
            confirm: setup.client("confirm")?,
            reset: Arc::new(setup.client("cube/reset")?),
            set_state: setup.client("cube/set_state")?,
            scramble: setup.client("sim/scramble")?,
            fault: setup.client("sim/fault")?,
            lessons: LessonClients::connect(setup)?,
            news,
        };
        Ok((clients, receiver))
    }

    /// Sends a request on its way. It is answered when the graph has answered.
    pub fn carry_out(&mut self, Asked { ask, reply }: Asked, lesson: &LessonStatus) {
        // Where no tutor was heard, nothing is asked of one.
        let others = match lesson.number {
            0 => Some((ask, reply)),
            _ => self.lessons.carry_out(ask, reply, lesson),
        };
        let Some((ask, reply)) = others else { return };
        match ask {
            Ask::Stop => self.stop(reply),
            Ask::Resume => trigger(&self.resume, "resume", "The rig may move again.", reply),
            Ask::Confirm => trigger(&self.confirm, "confirm", "Confirmed.", reply),
            Ask::Start { scan } => self.start(scan, reply),
            Ask::Load => self.hand_over(&self.load, reply),
            Ask::Release => self.hand_over(&self.release, reply),
            Ask::Moves { moves } => self.execute(&moves, reply),
            Ask::SetCube { cube } => self.set_cube(cube, reply),
            Ask::Scramble { seed } => self.scramble(seed, reply),
            Ask::Fault {
                name,
                target,
                amount,
            } => self.fault(name, target, amount, reply),
            // The page answers the first three itself, the tutor those of lessons.
            Ask::Watch { .. }
            | Ask::Check { .. }
            | Ask::Random
            | Ask::Say { .. }
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
            | Ask::Decline => reply.send(Answer::refused("this page has no such control")),
        }
    }

    fn stop(&self, reply: Reply) {
        let asked = Instant::now();
        let answer = ask(&self.stop, &Trigger::Request::default(), "stop", ANSWER);
        let news = self.news.clone();
        tokio::spawn(async move {
            let answer = answer.await;
            let took = asked.elapsed();
            let millis = took.as_millis();
            reply.send(match answer {
                Ok(answer) if answer.success => {
                    // The node's task lives as long as its page.
                    let _ = news.send(News::Stopped(took));
                    Answer::done(format!("All motors hold, after {millis} ms."))
                }
                Ok(answer) => Answer::refused(answer.message),
                Err(text) => Answer::refused(text),
            });
        });
    }

    fn start(&self, scan: bool, reply: Reply) {
        let goal = RunCube::Goal {
            scan,
            look_again: true,
            ..RunCube::Goal::default()
        };
        let request = begin(&self.run, goal);
        tokio::spawn(async move {
            match request.await {
                Err(text) => reply.send(Answer::refused(text)),
                Ok((result, _)) => {
                    let failure =
                        |result: RunCube::Result| (!result.solved).then_some(result.error_msg);
                    // How the run goes on, run/status tells.
                    follow(result, reply, "The run has begun.".into(), failure).await;
                }
            }
        });
    }

    fn hand_over(&self, client: &ActionClient<HandOver::Action>, reply: Reply) {
        let request = begin(client, HandOver::Goal::default());
        let news = self.news.clone();
        tokio::spawn(async move {
            let (result, mut feedback) = match request.await {
                Ok(begun) => begun,
                Err(text) => return reply.send(Answer::refused(text)),
            };
            let failure =
                |result: HandOver::Result| (result.error_code != 0).then_some(result.error_msg);
            let followed = follow(result, reply, "Do what the page asks.".into(), failure);
            tokio::pin!(followed);
            // The node's task lives as long as its page. How it ends, run/status tells.
            loop {
                tokio::select! {
                    _ = &mut followed => break,
                    Some(said) = feedback.next() => {
                        let question = if said.waiting { said.prompt } else { String::new() };
                        let _ = news.send(News::Question(question));
                    }
                }
            }
            let _ = news.send(News::Question(String::new()));
        });
    }

    fn execute(&self, text: &str, reply: Reply) {
        let moves = match parse_moves(text, Notation::Auto) {
            Ok(moves) if moves.is_empty() => {
                return reply.send(Answer::refused("no moves were given"));
            }
            Ok(moves) => moves,
            Err(error) => return reply.send(Answer::refused(error.to_string())),
        };
        let goal = ExecuteMoves::Goal {
            moves: moves.iter().map(ToString::to_string).collect(),
            search_time: 0.0,
        };
        let begun = match moves.len() {
            1 => format!("The arms do {}.", moves[0]),
            count => format!("The arms do {count} moves."),
        };
        let request = begin(&self.execute, goal);
        let news = self.news.clone();
        tokio::spawn(async move {
            let (result, _) = match request.await {
                Ok(begun) => begun,
                Err(text) => return reply.send(Answer::refused(text)),
            };
            let failure =
                |result: ExecuteMoves::Result| (result.error_code != 0).then_some(result.error_msg);
            if let Some(text) = follow(result, reply, begun, failure).await {
                let _ = news.send(News::Failed(text));
            }
        });
    }

    fn set_cube(&self, facelets: String, reply: Reply) {
        let request = SetCubeState::Request {
            facelets,
            source: CubeState::SOURCE_SET as u8,
        };
        let said = |it: SetCubeState::Response| {
            said(
                it.error_code,
                it.error_msg,
                "The rig knows the cube.".into(),
            )
        };
        answer(&self.set_state, &request, "cube/set_state", reply, said);
    }

    fn scramble(&self, seed: Option<u32>, reply: Reply) {
        // Another one at each millisecond, short enough to be told.
        let seed = seed.map_or_else(|| system_time().as_millis() as u64 % 1_000_000, u64::from);
        let request = Scramble::Request {
            facelets: String::new(),
            seed,
        };
        let answer = ask(&self.scramble, &request, "sim/scramble", ANSWER);
        let reset = self.reset.clone();
        tokio::spawn(async move {
            let scrambled = match answer.await {
                Ok(answer) if answer.error_code == 0 => Ok(()),
                Ok(answer) => Err(answer.error_msg),
                Err(text) => Err(text),
            };
            // What was known was another cube.
            let forgotten = match scrambled {
                Ok(()) => ask(&reset, &Trigger::Request::default(), "cube/reset", ANSWER).await,
                Err(text) => Err(text),
            };
            reply.send(match forgotten {
                Ok(answer) if answer.success => {
                    Answer::done(format!("The random cube {seed} lies in the claws."))
                }
                Ok(answer) => Answer::refused(answer.message),
                Err(text) => Answer::refused(text),
            });
        });
    }

    fn fault(&self, fault: String, target: String, amount: f64, reply: Reply) {
        let done = match fault.as_str() {
            "clear" => "All faults have ended.".to_owned(),
            name => format!("The fault {name} has begun."),
        };
        let request = InjectFault::Request {
            fault,
            target,
            amount,
        };
        let said = |it: InjectFault::Response| said(it.error_code, it.error_msg, done);
        answer(&self.fault, &request, "sim/fault", reply, said);
    }
}

/// Asks a service without details.
pub(super) fn trigger(
    client: &Client<Trigger::Service>,
    name: &'static str,
    done: &'static str,
    reply: Reply,
) {
    let said =
        move |it: Trigger::Response| said(i32::from(!it.success), it.message, done.to_owned());
    answer(client, &Trigger::Request::default(), name, reply, said);
}

/// What the page is answered.
pub(super) fn said(error_code: i32, error_msg: String, done: String) -> Answer {
    match error_code {
        0 => Answer::done(done),
        _ => Answer::refused(error_msg),
    }
}

/// Answers with what a service says.
pub(super) fn answer<S: WrappedServiceTypeSupport + 'static>(
    client: &Client<S>,
    request: &S::Request,
    name: &'static str,
    reply: Reply,
    said: impl FnOnce(S::Response) -> Answer + Send + 'static,
) where
    S::Response: Send,
{
    let answer = ask(client, request, name, ANSWER);
    tokio::spawn(async move {
        reply.send(answer.await.map_or_else(Answer::refused, said));
    });
}

/// A goal that was accepted: its result and its feedback to come.
pub(super) type Begun<A> = (
    BoxFuture<'static, r2r::Result<(GoalStatus, <A as WrappedActionTypeSupport>::Result)>>,
    BoxStream<'static, <A as WrappedActionTypeSupport>::Feedback>,
);

/// Answers soon: what is wrong with a goal that ends at once, or that it has begun. Resolves when the goal ends, with what went
/// wrong after the answer.
pub(super) async fn follow<R>(
    mut result: BoxFuture<'static, r2r::Result<(GoalStatus, R)>>,
    reply: Reply,
    begun: String,
    failure: impl Fn(R) -> Option<String>,
) -> Option<String> {
    let failed = |ended: r2r::Result<(GoalStatus, R)>| match ended {
        Ok((_, result)) => failure(result),
        Err(error) => Some(format!("the node that did it is gone: {error}")),
    };
    match timeout(REFUSAL, &mut result).await {
        Ok(ended) => {
            reply.send(failed(ended).map_or_else(|| Answer::done(begun), Answer::refused));
            None
        }
        Err(_) => {
            reply.send(Answer::done(begun));
            failed(result.await)
        }
    }
}

/// Sends a goal before this returns. The future resolves when it is accepted, or says why it is not.
pub(super) fn begin<A: WrappedActionTypeSupport + 'static>(
    client: &ActionClient<A>,
    goal: A::Goal,
) -> impl Future<Output = std::result::Result<Begun<A>, String>> + Send + use<A>
where
    A::Feedback: Send,
    A::Result: Send,
{
    let request = client.send_goal_request(goal);
    async move {
        let request = request.map_err(|error| format!("the graph cannot be asked: {error}"))?;
        match accepted(request, ANSWER).await {
            None => Err(format!("nobody answers within {} s", ANSWER.as_secs())),
            Some(Err(error)) => Err(format!("the goal was refused ({error})")),
            Some(Ok((_, result, feedback))) => Ok((result.boxed(), feedback.boxed())),
        }
    }
}
