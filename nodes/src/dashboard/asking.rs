//! Asks services and action servers on behalf of a page, and answers the page.

use std::time::Duration;

use page::protocol::Answer;
use page::{Photos, Reply};
use r2r::std_srvs::srv::Trigger;
use r2r::{WrappedActionTypeSupport, WrappedServiceTypeSupport};
use tokio::time::sleep;
use tutor::handscan::Photographed;
use vision::{Detector, DetectorOptions};

use crate::runtime::{ActionCall, Patience, Refusal, ServiceClient, Step, compute};

/// How long a node may take to answer. A page waits for eight seconds.
pub(super) const ANSWER: Duration = Duration::from_secs(6);
/// The same for a goal.
pub(super) const GOAL_ANSWER: Patience = Patience { answer: ANSWER, again: ANSWER };
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

/// Answers soon: what is wrong with a goal that ends at once, or that it has begun. Resolves when the goal ends, with what went
/// wrong.
pub(super) async fn follow<A: WrappedActionTypeSupport + 'static>(
    mut call: ActionCall<A>,
    reply: Reply,
    begun: String,
    failure: impl Fn(A::Result) -> Option<String>,
) -> Option<String>
where
    A::Feedback: Send,
    A::Result: Send,
{
    if let Err(error) = call.accepted().await {
        let text = error.to_string();
        reply.send(Answer::refused(text.clone()));
        return Some(text);
    }
    let mut reply = Some((reply, begun));
    let has_begun = sleep(REFUSAL);
    tokio::pin!(has_begun);
    loop {
        let refusal = tokio::select! {
            () = &mut has_begun, if reply.is_some() => {
                if let Some((reply, begun)) = reply.take() {
                    reply.send(Answer::done(begun));
                }
                continue;
            }
            step = call.next() => match step {
                Step::Accepted | Step::Feedback(_) => continue,
                Step::Ended(_, result) => failure(result),
                Step::Lost(error) => Some(error.to_string()),
            },
        };
        let Some((reply, begun)) = reply else { return refusal };
        reply.send(refusal.clone().map_or_else(|| Answer::done(begun), Answer::refused));
        return refusal;
    }
}

/// Reads photographs, and answers with the cube. They are of any camera, so the colours of this rig's do not count.
pub(super) async fn read_photographs(photos: Photos) {
    let Photos { pictures, reply } = photos;
    let read = move || Photographed::read(&pictures, &mut Detector::new(DetectorOptions::default()));
    reply.send(match compute(read).await {
        Ok(Ok(shown)) => Answer::of_photographs(&shown),
        Ok(Err(reason)) => Answer::refused(reason),
        Err(error) => Answer::refused(format!("{error:#}")),
    });
}
