//! What waits for one client to read it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use record::Message;
use tokio::sync::Notify;

/// Bytes that wait on one subscription, at most; one message may be larger. So of pictures only the newest waits.
const MOST_BYTES: usize = 1 << 20;
/// A message that is older than the newest of its topic by these nanoseconds is dropped. Those on latched topics do not age.
const OLDEST: u64 = 1_000_000_000;

/// The messages that wait, a queue for each subscription. Of each topic the newest is kept, however slow the client is.
pub(crate) struct Outbox {
    waiting: Mutex<Waiting>,
    wake: Notify,
    /// Messages that were dropped, of all clients.
    dropped: Arc<AtomicU64>,
}

#[derive(Default)]
struct Waiting {
    /// By the client's number of the subscription.
    queues: BTreeMap<u32, Queue>,
    /// Counts messages, which leave in the order in which they came.
    count: u64,
}

#[derive(Default)]
struct Queue {
    messages: VecDeque<(u64, Arc<Message>)>,
    bytes: usize,
}

impl Outbox {
    pub(crate) fn new(dropped: Arc<AtomicU64>) -> Self {
        Self { waiting: Mutex::default(), wake: Notify::new(), dropped }
    }

    /// Adds a message to a subscription, and drops older ones that are too many.
    pub(crate) fn push(&self, subscription: u32, message: Arc<Message>) {
        let (received, is_latched) = (message.received, message.topic.is_latched());
        let mut waiting = self.waiting();
        waiting.count += 1;
        let count = waiting.count;
        let queue = waiting.queues.entry(subscription).or_default();
        queue.bytes += message.data.len();
        queue.messages.push_back((count, message));
        while 1 < queue.messages.len() {
            let (_, oldest) = &queue.messages[0];
            let is_old = !is_latched && oldest.received.saturating_add(OLDEST) < received;
            if !is_old && queue.bytes <= MOST_BYTES {
                break;
            }
            queue.take();
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        drop(waiting);
        self.wake.notify_one();
    }

    /// Drops what waits on a subscription that has ended.
    pub(crate) fn clear(&self, subscription: u32) {
        self.waiting().queues.remove(&subscription);
    }

    /// Waits for the next message, which is taken, and its subscription.
    pub(crate) async fn next(&self) -> (u32, Arc<Message>) {
        loop {
            if let Some(next) = self.waiting().take() {
                return next;
            }
            self.wake.notified().await;
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn take(&mut self) -> Option<(u32, Arc<Message>)> {
        let first = |queue: &Queue| queue.messages.front().map(|(count, _)| *count);
        let fronts = self.queues.iter_mut().filter_map(|(id, queue)| Some((first(queue)?, *id, queue)));
        let (_, id, queue) = fronts.min_by_key(|(count, ..)| *count)?;
        Some((id, queue.take()?))
    }
}

impl Queue {
    fn take(&mut self) -> Option<Arc<Message>> {
        let (_, message) = self.messages.pop_front()?;
        self.bytes -= message.data.len();
        Some(message)
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use record::Durability;

    use super::*;
    use crate::channel::tests::{message, topic};

    fn outbox() -> (Outbox, Arc<AtomicU64>) {
        let dropped = Arc::new(AtomicU64::new(0));
        (Outbox::new(dropped.clone()), dropped)
    }

    /// The subscriptions and times in milliseconds of all that waits.
    fn rest(outbox: &Outbox) -> Vec<(u32, u64)> {
        let next = || outbox.next().now_or_never().map(|(id, message)| (id, message.received / 1_000_000));
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn messages_leave_in_the_order_in_which_they_came() {
        let (outbox, dropped) = outbox();
        let topic = topic(Durability::Volatile);
        for (id, time) in [(7, 1), (3, 2), (7, 3), (3, 4)] {
            outbox.push(id, message(&topic, time, 1, 10));
        }
        assert_eq!(rest(&outbox), [(7, 1), (3, 2), (7, 3), (3, 4)]);
        assert_eq!(dropped.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn of_pictures_only_the_newest_waits() {
        let (outbox, dropped) = outbox();
        let topic = topic(Durability::Volatile);
        for time in 0..10 {
            outbox.push(1, message(&topic, time * 33, 1, 900 << 10));
            outbox.push(2, message(&topic, time * 33, 1, 100));
        }
        let rest = rest(&outbox);
        assert_eq!(rest.iter().filter(|(id, _)| *id == 1).collect::<Vec<_>>(), [&(1, 297)]);
        assert_eq!(rest.len(), 11, "small messages wait");
        assert_eq!(dropped.load(Ordering::Relaxed), 9);
    }

    #[test]
    fn what_waits_is_at_most_a_second_old_and_the_newest_is_kept() {
        let (outbox, _) = outbox();
        let topic = topic(Durability::Volatile);
        for time in 0..200 {
            outbox.push(1, message(&topic, time * 100, 1, 10));
        }
        let ages: Vec<u64> = rest(&outbox).iter().map(|(_, time)| 19_900 - time).collect();
        assert_eq!((ages.first(), ages.last(), ages.len()), (Some(&1000), Some(&0), 11));
        outbox.push(1, message(&topic, 0, 1, 10));
        assert_eq!(rest(&outbox), [(1, 0)], "alone it stays, however old");
    }

    #[test]
    fn latched_messages_do_not_age_and_an_ended_subscription_has_none() {
        let (outbox, _) = outbox();
        let topic = topic(Durability::TransientLocal);
        for time in [0, 60_000] {
            outbox.push(1, message(&topic, time, 1, 10));
            outbox.push(2, message(&topic, time, 1, 10));
        }
        outbox.clear(2);
        assert_eq!(rest(&outbox), [(1, 0), (1, 60_000)]);
    }
}
