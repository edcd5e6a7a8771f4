//! Stops all bricks, as `nodes/src/runtime/bricks.rs` does with our drivers: asks until each has answered, and waits until the
//! other nodes have confirmed the stop.

use brick::BrickName;
use rig::StopState;

use super::stop_copy::StopCopy;
use crate::context::{CallId, Context};
use crate::id::Id;
use crate::message::Service;

/// Seconds that a driver may take to answer, and the other nodes to confirm.
const ANSWER: f64 = 2.0;
/// A driver that has not answered is asked again after this time, seconds.
const ASK_AGAIN: f64 = 0.5;

/// A stop on its way.
pub struct StopBricks {
    /// Who asked for it.
    pub request: Option<CallId>,
    state: StopState,
    began: f64,
    asked: f64,
    questions: Vec<(CallId, BrickName)>,
    answers: [Option<Result<(), String>>; 4],
}

impl StopBricks {
    /// Asks all drivers.
    pub fn begin(context: &mut Context<'_>, copy: &mut StopCopy, request: Option<CallId>) -> Self {
        copy.others.keep(&context.stop_publishers());
        let (state, now) = (copy.switch.state().clone(), context.seconds());
        let mut stop =
            Self { request, state, began: now, asked: now, questions: Vec::new(), answers: [const { None }; 4] };
        stop.ask(context);
        stop
    }

    fn ask(&mut self, context: &mut Context<'_>) {
        for brick in BrickName::ALL.into_iter().filter(|brick| self.answers[brick.index()].is_none()) {
            let question = context.ask(Id::driver(brick), Service::Stop, ANSWER);
            self.questions.push((question, brick));
            context.ask(Id::driver(brick), Service::CancelAll, ANSWER);
        }
    }

    /// Takes the answer of a driver; the first one counts.
    pub fn answered(&mut self, call: CallId, answer: &Result<String, String>) {
        if let Some((_, brick)) = self.questions.iter().find(|(question, _)| *question == call) {
            let first = &mut self.answers[brick.index()];
            first.get_or_insert(answer.clone().map(drop));
        }
    }

    /// What became of it, once that is known.
    pub fn outcome(&mut self, context: &mut Context<'_>, copy: &StopCopy) -> Option<Result<(), String>> {
        let now = context.seconds();
        let all = self.answers.iter().all(Option::is_some);
        let behind = copy.others.behind(&self.state);
        if !all && now < self.began + 2.0 * ANSWER {
            if self.asked + ASK_AGAIN <= now {
                self.asked = now;
                self.ask(context);
            }
            return None;
        }
        if !behind.is_empty() && now < self.began + ANSWER {
            return None;
        }
        let silent = || Err("it does not answer".to_owned());
        let failures = self.answers.iter().map(|answer| answer.clone().unwrap_or_else(silent));
        let mut moving: Vec<String> = failures.filter_map(Result::err).collect();
        moving.extend(behind.into_iter().map(|node| format!("{node} did not confirm")));
        Some(if moving.is_empty() { Ok(()) } else { Err(moving.join("; ")) })
    }
}
