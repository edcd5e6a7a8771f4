//! Which joints of a rig hobby servos drive, on the channels of a Pololu Maestro.

use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};

use cube::outside::{number, quoted};
use serde::Deserialize;

use crate::profile::bad;
use crate::{Error, Joint, JointKind, Profile};

/// A Maestro and its channels, by the joints that they drive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Maestro {
    /// Its device number: commands are in the Pololu protocol. Without one they are in the compact protocol.
    pub device: Option<u8>,
    /// Whether each command ends with a CRC, as the Maestro's own settings ask for.
    pub crc: bool,
    channels: [Option<Channel>; Joint::COUNT],
}

/// A channel of a Maestro, and the pulses of its servo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Channel {
    /// Its number, from 0 to 23.
    pub number: u8,
    /// Microseconds where the joint is at 0: the claw is closed, the wrist neutral.
    pub zero: f64,
    /// Microseconds for each radian of the joint; negative where longer pulses turn the joint back.
    pub per_radian: f64,
    /// The greatest speed of the joint by the data sheet of its servo, without load, radians a second.
    pub speed: f64,
}

/// The section `[maestro]` of a profile.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    device: Option<u8>,
    #[serde(default)]
    crc: bool,
    #[serde(default)]
    channels: BTreeMap<String, FileChannel>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileChannel {
    channel: u8,
    zero: f64,
    end: f64,
    /// Seconds for 60 degrees, as data sheets have it.
    seconds_per_60: f64,
}

/// The greatest device number: it is sent in seven bits.
const MOST_DEVICE: u8 = 127;
/// The last channel of the largest Maestro.
const LAST_CHANNEL: u8 = 23;
/// The pulses that a hobby servo knows, microseconds.
const PULSES: std::ops::RangeInclusive<f64> = 500.0..=2500.0;
/// The least difference between the pulses of two ends, microseconds.
const LEAST_WAY: f64 = 50.0;
/// Seconds that servos take for 60 degrees.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.02..=2.0;

impl Channel {
    /// The pulse that brings the joint to an angle (radians), microseconds.
    pub fn pulse(&self, radians: f64) -> f64 {
        self.zero + self.per_radian * radians
    }

    /// The angle (radians) of the joint to which a pulse (microseconds) belongs.
    pub fn radians(&self, pulse: f64) -> f64 {
        (pulse - self.zero) / self.per_radian
    }
}

impl Maestro {
    /// Reads the section `[maestro]`; `open_grip` is the angle of an open claw.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a joint that there is not, a channel that is none or is there twice, and pulses that are none.
    pub(crate) fn new(file: &File, open_grip: f64) -> Result<Maestro, Error> {
        let mut maestro = Maestro { device: file.device, crc: file.crc, ..Maestro::default() };
        if let Some(device) = file.device.filter(|device| MOST_DEVICE < *device) {
            return Err(bad("maestro.device", device, format!("a device number is from 0 to {MOST_DEVICE}")));
        }
        for (name, &FileChannel { channel, zero, end, seconds_per_60 }) in &file.channels {
            let key = format!("maestro.channels.{name}");
            let joint = Joint::parse(name)
                .ok_or_else(|| bad("maestro.channels", quoted(name), "it is no joint, such as r_grip or b_wrist"))?;
            if LAST_CHANNEL < channel {
                return Err(bad(&key, channel, format!("a channel is a number from 0 to {LAST_CHANNEL}")));
            }
            if let Some((other, _)) = maestro.iter().find(|(_, taken)| taken.number == channel) {
                return Err(bad(&key, channel, format!("{other} has this channel already")));
            }
            for pulse in [zero, end] {
                if !PULSES.contains(&pulse) {
                    return Err(bad(&key, number(pulse), "a pulse has from 500 to 2500 microseconds"));
                }
            }
            if (end - zero).abs() < LEAST_WAY {
                let reason = format!("zero and end differ by at least {LEAST_WAY} microseconds");
                return Err(bad(&key, number(end), reason));
            }
            if !SPEEDS.contains(&seconds_per_60) {
                let reason = "a servo takes from 0.02 to 2 seconds for 60 degrees";
                return Err(bad(&key, number(seconds_per_60), reason));
            }
            let angle = match joint.kind {
                JointKind::Grip => open_grip,
                JointKind::Wrist => FRAC_PI_2,
            };
            let speed = FRAC_PI_3 / seconds_per_60;
            let per_radian = (end - zero) / angle;
            maestro.channels[joint.index()] = Some(Channel { number: channel, zero, per_radian, speed });
        }
        Ok(maestro)
    }

    /// Each joint must be within the pulses that a servo knows, wherever the profile lets it go.
    pub(crate) fn judge(&self, profile: &Profile) -> Result<(), Error> {
        for (joint, channel) in self.iter() {
            let key = format!("maestro.channels.{joint}");
            let Some((least, most)) = profile.joint_limits(joint) else {
                let reason = "a hobby servo has ends; set twist_limit_quarters";
                return Err(bad(&key, channel.number, reason));
            };
            for pulse in [least, most].map(|end| channel.pulse(end)) {
                if !PULSES.contains(&pulse) {
                    let reason = "a limit of the joint is beyond the pulses of a servo, 500 to 2500 microseconds";
                    return Err(bad(&key, number(pulse.round()), reason));
                }
            }
        }
        Ok(())
    }

    /// The channel of a joint, if one drives it.
    pub fn channel(&self, joint: Joint) -> Option<Channel> {
        self.channels[joint.index()]
    }

    /// All channels with their joints.
    pub fn iter(&self) -> impl Iterator<Item = (Joint, Channel)> + '_ {
        Joint::ALL.into_iter().filter_map(|joint| Some((joint, self.channel(joint)?)))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}
