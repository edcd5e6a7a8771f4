//! The file in which the motors of a rig are written down: one table a joint, as `cuberig calibrate motors` makes it. A person may
//! add `travel_degrees` where a motor turns further, or less far, than the profile's gears say.

use std::f64::consts::FRAC_PI_2;

use crate::Error;
use crate::control::identify::Fit;
use crate::control::{JointSettings, MotorModel};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What is known of motors, by the name of their joint.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Motors {
    by_joint: BTreeMap<String, (MotorModel, Option<f64>)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    speed_per_percent: f64,
    friction_percent: f64,
    time_constant: f64,
    /// How well the model explains its measurements, degrees of the motor; for people only.
    #[serde(default, rename = "rms_degrees")]
    _rms_degrees: f64,
    /// Degrees of the motor from a closed to an open claw, or for a quarter turn of a wrist.
    travel_degrees: Option<f64>,
}

impl Motors {
    /// Reads a file.
    ///
    /// Errors: [`Error::BadMotors`] when it is no TOML of this kind, names a joint that no rig has, or holds
    /// a value that no motor has.
    pub fn from_toml(text: &str) -> Result<Motors, Error> {
        let bad = |reason: String| Error::BadMotors { reason };
        let tables: BTreeMap<String, Table> =
            toml::from_str(text).map_err(|error| bad(error.to_string().trim().replace('\n', " ")))?;
        let mut motors = Motors::default();
        for (joint, table) in tables {
            if rig::Joint::parse(&joint).is_none() {
                return Err(bad(format!("there is no joint '{joint}'")));
            }
            for (name, value, least, most) in [
                ("speed_per_percent", table.speed_per_percent, 1e-3, 100.0),
                ("friction_percent", table.friction_percent, 0.0, 100.0),
                ("time_constant", table.time_constant, 1e-3, 1.0),
                ("travel_degrees", table.travel_degrees.unwrap_or(1.0), 1.0, 3600.0),
            ] {
                if !(least..=most).contains(&value) {
                    return Err(bad(format!(
                        "{name} of joint {joint} is {}, but must lie between {least} and {most}",
                        cube::outside::number(value)
                    )));
                }
            }
            let model = MotorModel {
                speed_per_percent: table.speed_per_percent,
                friction_percent: table.friction_percent,
                time_constant: table.time_constant,
            };
            motors.by_joint.insert(joint, (model, table.travel_degrees));
        }
        Ok(motors)
    }

    /// The model of a joint's motor, if the file has it.
    pub fn of(&self, joint: rig::Joint) -> Option<MotorModel> {
        self.by_joint.get(joint.name()).map(|(model, _)| *model)
    }

    /// Takes what is known of a joint's motor into its settings.
    pub fn fit(&self, joint: rig::Joint, settings: &mut JointSettings) {
        let Some((model, travel)) = self.by_joint.get(joint.name()) else { return };
        settings.model = *model;
        if let Some(travel) = travel {
            let angle = match joint.kind {
                rig::JointKind::Grip => settings.limits.1,
                rig::JointKind::Wrist => FRAC_PI_2,
            };
            let ratio = &mut settings.gearing.motor_degrees_per_radian;
            *ratio = (travel / angle).copysign(*ratio);
        }
    }

    /// The file's text for what was found.
    pub fn to_toml(found: &[(rig::Joint, Fit)]) -> String {
        let mut text = String::from(
            "# Motors as identified from step responses: degrees a second per percent of power with 9 V, the\n# power in percent that friction eats, the time constant in seconds, and what the fit leaves over.\n",
        );
        for (joint, fit) in found {
            text += &format!(
                "\n[{}]\nspeed_per_percent = {:.3}\nfriction_percent = {:.2}\ntime_constant = {:.4}\nrms_degrees = {:.2}\n",
                joint.name(),
                fit.model.speed_per_percent,
                fit.model.friction_percent,
                fit.model.time_constant,
                fit.rms_degrees
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint_settings;
    use rig::{Arm, Joint, Profile};

    fn found(travel: &str) -> Result<Motors, Error> {
        let model = "speed_per_percent = 9.0\nfriction_percent = 5.0\ntime_constant = 0.06\n";
        Motors::from_toml(&format!("[r_grip]\n{model}{travel}\n[r_wrist]\n{model}{travel}\n"))
    }

    /// The thesis measured 95 degrees of a claw's motor, give or take two from one motor to the next.
    #[test]
    fn a_motor_that_needs_another_way_brings_its_joint_to_the_same_place() {
        let profile = Profile::nxt_2015();
        let way = |joint: Joint, angle: f64, travel: &str| {
            let mut settings = joint_settings(&profile, joint, 0.0);
            found(travel).expect("a good file").fit(joint, &mut settings);
            settings.gearing.motor_degrees(angle)
        };
        let (open, [grip, wrist]) = (profile.gearing.open_grip(), [Arm::R.grip(), Arm::R.wrist()]);
        for (joint, angle) in [(grip, open), (wrist, FRAC_PI_2)] {
            let usual = way(joint, angle, "");
            assert!((way(joint, angle, "travel_degrees = 97.5").abs() - 97.5).abs() < 1e-9);
            assert_eq!(way(joint, angle, "travel_degrees = 97.5").signum(), usual.signum());
        }
        assert!((way(grip, open, "").abs() - 95.0).abs() < 1e-9);
        assert!(found("travel_degrees = 0.0").is_err_and(|error| error.to_string().contains("travel_degrees")));
    }
}
