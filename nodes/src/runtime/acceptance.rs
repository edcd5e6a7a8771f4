//! Waits for a goal to be accepted, without losing one that is accepted late.

use std::time::Duration;

use futures::future::pending;
use r2r::{ActionClientGoal, WrappedActionTypeSupport};
use tokio::sync::oneshot;

use super::ask_again::ask_again;
use super::ros_error::in_words;

/// An accepted goal: its handle, its result to come, its feedback.
pub(super) type Accepted<A, R, F> = (ActionClientGoal<A>, R, F);

/// How long a server may take to accept a goal.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// In all.
    pub answer: Duration,
    /// A goal that was not answered for this long is sent again. Only for goals that do no harm when they are carried out twice.
    pub again: Duration,
}

impl Patience {
    /// The goal is sent once.
    pub fn once(answer: Duration) -> Self {
        Self { answer, again: answer }
    }
}

/// Why the end of a goal will not be known.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// It could not be sent.
    #[error("{who} cannot be asked ({reason})")]
    NotSent {
        /// Who was asked.
        who: &'static str,
        /// The reason that ROS gives.
        reason: String,
    },
    /// It was not answered in time.
    #[error("{who} does not answer within {seconds} s")]
    NoAnswer {
        /// Who was asked.
        who: &'static str,
        /// The time it had.
        seconds: f64,
    },
    /// It was not accepted.
    #[error("{who} refused the goal ({reason})")]
    Refused {
        /// Who was asked.
        who: &'static str,
        /// The reason that ROS gives.
        reason: String,
    },
    /// It was accepted, but how it ended did not arrive.
    #[error("the result of {who} was lost ({reason})")]
    ResultLost {
        /// Who was asked.
        who: &'static str,
        /// The reason that ROS gives.
        reason: String,
    },
}

/// Waits until a goal is accepted; the first answer counts. A goal that is accepted when nobody waits for it any more is cancelled
/// at once: a server that was frozen must not begin with what its client has given up.
pub(super) async fn accepted<A, R, F, Q>(
    mut ask: impl FnMut() -> r2r::Result<Q>,
    patience: Patience,
    who: &'static str,
) -> Result<Accepted<A, R, F>, CallError>
where
    A: WrappedActionTypeSupport + 'static,
    R: Send + 'static,
    F: Send + 'static,
    Q: Future<Output = r2r::Result<Accepted<A, R, F>>> + Send + 'static,
{
    let ask = move || {
        let request = ask().map(unless_given_up);
        async move {
            match request {
                Err(error) => Err(CallError::NotSent { who, reason: in_words(&error).into() }),
                Ok(answer) => match answer.await {
                    Ok(answer) => answer.map_err(|error| CallError::Refused { who, reason: in_words(&error).into() }),
                    // The task that waits for it has ended.
                    Err(_) => pending().await,
                },
            }
        }
    };
    let answer = ask_again(ask, patience.again, patience.answer).await;
    answer.unwrap_or(Err(CallError::NoAnswer { who, seconds: patience.answer.as_secs_f64() }))
}

/// The answer to a goal. If it comes when the receiver is gone, the goal is cancelled.
fn unless_given_up<A, R, F>(
    request: impl Future<Output = r2r::Result<Accepted<A, R, F>>> + Send + 'static,
) -> oneshot::Receiver<r2r::Result<Accepted<A, R, F>>>
where
    A: WrappedActionTypeSupport + 'static,
    R: Send + 'static,
    F: Send + 'static,
{
    let (sender, receiver) = oneshot::channel();
    tokio::spawn(async move {
        if let Err(Ok((goal, ..))) = sender.send(request.await) {
            cancel(&goal).await;
        }
    });
    receiver
}

/// Asks for a goal to be cancelled before this returns. One that has ended by itself cannot be cancelled any more, and need not be.
pub(super) fn cancel<A: WrappedActionTypeSupport + 'static>(
    goal: &ActionClientGoal<A>,
) -> impl Future<Output = ()> + Send + use<A> {
    let answer = goal.cancel();
    async move {
        if let Ok(answer) = answer {
            let _ = answer.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::future::{BoxFuture, FutureExt};
    use r2r::cuberig_msgs::action::MoveClaws::Action;
    use tokio::time::{Instant, sleep};

    type Answer = r2r::Result<Accepted<Action, (), ()>>;

    const AGAIN: Duration = Duration::from_secs(2);
    const PATIENCE: Duration = Duration::from_secs(20);

    /// Asks a server that answers each goal with a refusal after this many seconds, or loses it. Returns the seconds until
    /// the first answer, and the number of goals sent.
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
        let answer = accepted(ask, Patience { answer: PATIENCE, again: AGAIN }, "it").await;
        let is_refused = matches!(answer, Err(CallError::Refused { .. }));
        (is_refused.then(|| began.elapsed().as_secs()), sent)
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
