//! What the state publisher knows: joints, how the cube lies, and how far its layers are turned just now.

use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;
use std::time::Duration;

use crate::{Arm, Joint, Pair};
use cube::{ColorScheme, Face, Rotation};

use super::links::JointSeen;

/// A joint that moved less than this (radians) has not moved.
const NOTICEABLE: f64 = 5e-4;
/// A claw holds the cube while its grip is open by less than this share.
const HOLDS_BELOW: f64 = 0.15;

/// How far parts of the cube are turned against how it lies, in radians, clockwise as the arm sees its face.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Turning {
    /// Each arm's layer, by [`Arm::index`].
    pub layers: [f64; 4],
    /// The whole cube about the axis of each pair, as its first arm sees it, by [`Pair::index`].
    pub whole: [f64; 2],
}

/// What is known of a sticker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StickerSeen {
    /// The face whose colour it shows.
    pub face: Option<Face>,
    /// Whether cube/state asks for another look at it.
    pub in_doubt: bool,
}

/// The stickers in the order of the facelets.
pub type Stickers = [StickerSeen; 54];

/// Nothing is known of any sticker.
pub const UNREAD: Stickers = [StickerSeen { face: None, in_doubt: false }; 54];

/// All that is shown.
pub struct Shown {
    /// Grip position of an open claw, radians.
    open_grip: f64,
    joints: BTreeMap<String, JointSeen>,
    /// Quarters at which each wrist stood when what it held lay straight.
    references: [i32; 4],
    /// How the cube lies, by cube/pose.
    pose: Option<Rotation>,
    /// Whether anyone tracks how the cube lies.
    is_tracked: bool,
    /// The stickers as in cube/state.
    reading: Option<Stickers>,
    scheme: ColorScheme,
    changed: bool,
}

impl Shown {
    /// Nothing is known yet.
    pub fn new(open_grip: f64) -> Self {
        Self {
            open_grip,
            joints: BTreeMap::new(),
            references: [0; 4],
            pose: None,
            is_tracked: false,
            reading: None,
            scheme: ColorScheme::WESTERN,
            changed: true,
        }
    }

    /// Notes a joint's position, and when it was there.
    pub fn note_joint(&mut self, name: &str, position: f64, stamp: Duration) {
        if let Some(before) = self.joints.get_mut(name)
            && (before.position - position).abs() < NOTICEABLE
        {
            before.stamp = stamp;
            return;
        }
        let now = JointSeen { position, stamp };
        let first = self.joints.insert(name.to_owned(), now).is_none();
        self.changed = true;
        for arm in Arm::ALL {
            // An open claw turns nothing; neither does one that is seen for the first time.
            if first || !self.holds(arm) {
                self.references[arm.index()] = self.quarters(arm);
            }
        }
    }

    /// Notes how the cube lies; `at_rest` when no motion is under way.
    pub fn note_pose(&mut self, pose: Option<Rotation>, at_rest: bool) {
        let changed = self.pose != pose;
        if changed || at_rest {
            self.note_turned();
        }
        self.changed |= changed;
        self.pose = pose;
        self.is_tracked = true;
    }

    /// Notes the stickers in cube/state.
    pub fn note_reading(&mut self, stickers: Stickers) {
        if self.reading != Some(stickers) {
            self.note_turned();
            self.changed = true;
        }
        self.reading = Some(stickers);
    }

    /// What was turned now lies so: the wrists stand where that is straight.
    fn note_turned(&mut self) {
        self.references = Arm::ALL.map(|arm| self.quarters(arm));
    }

    /// Notes which colours the faces have.
    pub fn note_scheme(&mut self, scheme: ColorScheme) {
        self.changed |= self.scheme != scheme;
        self.scheme = scheme;
    }

    /// Whether anything changed since the last call.
    pub fn take_change(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// All joints that were seen, by name.
    pub fn joints(&self) -> &BTreeMap<String, JointSeen> {
        &self.joints
    }

    /// The newest stamp of a joint; nothing before the first joint state.
    pub fn newest_stamp(&self) -> Option<Duration> {
        self.joints.values().map(|joint| joint.stamp).max()
    }

    /// How the cube lies, when that is known. A cube that nobody tracks is in a hand: it is shown upright as soon as it is read.
    pub fn cube_pose(&self) -> Option<Rotation> {
        match self.pose {
            Some(pose) => Some(pose),
            None if !self.is_tracked && self.reading.is_some() => Some(Rotation::IDENTITY),
            None => None,
        }
    }

    /// Whether two opposite claws are closed, so that they may hold a cube; nothing before all claws were seen.
    pub fn may_hold(&self) -> Option<bool> {
        let are_seen = Arm::ALL.iter().all(|arm| self.position(arm.grip()).is_some());
        are_seen.then(|| Pair::ALL.iter().any(|pair| pair.arms().into_iter().all(|arm| self.holds(arm))))
    }

    /// The stickers as in cube/state.
    pub fn stickers(&self) -> Stickers {
        self.reading.unwrap_or(UNREAD)
    }

    /// The colours of the faces.
    pub fn scheme(&self) -> &ColorScheme {
        &self.scheme
    }

    /// How far parts of the cube are turned just now.
    pub fn turning(&self) -> Turning {
        let mut turning = Turning::default();
        for pair in Pair::ALL {
            let [first, second] = pair.arms();
            let across_open = pair.other().arms().into_iter().all(|arm| !self.holds(arm));
            if across_open && self.holds(first) {
                turning.whole[pair.index()] = self.turned(first);
            } else if across_open && self.holds(second) {
                turning.whole[pair.index()] = -self.turned(second);
            } else {
                for arm in [first, second] {
                    turning.layers[arm.index()] = self.turned(arm);
                }
            }
        }
        turning
    }

    fn position(&self, joint: Joint) -> Option<f64> {
        self.joints.get(joint.name()).map(|joint| joint.position)
    }

    fn holds(&self, arm: Arm) -> bool {
        self.position(arm.grip()).is_some_and(|grip| grip < HOLDS_BELOW * self.open_grip)
    }

    /// By how much a closed claw has turned what it holds.
    fn turned(&self, arm: Arm) -> f64 {
        match self.position(arm.wrist()) {
            Some(wrist) if self.holds(arm) => wrist - f64::from(self.references[arm.index()]) * FRAC_PI_2,
            _ => 0.0,
        }
    }

    fn quarters(&self, arm: Arm) -> i32 {
        // Wrists turn a few times around at most, so the rounded quarters fit.
        self.position(arm.wrist()).map_or(0, |wrist| (wrist / FRAC_PI_2).round() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: f64 = 1.0;

    fn shown(grips: [f64; 4]) -> Shown {
        let mut shown = Shown::new(OPEN);
        for (arm, grip) in Arm::ALL.into_iter().zip(grips) {
            shown.note_joint(arm.grip().name(), grip, Duration::ZERO);
            shown.note_joint(arm.wrist().name(), 0.0, Duration::ZERO);
        }
        shown.note_pose(Some(Rotation::IDENTITY), true);
        shown
    }

    #[test]
    fn a_closed_claw_turns_its_layer_until_cube_state_has_the_turn() {
        let mut shown = shown([0.0; 4]);
        shown.note_joint("f_wrist", 0.7, Duration::ZERO);
        assert!((shown.turning().layers[Arm::F.index()] - 0.7).abs() < 1e-12);
        assert_eq!(shown.turning().whole, [0.0; 2]);
        shown.note_joint("f_wrist", 1.56, Duration::ZERO);
        shown.note_reading(UNREAD);
        let rest = shown.turning().layers[Arm::F.index()];
        assert!((rest - (1.56 - FRAC_PI_2)).abs() < 1e-12, "only the error of the joint is left");
    }

    #[test]
    fn an_open_claw_turns_nothing() {
        let mut shown = shown([0.0, 0.0, OPEN, 0.0]);
        shown.note_joint("f_wrist", 1.2, Duration::ZERO);
        assert_eq!(shown.turning(), Turning::default());
        shown.note_joint("f_grip", 0.0, Duration::ZERO);
        let left = shown.turning().layers[Arm::F.index()];
        assert!((left - (1.2 - FRAC_PI_2)).abs() < 1e-12, "closing on the next quarter");
    }

    #[test]
    fn a_pair_turns_the_whole_cube_while_the_other_is_open() {
        let mut shown = shown([0.0, 0.0, OPEN, OPEN]);
        shown.note_joint("r_wrist", 0.5, Duration::ZERO);
        shown.note_joint("l_wrist", -0.5, Duration::ZERO);
        assert_eq!(shown.turning(), Turning { layers: [0.0; 4], whole: [0.5, 0.0] });
    }

    #[test]
    fn two_opposite_claws_hold_a_cube() {
        assert_eq!(Shown::new(OPEN).may_hold(), None, "no claw was seen yet");
        for (grips, holds) in
            [([0.0; 4], true), ([0.0, 0.0, OPEN, OPEN], true), ([0.0, OPEN, 0.0, OPEN], false), ([OPEN; 4], false)]
        {
            assert_eq!(shown(grips).may_hold(), Some(holds), "{grips:?}");
        }
    }

    #[test]
    fn small_changes_do_not_count() {
        let mut shown = shown([0.0; 4]);
        assert!(shown.take_change());
        shown.note_joint("r_wrist", 1e-4, Duration::ZERO);
        assert!(!shown.take_change());
        shown.note_joint("r_wrist", 0.1, Duration::ZERO);
        assert!(shown.take_change());
    }

    /// A reading in which the first stickers of U are red, unknown and in doubt.
    fn reading() -> Stickers {
        let mut stickers = UNREAD;
        stickers[0].face = Some(Face::R);
        stickers[2] = StickerSeen { face: Some(Face::F), in_doubt: true };
        stickers
    }

    #[test]
    fn what_cube_state_contains_is_shown_with_its_doubts() {
        let mut shown = shown([0.0; 4]);
        shown.note_reading(reading());
        assert_eq!(shown.stickers(), reading());
        shown.note_reading(UNREAD);
        assert_eq!(shown.stickers(), UNREAD);
    }

    #[test]
    fn a_cube_that_nobody_tracks_stands_upright_once_it_is_read() {
        let mut shown = Shown::new(OPEN);
        assert_eq!(shown.cube_pose(), None);
        shown.note_reading(reading());
        assert_eq!(shown.cube_pose(), Some(Rotation::IDENTITY));
        shown.note_pose(None, true);
        assert_eq!(shown.cube_pose(), None, "the tracker has lost it");
    }

    #[test]
    fn a_joint_at_rest_still_gets_the_stamp_of_its_newest_state() {
        let mut shown = shown([0.0; 4]);
        shown.take_change();
        shown.note_joint("r_wrist", 1e-4, Duration::from_millis(40));
        assert!(!shown.take_change());
        let joint = shown.joints()["r_wrist"];
        assert_eq!(joint.stamp, Duration::from_millis(40));
        assert_eq!(shown.newest_stamp(), Some(Duration::from_millis(40)));
    }
}
