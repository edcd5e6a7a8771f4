//! Parameters of the driver of bus servos.

use anyhow::{Context, Result};
use brick::Address;

/// The simulated bus listens behind the four bricks.
const SIMULATED: i64 = 4;

crate::parameters! {
    /// Where the bus is, and which servo drives which joint.
    pub struct ServoDriverParams {
        /// Where the bus is: serial:/dev/DEVICE, tcp:HOST:PORT, or sim for the simulated one. With use_sim_time a bus over TCP counts as
        /// simulated too: its time is that of /clock.
        transport: String = "sim".into(), fixed (true);
        /// First of the TCP ports of the simulated rig, for the transport sim: its bus listens on the fifth.
        port_base: i64 = 15700, range (1..=65531), fixed (true);
        /// The rig, with the ids of its servos: a name from config/profiles, or a file.
        profile: String = "bus-servo".into(), fixed (true);
    }
}

impl ServoDriverParams {
    /// The address to connect to.
    pub fn address(&self) -> Result<Address> {
        let text = match self.transport.as_str() {
            "sim" => format!("tcp:127.0.0.1:{}", self.port_base + SIMULATED),
            other => other.to_owned(),
        };
        text.parse().with_context(|| format!("parameter 'transport' is '{}'", self.transport))
    }
}
