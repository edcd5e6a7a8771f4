//! Which face a picture shows, and which of its stickers are in doubt.

use cube::Face;
use vision::stream::{face_shown, places_in_doubt};

#[test]
fn a_face_is_named_by_its_frame_or_by_the_rig() {
    assert_eq!(face_shown("face_R", "U", 3), Some((Face::R, 0)));
    assert_eq!(face_shown("camera", "U", 3), Some((Face::U, 3)));
    for (frame, facing) in [("camera", ""), ("face_X", "U"), ("face_UR", "U"), ("camera", "UR")] {
        assert_eq!(face_shown(frame, facing, 0), None, "{frame} {facing}");
    }
}

#[test]
fn a_corner_goes_round_with_the_face() {
    // U1, which lies at the top left as the face is read.
    for (quarters, place) in [(0, 0), (1, 2), (2, 8), (3, 6)] {
        assert_eq!(places_in_doubt(&[0], (Face::U, quarters)), [place]);
    }
    // U2, an edge, and a sticker of another face.
    for (quarters, place) in [(0, 1), (1, 5), (2, 7), (3, 3)] {
        assert_eq!(places_in_doubt(&[1, 9], (Face::U, quarters)), [place]);
    }
    assert_eq!(places_in_doubt(&[0, 44], (Face::R, 1)), Vec::<usize>::new());
}
