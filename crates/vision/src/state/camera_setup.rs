//! A camera that shows faces mirrored or upside down, as the laws of the cube prove it.
//!
//! The pieces of a mirrored cube do not exist: their colours run round the corner the other way. So where six faces make no cube,
//! and the same faces mirrored make one for certain, the pictures are mirrored.

use cube::Face;

use super::measurements::SeenFaces;
use crate::name::palette::COMMON;
use crate::name::tone::Tone;

/// For each sticker of a face that is shown so, the place in the picture where it is.
const LOOKS: [([usize; 9], &str); 3] = [
    (
        [2, 1, 0, 5, 4, 3, 8, 7, 6],
        "the pictures are mirrored: mirrored back they show a cube; turn mirroring off in the camera's settings",
    ),
    (
        [6, 7, 8, 3, 4, 5, 0, 1, 2],
        "the pictures are mirrored and upside down: put right they show a cube; turn mirroring off in the camera's settings",
    ),
    (
        [8, 7, 6, 5, 4, 3, 2, 1, 0],
        "the pictures are upside down: turned by 180 degrees they show a cube; turn the camera, or rotate its pictures",
    ),
];

/// What is wrong with the pictures of faces that make no cube, if `is_a_cube` is true of them once it is put right.
pub(super) fn camera_setup_fault(faces: &SeenFaces, is_a_cube: impl Fn(&SeenFaces) -> bool) -> Option<&'static str> {
    if faces.iter().any(Option::is_none) {
        return None;
    }
    let looks = LOOKS.iter().find(|(places, _)| is_a_cube(&put_right(faces, places)));
    looks.map(|(_, sentence)| *sentence)
}

fn put_right(faces: &SeenFaces, places: &[usize; 9]) -> SeenFaces {
    faces.map(|face| face.map(|face| places.map(|place| face[place])))
}

/// Which face had another light or exposure than the others, where one clearly had.
pub(super) fn changed_light(face_light: &[Tone; 6]) -> Option<String> {
    /// Squared deviations of three values in one face of a thousand.
    const RARE: f32 = 16.3;
    let usual = COMMON.face_light.inverse();
    let far = |light: &Tone| usual.squared_length(*light);
    let faces = Face::ALL.into_iter().zip(face_light);
    let (face, light) = faces.max_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)))?;
    (RARE < far(light)).then(|| {
        format!("face {face} was seen in another light or exposure than the others; hold both fixed while the faces are shown")
    })
}

#[cfg(test)]
mod tests {
    use cube::{ColorScheme, Cube};

    use super::*;
    use crate::{Measurements, Verdict, paint, read_state, read_turned};

    fn shown(faces: &Measurements, places: &[usize; 9]) -> Measurements {
        put_right(&faces.map(Some), places).map(|face| face.expect("all are there"))
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
                assert!(reading.problems.iter().any(|problem| problem == sentence), "{:?}", reading.problems);
            }
            // Turned pictures are put right by themselves; mirrored ones are named however they are turned.
            let reading = read_turned(&shown(&faces, &LOOKS[0].0), None, &[]).expect("in range").reading;
            assert!(reading.problems.iter().any(|problem| problem == LOOKS[0].1), "{:?}", reading.problems);
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
            assert!(
                reading.problems.iter().all(|problem| !problem.contains("the pictures are")),
                "{:?}",
                reading.problems
            );
        }
    }
}
