//! Parameters of a brick driver.

use std::time::Duration;

use anyhow::{Context, Result};
use brick::{Address, BrickName, Motors, Timeouts};

crate::parameters! {
    /// Which brick to drive, and how to reach it.
    pub struct BrickDriverParams {
        /// Which brick this is: rl_clamp, rl_rotate, fb_clamp or fb_rotate. Empty: the brick of the node's own name.
        brick: String = String::new(), fixed (true);
        /// Where the brick is: tcp:HOST:PORT, serial:/dev/DEVICE, rfcomm:AA:BB:CC:DD:EE:FF, or sim for the simulated one.
        /// With use_sim_time a brick over TCP counts as simulated too: its time is that of /clock.
        transport: String = "sim".into(), fixed (true);
        /// First of the four TCP ports of the simulated bricks, for the transport sim.
        port_base: i64 = 15700, range (1..=65532), fixed (true);
        /// Gearing and joint limits of the rig: a name from config/profiles, or a file.
        profile: String = "nxt-2015".into(), fixed (true);
        /// Where the brick's first joint (arm R or F) stands when its motor counts zero, in degrees of the joint. A brick
        /// counts from the position in which it was switched on: closed and neutral is 0.
        first_zero: f64 = 0.0, range (-360.0..=360.0), fixed (true);
        /// The same for its second joint (arm L or B).
        second_zero: f64 = 0.0, range (-360.0..=360.0), fixed (true);
        /// Close the claws once, when their brick is connected for the first time and the rig may move, as the thesis' rig does.
        /// first_zero and second_zero must say how far the claws were open when the brick was switched on.
        clamp_on_connect: bool = false, fixed (true);
        /// Motor models of the joints, a file of cuberig calibrate motors. Empty: the model of an everyday NXT motor.
        motors: String = String::new(), fixed (true);
        /// Seconds to wait for one reply.
        reply_timeout: f64 = 0.5, range (0.02..=10.0), fixed (true);
        /// Longest pause in seconds between two attempts to connect; the first is a quarter second, each next twice as long.
        longest_pause: f64 = 5.0, range (0.25..=60.0), fixed (true);
    }
}

impl BrickDriverParams {
    /// The address to connect to.
    pub fn address(&self, brick: BrickName) -> Result<Address> {
        let text = match self.transport.as_str() {
            "sim" => {
                let port = self.port_base + brick.index() as i64;
                format!("tcp:127.0.0.1:{port}")
            }
            other => other.to_owned(),
        };
        text.parse().with_context(|| format!("parameter 'transport' is '{}'", self.transport))
    }

    /// The motor models, where a file is named.
    pub fn motors(&self) -> Result<Motors> {
        if self.motors.is_empty() {
            return Ok(Motors::default());
        }
        let context = || format!("parameter 'motors' is '{}'", self.motors);
        let text = cube::outside::read_text(&self.motors, "motor models", 1 << 20).with_context(context)?;
        Motors::from_toml(&text).with_context(context)
    }

    /// How long the client of the brick waits.
    pub fn timeouts(&self) -> Timeouts {
        Timeouts { reply: Duration::from_secs_f64(self.reply_timeout), ..Timeouts::default() }
    }
}
