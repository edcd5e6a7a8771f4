//! Two wrists of one brick that turn the whole cube between them: they must keep together, or the cube is torn.

use super::JointLaw;
use super::joint_goal::JointGoal;
use crate::Error;

/// Two wrists that turn the cube may be this far apart, radians; beyond that the cube is about to be torn.
const MOST_APART: f64 = 10.0 * std::f64::consts::PI / 180.0;
/// The ways of two wrists that undo a turn of the cube may differ by this much, radians; one that is further behind has
/// left its layer nearer to the next quarter.
const MOST_UNLIKE: f64 = std::f64::consts::FRAC_PI_4;
/// On a link with a longer round trip than this, seconds, a turn takes longer in proportion: how far unlike motors get
/// apart before anybody sees it grows with the speed and with the round trip. Figures with 45 ms are no worse than with
/// less.
const FULL_SPEED_ROUND_TRIP: f64 = 0.045;
/// Longer turns than this many times are of no use: the link is to be called broken then.
const MOST_STRETCH: f64 = 4.0;

/// A turn of the whole cube by two wrists: what was asked of each, how far that was, in radians, and whether they were
/// sent on from where they had been braked.
#[derive(Debug, Clone)]
pub(super) struct CubeTurn {
    pub goals: Vec<JointGoal>,
    pub ways: [f64; 2],
    pub was_sent_on: bool,
}

/// The turn of the whole cube that these goals are, if they turn two joints against each other: by the same angle, or
/// nearly so, as where a turn is undone that broke off. Wrists of which one is under way already, or ends sooner, turn open claws,
/// each for itself.
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
    is_turn.then(|| CubeTurn { goals: goals.to_vec(), ways, was_sent_on: false })
}

/// The same goals, where the wrists that turn the cube get as much more time as a link needs whose round trip takes
/// this many seconds. Where one of two wrists leads to the end of a cable, the other goes as slowly.
pub(super) fn slowed(laws: &[JointLaw; 2], goals: Vec<JointGoal>, turn_cube: bool, round_trip: f64) -> Vec<JointGoal> {
    if !turn_cube {
        return goals;
    }
    let factor = (round_trip / FULL_SPEED_ROUND_TRIP).clamp(1.0, MOST_STRETCH);
    let ends_cable = |goal: &JointGoal| {
        let law = laws.get(goal.joint);
        law.is_some_and(|law| law.ends_cable(&goal.trajectory, law.position()))
    };
    let ends_cable = goals.iter().any(ends_cable);
    let slower = |goal: JointGoal| {
        let Some(law) = laws.get(goal.joint) else {
            return goal;
        };
        let trajectory = match ends_cable {
            true => law.way_to_cable_end(&goal.trajectory, law.position()),
            false => goal.trajectory.even(),
        };
        JointGoal { trajectory: trajectory.stretched(factor), ..goal }
    };
    goals.into_iter().map(slower).collect()
}

/// Why two joints that turn the cube must stop, if they must: one is much further than the other.
pub(super) fn apart(laws: &[JointLaw; 2], turn: &CubeTurn) -> Option<Error> {
    let [first, second] = [laws[0].report(), laws[1].report()];
    let ahead = first.position - first.desired + second.position - second.desired;
    // Each was sent on from where it was. Their references do not contain that; the way that each has left does.
    let left = |index: usize| {
        let goal = &turn.goals[index];
        (goal.trajectory.goal().position - laws[goal.joint].position()) / turn.ways[index]
    };
    let way = (turn.ways[0] - turn.ways[1]) / 2.0;
    let apart = match turn.was_sent_on {
        true => (left(1) - left(0)) * way,
        false => ahead,
    };
    (apart.abs() > MOST_APART).then(|| Error::Apart {
        joints: [0, 1].map(|index: usize| laws[index].settings().name.clone()),
        degrees: apart.abs().to_degrees(),
    })
}
