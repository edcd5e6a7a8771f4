//! Faults that can be put into the simulated rig, by name.

use std::fmt;
use std::ops::RangeInclusive;

use brick::BrickName;
use cube::{Color, sticker_name};
use rig::{Arm, Joint, JointKind};

use crate::Error;

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

/// A fault by name, with what it strikes and how much of it there can be.
#[derive(Debug)]
pub struct FaultKind {
    /// Its name.
    pub name: &'static str,
    /// What happens, in a sentence.
    pub about: &'static str,
    /// What it strikes.
    pub target: Target,
    /// How much of it there can be, where there is more or less.
    pub amount: Option<Amount>,
}

/// What a fault strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Nothing that could be chosen.
    Nothing,
    /// An arm, by its letter.
    Arm,
    /// A joint.
    Joint,
    /// A brick.
    Brick,
    /// A sticker such as F3, with a colour such as F3=G if it matters which; or by its number, such as 20 or 20G.
    Sticker,
}

/// How much of a fault there can be.
#[derive(Debug)]
pub struct Amount {
    /// What is counted.
    pub unit: &'static str,
    /// The least and the most.
    pub range: RangeInclusive<f64>,
    /// An amount that shows the fault well.
    pub usual: f64,
}

/// All faults.
pub const FAULTS: [FaultKind; 10] =
    [
        FaultKind::new("claw_slip", "the cube slips in a claw", Target::Arm).by("degrees", -180.0..=180.0, 30.0),
        FaultKind::new("gear_skip", "a gear skips while the motor stands still", Target::Joint).by(
            "degrees of the joint",
            -180.0..=180.0,
            30.0,
        ),
        FaultKind::new("brick_silent", "a brick neither receives nor answers", Target::Brick).by(
            "seconds, 0 until cleared",
            0.0..=3600.0,
            10.0,
        ),
        FaultKind::new("replies_late", "replies of a brick come later", Target::Brick).by("seconds", 0.0..=60.0, 0.1),
        FaultKind::new("replies_twice", "a share of a brick's replies comes twice", Target::Brick).by(
            "share from 0 to 1",
            0.0..=1.0,
            0.1,
        ),
        FaultKind::new("replies_lost", "a share of a brick's replies never comes", Target::Brick).by(
            "share from 0 to 1",
            0.0..=1.0,
            0.1,
        ),
        FaultKind::new("battery_falls", "the battery of a brick falls to this voltage", Target::Brick).by(
            "volts",
            0.0..=12.0,
            6.0,
        ),
        FaultKind::new("motor_stalls", "a motor does not turn any more", Target::Joint),
        FaultKind::new("sticker_misread", "the camera sees another colour at this place of the cube", Target::Sticker)
            .by("seconds, 0 until cleared", 0.0..=3600.0, 0.0),
        FaultKind::new("cube_taken", "a person takes the cube out", Target::Nothing),
    ];

impl FaultKind {
    const fn new(name: &'static str, about: &'static str, target: Target) -> FaultKind {
        FaultKind { name, about, target, amount: None }
    }

    const fn by(self, unit: &'static str, range: RangeInclusive<f64>, usual: f64) -> FaultKind {
        FaultKind { amount: Some(Amount { unit, range, usual }), ..self }
    }

    /// What a request must contain.
    pub fn wants(&self) -> String {
        match &self.amount {
            None => self.target.to_string(),
            Some(amount) => format!("{}; amount: {}", self.target, amount.unit),
        }
    }
}

impl Target {
    /// What can be chosen: as a request writes it, and in words.
    pub fn choices(self) -> Vec<(String, String)> {
        let letters = Arm::ALL.map(Arm::letter);
        match self {
            Target::Nothing => Vec::new(),
            Target::Arm => letters.map(|arm| (arm.into(), format!("arm {}", arm.to_ascii_uppercase()))).into(),
            Target::Joint => Joint::ALL.map(|joint| (joint.name().into(), in_words(joint))).into(),
            Target::Brick => BrickName::ALL.map(|brick| (brick.name().into(), brick.name().into())).into(),
            Target::Sticker => (0..54).map(|at| (sticker_name(at), sticker_name(at))).collect(),
        }
    }

    /// What can be added to the target: as a request writes it, and in words.
    pub fn variants(self) -> Vec<(String, String)> {
        if self != Target::Sticker {
            return Vec::new();
        }
        let colors = Color::ALL.map(|color| (format!("={}", color.letter()), color.name().to_owned()));
        [(String::new(), "another colour".to_owned())].into_iter().chain(colors).collect()
    }
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Target::Nothing => "no target",
            Target::Arm => "target: arm r, l, f or b",
            Target::Joint => "target: joint",
            Target::Brick => "target: brick",
            Target::Sticker => "target: sticker such as F3, or F3=G with a colour letter if it matters which",
        })
    }
}

fn in_words(joint: Joint) -> String {
    let kind = match joint.kind {
        JointKind::Grip => "claw",
        JointKind::Wrist => "wrist",
    };
    format!("{kind} of arm {}", joint.arm.letter().to_ascii_uppercase())
}

/// The sticker and the colour of a text such as F3, F3=G, 20 or 20G.
fn sticker(text: &str) -> Option<(usize, Option<Color>)> {
    let (place, color) = match text.split_once('=') {
        Some((place, letters)) => {
            let color = Color::ALL.into_iter().find(|color| letters.eq_ignore_ascii_case(&color.letter().to_string()));
            (place, Some(color?))
        }
        None => (text, None),
    };
    let named = (0..54).find(|&at| sticker_name(at).eq_ignore_ascii_case(place));
    if let Some(at) = named {
        return Some((at, color));
    }
    let last = text.chars().last().and_then(Color::from_letter);
    let number = &text[..text.len() - usize::from(last.is_some())];
    number.parse().ok().filter(|at| *at < 54).map(|at| (at, last))
}

impl Fault {
    /// Reads a fault as the service gets it.
    ///
    /// Errors: [`Error::UnknownFault`], [`Error::BadTarget`], [`Error::BadAmount`].
    pub fn parse(name: &str, target: &str, amount: f64) -> Result<Fault, Error> {
        let Some(kind) = FAULTS.iter().find(|known| known.name == name) else {
            return Err(Error::UnknownFault { name: name.to_owned() });
        };
        let bad_target = || Error::BadTarget { fault: kind.name, target: target.to_owned(), wants: kind.wants() };
        if let Some(Amount { range, .. }) = &kind.amount
            && !range.contains(&amount)
        {
            return Err(Error::BadAmount { fault: kind.name, amount, least: *range.start(), most: *range.end() });
        }
        let arm = || {
            let mut letters = target.chars();
            let arm = letters.next().and_then(Arm::from_letter);
            arm.filter(|_| letters.next().is_none()).ok_or_else(bad_target)
        };
        let joint = || Joint::parse(target).ok_or_else(bad_target);
        let brick = || BrickName::parse(target).ok_or_else(bad_target);
        Ok(match kind.name {
            "claw_slip" => Fault::ClawSlip(arm()?, amount),
            "gear_skip" => Fault::GearSkip(joint()?, amount),
            "brick_silent" => Fault::BrickSilent(brick()?, amount),
            "replies_late" => Fault::RepliesLate(brick()?, amount),
            "replies_twice" => Fault::RepliesTwice(brick()?, amount),
            "replies_lost" => Fault::RepliesLost(brick()?, amount),
            "battery_falls" => Fault::BatteryFalls(brick()?, amount),
            "motor_stalls" => Fault::MotorStalls(joint()?),
            "sticker_misread" => {
                let (facelet, color) = sticker(target).ok_or_else(bad_target)?;
                Fault::StickerMisread(facelet, color, amount)
            }
            _ => Fault::CubeTaken,
        })
    }
}
