//! The clock of the simulated world: its own, which it publishes on /clock, or the node's.

use std::time::Duration;

use r2r::rosgraph_msgs::msg::Clock as ClockMsg;
use sim::live::{Flow, Phase, Time};

use super::convert;
use crate::runtime::{Clock, Publisher, system_time};

/// Simulated seconds between two readings of /clock.
const STEP: f64 = 0.01;

/// The time of the world.
pub enum WorldTime {
    /// The world is the clock of the graph.
    Own(OwnTime),
    /// The world follows the node's time: the machine's, or that of somebody else's /clock.
    Follows(Clock),
}

/// Time that the world gives to the graph.
pub struct OwnTime {
    clocks: Publisher<ClockMsg>,
    flow: Flow,
    /// When the world began, in ROS time.
    epoch: Duration,
    /// World time as published last.
    published: Option<f64>,
}

impl WorldTime {
    /// Time that passes as `flow` does, published on /clock.
    pub fn own(clocks: Publisher<ClockMsg>, flow: Flow) -> Self {
        Self::Own(OwnTime { clocks, flow, epoch: system_time(), published: None })
    }
}

impl Time for WorldTime {
    fn now(&self) -> f64 {
        match self {
            Self::Own(own) => own.flow.now(),
            Self::Follows(clock) => clock.steady(),
        }
    }

    fn lasts(&self, stretch: Duration) -> Duration {
        match self {
            Self::Own(own) => own.flow.lasts(stretch),
            Self::Follows(_) => stretch,
        }
    }

    /// Publishes /clock, while it stands still after each step. Time that the machine was too slow for is skipped: /clock waits for the world.
    fn advanced_to(&mut self, world: f64) {
        let Self::Own(own) = self else { return };
        if own.flow.phase() != Phase::Playing || own.published.is_none_or(|last| last + STEP <= world) {
            own.published = Some(world);
            let now = own.epoch + Duration::from_secs_f64(world);
            own.clocks.publish(&convert::clock(now));
        }
    }
}
