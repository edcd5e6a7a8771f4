//! The course of one hand-over.

use std::time::Duration;

use futures::FutureExt;
use r2r::cuberig_msgs::action::{HandOver, MoveClaws};
use r2r::std_srvs::srv::Trigger;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::super::readiness::{Gone, can_be_asked};
use super::{Direction, Interruption, Progress, SharedQuestion};
use crate::runtime::{ActionClient, CallError, Goal, Patience as Answer, ServiceClient, Step};

// The error codes of the actions `load` and `release`.
const SUCCESS: i32 = HandOver::Result::SUCCESS as i32;
const EXECUTE_FAILED: i32 = HandOver::Result::EXECUTE_FAILED as i32;
pub(super) const STOPPED: i32 = HandOver::Result::STOPPED as i32;
const NOT_READY: i32 = HandOver::Result::NOT_READY as i32;
pub(super) const BUSY: i32 = HandOver::Result::BUSY as i32;
pub(super) const NOT_CONFIRMED: i32 = HandOver::Result::NOT_CONFIRMED as i32;

/// A look at the claws that is not answered for so long may be lost.
const LOST: Duration = Duration::from_secs(2);

/// How long a hand-over waits for whom.
pub(super) struct Patience {
    /// For the person.
    pub person: Duration,
    /// For a node to answer.
    pub answers: Duration,
    /// For claws to stop.
    pub stops: Duration,
    /// For a sign of life while claws move.
    pub silence: Duration,
}

/// A hand-over under way.
pub(super) struct Course {
    pub goal: Goal<HandOver::Action>,
    pub claws: ActionClient<MoveClaws::Action>,
    pub reset: ServiceClient<Trigger::Service>,
    pub question: SharedQuestion,
    pub interruptions: mpsc::UnboundedReceiver<Interruption>,
    pub gone: Gone,
    pub progress: mpsc::UnboundedSender<Progress>,
    pub patience: Patience,
    /// Whether claws have begun to move, so that nobody knows the cube any more.
    pub has_moved: bool,
    /// Whether it waits for the motion planner.
    pub needs_planner: bool,
}

/// Why a hand-over ended early: a code of its action, and a sentence.
type Refusal = (i32, String);

impl Course {
    /// Carries it out to its end.
    pub async fn run(mut self, direction: Direction) {
        let ended = match direction {
            Direction::Load => self.load().await,
            Direction::Release => self.release().await,
        };
        let text = match (direction, &ended) {
            (Direction::Load, Ok(())) => "load is done: the claws are closed".into(),
            (Direction::Release, Ok(())) => "release is done: the claws are open".into(),
            (Direction::Load, Err((_, text))) => format!("load ended early: {text}"),
            (Direction::Release, Err((_, text))) => format!("release ended early: {text}"),
        };
        if ended.is_err() && self.has_moved {
            // Nobody waits for it: the assembler may be what is missing.
            tokio::spawn(self.forget_cube());
        }
        // The conductor is free before the client hears that it is.
        self.tell(Progress::Ended(text));
        match ended {
            Ok(()) => self.goal.succeed(result(SUCCESS, "")),
            Err((code, text)) => self.goal.abort(result(code, &text)),
        }
    }

    async fn load(&mut self) -> Result<(), Refusal> {
        if !self.are_open().await? {
            self.ask("The claws will open: take hold of a cube that they hold, then confirm.").await?;
            self.move_claws(false).await?;
        }
        self.ask(
            "Hold the cube gently in the middle of the claws, each of which must meet a face squarely, then confirm. Keep hold of it until the second pair of claws closes.",
        )
        .await?;
        self.move_claws(true).await
    }

    async fn release(&mut self) -> Result<(), Refusal> {
        if self.are_open().await? {
            return Ok(());
        }
        self.ask("Take hold of the cube: the claws will open. Then confirm.").await?;
        self.move_claws(false).await
    }

    /// Asks the person for something, and waits until it is confirmed.
    async fn ask(&mut self, prompt: &str) -> Result<(), Refusal> {
        let confirmed = self.question.ask();
        self.say(prompt, true);
        let patience = self.patience.person;
        match self.unless_stopped(timeout(patience, confirmed)).await? {
            Ok(_) => Ok(()),
            Err(_) => {
                let seconds = patience.as_secs_f64();
                let text = format!("nobody called the service confirm within {seconds} s");
                Err((NOT_CONFIRMED, text))
            }
        }
    }

    fn say(&self, prompt: &str, waiting: bool) {
        self.tell(Progress::Prompt(prompt.into()));
        self.goal.feedback(HandOver::Feedback { prompt: prompt.into(), waiting });
    }

    fn tell(&self, news: Progress) {
        // The receiver lives as long as the node's task.
        let _ = self.progress.send(news);
    }

    /// Waits for something, unless the goal is cancelled or the rig is stopped before it comes, or the motion planner goes that
    /// is needed for it. A planner that is needed only later may come back.
    async fn unless_stopped<T>(&mut self, wanted: impl Future<Output = T>) -> Result<T, Refusal> {
        tokio::pin!(wanted);
        loop {
            tokio::select! {
                found = &mut wanted => return Ok(found),
                () = self.goal.cancelled.cancelled() => return Err(cancelled()),
                Some(interruption) = self.interruptions.recv() => match interruption {
                    Interruption::Stopped(reason) => return Err((STOPPED, reason)),
                    Interruption::PlannerGone(text) if self.needs_planner => return Err((EXECUTE_FAILED, text)),
                    Interruption::PlannerGone(_) => {}
                },
            }
        }
    }

    async fn are_open(&mut self) -> Result<bool, Refusal> {
        let (claws, reset) = (self.claws.clone(), self.reset.clone());
        for (node, what, server) in [
            ("motion_planner", "action move_claws", claws.is_available().map(|f| f.boxed())),
            ("state_assembler", "service cube/reset", reset.is_available().map(|f| f.boxed())),
        ] {
            let there = can_be_asked(node, server, self.gone.clone(), self.patience.answers);
            if !self.unless_stopped(there).await? {
                return Err(self.no_answer(&format!("{node} ({what})")));
            }
        }
        let look = MoveClaws::Goal { close: false, look_only: true };
        let seen = self.follow(look).await?;
        Ok(seen.claws_done == seen.claws_total)
    }

    fn no_answer(&self, who: &str) -> Refusal {
        let seconds = self.patience.answers.as_secs_f64();
        (NOT_READY, format!("a node that is needed does not answer within {seconds} s: {who}"))
    }

    /// Opens or closes the claws; afterwards nobody knows the cube.
    async fn move_claws(&mut self, close: bool) -> Result<(), Refusal> {
        let (now, afterwards) = match close {
            true => ("The claws close.", "the claws are closed"),
            false => ("The claws open.", "the claws are open"),
        };
        self.say(now, false);
        let goal = MoveClaws::Goal { close, look_only: false };
        self.follow(goal).await?;
        let forgotten = self.forget_cube();
        match self.unless_stopped(forgotten).await? {
            Ok(()) => Ok(()),
            Err(text) => {
                let text = format!("{afterwards}, but the old cube could not be forgotten: {text}");
                Err((NOT_READY, text))
            }
        }
    }

    /// Has the state assembler forget the cube.
    fn forget_cube(&self) -> impl Future<Output = Result<(), String>> + Send + use<> {
        let forgotten = self.reset.trigger(self.patience.answers);
        async move { forgotten.await.map(drop) }
    }

    /// Has the motion planner do something with the claws.
    async fn follow(&mut self, goal: MoveClaws::Goal) -> Result<MoveClaws::Result, Refusal> {
        let moves = !goal.look_only;
        let answer = self.patience.answers;
        // To look twice does no harm; what moves is asked for once.
        let patience = Answer { answer, again: if moves { answer } else { LOST } };
        let mut call = self.claws.call("the motion planner", goal, patience);
        self.needs_planner = true;
        let accepted = self.unless_stopped(call.accepted()).await;
        self.needs_planner = false;
        if accepted.is_err() {
            call.cancel();
        }
        match accepted? {
            Ok(()) => {}
            Err(CallError::NoAnswer { .. }) => return Err(self.no_answer("motion_planner (action move_claws)")),
            // It says BUSY itself; somebody else's may refuse the goal instead.
            Err(error) => return Err((BUSY, error.to_string())),
        }
        if moves {
            self.has_moved = true;
            self.tell(Progress::Moves);
        }
        let silent = sleep(self.patience.silence);
        tokio::pin!(silent);
        let (refusal, is_gone) = loop {
            tokio::select! {
                step = call.next() => match step {
                    Step::Ended(_, result) => return judged(result),
                    Step::Lost(error) => return Err((EXECUTE_FAILED, error.to_string())),
                    Step::Accepted | Step::Feedback(_) => {
                        silent.as_mut().reset(tokio::time::Instant::now() + self.patience.silence);
                    }
                },
                () = self.goal.cancelled.cancelled() => break (cancelled(), false),
                () = &mut silent => {
                    let seconds = self.patience.silence.as_secs_f64();
                    let text = format!("the motion planner gave no sign of life for {seconds} s");
                    break ((EXECUTE_FAILED, text), true);
                }
                Some(interruption) = self.interruptions.recv() => break match interruption {
                    Interruption::Stopped(reason) => ((STOPPED, reason), false),
                    Interruption::PlannerGone(text) => ((EXECUTE_FAILED, text), true),
                },
            }
        };
        call.cancel();
        if is_gone || timeout(self.patience.stops, call.end()).await.is_err() {
            self.tell(Progress::Halt);
        }
        Err(refusal)
    }
}

fn cancelled() -> Refusal {
    (STOPPED, "it was cancelled".into())
}

fn judged(result: MoveClaws::Result) -> Result<MoveClaws::Result, Refusal> {
    type Codes = MoveClaws::Result;
    let code = match result.error_code {
        code if code == Codes::SUCCESS as i32 => return Ok(result),
        code if code == Codes::STOPPED as i32 => STOPPED,
        code if code == Codes::BUSY as i32 => BUSY,
        code if code == Codes::NO_JOINT_STATES as i32 => NOT_READY,
        _ => EXECUTE_FAILED,
    };
    Err((code, result.error_msg))
}

/// A result of the actions `load` and `release`.
pub(super) fn result(error_code: i32, text: &str) -> HandOver::Result {
    HandOver::Result { error_code, error_msg: text.into() }
}
