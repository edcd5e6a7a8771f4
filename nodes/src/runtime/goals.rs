//! Goals of an action server, from acceptance to result, with cancelling as a token.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use futures::{Stream, StreamExt};
use r2r::{ActionServerGoal, ActionServerGoalRequest, WrappedActionTypeSupport};
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;

use super::logger::Logger;
use super::ros_error::in_words;

/// An accepted goal. Exactly one of [`Goal::end`], [`Goal::succeed`] and [`Goal::abort`] ends it.
pub struct Goal<A: WrappedActionTypeSupport> {
    handle: Mutex<ActionServerGoal<A>>,
    request: A::Goal,
    /// Cancelled when the client asks for it. The result is then reported as that of a cancelled goal.
    pub cancelled: CancellationToken,
    log: Logger,
}

impl<A: WrappedActionTypeSupport + 'static> Goal<A> {
    /// What the client wants.
    pub fn request(&self) -> &A::Goal {
        &self.request
    }

    /// Sends the client feedback.
    pub fn feedback(&self, feedback: A::Feedback) {
        let handle = self.handle.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = handle.publish_feedback(feedback) {
            self.log.warn(format!("cannot send feedback ({})", in_words(&error)));
        }
    }

    /// Ends the goal as done.
    pub fn succeed(self, result: A::Result) {
        self.end(true, result);
    }

    /// Ends the goal as failed.
    pub fn abort(self, result: A::Result) {
        self.end(false, result);
    }

    /// Ends the goal, as done or as failed.
    pub fn end(self, is_done: bool, result: A::Result) {
        let mut handle = self.handle.into_inner().unwrap_or_else(PoisonError::into_inner);
        let sent = match (self.cancelled.is_cancelled(), is_done) {
            (true, _) => handle.cancel(result),
            (false, true) => handle.succeed(result),
            (false, false) => handle.abort(result),
        };
        if let Err(error) = sent {
            self.log.warn(format!("cannot send the result of a goal ({})", in_words(&error)));
        }
    }
}

/// Resolves when a goal is to be cancelled; never without one.
pub async fn cancellation(token: Option<CancellationToken>) {
    match token {
        Some(token) => token.cancelled().await,
        None => std::future::pending().await,
    }
}

/// Goals whose ids are remembered.
const REMEMBERED: usize = 256;

/// Accepts goals and hands them to the node's task. A goal that makes no sense is aborted there: ROS has no words for a rejection.
///
/// A goal with the id of an earlier one is rejected, and the earlier one is cancelled: r2r (0.9.7) sends cancel requests for an id
/// to the goal that came last, so that the earlier one could not be cancelled any more.
pub(super) async fn accept_goals<A>(
    mut requests: impl Stream<Item = ActionServerGoalRequest<A>> + Unpin + Send + 'static,
    goals: UnboundedSender<Goal<A>>,
    log: Logger,
) where
    A: WrappedActionTypeSupport + 'static,
    A::Goal: Clone + Send + Sync,
{
    let mut known: VecDeque<(r2r::uuid::Uuid, CancellationToken)> = VecDeque::new();
    while let Some(request) = requests.next().await {
        if let Some((id, earlier)) = known.iter().find(|(id, _)| *id == request.uuid) {
            log.warn(format!("a second goal with the id {id} is rejected, and the first one is cancelled"));
            earlier.cancel();
            let _ = request.reject();
            continue;
        }
        let id = request.uuid;
        let (handle, mut cancel_requests) = match request.accept() {
            Ok(accepted) => accepted,
            Err(error) => {
                log.warn(format!("cannot accept a goal ({})", in_words(&error)));
                continue;
            }
        };
        let cancelled = CancellationToken::new();
        known.push_back((id, cancelled.clone()));
        if REMEMBERED < known.len() {
            known.pop_front();
        }
        let token = cancelled.clone();
        tokio::spawn(async move {
            while let Some(request) = cancel_requests.next().await {
                request.accept();
                token.cancel();
            }
        });
        let request = handle.goal.clone();
        let goal = Goal { handle: Mutex::new(handle), request, cancelled, log: log.clone() };
        if goals.send(goal).is_err() {
            return;
        }
    }
}
