//! A request to solve a cube as a client sends it, checked, and why it has no solution.

use std::time::Duration;

use cube::outside::{number, quoted};
use cube::{Cube, Facelets, Metric};

use crate::{Control, Error, Limits, Method, Solution, Solver};

/// The longest time limit that a request may set, in seconds: a day.
const LONGEST_TIME: f64 = 86_400.0;

/// A request as a client sends it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolveRequest {
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

/// What holds where a request names nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestDefaults {
    /// Name of the method.
    pub method: String,
    /// Seconds to search.
    pub time_limit: f64,
    /// Threads to search with.
    pub threads: usize,
}

/// A request that can be searched for.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// What is to be solved.
    pub cube: Cube,
    /// How.
    pub method: Method,
    /// With what limits.
    pub limits: Limits,
}

/// Why a request has no solution; the names are those of the error codes of the action `solve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// The request itself cannot be read.
    Unreadable,
    /// No cube can be like that.
    Impossible,
    /// No method of that name.
    UnknownMethod,
    /// No metric of that name, or none that the method counts in.
    UnknownMetric,
    /// The search ended without a solution.
    NothingFound,
    /// The solver could not work, for example because its tables cannot be loaded.
    Internal,
    /// The method failed with a panic, or found moves that do not solve the cube.
    FaultyMethod,
}

/// Why a request has no solution, with a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// What kind.
    pub kind: FailureKind,
    /// The reason for people.
    pub text: String,
}

impl Failure {
    /// A failure of this kind with this reason.
    pub fn new(kind: FailureKind, text: impl ToString) -> Self {
        Self { kind, text: text.to_string() }
    }
}

impl SolveRequest {
    /// Checks the request and fills in the defaults.
    ///
    /// # Errors
    /// [`Failure`] of the kinds before [`FailureKind::NothingFound`].
    pub fn problem(&self, defaults: &RequestDefaults) -> Result<Problem, Failure> {
        let facelets: Facelets = self.facelets.parse().map_err(|error| Failure::new(FailureKind::Unreadable, error))?;
        let cube = Cube::try_from(&facelets).map_err(|error| Failure::new(FailureKind::Impossible, error))?;
        let method = if self.method.is_empty() { &defaults.method } else { &self.method };
        let method: Method = method.parse().map_err(|error| Failure::new(FailureKind::UnknownMethod, error))?;
        let seconds = match self.time_limit {
            0.0 => defaults.time_limit,
            given if (0.0..=LONGEST_TIME).contains(&given) => given,
            given => {
                let text = format!("the time limit must be within 0 to {LONGEST_TIME} s, not {}", number(given));
                return Err(Failure::new(FailureKind::Unreadable, text));
            }
        };
        let metric = metric(&self.metric)?;
        method.check_metric(metric).map_err(|error| Failure::new(FailureKind::UnknownMetric, error))?;
        let good_enough = usize::try_from(self.good_enough).unwrap_or(usize::MAX);
        let limits = Limits {
            time: Some(Duration::from_secs_f64(seconds)),
            nodes: None,
            max_length: None,
            good_enough: (0 < good_enough).then_some(good_enough),
            threads: defaults.threads,
            metric,
        };
        Ok(Problem { cube, method, limits })
    }
}

/// Reads a metric by the names of the action (`axial_quarter_turn`) or those of the command line (`axial-quarter-turn`).
fn metric(name: &str) -> Result<Metric, Failure> {
    match name.replace('_', "-").as_str() {
        "" => Ok(Metric::HalfTurn),
        "axial" => Ok(Metric::AxialHalfTurn),
        dashed => dashed.parse().map_err(|_| {
            let text = format!(
                "{} is not a metric; the metrics are half_turn, quarter_turn, axial and axial_quarter_turn",
                quoted(name)
            );
            Failure::new(FailureKind::UnknownMetric, text)
        }),
    }
}

impl Problem {
    /// Solves.
    ///
    /// # Errors
    /// [`Failure`] of any kind but [`FailureKind::Unreadable`] and [`FailureKind::Impossible`].
    pub fn solve(&self, solver: &dyn Solver, control: &Control) -> Result<Solution, Failure> {
        let solved = solver.solve(&self.cube, &self.limits, control);
        solved.map_err(Failure::from)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let kind = match error {
            Error::UnknownMethod { .. } => FailureKind::UnknownMethod,
            Error::UnsupportedMetric { .. } | Error::MetricNotLoaded { .. } => FailureKind::UnknownMetric,
            Error::NotFound { .. } | Error::Stopped { .. } => FailureKind::NothingFound,
            Error::WrongSolution { .. } | Error::BrokeOff { .. } => FailureKind::FaultyMethod,
            _ => FailureKind::Internal,
        };
        Failure::new(kind, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LoadOptions;

    fn wanted() -> SolveRequest {
        SolveRequest { facelets: Cube::from_seed(7).facelets().to_string(), ..SolveRequest::default() }
    }

    fn defaults() -> RequestDefaults {
        RequestDefaults { method: "two-phase".into(), time_limit: 5.0, threads: 2 }
    }

    fn refusal(wanted: SolveRequest) -> Failure {
        wanted.problem(&defaults()).expect_err("the request makes no sense")
    }

    #[test]
    fn defaults_fill_what_a_request_leaves_open() {
        let problem = wanted().problem(&defaults()).expect("a good request");
        assert_eq!(problem.cube, Cube::from_seed(7));
        assert_eq!(problem.method, Method::TwoPhase);
        assert_eq!(problem.limits.time, Some(Duration::from_secs(5)));
        assert_eq!(problem.limits.good_enough, None);
        assert_eq!(problem.limits.metric, Metric::HalfTurn);
    }

    #[test]
    fn what_a_request_names_counts() {
        let request = SolveRequest { time_limit: 0.25, good_enough: 22, metric: "axial".into(), ..wanted() };
        let problem = request.problem(&defaults()).expect("a good request");
        assert_eq!(problem.limits.time, Some(Duration::from_millis(250)));
        assert_eq!(problem.limits.good_enough, Some(22));
        assert_eq!(problem.limits.metric, Metric::AxialHalfTurn);
        for (name, metric) in [
            ("half_turn", Metric::HalfTurn),
            ("quarter_turn", Metric::QuarterTurn),
            ("axial_quarter_turn", Metric::AxialQuarterTurn),
            ("quarter-turn", Metric::QuarterTurn),
        ] {
            let request = SolveRequest { metric: name.into(), ..wanted() };
            let problem = request.problem(&defaults()).expect("a good request");
            assert_eq!(problem.limits.metric, metric, "{name}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_its_reason() {
        let solved = Cube::SOLVED.facelets().to_string();
        for facelets in ["", &solved[1..], &"ü".repeat(54), &"?".repeat(54)] {
            let failure = refusal(SolveRequest { facelets: facelets.into(), ..wanted() });
            assert_eq!(failure.kind, FailureKind::Unreadable, "{facelets}: {}", failure.text);
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
        assert_eq!(refusal(SolveRequest { facelets: twisted, ..wanted() }).kind, FailureKind::Impossible);
        let failure = refusal(SolveRequest { method: "guess".into(), ..wanted() });
        assert_eq!(failure.kind, FailureKind::UnknownMethod);
        assert!(failure.text.contains("guess"));
        let failure = refusal(SolveRequest { metric: "miles".into(), ..wanted() });
        assert_eq!(failure.kind, FailureKind::UnknownMetric);
        assert!(failure.text.contains("miles"));
        for method in Method::ALL {
            for metric in Metric::ALL {
                let request = SolveRequest { method: method.name().into(), metric: metric.name().into(), ..wanted() };
                match request.problem(&defaults()) {
                    Ok(problem) => assert!(method.minimises(problem.limits.metric)),
                    Err(failure) => {
                        assert!(!method.minimises(metric), "{}", failure.text);
                        assert_eq!(failure.kind, FailureKind::UnknownMetric);
                        for part in [method.name(), metric.name(), "two-phase"] {
                            assert!(failure.text.contains(part), "{}", failure.text);
                        }
                    }
                }
            }
        }
        for (time_limit, written) in [(-1.0, "-1"), (f64::NAN, "NaN"), (f64::INFINITY, "inf"), (1e300, "1e300")] {
            let failure = refusal(SolveRequest { time_limit, ..wanted() });
            assert_eq!(failure.kind, FailureKind::Unreadable);
            assert!(failure.text.ends_with(&format!("not {written}")), "{}", failure.text);
        }
    }

    /// A method with a fault.
    struct Faulty(fn(&Cube) -> Result<Solution, Error>);

    impl Solver for Faulty {
        fn name(&self) -> &'static str {
            "faulty"
        }

        fn search(&self, cube: &Cube, _: &Limits, _: &Control) -> Result<Solution, Error> {
            self.0(cube)
        }
    }

    #[test]
    fn a_faulty_method_fails_with_a_kind_of_its_own() {
        let problem = wanted().problem(&defaults()).expect("a good request");
        let failure = |fault| {
            let solved = problem.solve(&Faulty(fault), &Control::default());
            solved.expect_err("the method is faulty")
        };
        let wrong = failure(|cube| Solution::new(cube, Metric::HalfTurn, "faulty", vec![]));
        assert_eq!(wrong.kind, FailureKind::FaultyMethod);
        assert!(wrong.text.contains("does not solve"), "{}", wrong.text);
        let broken = failure(|_| panic!("index 8 of 8"));
        assert_eq!(broken.kind, FailureKind::FaultyMethod);
        assert!(broken.text.contains("index 8 of 8"), "{}", broken.text);
        let nothing = failure(|_| Err(Error::NotFound { max_length: 3 }));
        assert_eq!(nothing.kind, FailureKind::NothingFound);
    }

    #[test]
    fn the_solution_of_a_cancelled_search_is_the_last_that_was_reported() {
        use std::sync::{Arc, Mutex};
        let options = LoadOptions {
            // The smallest tables, so that they are soon there.
            memory: Some(40 << 20),
            ..LoadOptions::cached_in(LoadOptions::user_cache())
        };
        let solver = Method::TwoPhase.load(&options, &|_| {});
        let solver = solver.expect("the tables can be made");
        let mut problem = wanted().problem(&defaults()).expect("a good request");
        // An hour, so that only the cancelling can end it.
        problem.limits.time = Some(Duration::from_secs(3600));
        let reported: Arc<Mutex<Vec<Solution>>> = Arc::default();
        let cancel = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let (listener, enough) = (reported.clone(), cancel.clone());
        let control = Control::with_feedback(move |better: &Solution| {
            let mut reported = listener.lock().expect("no panic");
            reported.push(better.clone());
            enough.store(2 <= reported.len(), std::sync::atomic::Ordering::Relaxed);
        })
        .cancelled_by(cancel);
        let solution = problem.solve(&*solver, &control).expect("it has a solution");
        let reported = reported.lock().expect("no panic");
        assert!(reported.windows(2).all(|pair| pair[1].length() < pair[0].length()));
        assert_eq!(reported.last().map(Solution::moves), Some(solution.moves()));
        assert!(!solution.is_optimal(), "a random cube is not proven in a moment");
    }
}
