//! A question to a person that waits for a confirmation.

use std::time::{Duration, Instant};

/// Nobody reads a question and does what it says in less time. A confirmation that comes sooner was meant for the question
/// before, such as the second click of a double click.
const SOONEST: Duration = Duration::from_secs(1);

const NOTHING_WAITS: &str = "nothing waits to be confirmed; send a goal to load or release";
const TOO_SOON: &str = "the question was asked less than a second ago; read it, then confirm";

/// The question that waits now, if one does. `W` is what waits for its confirmation.
#[derive(Debug)]
pub struct Question<W> {
    asked: Option<(Instant, W)>,
}

impl<W> Default for Question<W> {
    fn default() -> Self {
        Question { asked: None }
    }
}

impl<W> Question<W> {
    /// Asks; a question before this one waits no longer.
    pub fn ask(&mut self, now: Instant, waiting: W) {
        self.asked = Some((now, waiting));
    }

    /// Confirms the question that waits, and gives what waits for that. `still_waits` says whether it has not given up.
    ///
    /// # Errors
    /// A sentence, where there is no question to confirm.
    pub fn confirm(&mut self, now: Instant, still_waits: impl Fn(&W) -> bool) -> Result<W, &'static str> {
        self.asked.take_if(|(_, waiting)| !still_waits(waiting));
        let is_read = |(since, _): &mut (Instant, W)| SOONEST <= now.saturating_duration_since(*since);
        match self.asked.take_if(is_read) {
            Some((_, waiting)) => Ok(waiting),
            None if self.asked.is_some() => Err(TOO_SOON),
            None => Err(NOTHING_WAITS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_confirmed_once_and_not_at_once() {
        let (mut question, now) = (Question::default(), Instant::now());
        assert_eq!(question.confirm(now, |_| true), Err(NOTHING_WAITS));
        question.ask(now, "open");
        assert_eq!(question.confirm(now, |_| true), Err(TOO_SOON));
        let later = now + SOONEST;
        assert_eq!(question.confirm(later, |_| true), Ok("open"));
        assert_eq!(question.confirm(later, |_| true), Err(NOTHING_WAITS));
    }

    #[test]
    fn a_double_click_confirms_one_question() {
        let (mut question, now) = (Question::default(), Instant::now());
        question.ask(now, "open");
        let later = now + SOONEST;
        assert_eq!(question.confirm(later, |_| true), Ok("open"));
        question.ask(later, "close");
        assert_eq!(question.confirm(later, |_| true), Err(TOO_SOON));
        assert_eq!(question.confirm(later + SOONEST, |_| true), Ok("close"));
    }

    #[test]
    fn a_question_that_was_given_up_cannot_be_confirmed() {
        let (mut question, now) = (Question::default(), Instant::now());
        question.ask(now, ());
        assert_eq!(question.confirm(now, |()| false), Err(NOTHING_WAITS));
        assert_eq!(question.confirm(now + SOONEST, |()| true), Err(NOTHING_WAITS));
    }
}
