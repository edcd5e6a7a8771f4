//! A lesson: a method that a learner follows on a drawn cube.

use serde::Serialize;

/// A lesson and where the learner is in it. The cube is shown as it is held: `U` is above and `F` towards the learner.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonNow {
    /// Name of the method, one of `methods`.
    pub method: String,
    /// The methods that can be chosen: the name for requests, and the name for people.
    pub methods: Vec<(String, String)>,
    /// What the method is like, in a few sentences.
    pub about: String,
    /// The number of each of the 54 places, 0 for none, where the method has numbers; else empty.
    pub numbers: Vec<u8>,
    /// All stages, in order.
    pub stages: Vec<StageNow>,
    /// All steps, in order.
    pub steps: Vec<StepNow>,
    /// All moves of the lesson, in order; rotations of the whole cube are moves too.
    pub moves: Vec<MoveNow>,
    /// How many of the moves are done.
    pub at: u32,
    /// Whether the arms of a rig carry out the moves.
    pub by_arms: bool,
    /// Colour letters of the 54 stickers as the cube is held now, in the order U R F D L B.
    pub stickers: String,
    /// Indices of the stickers whose pieces the step is about; the others are dimmed. Empty when all are equal.
    pub bright: Vec<u8>,
    /// Whether the moves go on by themselves, and the seconds that each of them takes.
    pub playing: bool,
    /// Seconds for each move while it is played.
    pub pace: f64,
    /// The extra turns of the learner, oldest first, in standard notation. Undoing them leads back.
    pub extra_turns: Vec<String>,
    /// The turn that leads on from there, in words: what takes the last of them back, or the other half of the half turn that comes
    /// next. Empty where there are no extra turns.
    pub onward: String,
    /// What happened just now, in a sentence; may be empty.
    pub notice: String,
    /// What the learner is asked (a new cube while a lesson goes on); empty when nothing is.
    pub question: String,
}

/// A stage of the method.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StageNow {
    /// Its name, such as "white cross".
    pub name: String,
    /// What is to be reached.
    pub goal: String,
    /// Why it is done, and why now.
    pub why: String,
    /// How many moves of the lesson come before it.
    pub begin: u32,
    /// How many moves of the lesson have been done at its end.
    pub end: u32,
}

/// A step of a stage: a case and what to do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StepNow {
    /// Number of its stage, from 0.
    pub stage: u32,
    /// The case.
    pub name: String,
    /// Why its moves help.
    pub reason: String,
    /// How to hold the cube for its turns.
    pub grip: String,
    /// The pieces that it is about, by name, such as "the white-blue edge"; those are bright. Empty when all are equal.
    pub watch: String,
    /// How many moves of the lesson come before it.
    pub begin: u32,
    /// How many moves of the lesson have been done at its end.
    pub end: u32,
}

/// A move of the lesson.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveNow {
    /// In standard notation, such as `R'` or `y2`.
    pub turn: String,
    /// As the learner wants moves written.
    pub written: String,
    /// In words.
    pub words: String,
    /// Number of its step, from 0.
    pub step: u32,
}
