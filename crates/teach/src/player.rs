//! A place in a lesson, counted in moves: goes forward and back, by moves and by steps.

use std::sync::Arc;

use cube::LayerTurn;

use crate::{Error, Hand, Lesson, LessonStep};

/// A place in a lesson: before its first move, between two moves, or after the last one.
#[derive(Clone, Debug)]
pub struct Player {
    course: Arc<Course>,
    at: usize,
}

/// A lesson, move by move. Players share it.
#[derive(Debug)]
struct Course {
    lesson: Lesson,
    moves: Vec<PlayedMove>,
    /// The cube before each move, and at the end.
    hands: Vec<Hand>,
    /// How many steps the lesson has.
    steps: usize,
}

/// One move of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// A turn of a face, a slice, a wide turn, or a rotation of the whole cube about one axis.
    pub turn: LayerTurn,
    /// Number of the lesson's step, counted from 0.
    pub of: usize,
}

impl Player {
    /// Before the first move.
    pub fn new(lesson: Lesson) -> Player {
        let mut moves = Vec::new();
        let steps = lesson.steps().count();
        for (of, (_, step)) in lesson.steps().enumerate() {
            moves.extend(step.moves.iter().map(|&turn| PlayedMove { turn, of }));
        }
        let mut hands = vec![Hand::new(*lesson.start())];
        for (before, played) in moves.iter().enumerate() {
            hands.push(hands[before].turned(played.turn));
        }
        let course = Arc::new(Course { lesson, moves, hands, steps });
        Player { course, at: 0 }
    }

    /// Whether both play one lesson, not two that are equal.
    pub(crate) fn shares_lesson_with(&self, other: &Player) -> bool {
        Arc::ptr_eq(&self.course, &other.course)
    }

    /// The lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.course.lesson
    }

    /// All moves. A rotation about two axes is two moves.
    pub fn moves(&self) -> &[PlayedMove] {
        &self.course.moves
    }

    /// How many moves are done.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The move to do now; `None` at the end.
    pub fn next(&self) -> Option<LayerTurn> {
        self.course.moves.get(self.at).map(|played| played.turn)
    }

    /// The cube as it is held now.
    pub fn hand(&self) -> Hand {
        self.course.hands[self.at]
    }

    /// The cube as it is held at each place, from the begin to the end.
    pub fn hands(&self) -> &[Hand] {
        &self.course.hands
    }

    /// Goes before the first move.
    pub fn restart(&mut self) {
        self.at = 0;
    }

    /// Goes where this many moves are done.
    ///
    /// # Errors
    /// [`Error::NoSuchPlace`].
    pub fn go_to(&mut self, at: usize) -> Result<(), Error> {
        if self.course.moves.len() < at {
            return Err(Error::NoSuchPlace { at, moves: self.course.moves.len() });
        }
        self.at = at;
        Ok(())
    }

    /// Number of the step to do now, counted from 0; the number of steps at the end.
    pub fn step_number(&self) -> usize {
        self.course.moves.get(self.at).map_or(self.steps(), |now| now.of)
    }

    /// How many steps the lesson has.
    pub fn steps(&self) -> usize {
        self.course.steps
    }

    /// The step to do now, with the number of its stage; `None` at the end.
    pub fn step(&self) -> Option<(usize, &LessonStep)> {
        self.course.lesson.steps().nth(self.step_number())
    }

    /// Goes to the end of the step; returns whether there was one.
    pub fn finish_step(&mut self) -> bool {
        let more = self.at < self.course.moves.len();
        self.at = self.begin_of_step(self.step_number() + 1);
        more
    }

    /// Goes before a step, counted from 1.
    ///
    /// # Errors
    /// [`Error::NoSuchStep`].
    pub fn go_to_step(&mut self, step: usize) -> Result<(), Error> {
        if !(1..=self.steps()).contains(&step) {
            return Err(Error::NoSuchStep { step, steps: self.steps() });
        }
        self.at = self.begin_of_step(step - 1);
        Ok(())
    }

    /// How many moves come before a step counted from 0. The number of steps gives the number of all moves.
    pub fn begin_of_step(&self, step: usize) -> usize {
        self.course.moves.partition_point(|played| played.of < step)
    }

    /// How many moves come before a stage counted from 0. The number of stages gives the number of all moves.
    pub fn begin_of_stage(&self, stage: usize) -> usize {
        let first = self.course.lesson.steps().position(|(of, _)| stage <= of);
        self.begin_of_step(first.unwrap_or(self.steps()))
    }
}
