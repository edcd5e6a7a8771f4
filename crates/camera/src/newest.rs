//! The newest picture that waits for its reader. Older ones are dropped and counted.

use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

/// A place for the newest of many things, for one reader.
#[derive(Debug)]
pub struct Newest<T> {
    place: Mutex<Place<T>>,
    arrived: Notify,
}

#[derive(Debug)]
struct Place<T> {
    waiting: Option<T>,
    received: u64,
    dropped: u64,
}

impl<T> Default for Newest<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Newest<T> {
    /// Nothing waits.
    pub fn new() -> Self {
        let place = Place { waiting: None, received: 0, dropped: 0 };
        Self { place: Mutex::new(place), arrived: Notify::new() }
    }

    /// Puts a thing here. It replaces the one that waits, if any.
    pub fn put(&self, thing: T) {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        place.received += 1;
        if place.waiting.replace(thing).is_some() {
            place.dropped += 1;
        }
        drop(place);
        self.arrived.notify_one();
    }

    /// Waits for a thing and takes it.
    pub async fn take(&self) -> T {
        loop {
            let waiting = {
                let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
                place.waiting.take()
            };
            match waiting {
                Some(thing) => return thing,
                None => self.arrived.notified().await,
            }
        }
    }

    /// How many things were put here, and how many of them nobody took.
    pub fn received_and_dropped(&self) -> (u64, u64) {
        let place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        (place.received, place.dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::task::{Context, Poll, Waker};

    #[tokio::test]
    async fn the_newest_wins_and_the_others_are_counted() {
        let newest = Newest::new();
        for number in 1..=5 {
            newest.put(number);
        }
        assert_eq!(newest.take().await, 5);
        assert_eq!(newest.received_and_dropped(), (5, 4));
        newest.put(6);
        assert_eq!(newest.take().await, 6);
        assert_eq!(newest.received_and_dropped(), (6, 4));
    }

    #[tokio::test]
    async fn a_taker_waits_for_the_next_one() {
        let newest = Arc::new(Newest::new());
        newest.put(1);
        assert_eq!(newest.take().await, 1);
        // The sign of a thing that was taken already wakes nobody for nothing.
        let mut taking = Box::pin(newest.take());
        let mut context = Context::from_waker(Waker::noop());
        assert_eq!(taking.as_mut().poll(&mut context), Poll::Pending);
        newest.put(2);
        assert_eq!(taking.await, 2);
    }

    #[tokio::test]
    async fn a_slow_taker_sees_a_growing_part_of_a_fast_stream_and_its_end() {
        const SENT: u64 = 20_000;
        let newest = Arc::new(Newest::new());
        let sender = newest.clone();
        let sending = std::thread::spawn(move || (1..=SENT).for_each(|number| sender.put(number)));
        let mut seen = vec![newest.take().await];
        while seen.last() != Some(&SENT) {
            seen.push(newest.take().await);
        }
        sending.join().expect("it only counts");
        assert!(seen.is_sorted_by(|one, next| one < next), "never back in time");
        let dropped = SENT - seen.len() as u64;
        assert_eq!(newest.received_and_dropped(), (SENT, dropped));
    }
}
