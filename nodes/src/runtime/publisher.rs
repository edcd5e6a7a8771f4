//! A publisher that tasks can share, and that logs what it cannot send.

use std::sync::{Arc, Mutex, PoisonError};

use r2r::WrappedTypesupport;

use super::logger::Logger;
use super::ros_error::in_words;

/// Publishes messages of type `T` on one topic. Clones share the topic.
pub struct Publisher<T: WrappedTypesupport> {
    inner: Arc<Mutex<r2r::Publisher<T>>>,
    topic: String,
    log: Logger,
}

impl<T: WrappedTypesupport> Clone for Publisher<T> {
    fn clone(&self) -> Self {
        Self { inner: self.inner.clone(), topic: self.topic.clone(), log: self.log.clone() }
    }
}

impl<T: WrappedTypesupport + 'static> Publisher<T> {
    pub(super) fn new(publisher: r2r::Publisher<T>, topic: &str, log: Logger) -> Self {
        Self { inner: Arc::new(Mutex::new(publisher)), topic: topic.into(), log }
    }

    /// Sends a message; a failure is logged, since the sender can do nothing about it.
    pub fn publish(&self, message: &T) {
        let publisher = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = publisher.publish(message) {
            self.log.error(format!("cannot publish on '{}' ({})", self.topic, in_words(&error)));
        }
    }

    /// Whether anyone subscribes, in this process or another.
    pub fn has_listeners(&self) -> bool {
        let publisher = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        publisher.get_inter_process_subscription_count().is_ok_and(|count| count > 0)
    }
}
