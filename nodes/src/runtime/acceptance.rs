//! Waits for a goal to be accepted, without losing one that is accepted late.

use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use r2r::{ActionClientGoal, WrappedActionTypeSupport};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

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

/// As [`accepted`], of a goal that is sent again whenever it was not answered for as long as `again`; the first answer counts.
/// What a server is asked that has just started can be lost: ROS may still take its dead predecessor for it.
pub async fn accepted_at_last<A, R, F, Q>(
    mut ask: impl FnMut() -> r2r::Result<Q>,
    again: Duration,
    patience: Duration,
) -> Option<r2r::Result<Accepted<A, R, F>>>
where
    A: WrappedActionTypeSupport + 'static,
    R: Send + 'static,
    F: Send + 'static,
    Q: Future<Output = r2r::Result<Accepted<A, R, F>>> + Send + 'static,
{
    let end = Instant::now() + patience;
    let left = || end.saturating_duration_since(Instant::now());
    let mut asked = FuturesUnordered::new();
    while !left().is_zero() {
        match ask() {
            Ok(request) => asked.push(accepted(request, left())),
            Err(error) => return Some(Err(error)),
        }
        // Those that are not waited for any more are cancelled.
        if let Ok(Some(answer)) = timeout(again.min(left()), asked.next()).await {
            return answer;
        }
    }
    None
}

/// Asks for a goal to be cancelled. One that has ended by itself cannot be cancelled any more, and need not be.
pub fn cancel<A: WrappedActionTypeSupport + 'static>(goal: &ActionClientGoal<A>) {
    if let Ok(answer) = goal.cancel() {
        tokio::spawn(async move { drop(answer.await) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::future::{BoxFuture, FutureExt, pending};
    use r2r::cuberig_msgs::action::MoveClaws::Action;
    use tokio::time::sleep;

    type Answer = r2r::Result<Accepted<Action, (), ()>>;

    const AGAIN: Duration = Duration::from_secs(2);
    const PATIENCE: Duration = Duration::from_secs(20);

    /// Asks a server that answers each goal with a refusal after so many seconds, or loses it. Seconds until the first is heard, and
    /// goals sent.
    async fn refused_after(answers: &[Option<u64>]) -> (Option<u64>, usize) {
        let (began, mut sent) = (Instant::now(), 0);
        let ask = || {
            let answer = answers.get(sent).copied().flatten();
            sent += 1;
            let request: BoxFuture<Answer> = match answer {
                Some(seconds) => sleep(Duration::from_secs(seconds)).map(|()| Err(r2r::Error::RCL_RET_ERROR)).boxed(),
                None => pending().boxed(),
            };
            Ok(request)
        };
        let answer = accepted_at_last(ask, AGAIN, PATIENCE).await;
        let heard = answer.map(|refused| refused.is_err().then(|| began.elapsed().as_secs()));
        (heard.flatten(), sent)
    }

    #[tokio::test(start_paused = true)]
    async fn a_goal_that_was_lost_is_sent_again() {
        assert_eq!(refused_after(&[Some(1)]).await, (Some(1), 1));
        assert_eq!(refused_after(&[None, None, Some(1)]).await, (Some(5), 3));
        assert_eq!(refused_after(&[]).await, (None, 10), "given up after 20 s");
    }

    #[tokio::test(start_paused = true)]
    async fn the_first_answer_counts_even_if_it_comes_late() {
        assert_eq!(refused_after(&[Some(3), Some(9)]).await, (Some(3), 2));
    }
}
