//! The published status of a run.

use cube::{Face, Move};

use crate::events::{Effect, Stage, Status};
use crate::mission::{Mission, Next};
use crate::run::{Run, Work};

impl Mission {
    /// Publishes where the run under way stands.
    pub(crate) fn publish_status(&mut self, stage: Stage, text: String, progress: f32) {
        let Some(run) = &self.run else { return };
        self.effects.push(Effect::Status(Status::of_run(run, stage, text, progress, None)));
    }

    pub(crate) fn publish_look_begins(&mut self, look: Work) {
        let text = match look {
            Work::Check => "looking at the cube again to see whether it is solved",
            _ => "showing the cube to the camera",
        };
        self.publish_status(Self::look_stage(look), text.into(), 0.0);
    }

    pub(crate) fn publish_scan(&mut self, look: Work, face: Option<Face>, done: usize, total: usize) {
        let text = match face {
            None => format!("{done} of {total} faces are read"),
            Some(face) => format!("face {face} is at the camera, {done} of {total} faces are read"),
        };
        self.publish_status(Self::look_stage(look), text, share(done, total));
    }

    pub(crate) fn publish_look_ends(&mut self, look: Work) {
        let again = self.run.as_ref().is_some_and(|run| 0 < run.looks_at_doubt);
        let seen = self.cube.as_ref().map_or(0, |update| update.faces_seen.len());
        let text = match (again, seen) {
            (true, _) => "the faces in doubt were shown again and read".into(),
            (false, 1..6) => format!("{seen} faces were shown and read: only one cube has them"),
            (false, _) => "all six faces were shown and read".into(),
        };
        self.publish_status(Self::look_stage(look), text, 1.0);
    }

    pub(crate) fn publish_doubt(&mut self, look: Work, stickers: &str, faces: &[Face]) {
        let faces: Vec<String> = faces.iter().map(|face| face.letter().to_string()).collect();
        let text = format!("the colours of {stickers} are in doubt; looking again at {}", faces.join(", "));
        self.effects.push(Effect::Warn(text.clone()));
        self.publish_status(Self::look_stage(look), text, 0.0);
    }

    pub(crate) fn publish_solving(&mut self, length: Option<usize>) {
        let text = match length {
            None => "looking for moves that solve the cube".into(),
            Some(1) => "1 move solves the cube".into(),
            Some(length) => format!("{length} moves solve the cube, looking for fewer"),
        };
        self.publish_status(Stage::Solving, text, if length.is_some() { 0.5 } else { 0.0 });
    }

    pub(crate) fn publish_executing(&mut self, done: usize, under_way: Option<Move>) {
        let Some(run) = &mut self.run else { return };
        run.note_moves(done);
        let (done, total) = (run.all_done(), run.moves().len());
        let doing = match under_way {
            None => String::new(),
            Some(turn) => format!(", turning {turn}"),
        };
        let text = match done == total {
            true => format!("all {total} moves are done"),
            false => format!("{done} of {total} moves are done{doing}"),
        };
        self.publish_status(Stage::Executing, text, share(done, total));
    }

    pub(crate) fn publish_retry(&mut self, failure: &str, next: Next) {
        let (stage, then) = match next {
            Next::Look(Work::Check) => (Stage::Checking, "looking again"),
            Next::Look(_) => (Stage::Scanning, "scanning the cube again"),
            Next::GoOn => (Stage::Solving, "trying again"),
        };
        self.publish_status(stage, format!("{failure}; {then}"), 0.0);
    }

    pub(crate) fn publish_solved(&mut self, run: &Run) {
        let moves = match run.all_moves().len() {
            0 => "no moves were needed".into(),
            1 => "1 move was done".into(),
            count => format!("{count} moves were done"),
        };
        let total: f64 = run.seconds.iter().sum();
        let seen = if run.seen { "confirmed by the camera" } else { "the moves were followed" };
        let text = format!("the cube is solved, {seen}: {moves} in {total:.1} s");
        self.effects.push(Effect::Status(Status::of_run(run, Stage::Solved, text, 1.0, None)));
    }
}

fn share(done: usize, total: usize) -> f32 {
    if total == 0 { 0.0 } else { (done as f32 / total as f32).min(1.0) }
}
