//! `joint_states`, `cube/pose` and `cube/state` for the nodes that show the rig.

use std::time::Duration;

use cube::{ColorScheme, Face, Rotation};
use r2r::cuberig_msgs::msg::{CubePose, CubeState};
use r2r::sensor_msgs::msg::JointState;
use rig::display::{Shown, StickerSeen, Stickers, UNREAD};

use crate::runtime::stamp_to_duration;

/// Notes where joints are. A driver that gives no stamp means `now`.
pub fn note_joints(shown: &mut Shown, message: &JointState, now: Duration) {
    let stamp = match stamp_to_duration(&message.header.stamp) {
        Duration::ZERO => now,
        stamp => stamp,
    };
    for (name, position) in message.name.iter().zip(&message.position) {
        if position.is_finite() {
            shown.note_joint(name, *position, stamp);
        }
    }
}

/// Notes the content of a pose.
///
/// # Errors
/// Names what cannot be read.
pub fn note_pose(shown: &mut Shown, message: &CubePose) -> Result<(), String> {
    let (pose, at_rest) = cube(message)?;
    shown.note_pose(pose, at_rest);
    Ok(())
}

/// The face that the arms show to the camera while the cube rests, and by how many quarters clockwise it is turned.
pub fn face(message: &CubePose) -> Option<(Face, u8)> {
    let mut letters = message.facing_camera.chars();
    let face = letters.next().filter(|_| letters.next().is_none()).and_then(Face::from_letter)?;
    (message.status == CubePose::RESTING as u8).then_some((face, message.camera_quarters % 4))
}

/// Notes the content of a state.
///
/// # Errors
/// Names what cannot be read.
pub fn note_state(shown: &mut Shown, message: &CubeState) -> Result<(), String> {
    if let Some(scheme) = scheme(message) {
        shown.note_scheme(scheme);
    }
    shown.note_reading(reading(message)?);
    Ok(())
}

/// How the cube lies, when that is known, and whether it rests; an error names what cannot be read.
fn cube(message: &CubePose) -> Result<(Option<Rotation>, bool), String> {
    if message.status == CubePose::UNKNOWN as u8 {
        return Ok((None, true));
    }
    let letters = &message.faces_at_sides;
    let pose = Rotation::from_faces_at_sides(letters).ok_or_else(|| {
        format!("no cube lies with the faces {} at the sides U R F D L B", cube::outside::quoted(letters))
    })?;
    Ok((Some(pose), message.status == CubePose::RESTING as u8))
}

/// The stickers that a state contains; an error names what cannot be read.
fn reading(message: &CubeState) -> Result<Stickers, String> {
    let letters: Vec<char> = message.facelets.chars().collect();
    if !letters.is_empty() && letters.len() != 54 {
        let count = letters.len();
        return Err(format!("cube/state has {count} facelets in place of 54"));
    }
    let mut stickers = UNREAD;
    for (sticker, letter) in stickers.iter_mut().zip(letters) {
        sticker.face = Face::from_letter(letter);
        if sticker.face.is_none() && letter != '?' {
            return Err(format!("cube/state has a facelet '{letter}'"));
        }
    }
    for &index in &message.doubtful {
        let sticker: &mut StickerSeen = stickers
            .get_mut(usize::from(index))
            .ok_or_else(|| format!("cube/state doubts facelet {index}; the last one is 53"))?;
        sticker.in_doubt = true;
    }
    Ok(stickers)
}

/// The colours of the faces, when the state has all six.
pub fn scheme(message: &CubeState) -> Option<ColorScheme> {
    message.scheme.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_is_taken_letter_by_letter_with_its_doubts() {
        let message =
            CubeState { facelets: format!("UR?{}", "B".repeat(51)), doubtful: vec![1, 53], ..CubeState::default() };
        let stickers = reading(&message).expect("it can be read");
        let faces = stickers.map(|sticker| sticker.face);
        assert_eq!(faces[..4], [Some(Face::U), Some(Face::R), None, Some(Face::B)]);
        let doubts: Vec<_> = (0..54).filter(|&at| stickers[at].in_doubt).collect();
        assert_eq!(doubts, [1, 53]);
    }

    #[test]
    fn only_a_resting_cube_shows_a_face() {
        let resting = CubePose {
            status: CubePose::RESTING as u8,
            facing_camera: "F".into(),
            camera_quarters: 7,
            ..CubePose::default()
        };
        assert_eq!(face(&resting), Some((Face::F, 3)));
        assert_eq!(face(&CubePose { status: CubePose::MOVING as u8, ..resting.clone() }), None);
        for letters in ["", "X", "f", "FF", "ü"] {
            assert_eq!(face(&CubePose { facing_camera: letters.into(), ..resting.clone() }), None, "{letters}");
        }
    }

    #[test]
    fn a_reading_that_is_none_is_named() {
        for (facelets, doubtful, expected) in [
            ("UR", vec![], "2 facelets"),
            (&*"x".repeat(54), vec![], "'x'"),
            (&*"?".repeat(54), vec![54], "facelet 54"),
        ] {
            let message = CubeState { facelets: facelets.into(), doubtful, ..CubeState::default() };
            let error = reading(&message).expect_err("it cannot be read");
            assert!(error.contains(expected), "{error}");
        }
    }
}
