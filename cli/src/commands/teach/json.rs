//! A lesson as one JSON object: a contract, scripts rely on the keys.

use serde::Serialize;
use teach::{Lesson, LessonStage, LessonStep, Spelling, Words, spelled};

use crate::failure::Failure;
use crate::output::Output;

#[derive(Serialize)]
struct Taught<'a> {
    method: &'static str,
    /// All moves, with rotations of the whole cube, which count no turn.
    moves: String,
    htm: usize,
    qtm: usize,
    /// Turns of a hand: a slice or a wide turn counts once.
    stm: usize,
    stages: Vec<Stage<'a>>,
}

#[derive(Serialize)]
struct Stage<'a> {
    name: &'a str,
    goal: &'a str,
    why: &'a str,
    steps: Vec<Step<'a>>,
}

#[derive(Serialize)]
struct Step<'a> {
    case: &'a str,
    reason: &'a str,
    grip: &'a str,
    moves: String,
    /// The pieces to watch, by the faces of their homes.
    pieces: Vec<String>,
    /// The cube after the step, as it is held then; the centres show how.
    state: String,
}

/// Prints the lesson, its moves in a spelling.
pub fn print(lesson: &Lesson, spelling: Spelling, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let stages = lesson.stages().iter();
    output.json(&Taught {
        method: lesson.method().name(),
        moves: spelled(&lesson.moves(), spelling, words),
        htm: lesson.half_turns(),
        qtm: lesson.quarter_turns(),
        stm: lesson.hand_turns(),
        stages: stages.map(|each| stage(each, spelling, words)).collect(),
    })
}

fn stage<'a>(stage: &'a LessonStage, spelling: Spelling, words: &Words) -> Stage<'a> {
    let steps = stage.steps.iter();
    Stage {
        name: &stage.name,
        goal: &stage.goal,
        why: &stage.why,
        steps: steps.map(|each| step(each, spelling, words)).collect(),
    }
}

fn step<'a>(step: &'a LessonStep, spelling: Spelling, words: &Words) -> Step<'a> {
    Step {
        case: &step.case,
        reason: &step.reason,
        grip: &step.grip,
        moves: spelled(&step.moves, spelling, words),
        pieces: step.pieces.iter().map(ToString::to_string).collect(),
        state: step.after.facelets().to_string(),
    }
}
