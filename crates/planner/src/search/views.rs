//! The problems that a cube makes: seen from its three axes, from its start and its end, and with each way to end.

use cube::{Cube, Face, Rotation};

use crate::search::configs::{Configs, Ticks};
use crate::search::costs::Costs;
use crate::search::premoves::Group;
use crate::search::start::Start;

/// A cube seen along one of its axes, and how the rig starts.
pub(crate) struct View {
    pub cube: Cube,
    pub start: Start,
    /// The start as a state of the machine of costs.
    pub state: usize,
}

/// A cube to bring home by phases 1 and 2, one premove of a group, and the states of the machine of costs to start and end in.
///
/// Where a rig takes the same time backwards, the search may start at the end of a solution too. It solves the inverse cube
/// from any config, with the inverse of each turn in reverse order, and ends where the rig stands.
pub(crate) struct Problem<'a> {
    /// What the first premove of the group makes of the cube.
    pub cube: Cube,
    pub state: usize,
    /// Where to end, as the rig's start; `None` where any config will do.
    pub end: Option<&'a Start>,
    /// Where premoves keep what belongs to where it ends.
    pub end_index: usize,
    pub group: &'a Group,
    /// The view that it was made from.
    pub view: usize,
}

impl Problem<'_> {
    /// Ticks that its premoves are likely to take at least.
    pub fn soonest(&self) -> Ticks {
        let likely = self.group.premoves.iter().map(|premove| premove.likely[self.end_index]);
        likely.min().unwrap_or(0)
    }
}

/// The three ways to look at a cube: each brings another axis upright.
pub(crate) fn rotations() -> [Rotation; 3] {
    // A third of a turn about a corner, which carries U to R to F.
    let third = Rotation::all()
        .find(|turn| turn.carry(Face::U) == Face::R && turn.carry(Face::R) == Face::F)
        .expect("one of the 24 rotations cycles three faces that meet");
    [Rotation::IDENTITY, third, third.then(third)]
}

/// The cube seen from its three axes, with the start as they see it.
pub(crate) fn views(configs: &Configs, costs: &Costs, start: &Start, cube: &Cube) -> [View; 3] {
    rotations().map(|view| {
        // What was face f is face view(f) of the turned cube, and lies where f lay.
        let carried = configs.carried(Face::ALL.map(|face| view.carry(face)));
        let mut seen = start.clone();
        for (&to, &time) in carried.iter().zip(&start.behind) {
            seen.behind[to] = time;
        }
        View { cube: cube.rotated(view), state: costs.state(&seen), start: seen }
    })
}

/// All problems of a cube. `anywhere`: the state to start in from any config, or `None` where the rig is not the same backwards.
pub(crate) fn problems<'a>(views: &'a [View; 3], anywhere: Option<usize>, groups: &'a [Group]) -> Vec<Problem<'a>> {
    let mut problems = Vec::new();
    for group in groups {
        let first = &group.product;
        let anyhow = group.worth.len() - 1;
        for (view, View { cube, start, state }) in views.iter().enumerate() {
            problems.push(Problem { cube: first.then(cube), state: *state, end: None, end_index: anyhow, group, view });
            problems.extend(anywhere.map(|state| Problem {
                cube: first.then(&cube.inverse()),
                state,
                end: Some(start),
                end_index: start.soonest().unwrap_or(anyhow),
                group,
                view,
            }));
        }
    }
    problems
}
