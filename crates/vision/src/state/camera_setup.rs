//! A camera that shows faces mirrored or upside down, or two faces in each other's places, as the laws of the cube prove it.
//!
//! The pieces of a mirrored cube do not exist: their colours run round the corner the other way. So where six faces make no cube,
//! and the same faces mirrored make one for certain, either the pictures are mirrored, or two opposite faces are exchanged: a cube
//! whose faces R and L are exchanged is its own mirror image but for that. The centres show which. A mirrored picture has the same
//! centre, and exchanged faces have those of the mirror image of a common cube.

use cube::{ColorScheme, Face};

use super::measurements::SeenFaces;
use crate::name::palette::COMMON;
use crate::name::tone::{Tone, precision, squared_length};

/// This many of [`LOOKS`] are mirrored.
const MIRRORED: usize = 2;

/// For each sticker of a face that is shown so, the place in the picture where it is.
const LOOKS: [([usize; 9], &str); 3] = [
    (
        [2, 1, 0, 5, 4, 3, 8, 7, 6],
        "the pictures are mirrored: mirrored back they show a cube; turn off mirroring in the camera's settings",
    ),
    (
        [6, 7, 8, 3, 4, 5, 0, 1, 2],
        "the pictures are mirrored and upside down: put right they show a cube; turn off mirroring in the camera's settings",
    ),
    (
        [8, 7, 6, 5, 4, 3, 2, 1, 0],
        "the pictures are upside down: turned by 180 degrees they show a cube; turn the camera, or rotate its pictures",
    ),
];

/// The report where two opposite faces are exchanged. Which two cannot be known: the cubes differ by a turn of the whole cube.
const EXCHANGED: &str = "two opposite faces are in each other's places (U and D, R and L, or F and B): the centres lie as on the mirror image of a common cube";

/// What is wrong with the pictures of faces that make no cube, if `is_a_cube` is true of them once it is put right. `scheme` has
/// the colours of their centres.
pub(super) fn camera_setup_fault(
    faces: &SeenFaces,
    scheme: &ColorScheme,
    is_a_cube: impl Fn(&SeenFaces) -> bool,
) -> Option<&'static str> {
    if faces.iter().any(Option::is_none) {
        return None;
    }
    let looks = LOOKS.iter().position(|(places, _)| is_a_cube(&put_right(faces, places)))?;
    match looks < MIRRORED && is_mirror_image(scheme) {
        true => Some(EXCHANGED),
        false => Some(LOOKS[looks].1),
    }
}

/// A note on a cube that is coloured like the mirror image of a common one.
pub(super) fn mirrored_scheme_note(scheme: &ColorScheme) -> Option<String> {
    is_mirror_image(scheme).then(|| {
        format!(
            "the centres of U R F D L B are {scheme}, as on the mirror image of a common cube; if yours is a common one, the pictures \
             are mirrored and two opposite faces are exchanged"
        )
    })
}

/// Whether centres lie as on the mirror image of a common cube, and as on no common one.
pub(super) fn is_mirror_image(scheme: &ColorScheme) -> bool {
    let common = |scheme: &ColorScheme| {
        [ColorScheme::WESTERN, ColorScheme::JAPANESE].iter().any(|common| scheme.colors_alike(common))
    };
    let mut centres = scheme.centres();
    centres.swap(Face::R.index(), Face::L.index());
    !common(scheme) && ColorScheme::from_centres(centres).is_ok_and(|mirrored| common(&mirrored))
}

fn put_right(faces: &SeenFaces, places: &[usize; 9]) -> SeenFaces {
    faces.map(|face| face.map(|face| places.map(|place| face[place])))
}

/// Which face had another light or exposure than the others, where one clearly had.
pub(super) fn changed_light(face_light: &[Tone; 6]) -> Option<String> {
    /// Squared deviations of three values in one face of a thousand.
    const RARE: f32 = 16.3;
    let usual = precision(&COMMON.face_light);
    let far = |light: &Tone| squared_length(&usual, *light);
    let faces = Face::ALL.into_iter().zip(face_light);
    let (face, light) = faces.max_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)))?;
    (RARE < far(light)).then(|| {
        format!("face {face} was seen in another light or exposure than the others; hold both fixed while the faces are shown")
    })
}
