//! The file in which the motors of a rig are written down: one table a joint, as `cuberig calibrate motors` makes it.

use crate::Error;
use crate::control::MotorModel;
use crate::control::identify::Fit;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Motor models by the name of their joint.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Motors {
    by_joint: BTreeMap<String, MotorModel>,
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
            for (name, value, most) in [
                ("speed_per_percent", table.speed_per_percent, 100.0),
                ("friction_percent", table.friction_percent, 100.0),
                ("time_constant", table.time_constant, 1.0),
            ] {
                let least = if name == "friction_percent" { 0.0 } else { 1e-3 };
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
            motors.by_joint.insert(joint, model);
        }
        Ok(motors)
    }

    /// The model of a joint's motor, if the file has it.
    pub fn of(&self, joint: rig::Joint) -> Option<MotorModel> {
        self.by_joint.get(joint.name()).copied()
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
