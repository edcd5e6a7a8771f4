//! Which joints of a rig bus servos drive.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use cube::outside::{number, quoted};

use crate::profile::bad;
use crate::{Error, Joint, Profile};

/// The ids of the bus servos, by the joints that they drive. Others drive the other joints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Servos([Option<u8>; Joint::COUNT]);

/// The greatest id of a servo: 254 means all of them.
const MOST_ID: u8 = 253;

impl Servos {
    /// Reads the section `[servos]` of a profile: names of joints and ids.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a joint that there is not, and for an id that is none or is there twice.
    pub(crate) fn new(ids: &BTreeMap<String, u8>) -> Result<Servos, Error> {
        let mut servos = Servos::default();
        for (name, &id) in ids {
            let key = || format!("servos.{name}");
            let joint = Joint::parse(name)
                .ok_or_else(|| bad("servos", quoted(name), "it is no joint, such as r_grip or b_wrist"))?;
            if MOST_ID < id {
                return Err(bad(&key(), id, format!("the id of a servo is a number from 0 to {MOST_ID}")));
            }
            if let Some((other, _)) = servos.iter().find(|(_, taken)| *taken == id) {
                return Err(bad(&key(), id, format!("{other} has this id already, and a bus has each id once")));
            }
            servos.0[joint.index()] = Some(id);
        }
        Ok(servos)
    }

    /// A servo turns by less than once.
    pub(crate) fn judge(&self, profile: &Profile) -> Result<(), Error> {
        for (joint, _) in self.iter() {
            let limits = profile.joint_limits(joint).unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
            let most = limits.0.abs().max(limits.1) * profile.gearing.ratio(joint.kind);
            // The servo's middle is the joint's zero, and half a turn to one side is that to the other.
            if PI <= most + 1e-9 {
                let reason = "a bus servo turns by less than 180 degrees to either side; lower twist_limit_quarters";
                return Err(bad(&format!("servos.{joint}"), number(most.to_degrees()), reason));
            }
        }
        Ok(())
    }

    /// The id of the servo that drives a joint, if one does.
    pub fn id(&self, joint: Joint) -> Option<u8> {
        self.0[joint.index()]
    }

    /// All servos: joint and id.
    pub fn iter(&self) -> impl Iterator<Item = (Joint, u8)> + '_ {
        Joint::ALL.into_iter().filter_map(|joint| Some((joint, self.id(joint)?)))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}
