//! The node's ROS time, real or simulated, as message stamps.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use r2r::builtin_interfaces::msg::Time;
use r2r::std_msgs::msg::Header;

/// Tells ROS time: the system's, or `/clock`'s when `use_sim_time` is set.
#[derive(Clone)]
pub struct Clock {
    clock: Arc<Mutex<r2r::Clock>>,
}

impl Clock {
    /// The clock of `node`.
    pub fn of(node: &r2r::Node) -> Self {
        Self {
            clock: node.get_ros_clock(),
        }
    }

    /// Time since the clock's epoch.
    pub fn now(&self) -> Duration {
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        clock.get_now().unwrap_or_default()
    }

    /// Now as a message stamp.
    pub fn stamp(&self) -> Time {
        r2r::Clock::to_builtin_time(&self.now())
    }

    /// A header stamped now.
    pub fn header(&self, frame_id: &str) -> Header {
        Header {
            stamp: self.stamp(),
            frame_id: frame_id.into(),
        }
    }
}

/// A stamp as time since the epoch.
pub fn stamp_to_duration(stamp: &Time) -> Duration {
    Duration::new(u64::try_from(stamp.sec).unwrap_or(0), stamp.nanosec)
}
