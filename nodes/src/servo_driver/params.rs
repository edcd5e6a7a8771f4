//! Parameters of the driver of servos.

use anyhow::{Context, Result};
use brick::Address;

/// The simulated servos listen behind the four bricks.
const SIMULATED: i64 = 4;

crate::parameters! {
    /// Where the servos' bus or Maestro is, and which servo drives which joint.
    pub struct ServoDriverParams {
        /// Where the bus or the Maestro is: serial:/dev/DEVICE, tcp:HOST:PORT, or sim for the simulated one. With use_sim_time one over TCP counts as
        /// simulated too: its time is that of /clock.
        transport: String = "sim".into(), fixed (true);
        /// First of the TCP ports of the simulated rig, for the transport sim: its servos listen on the fifth.
        port_base: i64 = 15700, range (1..=65531), fixed (true);
        /// The rig, with the ids or channels of its servos: a name from config/profiles, or a file.
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
