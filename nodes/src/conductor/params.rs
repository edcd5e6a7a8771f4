//! Parameters of the conductor.

use anyhow::{Context, Result};
use mission::{Faces, Patience, Settings};

/// Seconds to wait for an action to end after it was cancelled.
const STOP_TIMEOUT: f64 = 5.0;

crate::parameters! {
    /// How patient the conductor is, and what it asks of the others.
    pub struct ConductorParams {
        /// Seconds to wait at each face of a scan until it was read; 0 leaves it to the motion planner.
        timeout_per_face: f64 = 0.0, range (0.0..=600.0);
        /// Seconds in which the motion planner may look for moves with the same effect as the solver's that the rig does sooner; 0 for the solver's own.
        search_time: f64 = 1.0, range (0.0..=3600.0);
        /// Seconds to wait for a node that does not answer before it counts as missing.
        ready_timeout: f64 = 20.0, range (0.1..=600.0);
        /// Seconds to wait for cube/state after all faces were shown.
        state_timeout: f64 = 5.0, range (0.1..=60.0);
        /// Seconds without a sign of life after which an action counts as lost; timeout_per_face, search_time and the goal's time limit for the solver are added. It must be longer than the first build of the solver's tables. It must also be longer than the solver's time_limit and the motion planner's timeout_per_face and reading_wait.
        silence_timeout: f64 = 120.0, range (1.0..=3600.0);
        /// Seconds that a person may take to put a cube in or take it out, where the goal does not say.
        hand_over_patience: f64 = 120.0, range (1.0..=86400.0);
        /// Which faces a look at the cube shows: needed (five where they prove the cube, else six) or all.
        faces: String = "needed".into(), fixed (true);
        /// The rig: a name from config/profiles, or a file. Where its motors do not report where they are, each run looks again.
        profile: String = "nxt-2015".into(), fixed (true);
    }
}

impl ConductorParams {
    /// The same in the terms of the logic.
    pub fn settings(&self) -> Settings {
        Settings {
            max_attempts: 3,
            state_timeout: self.state_timeout,
            silence_timeout: self.silence_timeout,
            timeout_per_face: self.timeout_per_face,
            search_time: self.search_time,
            stop_timeout: STOP_TIMEOUT,
            // A wrong name ends the node when it starts.
            faces: self.faces().unwrap_or(Faces::All),
            looks_at_doubt: 2,
            // A brick or a camera can come back meanwhile.
            retry_pause: 2.0,
        }
    }

    /// How long a hand-over waits for whom.
    pub fn patience(&self) -> Patience {
        Patience { person: self.hand_over_patience, stops: STOP_TIMEOUT, silence: self.silence_timeout }
    }

    /// Which faces a look at the cube shows.
    ///
    /// # Errors
    /// A name of no choice.
    pub fn faces(&self) -> Result<Faces> {
        let context = || format!("parameter 'faces' is '{}', not needed or all", self.faces);
        Faces::named(&self.faces).with_context(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faces_to_show_are_read_or_named_in_the_error() {
        let with = |faces: &str| ConductorParams { faces: faces.into(), ..ConductorParams::default() };
        assert_eq!(with("all").faces().expect("all six"), Faces::All);
        let default = ConductorParams::default();
        assert_eq!(default.settings().faces, Faces::Needed);
        let error = with("five").faces().expect_err("no such choice");
        assert!(error.to_string().contains("'five'"), "{error:#}");
    }
}
