//! What the state publisher knows: joints, how the cube lies, and how far its layers are turned just now.

use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;

use cube::{ColorScheme, Facelets};
use rig::{Arm, Joint, Pair, Pose};

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

/// How the cube lies, as cube/pose tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct CubeShown {
    /// How it lies.
    pub pose: Pose,
    /// Its facelets, when they are known.
    pub facelets: Option<Facelets>,
}

/// All that is shown.
pub struct Shown {
    /// Grip position of an open claw, radians.
    open_grip: f64,
    positions: BTreeMap<String, f64>,
    /// Quarters at which each wrist stood when what it held lay straight.
    references: [i32; 4],
    cube: Option<CubeShown>,
    scheme: ColorScheme,
    changed: bool,
}

impl Shown {
    /// Nothing is known yet.
    pub fn new(open_grip: f64) -> Self {
        Self {
            open_grip,
            positions: BTreeMap::new(),
            references: [0; 4],
            cube: None,
            scheme: ColorScheme::WESTERN,
            changed: true,
        }
    }

    /// Notes a joint's position.
    pub fn note_joint(&mut self, name: &str, position: f64) {
        let before = self.positions.get(name).copied();
        if before.is_some_and(|before| (before - position).abs() < NOTICEABLE) {
            return;
        }
        let first = self.positions.insert(name.to_owned(), position).is_none();
        self.changed = true;
        for arm in Arm::ALL {
            // An open claw turns nothing; neither does one that is seen for the first time.
            if first || !self.holds(arm) {
                self.references[arm.index()] = self.quarters(arm);
            }
        }
    }

    /// Notes how the cube lies; `at_rest` when no motion is under way.
    pub fn note_cube(&mut self, cube: Option<CubeShown>, at_rest: bool) {
        let changed = self.cube != cube;
        if changed || at_rest {
            // What was turned now lies so: the wrists stand where that is straight.
            self.references = Arm::ALL.map(|arm| self.quarters(arm));
        }
        self.changed |= changed;
        self.cube = cube;
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

    /// Positions of all joints that were seen, by name.
    pub fn positions(&self) -> &BTreeMap<String, f64> {
        &self.positions
    }

    /// The cube, when it is known how it lies.
    pub fn cube(&self) -> Option<&CubeShown> {
        self.cube.as_ref()
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
        self.positions.get(joint.name()).copied()
    }

    fn holds(&self, arm: Arm) -> bool {
        self.position(arm.grip())
            .is_some_and(|grip| grip < HOLDS_BELOW * self.open_grip)
    }

    /// By how much a closed claw has turned what it holds.
    fn turned(&self, arm: Arm) -> f64 {
        match self.position(arm.wrist()) {
            Some(wrist) if self.holds(arm) => {
                wrist - f64::from(self.references[arm.index()]) * FRAC_PI_2
            }
            _ => 0.0,
        }
    }

    fn quarters(&self, arm: Arm) -> i32 {
        // Wrists turn a few times around at most, so the rounded quarters fit.
        self.position(arm.wrist())
            .map_or(0, |wrist| (wrist / FRAC_PI_2).round() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: f64 = 1.0;

    fn shown(grips: [f64; 4]) -> Shown {
        let mut shown = Shown::new(OPEN);
        for (arm, grip) in Arm::ALL.into_iter().zip(grips) {
            shown.note_joint(arm.grip().name(), grip);
            shown.note_joint(arm.wrist().name(), 0.0);
        }
        shown.note_cube(
            Some(CubeShown {
                pose: Pose::IDENTITY,
                facelets: None,
            }),
            true,
        );
        shown
    }

    #[test]
    fn a_closed_claw_turns_its_layer_until_the_cube_is_told_to_have_turned() {
        let mut shown = shown([0.0; 4]);
        shown.note_joint("f_wrist", 0.7);
        assert!((shown.turning().layers[Arm::F.index()] - 0.7).abs() < 1e-12);
        assert_eq!(shown.turning().whole, [0.0; 2]);
        shown.note_joint("f_wrist", 1.56);
        let facelets = cube::Cube::SOLVED
            .apply(cube::Move::quarter(cube::Face::F))
            .facelets();
        shown.note_cube(
            Some(CubeShown {
                pose: Pose::IDENTITY,
                facelets: Some(facelets),
            }),
            false,
        );
        let rest = shown.turning().layers[Arm::F.index()];
        assert!(
            (rest - (1.56 - FRAC_PI_2)).abs() < 1e-12,
            "only the error of the joint is left"
        );
    }

    #[test]
    fn an_open_claw_turns_nothing() {
        let mut shown = shown([0.0, 0.0, OPEN, 0.0]);
        shown.note_joint("f_wrist", 1.2);
        assert_eq!(shown.turning(), Turning::default());
        shown.note_joint("f_grip", 0.0);
        let left = shown.turning().layers[Arm::F.index()];
        assert!(
            (left - (1.2 - FRAC_PI_2)).abs() < 1e-12,
            "closing on the next quarter"
        );
    }

    #[test]
    fn a_pair_turns_the_whole_cube_while_the_other_is_open() {
        let mut shown = shown([0.0, 0.0, OPEN, OPEN]);
        shown.note_joint("r_wrist", 0.5);
        shown.note_joint("l_wrist", -0.5);
        assert_eq!(
            shown.turning(),
            Turning {
                layers: [0.0; 4],
                whole: [0.5, 0.0]
            }
        );
    }

    #[test]
    fn small_changes_do_not_count() {
        let mut shown = shown([0.0; 4]);
        assert!(shown.take_change());
        shown.note_joint("r_wrist", 1e-4);
        assert!(!shown.take_change());
        shown.note_joint("r_wrist", 0.1);
        assert!(shown.take_change());
    }
}
