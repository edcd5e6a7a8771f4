//! What the page of practice shows and does, without a clock and without a socket.

use cube::{Color, ColorScheme, Cube};
use page::protocol::{
    CaseMemory, DrillNow, DrillOrder, LearnerNow, OwnSequence, RollingAverage, SolvePenalty, TimedSolve, TimerNow,
};
use practice::{
    Average, CaseKey, Drill, Error, Inspection, Learner, Penalty, Rating, Schedule, Session, Solve, Statistics, Store,
};
use rand::seq::{IndexedRandom, SliceRandom};
use teach::{Language, Words, catalogue};

use super::attack::{self, Attack};
use super::outcome::{Drilled, Timed};
use super::scrambles::Scramble;
use super::sets::PractisedSet;

/// Seconds of a day.
const DAY: i64 = 86_400;
/// New cases that are offered at once.
const NEW: usize = 3;
/// Times of a case that are shown.
const SHOWN: usize = 12;
/// Solves that are shown: a session can have ten thousand.
const SHOWN_SOLVES: usize = 100;
/// The name of a learner's first session.
const FIRST_SESSION: &str = "3x3x3";

/// A learner at work.
pub struct Practised {
    store: Store,
    learner: Learner,
    /// What is spoken from now on; what was said of the case under way stays.
    pub language: Language,
    /// The colour of the layers that are done; none for any.
    first: Option<Color>,
    drills: Vec<Drill>,
    schedule: Schedule,
    drill: DrillNow,
    attack: Option<Attack>,
    own: Vec<(CaseKey, String)>,
    session: Session,
    solves: Vec<(i64, Solve)>,
    scramble: Option<Scramble>,
}

impl Practised {
    /// Goes on with a learner's drills and newest session.
    pub fn open(mut store: Store, learner: Learner, first: Option<Color>) -> Result<Self, Error> {
        let Loaded { session, drills, solves, own } = load(&mut store, &learner)?;
        let schedule = Schedule::of(Schedule::RETENTION, &drills);
        let drill = DrillNow::default();
        let language = Language::default();
        Ok(Self {
            store,
            learner,
            language,
            first,
            drills,
            schedule,
            drill,
            attack: None,
            own,
            session,
            solves,
            scramble: None,
        })
    }

    /// The words of the learner's language.
    pub fn words(&self) -> &'static Words {
        Words::of(self.language)
    }

    /// Goes on with another learner, who is added where there is none of this name.
    pub fn change_learner(&mut self, name: &str) -> Result<(), Error> {
        let learner = self.store.learner(name)?;
        let Loaded { session, drills, solves, own } = load(&mut self.store, &learner)?;
        self.schedule = Schedule::of(Schedule::RETENTION, &drills);
        (self.learner, self.session, self.drills, self.solves) = (learner, session, drills, solves);
        (self.own, self.attack) = (own, None);
        self.drill = DrillNow { number: self.drill.number + 1, ..DrillNow::default() };
        Ok(())
    }

    /// Goes on with the learner's session of this name, which is added where there is none.
    pub fn change_session(&mut self, name: &str) -> Result<(), Error> {
        let session = session_named(&mut self.store, &self.learner, name)?;
        self.solves = self.store.solves(session.id)?;
        self.session = session;
        Ok(())
    }

    /// Chooses the next case of these sets.
    pub fn choose(&mut self, sets: &[PractisedSet], order: DrillOrder, now: i64) {
        let all: Vec<CaseKey> = sets.iter().flat_map(|set| set.cases()).collect();
        let again = (self.drill.set.clone(), self.drill.case.clone());
        let is_other = |case: &CaseKey| (&case.set, &case.case) != (&again.0, &again.1);
        if order != DrillOrder::Attack {
            self.attack = None;
        }
        let words = self.words();
        let said = |key: &str| words.sentence(key).to_owned();
        let (chosen, reason) = match order {
            DrillOrder::Attack => self.attacked(sets, &all, now),
            DrillOrder::Random => {
                let others: Vec<&CaseKey> = all.iter().filter(|case| is_other(case)).collect();
                (others.choose(&mut rand::rng()).map(|case| (*case).clone()), said("practice.any"))
            }
            DrillOrder::Weakest => {
                let weakest = self.schedule.weakest(&all, now);
                let chance =
                    |due: &practice::Due| due.memory.map_or(0.0, |memory| (100.0 * memory.chance(now)).round());
                let next = weakest.into_iter().find(|due| is_other(&due.case));
                let reason = next.as_ref().map_or(said("practice.none-drilled"), |due| {
                    words.fill("practice.chance", &[("percent", &chance(due))])
                });
                (next.map(|due| due.case), reason)
            }
            DrillOrder::Due => {
                let due = self.schedule.due(&all, now, NEW);
                let waiting = due.iter().filter(|due| due.memory.is_some()).count();
                match due.into_iter().next() {
                    Some(practice::Due { case, memory: Some(_) }) if waiting == 1 => {
                        (Some(case), said("practice.last-due"))
                    }
                    Some(practice::Due { case, memory: Some(_) }) => {
                        (Some(case), words.fill("practice.due", &[("count", &waiting)]))
                    }
                    Some(practice::Due { case, memory: None }) => (Some(case), said("practice.new")),
                    None => (None, said("practice.nothing-due")),
                }
            }
        };
        let number = self.drill.number + 1;
        self.drill = match chosen {
            None => DrillNow { number, reason, ..DrillNow::default() },
            Some(case) => {
                let stickers = self.stickers(&case).unwrap_or_default();
                DrillNow { number, set: case.set, case: case.case, stickers, reason }
            }
        };
    }

    /// The next case of a time attack, which begins where none goes on; after the last case its result, which is kept.
    fn attacked(&mut self, sets: &[PractisedSet], all: &[CaseKey], now: i64) -> (Option<CaseKey>, String) {
        let titles: Vec<&str> = sets.iter().map(|set| set.title(Language::default())).collect();
        let name = format!("{} {}", attack::TITLE, titles.join(", "));
        let goes_on = self.attack.take().filter(|attack| attack.name() == name);
        let mut attack = goes_on.unwrap_or_else(|| {
            let mut cases = all.to_vec();
            cases.shuffle(&mut rand::rng());
            Attack::new(name, cases)
        });
        if let Some((case, reason)) = attack.next(self.words()) {
            self.attack = Some(attack);
            return (Some(case), reason);
        }
        let Some((solve, text)) = attack.result(now, self.words()) else { return (None, String::new()) };
        match self.keep_attack(attack.name(), &solve) {
            Ok(()) => (None, text),
            Err(error) => (None, self.words().fill("practice.not-kept", &[("text", &text), ("error", &error)])),
        }
    }

    /// Writes the result of a time attack into the session of its name.
    fn keep_attack(&mut self, name: &str, solve: &Solve) -> Result<(), Error> {
        let session = session_named(&mut self.store, &self.learner, name)?;
        self.store.note_solve(session.id, solve)?;
        if session.id == self.session.id {
            self.solves = self.store.solves(session.id)?;
        }
        Ok(())
    }

    /// Keeps the learner's own sequence for a case; it is proven. None where it is empty.
    pub fn keep_own(&mut self, case: &catalogue::Case, moves: &str) -> Result<(), Error> {
        self.store.keep_own(self.learner.id, &CaseKey::new(case.set.name(), case.key()), moves)?;
        self.own = self.store.own(self.learner.id)?;
        Ok(())
    }

    /// The case as it is drilled: the top turned at random, and the layers below of the first colour.
    fn stickers(&self, case: &CaseKey) -> Option<String> {
        let first = self.first.unwrap_or_else(|| *Color::ALL.choose(&mut rand::rng()).unwrap_or(&Color::White));
        PractisedSet::named(&case.set).ok()?.stickers(&case.case, first)
    }

    /// Writes down how the drill of this number went.
    pub fn drilled(&mut self, number: u32, result: Drilled, now: i64) -> Result<Result<(), &'static str>, Error> {
        if number != self.drill.number || self.drill.set.is_empty() {
            return Ok(Err(self.words().sentence("practice.other-shown")));
        }
        let case = CaseKey::new(&*self.drill.set, &*self.drill.case);
        let rating = Rating::of(
            result.remembered,
            result.helped,
            result.recognised,
            practice::usual_time(&self.drills, &case.set),
        );
        if let Some(attack) = &mut self.attack {
            attack.note(&result);
        }
        let Drilled { recognised, turned, .. } = result;
        let drill = Drill { at: now, case, recognised, turned, rating };
        self.store.note_drill(self.learner.id, &drill)?;
        self.schedule.note(&drill.case, now, rating);
        self.drills.push(drill);
        Ok(Ok(()))
    }

    /// Takes the next scramble.
    pub fn set_scramble(&mut self, scramble: Option<Scramble>) {
        self.scramble = scramble;
    }

    /// Whether a scramble is there.
    pub fn has_scramble(&self) -> bool {
        self.scramble.is_some()
    }

    /// Writes a solve of the scramble down, which is used up then. Refuses turns that do not solve it.
    pub fn timed(&mut self, timed: Timed, now: i64) -> Result<Result<(), &'static str>, Error> {
        let Timed { millis, inspected, missing, turns } = timed;
        let late = inspected.map_or(Penalty::None, |millis| Inspection { millis }.penalty());
        let penalty = match (late, missing) {
            (Penalty::Dnf, _) | (_, Penalty::Dnf) => Penalty::Dnf,
            (Penalty::None, missing) => missing,
            (late, _) => late,
        };
        let splits = self.scramble.as_ref().and_then(|scramble| turns.splits(&scramble.cube));
        if splits.is_none() && missing != Penalty::Dnf && !turns.as_slice().is_empty() {
            return Ok(Err(self.words().sentence("practice.not-solved")));
        }
        let splits = splits.map_or_else(Vec::new, Vec::from);
        let scramble = self.scramble.take().map_or_else(String::new, |scramble| scramble.moves);
        let solve = Solve { at: now, millis, penalty, scramble, inspected, splits, turns, ..Solve::default() };
        let id = self.store.note_solve(self.session.id, &solve)?;
        self.solves.push((id, solve));
        Ok(Ok(()))
    }

    /// Changes what is added to a solve, and its note.
    pub fn amend(&mut self, id: i64, penalty: Penalty, comment: &str) -> Result<(), Error> {
        self.store.amend_solve(id, penalty, comment)?;
        self.solves = self.store.solves(self.session.id)?;
        Ok(())
    }

    /// Deletes a solve.
    pub fn forget(&mut self, id: i64) -> Result<(), Error> {
        self.store.delete_solve(id)?;
        self.solves.retain(|(number, _)| *number != id);
        Ok(())
    }

    /// What is remembered.
    pub fn learner(&self, now: i64) -> Result<LearnerNow, Error> {
        let all: Vec<CaseKey> = PractisedSet::all().flat_map(|set| set.cases()).collect();
        let due = |at: i64| self.schedule.due(&all, at, 0).len();
        let cases = self.schedule.weakest(&all, now).into_iter().filter_map(|due| {
            let memory = due.memory?;
            let drills = || self.drills.iter().filter(|drill| drill.case == due.case);
            let newest = |times: Vec<u32>| times[times.len().saturating_sub(SHOWN)..].to_vec();
            Some(CaseMemory {
                drills: count(memory.drills),
                lapses: count(memory.lapses),
                chance: memory.chance(now),
                due: memory.due.saturating_sub(now) as f64 / DAY as f64,
                recognised: newest(drills().filter_map(|drill| drill.recognised).collect()),
                turned: newest(drills().filter_map(|drill| drill.turned).collect()),
                set: due.case.set.clone(),
                case: due.case.case.clone(),
            })
        });
        let ago = |days: i64| {
            let is_then = |drill: &&Drill| (now - drill.at).div_euclid(DAY) == days;
            count(self.drills.iter().filter(is_then).count())
        };
        Ok(LearnerNow {
            name: self.learner.name.clone(),
            names: self.store.learners()?.into_iter().map(|learner| learner.name).collect(),
            due: count(due(now)),
            tomorrow: count(due(now + DAY)),
            cases: cases.collect(),
            days: (0..14).rev().map(ago).collect(),
            own: self.own.iter().map(own_shown).collect(),
        })
    }

    /// The case to drill.
    pub fn drill(&self) -> DrillNow {
        self.drill.clone()
    }

    /// The timer.
    pub fn timer(&self) -> Result<TimerNow, Error> {
        let solves: Vec<Solve> = self.solves.iter().map(|(_, solve)| solve.clone()).collect();
        let statistics = Statistics::of(&solves);
        let millis = |average: Average| match average {
            Average::Of(millis) => Some(millis),
            Average::Dnf => None,
        };
        let (scramble, stickers) = self
            .scramble
            .as_ref()
            .map_or_else(Default::default, |scramble| (scramble.moves.clone(), letters(&scramble.cube)));
        let sessions = self.store.sessions(self.learner.id)?;
        Ok(TimerNow {
            session: number(self.session.id),
            sessions: sessions.into_iter().map(|session| (number(session.id), session.name)).collect(),
            scramble,
            stickers,
            count: count(statistics.count),
            valid: count(statistics.valid),
            solves: self.solves[self.solves.len().saturating_sub(SHOWN_SOLVES)..]
                .iter()
                .map(|(id, solve)| shown(*id, solve))
                .collect(),
            best: statistics.best,
            mean: statistics.mean,
            averages: statistics
                .rolling
                .iter()
                .map(|rolling| RollingAverage {
                    size: count(rolling.size),
                    current: millis(rolling.current),
                    best: millis(rolling.best.0),
                })
                .collect(),
        })
    }
}

/// What a learner's file has of a learner.
struct Loaded {
    /// The newest session.
    session: Session,
    /// All drills.
    drills: Vec<Drill>,
    /// The solves of the session.
    solves: Vec<(i64, Solve)>,
    /// The own sequences.
    own: Vec<(CaseKey, String)>,
}

/// The learner's session of this name, which is added where there is none.
fn session_named(store: &mut Store, learner: &Learner, name: &str) -> Result<Session, Error> {
    let known = store.sessions(learner.id)?.into_iter().find(|session| session.name == name.trim());
    known.map_or_else(|| store.add_session(learner.id, name), Ok)
}

fn load(store: &mut Store, learner: &Learner) -> Result<Loaded, Error> {
    // Time attacks are no solves of a cube: the timer begins with another session.
    let newest = store.sessions(learner.id)?.into_iter().rfind(|session| !session.name.starts_with(attack::TITLE));
    let session = match newest {
        Some(session) => session,
        None => store.add_session(learner.id, FIRST_SESSION)?,
    };
    let solves = store.solves(session.id)?;
    Ok(Loaded { session, drills: store.drills(learner.id)?, solves, own: store.own(learner.id)? })
}

fn own_shown((case, moves): &(CaseKey, String)) -> OwnSequence {
    OwnSequence { set: case.set.clone(), case: case.case.clone(), moves: moves.clone() }
}

fn letters(cube: &Cube) -> String {
    cube.facelets().colors(&ColorScheme::WESTERN).iter().map(|color| color.letter()).collect()
}

fn shown(id: i64, solve: &Solve) -> TimedSolve {
    TimedSolve {
        id: number(id),
        at: solve.at as f64,
        millis: solve.millis,
        penalty: match solve.penalty {
            Penalty::None => SolvePenalty::None,
            Penalty::PlusTwo => SolvePenalty::PlusTwo,
            Penalty::Dnf => SolvePenalty::Dnf,
        },
        scramble: solve.scramble.clone(),
        comment: solve.comment.clone(),
        splits: solve.splits.clone(),
        turns: solve.turns.to_string(),
    }
}

/// Numbers of a file are small.
fn number(id: i64) -> u32 {
    u32::try_from(id).unwrap_or(u32::MAX)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
