//! The rig and its cube as browsers get them.

use std::time::Duration;

use rig::Arm;
use rig::display::{Shown, cube_pose};

use crate::protocol::{CubeInClaws, Scene};

/// What is shown of a rig now. `now` counts like the stamps of the joints, `edge` is the length of the cube's edge in metres, and
/// `since_start` is how long the server runs.
pub fn scene(shown: &Shown, now: Duration, edge: f64, since_start: Duration) -> Scene {
    let joints = shown.joints();
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    let turning = shown.turning();
    let cube = shown.cube_pose().map(|pose| {
        let stickers = shown.stickers();
        let scheme = shown.scheme();
        let color = |index: usize| {
            // Centres never move, so their colours are known from the scheme.
            let centre = (index % 9 == 4).then(|| cube::Face::ALL[index / 9]);
            let face = stickers[index].face.or(centre);
            face.map_or('?', |face| scheme.color(face).letter())
        };
        let doubtful = (0u8..54).filter(|&index| stickers[usize::from(index)].in_doubt);
        let orientation = cube_pose(pose, &turning).rotation;
        CubeInClaws {
            edge,
            faces_at_sides: pose.faces_at_sides(),
            orientation: orientation.coords.into(),
            layers: Arm::ALL.map(|arm| turning.layers[arm.index()]),
            stickers: (0..54).map(color).collect(),
            doubtful: doubtful.collect(),
        }
    });
    Scene {
        at: millis(since_start),
        joints: joints.iter().map(|(name, joint)| (name.clone(), joint.position)).collect(),
        joint_ages: joints
            .iter()
            .map(|(name, joint)| (name.clone(), millis(now.saturating_sub(joint.stamp))))
            .collect(),
        cube,
    }
}
