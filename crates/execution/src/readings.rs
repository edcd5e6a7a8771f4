//! Where the joints were last seen, and when that counts as being somewhere.

use rig::{Joint, JointKind};

/// A joint without a reading for this many seconds counts as not seen.
const UNSEEN: f64 = 0.6;

/// A joint as `joint_states` reported it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Radians.
    pub position: f64,
    /// Radians a second.
    pub speed: f64,
    /// When it arrived, in seconds on the rig's clock.
    pub time: f64,
}

/// The usual interval between two readings of a joint that moves, seconds.
const USUAL_INTERVAL: f64 = 0.035;
/// Weights of a longer and of a shorter interval in the estimate of a link. One counts as at most twice as long as
/// those before.
const LONGER: f64 = 0.3;
const SHORTER: f64 = 0.1;
/// A link is slow when its readings take this much longer than usual, seconds: about 50 ms from one to the next.
const SLOW: f64 = 0.015;
/// No reading of a joint that moves for two intervals and this many seconds, but readings of others: its driver got no
/// processor time.
const GAP: f64 = 0.05;
/// No event for this long while a goal is under way, seconds, where one comes with each tick of 20 ms: this process itself got no
/// processor time.
const BLIND: f64 = 0.07;
/// A joint moves that is faster than this, radians a second.
const MOVES: f64 = 15.0 * std::f64::consts::PI / 180.0;
/// For this long after a gap, seconds, others are expected.
const CALM_AFTER: f64 = 10.0;

/// The newest reading of each joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Readings {
    newest: [Option<Reading>; Joint::COUNT],
    /// What a joint was last reported as, where that is no number.
    not_a_number: [Option<f64>; Joint::COUNT],
    /// When a joint's position changed last.
    changed: [f64; Joint::COUNT],
    /// How long it is from one reading of a joint that moves to the next, seconds.
    intervals: [f64; Joint::COUNT],
    /// When any event came last, and when one came last after a time without any.
    last: f64,
    blind_until: f64,
    /// When a reading came last that ended a gap.
    gap: Option<f64>,
}

impl Default for Readings {
    fn default() -> Self {
        Self {
            newest: [None; Joint::COUNT],
            not_a_number: [None; Joint::COUNT],
            changed: [0.0; Joint::COUNT],
            intervals: [USUAL_INTERVAL; Joint::COUNT],
            last: 0.0,
            blind_until: 0.0,
            gap: None,
        }
    }
}

impl Readings {
    /// The newest reading of `joint`.
    pub fn of(&self, joint: Joint) -> Option<Reading> {
        self.newest[joint.index()]
    }

    /// Whether readings have come regularly of late, so that predictions from them may be relied on.
    pub fn are_regular(&self, now: f64) -> bool {
        self.gap.is_none_or(|gap| gap + CALM_AFTER < now)
    }

    /// How much longer than usual it takes from one reading of a joint to the next, seconds: its link is that much
    /// slower.
    pub fn slowness(&self, joint: Joint) -> f64 {
        (self.intervals[joint.index()] - USUAL_INTERVAL).max(0.0)
    }

    /// Whether a joint is driven over a slow link.
    pub fn is_slow(&self, joint: Joint) -> bool {
        SLOW < self.slowness(joint)
    }

    /// This process goes on: something happens, or a tick comes.
    pub fn go_on(&mut self, now: f64) {
        if self.last + BLIND < now {
            self.blind_until = now;
        }
        self.last = now;
    }

    /// Notes a reading. Without a speed of the source it follows from the reading before. A position that is not finite
    /// is no reading.
    pub fn note(&mut self, joint: Joint, position: f64, speed: Option<f64>, time: f64) {
        self.not_a_number[joint.index()] = (!position.is_finite()).then_some(position);
        if !position.is_finite() {
            return;
        }
        let before = self.of(joint);
        if before.is_none_or(|before| before.position != position) {
            self.changed[joint.index()] = time;
        }
        let from_before = || match before {
            Some(before) if before.time < time => (position - before.position) / (time - before.time),
            _ => 0.0,
        };
        let speed = speed.unwrap_or_else(from_before);
        let is_current = |before: &Reading| MOVES < before.speed.abs() && self.blind_until < before.time;
        if let Some(before) = before.filter(is_current) {
            let interval = &mut self.intervals[joint.index()];
            let elapsed = time - before.time;
            if 2.0 * *interval + GAP < elapsed {
                self.gap = Some(time);
            }
            let weight = if *interval < elapsed { LONGER } else { SHORTER };
            *interval += weight * (elapsed.min(2.0 * *interval) - *interval);
        }
        self.newest[joint.index()] = Some(Reading { position, speed, time });
    }

    /// The joints without a reading younger than `age` seconds, and those reported as no number since.
    pub fn missing(&self, now: f64, age: f64) -> Vec<Joint> {
        let fresh = |joint| {
            let reading = self.of(joint).filter(|_| self.not_a_number(joint).is_none());
            reading.is_some_and(|reading| now - reading.time <= age)
        };
        Joint::ALL.into_iter().filter(|joint| !fresh(*joint)).collect()
    }

    /// What a joint is reported as, where that is no number.
    pub fn not_a_number(&self, joint: Joint) -> Option<f64> {
        self.not_a_number[joint.index()]
    }

    /// Whether a joint was read somewhere else within this many seconds.
    pub fn moves(&self, joint: Joint, now: f64, seconds: f64) -> bool {
        now - self.changed[joint.index()] <= seconds
    }

    /// The position of a joint in degrees, where it was read again since a time and has not changed at all.
    pub fn frozen(&self, joint: Joint, since: f64) -> Option<f64> {
        let reading = self.of(joint).filter(|reading| since < reading.time)?;
        (self.changed[joint.index()] < since).then(|| reading.position.to_degrees())
    }

    /// Why joints have no reading younger than `age` seconds, in a sentence; none where all have.
    pub fn fault(&self, now: f64, age: f64) -> Option<String> {
        let missing = self.missing(now, age);
        if let Some((joint, value)) = (missing.iter()).find_map(|joint| Some((joint, self.not_a_number(*joint)?))) {
            return Some(format!("{joint} is reported as {value} on joint_states"));
        }
        let first = *missing.first()?;
        let names: Vec<_> = missing.iter().map(|joint| joint.name()).collect();
        let names = names.join(", ");
        let said = match self.of(first) {
            None if missing.len() < Joint::COUNT => format!("joint_states has no {names}"),
            None => format!("no joint_states of {names}"),
            Some(reading) => {
                let seconds = now - reading.time;
                format!("no joint_states of {names} for {seconds:.1} s")
            }
        };
        Some(format!("{said}; is its driver running?"))
    }

    /// Whether a joint was read of late, and stood still then. One that was not may stand anywhere on its way, or beyond it.
    pub fn rests(&self, joint: Joint, now: f64, tolerances: &Tolerances) -> bool {
        self.of(joint).is_some_and(|reading| now - reading.time <= UNSEEN && reading.speed.abs() <= tolerances.slow)
    }

    /// Where a joint was last seen, in words.
    pub fn in_words(&self, joint: Joint, now: f64) -> String {
        match self.of(joint) {
            Some(reading) => format!(
                "it was last seen at {:.1} degrees, {:.1} s ago",
                reading.position.to_degrees(),
                now - reading.time
            ),
            None => "it was never seen".into(),
        }
    }
}

/// A claw on its way that lacks this much of its opening, in radians, is clear of horizontal fingers when they come: it
/// moves on, and 2.85 degrees may lack (`rig`'s rules: 95 % of the opening).
const CLEAR: f64 = 2.0 * std::f64::consts::PI / 180.0;

/// Whether a joint is no claw that has still to open before others may turn near it. A closed claw stands at 0.
pub fn is_clear(joint: Joint, position: f64, target: f64) -> bool {
    let opens = joint.kind == JointKind::Grip && 0.0 < target;
    !opens || target - position <= CLEAR
}

/// A claw at rest may be short of its place by this much, radians, as its encoder sees it. By play it may be short by
/// 1.3 degrees more. One that lacks 2.85 is in the way of horizontal fingers.
const SHORT: f64 = 1.5 * std::f64::consts::PI / 180.0;

/// A claw that is this far open does not hold a cube, radians.
const LOOSE: f64 = 3.4 * std::f64::consts::PI / 180.0;

/// Whether a joint is a claw that was left closed, and does not hold the cube where it is now.
pub fn is_loose(joint: Joint, left: f64, found: f64) -> bool {
    joint.kind == JointKind::Grip && left < LOOSE && LOOSE < found
}

/// Whether a joint is a claw that does not quite do what it does at its place: hold the cube at 0, or stand clear of others.
pub fn is_short(joint: Joint, position: f64, target: f64) -> bool {
    let short = match 0.0 < target {
        true => target - position,
        false => position,
    };
    joint.kind == JointKind::Grip && SHORT < short
}

/// How exactly joints must stand. Radians, radians a second, seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerances {
    /// For claws.
    pub grip: f64,
    /// For wrists.
    pub wrist: f64,
    /// A joint further than this from its estimated place has been moved by something unknown. A nearer one is brought
    /// back before anything else.
    pub contradiction: f64,
    /// A joint slower than this stands still.
    pub slow: f64,
    /// A joint that was seen at rest at its target for this long has arrived, even when its goal has not ended.
    pub settle_time: f64,
    /// How long a goal takes to its motors: the next motion of another joint is sent this long before a joint arrives.
    /// 0: it is sent when the joint has arrived.
    pub lead: f64,
}

impl Default for Tolerances {
    fn default() -> Self {
        Self {
            grip: 6f64.to_radians(),
            wrist: 4f64.to_radians(),
            contradiction: 15f64.to_radians(),
            slow: 15f64.to_radians(),
            settle_time: 0.5,
            lead: 0.06,
        }
    }
}

impl Tolerances {
    /// The tolerance that applies to `joint`.
    pub fn of(&self, joint: Joint) -> f64 {
        match joint.kind {
            JointKind::Grip => self.grip,
            JointKind::Wrist => self.wrist,
        }
    }

    /// This near to its target a joint that rests there has arrived although its driver goes on, radians: a claw that lacks 2.85 degrees
    /// of its opening is in the way of horizontal fingers.
    pub fn settled(&self, joint: Joint) -> f64 {
        match joint.kind {
            JointKind::Grip => CLEAR,
            JointKind::Wrist => self.wrist,
        }
    }

    /// This near to its target the mechanics forgive what another joint does, radians. A layer that is misaligned by 4
    /// degrees lets others turn. A claw that lacks 15 of the 57 degrees of its opening is clear of all but horizontal
    /// fingers.
    pub fn near(&self, joint: Joint) -> f64 {
        match joint.kind {
            JointKind::Grip => 2.5 * self.grip,
            JointKind::Wrist => self.wrist,
        }
    }

    /// Whether `position` counts as `target`.
    pub fn is_at(&self, joint: Joint, position: f64, target: f64) -> bool {
        (position - target).abs() <= self.of(joint)
    }
}

#[cfg(test)]
impl Readings {
    /// Of arms at rest: these claws are open, and the wrists of all arms stand at this many degrees.
    pub(crate) fn of_resting_arms(open: [rig::Arm; 2], wrists: [f64; 4]) -> Self {
        let mut readings = Self::default();
        for (arm, wrist) in rig::Arm::ALL.into_iter().zip(wrists) {
            let grip = if open.contains(&arm) { 0.95 } else { 0.02 };
            readings.note(arm.grip(), grip, Some(0.0), 1.0);
            readings.note(arm.wrist(), wrist.to_radians(), Some(0.0), 1.0);
        }
        readings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wrist that moves, with readings after these times, while ticks come.
    fn read(intervals: impl IntoIterator<Item = f64>) -> (Readings, f64) {
        const TICK: f64 = 0.02;
        let (mut readings, mut now, mut last) = (Readings::default(), 0.0, 0.0);
        for interval in intervals {
            now += interval;
            while last + TICK < now {
                last += TICK;
                readings.go_on(last);
            }
            readings.note(Joint::ALL[0], now, Some(1.0), now);
        }
        (readings, now)
    }

    #[test]
    fn a_slow_link_is_no_gap_and_a_gap_is_no_slow_link() {
        let wrist = Joint::ALL[0];
        let (slow, now) = read([0.035; 3].into_iter().chain([0.06, 0.09].repeat(5)));
        assert!(slow.are_regular(now) && slow.is_slow(wrist));
        let slowness = slow.slowness(wrist);
        assert!((0.02..0.06).contains(&slowness), "{slowness}");
        let (stalled, now) = read([0.035; 9].into_iter().chain([0.2]).chain([0.035; 3]));
        assert!(!stalled.are_regular(now) && !stalled.is_slow(wrist));
    }

    /// Joints at rest are read every 100 ms only: a gap of one that moves is none the less its own.
    #[test]
    fn a_gap_of_the_only_joint_that_moves_is_noticed_and_a_stall_of_this_process_is_none() {
        let (moving, resting) = (Joint::ALL[0], Joint::ALL[1]);
        let after_gap = |ticks: bool| {
            let mut readings = Readings::default();
            for hundredths in 1..=120 {
                let now = 0.01 * f64::from(hundredths);
                let is_gap = (60..100).contains(&hundredths);
                if ticks || !is_gap {
                    readings.go_on(now);
                }
                if hundredths % 10 == 0 && (ticks || !is_gap) {
                    readings.note(resting, 0.0, Some(0.0), now);
                }
                if hundredths % 3 == 0 && !is_gap {
                    readings.note(moving, now, Some(1.0), now);
                }
            }
            readings.are_regular(1.2)
        };
        assert!(!after_gap(true), "its link had a gap");
        assert!(after_gap(false), "nothing came at all");
    }
}
