//! How the cube lies: the group of 24 poses, and face turns followed through turns of the whole cube.

use rig::{Pair, Pose, Side};

#[test]
fn there_are_24_distinct_poses_closed_under_turns() {
    let mut reached = vec![Pose::IDENTITY];
    let mut next = 0;
    while next < reached.len() {
        for pair in Pair::ALL {
            let turned = reached[next].turned(pair, 1);
            if !reached.contains(&turned) {
                reached.push(turned);
            }
        }
        next += 1;
    }
    assert_eq!(reached.len(), Pose::COUNT);
    for pose in Pose::all() {
        assert_eq!(Pose::from_index(pose.index()), Some(pose));
        assert_eq!(
            Pose::from_faces_at_sides(&pose.faces_at_sides()),
            Some(pose)
        );
        let [u, f] = [Side::U, Side::F].map(|side| pose.face_at(side));
        assert_eq!(Pose::with_faces_at(u, f), Some(pose));
        for side in Side::ALL {
            assert_eq!(pose.side_of(pose.face_at(side)), side);
            assert_eq!(pose.face_at(side).opposite(), pose.face_at(side.opposite()));
        }
    }
}

#[test]
fn turning_the_cube_as_r_turns_brings_the_front_up() {
    let pose = Pose::IDENTITY.turned(Pair::RL, 1);
    assert_eq!(pose.faces_at_sides(), "FRDBLU");
    assert_eq!(pose.turned(Pair::RL, 3), Pose::IDENTITY);
    assert_eq!(pose.turned(Pair::RL, -1), Pose::IDENTITY);
    // As F turns clockwise, up goes right.
    assert_eq!(Pose::IDENTITY.turned(Pair::FB, 1).side_of(Side::U), Side::R);
}

#[test]
fn rotation_matrices_are_right_handed_and_agree_with_the_sides() {
    for pose in Pose::all() {
        let m = pose.rotation_matrix();
        let determinant = (0..3)
            .map(|i| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                m[0][i] * (m[1][j] * m[2][k] - m[1][k] * m[2][j])
            })
            .sum::<f64>();
        assert_eq!(determinant, 1.0, "{pose}");
        for face in Side::ALL {
            let normal = face.normal();
            let carried =
                [0, 1, 2].map(|row: usize| (0..3).map(|c| m[row][c] * normal[c]).sum::<f64>());
            assert_eq!(carried, pose.side_of(face).normal(), "{face} in {pose}");
        }
    }
}

#[test]
fn the_camera_sees_faces_turned_as_the_cube_was() {
    // Tilting the front up, its top edge (U) points to the back: reading position.
    assert_eq!(
        Pose::IDENTITY
            .turned(Pair::RL, 1)
            .quarters_seen_from_above(),
        0
    );
    // Tilting the right face up: its top edge (U) now points left, a quarter anticlockwise.
    let pose = Pose::IDENTITY.turned(Pair::FB, -1);
    assert_eq!(
        (pose.face_at(Side::U), pose.quarters_seen_from_above()),
        (Side::R, 3)
    );
    // Every face is seen in each of the four ways by four of the 24 poses.
    for face in Side::ALL {
        let mut seen: Vec<u8> = Pose::all()
            .filter(|pose| pose.face_at(Side::U) == face)
            .map(Pose::quarters_seen_from_above)
            .collect();
        seen.sort_unstable();
        assert_eq!(seen, [0, 1, 2, 3]);
    }
}
