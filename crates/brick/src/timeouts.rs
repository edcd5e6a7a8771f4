//! How long a brick is waited for.

use std::time::Duration;

/// How long the client waits and how often it asks again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For one reply. Bluetooth answers in about 30 ms, in bad moments in seconds.
    pub reply: Duration,
    /// How many times a request that does no harm twice is asked again.
    pub retries: u32,
    /// For opening the stream.
    pub connect: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { reply: Duration::from_millis(500), retries: 2, connect: Duration::from_secs(10) }
    }
}
