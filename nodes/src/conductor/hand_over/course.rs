//! The course of one hand-over.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use r2r::cuberig_msgs::action::{HandOver, MoveClaws};
use r2r::std_srvs::srv::Trigger;
use r2r::{ActionClient, Client, Node};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::{News, Told, Way};
use crate::runtime::{Goal, ask};

// The error codes of the actions `load` and `release`.
const SUCCESS: i32 = HandOver::Result::SUCCESS as i32;
const EXECUTE_FAILED: i32 = HandOver::Result::EXECUTE_FAILED as i32;
pub(super) const STOPPED: i32 = HandOver::Result::STOPPED as i32;
const NOT_READY: i32 = HandOver::Result::NOT_READY as i32;
pub(super) const BUSY: i32 = HandOver::Result::BUSY as i32;
const NOT_CONFIRMED: i32 = HandOver::Result::NOT_CONFIRMED as i32;

/// A hand-over under way.
pub(super) struct Course {
    pub goal: Goal<HandOver::Action>,
    pub claws: Arc<ActionClient<MoveClaws::Action>>,
    pub reset: Arc<Client<Trigger::Service>>,
    pub heard: mpsc::UnboundedReceiver<News>,
    pub told: mpsc::UnboundedSender<Told>,
    /// How long the person may take.
    pub patience: Duration,
    /// How long a node may take to answer.
    pub answers: Duration,
    /// How long claws may take to stop.
    pub stops: Duration,
}

/// Why a hand-over ended early: a code of its action, and a sentence.
type Refusal = (i32, String);

impl Course {
    /// Carries it out to its end.
    pub async fn run(mut self, way: Way) {
        let ended = match way {
            Way::Load => self.load().await,
            Way::Release => self.release().await,
        };
        let text = match (way, &ended) {
            (Way::Load, Ok(())) => "the claws hold a cube".into(),
            (Way::Release, Ok(())) => "the claws are open".into(),
            (Way::Load, Err((_, text))) => format!("no cube was put in: {text}"),
            (Way::Release, Err((_, text))) => format!("the cube was not taken out: {text}"),
        };
        // The conductor is free before the client hears that it is.
        let _ = self.told.send(Told::Ended(text));
        match ended {
            Ok(()) => self.goal.succeed(result(SUCCESS, "")),
            Err((code, text)) => self.goal.abort(result(code, &text)),
        }
    }

    async fn load(&mut self) -> Result<(), Refusal> {
        if !self.are_open().await? {
            self.ask("The claws will open: take hold of a cube that they hold, then confirm.")
                .await?;
            self.move_claws(false).await?;
        }
        self.ask("Hold the cube in the middle of the claws, each of which must meet a face squarely, then confirm.")
            .await?;
        self.move_claws(true).await
    }

    async fn release(&mut self) -> Result<(), Refusal> {
        if self.are_open().await? {
            return Ok(());
        }
        self.ask("Take hold of the cube: the claws will open. Then confirm.")
            .await?;
        self.move_claws(false).await
    }

    /// Asks the person for something, and waits until it is confirmed.
    async fn ask(&mut self, prompt: &str) -> Result<(), Refusal> {
        self.say(prompt, true);
        let patience = sleep(self.patience);
        tokio::pin!(patience);
        loop {
            tokio::select! {
                () = &mut patience => {
                    let seconds = self.patience.as_secs_f64();
                    let text = format!("nobody called the service confirm within {seconds} s");
                    return Err((NOT_CONFIRMED, text));
                }
                () = self.goal.cancelled.cancelled() => return Err(cancelled()),
                Some(news) = self.heard.recv() => match news {
                    News::Confirmed => return Ok(()),
                    News::Stopped(reason) => return Err((STOPPED, reason)),
                    // Nothing moves; whoever is needed may come back.
                    News::Gone(_) => {}
                },
            }
        }
    }

    fn say(&self, prompt: &str, waiting: bool) {
        let feedback = HandOver::Feedback {
            prompt: prompt.into(),
            waiting,
        };
        // `confirm` is taken before the client can hear of it.
        let _ = self.told.send(Told::Prompt(prompt.into(), waiting));
        self.goal.feedback(feedback);
    }

    async fn are_open(&mut self) -> Result<bool, Refusal> {
        for (what, there) in [
            (
                "motion_planner (action move_claws)",
                Node::is_available(self.claws.as_ref()),
            ),
            (
                "state_assembler (service cube/reset)",
                Node::is_available(self.reset.as_ref()),
            ),
        ] {
            let there = match there {
                Ok(there) => timeout(self.answers, there)
                    .await
                    .is_ok_and(|there| there.is_ok()),
                Err(_) => false,
            };
            if !there {
                let seconds = self.answers.as_secs_f64();
                let text =
                    format!("a node that is needed does not answer within {seconds} s: {what}");
                return Err((NOT_READY, text));
            }
        }
        let look = MoveClaws::Goal {
            close: false,
            look_only: true,
        };
        let seen = self.follow(look).await?;
        Ok(seen.claws_done == seen.claws_total)
    }

    /// Opens or closes the claws; afterwards nobody knows the cube.
    async fn move_claws(&mut self, close: bool) -> Result<(), Refusal> {
        let prompt = match close {
            true => "The claws close.",
            false => "The claws open.",
        };
        self.say(prompt, false);
        let goal = MoveClaws::Goal {
            close,
            look_only: false,
        };
        let moved = self.follow(goal).await;
        let request = Trigger::Request::default();
        let forgotten = ask(&self.reset, &request, "cube/reset", self.answers).await;
        moved?;
        match forgotten {
            Ok(answer) if answer.success => Ok(()),
            Ok(answer) => Err((NOT_READY, format!("cube/reset failed: {}", answer.message))),
            Err(text) => Err((NOT_READY, text)),
        }
    }

    /// Has the motion planner do something with the claws.
    async fn follow(&mut self, goal: MoveClaws::Goal) -> Result<MoveClaws::Result, Refusal> {
        let failed = |text: String| (EXECUTE_FAILED, text);
        let request = self.claws.send_goal_request(goal);
        let request = request
            .map_err(|error| failed(format!("the motion planner cannot be asked: {error}")))?;
        let (handle, ended, feedback) = match timeout(self.answers, request).await {
            Ok(Ok(accepted)) => accepted,
            Ok(Err(error)) => {
                return Err(failed(format!(
                    "the motion planner refused to move the claws ({error})"
                )));
            }
            Err(_) => {
                let seconds = self.answers.as_secs_f64();
                let text = format!("the motion planner does not answer within {seconds} s");
                return Err((NOT_READY, text));
            }
        };
        // Feedback that nobody takes would fill r2r's queue and its log.
        tokio::spawn(feedback.for_each(|_| std::future::ready(())));
        tokio::pin!(ended);
        let stopped = loop {
            tokio::select! {
                ended = &mut ended => return judged(ended.map(|(_, result)| result)),
                () = self.goal.cancelled.cancelled() => break cancelled(),
                Some(news) = self.heard.recv() => match news {
                    News::Stopped(reason) => break (STOPPED, reason),
                    News::Gone(text) => break failed(text),
                    // A second call for the same thing.
                    News::Confirmed => {}
                },
            }
        };
        // A goal that has ended by itself cannot be cancelled any more, and need not be.
        if let Ok(answer) = handle.cancel() {
            tokio::spawn(async move { drop(answer.await) });
        }
        let _ = timeout(self.stops, ended).await;
        Err(stopped)
    }
}

fn cancelled() -> Refusal {
    (STOPPED, "it was cancelled".into())
}

fn judged(ended: r2r::Result<MoveClaws::Result>) -> Result<MoveClaws::Result, Refusal> {
    type Codes = MoveClaws::Result;
    let result = ended.map_err(|error| {
        let text = format!("the result of the motion planner was lost ({error})");
        (EXECUTE_FAILED, text)
    })?;
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
    HandOver::Result {
        error_code,
        error_msg: text.into(),
    }
}
