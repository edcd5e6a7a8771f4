//! Asks ROS for the names of the programs that publish joint_states.

use std::time::{Duration, Instant};

use execution::events::Event;
use tokio::sync::mpsc::UnboundedSender;

use super::later::Later;

/// How often it is asked at most.
const PAUSE: Duration = Duration::from_millis(500);

/// Finds the names of programs.
pub struct PublisherNames {
    later: Later,
    topic: String,
    events: UnboundedSender<Event>,
    asked: Option<Instant>,
}

impl PublisherNames {
    /// Of the programs that publish on a topic with this full name; the names become events.
    pub fn of(later: Later, topic: String, events: UnboundedSender<Event>) -> Self {
        Self { later, topic, events, asked: None }
    }

    /// Asks for the names, unless that was done a moment ago.
    pub fn ask(&mut self) {
        if self.asked.is_some_and(|asked| asked.elapsed() < PAUSE) {
            return;
        }
        self.asked = Some(Instant::now());
        let (later, topic, events) = (self.later.clone(), self.topic.clone(), self.events.clone());
        tokio::spawn(async move {
            if let Ok(names) = later.named_publishers(&topic).await {
                // The receiver lives as long as the node's task.
                let _ = events.send(Event::PublisherNames(names));
            }
        });
    }
}
