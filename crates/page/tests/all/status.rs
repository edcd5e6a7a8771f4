//! The status of a rig's page against the truth: whatever happens, and in whatever order topics arrive, the page shows what is.

use std::time::Duration;

use page::protocol::{CubeStatus, PastRun, Stage};
use page::{CubeReport, Missing, NodeCondition, Published, Record, RunReport, RunWatch};
use testkit::rand::seq::{IndexedRandom, SliceRandom};
use testkit::rand::{RngExt, SeedableRng};
use testkit::rand_chacha::ChaCha8Rng;

use crate::world::{Happening, Job, Message, STUCK, World};

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
                    self.now.missing.note_node("solver", "solver", &[], &NodeCondition::Silent);
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
