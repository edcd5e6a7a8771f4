//! How the cube lies: the group of 24 poses, and face turns followed through turns of the whole cube.

use cube::{Face, Rotation};
use rig::{CameraView, Pair, Profile};

#[test]
fn there_are_24_distinct_poses_closed_under_turns() {
    let mut reached = vec![Rotation::IDENTITY];
    let mut next = 0;
    while next < reached.len() {
        for pair in Pair::ALL {
            let turned = reached[next].then(pair.rotation(1));
            if !reached.contains(&turned) {
                reached.push(turned);
            }
        }
        next += 1;
    }
    assert_eq!(reached.len(), Rotation::COUNT);
    for pose in Rotation::all() {
        assert_eq!(Rotation::from_index(pose.index()), Some(pose));
        assert_eq!(Rotation::from_faces_at_sides(&pose.faces_at_sides()), Some(pose));
        for side in Face::ALL {
            assert_eq!(pose.carry(pose.face_at(side)), side);
            assert_eq!(pose.face_at(side).opposite(), pose.face_at(side.opposite()));
        }
    }
}

#[test]
fn turning_the_cube_as_r_turns_brings_the_front_up() {
    let pose = Rotation::IDENTITY.then(Pair::RL.rotation(1));
    assert_eq!(pose.faces_at_sides(), "FRDBLU");
    assert_eq!(pose.then(Pair::RL.rotation(3)), Rotation::IDENTITY);
    assert_eq!(pose.then(Pair::RL.rotation(-1)), Rotation::IDENTITY);
    // As F turns clockwise, up goes right.
    assert_eq!(Rotation::IDENTITY.then(Pair::FB.rotation(1)).carry(Face::U), Face::R);
}

#[test]
fn rotation_matrices_are_right_handed_and_agree_with_the_sides() {
    for pose in Rotation::all() {
        let m = pose.matrix();
        let determinant = (0..3)
            .map(|i| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                m[0][i] * (m[1][j] * m[2][k] - m[1][k] * m[2][j])
            })
            .sum::<f64>();
        assert_eq!(determinant, 1.0, "{pose}");
        for face in Face::ALL {
            let normal = face.direction();
            let carried = [0, 1, 2].map(|row: usize| (0..3).map(|c| m[row][c] * normal[c]).sum::<f64>());
            assert_eq!(carried, pose.carry(face).direction(), "{face} in {pose}");
        }
    }
}

#[test]
fn the_camera_sees_faces_turned_as_the_cube_was() {
    // Tilting the front up, its top edge (U) points to the back: reading position.
    let above = CameraView::ABOVE;
    assert_eq!(above.quarters(Rotation::IDENTITY.then(Pair::RL.rotation(1))), 0);
    // Tilting the right face up: its top edge (U) now points left, a quarter anticlockwise.
    let pose = Rotation::IDENTITY.then(Pair::FB.rotation(-1));
    assert_eq!((above.face(pose), above.quarters(pose)), (Face::R, 3));
    // Every face is seen in each of the four ways by four of the 24 poses.
    for face in Face::ALL {
        let mut seen: Vec<u8> =
            Rotation::all().filter(|pose| pose.face_at(Face::U) == face).map(|pose| above.quarters(pose)).collect();
        seen.sort_unstable();
        assert_eq!(seen, [0, 1, 2, 3]);
    }
}

/// Where the camera stands, it projects the corners of the cube into the picture: an independent way to see which way up.
#[test]
fn cameras_anywhere_see_faces_turned_as_their_corners_project() {
    let mut geometry = Profile::nxt_2015().geometry;
    let mut sides = 0;
    for (position, up) in [
        ([0.0, 0.0, 0.2], [0.0, 1.0, 0.0]),
        ([0.0, 0.0, 0.2], [1.0, 0.1, 0.0]),
        ([0.0, 0.0, -0.2], [0.0, 1.0, 0.0]),
        ([0.0, 0.05, -0.2], [-1.0, 0.0, 0.2]),
        ([-0.3, 0.05, 0.08], [0.0, 0.0, 1.0]),
        ([0.02, 0.3, 0.1], [0.2, 0.0, -1.0]),
        ([0.1, -0.04, 0.16], [0.0, 0.0, 1.0]),
    ] {
        (geometry.camera.position, geometry.camera.up) = (position, up);
        let view = CameraView::of(&geometry);
        sides |= 1 << view.side().index();
        for pose in Rotation::all() {
            // In the picture the edge at the reading top of the face lies where the quarters say.
            let face = view.face(pose);
            let reading_top = match face {
                Face::U => Face::B,
                Face::D => Face::F,
                _ => Face::U,
            };
            let half = geometry.half_edge();
            let at = |toward: [f64; 3]| {
                let normal = view.side().direction();
                let point = [0, 1, 2].map(|axis| half * (normal[axis] + toward[axis]));
                geometry.project(&point.into()).expect("it is in view")
            };
            let (middle, edge) = (at([0.0; 3]), at(pose.carry(reading_top).direction()));
            let (right, up) = (edge[0] - middle[0], middle[1] - edge[1]);
            let seen = match (right.abs() < up.abs(), 0.0 < right, 0.0 < up) {
                (true, _, true) => 0,
                (false, true, _) => 1,
                (true, _, false) => 2,
                (false, false, _) => 3,
            };
            assert_eq!(view.quarters(pose), seen, "{position:?} {up:?} {pose}");
        }
    }
    assert_eq!(u32::count_ones(sides), 4, "U, D, L and B were looked at");
}
