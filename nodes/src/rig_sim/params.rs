//! Parameters of the simulated rig.

use anyhow::{Context, Result};
use cube::Cube;
use rig::{CubeBody, CubeLook, Palette};
use sim::link::Latency;
use sim::render::Light;
use sim::{DrawnRig, Options};

crate::parameters! {
    /// What is simulated, and how the camera sees it.
    pub struct RigSimParams {
        /// The rig: a name from config/profiles, or a file.
        profile: String = "nxt-2015".into(), fixed (true);
        /// The cube at the start: -1 for a solved one, else the random cube of this seed.
        seed: i64 = -1, range (-1..=i64::MAX), fixed (true);
        /// The rig: -1 for an everyday one, else one whose motors, gears, claws, batteries and links are drawn from this seed.
        rig_seed: i64 = -1, range (-1..=i64::MAX), fixed (true);
        /// The cube's colour scheme: western, japanese, or the colour letters of the faces U R F D L B, such as WRGYOB.
        scheme: String = "western".into(), fixed (true);
        /// The cube's body: stickers on black, white or grey plastic, or stickerless.
        body: String = "black".into(), one_of (&CubeBody::NAMES), fixed (true);
        /// The cube's six colours: a palette that was measured from real cubes, such as bright for modern stickerless plastic.
        palette: String = "classic".into(), one_of (&Palette::NAMES), fixed (true);
        /// TCP port of the brick rl_clamp; rl_rotate, fb_clamp and fb_rotate follow.
        port_base: i64 = 15700, range (1..=65532), fixed (true);
        /// Address that the bricks listen on.
        bind_address: String = "127.0.0.1".into(), fixed (true);
        /// Mean latency of a brick's link in each direction, in seconds.
        latency: f64 = 0.015, range (0.0..=5.0), fixed (true);
        /// Greatest deviation from that, in seconds.
        latency_jitter: f64 = 0.0075, range (0.0..=5.0), fixed (true);
        /// Whether the camera publishes pictures.
        camera_enabled: bool = true;
        /// Frame of the pictures.
        camera_frame: String = "camera_optical_frame".into(), fixed (true);
        /// Brightness of the light as a multiple of the usual.
        light_intensity: f64 = 1.0, range (0.0..=10.0);
        /// Whether the simulated world's time is published on /clock, for nodes with use_sim_time.
        publish_clock: bool = false, fixed (true);
        /// How many times as fast as the machine's that time passes; other than 1 needs publish_clock.
        speed: f64 = 1.0, range (0.05..=20.0), fixed (true);
    }
}

impl RigSimParams {
    /// How the simulated rig differs from an ideal one.
    ///
    /// # Errors
    /// A colour scheme, body or palette that there is not.
    pub fn options(&self) -> Result<Options> {
        Ok(Options {
            scheme: self.scheme.parse().context("parameter 'scheme'")?,
            look: CubeLook::named(&self.body, &self.palette)?,
            cube: u64::try_from(self.seed).map_or(Cube::SOLVED, Cube::from_seed),
            latency: Latency { mean: self.latency, jitter: self.latency_jitter },
            // Degrees that the gears of a wrist slip back in a quarter turn under load.
            creep_degrees: 0.1,
            drawn: u64::try_from(self.rig_seed).ok().map(DrawnRig::from_seed),
            ..Options::default()
        })
    }

    /// The light in the room.
    pub fn light(&self) -> Light {
        let usual = Light::default();
        Light { intensity: usual.intensity * self.light_intensity, ..usual }
    }
}

#[cfg(test)]
mod tests {
    use r2r::ParameterValue;

    use super::*;
    use crate::runtime::{LiveParams, Parameters};

    #[test]
    fn an_unknown_look_is_refused_with_the_names_that_there_are() {
        let mut params = RigSimParams::default();
        let mut refused = |name: &str, value: &str| {
            let value = ParameterValue::String(value.into());
            let error = params.set(name, &value).expect_err("no such look");
            error.to_string()
        };
        assert_eq!(
            refused("body", "pink"),
            "parameter 'body' must be one of black, white, grey, stickerless, not 'pink'"
        );
        let palette = refused("palette", "Bright");
        assert!(
            palette.starts_with("parameter 'palette' must be one of classic, rubiks, bright,")
                && palette.ends_with("not 'Bright'"),
            "{palette}"
        );
    }

    #[test]
    fn the_look_is_the_cubes_until_the_node_starts_again() {
        let mut params = RigSimParams::default();
        for (name, value) in [("body", "stickerless"), ("palette", "azure")] {
            let value = ParameterValue::String(value.into());
            params.set(name, &value).expect("a known look");
        }
        let look = params.options().expect("a cube").look;
        assert_eq!(Ok(look), CubeLook::named("stickerless", "azure"));
        let change = [("body".to_owned(), ParameterValue::String("white".into()))];
        let refused = LiveParams::new(params).change(&change);
        assert!(refused.is_err_and(|error| error.to_string().contains("when the node starts")));
    }
}
