//! Between the messages of the graph and what the state assembler works with.

use std::time::Duration;

use cube::Color;
use cube_state::tracker::Source;
use cube_state::{Assembler, Error, Observation, PoseUpdate, Problem, SeenFace, SeenSticker, Status};
use r2r::cuberig_msgs::msg::{CubePose, CubeState, FaceObservation, FaceView, Sticker};
use r2r::cuberig_msgs::srv::{LearnColors, SetCubeState};
use r2r::std_msgs::msg::Header;
use vision::CubeColors;

use crate::messages::{cube_colors, shown, turned};
use crate::runtime::stamp_to_duration;

/// What was seen in an image. A view that has not nine stickers with real colours is no face.
pub fn observation(message: &FaceObservation) -> Observation {
    let surest = message.faces.iter().find_map(|view| Some((face(view)?, view.confidence)));
    Observation {
        stamp: stamp_to_duration(&message.header.stamp),
        frame_id: message.header.frame_id.clone(),
        face: surest,
    }
}

fn face(view: &FaceView) -> Option<SeenFace> {
    let stickers: Vec<SeenSticker> = view.stickers.iter().filter_map(sticker).collect();
    Some(SeenFace(stickers.try_into().ok()?))
}

fn sticker(sticker: &Sticker) -> Option<SeenSticker> {
    let rgb: [f32; 3] = sticker.rgb.as_slice().try_into().ok()?;
    let real = rgb.iter().all(|channel| (0.0..=255.0).contains(channel));
    let mut letters = sticker.colour.chars();
    let color = letters.next().filter(|_| letters.next().is_none()).and_then(Color::from_letter);
    let confidence = if sticker.confidence.is_finite() { sticker.confidence } else { 0.0 };
    real.then_some(SeenSticker { color, confidence: confidence.clamp(0.0, 1.0), rgb })
}

/// How the cube lies.
pub fn pose(message: &CubePose) -> PoseUpdate {
    PoseUpdate {
        stamp: stamp_to_duration(&message.header.stamp),
        turned: turned::read(message),
        shown: shown::face(message),
    }
}

/// The source of a state that was set. 0, from a client that leaves the field out, counts as set by a person.
pub fn source(source: u8) -> Result<Source, Error> {
    match source {
        tracked if tracked == CubeState::SOURCE_TRACKED as u8 => Ok(Source::Tracked),
        set if set == CubeState::SOURCE_SET as u8 || set == CubeState::SOURCE_CAMERA as u8 => Ok(Source::Set),
        other => Err(Error::Unreadable(format!(
            "the source {other} is neither SOURCE_SET ({}) nor SOURCE_TRACKED ({})",
            CubeState::SOURCE_SET as u8,
            CubeState::SOURCE_TRACKED as u8
        ))),
    }
}

/// The answer to a state that was set.
pub fn set_response(outcome: Result<(), Error>) -> SetCubeState::Response {
    type Codes = SetCubeState::Response;
    let error_code = match &outcome {
        Ok(()) => Codes::SUCCESS as i32,
        Err(Error::Impossible(_)) => Codes::IMPOSSIBLE as i32,
        Err(_) => Codes::UNREADABLE as i32,
    };
    let error_msg = outcome.err().map_or(String::new(), |e| e.to_string());
    SetCubeState::Response { error_code, error_msg }
}

/// The answer to a request to learn the cube's colours. What was learned goes to the file of this name, where it is not
/// empty. `header` is for the message of the colours.
pub fn learned(learned: &Result<CubeColors, Error>, file: &str, header: Header) -> LearnColors::Response {
    type Codes = LearnColors::Response;
    let learned = match learned {
        Ok(learned) => learned,
        Err(error) => {
            let error_code = match error {
                Error::NotSeen(_) => Codes::NOT_SEEN as i32,
                Error::Unreadable(_) => Codes::UNREADABLE as i32,
                Error::Impossible(_) => Codes::IMPOSSIBLE as i32,
                Error::Contradictory(_) => Codes::CONTRADICTORY as i32,
            };
            return LearnColors::Response {
                error_code,
                error_msg: error.to_string(),
                ..LearnColors::Response::default()
            };
        }
    };
    let mut response = LearnColors::Response {
        error_code: Codes::SUCCESS as i32,
        error_msg: String::new(),
        colors: cube_colors::message(learned, header),
        warnings: learned.warnings(),
    };
    if file.is_empty() {
        response.warnings.push(cube_colors::NOT_KEPT.into());
    } else if let Err(error) = std::fs::write(file, learned.to_toml()) {
        response.error_code = Codes::NOT_WRITTEN as i32;
        response.error_msg = format!("the colours are in use, but '{file}' cannot be written: {error}");
    }
    response
}

/// What is known, for everyone.
pub fn state(assembler: &Assembler) -> CubeState {
    let (state, tracker) = (assembler.state(), assembler.tracker());
    let (error_code, error_msg) = match &state.problem {
        None => (CubeState::NONE as i32, String::new()),
        Some((kind, text)) => (error_code(*kind), text.clone()),
    };
    CubeState {
        header: Header { stamp: stamp(tracker.since()), frame_id: "cube".into() },
        status: match state.status() {
            Status::Unknown => CubeState::UNKNOWN as u8,
            Status::Partial => CubeState::PARTIAL as u8,
            Status::Valid => CubeState::VALID as u8,
            Status::Invalid => CubeState::INVALID as u8,
        },
        facelets: state.facelets.clone(),
        scheme: state.scheme_letters(),
        confidence: state.confidence.to_vec(),
        faces_seen: state.faces_seen.clone(),
        solved: state.cube.is_some_and(|cube| cube.is_solved()),
        source: match tracker.source() {
            Source::Camera => CubeState::SOURCE_CAMERA as u8,
            Source::Set => CubeState::SOURCE_SET as u8,
            Source::Tracked => CubeState::SOURCE_TRACKED as u8,
        },
        error_code,
        error_msg,
        doubtful: state.doubtful.iter().filter_map(|&index| u8::try_from(index).ok()).collect(),
        notes: state.notes.clone(),
        turns: tracker.turns(),
    }
}

fn stamp(since_epoch: Duration) -> r2r::builtin_interfaces::msg::Time {
    r2r::Clock::to_builtin_time(&since_epoch)
}

fn error_code(kind: Problem) -> i32 {
    match kind {
        Problem::NotNineOfEach => CubeState::NOT_NINE_OF_EACH as i32,
        Problem::ImpossiblePieces => CubeState::IMPOSSIBLE_PIECES as i32,
        Problem::ImpossibleParity => CubeState::IMPOSSIBLE_PARITY as i32,
        Problem::Doubtful => CubeState::DOUBTFUL as i32,
    }
}

#[cfg(test)]
mod tests {
    use super::super::StateAssemblerParams;
    use super::*;

    fn white() -> Sticker {
        Sticker { colour: "W".into(), confidence: 0.9, rgb: vec![250.0; 3], quad: vec![0.0; 8], ..Sticker::default() }
    }

    #[test]
    fn a_view_is_a_face_only_with_nine_real_stickers() {
        let view = |stickers: Vec<Sticker>| FaceView { stickers, confidence: 0.8 };
        let seen =
            |views: Vec<FaceView>| observation(&FaceObservation { faces: views, ..FaceObservation::default() }).face;
        assert!(seen(vec![]).is_none());
        for count in [0, 1, 8, 10] {
            assert!(seen(vec![view(vec![white(); count])]).is_none(), "{count} stickers");
        }
        for rgb in [vec![f32::NAN; 3], vec![-5.0, 0.0, 0.0], vec![256.0; 3], vec![1.0; 2]] {
            let mut stickers = vec![white(); 9];
            stickers[4].rgb = rgb.clone();
            assert!(seen(vec![view(stickers)]).is_none(), "{rgb:?}");
        }
        let (face, confidence) = seen(vec![view(vec![]), view(vec![white(); 9])]).expect("the second view is a face");
        assert_eq!((face.0[8].color, confidence), (Some(Color::White), 0.8));
    }

    /// Recordings are read and written without ROS, by the order of these.
    #[test]
    fn statuses_sources_and_problems_stand_in_the_order_of_their_numbers() {
        let statuses =
            [CubeState::UNKNOWN as u8, CubeState::PARTIAL as u8, CubeState::VALID as u8, CubeState::INVALID as u8];
        assert_eq!(
            statuses,
            [Status::Unknown, Status::Partial, Status::Valid, Status::Invalid].map(|status| status as u8)
        );
        let sources = [CubeState::SOURCE_CAMERA as u8, CubeState::SOURCE_SET as u8, CubeState::SOURCE_TRACKED as u8];
        assert_eq!(sources, [Source::Camera, Source::Set, Source::Tracked].map(|source| source as u8));
        let problems =
            [Problem::NotNineOfEach, Problem::ImpossiblePieces, Problem::ImpossibleParity, Problem::Doubtful];
        assert!(problems.into_iter().all(|problem| error_code(problem) == problem as i32 + 1));
    }

    #[test]
    fn unknown_letters_are_no_colours() {
        for colour in ["", "X", "WW", "ü", "?"] {
            let read = sticker(&Sticker { colour: colour.into(), confidence: f32::NAN, ..white() });
            let read = read.expect("its measure is real");
            assert_eq!((read.color, read.confidence), (None, 0.0), "{colour}");
        }
    }

    #[test]
    fn the_stamp_survives_to_the_nanosecond() {
        let header = Header { stamp: stamp(Duration::new(1_795_229_117, 123_456_789)), ..Header::default() };
        let message = FaceObservation { header, ..FaceObservation::default() };
        let unknown = Assembler::new(StateAssemblerParams::default().settings(), observation(&message).stamp);
        assert_eq!(state(&unknown).header.stamp, message.header.stamp);
    }

    #[test]
    fn sources_are_set_or_tracked() {
        assert_eq!(source(1), Ok(Source::Set));
        assert_eq!(source(2), Ok(Source::Tracked));
        let refused = set_response(source(77).map(|_| ()));
        assert_eq!(refused.error_code, SetCubeState::Response::UNREADABLE as i32);
        assert!(refused.error_msg.contains("77"));
    }

    #[test]
    fn each_refusal_to_learn_has_its_code() {
        type Codes = LearnColors::Response;
        type Kind = fn(String) -> Error;
        for (kind, code) in [
            (Error::NotSeen as Kind, Codes::NOT_SEEN as i32),
            (Error::Unreadable, Codes::UNREADABLE as i32),
            (Error::Impossible, Codes::IMPOSSIBLE as i32),
            (Error::Contradictory, Codes::CONTRADICTORY as i32),
        ] {
            let refused = learned(&Err(kind("URF".into())), "", Header::default());
            assert_eq!(refused.error_code, code);
            assert!(refused.error_msg.contains("URF"), "{}", refused.error_msg);
            assert!(refused.warnings.is_empty());
        }
    }

    #[test]
    fn what_was_learned_is_published_and_on_file() {
        let paint = Color::ALL.map(|color| (color, vision::paint(color).map(f32::from)));
        let colors = CubeColors::learn(paint).expect("all six");
        let folder = testkit::Folder::new("learning");
        let answer = |file: &str| learned(&Ok(colors), file, Header::default());
        let file = folder.0.join("colors.toml").display().to_string();
        let response = answer(&file);
        assert_eq!((response.error_code, response.error_msg.as_str()), (0, ""));
        assert_eq!(response.warnings, Vec::<String>::new());
        assert_eq!(response.colors.orange, colors.rgb(Color::Orange).to_vec());
        let text = std::fs::read_to_string(&file).expect("it was written");
        assert_eq!(CubeColors::from_toml(&text).expect("as written"), colors);

        let nowhere = folder.0.join("missing/colors.toml").display().to_string();
        let response = answer(&nowhere);
        let not_written = LearnColors::Response::NOT_WRITTEN as i32;
        assert_eq!(response.error_code, not_written);
        assert!(response.error_msg.contains(&nowhere));
        assert_eq!(response.colors.orange.len(), 3, "they are in use all the same");
        assert!(answer("").warnings[0].contains("colors_file"));
    }
}
