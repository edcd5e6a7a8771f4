//! The decision on the colours of all six faces together, by the crate `vision`.

use cube::{ColorScheme, Cube};
use vision::{ColorCalibration, CubeColors, Measurements, Verdict, read_state_with};

use super::state::{Decision, Trouble};

/// What is known of the cube before it is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Knowledge {
    /// What its own colours look like.
    pub colors: Option<CubeColors>,
    /// How it is coloured, however it lies.
    pub scheme: Option<ColorScheme>,
}

impl Knowledge {
    /// Names the 54 stickers from their measured colours and proves the cube.
    pub fn decide(&self, faces: &Measurements) -> Decision {
        let reading = match read_state_with(faces, self.colors.as_ref()) {
            Ok(reading) => reading,
            Err(error) => {
                return Decision {
                    reading: None,
                    confidence: [0.0; 54],
                    doubtful: Vec::new(),
                    problems: Vec::new(),
                    notes: Vec::new(),
                    verdict: Err((Trouble::NotNineOfEach, error.to_string())),
                };
            }
        };
        let foreign = |scheme: &ColorScheme| !reading.scheme.colors_alike(scheme);
        let verdict = match (reading.verdict, reading.cube) {
            (Verdict::Certain | Verdict::Doubtful, Some(_))
                if self.scheme.as_ref().is_some_and(foreign) =>
            {
                let text = format!(
                    "the centres of U R F D L B are {}, which no cube coloured {} shows however it lies: a face was named or read wrongly",
                    reading.scheme,
                    self.scheme.unwrap_or_default()
                );
                Err((Trouble::ImpossiblePieces, text))
            }
            (Verdict::Certain | Verdict::Doubtful, Some(cube)) => Ok(cube),
            // What no cube shows is named by the first law that it breaks.
            (_, _) => Err((broken_law(&reading.facelets), reading.problems.join("; "))),
        };
        Decision {
            reading: Some((reading.facelets, reading.scheme)),
            confidence: reading.confidence,
            doubtful: reading.doubtful,
            problems: reading.problems,
            notes: reading.notes,
            verdict,
        }
    }

    /// Learns from six faces of a cube that is told, or of a solved one, and from now on knows its colours.
    ///
    /// # Errors
    /// A sentence, when the faces are not those of that cube.
    pub fn learn(
        &mut self,
        faces: &Measurements,
        calibration: ColorCalibration,
    ) -> Result<CubeColors, String> {
        let calibration = match calibration {
            ColorCalibration::Known(facelets, None) => {
                ColorCalibration::Known(facelets, self.scheme)
            }
            other => other,
        };
        let colors =
            CubeColors::from_calibration(faces, &calibration).map_err(|error| error.to_string())?;
        self.colors = Some(colors);
        Ok(colors)
    }
}

fn broken_law(facelets: &cube::Facelets) -> Trouble {
    match Cube::try_from(facelets) {
        Ok(_) => Trouble::NotNineOfEach,
        Err(error) => Trouble::of(&error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::Face;

    /// The colours that `vision` itself takes for typical paint, so that only the logic is tested here.
    fn painted(cube: &Cube) -> Measurements {
        let colors = cube.facelets().colors(&ColorScheme::WESTERN);
        std::array::from_fn(|face| {
            std::array::from_fn(|sticker| vision::paint(colors[face * 9 + sticker]).map(f32::from))
        })
    }

    fn decide(faces: &Measurements) -> Decision {
        Knowledge::default().decide(faces)
    }

    #[test]
    fn a_clear_cube_is_read_whole() {
        for seed in 0..5 {
            let cube = Cube::from_seed(seed);
            let decision = decide(&painted(&cube));
            assert_eq!(decision.verdict, Ok(cube));
            let (facelets, scheme) = decision.reading.expect("all is clear");
            assert_eq!((facelets, scheme), (cube.facelets(), ColorScheme::WESTERN));
            assert_eq!(decision.doubtful, Vec::<usize>::new());
        }
    }

    #[test]
    fn a_face_that_is_shown_twice_is_no_cube() {
        let mut faces = painted(&Cube::from_seed(1));
        faces[Face::B.index()] = faces[Face::U.index()];
        let (_, text) = decide(&faces).verdict.expect_err("two faces alike");
        assert!(20 < text.len(), "{text}");
    }

    #[test]
    fn broken_measures_are_refused() {
        let mut faces = painted(&Cube::SOLVED);
        faces[2][3][1] = f32::NAN;
        let (_, text) = decide(&faces).verdict.expect_err("no number");
        assert!(text.contains("F4"), "{text}");
    }

    #[test]
    fn a_cube_of_another_scheme_is_refused_where_one_is_known() {
        let faces = painted(&Cube::from_seed(3));
        let knowing = |scheme: &str| Knowledge {
            scheme: Some(scheme.parse().expect("a scheme")),
            ..Knowledge::default()
        };
        assert!(knowing("western").decide(&faces).verdict.is_ok());
        assert!(
            knowing("YOGWRB").decide(&faces).verdict.is_ok(),
            "the same, held upside down"
        );
        let (_, text) = knowing("japanese")
            .decide(&faces)
            .verdict
            .expect_err("no japanese cube");
        assert!(text.contains("WRGYOB"), "{text}");
    }

    #[test]
    fn what_is_learned_is_used_and_a_wrong_calibration_is_forgotten() {
        let cube = Cube::from_seed(6);
        let faces = painted(&cube);
        let mut knowledge = Knowledge::default();
        let wrong = ColorCalibration::Known(Cube::from_seed(7).facelets(), None);
        assert!(knowledge.learn(&faces, wrong).is_err());
        assert!(knowledge.learn(&faces, ColorCalibration::Solved).is_err());
        assert_eq!(knowledge.colors, None);
        let right = ColorCalibration::Known(cube.facelets(), None);
        let learned = knowledge.learn(&faces, right).expect("it is this cube");
        assert_eq!(knowledge.colors, Some(learned));
        let red = learned.rgb(cube::Color::Red);
        assert_eq!(red, vision::paint(cube::Color::Red).map(f32::from));
        assert_eq!(knowledge.decide(&faces).verdict, Ok(cube));
    }
}
