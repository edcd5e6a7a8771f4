//! Two wrists of one brick that turn the whole cube between them: they must keep together, or the cube is torn.

use super::joint_goal::JointGoal;
use super::{Drive, Instants, JointLaw};
use crate::Error;

/// Two wrists that turn the cube may be this far apart, radians; beyond that the cube is about to be torn.
const MOST_APART: f64 = 11.0 * std::f64::consts::PI / 180.0;
/// When a reading was true is known to this share of the time between two.
const UNSURE_SHARE: f64 = 0.25;
/// The ways of two wrists that undo a turn of the cube may differ by this much, radians; one that is further behind has
/// left its layer nearer to the next quarter.
const MOST_UNLIKE: f64 = std::f64::consts::FRAC_PI_4;

/// A turn of the whole cube by the two joints of a brick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CubeTurn {
    /// How fast friction slows both down on a way to the end of a cable, radians a second squared.
    pub(super) slowing: Option<f64>,
    /// What is left of the shorter cable at their goals, radians.
    pub(super) cable_left: Option<f64>,
}

/// The turn of the whole cube that these goals are, if they turn two joints against each other by nearly the same angle. (Where a turn
/// that broke off is undone, the angles differ.) Wrists of which one is under way already, or ends sooner, turn open claws.
pub(super) fn cube_turn(laws: &[JointLaw; 2], goals: &[JointGoal]) -> Option<CubeTurn> {
    let way = |goal: &JointGoal| {
        let law = laws.get(goal.joint);
        law.map_or(0.0, |law| goal.trajectory.goal().position - law.position())
    };
    let [first, second] = goals else {
        return None;
    };
    let ways = [way(first), way(second)];
    let [one_moves, other_moves] = laws.each_ref().map(|law| law.is_on_its_way(MOST_APART));
    let are_wrists = !laws.iter().any(|law| law.settings().has_ends);
    let is_turn = are_wrists
        && first.joint != second.joint
        && one_moves == other_moves
        && first.trajectory.times().eq(second.trajectory.times())
        && ways[0] * ways[1] < 0.0
        && ways.iter().all(|way| way.abs() > MOST_APART)
        && (ways[0] + ways[1]).abs() < MOST_UNLIKE;
    // Where one comes to the end of its cable, the other goes as slowly, and is let go of as soon.
    let movers = || goals.iter().filter_map(|goal| Some((laws.get(goal.joint)?, &goal.trajectory)));
    let slowing = movers().filter_map(|(law, way)| law.slowing_to_cable_end(way, law.position()));
    let left = movers().filter_map(|(law, way)| law.cable_left(way, law.position()));
    is_turn.then(|| CubeTurn { slowing: slowing.reduce(f64::min), cable_left: left.reduce(f64::min) })
}

/// Two joints that turn the cube go no faster than the slower motor can.
pub(super) fn share_pace(laws: &mut [JointLaw; 2]) {
    let [one, other] = laws.each_mut().map(JointLaw::most_pace_mut);
    if let (Some(one), Some(other)) = (one, other) {
        let slower = one.min(*other);
        (*one, *other) = (slower, slower);
    }
}

/// Decides for both joints of a brick. Two that turn the cube go on at the pace of the slower one.
pub(super) fn drive(laws: &mut [JointLaw; 2], instants: Instants) -> [Drive; 2] {
    let mut paces = laws.each_ref().map(|law| law.pace(instants));
    if laws.iter().all(JointLaw::turns_cube)
        && let [Some(one), Some(other)] = paces
    {
        paces = [Some(one.min(other)); 2];
    }
    let mut drives = [Drive::BRAKE; 2];
    for ((law, pace), drive) in laws.iter_mut().zip(paces).zip(&mut drives) {
        *drive = law.drive(instants, pace.unwrap_or_default());
    }
    drives
}

/// Why two joints that turn the cube must stop, if they must: one is much further than the other.
pub(super) fn apart(laws: &[JointLaw; 2]) -> Option<Error> {
    if !laws.iter().all(JointLaw::turns_cube) {
        // Each seeks its own goal, near the end.
        return None;
    }
    let [first, second] = [laws[0].report(), laws[1].report()];
    let apart = first.position - first.desired + second.position - second.desired;
    // A reading was true some time ago, not at the same time for both.
    let unsure = (first.speed.abs() + second.speed.abs()) / 2.0 * UNSURE_SHARE * laws[0].observer.interval();
    (apart.abs() > MOST_APART + unsure).then(|| Error::Apart {
        joints: [0, 1].map(|index: usize| laws[index].settings().name.clone()),
        degrees: apart.abs().to_degrees(),
    })
}
