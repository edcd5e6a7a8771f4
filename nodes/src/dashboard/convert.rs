//! Between the messages of the graph and the parts of the page.

use std::time::Duration;

use cube::{Color, ColorScheme, Face};
use page::RunReport;
use page::protocol::{
    Answer, CubeKnown, CubeStatus, FaultAmount, FaultKind, LearnedColors, Level, NodeHealth, PlanNow, PlannedMotion,
    Stage,
};
use r2r::cuberig_msgs::msg::{CubeState, MotionPlan, RunStatus};
use r2r::cuberig_msgs::srv::LearnColors;
use r2r::diagnostic_msgs::msg::DiagnosticStatus;

use crate::messages::{cube_colors, shown};
use crate::runtime::{Health, StopOutcome, stamp_to_duration};

/// What is known of the cube.
pub fn cube(message: &CubeState) -> CubeKnown {
    // Centres never move, so their colours are known.
    let facelet = |at: usize, letter: char| match Face::ALL.get(at / 9) {
        Some(face) if at % 9 == 4 && letter == '?' => face.letter(),
        _ => letter,
    };
    let letters = message.facelets.chars().chain(std::iter::repeat('?'));
    let scheme = shown::scheme(message).unwrap_or(ColorScheme::WESTERN);
    let status = status(message);
    let source = match message.source {
        _ if status == CubeStatus::Unknown => "",
        set if set == CubeState::SOURCE_SET as u8 => "entered",
        tracked if tracked == CubeState::SOURCE_TRACKED as u8 => "followed",
        _ => "seen by the camera",
    };
    CubeKnown {
        facelets: letters.take(54).enumerate().map(|(at, letter)| facelet(at, letter)).collect(),
        scheme: Face::ALL.map(|face| scheme.color(face).letter()).iter().collect(),
        confidence: message.confidence.clone(),
        doubtful: message.doubtful.iter().copied().filter(|&at| at < 54).collect(),
        faces_seen: message.faces_seen.clone(),
        seen_at: stamp_to_duration(&message.header.stamp).as_secs_f64(),
        status,
        source: source.into(),
        problem: message.error_msg.clone(),
        notes: message.notes.clone(),
        solved: message.solved,
    }
}

/// How far the cube is known.
pub fn status(message: &CubeState) -> CubeStatus {
    match message.status {
        partial if partial == CubeState::PARTIAL as u8 => CubeStatus::Partial,
        valid if valid == CubeState::VALID as u8 => CubeStatus::Valid,
        invalid if invalid == CubeState::INVALID as u8 => CubeStatus::Invalid,
        _ => CubeStatus::Unknown,
    }
}

/// Where a run stands.
pub fn run(message: &RunStatus) -> RunReport {
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
    RunReport {
        stamp: stamp_to_duration(&message.header.stamp),
        stage: stage.map_or(Stage::Idle, |(_, stage)| *stage),
        attempt: message.attempt,
        text: message.text.clone(),
        asks: message.asks,
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

/// A fault of the simulated rig, as people choose it.
pub fn fault(fault: &sim::FaultKind) -> FaultKind {
    FaultKind {
        name: fault.name.to_owned(),
        about: fault.about.to_owned(),
        targets: fault.target.choices(),
        variants: fault.target.variants(),
        amount: fault.amount.as_ref().map(|amount| FaultAmount {
            unit: amount.unit.to_owned(),
            least: *amount.range.start(),
            most: *amount.range.end(),
            usual: amount.usual,
        }),
    }
}

/// The report of a node about itself, of this age.
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

/// What the page answers to a request to learn the cube's colours, in the words of its buttons.
pub fn learned(response: &LearnColors::Response) -> Answer {
    type Codes = LearnColors::Response;
    const NOT_SEEN: i32 = Codes::NOT_SEEN as i32;
    const UNREADABLE: i32 = Codes::UNREADABLE as i32;
    const IMPOSSIBLE: i32 = Codes::IMPOSSIBLE as i32;
    const CONTRADICTORY: i32 = Codes::CONTRADICTORY as i32;
    let reason = &response.error_msg;
    match response.error_code {
        NOT_SEEN => {
            let seen = "the camera has not seen all six faces since the cube was last turned, typed in or forgotten";
            return Answer::refused(format!("{seen}: show it all six first"));
        }
        UNREADABLE => return Answer::refused(format!("the cube as typed is not complete: {reason}")),
        IMPOSSIBLE => return Answer::refused(format!("no cube can be as typed: {reason}")),
        CONTRADICTORY => return Answer::refused(format!("the camera saw another cube than that: {reason}")),
        _ => {}
    }
    // Colours that cannot be written are in use too.
    let colors = match cube_colors::read(&response.colors) {
        Ok(colors) => Color::ALL.map(|color| colors.rgb(color).map(|channel| channel.round() as u8)),
        Err(_) if !reason.is_empty() => return Answer::refused(reason),
        Err(error) => return Answer::refused(error),
    };
    let (not_kept, warnings): (Vec<_>, Vec<_>) =
        response.warnings.iter().cloned().partition(|warning| warning == cube_colors::NOT_KEPT);
    let kept = match (reason.as_str(), not_kept.is_empty()) {
        ("", true) => "They are saved in the file that the rig was started with (colors:=FILE).".into(),
        ("", false) => "They are forgotten when the rig ends: start it with colors:=FILE to keep them.".into(),
        (reason, _) => format!("They were not saved: {reason}."),
    };
    Answer {
        learned: Some(Box::new(LearnedColors { colors, warnings })),
        ..Answer::done(format!("From now on the camera reads this cube by its own colours. {kept}"))
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
    fn a_known_cube_is_shown_as_it_is() {
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
        assert_eq!((known.status, known.source.as_str()), (CubeStatus::Valid, "entered"));
    }

    #[test]
    fn colours_that_were_learned_are_shown_and_whether_they_are_kept() {
        let paint = Color::ALL.map(|color| (color, vision::paint(color).map(f32::from)));
        let colors = vision::CubeColors::learn(paint).expect("all six");
        let near = "red and orange are hard to tell apart".to_owned();
        let answer = |error_code: i32, error_msg: &str, warnings: &[&str]| {
            learned(&LearnColors::Response {
                error_code,
                error_msg: error_msg.into(),
                colors: cube_colors::message(&colors, Default::default()),
                warnings: warnings.iter().map(|text| (*text).to_owned()).collect(),
            })
        };
        type Codes = LearnColors::Response;
        let not_written = "the colours are in use, but 'c.toml' cannot be written";
        for (code, reason, warnings, kept) in [
            (Codes::SUCCESS as i32, "", vec![near.as_str()], "saved in the file"),
            (Codes::SUCCESS as i32, "", vec![near.as_str(), cube_colors::NOT_KEPT], "forgotten when"),
            (Codes::NOT_WRITTEN as i32, not_written, vec![near.as_str()], "'c.toml' cannot be written."),
        ] {
            let answer = answer(code, reason, &warnings);
            assert!(answer.ok && answer.text.contains(kept), "{}", answer.text);
            let shown = answer.learned.expect("the colours are in use");
            assert_eq!(shown.colors[3], vision::paint(Color::ALL[3]));
            assert_eq!(shown.warnings, [near.as_str()]);
        }
    }

    #[test]
    fn nothing_learned_is_said_in_the_words_of_the_page() {
        type Codes = LearnColors::Response;
        for (error_code, words) in [
            (Codes::NOT_SEEN as i32, "has not seen all six faces"),
            (Codes::UNREADABLE as i32, "as typed is not complete: REASON"),
            (Codes::IMPOSSIBLE as i32, "no cube can be as typed: REASON"),
            (Codes::CONTRADICTORY as i32, "another cube than that: REASON"),
        ] {
            let refused = LearnColors::Response { error_code, error_msg: "REASON".into(), ..Default::default() };
            let answer = learned(&refused);
            assert!(!answer.ok && answer.learned.is_none() && answer.text.contains(words), "{}", answer.text);
        }
    }

    #[test]
    fn a_stage_that_nobody_knows_is_no_run() {
        let stages: Vec<Stage> = (0..10).map(|stage| run(&RunStatus { stage, ..RunStatus::default() }).stage).collect();
        assert_eq!(stages[0], Stage::Idle);
        assert_eq!(stages[3], Stage::Executing);
        assert_eq!(stages[8..], [Stage::Idle; 2]);
    }
}
