//! From six faces that were seen of a known cube to the colours of this cube.

use cube::{ColorScheme, Cube, Reading};
use vision::{ColorCalibration, CubeColors, Measurements};

use crate::Error;

/// Learns the colours of a cube whose faces were measured in the order U R F D L B. `told` says how the cube is, in 54
/// letters; an empty text stands for a solved cube. `scheme` names its colours where the letters are those of faces.
///
/// # Errors
/// All of [`Error`] but [`Error::NotSeen`].
pub fn learn(
    faces: &Measurements,
    told: &str,
    scheme: Option<ColorScheme>,
) -> Result<CubeColors, Error> {
    let calibration = match told {
        "" => ColorCalibration::Solved,
        told => {
            let reading =
                Reading::parse(told).map_err(|error| Error::Unreadable(error.to_string()))?;
            Cube::try_from(&reading.facelets)
                .map_err(|error| Error::Impossible(error.to_string()))?;
            ColorCalibration::Known(reading.facelets, reading.scheme.or(scheme))
        }
    };
    CubeColors::from_calibration(faces, &calibration)
        .map_err(|error| Error::Contradictory(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::painted;
    use cube::Color;

    #[test]
    fn what_is_learned_is_the_paint_of_that_cube() {
        let cube = Cube::from_seed(6);
        let learned = learn(&painted(&cube), &cube.facelets().to_string(), None);
        let learned = learned.expect("it is this cube");
        for color in Color::ALL {
            assert_eq!(learned.rgb(color), vision::paint(color).map(f32::from));
        }
        let read = vision::read_state_with(&painted(&cube), Some(&learned)).expect("six faces");
        assert_eq!(read.cube, Some(cube));
    }

    #[test]
    fn letters_of_faces_have_the_colours_of_the_scheme() {
        let cube = Cube::from_seed(6);
        let told = cube.facelets().to_string();
        // The same paint, but the cube is said to be yellow on top.
        let upside_down: ColorScheme = "YOGWRB".parse().expect("a scheme");
        let learned = learn(&painted(&cube), &told, Some(upside_down)).expect("six colours");
        let white = vision::paint(Color::White).map(f32::from);
        assert_eq!(learned.rgb(Color::Yellow), white);
    }

    #[test]
    fn each_refusal_has_its_kind_and_reason() {
        let mut flipped = Cube::SOLVED.facelets().to_string();
        flipped.replace_range(5..6, "R");
        flipped.replace_range(10..11, "U");
        let other = Cube::from_seed(3);
        type Kind = fn(String) -> Error;
        let cases: [(&str, Cube, Kind, &str); 4] = [
            ("UUU", Cube::SOLVED, Error::Unreadable, "54"),
            (&flipped, Cube::SOLVED, Error::Impossible, "UR"),
            (
                &other.facelets().to_string(),
                Cube::SOLVED,
                Error::Contradictory,
                "white",
            ),
            ("", other, Error::Contradictory, "six faces"),
        ];
        for (told, cube, kind, part) in cases {
            let refused = learn(&painted(&cube), told, None).expect_err(told);
            assert_eq!(refused, kind(refused.to_string()));
            assert!(refused.to_string().contains(part), "{refused}");
        }
    }
}
