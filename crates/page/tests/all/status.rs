//! The status of a rig's page against the truth: whatever happens, and in whatever order topics arrive, the page shows what is.

use std::time::Duration;

use page::protocol::{CubeStatus, PastRun, Stage};
use page::{CubeReport, Missing, NodeCondition, Published, Record, RunReport, RunWatch};
use testkit::rand::seq::{IndexedRandom, SliceRandom};
use testkit::rand::{RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;

const STAGES: [Stage; 4] = [Stage::Scanning, Stage::Solving, Stage::Executing, Stage::Checking];

const STUCK: &str = "a claw is stuck";
const SLIPPED: &str = "the cube slipped";
const NOBODY: &str = "nobody pressed Yes";

/// What the arms are at.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Job {
    Nothing,
    Run(Stage),
    Moves,
    Lesson,
    HandOver,
}

/// What happens to a rig.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Happening {
    RunBegins,
    RunGoesOn(Stage),
    RunSolves,
    RunFails,
    RunIsCancelled,
    MovesBegin,
    MovesEnd,
    MovesFail,
    LessonBegins,
    LessonEnds,
    HandOverBegins,
    HandOverEnds,
    HandOverFails,
    Stop,
    Resume,
    GiveUp,
    Scramble,
    SetSolved,
    TakeOut,
    PutIn,
    NodeDies,
    NodeReturns,
}

/// A message of the graph.
#[derive(Clone, Debug)]
enum Message {
    Run(RunReport),
    Arms(bool),
    Lesson(bool),
    Cube(CubeStatus, bool),
    Entered(bool),
    Stop(bool),
    Conductor(bool),
    Failure(&'static str),
    Request,
    Hold(bool),
    Missing(bool),
}

/// A rig as it really is.
#[derive(Debug)]
struct World {
    job: Job,
    stopped: bool,
    is_solved: bool,
    /// A run that was stopped and can go on, and how many of its moves are done.
    interrupted: Option<usize>,
    moves_done: usize,
    /// Why what was done last failed, where nothing was begun since.
    failed: Option<&'static str>,
    /// Whether a run was cancelled, and nothing was begun since.
    was_just_cancelled: bool,
    /// Whether claws are closed, and whether a node is dead that a run needs.
    is_held: bool,
    is_missing: bool,
    /// How many runs have ended or stand still.
    runs: usize,
}

impl World {
    fn new() -> Self {
        Self {
            job: Job::Nothing,
            stopped: false,
            is_solved: false,
            interrupted: None,
            moves_done: 0,
            failed: None,
            was_just_cancelled: false,
            is_held: true,
            is_missing: false,
            runs: 0,
        }
    }

    /// What can happen now.
    fn possible(&self) -> Vec<Happening> {
        use Happening::*;
        let of_nodes = if self.is_missing { NodeReturns } else { NodeDies };
        if self.stopped {
            return vec![Resume, GiveUp, Scramble, of_nodes];
        }
        let mut all = match self.job {
            Job::Nothing => vec![
                RunBegins,
                MovesBegin,
                LessonBegins,
                HandOverBegins,
                Scramble,
                SetSolved,
                if self.is_held { TakeOut } else { PutIn },
            ],
            Job::Run(_) => vec![RunSolves, RunFails, RunIsCancelled],
            Job::Moves => vec![MovesEnd, MovesFail],
            Job::Lesson => vec![LessonEnds],
            Job::HandOver => vec![HandOverEnds, HandOverFails],
        };
        if self.interrupted.is_some() && self.job == Job::Nothing {
            all.extend([Resume, GiveUp]);
        }
        all.push(of_nodes);
        if let Job::Run(_) = self.job {
            all.extend(STAGES.map(RunGoesOn));
        }
        all.push(Stop);
        all
    }

    fn report(&self, stage: Stage) -> RunReport {
        let (is_idle, error) = (stage == Stage::Idle, if stage == Stage::Failed { STUCK } else { "" });
        RunReport {
            stage,
            attempt: u32::from(!is_idle),
            text: format!("the run: {stage:?}"),
            moves: if is_idle { Vec::new() } else { (0..20).map(|at| at.to_string()).collect() },
            moves_done: if is_idle { 0 } else { self.moves_done as u32 },
            error: error.into(),
            ..Published::default().run
        }
    }

    /// Lets something happen; what the graph publishes then, one step after the other.
    fn happen(&mut self, happening: Happening, random: &mut ChaCha8Rng) -> Vec<Vec<Message>> {
        use Happening::*;
        let was = self.job;
        let mut steps = Vec::new();
        if !matches!(happening, NodeDies | NodeReturns | TakeOut | PutIn) {
            self.failed = None;
            self.was_just_cancelled = happening == RunIsCancelled;
        }
        let begins = matches!(happening, RunBegins | MovesBegin | LessonBegins);
        if (begins || happening == Resume && self.interrupted.is_some()) && !self.is_held {
            // Arms that begin something close their claws.
            self.is_held = true;
            steps.push(vec![Message::Hold(true)]);
        }
        match happening {
            RunBegins => {
                (self.job, self.moves_done) = (Job::Run(Stage::Scanning), 0);
                // One that was stopped is given up, and published as that.
                if self.interrupted.take().is_some() {
                    steps.push(vec![Message::Run(self.report(Stage::Idle))]);
                }
                steps.push(vec![Message::Run(self.report(Stage::Scanning))]);
            }
            RunGoesOn(stage) => {
                self.job = Job::Run(stage);
                self.moves_done = (self.moves_done + random.random_range(0..3)).min(20);
                self.is_solved = false;
                let cube = Message::Cube(CubeStatus::Partial, false);
                let moves = matches!(stage, Stage::Scanning | Stage::Executing | Stage::Checking);
                steps.push(vec![Message::Run(self.report(stage)), cube, Message::Arms(moves)]);
            }
            RunSolves => {
                (self.job, self.is_solved) = (Job::Nothing, true);
                self.runs += 1;
                steps.push(vec![Message::Arms(false), Message::Cube(CubeStatus::Valid, true)]);
                steps.push(vec![Message::Run(self.report(Stage::Solved))]);
            }
            RunFails => {
                (self.job, self.is_solved, self.failed) = (Job::Nothing, false, Some(STUCK));
                self.runs += 1;
                steps.push(vec![Message::Arms(false)]);
                steps.push(vec![Message::Run(self.report(Stage::Failed))]);
                // The cube is forgotten later.
                steps.push(vec![Message::Cube(CubeStatus::Unknown, false)]);
            }
            RunIsCancelled => {
                (self.job, self.interrupted) = (Job::Nothing, Some(self.moves_done));
                self.runs += 1;
                steps.push(vec![Message::Arms(false)]);
                steps.push(vec![Message::Run(self.report(Stage::Stopped))]);
            }
            MovesFail => {
                (self.job, self.is_solved, self.failed) = (Job::Nothing, false, Some(SLIPPED));
                steps.push(vec![Message::Arms(false)]);
                steps.push(vec![Message::Failure(SLIPPED)]);
                steps.push(vec![Message::Cube(CubeStatus::Unknown, false)]);
            }
            HandOverFails => {
                (self.job, self.is_solved, self.failed) = (Job::Nothing, false, Some(NOBODY));
                let end = RunReport { error: NOBODY.into(), ..self.report(Stage::Idle) };
                steps.push(vec![Message::Conductor(false), Message::Run(end)]);
                steps.push(vec![Message::Cube(CubeStatus::Unknown, false)]);
            }
            NodeDies | NodeReturns => {
                self.is_missing = happening == NodeDies;
                steps.push(vec![Message::Missing(self.is_missing)]);
            }
            // The graph does not notice: cube/state stays.
            TakeOut => {
                (self.is_held, self.is_solved) = (false, false);
                steps.push(vec![Message::Hold(false)]);
            }
            PutIn => {
                self.is_held = true;
                steps.push(vec![Message::Hold(true)]);
            }
            MovesBegin => {
                self.job = Job::Moves;
                steps.push(vec![Message::Arms(true)]);
            }
            LessonBegins => {
                self.job = Job::Lesson;
                steps.push(vec![Message::Arms(true), Message::Lesson(true)]);
            }
            MovesEnd | LessonEnds => {
                (self.job, self.is_solved) = (Job::Nothing, random.random());
                let cube = Message::Cube(CubeStatus::Valid, self.is_solved);
                steps.push(vec![Message::Arms(false), Message::Lesson(false), cube]);
            }
            HandOverBegins => {
                (self.job, self.interrupted) = (Job::HandOver, None);
                steps.push(vec![Message::Conductor(true), Message::Run(self.report(Stage::Idle))]);
            }
            HandOverEnds => {
                (self.job, self.is_solved) = (Job::Nothing, false);
                steps.push(vec![Message::Cube(CubeStatus::Unknown, false)]);
                steps.push(vec![Message::Conductor(false), Message::Run(self.report(Stage::Idle))]);
            }
            Stop => {
                self.stopped = true;
                self.job = Job::Nothing;
                let mut ends = vec![Message::Arms(false), Message::Lesson(false)];
                match was {
                    Job::Run(_) => {
                        self.interrupted = Some(self.moves_done);
                        self.runs += 1;
                        ends.push(Message::Run(self.report(Stage::Stopped)));
                    }
                    Job::HandOver => {
                        ends.extend([Message::Conductor(false), Message::Run(self.report(Stage::Idle))]);
                    }
                    _ => {}
                }
                ends.push(Message::Stop(true));
                steps.push(ends);
            }
            Resume => {
                self.stopped = false;
                steps.push(vec![Message::Stop(false)]);
                if let Some(done) = self.interrupted.take() {
                    (self.job, self.moves_done) = (Job::Run(Stage::Solving), done);
                    // It counts when it ends, or is stopped again.
                    self.runs -= 1;
                    steps.push(vec![Message::Run(self.report(Stage::Solving))]);
                }
            }
            GiveUp => {
                self.stopped = false;
                steps.push(vec![Message::Stop(false)]);
                if self.interrupted.take().is_some() {
                    steps.push(vec![Message::Run(self.report(Stage::Idle))]);
                }
            }
            Scramble => {
                self.is_solved = false;
                steps.push(vec![Message::Request, Message::Cube(CubeStatus::Unknown, false)]);
            }
            SetSolved => {
                self.is_solved = true;
                steps.push(vec![Message::Entered(true)]);
            }
        }
        steps
    }

    /// The truth.
    fn stage(&self) -> Stage {
        match self.job {
            _ if self.stopped => Stage::Stopped,
            Job::Run(stage) => stage,
            Job::Moves => Stage::Moving,
            Job::Lesson => Stage::Teaching,
            Job::HandOver => Stage::HandOver,
            Job::Nothing if self.failed.is_some() => Stage::Failed,
            Job::Nothing if self.was_just_cancelled => Stage::Stopped,
            Job::Nothing if self.is_missing => Stage::NotReady,
            Job::Nothing if self.is_solved && self.is_held => Stage::Solved,
            Job::Nothing => Stage::Idle,
        }
    }
}

/// A page, and its history.
struct Page {
    now: Published,
    watch: RunWatch,
    history: Vec<PastRun>,
}

impl Page {
    fn receive(&mut self, at: Duration, message: Message) {
        match message {
            Message::Arms(moves) => self.now.note_arms(moves, at),
            Message::Lesson(moves) => self.now.arms_teach = moves,
            Message::Cube(status, is_solved) => {
                self.now.note_cube(CubeReport { status, is_solved, is_entered: false }, at);
            }
            Message::Entered(is_solved) => {
                self.now.note_cube(CubeReport { status: CubeStatus::Valid, is_solved, is_entered: true }, at);
            }
            Message::Failure(text) => self.now.note_failure(text.into(), at),
            Message::Request => self.now.note_request(at),
            Message::Hold(may_hold) => self.now.note_hold(Some(may_hold)),
            Message::Missing(is_missing) => {
                self.now.missing = Missing::default();
                if is_missing {
                    self.now.missing.note_node("solver", "solver", &NodeCondition::Silent);
                }
            }
            Message::Stop(stopped) => self.now.note_stop(stopped, at),
            Message::Conductor(hand_over) => self.now.hand_over = hand_over,
            Message::Run(report) => {
                self.now.run = RunReport { stamp: at, ..report };
                match self.watch.update(at, &self.now.run, at.as_secs_f64()) {
                    Some(Record::Ended(run)) => self.history.push(run),
                    Some(Record::GoesOn) => drop(self.history.pop().expect("a run that was stopped")),
                    None => {}
                }
            }
        }
    }
}

/// Lets a rig live through these happenings, and compares the page with it after each.
fn live(seed: u64, most: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut world, mut past) = (World::new(), Vec::new());
    let mut was_solved_by_run = false;
    let mut page = Page { now: Published::default(), watch: RunWatch::new(), history: Vec::new() };
    let mut at = Duration::from_secs(1);
    for _ in 0..most {
        let happening = *world.possible().choose(&mut random).expect("something can always happen");
        past.push(happening);
        if !matches!(happening, Happening::NodeDies | Happening::NodeReturns) {
            was_solved_by_run = happening == Happening::RunSolves;
        }
        let before = page.watch.run(at, &page.now);
        let goes_on = happening == Happening::Resume && before.stage == Stage::Stopped && world.interrupted.is_some();
        for mut step in world.happen(happening, &mut random) {
            at += Duration::from_millis(random.random_range(1..3000));
            // What is published at once comes in any order.
            step.shuffle(&mut random);
            for message in step {
                // A stop is noted when the page receives it.
                at += Duration::from_millis(u64::from(matches!(message, Message::Stop(_))));
                page.receive(at, message);
            }
            let done = page.watch.run(at, &page.now).moves_done;
            assert!(
                !goes_on || done == before.moves_done,
                "the count of a run that goes on: seed {seed}, after {past:?}"
            );
        }
        let shown = page.watch.run(at, &page.now);
        let context = || format!("seed {seed}: {shown:?}\nin {world:?}\nafter {past:?}");
        assert_eq!(shown.stage, world.stage(), "{}", context());
        let says_solved = shown.text.contains("Solved") || shown.text.contains("solved");
        assert!(!says_solved || world.is_solved, "a scrambled cube called solved: {}", context());
        assert!(!shown.text.contains("Ready") || shown.stage == Stage::Idle, "it is not ready: {}", context());
        assert_eq!(
            shown.stage == Stage::NotReady,
            shown.text.contains("the solver has fallen silent"),
            "{}",
            context()
        );
        let resumes = shown.text.contains("Press Resume");
        let is_offered = page.now.is_interrupted();
        assert_eq!(is_offered, world.interrupted.is_some(), "{}", context());
        assert!(!resumes || is_offered, "what cannot go on is offered: {}", context());
        // Figures of a run stand there only while it is what the status is about.
        let is_of_run = match (world.job, world.stage()) {
            (Job::Run(_), _) => true,
            (_, Stage::Stopped) => world.interrupted.is_some(),
            (_, Stage::Failed) => world.failed == Some(STUCK),
            (_, Stage::Solved) => was_solved_by_run,
            _ => false,
        };
        let done = if is_of_run { world.moves_done as u32 } else { 0 };
        assert_eq!((shown.moves.len(), shown.moves_done), (20 * usize::from(is_of_run), done), "{}", context());
        assert_eq!(shown.elapsed.is_some(), is_of_run, "{}", context());
        assert_eq!(page.history.len(), world.runs, "one run is one run: {}", context());
        let failed = (shown.stage == Stage::Failed).then_some(shown.text.as_str());
        assert_eq!(failed, world.failed.filter(|_| shown.stage == Stage::Failed), "{}", context());
        assert!(shown.troubles.is_empty(), "the reason is shown once: {}", context());
    }
}

#[test]
fn the_page_shows_what_is_whatever_happens() {
    for seed in 0..2000 {
        live(seed, 40);
    }
}
