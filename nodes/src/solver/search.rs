//! One search: each better solution is told at once, and it ends early with the best one when asked to.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use planner::Planner;
use solver::{Control, Method, Solution, Solver};
use tokio::sync::mpsc;

use super::node::{self, Code, Failure, Problem};

/// Searches until the limits are reached, nothing better can exist, or `ended` comes.
///
/// Of equally short solutions the methods that choose take the one that the rig does soonest.
pub async fn search(
    solver: Arc<dyn Solver>,
    problem: Problem,
    planner: Arc<Planner>,
    ended: impl Future<Output = ()>,
    mut better: impl FnMut(&Solution),
) -> Result<Solution, Failure> {
    let (improved, mut improvements) = mpsc::unbounded_channel();
    let mut control = Control::with_feedback(move |solution: &Solution| {
        // Whoever no longer listens has its result already.
        let _ = improved.send(solution.clone());
    });
    if matches!(problem.method, Method::Combined | Method::Auto) {
        control = control.preferring(move |moves| planner.seconds(moves));
    }
    let cancel = control.cancel_flag();
    let (cube, limits) = (problem.cube, problem.limits);
    let mut searching = tokio::task::spawn_blocking(move || solver.solve(&cube, &limits, &control));
    let mut ended = pin!(ended);
    let mut asked_to_end = false;
    let found = loop {
        tokio::select! {
            () = &mut ended, if !asked_to_end => {
                asked_to_end = true;
                cancel.store(true, Ordering::Relaxed);
            }
            Some(solution) = improvements.recv() => better(&solution),
            found = &mut searching => break found,
        }
    };
    while let Ok(solution) = improvements.try_recv() {
        better(&solution);
    }
    match found {
        Ok(outcome) => node::judge(&cube, outcome),
        Err(error) => Err(Failure::new(
            Code::Internal,
            format!("the search broke off: {error}"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use cube::{Cube, Notation, parse_moves};
    use rig::Profile;
    use solver::{Limits, LoadOptions};

    fn planner() -> Arc<Planner> {
        Arc::new(Planner::new(&Profile::nxt_2015()))
    }

    fn solver(method: Method) -> Arc<dyn Solver> {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/tmp");
        let loaded = method.load(&LoadOptions::small(folder), &|_| {});
        Arc::from(loaded.expect("the tables can be made"))
    }

    fn problem(cube: Cube, method: Method, seconds: u64) -> Problem {
        let limits = Limits {
            time: Some(Duration::from_secs(seconds)),
            threads: 2,
            ..Limits::default()
        };
        Problem {
            cube,
            method,
            limits,
        }
    }

    #[tokio::test]
    async fn each_improvement_is_told_and_cancelling_returns_the_last_one() {
        let cube = Cube::from_seed(11);
        // An hour, so that only the cancelling can be why it ends.
        let problem = problem(cube, Method::TwoPhase, 3600);
        let enough = Arc::new(tokio::sync::Notify::new());
        let (third, told) = (enough.clone(), enough.notified());
        let mut heard: Vec<Solution> = Vec::new();
        let solution = search(
            solver(Method::TwoPhase),
            problem,
            planner(),
            told,
            |better| {
                heard.push(better.clone());
                if heard.len() == 2 {
                    third.notify_one();
                }
            },
        )
        .await
        .expect("it has a solution");
        assert!(2 <= heard.len());
        assert!(
            heard
                .windows(2)
                .all(|pair| pair[1].length() < pair[0].length())
        );
        assert!(
            heard
                .iter()
                .all(|better| cube.apply_all(&better.moves).is_solved())
        );
        assert_eq!(heard.last().map(|last| &last.moves), Some(&solution.moves));
        assert!(!solution.optimal, "a random cube is not proven in a moment");
    }

    #[tokio::test]
    async fn combined_takes_what_the_rig_does_soonest() {
        let moves = |text| parse_moves(text, Notation::Standard).expect("moves");
        let cube = Cube::SOLVED.apply_all(&moves("R2 L2 F2 B2 U2 D2"));
        let planner = planner();
        let fast = planner.seconds(&moves("R2 L2 U2 D2 F2 B2"));
        assert!(fast < planner.seconds(&moves("U2 D2 R2 L2 F2 B2")));
        let problem = problem(cube, Method::Combined, 1);
        let never = std::future::pending();
        let solution = search(
            solver(Method::Combined),
            problem,
            planner.clone(),
            never,
            |_| {},
        );
        let solution = solution.await.expect("it has a solution");
        assert_eq!((solution.length(), solution.optimal), (6, true));
        assert!((planner.seconds(&solution.moves) - fast).abs() < 1e-9);
    }
}
