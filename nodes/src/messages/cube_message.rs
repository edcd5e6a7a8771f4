//! `cube/state`, as all read it but its owner.

use cube::{Cube, Face, Facelets};
use cube_state::tracker::{CubeUpdate, Knowledge, Source};
use r2r::cuberig_msgs::msg::CubeState;

use crate::runtime::stamp_to_duration;

/// The contents of cube/state. A false claim to be valid counts as impossible; an unknown source as set by a person.
pub fn update(state: &CubeState) -> CubeUpdate {
    let status = state.status;
    let knowledge = if status == CubeState::VALID as u8 {
        match cube(&state.facelets) {
            Ok(cube) => Knowledge::Whole(cube),
            Err(error) => Knowledge::Impossible(error.to_string()),
        }
    } else if status == CubeState::INVALID as u8 {
        Knowledge::Impossible(match state.error_msg.as_str() {
            "" => "its status is INVALID".to_owned(),
            reason => reason.to_owned(),
        })
    } else {
        Knowledge::Incomplete
    };
    let source = match state.source {
        camera if camera == CubeState::SOURCE_CAMERA as u8 => Source::Camera,
        tracked if tracked == CubeState::SOURCE_TRACKED as u8 => Source::Tracked,
        _ => Source::Set,
    };
    let doubtful = state.doubtful.iter().copied().map(usize::from);
    CubeUpdate {
        stamp: stamp_to_duration(&state.header.stamp).as_secs_f64(),
        knowledge,
        source,
        doubtful: doubtful.filter(|&facelet| facelet < 54).collect(),
        faces_seen: (state.faces_seen.chars()).filter_map(Face::from_letter).collect(),
        turns: state.turns,
    }
}

/// The cube with these facelets.
///
/// # Errors
/// What is wrong with them.
pub fn cube(facelets: &str) -> Result<Cube, cube::Error> {
    Cube::try_from(&facelets.parse::<Facelets>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_taken_only_when_it_is_a_cube() {
        let facelets = Cube::from_seed(2).facelets().to_string();
        let valid = CubeState { status: CubeState::VALID as u8, facelets, ..CubeState::default() };
        let known = update(&valid);
        assert_eq!(known.knowledge, Knowledge::Whole(Cube::from_seed(2)));
        assert!(known.source == Source::Camera && known.doubtful.is_empty());
        let solved = Cube::SOLVED.facelets().to_string();
        for nonsense in ["", "?", &"ü".repeat(54), &solved[1..], &solved.replacen('U', "R", 1)] {
            let known = update(&CubeState { facelets: nonsense.into(), ..valid.clone() });
            assert!(matches!(known.knowledge, Knowledge::Impossible(_)), "{nonsense}");
        }
        let partial = CubeState { status: CubeState::PARTIAL as u8, ..valid };
        assert_eq!(update(&partial).knowledge, Knowledge::Incomplete);
    }
}
