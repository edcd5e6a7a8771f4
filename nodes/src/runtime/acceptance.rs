//! Waits for a goal to be accepted, without losing one that is accepted late.

use std::time::Duration;

use r2r::{ActionClientGoal, WrappedActionTypeSupport};
use tokio::sync::oneshot;
use tokio::time::timeout;

/// An accepted goal: its handle, its result to come, its feedback.
type Accepted<A, R, F> = (ActionClientGoal<A>, R, F);

/// Waits until a goal is accepted, for `patience` at most; `None` when that is over. A goal that is accepted when nobody
/// waits for it any more is cancelled at once. A server that was frozen must not begin with what its client has given up.
pub async fn accepted<A, R, F>(
    request: impl Future<Output = r2r::Result<Accepted<A, R, F>>> + Send + 'static,
    patience: Duration,
) -> Option<r2r::Result<Accepted<A, R, F>>>
where
    A: WrappedActionTypeSupport + 'static,
    R: Send + 'static,
    F: Send + 'static,
{
    let (sender, receiver) = oneshot::channel();
    tokio::spawn(async move {
        if let Err(Ok((goal, ..))) = sender.send(request.await) {
            cancel(&goal);
        }
    });
    // The task above sends in any case.
    timeout(patience, receiver).await.ok()?.ok()
}

/// Asks for a goal to be cancelled. One that has ended by itself cannot be cancelled any more, and need not be.
pub fn cancel<A: WrappedActionTypeSupport + 'static>(goal: &ActionClientGoal<A>) {
    if let Ok(answer) = goal.cancel() {
        tokio::spawn(async move { drop(answer.await) });
    }
}
