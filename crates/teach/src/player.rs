//! Goes through a lesson step by step, forward and back.

use crate::{Error, Hand, Lesson, LessonStep};

/// A place in a lesson: before its first step, between two steps, or after the last one.
pub struct Player<'a> {
    lesson: &'a Lesson,
    steps: Vec<(usize, &'a LessonStep)>,
    at: usize,
}

impl<'a> Player<'a> {
    /// Before the first step.
    pub fn new(lesson: &'a Lesson) -> Player<'a> {
        Player {
            lesson,
            steps: lesson.steps().collect(),
            at: 0,
        }
    }

    /// How many steps are done.
    pub const fn done(&self) -> usize {
        self.at
    }

    /// How many steps the lesson has.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the lesson has no steps at all.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The step to do now, with the number of its stage; `None` at the end.
    pub fn current(&self) -> Option<(usize, &'a LessonStep)> {
        self.steps.get(self.at).copied()
    }

    /// The cube as it lies now.
    pub fn hand(&self) -> Hand {
        match self.current() {
            Some((_, step)) => step.before,
            None => self.lesson.end(),
        }
    }

    /// Does the current step; says whether there was one.
    pub fn forward(&mut self) -> bool {
        let more = self.at < self.steps.len();
        self.at += usize::from(more);
        more
    }

    /// Undoes the last step; says whether there was one.
    pub fn back(&mut self) -> bool {
        let more = 0 < self.at;
        self.at -= usize::from(more);
        more
    }

    /// Goes before the step with this number, counted from 1.
    ///
    /// # Errors
    /// [`Error::NoSuchStep`].
    pub fn go_to(&mut self, step: usize) -> Result<(), Error> {
        if !(1..=self.steps.len()).contains(&step) {
            return Err(Error::NoSuchStep {
                step,
                steps: self.steps.len(),
            });
        }
        self.at = step - 1;
        Ok(())
    }

    /// Goes before the first step.
    pub fn restart(&mut self) {
        self.at = 0;
    }
}
