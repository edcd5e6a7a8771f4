//! The service `cube/learn_colors`: from six faces that were seen of a known cube to its colours, in use and on file.

use std::path::Path;

use cube::{Color, Cube, Reading};
use r2r::cuberig_msgs::msg::CubeColors as CubeColorsMsg;
use r2r::cuberig_msgs::srv::LearnColors;
use r2r::std_msgs::msg::Header;
use vision::{ColorCalibration, CubeColors, Measurements};

use super::decision::Knowledge;

/// Learns what a request asks for from the faces (or the letters of those that were seen), and writes it to the file of
/// this name where it is not empty. `header` is for the message.
pub fn learn(
    request: &LearnColors::Request,
    faces: Result<Measurements, &str>,
    knowledge: &mut Knowledge,
    file: &str,
    header: Header,
) -> LearnColors::Response {
    type Codes = LearnColors::Response;
    let refused = |error_code: i32, error_msg: String| LearnColors::Response {
        error_code,
        error_msg,
        ..LearnColors::Response::default()
    };
    let faces = match faces {
        Ok(faces) => faces,
        Err(seen) => {
            let seen = if seen.is_empty() { "none" } else { seen };
            let text = format!(
                "colours are learned from all six faces, but {seen} of them were seen since the cube was last told, turned or forgotten: show it first"
            );
            return refused(Codes::NOT_SEEN as i32, text);
        }
    };
    let calibration = match request.facelets.as_str() {
        "" => ColorCalibration::Solved,
        text => match Reading::parse(text) {
            Err(error) => return refused(Codes::UNREADABLE as i32, error.to_string()),
            Ok(Reading { facelets, scheme }) => match Cube::try_from(&facelets) {
                Err(error) => return refused(Codes::IMPOSSIBLE as i32, error.to_string()),
                Ok(_) => ColorCalibration::Known(facelets, scheme),
            },
        },
    };
    let colors = match knowledge.learn(&faces, calibration) {
        Ok(colors) => colors,
        Err(text) => return refused(Codes::CONTRADICTORY as i32, text),
    };
    let mut response = LearnColors::Response {
        error_code: Codes::SUCCESS as i32,
        error_msg: String::new(),
        colors: message(&colors, header),
        warnings: colors.warnings(),
    };
    if file.is_empty() {
        let unkept = "the colours are in use until this node ends; name a colors_file to keep them";
        response.warnings.push(unkept.into());
    } else if let Err(error) = std::fs::write(Path::new(file), colors.to_toml()) {
        response.error_code = Codes::NOT_WRITTEN as i32;
        response.error_msg =
            format!("the colours are in use, but '{file}' cannot be written: {error}");
    }
    response
}

/// Learned colours for everyone.
pub fn message(colors: &CubeColors, header: Header) -> CubeColorsMsg {
    let rgb = |color| colors.rgb(color).to_vec();
    CubeColorsMsg {
        header,
        white: rgb(Color::White),
        yellow: rgb(Color::Yellow),
        red: rgb(Color::Red),
        orange: rgb(Color::Orange),
        green: rgb(Color::Green),
        blue: rgb(Color::Blue),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::ColorScheme;

    fn faces(cube: &Cube) -> Measurements {
        let colors = cube.facelets().colors(&ColorScheme::WESTERN);
        std::array::from_fn(|face| {
            std::array::from_fn(|at| vision::paint(colors[9 * face + at]).map(f32::from))
        })
    }

    fn ask(
        facelets: &str,
        seen: Result<Measurements, &str>,
        file: &str,
    ) -> (LearnColors::Response, Knowledge) {
        let mut knowledge = Knowledge::default();
        let request = LearnColors::Request {
            facelets: facelets.into(),
        };
        let response = learn(&request, seen, &mut knowledge, file, Header::default());
        (response, knowledge)
    }

    #[test]
    fn each_refusal_has_its_code_and_teaches_nothing() {
        type Codes = LearnColors::Response;
        let solved = Ok(faces(&Cube::SOLVED));
        let flipped = Cube::SOLVED.facelets().to_string();
        let flipped = format!("{}R{}U{}", &flipped[..5], &flipped[6..10], &flipped[11..]);
        let other = Cube::from_seed(3).facelets().to_string();
        for (facelets, seen, code, part) in [
            ("", Err("URF"), Codes::NOT_SEEN as i32, "URF"),
            ("", Err(""), Codes::NOT_SEEN as i32, "none"),
            ("UUU", solved, Codes::UNREADABLE as i32, "54"),
            (&flipped[..], solved, Codes::IMPOSSIBLE as i32, "UR"),
            (&other[..], solved, Codes::CONTRADICTORY as i32, "white"),
            (
                "",
                Ok(faces(&Cube::from_seed(3))),
                Codes::CONTRADICTORY as i32,
                "six faces",
            ),
        ] {
            let (response, knowledge) = ask(facelets, seen, "");
            assert_eq!(response.error_code, code, "{}", response.error_msg);
            assert!(response.error_msg.contains(part), "{}", response.error_msg);
            assert_eq!(knowledge.colors, None);
        }
    }

    #[test]
    fn what_was_learned_is_in_use_told_and_on_file() {
        let cube = Cube::from_seed(8);
        let folder = std::env::temp_dir().join(format!("cuberig-learning-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let file = folder.join("colors.toml").display().to_string();
        let (response, knowledge) = ask(&cube.facelets().to_string(), Ok(faces(&cube)), &file);
        assert_eq!((response.error_code, response.error_msg.as_str()), (0, ""));
        assert_eq!(response.warnings, Vec::<String>::new());
        let colors = knowledge.colors.expect("it has learned");
        assert_eq!(response.colors.orange, colors.rgb(Color::Orange).to_vec());
        let text = std::fs::read_to_string(&file).expect("it was written");
        assert_eq!(CubeColors::from_toml(&text).expect("as written"), colors);

        let nowhere = folder.join("missing/colors.toml").display().to_string();
        let (response, knowledge) = ask("", Ok(faces(&Cube::SOLVED)), &nowhere);
        assert_eq!(
            response.error_code,
            LearnColors::Response::NOT_WRITTEN as i32
        );
        assert!(
            response.error_msg.contains(&nowhere),
            "{}",
            response.error_msg
        );
        assert!(knowledge.colors.is_some(), "it is in use all the same");
        let (response, _) = ask("", Ok(faces(&Cube::SOLVED)), "");
        assert!(response.warnings[0].contains("colors_file"));
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
