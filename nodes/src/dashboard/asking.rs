//! Asks services and action servers on behalf of a page, and answers the page.

use std::time::Duration;

use futures::future::BoxFuture;
use futures::stream::BoxStream;
use futures::{FutureExt, StreamExt};
use page::Reply;
use page::protocol::Answer;
use r2r::std_srvs::srv::Trigger;
use r2r::{ActionClient, GoalStatus, WrappedActionTypeSupport, WrappedServiceTypeSupport};
use tokio::time::timeout;

use crate::runtime::{Refusal, ServiceClient, accepted, in_words};

/// How long a node may take to answer. A page waits for eight seconds.
pub(super) const ANSWER: Duration = Duration::from_secs(6);
/// A goal that is refused ends within this time. What goes on longer is answered as begun.
const REFUSAL: Duration = Duration::from_millis(700);

/// Asks a service that needs no details.
pub(super) fn trigger(client: &ServiceClient<Trigger::Service>, done: &'static str, reply: Reply) {
    answer(client, &Trigger::Request::default(), reply, |_| done.into());
}

/// Answers the page with the refusal of a service, or with what is `done`.
pub(super) fn answer<S: WrappedServiceTypeSupport + 'static>(
    client: &ServiceClient<S>,
    request: &S::Request,
    reply: Reply,
    done: impl FnOnce(S::Response) -> String + Send + 'static,
) where
    S::Response: Refusal + Send,
{
    let answer = client.request(request, ANSWER);
    tokio::spawn(async move {
        let answer = answer.await.map(done);
        reply.send(answer.map_or_else(Answer::refused, Answer::done));
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
        Err(error) => Some(format!("its end is not known ({})", in_words(&error))),
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
        let request = request.map_err(|error| format!("the graph cannot be asked ({})", in_words(&error)))?;
        match accepted(request, ANSWER).await {
            None => Err(format!("nobody answers within {} s", ANSWER.as_secs())),
            Some(Err(error)) => Err(format!("the goal was refused ({})", in_words(&error))),
            Some(Ok((_, result, feedback))) => Ok((result.boxed(), feedback.boxed())),
        }
    }
}
