//! What a page shows of a run, from what the rig reports bit by bit: how long it takes, what went wrong, and its record.

use std::time::Duration;

use crate::protocol::{PastRun, PlanNow, RunNow, Stage};
use crate::status::{Published, RunReport};

/// The newest failures that are kept.
const MOST_FAILURES: usize = 20;

/// Follows one run after the other. Times are since any one moment.
pub struct RunWatch {
    /// The newest report.
    last: RunReport,
    /// When its stage began.
    stage_began: Duration,
    /// Seconds of scanning, solving, executing, looking again of this run.
    spent: [f64; 4],
    /// Why attempts of this run failed.
    failures: Vec<String>,
    /// The newest plan, and when it began; nothing when it is not carried out any more.
    plan: Option<(Option<Duration>, PlanNow)>,
}

/// What becomes of the records of runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// A run has ended or was stopped.
    Ended(PastRun),
    /// The newest run was stopped, and goes on: it has not ended.
    GoesOn,
}

impl Default for RunWatch {
    fn default() -> Self {
        Self::new()
    }
}

impl RunWatch {
    /// Nothing has happened yet.
    pub fn new() -> Self {
        Self {
            last: Published::default().run,
            stage_began: Duration::ZERO,
            spent: [0.0; 4],
            failures: Vec::new(),
            plan: None,
        }
    }

    /// Takes what the rig reports. The record comes out when a run ends or is stopped; `ended` (seconds since 1970) becomes part
    /// of it.
    pub fn update(&mut self, at: Duration, report: &RunReport, ended: f64) -> Option<Record> {
        let last = std::mem::replace(&mut self.last, report.clone());
        if let Some(part) = last.stage.part() {
            self.spent[part] += seconds(self.stage_began, at);
        }
        self.stage_began = at;
        if report.stage != last.stage {
            self.end_plan();
        }
        let (ran, runs) = (last.stage.part().is_some(), report.stage.part().is_some());
        let goes_on = goes_on(&last, report);
        if runs && !ran && !goes_on {
            self.spent = [0.0; 4];
            self.failures.clear();
        }
        // A new attempt begins with the reason why the last one failed.
        if runs && last.attempt < report.attempt && 1 < report.attempt && self.failures.last() != Some(&report.text) {
            self.failures.push(report.text.clone());
            let surplus = self.failures.len().saturating_sub(MOST_FAILURES);
            self.failures.drain(..surplus);
        }
        if runs || !ran {
            return (runs && goes_on).then_some(Record::GoesOn);
        }
        let [scan, solve, execute, check] = self.spent.map(to_millis);
        let reason = match report.stage {
            Stage::Solved => String::new(),
            Stage::Stopped => "stopped".to_owned(),
            _ if report.error.is_empty() => report.text.clone(),
            _ => report.error.clone(),
        };
        Some(Record::Ended(PastRun {
            ended: to_millis(ended),
            solved: report.stage == Stage::Solved,
            reason,
            attempts: report.attempt,
            moves: report.moves_done,
            scan,
            solve,
            execute,
            check,
        }))
    }

    /// Takes the plan that begins now.
    pub fn take_plan(&mut self, at: Duration, plan: PlanNow) {
        self.plan = Some((Some(at), plan));
    }

    /// The newest plan is not carried out any more.
    pub fn end_plan(&mut self) {
        if let Some((began, _)) = &mut self.plan {
            *began = None;
        }
    }

    /// Whether a person is asked something.
    pub fn is_asked(&self) -> bool {
        self.last.asks
    }

    /// What to show at this moment. A motion that takes longer than planned lets the plan's end wait, so nothing is left then.
    pub fn run(&self, at: Duration, now: &Published) -> RunNow {
        let about = RunNow {
            stage: now.stage(),
            attempt: 0,
            text: now.text(),
            details: now.missing.details(),
            progress: 0.0,
            moves: Vec::new(),
            moves_done: 0,
            elapsed: None,
            left: self.plan(at).and_then(|plan| Some(plan.seconds - plan.now?)),
            troubles: Vec::new(),
            question: if self.last.asks { self.last.text.clone() } else { String::new() },
        };
        if !now.has_run() {
            return about;
        }
        let under_way = self.last.stage.part().map_or(0.0, |_| seconds(self.stage_began, at));
        RunNow {
            attempt: self.last.attempt,
            progress: self.last.progress,
            moves: self.last.moves.clone(),
            moves_done: self.last.moves_done,
            elapsed: Some(self.spent.iter().sum::<f64>() + under_way),
            troubles: self.failures.clone(),
            ..about
        }
    }

    /// The newest plan, with the place where it should be now while it is carried out. The plan of a run waits at its end for
    /// the arms; the end of one without a run is not reported.
    pub fn plan(&self, at: Duration) -> Option<PlanNow> {
        let (began, plan) = self.plan.as_ref()?;
        let now = began.map(|began| seconds(began, at));
        let now = now.filter(|now| self.last.stage.part().is_some() || *now <= plan.seconds);
        Some(PlanNow { now: now.map(|now| now.min(plan.seconds)), ..plan.clone() })
    }
}

/// Whether a run that is reported is the one that was stopped before: it has done the same moves, and more. The conductor
/// reports in between when it was given up.
fn goes_on(stopped: &RunReport, report: &RunReport) -> bool {
    let done = &stopped.moves[..stopped.moves.len().min(stopped.moves_done as usize)];
    stopped.stage == Stage::Stopped && stopped.attempt <= report.attempt && report.moves.starts_with(done)
}

/// Seconds to three digits: as short in a file, and the same when they are read again.
fn to_millis(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

fn seconds(from: Duration, to: Duration) -> f64 {
    to.saturating_sub(from).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::CubeStatus;
    use crate::status::CubeReport;

    const SOLVED: CubeReport = CubeReport { status: CubeStatus::Valid, is_solved: true, is_entered: false };

    fn report(stage: Stage, attempt: u32, moves_done: u32) -> RunReport {
        let moves = (0..moves_done.max(20)).map(|at| format!("move {at}")).collect();
        RunReport { stage, attempt, moves_done, moves, text: format!("{stage:?}"), ..Published::default().run }
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn plan(seconds: f64) -> PlanNow {
        PlanNow { moves: vec!["R".into()], seconds, motions: Vec::new(), now: None }
    }

    /// A rig of which only the run is known.
    struct Rig {
        watch: RunWatch,
        now: Published,
    }

    impl Rig {
        fn new() -> Self {
            Self { watch: RunWatch::new(), now: Published::default() }
        }

        fn update(&mut self, second: u64, report: RunReport) -> Option<Record> {
            self.now.run = RunReport { stamp: at(second), ..report };
            self.watch.update(at(second), &self.now.run, 1e9)
        }

        /// The run that ends with this report.
        #[track_caller]
        fn end(&mut self, second: u64, report: RunReport) -> PastRun {
            let Some(Record::Ended(run)) = self.update(second, report) else { panic!("no run ended") };
            run
        }

        fn run(&self, second: u64) -> RunNow {
            self.watch.run(at(second), &self.now)
        }
    }

    #[test]
    fn a_solved_run_leaves_its_seconds_stage_by_stage() {
        let mut rig = Rig::new();
        rig.now.note_cube(SOLVED, at(0));
        assert_eq!(rig.run(5).elapsed, None);
        let reports = [
            (10, Stage::Scanning, 0),
            (15, Stage::Scanning, 0),
            (20, Stage::Solving, 0),
            (22, Stage::Executing, 3),
            (50, Stage::Executing, 20),
            (52, Stage::Checking, 20),
        ];
        for (second, stage, done) in reports {
            assert_eq!(rig.update(second, report(stage, 1, done)), None);
        }
        assert_eq!(rig.run(60).elapsed, Some(50.0));
        let run = rig.end(61, report(Stage::Solved, 1, 20));
        assert!(run.solved && run.reason.is_empty());
        assert_eq!((run.ended, run.attempts, run.moves), (1e9, 1, 20));
        assert_eq!([run.scan, run.solve, run.execute, run.check], [10.0, 2.0, 30.0, 9.0]);
        assert_eq!(rig.run(99).elapsed, Some(51.0), "it stands still");
        assert_eq!(rig.update(99, report(Stage::Idle, 0, 0)), None);
    }

    #[test]
    fn a_failure_is_shown_once() {
        let mut rig = Rig::new();
        rig.update(0, report(Stage::Solving, 1, 0));
        rig.update(1, report(Stage::Executing, 1, 7));
        let again =
            RunReport { text: "the left wrist is stuck; looking again".into(), ..report(Stage::Scanning, 2, 7) };
        rig.update(9, again.clone());
        rig.update(12, report(Stage::Executing, 2, 12));
        let error = "the left wrist does not answer".to_owned();
        let failed = RunReport { error: error.clone(), ..report(Stage::Failed, 2, 12) };
        let run = rig.end(20, failed);
        assert_eq!((run.moves, run.attempts, &run.reason), (12, 2, &error));
        let shown = rig.run(20);
        assert_eq!((shown.stage, shown.text, shown.troubles), (Stage::Failed, error, vec![again.text]));
        rig.update(30, report(Stage::Scanning, 1, 0));
        assert!(rig.run(30).troubles.is_empty(), "a new run");
    }

    #[test]
    fn what_failed_is_the_status_until_something_begins() {
        let mut rig = Rig::new();
        let shown = |rig: &Rig| (rig.run(9).stage, rig.run(9).text);
        rig.now.note_failure("the claw is stuck".into(), at(5));
        let failed = (Stage::Failed, "the claw is stuck".to_owned());
        assert_eq!(shown(&rig), failed);
        rig.now.note_cube(CubeReport::UNKNOWN, at(6));
        assert_eq!(shown(&rig), failed, "the cube is forgotten because of the failure");
        rig.now.note_arms(true, at(9));
        rig.now.note_arms(false, at(9));
        assert_eq!(shown(&rig), (Stage::Idle, "Ready. Press Look and solve.".to_owned()));
    }

    #[test]
    fn the_plan_of_a_single_move_ends_with_its_seconds() {
        let mut watch = RunWatch::new();
        assert_eq!(watch.plan(at(0)), None);
        watch.take_plan(at(2), plan(3.0));
        assert_eq!(watch.plan(at(4)).and_then(|plan| plan.now), Some(2.0));
        assert_eq!(watch.plan(at(6)), Some(plan(3.0)));
        watch.take_plan(at(7), plan(3.0));
        watch.end_plan();
        assert_eq!(watch.plan(at(8)), Some(plan(3.0)), "it was stopped");
    }

    #[test]
    fn a_run_that_was_stopped_and_resumed_is_one_run() {
        let mut rig = Rig::new();
        rig.update(0, report(Stage::Executing, 1, 3));
        rig.now.note_stop(true, at(9));
        assert_eq!(rig.end(9, report(Stage::Stopped, 1, 3)).reason, "stopped");
        let shown = rig.run(500);
        assert_eq!((shown.stage, shown.moves_done, shown.elapsed), (Stage::Stopped, 3, Some(9.0)));
        rig.now.note_stop(false, at(1000));
        assert_eq!(rig.update(1000, report(Stage::Solving, 1, 3)), Some(Record::GoesOn));
        assert_eq!(rig.run(1001).elapsed, Some(10.0), "the seconds in between are not those of the run");
        rig.update(1001, report(Stage::Executing, 1, 3));
        assert_eq!(rig.run(1001).moves_done, 3);
        let run = rig.end(1020, report(Stage::Solved, 1, 20));
        assert_eq!((run.solved, run.moves, run.execute, run.solve), (true, 20, 28.0, 1.0));
        assert_eq!(rig.update(1030, report(Stage::Executing, 1, 5)), None, "the next one is another run");
    }

    #[test]
    fn a_run_that_was_given_up_is_not_the_next_one() {
        let mut rig = Rig::new();
        for second in [0, 100] {
            assert_eq!(rig.update(second, report(Stage::Scanning, 1, 0)), None);
            assert_eq!(rig.end(second + 9, report(Stage::Stopped, 1, 0)).scan, 9.0);
            rig.update(second + 10, report(Stage::Idle, 0, 0));
        }
        // Nor is one with other moves, where the report in between was lost.
        rig.update(200, report(Stage::Executing, 1, 5));
        rig.update(209, report(Stage::Stopped, 1, 5));
        let other = RunReport { moves: Vec::new(), ..report(Stage::Scanning, 1, 0) };
        assert_eq!(rig.update(210, other), None);
        assert_eq!(rig.run(211).elapsed, Some(1.0));
    }

    #[test]
    fn a_plan_goes_on_with_the_clock_and_ends_with_its_stage() {
        let mut rig = Rig::new();
        rig.update(0, report(Stage::Executing, 1, 0));
        rig.watch.take_plan(at(2), plan(30.0));
        assert_eq!(rig.watch.plan(at(12)).and_then(|plan| plan.now), Some(10.0));
        assert_eq!(rig.run(12).left, Some(20.0));
        assert_eq!(rig.run(40).left, Some(0.0));
        rig.update(13, report(Stage::Executing, 1, 1));
        assert!(rig.watch.plan(at(13)).is_some());
        rig.update(33, report(Stage::Checking, 1, 1));
        assert_eq!(rig.watch.plan(at(33)), Some(plan(30.0)), "it is only looked at");
        assert_eq!(rig.run(33).left, None);
    }
}
