//! Between the messages of the graph and what the state assembler works with.

use std::time::Duration;

use cube::{Color, Face};
use execution::tracker::Source;
use r2r::cuberig_msgs::msg::{CubePose, CubeState, FaceObservation, FaceView, Sticker};
use r2r::cuberig_msgs::srv::SetCubeState;

use super::face::{SeenFace, SeenSticker};
use super::node::{Assembler, Observation, PoseNews, SetError};
use super::state::{Status, Trouble};
use crate::messages::turned;
use crate::runtime::stamp_to_duration;

/// What was seen in an image. A view that has not nine stickers with real colours is no face.
pub fn observation(message: &FaceObservation) -> Observation {
    let surest = message
        .faces
        .iter()
        .find_map(|view| Some((face(view)?, view.confidence)));
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
    let color = letters
        .next()
        .filter(|_| letters.next().is_none())
        .and_then(Color::from_letter);
    let confidence = if sticker.confidence.is_finite() {
        sticker.confidence
    } else {
        0.0
    };
    real.then_some(SeenSticker {
        color,
        confidence: confidence.clamp(0.0, 1.0),
        rgb,
    })
}

/// How the cube lies.
pub fn pose(message: &CubePose) -> PoseNews {
    let mut letters = message.facing_camera.chars();
    let face = letters
        .next()
        .filter(|_| letters.next().is_none())
        .and_then(Face::from_letter);
    PoseNews {
        stamp: stamp_to_duration(&message.header.stamp),
        turned: turned::read(message),
        shown: face
            .filter(|_| message.status == CubePose::RESTING as u8)
            .map(|face| (face, message.camera_quarters % 4)),
    }
}

/// Where a told state comes from: 0, which a client that leaves the field out sends, counts as told by a person.
pub fn source(source: u8) -> Result<Source, SetError> {
    match source {
        tracked if tracked == CubeState::SOURCE_TRACKED as u8 => Ok(Source::Tracked),
        set if set == CubeState::SOURCE_SET as u8 || set == CubeState::SOURCE_CAMERA as u8 => {
            Ok(Source::Set)
        }
        other => Err(SetError::Unreadable(format!(
            "the source {other} is neither SOURCE_SET ({}) nor SOURCE_TRACKED ({})",
            CubeState::SOURCE_SET as u8,
            CubeState::SOURCE_TRACKED as u8
        ))),
    }
}

/// The answer to a told state.
pub fn set_response(outcome: Result<(), SetError>) -> SetCubeState::Response {
    let (error_code, error_msg) = match outcome {
        Ok(()) => (SetCubeState::Response::SUCCESS as i32, String::new()),
        Err(SetError::Unreadable(reason)) => (SetCubeState::Response::UNREADABLE as i32, reason),
        Err(SetError::Impossible(reason)) => (SetCubeState::Response::IMPOSSIBLE as i32, reason),
    };
    SetCubeState::Response {
        error_code,
        error_msg,
    }
}

/// What is known, for everyone.
pub fn state(assembler: &Assembler) -> CubeState {
    let (state, tracker) = (assembler.state(), assembler.tracker());
    let (error_code, error_msg) = match &state.trouble {
        None => (CubeState::NONE as i32, String::new()),
        Some((kind, text)) => (trouble(*kind), text.clone()),
    };
    CubeState {
        header: r2r::std_msgs::msg::Header {
            stamp: stamp(tracker.since()),
            frame_id: "cube".into(),
        },
        status: match state.status {
            Status::Unknown => CubeState::UNKNOWN as u8,
            Status::Partial => CubeState::PARTIAL as u8,
            Status::Valid => CubeState::VALID as u8,
            Status::Invalid => CubeState::INVALID as u8,
        },
        facelets: state.facelets.clone(),
        scheme: state.scheme.clone(),
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
        doubtful: state
            .doubtful
            .iter()
            .filter_map(|&index| u8::try_from(index).ok())
            .collect(),
        notes: state.notes.clone(),
        turns: tracker.turns(),
    }
}

fn stamp(since_epoch: Duration) -> r2r::builtin_interfaces::msg::Time {
    r2r::Clock::to_builtin_time(&since_epoch)
}

fn trouble(kind: Trouble) -> i32 {
    match kind {
        Trouble::NotNineOfEach => CubeState::NOT_NINE_OF_EACH as i32,
        Trouble::ImpossiblePieces => CubeState::IMPOSSIBLE_PIECES as i32,
        Trouble::ImpossibleParity => CubeState::IMPOSSIBLE_PARITY as i32,
        Trouble::Doubtful => CubeState::DOUBTFUL as i32,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::SETTINGS;
    use super::*;
    use r2r::std_msgs::msg::Header;

    fn white() -> Sticker {
        Sticker {
            colour: "W".into(),
            confidence: 0.9,
            rgb: vec![250.0; 3],
            quad: vec![0.0; 8],
            ..Sticker::default()
        }
    }

    #[test]
    fn a_view_is_a_face_only_with_nine_real_stickers() {
        let view = |stickers: Vec<Sticker>| FaceView {
            stickers,
            confidence: 0.8,
        };
        let seen = |views: Vec<FaceView>| {
            observation(&FaceObservation {
                faces: views,
                ..FaceObservation::default()
            })
            .face
        };
        assert!(seen(vec![]).is_none());
        for count in [0, 1, 8, 10] {
            assert!(
                seen(vec![view(vec![white(); count])]).is_none(),
                "{count} stickers"
            );
        }
        for rgb in [
            vec![f32::NAN; 3],
            vec![-5.0, 0.0, 0.0],
            vec![256.0; 3],
            vec![1.0; 2],
        ] {
            let mut stickers = vec![white(); 9];
            stickers[4].rgb = rgb.clone();
            assert!(seen(vec![view(stickers)]).is_none(), "{rgb:?}");
        }
        let (face, confidence) =
            seen(vec![view(vec![]), view(vec![white(); 9])]).expect("the second view is a face");
        assert_eq!((face.0[8].color, confidence), (Some(Color::White), 0.8));
    }

    #[test]
    fn unknown_letters_are_no_colours() {
        for colour in ["", "X", "WW", "ü", "?"] {
            let read = sticker(&Sticker {
                colour: colour.into(),
                confidence: f32::NAN,
                ..white()
            });
            let read = read.expect("its measure is real");
            assert_eq!((read.color, read.confidence), (None, 0.0), "{colour}");
        }
    }

    #[test]
    fn only_a_resting_cube_shows_a_face() {
        let message = CubePose {
            status: CubePose::RESTING as u8,
            facing_camera: "F".into(),
            camera_quarters: 3,
            ..CubePose::default()
        };
        assert_eq!(pose(&message).shown, Some((Face::F, 3)));
        assert_eq!(
            pose(&CubePose {
                status: CubePose::MOVING as u8,
                ..message.clone()
            })
            .shown,
            None
        );
        assert_eq!(
            pose(&CubePose {
                facing_camera: "X".into(),
                ..message.clone()
            })
            .shown,
            None
        );
        assert_eq!(
            pose(&CubePose {
                facing_camera: String::new(),
                ..message
            })
            .shown,
            None
        );
    }

    #[test]
    fn the_stamp_survives_to_the_nanosecond() {
        let header = Header {
            stamp: stamp(Duration::new(1_795_229_117, 123_456_789)),
            ..Header::default()
        };
        let message = FaceObservation {
            header,
            ..FaceObservation::default()
        };
        let unknown = Assembler::new(SETTINGS, observation(&message).stamp);
        assert_eq!(state(&unknown).header.stamp, message.header.stamp);
    }

    #[test]
    fn sources_are_set_or_tracked() {
        assert_eq!(source(1), Ok(Source::Set));
        assert_eq!(source(2), Ok(Source::Tracked));
        let refused = set_response(source(77).map(|_| ()));
        assert_eq!(
            refused.error_code,
            SetCubeState::Response::UNREADABLE as i32
        );
        assert!(refused.error_msg.contains("77"));
    }
}
