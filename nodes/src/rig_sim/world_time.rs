//! The clock of the simulated world: its own, which it publishes on /clock, or the node's.

use std::time::{Duration, Instant};

use r2r::rosgraph_msgs::msg::Clock as ClockMsg;
use sim::live::Time;

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
    /// Simulated seconds in a second of the machine.
    speed: f64,
    /// When the world began, by the machine's clock.
    origin: Instant,
    /// The same in ROS time.
    epoch: Duration,
    /// World time as published last.
    published: Option<f64>,
}

impl WorldTime {
    /// Time that passes `speed` times as fast as the machine's, published on /clock.
    pub fn own(clocks: Publisher<ClockMsg>, speed: f64) -> Self {
        Self::Own(OwnTime { clocks, speed, origin: Instant::now(), epoch: system_time(), published: None })
    }
}

impl Time for WorldTime {
    fn now(&self) -> f64 {
        match self {
            Self::Own(own) => own.speed * own.origin.elapsed().as_secs_f64(),
            Self::Follows(clock) => clock.steady(),
        }
    }

    fn lasts(&self, stretch: Duration) -> Duration {
        match self {
            Self::Own(own) => stretch.div_f64(own.speed),
            Self::Follows(_) => stretch,
        }
    }

    /// Publishes /clock. Time that the machine was too slow for is skipped: /clock waits for the world.
    fn advanced_to(&mut self, world: f64) {
        let Self::Own(own) = self else { return };
        if own.published.is_none_or(|last| last + STEP <= world) {
            own.published = Some(world);
            let now = own.epoch + Duration::from_secs_f64(world);
            own.clocks.publish(&convert::clock(now));
        }
    }
}
