//! A topic, and the clients that want its messages.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use record::{Message, Topic};

use crate::outbox::Outbox;

/// Publishers of a latched topic whose newest messages are kept.
const MOST_KEPT: usize = 64;

/// A topic that is offered to all clients. The host feeds it from the time when it is asked to until [`Channel::feed`] returns
/// false.
pub struct Channel {
    pub(crate) id: u32,
    topic: Arc<Topic>,
    tap: Mutex<Tap>,
}

#[derive(Default)]
struct Tap {
    is_fed: bool,
    readers: Vec<Reader>,
    /// Of a latched topic, the newest message of each publisher: the middleware delivers them once, for all clients.
    kept: Vec<Arc<Message>>,
}

/// A subscription of a client.
struct Reader {
    id: u32,
    outbox: Arc<Outbox>,
}

impl Channel {
    pub(crate) fn new(id: u32, topic: Arc<Topic>) -> Self {
        Self { id, topic, tap: Mutex::default() }
    }

    /// Its topic.
    pub fn topic(&self) -> &Arc<Topic> {
        &self.topic
    }

    /// Passes a message to the clients. Returns whether more are wanted: after `false` the host feeds no more until it is asked
    /// again.
    pub fn feed(&self, message: Message) -> bool {
        let mut tap = self.tap();
        if tap.readers.is_empty() {
            *tap = Tap::default();
            return false;
        }
        let message = Arc::new(message);
        if self.topic.is_latched() {
            tap.kept.retain(|kept| kept.source != message.source);
            if tap.kept.len() == MOST_KEPT {
                tap.kept.remove(0);
            }
            tap.kept.push(message.clone());
        }
        for reader in &tap.readers {
            reader.outbox.push(reader.id, message.clone());
        }
        true
    }

    /// The host cannot feed this channel: the next client that subscribes asks again.
    pub fn fail(&self) {
        self.tap().is_fed = false;
    }

    /// Adds a subscription. Returns whether the host must begin to feed the channel.
    pub(crate) fn subscribe(&self, id: u32, outbox: &Arc<Outbox>) -> bool {
        let mut tap = self.tap();
        for kept in &tap.kept {
            outbox.push(id, kept.clone());
        }
        tap.readers.push(Reader { id, outbox: outbox.clone() });
        !std::mem::replace(&mut tap.is_fed, true)
    }

    /// Ends a subscription.
    pub(crate) fn unsubscribe(&self, id: u32, outbox: &Arc<Outbox>) {
        self.tap().readers.retain(|reader| reader.id != id || !Arc::ptr_eq(&reader.outbox, outbox));
        outbox.clear(id);
    }

    fn tap(&self) -> MutexGuard<'_, Tap> {
        self.tap.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use futures::FutureExt;
    use record::{Definition, Durability, History, Liveliness, Period, Qos, Reliability, Source};

    use super::*;

    pub(crate) fn topic(durability: Durability) -> Arc<Topic> {
        let qos = Qos {
            history: History::KeepLast,
            depth: 1,
            reliability: Reliability::Reliable,
            durability,
            deadline: Period(None),
            lifespan: Period(None),
            liveliness: Liveliness::Automatic,
            lease: Period(None),
        };
        let definition = Definition { text: "string data\n".into(), hash: None };
        Arc::new(Topic { name: "/chatter".into(), kind: "std_msgs/msg/String".into(), definition, qos: vec![qos] })
    }

    /// A message that was received after this many milliseconds.
    pub(crate) fn message(topic: &Arc<Topic>, milliseconds: u64, source: u128, bytes: usize) -> Arc<Message> {
        let received = milliseconds * 1_000_000;
        let data = vec![0; bytes];
        Arc::new(Message { topic: topic.clone(), received, sent: received, number: 0, source: Source(source), data })
    }

    fn feed(channel: &Channel, milliseconds: u64, source: u128) -> bool {
        let message = message(channel.topic(), milliseconds, source, 10);
        channel.feed(Message::clone(&message))
    }

    fn times(outbox: &Outbox) -> Vec<u64> {
        std::iter::from_fn(|| outbox.next().now_or_never().map(|(_, message)| message.received / 1_000_000)).collect()
    }

    #[test]
    fn a_channel_is_fed_while_a_client_wants_it() {
        let channel = Channel::new(1, topic(Durability::Volatile));
        let [one, other] = [(), ()].map(|()| Arc::new(Outbox::new(Arc::default())));
        assert!(channel.subscribe(0, &one), "it must be fed");
        assert!(!channel.subscribe(0, &other), "it is fed already");
        assert!(feed(&channel, 1, 1));
        channel.unsubscribe(0, &one);
        assert!(feed(&channel, 2, 1));
        assert_eq!((times(&one), times(&other)), (vec![], vec![1, 2]));
        channel.unsubscribe(0, &other);
        assert!(!feed(&channel, 3, 1));
        assert!(channel.subscribe(0, &one), "it must be fed again");
        channel.fail();
        assert!(channel.subscribe(1, &one), "the host could not");
    }

    #[test]
    fn a_late_client_receives_the_newest_latched_message_of_each_publisher() {
        let channel = Channel::new(1, topic(Durability::TransientLocal));
        let [first, late, later] = [(), (), ()].map(|()| Arc::new(Outbox::new(Arc::default())));
        channel.subscribe(0, &first);
        for (time, source) in [(1, 1), (2, 2), (3, 1)] {
            feed(&channel, time, source);
        }
        channel.subscribe(0, &late);
        assert_eq!(times(&late), [2, 3]);
        for outbox in [&first, &late] {
            channel.unsubscribe(0, outbox);
        }
        // Nobody has published since: the middleware delivers nothing again, and what is kept is still the newest.
        assert!(!channel.subscribe(0, &later));
        assert_eq!(times(&later), [2, 3]);
        channel.unsubscribe(0, &later);
        assert!(!feed(&channel, 4, 1));
        assert!(channel.subscribe(0, &later));
        assert_eq!(times(&later), [0; 0], "the middleware delivers them");
    }

    #[test]
    fn publishers_without_end_take_no_memory_without_end() {
        let channel = Channel::new(1, topic(Durability::TransientLocal));
        let [first, late] = [(), ()].map(|()| Arc::new(Outbox::new(Arc::default())));
        channel.subscribe(0, &first);
        assert!((0..100).all(|source| feed(&channel, source, source.into())));
        channel.subscribe(0, &late);
        assert_eq!(times(&late), Vec::from_iter(36..100));
    }
}
