//! Messages in the order in which they were sent: a recording has each topic in order, but one topic may lag behind another.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use record::Recorded;

/// How far one topic lags behind another at most, nanoseconds: a recorder on a machine with much to do takes seconds.
const LAG: u64 = 5_000_000_000;

/// The messages of a recording by the time at which they were sent.
pub struct InOrder<Messages> {
    messages: Option<Messages>,
    waiting: BinaryHeap<Waiting>,
    newest: u64,
    number: u64,
}

struct Waiting {
    at: u64,
    number: u64,
    message: Recorded,
}

/// When a message was sent; received, where its writer does not say so.
pub fn time(message: &Recorded) -> u64 {
    if message.sent == 0 { message.received } else { message.sent }
}

impl<Messages, Error> InOrder<Messages>
where
    Messages: Iterator<Item = Result<Recorded, Error>>,
{
    /// Of these messages, in the order in which they were written.
    pub fn new(messages: Messages) -> Self {
        Self { messages: Some(messages), waiting: BinaryHeap::new(), newest: 0, number: 0 }
    }
}

impl<Messages, Error> Iterator for InOrder<Messages>
where
    Messages: Iterator<Item = Result<Recorded, Error>>,
{
    type Item = Result<Recorded, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(messages) = &mut self.messages {
            if self.waiting.peek().is_some_and(|first| first.at.saturating_add(LAG) < self.newest) {
                break;
            }
            match messages.next() {
                Some(Ok(message)) => {
                    let at = time(&message);
                    self.newest = self.newest.max(at);
                    self.number += 1;
                    self.waiting.push(Waiting { at, number: self.number, message });
                }
                Some(Err(error)) => return Some(Err(error)),
                None => self.messages = None,
            }
        }
        self.waiting.pop().map(|first| Ok(first.message))
    }
}

impl Ord for Waiting {
    /// The earliest is the greatest, as the heap wants it.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.at, other.number).cmp(&(self.at, self.number))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}
