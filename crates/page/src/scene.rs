//! The rig and its cube as browsers get them.

use std::time::Duration;

use cube::Rotation;
use rig::Arm;
use rig::display::{Shown, cube_pose};

use crate::protocol::{CubeInClaws, Scene};

/// What is shown of a rig now. `now` counts like the stamps of the joints, `edge` is the length of the cube's edge in metres, and
/// `since_start` is how long the server runs.
pub fn scene(shown: &Shown, now: Duration, edge: f64, since_start: Duration) -> Scene {
    let joints = shown.joints();
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    let turning = shown.turning();
    let stickers = shown.stickers();
    // Centres are known before anything is seen.
    let is_seen = (0..54).any(|index| index % 9 != 4 && stickers[index].face.is_some());
    let pose = match shown.may_hold() {
        // Claws that are closed may hold a cube, though nobody knows how it lies; open ones hold none.
        Some(true) => shown.cube_pose().or(Some(Rotation::IDENTITY)),
        Some(false) => shown.cube_pose().filter(|_| is_seen),
        None => shown.cube_pose(),
    };
    let cube = pose.map(|pose| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use rig::display::UNREAD;

    /// What is drawn: the stickers that are known apart from the centres, or nothing where no cube is drawn.
    fn drawn(grip: f64, pose: Option<Rotation>, is_seen: bool) -> Option<usize> {
        let mut shown = Shown::new(1.0);
        for arm in Arm::ALL {
            shown.note_joint(arm.grip().name(), grip, Duration::ZERO);
        }
        shown.note_pose(pose, true);
        let mut stickers = UNREAD;
        if is_seen {
            stickers[0].face = Some(cube::Face::R);
        }
        shown.note_reading(stickers);
        let cube = scene(&shown, Duration::ZERO, 0.057, Duration::ZERO).cube;
        cube.map(|cube| cube.stickers.chars().filter(|letter| *letter != '?').count() - 6)
    }

    #[test]
    fn a_cube_is_drawn_where_it_was_seen_and_where_it_is_expected_and_nowhere_else() {
        let known = Some(Rotation::IDENTITY);
        assert_eq!(drawn(0.0, known, true), Some(1), "it was seen");
        for pose in [known, None] {
            assert_eq!(drawn(0.0, pose, false), Some(0), "closed claws: it is expected");
            assert_eq!(drawn(1.0, pose, false), None, "open claws");
        }
    }
}
