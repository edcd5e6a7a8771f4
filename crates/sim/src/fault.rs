//! Faults that can be put into the simulated rig, by name.

use crate::Error;
use brick::BrickName;
use cube::Color;
use rig::{Arm, Joint};

/// Something that goes wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    /// The cube slips in a claw by this many degrees, clockwise as the arm sees its face.
    ClawSlip(Arm, f64),
    /// A gear skips: the joint moves by this many degrees while its motor stands still.
    GearSkip(Joint, f64),
    /// A brick neither receives nor answers for this many seconds (0: until cleared).
    BrickSilent(BrickName, f64),
    /// Replies of a brick come this many seconds later.
    RepliesLate(BrickName, f64),
    /// This share of a brick's replies (0 to 1) comes twice.
    RepliesTwice(BrickName, f64),
    /// This share of a brick's replies (0 to 1) never comes.
    RepliesLost(BrickName, f64),
    /// A brick's battery falls to this many volts.
    BatteryFalls(BrickName, f64),
    /// A joint's motor does not turn any more.
    MotorStalls(Joint),
    /// The camera sees another colour at a facelet, 0 to 53, whatever sticker turns come there: this one, or that of the
    /// next face's centre; for this many seconds (0: until cleared).
    StickerMisread(usize, Option<Color>, f64),
    /// A person takes the cube out.
    CubeTaken,
}

/// Names of all faults, with what they strike and the unit of their amount.
pub const FAULTS: [(&str, &str); 10] = [
    ("claw_slip", "target: arm r, l, f or b; amount: degrees"),
    ("gear_skip", "target: joint; amount: degrees of the joint"),
    ("brick_silent", "target: brick; amount: seconds, 0 until cleared"),
    ("replies_late", "target: brick; amount: seconds"),
    ("replies_twice", "target: brick; amount: share from 0 to 1"),
    ("replies_lost", "target: brick; amount: share from 0 to 1"),
    ("battery_falls", "target: brick; amount: volts"),
    ("motor_stalls", "target: joint"),
    (
        "sticker_misread",
        "target: facelet 0 to 53, then a colour letter if it matters which, such as 23 or 23W; amount: seconds, 0 until cleared",
    ),
    ("cube_taken", "no target"),
];

impl Fault {
    /// Reads a fault as the service gets it.
    ///
    /// Errors: [`Error::UnknownFault`], [`Error::BadTarget`], [`Error::BadAmount`].
    pub fn parse(name: &str, target: &str, amount: f64) -> Result<Fault, Error> {
        let Some(&(name, wants)) = FAULTS.iter().find(|(known, _)| *known == name) else {
            return Err(Error::UnknownFault { name: name.to_owned() });
        };
        let bad_target = || Error::BadTarget { fault: name, target: target.to_owned(), wants };
        let within = |least: f64, most: f64| {
            let fits = (least..=most).contains(&amount);
            if fits { Ok(amount) } else { Err(Error::BadAmount { fault: name, amount, least, most }) }
        };
        let arm = || {
            let mut letters = target.chars();
            let arm = letters.next().and_then(Arm::from_letter);
            arm.filter(|_| letters.next().is_none()).ok_or_else(bad_target)
        };
        let joint = || Joint::parse(target).ok_or_else(bad_target);
        let brick = || BrickName::parse(target).ok_or_else(bad_target);
        Ok(match name {
            "claw_slip" => Fault::ClawSlip(arm()?, within(-180.0, 180.0)?),
            "gear_skip" => Fault::GearSkip(joint()?, within(-180.0, 180.0)?),
            "brick_silent" => Fault::BrickSilent(brick()?, within(0.0, 3600.0)?),
            "replies_late" => Fault::RepliesLate(brick()?, within(0.0, 60.0)?),
            "replies_twice" => Fault::RepliesTwice(brick()?, within(0.0, 1.0)?),
            "replies_lost" => Fault::RepliesLost(brick()?, within(0.0, 1.0)?),
            "battery_falls" => Fault::BatteryFalls(brick()?, within(0.0, 12.0)?),
            "motor_stalls" => Fault::MotorStalls(joint()?),
            "sticker_misread" => {
                let color = target.chars().last().and_then(Color::from_letter);
                let number = &target[..target.len() - usize::from(color.is_some())];
                let facelet = number.parse().ok().filter(|facelet| *facelet < 54);
                let seconds = within(0.0, 3600.0)?;
                Fault::StickerMisread(facelet.ok_or_else(bad_target)?, color, seconds)
            }
            _ => Fault::CubeTaken,
        })
    }
}
