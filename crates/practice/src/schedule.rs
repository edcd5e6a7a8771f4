//! Which cases are due, by what is likely to be remembered of them.

use std::collections::BTreeMap;

use fsrs::{FSRS, FSRS6_DEFAULT_DECAY, ItemState, MemoryState, current_retrievability};

use crate::{CaseKey, Drill, Rating};

/// Seconds of a day.
const DAY: i64 = 86_400;
/// A case that was forgotten comes again after this many seconds.
const AGAIN: i64 = 60;

/// What is remembered of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// How many drills there were.
    pub drills: usize,
    /// How many of them it was forgotten in.
    pub lapses: usize,
    /// When the last one was.
    pub last: i64,
    /// When it is due.
    pub due: i64,
    state: MemoryState,
}

impl Memory {
    /// The chance that it is remembered at a moment, 0 to 1.
    pub fn chance(&self, now: i64) -> f64 {
        let days = now.saturating_sub(self.last).max(0) as f32 / DAY as f32;
        f64::from(current_retrievability(self.state, days, FSRS6_DEFAULT_DECAY))
    }
}

/// A case to drill.
#[derive(Clone, Debug, PartialEq)]
pub struct Due {
    /// The case.
    pub case: CaseKey,
    /// What is remembered of it; `None` of a new one.
    pub memory: Option<Memory>,
}

/// What is remembered of all cases that were drilled.
pub struct Schedule {
    model: FSRS,
    retention: f32,
    cases: BTreeMap<CaseKey, Memory>,
}

impl Default for Schedule {
    fn default() -> Self {
        Self::new(Self::RETENTION)
    }
}

impl Schedule {
    /// The chance with which cases are to be remembered when they come again.
    pub const RETENTION: f64 = 0.9;

    /// Nothing is remembered yet. A case is due when the chance to remember it has fallen to `retention` (0.7 to 0.99).
    pub fn new(retention: f64) -> Self {
        Self { model: FSRS::default(), retention: retention.clamp(0.7, 0.99) as f32, cases: BTreeMap::new() }
    }

    /// What is remembered after these drills, the oldest first.
    pub fn of<'a>(retention: f64, drills: impl IntoIterator<Item = &'a Drill>) -> Self {
        let mut schedule = Self::new(retention);
        drills.into_iter().for_each(|drill| schedule.note(&drill.case, drill.at, drill.rating));
        schedule
    }

    /// Takes a drill into account.
    pub fn note(&mut self, case: &CaseKey, at: i64, rating: Rating) {
        let known = self.cases.get(case).copied();
        let days = known.map_or(0, |memory| at.saturating_sub(memory.last).max(0) / DAY);
        let days = u32::try_from(days).unwrap_or(u32::MAX);
        let state = known.map(|memory| memory.state);
        // States that it made itself are valid.
        let Ok(next) = self.model.next_states(state, self.retention, days) else { return };
        let ItemState { memory, interval } = match rating {
            Rating::Again => next.again,
            Rating::Hard => next.hard,
            Rating::Good => next.good,
            Rating::Easy => next.easy,
        };
        let wait = if rating == Rating::Again { AGAIN } else { (f64::from(interval) * DAY as f64) as i64 };
        let (drills, lapses) = known.map_or((0, 0), |memory| (memory.drills, memory.lapses));
        let noted = Memory {
            drills: drills + 1,
            lapses: lapses + usize::from(rating == Rating::Again),
            last: at,
            due: at.saturating_add(wait),
            state: memory,
        };
        self.cases.insert(case.clone(), noted);
    }

    /// What is remembered of a case.
    pub fn memory(&self, case: &CaseKey) -> Option<&Memory> {
        self.cases.get(case)
    }

    /// Those of `cases` that are due at a moment: first those most likely forgotten, then new ones, at most `new` of them.
    pub fn due<'a>(&self, cases: impl IntoIterator<Item = &'a CaseKey>, now: i64, new: usize) -> Vec<Due> {
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for case in cases {
            match self.cases.get(case) {
                Some(memory) if memory.due <= now => known.push(Due { case: case.clone(), memory: Some(*memory) }),
                None if unknown.len() < new => unknown.push(Due { case: case.clone(), memory: None }),
                _ => {}
            }
        }
        let chance = |due: &Due| due.memory.map_or(0.0, |memory| memory.chance(now));
        known.sort_by(|one, other| chance(one).total_cmp(&chance(other)));
        known.extend(unknown);
        known
    }

    /// Cases by how badly they are known at a moment: those most likely forgotten first; new ones are left out.
    pub fn weakest<'a>(&self, cases: impl IntoIterator<Item = &'a CaseKey>, now: i64) -> Vec<Due> {
        let known =
            cases.into_iter().filter_map(|case| Some(Due { case: case.clone(), memory: Some(*self.cases.get(case)?) }));
        let mut known: Vec<Due> = known.collect();
        let chance = |due: &Due| due.memory.map_or(0.0, |memory| memory.chance(now));
        known.sort_by(|one, other| chance(one).total_cmp(&chance(other)));
        known
    }
}
