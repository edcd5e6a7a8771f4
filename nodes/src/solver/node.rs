//! What a goal asks of the solver, checked, and how its outcome is told.

use std::time::Duration;

use cube::{Cube, Facelets, Metric};
use solver::{Error, Limits, Method, Solution};

use super::params::SolverParams;

/// The longest time limit that a goal may set, in seconds: a day.
pub const LONGEST_TIME: f64 = 86_400.0;

/// A goal as it came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// 54 letters.
    pub facelets: String,
    /// Name of a method, or empty.
    pub method: String,
    /// Name of a metric, or empty.
    pub metric: String,
    /// Seconds, or 0.
    pub time_limit: f64,
    /// Moves, or 0.
    pub good_enough: u32,
}

/// A goal that makes sense.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// What is to be solved.
    pub cube: Cube,
    /// How.
    pub method: Method,
    /// With what limits.
    pub limits: Limits,
}

/// Why a goal has no solution; the names are those of the action's error codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The goal itself cannot be read.
    Unreadable,
    /// No cube can be like that.
    Impossible,
    /// No method of that name.
    UnknownMethod,
    /// No metric of that name, or none that the method counts in.
    UnknownMetric,
    /// The search ended without a solution.
    NothingFound,
    /// The solver itself failed.
    Internal,
}

/// Why a goal has no solution, with a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// What kind.
    pub code: Code,
    /// The reason for people.
    pub text: String,
}

impl Failure {
    /// A failure of this kind with this reason.
    pub fn new(code: Code, text: impl ToString) -> Self {
        Self {
            code,
            text: text.to_string(),
        }
    }
}

/// Checks a goal and fills in the node's defaults.
pub fn check(wanted: &Wanted, params: &SolverParams) -> Result<Problem, Failure> {
    let facelets: Facelets = wanted
        .facelets
        .parse()
        .map_err(|error| Failure::new(Code::Unreadable, error))?;
    let cube = Cube::try_from(&facelets).map_err(|error| Failure::new(Code::Impossible, error))?;
    let method = if wanted.method.is_empty() {
        &params.method
    } else {
        &wanted.method
    };
    let method = method
        .parse()
        .map_err(|error| Failure::new(Code::UnknownMethod, error))?;
    let seconds = match wanted.time_limit {
        0.0 => params.time_limit,
        given if (0.0..=LONGEST_TIME).contains(&given) => given,
        given => {
            let text = format!("the time limit must be within 0 to {LONGEST_TIME} s, not {given}");
            return Err(Failure::new(Code::Unreadable, text));
        }
    };
    let good_enough = usize::try_from(wanted.good_enough).unwrap_or(usize::MAX);
    let limits = Limits {
        time: Some(Duration::from_secs_f64(seconds)),
        max_length: None,
        good_enough: (0 < good_enough).then_some(good_enough),
        threads: params.threads(),
        metric: metric(&wanted.metric)?,
    };
    Ok(Problem {
        cube,
        method,
        limits,
    })
}

/// Reads a metric by the names of the action (`axial_quarter_turn`) or those of the command line (`axial-quarter-turn`).
fn metric(name: &str) -> Result<Metric, Failure> {
    match name.replace('_', "-").as_str() {
        "" => Ok(Metric::HalfTurn),
        "axial" => Ok(Metric::AxialHalfTurn),
        dashed => dashed.parse().map_err(|_| {
            let text = format!(
                "'{name}' is no metric: there are half_turn, quarter_turn, axial and axial_quarter_turn"
            );
            Failure::new(Code::UnknownMetric, text)
        }),
    }
}

/// Checks what a solver returned: a solution that does not solve is a failure, whatever the method says.
pub fn judge(cube: &Cube, outcome: Result<Solution, Error>) -> Result<Solution, Failure> {
    match outcome {
        Ok(solution) if cube.apply_all(&solution.moves).is_solved() => Ok(solution),
        Ok(solution) => {
            let text = format!(
                "the method {} returned moves that do not solve",
                solution.method
            );
            Err(Failure::new(Code::Internal, text))
        }
        Err(error) => {
            let code = match error {
                Error::UnknownMethod { .. } => Code::UnknownMethod,
                Error::UnsupportedMetric { .. } => Code::UnknownMetric,
                Error::NotFound { .. } | Error::Stopped { .. } => Code::NothingFound,
                _ => Code::Internal,
            };
            Err(Failure::new(code, error))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cube::{Notation, parse_moves};

    fn wanted() -> Wanted {
        Wanted {
            facelets: Cube::from_seed(7).facelets().to_string(),
            ..Wanted::default()
        }
    }

    fn refusal(wanted: Wanted) -> Failure {
        check(&wanted, &SolverParams::default()).expect_err("the goal makes no sense")
    }

    #[test]
    fn defaults_fill_what_a_goal_leaves_open() {
        let params = SolverParams {
            time_limit: 5.0,
            ..SolverParams::default()
        };
        let problem = check(&wanted(), &params).expect("a good goal");
        assert_eq!(problem.cube, Cube::from_seed(7));
        assert_eq!(problem.method, Method::TwoPhase);
        assert_eq!(problem.limits.time, Some(Duration::from_secs(5)));
        assert_eq!(problem.limits.good_enough, None);
        assert_eq!(problem.limits.metric, Metric::HalfTurn);
    }

    #[test]
    fn what_a_goal_says_counts() {
        let goal = Wanted {
            time_limit: 0.25,
            good_enough: 22,
            metric: "axial".into(),
            ..wanted()
        };
        let problem = check(&goal, &SolverParams::default()).expect("a good goal");
        assert_eq!(problem.limits.time, Some(Duration::from_millis(250)));
        assert_eq!(problem.limits.good_enough, Some(22));
        assert_eq!(problem.limits.metric, Metric::AxialHalfTurn);
        for (name, metric) in [
            ("half_turn", Metric::HalfTurn),
            ("quarter_turn", Metric::QuarterTurn),
            ("axial_quarter_turn", Metric::AxialQuarterTurn),
            ("quarter-turn", Metric::QuarterTurn),
        ] {
            let goal = Wanted {
                metric: name.into(),
                ..wanted()
            };
            let problem = check(&goal, &SolverParams::default()).expect("a good goal");
            assert_eq!(problem.limits.metric, metric, "{name}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_its_reason() {
        let solved = Cube::SOLVED.facelets().to_string();
        for facelets in ["", &solved[1..], &"ü".repeat(54), &"?".repeat(54)] {
            let failure = refusal(Wanted {
                facelets: facelets.into(),
                ..wanted()
            });
            assert_eq!(
                failure.code,
                Code::Unreadable,
                "{facelets}: {}",
                failure.text
            );
        }
        let twisted: String = solved
            .chars()
            .enumerate()
            .map(|(index, letter)| match index {
                8 => 'R',
                9 => 'F',
                20 => 'U',
                _ => letter,
            })
            .collect();
        assert_eq!(
            refusal(Wanted {
                facelets: twisted,
                ..wanted()
            })
            .code,
            Code::Impossible
        );
        let failure = refusal(Wanted {
            method: "guess".into(),
            ..wanted()
        });
        assert_eq!(failure.code, Code::UnknownMethod);
        assert!(failure.text.contains("guess"));
        let failure = refusal(Wanted {
            metric: "miles".into(),
            ..wanted()
        });
        assert_eq!(failure.code, Code::UnknownMetric);
        assert!(failure.text.contains("miles"));
        for time_limit in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
            let failure = refusal(Wanted {
                time_limit,
                ..wanted()
            });
            assert_eq!(failure.code, Code::Unreadable);
            assert!(
                failure.text.contains(&time_limit.to_string()),
                "{}",
                failure.text
            );
        }
    }

    #[test]
    fn a_solution_is_believed_only_when_it_solves() {
        let moves = parse_moves("R U F'", Notation::Standard).expect("three moves");
        let cube = Cube::SOLVED.apply_all(&moves);
        let solution = |moves| Solution {
            moves,
            optimal: false,
            metric: Metric::HalfTurn,
            method: "two-phase".into(),
            nodes: 1,
            seconds: 0.1,
            stages: vec![],
        };
        assert!(judge(&cube, Ok(solution(cube::inverted(&moves)))).is_ok());
        let failure = judge(&cube, Ok(solution(moves))).expect_err("these scramble it further");
        assert_eq!(failure.code, Code::Internal);
        let failure = judge(&cube, Err(Error::NotFound { max_length: 3 })).expect_err("not found");
        assert_eq!(failure.code, Code::NothingFound);
    }
}
