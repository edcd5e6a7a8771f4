//! The decision on the colours of all six faces together, by the crate `vision`.

use cube::Cube;
use vision::{Verdict, read_state};

use super::state::{Decision, Trouble};

/// Names the 54 stickers from their measured colours and proves the cube.
pub fn decide(faces: &[[[f32; 3]; 9]; 6]) -> Decision {
    let reading = match read_state(faces) {
        Ok(reading) => reading,
        Err(error) => {
            return Decision {
                reading: None,
                confidence: [0.0; 54],
                doubtful: Vec::new(),
                verdict: Err((Trouble::NotNineOfEach, error.to_string())),
            };
        }
    };
    let problems = reading.problems.join("; ");
    let verdict = match (reading.verdict, reading.cube) {
        (Verdict::Certain | Verdict::Doubtful, Some(cube)) => Ok(cube),
        // What no cube shows is named by the first law that it breaks.
        (_, _) => Err((broken_law(&reading.facelets), problems.clone())),
    };
    Decision {
        reading: Some((reading.facelets, reading.scheme)),
        confidence: reading.confidence,
        doubtful: reading.doubtful,
        verdict,
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
    use cube::{ColorScheme, Face};

    /// The colours that `vision` itself takes for typical paint, so that only the logic is tested here.
    fn painted(cube: &Cube) -> [[[f32; 3]; 9]; 6] {
        let colors = cube.facelets().colors(&ColorScheme::WESTERN);
        std::array::from_fn(|face| {
            std::array::from_fn(|sticker| vision::paint(colors[face * 9 + sticker]).map(f32::from))
        })
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
}
