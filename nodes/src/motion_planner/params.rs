//! Parameters of the motion planner.

use execution::events::Settings;
use execution::readings::Tolerances;
use rig::Profile;

crate::parameters! {
    /// Which rig it plans for, and how exactly and patiently plans are carried out.
    pub struct MotionPlannerParams {
        /// Rules, timing and geometry of the rig: a name from config/profiles, or a file.
        profile: String = "nxt-2015".into(), fixed (true);
        /// File for a picture of the newest plan for moves, as SVG: what each arm does when; empty for none.
        picture: String = String::new();
        /// A wrist this near to its target, in degrees, and at rest is where it should be.
        wrist_tolerance: f64 = 4.0, range (0.5..=20.0);
        /// A grip joint this near to its target, in degrees, and at rest is where it should be.
        grip_tolerance: f64 = 6.0, range (0.5..=20.0);
        /// Drivers are asked to bring a joint this near to its target, in degrees, and a claw that opens at least within 1.5; 0 leaves it
        /// to them.
        goal_tolerance: f64 = 2.5, range (0.0..=20.0);
        /// Seconds after the end of a motion in which a driver must have brought the joint there; 0 leaves it to the driver.
        goal_time_tolerance: f64 = 3.0, range (0.0..=30.0);
        /// Seconds that a goal takes to its motors. The next motion is sent this long before the joints it waits for arrive, where
        /// they are near enough for the mechanics to forgive it; 0: it is sent when they have arrived.
        lead: f64 = 0.06, range (0.0..=0.3);
        /// Joint states older than this, in seconds, do not count when a goal begins.
        joint_state_age: f64 = 1.0, range (0.5..=30.0);
        /// Seconds to wait at each face of a scan until it was read, where the goal does not say.
        timeout_per_face: f64 = 10.0, range (0.1..=600.0);
    }
}

impl MotionPlannerParams {
    /// What the logic must know of the rig and of the parameters.
    pub fn settings(&self, profile: &Profile) -> Settings {
        Settings {
            tolerances: Tolerances {
                grip: self.grip_tolerance.to_radians(),
                wrist: self.wrist_tolerance.to_radians(),
                lead: self.lead,
                ..Tolerances::default()
            },
            reading_age: self.joint_state_age,
            timeout_per_face: self.timeout_per_face,
            goal_tolerance: self.goal_tolerance.to_radians(),
            goal_time_tolerance: self.goal_time_tolerance,
            ..Settings::of(profile)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Storms and test benches run with these.
    #[test]
    fn the_default_parameters_are_the_usual_settings() {
        let profile = Profile::nxt_2015();
        assert_eq!(MotionPlannerParams::default().settings(&profile), Settings::of(&profile));
    }
}
