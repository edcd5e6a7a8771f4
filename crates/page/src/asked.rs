//! What a page asks of its host, and where the answer goes.

use axum::body::Bytes;
use tokio::sync::mpsc;

use crate::protocol::{Answer, Ask};

/// A request that the host must answer.
#[derive(Debug)]
pub struct Asked {
    /// What is asked for.
    pub ask: Ask,
    /// Where the answer goes.
    pub reply: Reply,
}

/// Six photographs, each of one face.
#[derive(Debug)]
pub struct Photos {
    /// The files as the browser sent them, in the order U R F D L B.
    pub pictures: [Bytes; 6],
    /// Where the cube, or what is wrong, goes.
    pub reply: Reply,
}

/// Where an answer goes. One that is dropped unused answers that the request had no effect.
#[derive(Debug)]
pub struct Reply {
    id: u32,
    to: Option<mpsc::Sender<Answer>>,
}

impl Reply {
    pub(crate) fn new(id: u32, to: mpsc::Sender<Answer>) -> Reply {
        Reply { id, to: Some(to) }
    }

    /// Answers; the number of the request is set here.
    pub fn send(mut self, answer: Answer) {
        self.answer(answer);
    }

    fn answer(&mut self, answer: Answer) {
        if let Some(to) = self.to.take() {
            // A page that is gone, or does not read, needs no answer.
            let _ = to.try_send(Answer { id: self.id, ..answer });
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.answer(Answer::refused("this request was not carried out"));
    }
}
