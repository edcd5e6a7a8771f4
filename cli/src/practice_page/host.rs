//! The host of the page of practice: requests of the learner, and what the page shows.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cube::{Notation, Sequence, format_turns};
use page::protocol::{Answer, Ask, Part, SolvePenalty};
use practice::Penalty;
use teach::catalogue::{self, Case};
use teach::{Language, Spelling};

use super::outcome::{Drilled, Timed};
use super::practised::Practised;
use super::scrambles::Scrambles;
use super::sets::{self, PractisedSet};
use crate::page_host::PageHost;

/// Cases become due by themselves: all is shown again after this time.
const AGAIN: Duration = Duration::from_secs(20);
/// Letters of a note.
const LONGEST: usize = 500;

/// A learner before the page.
pub struct PracticeHost {
    practised: Practised,
    scrambles: Scrambles,
    /// Why there is no scramble.
    problem: Option<String>,
    /// When all was shown last; none where something has changed since.
    shown: Option<Instant>,
    /// The language of the catalogue that was shown last.
    catalogue: Option<Language>,
}

impl PracticeHost {
    pub fn new(practised: Practised) -> Self {
        Self { practised, scrambles: Scrambles::begin(), problem: None, shown: None, catalogue: None }
    }

    /// Carries a request out: what is said of it, or why it is refused.
    fn carry_out(&mut self, ask: &Ask) -> Result<String, String> {
        let (practised, now) = (&mut self.practised, now());
        let in_words = |error: practice::Error| error.to_string();
        match ask {
            Ask::Learner { name } => practised.change_learner(name).map_err(in_words)?,
            Ask::Session { name } => practised.change_session(name).map_err(in_words)?,
            Ask::Drill { sets, order } => {
                let sets = sets.iter().map(|set| PractisedSet::named(set)).collect::<Result<Vec<_>, teach::Error>>();
                let sets = sets.map_err(|error| error.to_string())?;
                if sets.is_empty() {
                    return Err(practised.words().sentence("practice.choose-set").to_owned());
                }
                practised.choose(&sets, *order, now);
            }
            Ask::Drilled { number, remembered, helped, recognised, turned } => {
                let drilled =
                    Drilled { remembered: *remembered, helped: *helped, recognised: *recognised, turned: *turned };
                practised.drilled(*number, drilled, now).map_err(in_words)??;
            }
            Ask::Own { set, case, moves } => {
                let set = set.parse().map_err(|error: teach::Error| error.to_string())?;
                let case = catalogue::find(set, case).map_err(|error| error.to_string())?;
                practised.keep_own(case, &proven(case, moves)?).map_err(in_words)?;
            }
            Ask::Timed { millis, inspected, penalty, turns } => {
                let turns = turns.parse().map_err(in_words)?;
                let timed = Timed { millis: *millis, inspected: *inspected, missing: penalty_of(*penalty), turns };
                practised.timed(timed, now).map_err(in_words)??;
            }
            Ask::Amend { solve, penalty, comment } => {
                let comment: String = comment.chars().take(LONGEST).collect();
                practised.amend((*solve).into(), penalty_of(*penalty), &comment).map_err(in_words)?;
            }
            Ask::Forget { solve } => practised.forget((*solve).into()).map_err(in_words)?,
            Ask::Rescramble => practised.set_scramble(None),
            Ask::Speak { language } => {
                practised.language = language.parse().map_err(|error: teach::Error| error.to_string())?;
            }
            _ => return Err("this page is for practice: there is no rig".to_owned()),
        }
        self.shown = None;
        Ok(String::new())
    }
}

impl PageHost for PracticeHost {
    /// Scrambles come by themselves.
    fn is_moving(&self) -> bool {
        true
    }

    fn answer(&mut self, ask: &Ask, _now: Instant) -> Answer {
        self.carry_out(ask).map_or_else(Answer::refused, Answer::done)
    }

    fn parts(&mut self, at: Instant) -> Vec<Part> {
        if !self.practised.has_scramble() && self.problem.is_none() {
            match self.scrambles.next() {
                Some(Ok(scramble)) => {
                    self.practised.set_scramble(Some(scramble));
                    self.shown = None;
                }
                Some(Err(problem)) => {
                    crate::failure::log(format_args!("there are no scrambles: {problem}"));
                    self.problem = Some(problem);
                }
                None => {}
            }
        }
        if self.shown.is_some_and(|shown| at.saturating_duration_since(shown) < AGAIN) {
            return Vec::new();
        }
        self.shown = Some(at);
        let practised = &self.practised;
        match practised.learner(now()).and_then(|learner| Ok((learner, practised.timer()?))) {
            Ok((learner, timer)) => {
                let parts = [Part::Learner(learner), Part::Timer(timer), Part::Drill(practised.drill())];
                let language = practised.language;
                let catalogue = (self.catalogue.replace(language) != Some(language)).then(|| catalogue_in(language));
                catalogue.into_iter().chain(parts).collect()
            }
            // The next attempt may succeed; what is shown stays.
            Err(error) => {
                crate::failure::log(error);
                Vec::new()
            }
        }
    }
}

/// The catalogue with the beginner's sequences.
fn catalogue_in(language: Language) -> Part {
    let [mut catalogue, _] = page::practice(Spelling::Standard, language);
    if let Part::Catalogue(catalogue) = &mut catalogue {
        catalogue.sets.push(sets::beginner_shown(language));
    }
    catalogue
}

/// A sequence for a case as it is kept, proven to do it; empty for none.
fn proven(case: &Case, moves: &str) -> Result<String, String> {
    if moves.trim().is_empty() {
        return Ok(String::new());
    }
    if LONGEST < moves.len() {
        return Err(format!("a sequence has at most {LONGEST} letters"));
    }
    let sequence = Sequence::parse(moves, Notation::Auto).map_err(|error| error.to_string())?;
    match case.is_done_by(&sequence) {
        true => Ok(format_turns(&sequence.turns, Notation::Standard)),
        false => Err(format!("these moves do not do {}: nothing was changed", case.title())),
    }
}

fn penalty_of(penalty: SolvePenalty) -> Penalty {
    match penalty {
        SolvePenalty::None => Penalty::None,
        SolvePenalty::PlusTwo => Penalty::PlusTwo,
        SolvePenalty::Dnf => Penalty::Dnf,
    }
}

/// Seconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use teach::catalogue::Set;

    use super::*;

    #[test]
    fn only_what_does_the_case_is_kept_as_ones_own() {
        let t = catalogue::find(Set::Pll, "T").expect("a case");
        let kept = proven(t, "(R U R' U') R' F R2 U' R' U' R U R' F'");
        assert_eq!(kept.as_deref(), Ok("R U R' U' R' F R2 U' R' U' R U R' F'"));
        assert_eq!(proven(t, "  ").as_deref(), Ok(""));
        for (moves, words) in [("R U R' U'", "do not do PLL T"), ("R Q", "Q"), (&"R ".repeat(400), "at most 500")] {
            let refused = proven(t, moves).expect_err(moves);
            assert!(refused.contains(words), "{refused}");
        }
    }
}
