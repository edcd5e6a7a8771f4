//! What a page shows of a run, from what the rig reports bit by bit: how long it takes, what went wrong, and the record at its
//! end.

use std::time::Duration;

use crate::protocol::{PastRun, PlanNow, RunNow, Stage};

/// The newest failures that are kept.
const MOST_FAILURES: usize = 20;

/// Follows one run after the other. Times are since any one moment.
pub struct RunWatch {
    now: RunNow,
    /// When the run under way began.
    began: Option<Duration>,
    /// When its stage began.
    stage_began: Duration,
    /// Seconds of scanning, solving, executing, looking again.
    spent: [f64; 4],
    /// Moves done of earlier solutions, of the present one, and before this run began: a resumed run goes on with a solution.
    moves: (u32, u32),
    moves_before: u32,
    /// The newest plan, and when it began; nothing when it is not carried out any more.
    plan: Option<(Option<Duration>, PlanNow)>,
}

/// What the rig reports of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    /// What it does.
    pub stage: Stage,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// What happens, in a sentence.
    pub text: String,
    /// How much of this stage is done, 0 to 1.
    pub progress: f32,
    /// The solution, once there is one.
    pub moves: Vec<String>,
    /// How many of them are done.
    pub moves_done: u32,
    /// Why it failed; empty where it did not.
    pub error: String,
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
            now: RunNow {
                stage: Stage::Idle,
                attempt: 0,
                text: String::new(),
                progress: 0.0,
                moves: Vec::new(),
                moves_done: 0,
                elapsed: None,
                left: None,
                troubles: Vec::new(),
                question: String::new(),
            },
            began: None,
            stage_began: Duration::ZERO,
            spent: [0.0; 4],
            moves: (0, 0),
            moves_before: 0,
            plan: None,
        }
    }

    /// Whether a run is under way.
    pub fn is_running(&self) -> bool {
        self.began.is_some()
    }

    /// Takes what the rig reports. The record comes out when a run ends; `ended` (seconds since 1970) becomes part of it.
    pub fn update(&mut self, at: Duration, report: RunReport, ended: f64) -> Option<PastRun> {
        let runs = phase(report.stage).is_some();
        if runs && self.began.is_none() {
            self.began = Some(at);
            self.spent = [0.0; 4];
            self.moves = (0, report.moves_done);
            self.moves_before = report.moves_done;
            self.now.troubles.clear();
        } else if let Some(phase) = phase(self.now.stage)
            && self.began.is_some()
        {
            self.spent[phase] += seconds(self.stage_began, at);
        }
        if report.moves_done < self.moves.1 {
            self.moves.0 += self.moves.1;
        }
        self.moves.1 = report.moves_done;
        self.stage_began = at;
        if report.stage != self.now.stage
            && let Some((began, _)) = &mut self.plan
        {
            *began = None;
        }
        // A new attempt begins with the reason why the last one failed.
        let is_new_attempt = runs && self.now.attempt < report.attempt && 1 < report.attempt;
        if is_new_attempt {
            self.note_failure(report.text.clone());
        }
        if !report.error.is_empty() {
            self.note_failure(report.error.clone());
        }
        let over = !runs && self.began.is_some();
        self.now = RunNow {
            stage: report.stage,
            attempt: report.attempt,
            text: report.text,
            progress: report.progress,
            moves: report.moves,
            moves_done: report.moves_done,
            elapsed: self.now.elapsed,
            left: None,
            troubles: std::mem::take(&mut self.now.troubles),
            question: std::mem::take(&mut self.now.question),
        };
        if !over {
            return None;
        }
        let began = self.began.take()?;
        self.now.elapsed = Some(seconds(began, at));
        let solved = self.now.stage == Stage::Solved;
        let [scan, solve, execute, check] = self.spent.map(to_millis);
        let reason = match (self.now.stage, self.now.troubles.last()) {
            (Stage::Solved, _) => String::new(),
            (Stage::Stopped, _) => "stopped".to_owned(),
            (_, Some(failure)) => failure.clone(),
            (_, None) => self.now.text.clone(),
        };
        Some(PastRun {
            ended: to_millis(ended),
            solved,
            reason,
            attempts: self.now.attempt,
            moves: (self.moves.0 + self.moves.1).saturating_sub(self.moves_before),
            scan,
            solve,
            execute,
            check,
        })
    }

    /// Takes the plan that begins now.
    pub fn take_plan(&mut self, at: Duration, plan: PlanNow) {
        self.plan = Some((Some(at), plan));
    }

    /// What a person is asked; empty when nobody waits.
    pub fn ask(&mut self, question: String) {
        self.now.question = question;
    }

    /// What to show at this moment. A motion that takes longer than planned lets the plan's end wait, so nothing is left then.
    pub fn run(&self, at: Duration) -> RunNow {
        let elapsed = match self.began {
            Some(began) => Some(seconds(began, at)),
            None => self.now.elapsed,
        };
        let left = self.plan(at).and_then(|plan| Some(plan.seconds - plan.now?));
        RunNow { elapsed, left, ..self.now.clone() }
    }

    /// The newest plan, with the place where it should be now while it is carried out. The plan of a run waits at its end for
    /// the arms; the end of one without a run is not reported.
    pub fn plan(&self, at: Duration) -> Option<PlanNow> {
        let (began, plan) = self.plan.as_ref()?;
        let now = began.map(|began| seconds(began, at));
        let now = now.filter(|now| self.is_running() || *now <= plan.seconds);
        Some(PlanNow { now: now.map(|now| now.min(plan.seconds)), ..plan.clone() })
    }

    /// Notes what went wrong; it stays until the next run begins.
    pub fn note_failure(&mut self, text: String) {
        if self.now.troubles.last() != Some(&text) {
            self.now.troubles.push(text);
        }
        if MOST_FAILURES < self.now.troubles.len() {
            self.now.troubles.remove(0);
        }
    }
}

/// Seconds to three digits: as short in a file, and the same when they are read again.
fn to_millis(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

fn seconds(from: Duration, to: Duration) -> f64 {
    to.saturating_sub(from).as_secs_f64()
}

/// Which of the four parts of a run a stage is; none when no run is under way.
fn phase(stage: Stage) -> Option<usize> {
    match stage {
        Stage::Scanning => Some(0),
        Stage::Solving => Some(1),
        Stage::Executing => Some(2),
        Stage::Checking => Some(3),
        Stage::Idle | Stage::Solved | Stage::Stopped | Stage::Failed => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(stage: Stage, attempt: u32, moves_done: u32) -> RunReport {
        RunReport {
            stage,
            attempt,
            text: format!("{stage:?}"),
            progress: 0.0,
            moves: Vec::new(),
            moves_done,
            error: String::new(),
        }
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn plan(seconds: f64) -> PlanNow {
        PlanNow { moves: vec!["R".into()], seconds, motions: Vec::new(), now: None }
    }

    #[test]
    fn a_solved_run_leaves_its_seconds_stage_by_stage() {
        let mut watch = RunWatch::new();
        assert_eq!(watch.run(at(5)).elapsed, None);
        let reports = [
            (10, Stage::Scanning, 0),
            (15, Stage::Scanning, 0),
            (20, Stage::Solving, 0),
            (22, Stage::Executing, 3),
            (50, Stage::Executing, 20),
            (52, Stage::Checking, 20),
        ];
        for (second, stage, done) in reports {
            assert_eq!(watch.update(at(second), report(stage, 1, done), 0.0), None);
        }
        assert_eq!(watch.run(at(60)).elapsed, Some(50.0));
        let record = watch.update(at(61), report(Stage::Solved, 1, 20), 1e9);
        let record = record.expect("the run ended");
        assert!(record.solved && record.reason.is_empty());
        assert_eq!((record.ended, record.attempts, record.moves), (1e9, 1, 20));
        let seconds = [record.scan, record.solve, record.execute, record.check];
        assert_eq!(seconds, [10.0, 2.0, 30.0, 9.0]);
        assert_eq!(watch.run(at(99)).elapsed, Some(51.0), "it stands still");
        assert_eq!(watch.update(at(99), report(Stage::Idle, 0, 0), 0.0), None);
    }

    #[test]
    fn a_second_attempt_says_why_and_adds_its_moves() {
        let mut watch = RunWatch::new();
        watch.update(at(0), report(Stage::Solving, 1, 0), 0.0);
        watch.update(at(1), report(Stage::Executing, 1, 7), 0.0);
        let mut again = report(Stage::Scanning, 2, 0);
        again.text = "the brick rl_clamp is gone; scanning the cube again".into();
        watch.update(at(9), again.clone(), 0.0);
        watch.update(at(12), report(Stage::Executing, 2, 5), 0.0);
        let mut failed = report(Stage::Failed, 2, 5);
        failed.error = "the brick rl_clamp does not answer".into();
        let record = watch.update(at(20), failed, 0.0).expect("the run ended");
        assert_eq!((record.moves, record.attempts), (12, 2));
        assert_eq!(record.reason, "the brick rl_clamp does not answer");
        assert_eq!(watch.run(at(20)).troubles, [again.text, "the brick rl_clamp does not answer".into()]);
        watch.update(at(30), report(Stage::Scanning, 1, 0), 0.0);
        assert!(watch.run(at(30)).troubles.is_empty(), "a new run");
    }

    #[test]
    fn the_plan_of_a_single_move_ends_with_its_seconds() {
        let mut watch = RunWatch::new();
        assert_eq!(watch.plan(at(0)), None);
        watch.take_plan(at(2), plan(3.0));
        assert_eq!(watch.plan(at(4)).and_then(|plan| plan.now), Some(2.0));
        assert_eq!(watch.plan(at(6)), Some(plan(3.0)));
    }

    #[test]
    fn a_resumed_run_counts_its_own_moves() {
        let mut watch = RunWatch::new();
        watch.update(at(0), report(Stage::Executing, 1, 14), 0.0);
        let stopped = watch.update(at(9), report(Stage::Stopped, 1, 14), 0.0);
        assert!(stopped.is_some_and(|run| run.reason == "stopped"));
        watch.update(at(10), report(Stage::Solving, 1, 14), 0.0);
        watch.update(at(11), report(Stage::Executing, 1, 0), 0.0);
        watch.update(at(20), report(Stage::Executing, 1, 9), 0.0);
        // What was done is reported again while the cube is looked at in the next attempt.
        watch.update(at(21), report(Stage::Checking, 2, 9), 0.0);
        let record = watch.update(at(30), report(Stage::Solved, 2, 9), 0.0);
        assert_eq!(record.map(|run| run.moves), Some(9));
    }

    #[test]
    fn a_plan_goes_on_with_the_clock_and_ends_with_its_stage() {
        let mut watch = RunWatch::new();
        watch.update(at(0), report(Stage::Executing, 1, 0), 0.0);
        watch.take_plan(at(2), plan(30.0));
        assert_eq!(watch.plan(at(12)).and_then(|plan| plan.now), Some(10.0));
        assert_eq!(watch.run(at(12)).left, Some(20.0));
        assert_eq!(watch.run(at(40)).left, Some(0.0));
        watch.update(at(13), report(Stage::Executing, 1, 1), 0.0);
        assert!(watch.plan(at(13)).is_some());
        watch.update(at(33), report(Stage::Checking, 1, 1), 0.0);
        assert_eq!(watch.plan(at(33)), Some(plan(30.0)), "it is only looked at");
        assert_eq!(watch.run(at(33)).left, None);
    }
}
