//! A client of an action: from a goal to its end, although goals and results can be lost on their way.
//!
//! ROS loses requests to a server that has just started, and answers to a client that the server has not discovered yet. So a
//! goal that is not answered can be sent again. The server publishes which goals have ended. Where such a goal has no result, the
//! client asks for it again under the same id.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;
use futures::{FutureExt, Stream, StreamExt};
use r2r::unique_identifier_msgs::msg::UUID;
use r2r::{ActionClientGoal, GoalStatus, Node, WrappedActionTypeSupport, WrappedServiceTypeSupport};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::acceptance::{CallError, Patience, accepted, cancel};
use super::ros_error::in_words;
use super::service_client::ServiceClient;

/// How often it is looked whether a goal has ended. A result that has not come one look later is asked for again.
const LOOK: Duration = Duration::from_secs(1);

/// How often the result of a goal that has ended is asked for.
const TIMES: usize = 3;

/// A client of an action. Clones are the same client.
pub struct ActionClient<A: WrappedActionTypeSupport> {
    goals: r2r::ActionClient<A>,
    results: ServiceClient<A::GetResult>,
}

impl<A: WrappedActionTypeSupport> Clone for ActionClient<A> {
    fn clone(&self) -> Self {
        Self { goals: self.goals.clone(), results: self.results.clone() }
    }
}

/// What happens to a goal, in this order.
pub enum Step<A: WrappedActionTypeSupport> {
    /// The server works on it.
    Accepted,
    /// How it goes.
    Feedback(A::Feedback),
    /// It has ended. Nothing follows.
    Ended(GoalStatus, A::Result),
    /// Its end will not be known. Nothing follows.
    Lost(CallError),
}

/// A goal on its way or under way. To drop it does not cancel it.
pub struct ActionCall<A: WrappedActionTypeSupport> {
    steps: mpsc::UnboundedReceiver<Step<A>>,
    canceller: Canceller,
}

/// Cancels one goal. Clones are the same.
#[derive(Clone)]
pub struct Canceller(Arc<Mutex<State>>);

enum State {
    /// Not answered yet; true when it shall be cancelled as soon as it is accepted.
    Asked(bool),
    /// Accepted; this asks for the end of it, and resolves with the answer.
    Accepted(Box<dyn Fn() -> BoxFuture<'static, ()> + Send>),
}

impl<A> ActionClient<A>
where
    A: WrappedActionTypeSupport + 'static,
    A::Goal: Clone + Send,
    A::Feedback: Send,
    A::Result: Send,
    <A::GetResult as WrappedServiceTypeSupport>::Response: Send,
{
    pub(super) fn new(goals: r2r::ActionClient<A>, results: ServiceClient<A::GetResult>) -> Self {
        Self { goals, results }
    }

    /// Resolves when a server is there.
    ///
    /// # Errors
    /// When the node of this client has gone.
    pub fn is_available(&self) -> r2r::Result<impl Future<Output = r2r::Result<()>> + Send + use<A>> {
        Node::is_available(&self.goals)
    }

    /// Sends a goal before this returns. `who` is asked, in the words of errors.
    pub fn call(&self, who: &'static str, goal: A::Goal, patience: Patience) -> ActionCall<A> {
        let (sender, steps) = mpsc::unbounded_channel();
        let canceller = Canceller(Arc::new(Mutex::new(State::Asked(false))));
        let (client, begun, first) = (self.clone(), canceller.clone(), self.goals.send_goal_request(goal.clone()));
        tokio::spawn(async move {
            let mut first = Some(first);
            let goals = client.goals.clone();
            let ask = move || first.take().unwrap_or_else(|| goals.send_goal_request(goal.clone()));
            let (handle, result, feedback) = match accepted(ask, patience, who).await {
                Ok(accepted) => accepted,
                Err(error) => return drop(sender.send(Step::Lost(error))),
            };
            let cancelled = handle.clone();
            begun.note_acceptance(move || cancel(&cancelled).boxed());
            let _ = sender.send(Step::Accepted);
            // Feedback that nobody takes would fill r2r's queue and its log.
            let end = client.end(&handle, result, who);
            let _ = sender.send(with_feedback(feedback, end, &sender).await);
        });
        ActionCall { steps, canceller }
    }

    /// How a goal ends.
    async fn end(
        &self,
        handle: &ActionClientGoal<A>,
        result: impl Future<Output = r2r::Result<(GoalStatus, A::Result)>>,
        who: &'static str,
    ) -> Step<A> {
        let lost = |reason| Step::Lost(CallError::ResultLost { who, reason });
        let ended = |result: r2r::Result<(GoalStatus, A::Result)>| match result {
            Ok((status, result)) => Step::Ended(status, result),
            Err(error) => lost(in_words(&error).into()),
        };
        tokio::pin!(result);
        let has_ended = || match handle.get_status() {
            Ok(GoalStatus::Succeeded | GoalStatus::Canceled | GoalStatus::Aborted) => true,
            Ok(_) => false,
            // The node has gone, and the result comes as an error.
            Err(_) => false,
        };
        loop {
            let was_over = has_ended();
            if let Ok(result) = timeout(LOOK, &mut result).await {
                return ended(result);
            }
            if was_over {
                break;
            }
        }
        let mut reason = String::new();
        for _ in 0..TIMES {
            let id = UUID { uuid: handle.uuid.as_bytes().to_vec() };
            let again = self.results.ask(&A::make_result_request_msg(id), LOOK);
            tokio::select! {
                result = &mut result => return ended(result),
                answer = again => match answer.map(A::destructure_result_response_msg) {
                    Ok((status, result)) if 0 < status => return Step::Ended(GoalStatus::from_rcl(status), result),
                    Ok(_) => return lost("its server does not know the goal any more".into()),
                    Err(text) => reason = text,
                },
            }
        }
        lost(reason)
    }
}

/// Passes feedback on until the end comes.
async fn with_feedback<A: WrappedActionTypeSupport>(
    mut feedback: impl Stream<Item = A::Feedback> + Unpin,
    end: impl Future<Output = Step<A>>,
    steps: &mpsc::UnboundedSender<Step<A>>,
) -> Step<A> {
    tokio::pin!(end);
    loop {
        tokio::select! {
            biased;
            Some(feedback) = feedback.next() => {
                let _ = steps.send(Step::Feedback(feedback));
            }
            end = &mut end => return end,
        }
    }
}

impl<A: WrappedActionTypeSupport + 'static> ActionCall<A>
where
    A::Feedback: Send,
    A::Result: Send,
{
    /// What happens next. After the end, nothing ever does. May be dropped at any time.
    pub async fn next(&mut self) -> Step<A> {
        match self.steps.recv().await {
            Some(step) => step,
            None => std::future::pending().await,
        }
    }

    /// Waits until the goal is accepted, or returns why it is not.
    ///
    /// # Errors
    /// It was not.
    pub async fn accepted(&mut self) -> Result<(), CallError> {
        match self.next().await {
            Step::Lost(error) => Err(error),
            _ => Ok(()),
        }
    }

    /// The end of a goal; feedback is passed over.
    ///
    /// # Errors
    /// It will not be known.
    pub async fn end(mut self) -> Result<(GoalStatus, A::Result), CallError> {
        loop {
            match self.next().await {
                Step::Accepted | Step::Feedback(_) => {}
                Step::Ended(status, result) => return Ok((status, result)),
                Step::Lost(error) => return Err(error),
            }
        }
    }

    /// Has each step taken by a task.
    pub fn for_each(mut self, mut take: impl FnMut(Step<A>) + Send + 'static) -> Canceller {
        let canceller = self.canceller.clone();
        tokio::spawn(async move {
            while let Some(step) = self.steps.recv().await {
                take(step);
            }
        });
        canceller
    }

    /// Asks for the goal to be cancelled.
    pub fn cancel(&self) {
        self.canceller.cancel();
    }

    /// What cancels the goal.
    pub fn canceller(&self) -> Canceller {
        self.canceller.clone()
    }
}

impl Canceller {
    /// Asks for the goal to be cancelled; also before it is accepted.
    pub fn cancel(&self) {
        if let Some(answer) = self.request() {
            tokio::spawn(answer);
        }
    }

    /// As [`cancel`](Self::cancel); resolves when the server has answered.
    pub async fn cancelled(&self) {
        if let Some(answer) = self.request() {
            answer.await;
        }
    }

    fn request(&self) -> Option<BoxFuture<'static, ()>> {
        match &mut *self.lock() {
            State::Asked(is_cancelled) => {
                *is_cancelled = true;
                None
            }
            State::Accepted(cancel) => Some(cancel()),
        }
    }

    fn note_acceptance(&self, cancel: impl Fn() -> BoxFuture<'static, ()> + Send + 'static) {
        let before = std::mem::replace(&mut *self.lock(), State::Accepted(Box::new(cancel)));
        if matches!(before, State::Asked(true)) {
            self.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
