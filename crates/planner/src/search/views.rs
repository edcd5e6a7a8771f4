//! The problems that a cube makes: seen from its three axes, from its start and its end, and with each way to end.

use cube::{Cube, Face, Rotation};
use rig::Pose;

use crate::search::configs::{Config, Configs};
use crate::search::tails::Group;

/// A cube seen along one of its axes, and the config (a state of the machine of costs) that it stands in.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub cube: Cube,
    pub config: usize,
}

/// A cube to bring home by phases 1 and 2, one tail of a group, and the states of the machine of costs to start and end in.
///
/// Where a rig takes the same time backwards, solutions may be searched from their ends too: the inverse cube is solved from
/// any config, by the inverse of each turn in reverse order, and the last config must be the one that the rig stands in.
pub(crate) struct Problem<'a> {
    /// What the first tail of the group makes of the cube.
    pub cube: Cube,
    pub state: usize,
    /// The config to end in; `None` where any will do.
    pub end: Option<usize>,
    pub group: &'a Group,
    /// The view that it was made from.
    pub view: usize,
}

impl Problem<'_> {
    /// Where tails keep what belongs to the config to end in.
    pub fn end_index(&self) -> usize {
        self.end.unwrap_or(self.group.worth.len() - 1)
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

/// The cube seen from its three axes, standing in a config of the first.
pub(crate) fn views(configs: &Configs, config: usize, cube: &Cube) -> [View; 3] {
    let example = configs.all[config];
    rotations().map(|view| {
        // What was face f is face view(f) of the turned cube, and lies where f lay.
        let turned = Rotation::from_index(example.pose.index())
            .map(|pose| view.inverse().then(pose))
            .and_then(|pose| Pose::from_index(pose.index()))
            .expect("poses and rotations share their indices");
        let config = configs
            .find(Config {
                pose: turned,
                wrists: example.wrists,
            })
            .expect("every pose goes with every lawful pattern of wrists");
        View {
            cube: cube.rotated(view),
            config,
        }
    })
}

/// All problems of a cube. `anywhere`: the state to start in from any config, or `None` where the rig is not the same backwards.
pub(crate) fn problems<'a>(
    views: &[View; 3],
    anywhere: Option<usize>,
    groups: &'a [Group],
) -> Vec<Problem<'a>> {
    let mut problems = Vec::new();
    for group in groups {
        let first = &group.product;
        for (view, &View { cube, config }) in views.iter().enumerate() {
            problems.push(Problem {
                cube: first.then(&cube),
                state: config,
                end: None,
                group,
                view,
            });
            problems.extend(anywhere.map(|state| Problem {
                cube: first.then(&cube.inverse()),
                state,
                end: Some(config),
                group,
                view,
            }));
        }
    }
    problems
}
