//! Between the messages of the graph and the parts of the page.

use std::time::Duration;

use cube::{ColorScheme, Face};
use page::RunSaid;
use page::protocol::{Answer, CubeKnown, CubeStatus, Level, NodeHealth, PlanNow, PlannedMotion, Stage};
use r2r::cuberig_msgs::msg::{CubeState, MotionPlan, RunStatus};
use r2r::diagnostic_msgs::msg::DiagnosticStatus;

use crate::messages::shown;
use crate::runtime::{Health, StopOutcome};

/// What is known of the cube.
pub fn cube(message: &CubeState) -> CubeKnown {
    // Centres never move, so their colours are known.
    let facelet = |at: usize, letter: char| match Face::ALL.get(at / 9) {
        Some(face) if at % 9 == 4 && letter == '?' => face.letter(),
        _ => letter,
    };
    let letters = message.facelets.chars().chain(std::iter::repeat('?'));
    let scheme = shown::scheme(message).unwrap_or(ColorScheme::WESTERN);
    let status = match message.status {
        partial if partial == CubeState::PARTIAL as u8 => CubeStatus::Partial,
        valid if valid == CubeState::VALID as u8 => CubeStatus::Valid,
        invalid if invalid == CubeState::INVALID as u8 => CubeStatus::Invalid,
        _ => CubeStatus::Unknown,
    };
    let source = match message.source {
        _ if status == CubeStatus::Unknown => "",
        set if set == CubeState::SOURCE_SET as u8 => "told",
        tracked if tracked == CubeState::SOURCE_TRACKED as u8 => "followed",
        _ => "seen by the camera",
    };
    CubeKnown {
        facelets: letters.take(54).enumerate().map(|(at, letter)| facelet(at, letter)).collect(),
        scheme: Face::ALL.map(|face| scheme.color(face).letter()).iter().collect(),
        confidence: message.confidence.clone(),
        doubtful: message.doubtful.iter().copied().filter(|&at| at < 54).collect(),
        status,
        source: source.into(),
        problem: message.error_msg.clone(),
        notes: message.notes.clone(),
        solved: message.solved,
    }
}

/// Where a run stands.
pub fn run(message: &RunStatus) -> RunSaid {
    const STAGES: [(u8, Stage); 7] = [
        (RunStatus::SCANNING as u8, Stage::Scanning),
        (RunStatus::SOLVING as u8, Stage::Solving),
        (RunStatus::EXECUTING as u8, Stage::Executing),
        (RunStatus::CHECKING as u8, Stage::Checking),
        (RunStatus::SOLVED as u8, Stage::Solved),
        (RunStatus::STOPPED as u8, Stage::Stopped),
        (RunStatus::FAILED as u8, Stage::Failed),
    ];
    let stage = STAGES.iter().find(|(number, _)| *number == message.stage);
    RunSaid {
        stage: stage.map_or(Stage::Idle, |(_, stage)| *stage),
        attempt: message.attempt,
        text: message.text.clone(),
        progress: message.progress,
        moves: message.moves.clone(),
        moves_done: message.moves_done,
        error: message.error_msg.clone(),
    }
}

/// A plan that nobody carries out yet.
pub fn plan(message: &MotionPlan) -> PlanNow {
    let motions = message.motions.iter().map(|motion| PlannedMotion {
        arm: motion.arm.clone(),
        action: motion.action.clone(),
        quarters: motion.quarters,
        start: motion.start,
        end: motion.end,
    });
    PlanNow { moves: message.moves.clone(), seconds: message.seconds, motions: motions.collect(), now: None }
}

/// What a node says of itself, which it said so long ago.
pub fn health(status: &DiagnosticStatus, age: Duration, stale: bool) -> NodeHealth {
    let level = match status.level {
        _ if stale => Level::Stale,
        level if level == Health::Ok as u8 => Level::Ok,
        level if level == Health::Warn as u8 => Level::Warn,
        level if level == Health::Error as u8 => Level::Error,
        _ => Level::Stale,
    };
    let values = status.values.iter();
    NodeHealth {
        name: status.name.clone(),
        level,
        message: status.message.clone(),
        values: values.map(|value| (value.key.clone(), value.value.clone())).collect(),
        age: age.as_secs_f64() * 1000.0,
    }
}

/// What the page answers to a stop.
pub fn stop_answer(outcome: &StopOutcome) -> Answer {
    let held = format!("All motors hold, after {} ms.", outcome.took.as_millis());
    match outcome.in_words() {
        Ok(()) => Answer::done(held),
        Err(text) if outcome.moving.is_empty() => Answer::done(format!("{held} But {text}.")),
        Err(text) => Answer::refused(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_of_which_nothing_is_known_has_its_centres() {
        let known = cube(&CubeState { scheme: "??????".into(), ..CubeState::default() });
        assert_eq!(known.facelets.matches('?').count(), 48);
        let centres: String = known.facelets.chars().skip(4).step_by(9).collect();
        assert_eq!((centres.as_str(), known.scheme.as_str()), ("URFDLB", "WRGYOB"));
        assert_eq!((known.status, known.source.as_str()), (CubeStatus::Unknown, ""));
    }

    #[test]
    fn a_known_cube_is_told_as_it_is() {
        let facelets = ::cube::Cube::from_seed(3).facelets().to_string();
        let known = cube(&CubeState {
            status: CubeState::VALID as u8,
            source: CubeState::SOURCE_SET as u8,
            facelets: facelets.clone(),
            scheme: "WRBYOG".into(),
            doubtful: vec![7, 200],
            ..CubeState::default()
        });
        assert_eq!(known.facelets, facelets);
        assert_eq!(known.scheme, "WRBYOG");
        assert_eq!(known.doubtful, [7], "there are 54 stickers");
        assert_eq!((known.status, known.source.as_str()), (CubeStatus::Valid, "told"));
    }

    #[test]
    fn a_stage_that_nobody_knows_is_no_run() {
        let stages: Vec<Stage> = (0..10).map(|stage| run(&RunStatus { stage, ..RunStatus::default() }).stage).collect();
        assert_eq!(stages[0], Stage::Idle);
        assert_eq!(stages[3], Stage::Executing);
        assert_eq!(stages[8..], [Stage::Idle; 2]);
    }
}
