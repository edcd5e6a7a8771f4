//! A law of control and a brick that tests share.

pub mod scripted;

use brick::control::{Gearing, JointLaw, JointSettings, MotorModel};

/// A wrist with one motor degree to a degree of its joint and no play, not read yet; if its place is only estimated, it
/// is taken to have coasted so far, radians.
pub fn wrist(coasted: Option<f64>) -> JointLaw {
    JointLaw::new(wrist_settings(coasted))
}

/// The settings of that wrist.
pub fn wrist_settings(coasted: Option<f64>) -> JointSettings {
    JointSettings {
        name: "r_wrist".to_owned(),
        gearing: Gearing { motor_degrees_per_radian: 1f64.to_degrees(), position_at_zero: 0.0, backlash_degrees: 0.0 },
        model: MotorModel::default(),
        limits: (-4.0, 4.0),
        cable_slack: 0.0,
        has_ends: false,
        most_power: 100.0,
        coasted,
    }
}
