//! Scans that show only as many faces as are needed.

use cube::Cube;

use super::bench::*;
use super::executive::assert_joints_are_as_estimated;
use crate::report::Code;

/// The cube lies otherwise than after a whole scan, and what follows is right all the same.
#[test]
fn a_scan_of_the_needed_faces_ends_where_the_cube_is_known() {
    for (number, enough) in [(0, 6), (1, 5), (2, 5), (3, 4), (4, 1)] {
        let cube = Cube::from_seed(number);
        let mut rig = Try::new();
        // Moves first, so that scans begin in different places.
        rig.set(cube);
        let text = ["", "R", "U F2", "L D' B", "F"][number as usize];
        assert_eq!(rig.execute(text).code, Code::Success);
        let cube = cube.apply_all(&moves(text));
        rig.views.clear();
        let report = rig.scan_until_known(cube, enough);
        assert_eq!(report.code, Code::Success, "{}", report.text);
        assert_eq!(rig.views.len(), enough);
        assert_eq!(report.faces_seen.len(), enough);
        assert_eq!(rig.estimated().0, Some(cube));
        assert!(!rig.poses.last().expect("some were published").moving);
        assert_joints_are_as_estimated(&rig);
        let report = rig.execute("R U' F2 L");
        assert_eq!(report.code, Code::Success, "{}", report.text);
        assert_eq!(report.cube, Some(cube.apply_all(&moves("R U' F2 L"))));
        assert_joints_are_as_estimated(&rig);
        // Who asks for all six gets them, however early the cube is known.
        rig.views.clear();
        rig.in_rig = Some((cube, 1));
        assert_eq!(rig.scan().code, Code::Success);
        assert_eq!(rig.views.len(), 6);
    }
}

/// What was read before the goal began does not end it.
#[test]
fn a_cube_that_was_known_before_is_looked_at_all_the_same() {
    let mut rig = Try::with_cube(Cube::from_seed(3));
    assert_eq!(rig.scan_until_known(Cube::from_seed(3), 5).code, Code::Success);
    rig.views.clear();
    let report = rig.scan_faces(&[]);
    assert_eq!(report.code, Code::Success, "{}", report.text);
    assert!(5 <= rig.views.len(), "{:?}", rig.views);
}
