//! A camera that shows faces mirrored or upside down, and faces in each other's places, are named.

use cube::{ColorScheme, Cube, Face};
use vision::{Measurements, Verdict, paint, read_state, read_turned};

/// For each sticker of a face that is shown so, the place in the picture where it is, and how the fault is named.
const LOOKS: [([usize; 9], &str); 3] = [
    ([2, 1, 0, 5, 4, 3, 8, 7, 6], "the pictures are mirrored: "),
    ([6, 7, 8, 3, 4, 5, 0, 1, 2], "the pictures are mirrored and upside down: "),
    ([8, 7, 6, 5, 4, 3, 2, 1, 0], "the pictures are upside down: "),
];

fn shown(faces: &Measurements, places: &[usize; 9]) -> Measurements {
    faces.map(|face| places.map(|place| face[place]))
}

fn faces(cube: &Cube) -> Measurements {
    let colors = cube.facelets().colors(&ColorScheme::WESTERN);
    std::array::from_fn(|face| std::array::from_fn(|at| paint(colors[9 * face + at]).map(f32::from)))
}

#[test]
fn mirrored_and_upside_down_pictures_are_named() {
    for seed in 0..20 {
        let faces = faces(&Cube::from_seed(seed));
        for (places, sentence) in &LOOKS {
            let reading = read_state(&shown(&faces, places)).expect("in range");
            assert_eq!(reading.verdict, Verdict::Impossible);
            assert!(reading.problems.iter().any(|problem| problem.contains(sentence)), "{:?}", reading.problems);
        }
        // Turned pictures are put right by themselves; mirrored ones are named however they are turned.
        let reading = read_turned(&shown(&faces, &LOOKS[0].0), None, &[]).expect("in range").reading;
        assert!(reading.problems.iter().any(|problem| problem.contains(LOOKS[0].1)), "{:?}", reading.problems);
    }
}

/// As a stranger found it: with the files of R and L exchanged, mirroring was blamed.
#[test]
fn exchanged_opposite_faces_are_not_called_mirrored() {
    for seed in 0..20 {
        for (one, other) in [(Face::R, Face::L), (Face::U, Face::D), (Face::F, Face::B)] {
            let mut faces = faces(&Cube::from_seed(seed));
            faces.swap(one.index(), other.index());
            let reading = read_turned(&faces, None, &[]).expect("in range").reading;
            assert_eq!(reading.verdict, Verdict::Impossible);
            assert!(
                reading
                    .problems
                    .iter()
                    .any(|problem| problem.contains("two opposite faces are in each other's places")),
                "{:?}",
                reading.problems
            );
            assert!(!reading.problems.iter().any(|problem| problem.contains("mirrored")), "{:?}", reading.problems);
            // Mirrored as well, they make a cube, but none that is sold.
            let reading = read_turned(&shown(&faces, &LOOKS[0].0), None, &[]).expect("in range").reading;
            assert!(
                reading.is_certain() && reading.notes.iter().any(|note| note.contains("mirror image")),
                "{reading:?}"
            );
        }
    }
}

#[test]
fn a_face_in_another_exposure_is_named_where_the_cube_is_not_certain() {
    let mut faces = faces(&Cube::from_seed(3));
    faces[2] = faces[2].map(|rgb| rgb.map(|channel| 0.2 * channel));
    // Two faces in each other's places: no cube, so that there is something to explain.
    faces.swap(0, 1);
    let reading = read_state(&faces).expect("in range");
    assert!(
        reading.problems.iter().any(|problem| problem.contains("face F was seen in another light")),
        "{:?}",
        reading.problems
    );
}

#[test]
fn a_misread_cube_is_no_fault_of_the_camera() {
    for seed in 0..20 {
        let mut faces = faces(&Cube::from_seed(seed));
        // Whole faces in each other's places.
        faces.swap(0, 2);
        faces.swap(1, 3);
        let reading = read_state(&faces).expect("in range");
        assert!(reading.problems.iter().all(|problem| !problem.contains("the pictures are")), "{:?}", reading.problems);
    }
}
