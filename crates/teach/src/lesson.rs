//! A lesson: the stages of a method with the steps that this cube needs.

use std::sync::OnceLock;

use cube::{Cube, LayerTurn, Layers, Metric, Move, Rotation, Step, fold_rotations};

use crate::{Error, Hand, Method, Options, Piece, Words, cfop};

/// How one cube is solved by one method, with reasons. [`Lesson::new`] is the only way to make one.
#[derive(Clone, Debug)]
pub struct Lesson {
    method: Method,
    start: Cube,
    stages: Vec<LessonStage>,
    /// Once somebody has asked: it takes longer than the lesson.
    expert: OnceLock<String>,
}

/// One stage of a lesson.
#[derive(Clone, Debug)]
pub struct LessonStage {
    /// Its name, such as "white cross".
    pub name: String,
    /// What is to be reached, in one sentence.
    pub goal: String,
    /// Why this is done and why now.
    pub why: String,
    /// What to do, in this order.
    pub steps: Vec<LessonStep>,
}

/// One step: a case, what to do, and why.
#[derive(Clone, Debug)]
pub struct LessonStep {
    /// The name of the case for programs; the same in all languages.
    pub case: String,
    /// The name of the case for people.
    pub name: String,
    /// Why these moves help, in one to three sentences.
    pub reason: String,
    /// How to hold the cube for the turns.
    pub grip: String,
    /// Rotations of the whole cube first, then turns of faces, slices and wide turns.
    pub moves: Vec<LayerTurn>,
    /// The pieces to watch.
    pub pieces: Vec<Piece>,
    /// The cube before the step.
    pub before: Hand,
    /// The cube after the step.
    pub after: Hand,
}

impl Lesson {
    /// The lesson of these stages, whose moves are applied to the cube.
    ///
    /// # Errors
    /// [`Error::WrongLesson`] where they do not solve it.
    pub fn new(method: Method, start: Cube, stages: Vec<LessonStage>) -> Result<Lesson, Error> {
        let lesson = Lesson { method, start, stages, expert: OnceLock::new() };
        if !start.apply_all(&lesson.turns()).is_solved() {
            return Err(Error::WrongLesson { method: method.name(), cube: start });
        }
        Ok(lesson)
    }

    /// The method.
    pub const fn method(&self) -> Method {
        self.method
    }

    /// The cube as it was given.
    pub const fn start(&self) -> &Cube {
        &self.start
    }

    /// All stages of the method; one that the cube has reached already has no steps.
    pub fn stages(&self) -> &[LessonStage] {
        &self.stages
    }

    /// All steps with the number of their stage, counted from 0.
    pub fn steps(&self) -> impl Iterator<Item = (usize, &LessonStep)> {
        let stages = self.stages.iter().enumerate();
        stages.flat_map(|(number, stage)| stage.steps.iter().map(move |step| (number, step)))
    }

    /// All moves as they are done, with rotations of the whole cube.
    pub fn moves(&self) -> Vec<LayerTurn> {
        self.steps().flat_map(|(_, step)| step.moves.iter().copied()).collect()
    }

    /// The same as turns of faces of a cube that is never turned as a whole.
    pub fn turns(&self) -> Vec<Move> {
        let steps: Vec<Step> = self.moves().into_iter().flat_map(LayerTurn::steps).collect();
        fold_rotations(&steps).0
    }

    /// How many turns a hand makes: half turns, slices and wide turns counted once. Rotations of the whole cube count nothing.
    pub fn hand_turns(&self) -> usize {
        hand_turns(&self.moves())
    }

    /// Whether slices or wide turns are among the moves.
    pub fn has_layers(&self) -> bool {
        self.moves().iter().any(|turn| matches!(turn.layers(), Layers::Middle | Layers::Wide))
    }

    /// How many turns of faces, half turns counted once. Rotations of the whole cube count nothing.
    pub fn half_turns(&self) -> usize {
        Metric::HalfTurn.length(&self.turns())
    }

    /// How many quarter turns of faces. Rotations of the whole cube count nothing.
    pub fn quarter_turns(&self) -> usize {
        Metric::QuarterTurn.length(&self.turns())
    }

    /// How many turns an expert with the same cross saves, in a sentence; empty where that says nothing of this lesson. Slices
    /// and wide turns count once. The options are those of the lesson.
    pub fn compared_with_expert(&self, options: &Options) -> &str {
        self.expert.get_or_init(|| {
            let begins = self.stages.first().is_some_and(|stage| !stage.steps.is_empty());
            if self.method != Method::Cfop || !begins {
                return String::new();
            }
            let words = Words::of(options.language);
            let layers = if self.has_layers() { words.sentence("lesson.expert-layers") } else { "" };
            let (expert, turns) = (cfop::expert_turns(&self.start, options), self.hand_turns());
            let key = if expert < turns { "lesson.expert-fewer" } else { "lesson.expert-same" };
            words.fill(key, &[("expert", &expert), ("turns", &turns)]) + layers
        })
    }

    /// The cube after the last step.
    pub fn end(&self) -> Hand {
        let last = self.steps().last();
        last.map_or_else(|| Hand::new(self.start), |(_, step)| step.after)
    }
}

impl LessonStep {
    /// How the whole cube is turned before the first turn of the step.
    pub fn rotation(&self) -> Rotation {
        let whole = self.moves.iter().take_while(|turn| turn.layers() == Layers::All);
        let steps: Vec<Step> = whole.flat_map(|turn| turn.steps()).collect();
        fold_rotations(&steps).1
    }

    /// The cube as it is held for the turns of the step.
    pub fn gripped(&self) -> Hand {
        self.before.rotated(self.rotation())
    }

    /// The turns without the rotation.
    pub fn turns(&self) -> &[LayerTurn] {
        let whole = self.moves.iter().take_while(|turn| turn.layers() == Layers::All);
        &self.moves[whole.count()..]
    }
}

/// How many turns a hand makes.
pub(crate) fn hand_turns(turns: &[LayerTurn]) -> usize {
    turns.iter().filter(|turn| turn.layers() != Layers::All).count()
}
