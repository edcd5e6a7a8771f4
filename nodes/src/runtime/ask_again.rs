//! Asks for something until there is an answer: while nodes discover each other, DDS loses questions and answers.

use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio::time::sleep;

/// Asks before this returns, and again each time that `again` has passed. The first answer counts, to whichever question; none
/// counts after `patience`.
pub(super) fn ask_again<Q: Future>(
    mut ask: impl FnMut() -> Q,
    again: Duration,
    patience: Duration,
) -> impl Future<Output = Option<Q::Output>> {
    let mut asked = FuturesUnordered::from_iter([ask()]);
    async move {
        let end = sleep(patience);
        tokio::pin!(end);
        loop {
            tokio::select! {
                biased;
                Some(answer) = asked.next() => return Some(answer),
                () = &mut end => return None,
                () = sleep(again) => asked.push(ask()),
            }
        }
    }
}
