//! When a wrist is let go of so that it comes to lie flat on something square, and when it is measured there.
//!
//! That is when its claw closes on a layer. A wrist whose place is only estimated is also let go of when the claws of
//! the other pair close on the cube that its own pair holds. They press the whole cube square, and with it the wrists
//! that give way. The claws belong to another brick: what they do is read from `joint_states`.

use super::{FlatOn, JointReport, Progress};
use rig::{Arm, Joint};
use std::f64::consts::FRAC_PI_2;

/// Shares of a claw's travel: on its way to the cube below the first, closed below the second. The pads
/// touch the cube at 0.06, and a claw that has arrived is read within 2 degrees, 0.035, of its end.
const NEAR: f64 = 0.7;
const CLOSED: f64 = 0.042;
/// Speeds of a claw that closes, and of one that rests, in shares of its travel a second.
const CLOSES: f64 = -0.2;
const RESTS: f64 = 0.1;
/// A closed claw slower than this has arrived, and what comes next may begin at once.
const SETTLES: f64 = 0.3;
/// A claw that stands between open and closed for this many readings is blocked or was stopped.
const BLOCKED_READINGS: u32 = 4;
/// A claw that was stopped further from the cube than this share of its travel has not met it.
const MEETS: f64 = 0.3;
/// A wrist further than this from a right angle is not about to hold the cube, radians; and one whose place is
/// estimated.
const AT_QUARTER: f64 = 6.0 * std::f64::consts::PI / 180.0;
const ABOUT_QUARTER: f64 = 35.0 * std::f64::consts::PI / 180.0;
/// A wrist that turned by more than this since it was let go of is held by something, radians.
const PUSHED: f64 = 2.0 * std::f64::consts::PI / 180.0;

/// What to do with the wrist.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WristOrder {
    /// Let go of it: the claw is about to hold it at this angle, radians.
    ReleaseAt(f64),
    /// It is held, flat on this: measure the drift.
    Zero(FlatOn),
    /// It is not held after all: take hold of the wrist as before.
    TakeHold,
    /// The claw is blocked by what it closes on: where the wrist's place is only estimated, it is another.
    AssumeElsewhere,
}

/// A joint as `joint_states` reported it last; claws in shares of their travel.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    at: f64,
    speed: f64,
}

impl Seen {
    fn rests(self) -> bool {
        self.speed.abs() < RESTS
    }

    fn has_settled(self) -> bool {
        self.is_closed() && self.speed.abs() < SETTLES
    }

    fn is_closed(self) -> bool {
        self.at < CLOSED
    }

    fn closes(self) -> bool {
        (CLOSED..NEAR).contains(&self.at) && self.speed < CLOSES
    }

    fn opens(self) -> bool {
        self.speed > CLOSES.abs()
    }
}

/// Why the wrist was let go of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Compliant {
    ToOwnClaw,
    ToOtherPair,
}

/// Follows the claws around one arm.
#[derive(Clone, Debug)]
pub struct Closing {
    arm: Arm,
    /// Opening of an open claw, radians.
    travel: f64,
    seen: [Option<Seen>; Joint::COUNT],
    compliant: Option<Compliant>,
    /// Where the wrist stood when it was let go of, radians.
    compliant_at: f64,
    /// Readings in a row of the closing claw at rest halfway.
    stuck: u32,
    /// By how much the other pair has turned the cube since the claw held it last, radians.
    cube_turned: f64,
}

impl Closing {
    /// An arm whose open claw stands at `travel` radians.
    pub fn new(arm: Arm, travel: f64) -> Self {
        Self { arm, travel, seen: [None; Joint::COUNT], compliant: None, compliant_at: 0.0, stuck: 0, cube_turned: 0.0 }
    }

    /// Takes a reading of any joint (radians, radians a second) while the arm's wrist is as in `wrist`.
    pub fn see(&mut self, joint: Joint, position: f64, speed: f64, wrist: &JointReport) -> Option<WristOrder> {
        let scale = if joint == joint.arm.grip() { self.travel } else { 1.0 };
        let (at, speed) = (position / scale, speed / scale);
        let before = self.seen[joint.index()].replace(Seen { at, speed });
        let order = if joint == self.arm.grip() {
            self.own_claw(wrist)
        } else if joint == joint.arm.grip() && joint.arm.pair() != self.arm.pair() {
            self.other_claw(joint.arm, wrist)
        } else {
            self.note_turn(joint, before, at);
            None
        };
        let is_compliant = matches!(order, None | Some(WristOrder::ReleaseAt(_)));
        // A goal for the wrist has taken hold of it.
        if !is_compliant || wrist.progress == Progress::Moving {
            self.compliant = None;
        }
        order
    }

    fn claw(&self, arm: Arm) -> Option<Seen> {
        self.seen[arm.grip().index()]
    }

    /// Where the other pair holds the cube alone, its wrists turn all of it.
    fn note_turn(&mut self, joint: Joint, before: Option<Seen>, at: f64) {
        let is_open = |arm: Arm| self.claw(arm).is_some_and(|claw| claw.at > NEAR);
        let guide = self.arm.pair().other().arms()[0].wrist();
        let (true, Some(before)) = (joint == guide, before) else {
            return;
        };
        if self.arm.pair().arms().into_iter().all(is_open) {
            self.cube_turned += at - before.at;
        }
    }

    fn own_claw(&mut self, wrist: &JointReport) -> Option<WristOrder> {
        let claw = self.claw(self.arm)?;
        if self.compliant != Some(Compliant::ToOwnClaw) {
            let order = self.comply_if(claw.closes(), wrist)?;
            self.compliant = Some(Compliant::ToOwnClaw);
            return Some(order);
        }
        match claw.is_closed() {
            _ if wrist.progress == Progress::Moving => None,
            true if claw.has_settled() => {
                let quarters = (std::mem::take(&mut self.cube_turned) / FRAC_PI_2).round();
                // Half a turn brings the layer of the arm across, whose wrist is on the same brick.
                Some(WristOrder::Zero(match quarters as i64 % 2 {
                    0 => FlatOn::SameLayer,
                    _ => FlatOn::OtherLayer,
                }))
            }
            _ => self.given_up(claw, wrist, FlatOn::SameLayer),
        }
    }

    fn other_claw(&mut self, arm: Arm, wrist: &JointReport) -> Option<WristOrder> {
        let pair = arm.pair();
        let claw = self.claw(arm)?;
        let holds = self.claw(self.arm).is_some_and(Seen::is_closed);
        if self.compliant != Some(Compliant::ToOtherPair) {
            let open = |arm: Arm| self.claw(arm).is_some_and(|claw| !claw.is_closed());
            let are_open = pair.arms().into_iter().all(open);
            let wanted = wrist.coasted.is_some() && holds && are_open && claw.closes();
            let order = self.comply_if(wanted, wrist)?;
            self.compliant = Some(Compliant::ToOtherPair);
            return Some(order);
        }
        let both = || pair.arms().into_iter().filter_map(|arm| self.claw(arm));
        let is_held = both().any(Seen::is_closed);
        let are_settled = both().all(|claw| claw.has_settled() || claw.at > NEAR);
        if wrist.progress == Progress::Moving {
            None
        } else if is_held && (are_settled || !holds) {
            Some(WristOrder::Zero(FlatOn::Cube))
        } else if !holds {
            Some(WristOrder::TakeHold)
        } else {
            self.given_up(claw, wrist, FlatOn::Cube)
        }
    }

    /// The closing claw opens again, or was stopped half-way; perhaps so late that it holds already.
    fn given_up(&mut self, claw: Seen, wrist: &JointReport, flat_on: FlatOn) -> Option<WristOrder> {
        let is_halfway = claw.rests() && (CLOSED..NEAR).contains(&claw.at);
        self.stuck = if is_halfway { self.stuck + 1 } else { 0 };
        if self.stuck >= BLOCKED_READINGS {
            return Some(match claw.at < MEETS {
                _ if (wrist.position - self.compliant_at).abs() > PUSHED => WristOrder::Zero(flat_on),
                true => WristOrder::AssumeElsewhere,
                false => WristOrder::TakeHold,
            });
        }
        // One that closed with a swing comes back a little.
        let opens = claw.opens() && !claw.is_closed();
        opens.then_some(WristOrder::TakeHold)
    }

    fn comply_if(&mut self, wanted: bool, wrist: &JointReport) -> Option<WristOrder> {
        let quarter = (wrist.position / FRAC_PI_2).round() * FRAC_PI_2;
        let rests = wrist.progress != Progress::Moving;
        let most = wrist.coasted.map_or(AT_QUARTER, |_| ABOUT_QUARTER);
        let is_square = rests && (wrist.position - quarter).abs() < most;
        if !wanted || !is_square {
            return None;
        }
        self.stuck = 0;
        self.compliant_at = wrist.position;
        Some(WristOrder::ReleaseAt(quarter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrist(position: f64, is_estimated: bool) -> JointReport {
        JointReport {
            position,
            speed: 0.0,
            desired: position,
            progress: Progress::Holding,
            drift: 0.0,
            zero: 0.0,
            coast: 0.0,
            coasted: is_estimated.then_some(0.5),
        }
    }

    fn moving(position: f64) -> JointReport {
        JointReport { progress: Progress::Moving, ..wrist(position, false) }
    }

    /// The orders for arm F's wrist while its own claw is seen so, in shares of its travel.
    fn own(closing: &mut Closing, claws: &[(f64, f64)], wrist: &JointReport) -> Vec<Option<WristOrder>> {
        let mut see = |(at, speed): &(f64, f64)| closing.see(Arm::F.grip(), 1.5 * at, 1.5 * speed, wrist);
        claws.iter().map(&mut see).collect()
    }

    const CLOSE: [(f64, f64); 6] = [(1.0, 0.0), (0.93, -1.0), (0.6, -2.0), (0.3, -2.0), (0.03, -0.3), (0.01, 0.0)];

    #[test]
    fn a_wrist_is_compliant_once_for_the_closing_claw_and_is_measured_when_it_rests() {
        let mut closing = Closing::new(Arm::F, 1.5);
        let mut wanted = vec![None; 6];
        wanted[2] = Some(WristOrder::ReleaseAt(FRAC_PI_2));
        wanted[5] = Some(WristOrder::Zero(FlatOn::SameLayer));
        assert_eq!(own(&mut closing, &CLOSE, &wrist(1.57, false)), wanted);
        assert_eq!(own(&mut closing, &CLOSE[5..], &wrist(1.57, false)), [None]);
    }

    #[test]
    fn a_wrist_that_moves_or_is_misaligned_is_not_let_go_of() {
        let mut closing = Closing::new(Arm::F, 1.5);
        let mut order = |claw, wrist: JointReport| own(&mut closing, &[claw], &wrist)[0];
        let [square, misaligned] = [0.0, 0.4].map(|angle| wrist(angle, false));
        assert_eq!(order((0.5, -2.0), moving(0.0)), None);
        assert_eq!(order((0.5, -2.0), misaligned), None, "23 degrees are no drift");
        assert_eq!(order((0.5, 2.0), square.clone()), None, "it opens");
        assert_eq!(order((0.02, -2.0), square), None, "it is too late");
    }

    #[test]
    fn compliance_ends_when_the_claw_opens_again() {
        let mut closing = Closing::new(Arm::F, 1.5);
        let at_rest = wrist(0.0, false);
        let seen = [(0.5, -2.0), (0.6, 2.0), (0.8, 2.0)];
        let complies = Some(WristOrder::ReleaseAt(0.0));
        let stops = Some(WristOrder::TakeHold);
        let order = own(&mut closing, &seen, &at_rest);
        assert_eq!(order, [complies, stops, None]);
        for (halfway, end) in [(0.4, stops), (0.07, Some(WristOrder::AssumeElsewhere))] {
            let order = own(&mut closing, &[(0.5, -2.0)], &at_rest);
            assert_eq!(order, [complies]);
            let order = own(&mut closing, &[(halfway, 0.0); 4], &at_rest);
            assert_eq!(order, [None, None, None, end], "it stays at {halfway}");
        }
        assert_eq!(own(&mut closing, &[(0.5, -2.0)], &at_rest), [complies]);
        let order = own(&mut closing, &[(0.01, 0.0)], &moving(0.0));
        assert_eq!(order, [None], "a new goal came first");
        assert_eq!(own(&mut closing, &[(0.01, 0.0)], &at_rest), [None]);
    }

    #[test]
    fn a_layer_is_another_when_the_other_pair_has_turned_the_cube_by_a_quarter() {
        for (quarters, flat_on) in [(1.0, FlatOn::OtherLayer), (2.0, FlatOn::SameLayer), (-1.0, FlatOn::OtherLayer)] {
            let mut closing = Closing::new(Arm::F, 1.5);
            let at_rest = wrist(0.0, false);
            for arm in [Arm::F, Arm::B] {
                closing.see(arm.grip(), 1.5, 0.0, &at_rest);
            }
            for share in 0..=10 {
                let angle = quarters * FRAC_PI_2 * f64::from(share) / 10.0;
                closing.see(Arm::R.wrist(), angle, 1.0, &at_rest);
            }
            let order = own(&mut closing, &CLOSE, &at_rest);
            assert_eq!(order[5], Some(WristOrder::Zero(flat_on)), "{quarters}");
            let again = own(&mut closing, &CLOSE, &at_rest);
            assert_eq!(again[5], Some(WristOrder::Zero(FlatOn::SameLayer)));
        }
    }

    #[test]
    fn an_estimated_wrist_that_holds_the_cube_is_compliant_for_the_claws_of_the_other_pair() {
        for (is_estimated, holds) in [(true, true), (true, false), (false, true)] {
            let mut closing = Closing::new(Arm::R, 1.5);
            let at_rest = wrist(0.0, is_estimated);
            closing.see(Arm::R.grip(), if holds { 0.0 } else { 1.5 }, 0.0, &at_rest);
            let mut order = Vec::new();
            for (at, speed) in CLOSE {
                for arm in [Arm::F, Arm::B] {
                    order.extend(closing.see(arm.grip(), 1.5 * at, 1.5 * speed, &at_rest));
                }
            }
            let wanted = [WristOrder::ReleaseAt(0.0), WristOrder::Zero(FlatOn::Cube)];
            assert_eq!(order == wanted, is_estimated && holds, "{order:?}");
            assert_eq!(order.is_empty(), !(is_estimated && holds), "{order:?}");
        }
    }
}
