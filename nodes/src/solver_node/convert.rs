//! Between the messages of `solve` and what the solver works with.

use cube::{Metric, Move};
use r2r::cuberig_msgs::action::SolveCube;
use r2r::cuberig_msgs::msg::SolveStage;
use solver::{Failure, FailureKind, Solution, SolveRequest};

/// What a goal asks.
pub fn request(goal: &SolveCube::Goal) -> SolveRequest {
    SolveRequest {
        facelets: goal.facelets.clone(),
        method: goal.method.clone(),
        metric: goal.metric.clone(),
        time_limit: goal.time_limit,
        good_enough: goal.good_enough,
    }
}

/// A better solution than before.
pub fn feedback(solution: &Solution) -> SolveCube::Feedback {
    SolveCube::Feedback { moves: letters(solution.moves()), htm: count(solution.htm()), seconds: solution.seconds }
}

/// How a goal ended.
pub fn result(outcome: &Result<Solution, Failure>) -> SolveCube::Result {
    match outcome {
        Ok(solution) => SolveCube::Result {
            moves: letters(solution.moves()),
            stages: solution
                .stages()
                .iter()
                .map(|stage| SolveStage { name: stage.name.clone(), moves: letters(&stage.moves) })
                .collect(),
            htm: count(solution.htm()),
            qtm: count(Metric::QuarterTurn.length(solution.moves())),
            optimal: solution.is_optimal(),
            method: solution.method.clone(),
            seconds: solution.seconds,
            nodes: solution.nodes,
            ..SolveCube::Result::default()
        },
        Err(failure) => SolveCube::Result {
            error_code: code(failure.kind),
            error_msg: failure.text.clone(),
            ..SolveCube::Result::default()
        },
    }
}

fn letters(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn code(kind: FailureKind) -> i32 {
    match kind {
        FailureKind::Unreadable => SolveCube::Result::UNREADABLE as i32,
        FailureKind::Impossible => SolveCube::Result::IMPOSSIBLE as i32,
        FailureKind::UnknownMethod => SolveCube::Result::UNKNOWN_METHOD as i32,
        FailureKind::UnknownMetric => SolveCube::Result::UNKNOWN_METRIC as i32,
        FailureKind::NothingFound => SolveCube::Result::NOTHING_FOUND as i32,
        FailureKind::Internal => SolveCube::Result::INTERNAL as i32,
        FailureKind::FaultyMethod => SolveCube::Result::FAULTY_METHOD as i32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::{Cube, Notation, inverted, parse_moves};
    use solver::Stage;

    #[test]
    fn a_result_carries_moves_stages_and_both_lengths() {
        let moves = parse_moves("R2 U' F", Notation::Standard).expect("three moves");
        let cube = Cube::SOLVED.apply_all(&inverted(&moves));
        let stage = Stage { name: "first".into(), moves };
        let solution =
            Solution::new(&cube, Metric::HalfTurn, "two-phase", vec![stage]).expect("the moves solve the cube");
        let result = result(&Ok(solution.clone()));
        assert_eq!(result.error_code, SolveCube::Result::SUCCESS as i32);
        assert_eq!(result.moves, ["R2", "U'", "F"]);
        assert_eq!((result.htm, result.qtm), (3, 4));
        assert_eq!(result.stages[0].name, "first");
        assert_eq!(result.stages[0].moves, result.moves);
        assert_eq!(feedback(&solution).moves, result.moves);
    }

    #[test]
    fn a_failure_carries_code_and_reason_and_no_moves() {
        let result = result(&Err(Failure::new(FailureKind::Impossible, "an edge is flipped")));
        assert_eq!(result.error_code, SolveCube::Result::IMPOSSIBLE as i32);
        assert_eq!(result.error_msg, "an edge is flipped");
        assert!(result.moves.is_empty());
    }
}
