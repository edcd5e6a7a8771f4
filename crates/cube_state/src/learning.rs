//! From six faces that were seen of a known cube to the colours of this cube.

use cube::{ColorScheme, Cube, Reading};
use vision::state::{SeenFaces, read_seen};
use vision::{ColorCalibration, CubeColors, Measurements, StateReading};

use crate::Error;

/// Learns the colours of a cube whose faces were measured in the order U R F D L B. `given` is the cube's state in 54
/// letters; an empty text stands for a solved cube. `scheme` names its colours where the letters are those of faces.
///
/// # Errors
/// All of [`Error`] but [`Error::NotSeen`].
pub fn learn(faces: &Measurements, given: &str, scheme: Option<ColorScheme>) -> Result<CubeColors, Error> {
    let calibration = match given {
        "" => ColorCalibration::Solved,
        given => {
            let reading = Reading::parse(given).map_err(|error| Error::Unreadable(error.to_string()))?;
            Cube::try_from(&reading.facelets).map_err(|error| Error::Impossible(error.to_string()))?;
            ColorCalibration::Known(reading.facelets, reading.scheme.or(scheme))
        }
    };
    CubeColors::from_calibration(faces, &calibration).map_err(|error| Error::Contradictory(error.to_string()))
}

/// The colours by which a cube is read, and those that it showed when it was last read for certain.
///
/// Two colours of some cubes are so near that a solved one leaves them in doubt: each of its faces could have another light. The
/// cube that a run ends with is the one that it began with, so it is read once more by the colours that it had then.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadingColors {
    /// Those that were learned.
    pub learned: Option<CubeColors>,
    shown: Option<CubeColors>,
}

impl ReadingColors {
    /// Reads by these learned colours, or any cube with `None`.
    pub fn new(learned: Option<CubeColors>) -> Self {
        Self { learned, shown: None }
    }

    /// Reads faces, and remembers the colours of a cube that is certain.
    ///
    /// # Errors
    /// As [`vision::read_state`].
    pub fn read(&mut self, faces: &SeenFaces) -> Result<StateReading, vision::Error> {
        let mut reading = read_seen(faces, self.learned.as_ref(), &[])?;
        if !reading.is_certain()
            && let Some(shown) = &self.shown
        {
            let again = read_seen(faces, Some(shown), &[])?;
            if again.is_certain() {
                reading = again;
            }
        }
        if reading.is_certain() {
            let stickers = faces.iter().enumerate().filter_map(|(face, seen)| Some((face, seen.as_ref()?)));
            let colored =
                stickers.flat_map(|(face, seen)| seen.iter().enumerate().map(move |(at, &rgb)| (9 * face + at, rgb)));
            let shown = CubeColors::learn(colored.map(|(at, rgb)| (reading.colors[at], rgb)));
            // A colour that was not seen at all leaves what was known before.
            self.shown = shown.ok().or(self.shown);
        }
        Ok(reading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::painted;
    use cube::Color;
    use testkit::cubes::{any_cube, drawn};
    use testkit::phonecam::{Light, Phone, Plastic};
    use testkit::rand::{RngExt, SeedableRng};
    use testkit::rand_chacha::ChaCha8Rng;

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
    fn a_solved_cube_of_near_colours_is_read_by_what_it_showed_before() {
        // Fluorescent orange that looks like a light red, on faces of their own and so perhaps in lights of their own.
        let paint = |color: Color| match color {
            Color::Red => [150.0, 18.0, 34.0],
            Color::Orange => [255.0, 70.0, 76.0],
            other => vision::paint(other).map(f32::from),
        };
        let faces = |cube: &Cube| {
            let colors = cube.facelets().colors(&ColorScheme::WESTERN);
            let face = |face: usize| std::array::from_fn(|at| paint(colors[9 * face + at]));
            std::array::from_fn(|at| Some(face(at)))
        };
        let mut colors = ReadingColors::new(None);
        let solved = faces(&Cube::SOLVED);
        let first = colors.read(&faces(&Cube::from_seed(3))).expect("in range");
        assert!(first.is_certain(), "{:?}", first.problems);
        let last = colors.read(&solved).expect("in range");
        assert!(last.is_certain() && last.cube == Some(Cube::SOLVED), "{:?}", last.problems);
    }

    #[test]
    fn a_cube_of_other_plastic_is_not_read_wrong_by_what_the_one_before_showed() {
        // A run resets the cube before it looks, so the colours outlive `cube/reset`, and the cube may be another one.
        let mut random = ChaCha8Rng::seed_from_u64(17);
        let mut certain = 0;
        for (one, other) in drawn(any_cube(), 100).zip(drawn(any_cube(), 100)) {
            let mut colors = ReadingColors::new(None);
            let first = colors.read(&photographed(&one, &mut random)).expect("in range");
            let second = colors.read(&photographed(&other, &mut random)).expect("in range");
            if second.is_certain() {
                certain += 1;
                assert_eq!(second.cube, Some(other), "after {:?}", first.cube);
            }
        }
        assert!(20 <= certain, "only {certain} of 100 second cubes are certain");
    }

    /// What a phone measures of a cube of any plastic, each face in a little other light.
    fn photographed(cube: &Cube, random: &mut ChaCha8Rng) -> SeenFaces {
        let (plastic, phone, light) = (Plastic::draw(random), Phone::draw(random), Light::draw(random));
        let colors = cube.facelets().colors(&ColorScheme::WESTERN);
        std::array::from_fn(|face| {
            let strength = random.random_range(0.8..1.2f32);
            let tint = light.tint.map(|channel| strength * channel * random.random_range(0.95..1.05));
            Some(std::array::from_fn(|at| {
                let own = plastic.0[colors[9 * face + at].index()];
                phone.pixel(std::array::from_fn(|channel| own[channel] * tint[channel]))
            }))
        })
    }

    #[test]
    fn letters_of_faces_have_the_colours_of_the_scheme() {
        let cube = Cube::from_seed(6);
        let given = cube.facelets().to_string();
        // The same paint, but the scheme has yellow on top.
        let upside_down: ColorScheme = "YOGWRB".parse().expect("a scheme");
        let learned = learn(&painted(&cube), &given, Some(upside_down)).expect("six colours");
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
            (&other.facelets().to_string(), Cube::SOLVED, Error::Contradictory, "do not show the given cube"),
            ("", other, Error::Contradictory, "six faces"),
        ];
        for (given, cube, kind, part) in cases {
            let refused = learn(&painted(&cube), given, None).expect_err(given);
            assert_eq!(refused, kind(refused.to_string()));
            assert!(refused.to_string().contains(part), "{refused}");
        }
    }
}
