//! A rig as its profile file describes it: rules, timing, gearing, geometry.

use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, PI};

use cube::outside::number;
use serde::Deserialize;

use crate::{
    Arm, Clearances, Error, Geometry, Joint, JointGroups, JointKind, Maestro, Pair, Rules, Servos, Timing, WristRange,
    maestro,
};

/// Everything the planner, the drivers and the simulator know about one rig.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Its name, as in plans and messages.
    pub name: String,
    /// What may move when.
    pub rules: Rules,
    /// How far claws must be open for what turns near them.
    pub clearances: Clearances,
    /// How long it takes.
    pub timing: Timing,
    /// From motors to joints.
    pub gearing: Gearing,
    /// Which joints bus servos drive; a Maestro or motor bricks drive the others.
    pub servos: Servos,
    /// Which joints hobby servos drive, on the channels of a Maestro.
    pub maestro: Maestro,
    /// Which action serves which joints.
    pub groups: JointGroups,
    /// Lengths and the camera.
    pub geometry: Geometry,
}

/// How motor angles and joint angles belong together.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gearing {
    /// Teeth (driven, driving): motor angle = driven / driving x wrist angle.
    pub wrist: [u32; 2],
    /// Teeth (driven, driving): motor angle = driven / driving x grip angle.
    pub grip: [u32; 2],
    /// Motor degrees between a closed and an open claw.
    pub clamp_travel: f64,
    /// Greatest speed of the motors under load, in motor degrees a second; the limit on joint velocities.
    pub motor_speed: f64,
    /// By how many degrees the cable of a wrist may be twisted beyond its limit for a moment. A wrist that its driver does not watch
    /// ends within them, so the more there are, the faster wrists go to their limit.
    #[serde(default)]
    pub cable_slack: f64,
}

/// Degrees by which a claw opens at most: further, its fingers would point at its own arm.
const MOST_OPEN_GRIP: f64 = 180.0;

impl Gearing {
    /// Motor radians for each radian of a joint.
    pub fn ratio(&self, kind: JointKind) -> f64 {
        let [driven, driving] = match kind {
            JointKind::Wrist => self.wrist,
            JointKind::Grip => self.grip,
        };
        f64::from(driven) / f64::from(driving)
    }

    /// Motor degrees for a joint angle in radians.
    pub fn motor_degrees(&self, kind: JointKind, joint_radians: f64) -> f64 {
        joint_radians.to_degrees() * self.ratio(kind)
    }

    /// Joint angle in radians for motor degrees.
    pub fn joint_radians(&self, kind: JointKind, motor_degrees: f64) -> f64 {
        motor_degrees.to_radians() / self.ratio(kind)
    }

    /// Grip angle of an open claw, in radians.
    pub fn open_grip(&self) -> f64 {
        self.joint_radians(JointKind::Grip, self.clamp_travel)
    }
}

/// A profile file, before its values are judged.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    rules: FileRules,
    #[serde(default)]
    clearances: Clearances,
    timing: Timing,
    gearing: Gearing,
    #[serde(default)]
    servos: BTreeMap<String, u8>,
    #[serde(default)]
    maestro: maestro::File,
    #[serde(default)]
    groups: BTreeMap<String, Vec<String>>,
    geometry: Geometry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileRules {
    arms: Vec<Arm>,
    twist_limit_quarters: Limit,
    min_holding_claws: u8,
    opposite_turns: bool,
}

/// A number of quarters to either side, the two ends of a range, or the word "none".
#[derive(Deserialize)]
#[serde(untagged)]
enum Limit {
    Quarters(i32),
    Range([i32; 2]),
    Word(String),
}

pub(crate) fn bad(key: &str, value: impl ToString, reason: impl ToString) -> Error {
    Error::BadValue { key: key.to_owned(), value: value.to_string(), reason: reason.to_string() }
}

impl Profile {
    /// Reads and judges the text of a profile file.
    ///
    /// # Errors
    /// [`Error::Unreadable`] with key and line, or [`Error::BadValue`] with key and value.
    pub fn from_toml(text: &str) -> Result<Profile, Error> {
        let file: File = toml::from_str(text).map_err(|error| Error::Unreadable(error.to_string()))?;
        let profile = Profile {
            name: file.name,
            rules: rules(&file.rules)?,
            clearances: file.clearances,
            timing: file.timing,
            gearing: file.gearing,
            servos: Servos::new(&file.servos)?,
            maestro: Maestro::new(&file.maestro, file.gearing.open_grip())?,
            groups: JointGroups::new(&file.groups)?,
            geometry: file.geometry,
        };
        profile.judge_name()?;
        profile.clearances.judge()?;
        profile.judge_timing()?;
        profile.judge_gearing()?;
        profile.servos.judge(&profile)?;
        profile.maestro.judge(&profile)?;
        profile.judge_drivers()?;
        profile.geometry.judge(profile.gearing.open_grip())?;
        Ok(profile)
    }

    /// The profile that ships as `config/profiles/nxt-2015.toml`: the rig of the thesis.
    pub fn nxt_2015() -> Profile {
        Profile::from_toml(include_str!("../../../config/profiles/nxt-2015.toml"))
            .expect("a test reads every profile that ships")
    }

    /// Names stand in messages, logs and files, on one line.
    fn judge_name(&self) -> Result<(), Error> {
        let name = &self.name;
        let reason = if name.trim().is_empty() {
            "a profile needs a name"
        } else if name.trim() != name || name.contains(char::is_control) {
            "a name has no blanks around it and no control characters"
        } else {
            return Ok(());
        };
        Err(bad("name", format!("{name:?}"), reason))
    }

    fn judge_timing(&self) -> Result<(), Error> {
        let Timing { close, open, quarter, half, quarter_to_cable_end, half_to_cable_end } = self.timing;
        let quarter_to_end = quarter_to_cable_end.unwrap_or(quarter);
        let half_to_end = half_to_cable_end.unwrap_or(half);
        for (key, value) in [
            ("close", close),
            ("open", open),
            ("quarter", quarter),
            ("half", half),
            ("quarter_to_cable_end", quarter_to_end),
            ("half_to_cable_end", half_to_end),
        ] {
            if !(0.001..=60.0).contains(&value) {
                return Err(bad(&format!("timing.{key}"), number(value), "it is a time in seconds from 0.001 to 60"));
            }
        }
        if half < quarter {
            return Err(bad(
                "timing.half",
                number(half),
                format!("a half turn takes at least as long as a quarter ({quarter})"),
            ));
        }
        if 2.0 * quarter < half {
            return Err(bad(
                "timing.half",
                number(half),
                format!("a half turn takes no longer than two quarters ({quarter} each)"),
            ));
        }
        for (key, value, least) in
            [("quarter_to_cable_end", quarter_to_end, quarter), ("half_to_cable_end", half_to_end, half)]
        {
            if value < least {
                return Err(bad(
                    &format!("timing.{key}"),
                    number(value),
                    format!("a turn takes no less where a cable ends than elsewhere ({least})"),
                ));
            }
        }
        Ok(())
    }

    fn judge_gearing(&self) -> Result<(), Error> {
        let Gearing { wrist, grip, clamp_travel, motor_speed, cable_slack } = self.gearing;
        for (key, teeth) in [("gearing.wrist", wrist), ("gearing.grip", grip)] {
            if teeth.contains(&0) {
                return Err(bad(key, format!("{teeth:?}"), "a gear has at least one tooth"));
            }
        }
        if !(1.0..=3600.0).contains(&clamp_travel) {
            return Err(bad("gearing.clamp_travel", number(clamp_travel), "it is in motor degrees from 1 to 3600"));
        }
        let open_grip = self.gearing.open_grip().to_degrees();
        if MOST_OPEN_GRIP < open_grip {
            return Err(bad(
                "gearing.clamp_travel",
                number(clamp_travel),
                format!(
                    "by grip = {grip:?} it opens a claw by {open_grip:.0} degrees, and {MOST_OPEN_GRIP} are the most"
                ),
            ));
        }
        if !(1.0..=36000.0).contains(&motor_speed) {
            return Err(bad(
                "gearing.motor_speed",
                number(motor_speed),
                "it is in motor degrees a second from 1 to 36000",
            ));
        }
        if !(0.0..=90.0).contains(&cable_slack) {
            return Err(bad("gearing.cable_slack", number(cable_slack), "it is in degrees from 0 to 90"));
        }
        Ok(())
    }

    /// One driver serves an action: so servos drive all joints of a group or none. And one node drives all servos.
    fn judge_drivers(&self) -> Result<(), Error> {
        if let (Some((joint, _)), false) = (self.maestro.iter().next(), self.servos.is_empty()) {
            let reason = "a profile has bus servos or a Maestro, not both";
            return Err(bad("maestro.channels", joint, reason));
        }
        for (_, group) in self.groups.iter() {
            let (by_servos, by_others): (Vec<Joint>, Vec<Joint>) =
                group.joints.iter().partition(|joint| self.has_servo(**joint));
            if let ([first, ..], [other, ..]) = (&by_servos[..], &by_others[..]) {
                let key = if self.servos.is_empty() { "maestro.channels" } else { "servos" };
                let name = &group.name;
                let reason = format!("servos drive all joints of the group {name} or none, and {other} has no servo");
                return Err(bad(key, first, reason));
            }
        }
        Ok(())
    }

    /// Whether a servo drives a joint, of either kind; a motor brick drives the others.
    pub fn has_servo(&self, joint: Joint) -> bool {
        self.servos.id(joint).is_some() || self.maestro.channel(joint).is_some()
    }

    /// Whether the motors of all joints report where they are. Hobby servos do not: then only a camera shows what was done.
    pub fn has_feedback(&self) -> bool {
        self.maestro.is_empty()
    }

    /// Least and greatest angle of a joint in radians; `None` for a wrist without twist limit.
    pub fn joint_limits(&self, joint: Joint) -> Option<(f64, f64)> {
        match joint.kind {
            JointKind::Grip => Some((0.0, self.gearing.open_grip())),
            JointKind::Wrist => {
                let WristRange { least, most } = self.rules.wrist_range?;
                Some((f64::from(least) * FRAC_PI_2, f64::from(most) * FRAC_PI_2))
            }
        }
    }

    /// Greatest speed of a joint in radians a second.
    pub fn joint_velocity_limit(&self, joint: Joint) -> f64 {
        self.gearing.motor_speed / 180.0 * PI / self.gearing.ratio(joint.kind)
    }
}

fn rules(file: &FileRules) -> Result<Rules, Error> {
    let mut present = [false; 4];
    for arm in &file.arms {
        if present[arm.index()] {
            return Err(bad("rules.arms", format!("{:?}", file.arms), format!("{arm} is twice in it")));
        }
        present[arm.index()] = true;
    }
    for pair in Pair::ALL {
        if !pair.arms().into_iter().any(|arm| present[arm.index()]) {
            return Err(bad(
                "rules.arms",
                format!("{:?}", file.arms),
                format!("one of the arms of {pair} is needed to turn all faces"),
            ));
        }
    }
    let others = present.iter().filter(|&&is_there| is_there).count() - 1;
    if !(1..=others).contains(&usize::from(file.min_holding_claws)) {
        return Err(bad(
            "rules.min_holding_claws",
            file.min_holding_claws,
            format!("the rig has {others} other claws, and from 1 to {others} of them must hold while one turns"),
        ));
    }
    if file.opposite_turns && 2 < file.min_holding_claws {
        return Err(bad(
            "rules.opposite_turns",
            true,
            format!("min_holding_claws = {} asks the claw across to hold; set it to 2", file.min_holding_claws),
        ));
    }
    Ok(Rules {
        present,
        wrist_range: wrist_range(&file.twist_limit_quarters)?,
        min_holding_claws: file.min_holding_claws,
        opposite_turns: file.opposite_turns,
    })
}

fn wrist_range(given: &Limit) -> Result<Option<WristRange>, Error> {
    let wrong = |value: &dyn ToString| {
        let reason = "it is a number of quarters from 1 to 100, a range such as [-1, 2] with 0 in it, or \"none\"";
        Err(bad("rules.twist_limit_quarters", value.to_string(), reason))
    };
    match given {
        Limit::Quarters(limit) if (1..=100).contains(limit) => Ok(Some(WristRange::either_way(*limit))),
        Limit::Quarters(limit) => wrong(limit),
        &Limit::Range([least, most]) if (-100..=0).contains(&least) && (0..=100).contains(&most) && least < most => {
            Ok(Some(WristRange { least, most }))
        }
        Limit::Range(ends) => wrong(&format!("{ends:?}")),
        Limit::Word(word) if word == "none" => Ok(None),
        Limit::Word(word) => wrong(&format!("{word:?}")),
    }
}
