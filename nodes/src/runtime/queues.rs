//! The queues between the thread that spins a node and the tasks of the node.
//!
//! r2r keeps what a subscription has taken in a queue of eleven messages, and drops the newest where the node's task is late. All
//! nodes of a rig report on /diagnostics at the same moment, and they are more than eleven. On a busy machine the last report was
//! lost in 48 of 1200 looks, and a node that works counted as late or silent. The thread that spins empties r2r's queue after
//! each wait, in which r2r takes one message of each subscription. Messages wait for a task in a queue that is as long as
//! the history of the subscription.

use futures::channel::mpsc;
use futures::{FutureExt, Stream, StreamExt};

/// A queue that a task takes from is at least as long as r2r's own.
const LEAST: usize = 10;

/// Empties one queue of r2r, and counts the messages; false once nobody wants them any more.
type Emptier = Box<dyn FnMut(&mut usize) -> bool + Send>;

/// Empties the queues of r2r into those of the tasks.
#[derive(Default)]
pub(super) struct Queues(Vec<Emptier>);

impl Queues {
    /// The messages of a subscription of r2r, with a queue for this many of them. What does not fit is dropped.
    pub fn add<T: Send + 'static>(
        &mut self,
        taken: impl Stream<Item = T> + Unpin + Send + 'static,
        depth: usize,
    ) -> mpsc::Receiver<T> {
        let (mut queue, messages) = mpsc::channel(depth.max(LEAST));
        self.each(taken, move |message| !queue.try_send(message).is_err_and(|error| error.is_disconnected()));
        messages
    }

    /// Passes each message of a subscription of r2r to `take`, on the thread that spins, until `take` returns false.
    pub fn each<T: Send + 'static>(
        &mut self,
        mut taken: impl Stream<Item = T> + Unpin + Send + 'static,
        mut take: impl FnMut(T) -> bool + Send + 'static,
    ) {
        self.0.push(Box::new(move |count| {
            while let Some(message) = taken.next().now_or_never() {
                let Some(message) = message else { return false };
                *count += 1;
                if !take(message) {
                    return false;
                }
            }
            true
        }));
    }

    /// Moves on all that r2r has taken, and returns how much that was. A subscription whose task has gone is dropped, and so ends.
    pub fn move_on(&mut self) -> usize {
        let mut count = 0;
        self.0.retain_mut(|queue| queue(&mut count));
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A queue like that of r2r's subscriptions.
    fn of_r2r() -> (mpsc::Sender<usize>, mpsc::Receiver<usize>) {
        mpsc::channel(10)
    }

    /// Two rigs report at the same moment while the task that takes their reports gets no processor time.
    #[test]
    fn no_report_of_a_burst_is_lost_while_a_task_is_late() {
        let (mut r2r, taken) = of_r2r();
        let mut queues = Queues::default();
        let reports = queues.add(taken, 50);
        for report in 0..26 {
            r2r.try_send(report).expect("r2r's queue is empty before each wait");
            queues.move_on();
        }
        drop(r2r);
        queues.move_on();
        let all: Vec<usize> = futures::executor::block_on(reports.collect());
        assert_eq!(all, Vec::from_iter(0..26));
    }

    #[test]
    fn a_subscription_ends_with_its_task() {
        let (mut r2r, taken) = of_r2r();
        let mut queues = Queues::default();
        drop(queues.add(taken, 50));
        r2r.try_send(1).expect("the subscription is there");
        queues.move_on();
        assert!(r2r.try_send(2).is_err_and(|error| error.is_disconnected()));
    }
}
