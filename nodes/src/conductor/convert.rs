//! Between the messages of the graph and what the conductor works with.

use cube::Move;
use r2r::GoalStatus;
use r2r::cuberig_msgs::action::{ExecuteMoves, HandOver, MoveClaws, RunCube, ScanCube, SolveCube};
use r2r::cuberig_msgs::msg::RunStatus;
use r2r::std_msgs::msg::Header;

use crate::messages::cube_message;
use crate::runtime::CallError;
use mission::{Claws, Code, Event, ExecuteEnd, Failure, Options, Report, Stage, Status, Work};

/// What a goal of `run` asks, on a rig whose motors report where they are or do not: then the camera is the only proof.
pub fn options(goal: &RunCube::Goal, has_feedback: bool) -> Options {
    Options {
        scan: goal.scan,
        look_again: goal.look_again || !has_feedback,
        max_attempts: goal.max_attempts,
        method: goal.method.clone(),
        solve_time_limit: goal.solve_time_limit,
        release_after: goal.release_after,
    }
}

/// A face is shown.
pub fn scan_goes_on(feedback: ScanCube::Feedback) -> Event {
    Event::ScanGoesOn(feedback.face.parse().ok(), feedback.faces_done as usize, feedback.faces_total as usize)
}

/// A scan ended.
pub fn scan_ended(status: GoalStatus, result: ScanCube::Result) -> Event {
    Event::ScanEnded(motion_outcome(status, result.error_code, &result.error_msg))
}

/// A better solution.
pub fn solve_goes_on(feedback: SolveCube::Feedback) -> Event {
    Event::SolveGoesOn(feedback.htm as usize)
}

/// The solver ended.
pub fn solve_ended(status: GoalStatus, result: SolveCube::Result) -> Event {
    type Codes = SolveCube::Result;
    let lasting = [
        Codes::UNREADABLE as i32,
        Codes::IMPOSSIBLE as i32,
        Codes::UNKNOWN_METHOD as i32,
        Codes::UNKNOWN_METRIC as i32,
    ];
    let end = outcome(status, result.error_code, &result.error_msg, &lasting).and_then(|()| {
        let moves = result.moves.iter().map(|text| text.parse::<Move>());
        moves.collect::<Result<_, _>>().map_err(|error| Failure {
            may_pass: false,
            ..Failure::passing(format!("the solver's answer cannot be read: {error}"))
        })
    });
    Event::SolveEnded(end)
}

/// Moves are done.
pub fn execute_goes_on(feedback: ExecuteMoves::Feedback) -> Event {
    Event::ExecuteGoesOn(moves(&feedback.moves), feedback.moves_done as usize)
}

/// The moves ended.
pub fn execute_ended(status: GoalStatus, result: ExecuteMoves::Result) -> Event {
    Event::ExecuteEnded(ExecuteEnd {
        outcome: motion_outcome(status, result.error_code, &result.error_msg),
        moves: moves(&result.moves),
        moves_done: result.moves_done as usize,
        cube: cube_message::cube(&result.facelets).ok(),
    })
}

/// What the motion planner shall do with the claws.
pub fn claws(claws: Claws) -> MoveClaws::Goal {
    MoveClaws::Goal { close: claws == Claws::Close, look_only: claws == Claws::Look }
}

/// The claws have moved, or were looked at.
pub fn claws_ended(_: GoalStatus, result: MoveClaws::Result) -> Event {
    type Codes = MoveClaws::Result;
    let code = match result.error_code {
        code if code == Codes::SUCCESS as i32 => {
            return Event::ClawsEnded(Ok(result.claws_done == result.claws_total));
        }
        code if code == Codes::STOPPED as i32 => Code::Stopped,
        code if code == Codes::BUSY as i32 => Code::Busy,
        code if code == Codes::NO_JOINT_STATES as i32 => Code::NotReady,
        _ => Code::ExecuteFailed,
    };
    Event::ClawsEnded(Err((code, result.error_msg)))
}

/// Nobody knows what became of the claws.
pub fn claws_lost(error: &CallError) -> Event {
    let code = match error {
        CallError::NoAnswer { .. } => Code::NotReady,
        // Ours accepts each goal; somebody else's may refuse one when it is busy.
        CallError::NotSent { .. } | CallError::Refused { .. } => Code::Busy,
        CallError::ResultLost { .. } => Code::ExecuteFailed,
    };
    Event::ClawsEnded(Err((code, error.to_string())))
}

/// Moves as the motion planner writes them; none where one cannot be read.
fn moves(texts: &[String]) -> Vec<Move> {
    let moves = texts.iter().map(|text| text.parse::<Move>());
    moves.collect::<Result<_, _>>().unwrap_or_default()
}

/// Code 0 is success unless the goal was aborted; the codes in `lasting` will not be better next time.
fn outcome(status: GoalStatus, code: i32, text: &str, lasting: &[i32]) -> Result<(), Failure> {
    let is_aborted = status == GoalStatus::Aborted;
    let text = match (text, code) {
        ("", 0) => "its node aborted it without a reason".to_owned(),
        ("", _) => format!("error code {code}"),
        (text, _) => text.to_owned(),
    };
    match code {
        0 if !is_aborted => Ok(()),
        _ => Err(Failure { may_pass: !lasting.contains(&code), ..Failure::passing(text) }),
    }
}

/// The same of the motion planner, whose actions have the same codes.
fn motion_outcome(status: GoalStatus, code: i32, text: &str) -> Result<(), Failure> {
    type Codes = ExecuteMoves::Result;
    let lasting = [
        // Or bad faces.
        Codes::BAD_MOVES as i32,
        Codes::NO_PLAN as i32,
        Codes::BUSY as i32,
        Codes::STOPPED as i32,
        // The motion planner has waited for the drivers already.
        Codes::NO_JOINT_STATES as i32,
    ];
    let of_motion = [Codes::DRIVER_FAILED as i32, Codes::CONTRADICTION as i32].contains(&code);
    outcome(status, code, text, &lasting).map_err(|failure| Failure { of_motion, ..failure })
}

/// Where a run stands, for everyone.
pub fn status(status: &Status, header: Header) -> RunStatus {
    let (error_code, error_msg) = error(status.error.as_ref());
    RunStatus {
        header,
        stage: match status.stage {
            Stage::Idle => RunStatus::IDLE as u8,
            Stage::Scanning => RunStatus::SCANNING as u8,
            Stage::Solving => RunStatus::SOLVING as u8,
            Stage::Executing => RunStatus::EXECUTING as u8,
            Stage::Checking => RunStatus::CHECKING as u8,
            Stage::Solved => RunStatus::SOLVED as u8,
            Stage::Stopped => RunStatus::STOPPED as u8,
            Stage::Failed => RunStatus::FAILED as u8,
        },
        attempt: status.attempt,
        text: status.text.clone(),
        asks: status.asks,
        progress: status.progress,
        moves: letters(&status.moves),
        moves_done: count(status.moves_done),
        error_code,
        error_msg,
    }
}

/// How a run ended.
pub fn result(report: &Report) -> RunCube::Result {
    let (error_code, error_msg) = error(report.error.as_ref());
    RunCube::Result {
        error_code,
        error_msg,
        solved: report.solved,
        attempts: report.attempts,
        moves: letters(&report.moves),
        scan_seconds: report.seconds[Work::Scan as usize],
        solve_seconds: report.seconds[Work::Solve as usize],
        execute_seconds: report.seconds[Work::Execute as usize],
        check_seconds: report.seconds[Work::Check as usize],
    }
}

/// The result of a goal that was not even begun.
pub fn refusal(refused: (Code, String)) -> RunCube::Result {
    let (error_code, error_msg) = error(Some(&refused));
    RunCube::Result { error_code, error_msg, ..RunCube::Result::default() }
}

/// How a hand-over ended.
pub fn hand_over_result(ended: Option<&(Code, String)>) -> HandOver::Result {
    let (error_code, error_msg) = error(ended);
    HandOver::Result { error_code, error_msg }
}

/// The actions `run`, `load` and `release` have the same codes.
fn error(error: Option<&(Code, String)>) -> (i32, String) {
    let Some((code, text)) = error else {
        return (RunCube::Result::SUCCESS as i32, String::new());
    };
    let code = match code {
        Code::ScanFailed => RunCube::Result::SCAN_FAILED as i32,
        Code::StateInvalid => RunCube::Result::STATE_INVALID as i32,
        Code::SolveFailed => RunCube::Result::SOLVE_FAILED as i32,
        Code::ExecuteFailed => RunCube::Result::EXECUTE_FAILED as i32,
        Code::Stopped => RunCube::Result::STOPPED as i32,
        Code::NotSolved => RunCube::Result::NOT_SOLVED as i32,
        Code::NotReady => RunCube::Result::NOT_READY as i32,
        Code::Busy => RunCube::Result::BUSY as i32,
        Code::NotConfirmed => HandOver::Result::NOT_CONFIRMED as i32,
    };
    (code, text.clone())
}

/// Moves in standard notation.
pub fn letters(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rig_without_feedback_looks_again_whether_asked_or_not() {
        for (asked, has_feedback, looks) in
            [(false, true, false), (true, true, true), (false, false, true), (true, false, true)]
        {
            let goal = RunCube::Goal { look_again: asked, ..RunCube::Goal::default() };
            assert_eq!(options(&goal, has_feedback).look_again, looks, "{asked} {has_feedback}");
        }
    }

    #[test]
    fn lasting_failures_differ_from_passing_ones() {
        let scan = |code: i32| match scan_ended(
            GoalStatus::Succeeded,
            ScanCube::Result { error_code: code, ..Default::default() },
        ) {
            Event::ScanEnded(end) => end,
            other => panic!("{other:?}"),
        };
        assert_eq!(scan(ScanCube::Result::SUCCESS as i32), Ok(()));
        for (code, may_pass, of_motion) in [
            (ScanCube::Result::DRIVER_FAILED as i32, true, true),
            (ScanCube::Result::CONTRADICTION as i32, true, true),
            (ScanCube::Result::NO_JOINT_STATES as i32, false, false),
            (ScanCube::Result::FACE_NOT_SEEN as i32, true, false),
            (ScanCube::Result::NO_PLAN as i32, false, false),
            (ScanCube::Result::STOPPED as i32, false, false),
        ] {
            let failure = scan(code).expect_err("a failure");
            assert_eq!((failure.may_pass, failure.of_motion), (may_pass, of_motion), "code {code}");
            assert!(failure.text.contains(&code.to_string()), "a code without words is reported");
        }
    }

    /// Storms are recorded without ROS, by the order of these.
    #[test]
    fn stages_and_codes_stand_in_the_order_of_their_numbers() {
        use Stage::*;
        for stage in [Idle, Scanning, Solving, Executing, Checking, Solved, Stopped, Failed] {
            let text = Status { stage, ..Status::idle(String::new()) };
            assert_eq!(status(&text, Header::default()).stage, stage as u8);
        }
        for code in [Code::ScanFailed, Code::Stopped, Code::NotSolved, Code::Busy, Code::NotConfirmed] {
            assert_eq!(error(Some(&(code, String::new()))).0, code as i32 + 1);
        }
    }

    #[test]
    fn the_solvers_moves_are_read() {
        let good = SolveCube::Result { moves: vec!["R".into(), "U2".into()], ..Default::default() };
        let aborted = solve_ended(GoalStatus::Aborted, good.clone());
        let Event::SolveEnded(Err(failure)) = aborted else { panic!("an aborted goal has no solution") };
        assert!(failure.may_pass && failure.text.contains("aborted"), "{failure:?}");
        let Event::SolveEnded(Ok(moves)) = solve_ended(GoalStatus::Succeeded, good) else { panic!("good moves") };
        assert_eq!(letters(&moves), ["R", "U2"]);
        let bad = SolveCube::Result { moves: vec!["Q".into()], ..Default::default() };
        assert!(matches!(solve_ended(GoalStatus::Succeeded, bad), Event::SolveEnded(Err(_))));
    }
}
