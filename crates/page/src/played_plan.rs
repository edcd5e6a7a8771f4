//! A plan without a rig: where everything is at any instant of it.

use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;

use cube::{ColorScheme, Cube, Move};
use rig::display::{Turning, cube_pose};
use rig::{Action, Arm, CubeEffect, Motion, Profile, RigState, Trace, Violation, joint_angles};

use crate::protocol::{CubeInClaws, PlanNow, PlannedMotion, Scene};

/// A plan of arm motions that obeys the rules of the rig, and the cube that it begins with.
#[derive(Clone, Debug)]
pub struct PlayedPlan {
    start: RigState,
    motions: Vec<Motion>,
    trace: Trace,
    cube: Cube,
    scheme: ColorScheme,
    open_grip: f64,
    edge: f64,
}

impl PlayedPlan {
    /// A plan of a rig that begins in `start` with this cube.
    ///
    /// # Errors
    /// The first rule that the motions break.
    pub fn new(
        profile: &Profile,
        start: &RigState,
        motions: &[Motion],
        cube: Cube,
        scheme: ColorScheme,
    ) -> Result<PlayedPlan, Violation> {
        Ok(PlayedPlan {
            start: *start,
            motions: motions.to_vec(),
            trace: rig::check(profile, start, motions)?,
            cube,
            scheme,
            open_grip: profile.gearing.open_grip(),
            edge: profile.geometry.cube_edge,
        })
    }

    /// Seconds from its start to its end.
    pub fn seconds(&self) -> f64 {
        self.trace.seconds
    }

    /// The moves that it does.
    pub fn moves(&self) -> Vec<Move> {
        self.trace.moves().collect()
    }

    /// How many moves are done some seconds into the plan.
    pub fn moves_done(&self, at: f64) -> usize {
        let turns = self.trace.turns.iter();
        turns.filter(|&&turn| self.motions[turn].end <= at).count()
    }

    /// The cube some seconds into the plan; a turn counts when it has ended.
    pub fn cube(&self, at: f64) -> Cube {
        // The turns stand in the order in which they end.
        let done = self.trace.moves().take(self.moves_done(at));
        done.fold(self.cube, |cube, turn| cube.apply(turn))
    }

    /// The whole plan, `at` seconds into it; nothing while it is only looked at.
    pub fn plan(&self, at: Option<f64>) -> PlanNow {
        let planned = |motion: &Motion| PlannedMotion {
            arm: motion.arm.letter().into(),
            action: motion.action.name().into(),
            quarters: motion.action.quarters(),
            start: motion.start,
            end: motion.end,
        };
        PlanNow {
            moves: self.trace.moves().map(|turn| turn.to_string()).collect(),
            seconds: self.seconds(),
            motions: self.motions.iter().map(planned).collect(),
            now: at,
        }
    }

    /// The rig some seconds into the plan, as it is shown at a time (milliseconds since the server started).
    pub fn scene(&self, at: f64, shown_at: f64) -> Scene {
        let mut state = self.start;
        let mut turning = Turning::default();
        let mut moved: Vec<(&Motion, f64)> = Vec::new();
        for (index, motion) in self.motions.iter().enumerate() {
            let effect = self.trace.effects[index];
            if motion.end <= at {
                let arm = &mut state.arms[motion.arm.index()];
                *arm = arm.after(motion.action);
                if let CubeEffect::CubeTurn { rotation, partner } = effect
                    && partner.is_none_or(|other| other < index)
                {
                    state.pose = state.pose.then(rotation);
                }
            } else if motion.start < at {
                let share = eased((at - motion.start) / (motion.end - motion.start));
                moved.push((motion, share));
                let angle = share * f64::from(motion.action.quarters()) * FRAC_PI_2;
                let pair = motion.arm.pair();
                match effect {
                    CubeEffect::Nothing => {}
                    CubeEffect::FaceTurn(_) => turning.layers[motion.arm.index()] = angle,
                    // The second arm of a pair sees the turn the other way round.
                    CubeEffect::CubeTurn { .. } if motion.arm == pair.arms()[0] => {
                        turning.whole[pair.index()] = angle;
                    }
                    CubeEffect::CubeTurn { .. } => turning.whole[pair.index()] = -angle,
                }
            }
        }
        let angles = joint_angles(&state, self.open_grip);
        let mut joints: BTreeMap<String, f64> =
            (rig::Joint::ALL.iter().zip(angles)).map(|(joint, angle)| (joint.name().to_owned(), angle)).collect();
        for (motion, share) in moved {
            let joint = joints.entry(motion.joint().name().to_owned()).or_default();
            *joint += match motion.action {
                Action::Open => share * self.open_grip,
                Action::Close => -share * self.open_grip,
                Action::Turn(quarters) => share * f64::from(quarters) * FRAC_PI_2,
            };
        }
        let colors = self.cube(at).facelets().colors(&self.scheme);
        Scene {
            at: shown_at,
            // They are those of the plan at this time, however long it stands still.
            joint_ages: BTreeMap::new(),
            joints,
            cube: Some(CubeInClaws {
                edge: self.edge,
                faces_at_sides: state.pose.faces_at_sides(),
                orientation: cube_pose(state.pose, &turning).rotation.coords.into(),
                layers: Arm::ALL.map(|arm| turning.layers[arm.index()]),
                stickers: colors.iter().map(|color| color.letter()).collect(),
                doubtful: Vec::new(),
            }),
        }
    }
}

/// The share of its way that a joint has gone after a share of its time. It starts and ends without speed and acceleration, as
/// the curves do that the motors follow.
fn eased(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share.powi(3) * (10.0 + share * (6.0 * share - 15.0))
}

#[cfg(test)]
mod tests {
    use cube::parse_moves;
    use rig::display::Shown;

    use super::*;

    fn turn(arm: Arm, quarters: i8, start: f64) -> Motion {
        let end = start + if quarters.abs() == 2 { 1.0 } else { 0.6 };
        let action = Action::Turn(quarters);
        Motion { arm, action, start, end }
    }

    fn claws(arms: [Arm; 2], action: Action, start: f64) -> [Motion; 2] {
        let end = start + 0.52;
        arms.map(|arm| Motion { arm, action, start, end })
    }

    /// F, then x, then R of the cube as it lies then.
    fn played() -> PlayedPlan {
        use Arm::{B, F, L, R};
        let mut motions = vec![turn(F, 1, 0.0)];
        motions.push(Motion { arm: F, action: Action::Open, start: 0.7, end: 1.22 });
        motions.push(turn(F, -1, 1.3));
        motions.push(Motion { arm: F, action: Action::Close, start: 2.0, end: 2.52 });
        motions.extend(claws([F, B], Action::Open, 2.6));
        motions.extend([turn(R, 1, 3.2), turn(L, -1, 3.2)]);
        motions.extend(claws([F, B], Action::Close, 3.9));
        motions.extend(claws([R, L], Action::Open, 4.5));
        motions.extend([turn(R, -1, 5.1), turn(L, 1, 5.1)]);
        motions.extend(claws([R, L], Action::Close, 5.8));
        motions.push(turn(B, 2, 6.4));
        let profile = Profile::nxt_2015();
        PlayedPlan::new(&profile, &RigState::REST, &motions, Cube::from_seed(1), ColorScheme::WESTERN)
            .expect("it obeys the rules")
    }

    #[test]
    fn the_cube_at_the_end_is_that_of_the_moves() {
        let played = played();
        let moves = played.moves();
        assert_eq!(moves, parse_moves("F U2", cube::Notation::Standard).expect("moves"));
        let end = played.seconds();
        assert_eq!(played.cube(end), Cube::from_seed(1).apply_all(&moves));
        let scene = played.scene(end, 0.0).cube.expect("a cube");
        assert_eq!(scene.faces_at_sides, played.trace.end.pose.faces_at_sides());
        assert_eq!(scene.layers, [0.0; 4]);
    }

    /// What is shown of a rig that does these motions is the same as the plan at each instant.
    #[test]
    fn the_scenes_are_those_of_a_rig_that_follows_the_plan() {
        let played = played();
        let mut shown = Shown::new(played.open_grip);
        let stickers = |cube: &Cube| {
            cube.facelets().stickers().map(|face| rig::display::StickerSeen { face: Some(face), in_doubt: false })
        };
        let mut before = (played.start.pose.faces_at_sides(), played.cube);
        shown.note_pose(Some(played.start.pose), true);
        shown.note_reading(stickers(&played.cube));
        for step in 0..=740 {
            let at = f64::from(step) * 0.01;
            let scene = played.scene(at, 0.0);
            let in_claws = scene.cube.clone().expect("a cube");
            for (name, position) in &scene.joints {
                shown.note_joint(name, *position, std::time::Duration::ZERO);
            }
            let pose = cube::Rotation::from_faces_at_sides(&in_claws.faces_at_sides).expect("a pose");
            let now = (in_claws.faces_at_sides.clone(), played.cube(at));
            if now != before {
                shown.note_pose(Some(pose), true);
                shown.note_reading(stickers(&now.1));
                before = now;
            }
            let other = crate::scene(&shown, std::time::Duration::ZERO, played.edge, std::time::Duration::ZERO);
            let other = other.cube.expect("a cube");
            assert_eq!(other.stickers, in_claws.stickers, "at {at} s");
            for (one, two) in other.layers.iter().zip(in_claws.layers) {
                assert!((one - two).abs() < 2e-3, "layers {:?} {:?} at {at} s", other.layers, in_claws.layers);
            }
            let dot: f64 = (other.orientation.iter().zip(in_claws.orientation)).map(|(a, b)| a * b).sum();
            assert!(0.999_99 < dot.abs(), "the cube lies otherwise at {at} s: {dot}");
        }
    }
}
