//! The state machine.

use cube::{Color, ColorScheme, Cube, Move};
use teach::catalogue::{Case, Set, cases};
use teach::{Language, Words};

use super::{Effect, Event, Now, Said, Stage};
use crate::{CaseKey, Drill, Rating, Schedule, usual_time};

/// Seconds that the cube may take to be known after the camera has read its faces.
const KNOWN_WITHIN: f64 = 5.0;
/// How often the cube is read before a person is asked to put it in.
const READINGS: u32 = 2;

/// What the learner has made of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Attempt {
    is_given_up: bool,
    recognised: Option<u32>,
    turned: Option<u32>,
}

/// How far a drill has come: from here it goes on after a pause.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Progress {
    /// The arms have the cube.
    Begun,
    /// The cube shows the case; the learner may have it already.
    Offered,
    /// The learner has ended, and holds the cube.
    Tried(Attempt),
    /// The cube is back.
    Back(Attempt),
}

#[derive(Clone, Debug, PartialEq)]
enum Phase {
    Reading,
    /// The camera has read the faces; the cube is waited for until this time.
    Knowing(f64),
    /// From this cube to each of these, the last of which is asked for; the shortest moves so far.
    Solving(Cube, Vec<Cube>, Option<Vec<Move>>),
    Turning,
    HandingOver,
    /// The learner has had the cube since this time.
    Looking(f64),
    /// Recognised in these milliseconds; turned since this time.
    Trying(u32, f64),
    TakingBack,
    Paused(String),
    Ended,
}

/// A learner's drills with the arms of a rig.
pub struct ArmDrills {
    cases: Vec<&'static Case>,
    first: Color,
    left: u32,
    /// The language of what is said.
    language: Language,
    noted: u32,
    drills: Vec<Drill>,
    schedule: Schedule,
    /// The cube in the claws, where it is known.
    cube: Option<(Cube, ColorScheme)>,
    drill: Option<(&'static Case, Progress)>,
    readings: u32,
    phase: Phase,
    /// What came of the last drill, in a sentence.
    verdict: String,
    effects: Vec<Effect>,
}

impl ArmDrills {
    /// Up to `most` drills of the cases of these sets that are due after earlier `drills`, the oldest first; the layers that are done
    /// begin at the `first` colour.
    pub fn new(sets: &[Set], first: Color, most: u32, drills: Vec<Drill>, language: Language) -> Self {
        Self {
            cases: sets.iter().flat_map(|&set| cases(set)).collect(),
            first,
            left: most,
            language,
            noted: 0,
            schedule: Schedule::of(Schedule::RETENTION, &drills),
            drills,
            cube: None,
            drill: None,
            readings: 0,
            phase: Phase::Paused(String::new()),
            verdict: String::new(),
            effects: Vec::new(),
        }
    }

    /// Begins with this cube in the claws, where it is known.
    pub fn begin(&mut self, now: Now, cube: Option<(Cube, ColorScheme)>) -> Vec<Effect> {
        self.cube = cube;
        self.go_on(now);
        std::mem::take(&mut self.effects)
    }

    /// Takes an event and returns what to do.
    pub fn step(&mut self, now: Now, event: Event) -> Vec<Effect> {
        match (&mut self.phase, event) {
            (phase, Event::Cube(cube)) => {
                self.cube = cube;
                if matches!(phase, Phase::Knowing(_)) && cube.is_some() {
                    self.go_on(now);
                }
            }
            (Phase::Reading, Event::Read) if self.cube.is_some() => self.go_on(now),
            (phase @ Phase::Reading, Event::Read) => *phase = Phase::Knowing(now.seconds + KNOWN_WITHIN),
            (Phase::Knowing(until), Event::Tick) if *until <= now.seconds => {
                self.unread("the faces that the camera read are no certain cube".to_owned());
            }
            (Phase::Reading, Event::Failed(why)) => self.unread(why),
            (Phase::Solving(from, to, best), Event::Solved(moves)) => {
                let (from, to, best) = (*from, std::mem::take(to), best.take());
                self.solved(from, to, best, moves);
            }
            (Phase::Turning, Event::Turned(cube)) => self.turned(now, cube),
            (Phase::HandingOver, Event::HandedOver) => self.phase = Phase::Looking(now.seconds),
            (Phase::TakingBack, Event::TakenBack) => {
                if let Some((case, Progress::Tried(attempt))) = self.drill {
                    self.drill = Some((case, Progress::Back(attempt)));
                }
                self.cube = None;
                self.go_on(now);
            }
            (Phase::Solving(..) | Phase::Turning | Phase::HandingOver | Phase::TakingBack, Event::Failed(why)) => {
                self.phase = Phase::Paused(why);
            }
            _ => {}
        }
        std::mem::take(&mut self.effects)
    }

    /// The learner says something.
    ///
    /// # Errors
    /// Why it makes no sense now.
    pub fn say(&mut self, now: Now, said: Said) -> Result<Vec<Effect>, &'static str> {
        let reason = self.reason(said);
        if !reason.is_empty() {
            return Err(reason);
        }
        let since = |then: f64| ((now.seconds - then).max(0.0) * 1000.0).round() as u32;
        match (said, &self.phase) {
            (Said::Recognised, &Phase::Looking(then)) => self.phase = Phase::Trying(since(then), now.seconds),
            (Said::Done, &Phase::Trying(recognised, then)) => {
                self.tried(Attempt { is_given_up: false, recognised: Some(recognised), turned: Some(since(then)) });
            }
            // Nobody knows where recognition ended.
            (Said::Done, _) => self.tried(Attempt { is_given_up: false, recognised: None, turned: None }),
            (Said::GivenUp, _) => self.tried(Attempt { is_given_up: true, recognised: None, turned: None }),
            _ => self.go_on(now),
        }
        Ok(std::mem::take(&mut self.effects))
    }

    /// Why a learner cannot say this now; empty where it can be said.
    pub fn reason(&self, said: Said) -> &'static str {
        let has_cube = matches!(self.phase, Phase::Looking(_) | Phase::Trying(..));
        match said {
            Said::Recognised if !matches!(self.phase, Phase::Looking(_)) => self.words().sentence("arms.no-case"),
            Said::Done | Said::GivenUp if !has_cube => self.words().sentence("arms.no-cube"),
            Said::GoOn if !matches!(self.phase, Phase::Paused(_)) => self.words().sentence("arms.not-paused"),
            _ => "",
        }
    }

    /// What is waited for.
    pub fn stage(&self) -> Stage {
        match &self.phase {
            Phase::Reading | Phase::Knowing(_) => Stage::Reading,
            Phase::Solving(..) | Phase::Turning => Stage::SettingUp,
            Phase::HandingOver => Stage::HandingOver,
            Phase::Looking(_) => Stage::Recognising,
            Phase::Trying(..) => Stage::Turning,
            Phase::TakingBack => Stage::TakingBack,
            Phase::Paused(_) => Stage::Paused,
            Phase::Ended => Stage::Ended,
        }
    }

    /// The same for people: what came of the last drill, and what they do now.
    pub fn text(&self) -> String {
        let now = match &self.phase {
            Phase::Reading | Phase::Knowing(_) => "arms.reading",
            Phase::Solving(..) | Phase::Turning => "arms.setting-up",
            Phase::HandingOver => "arms.handing-over",
            Phase::Looking(_) => "arms.looking",
            Phase::Trying(..) => "arms.turning",
            Phase::TakingBack => "arms.taking-back",
            Phase::Paused(why) => return self.words().fill("arms.paused", &[("why", why)]),
            Phase::Ended => return self.verdict.clone(),
        };
        format!("{} {}", self.verdict, self.words().sentence(now)).trim().to_owned()
    }

    /// Speaks this language from now on.
    pub fn speak(&mut self, language: Language) {
        self.language = language;
    }

    /// The words of the learner's language.
    pub fn words(&self) -> &'static Words {
        Words::of(self.language)
    }

    /// The case under way.
    pub fn case(&self) -> Option<&'static Case> {
        self.drill.map(|(case, _)| case)
    }

    /// How many drills were noted.
    pub fn noted(&self) -> u32 {
        self.noted
    }

    /// Does what comes next from what is known.
    fn go_on(&mut self, now: Now) {
        let Some((case, progress)) = self.drill.or_else(|| self.chosen(now)) else {
            self.phase = Phase::Ended;
            let end = self.words().sentence(if self.left == 0 { "arms.all-done" } else { "arms.nothing-due" });
            return self.effects.push(Effect::End(format!("{} {end}", self.verdict).trim().to_owned()));
        };
        self.drill = Some((case, progress));
        let is_shown = self.cube.map(|(cube, scheme)| case.is_shown_by(&cube, scheme.face(self.first)));
        if self.cube.is_some() {
            self.readings = 0;
        }
        match (progress, self.cube) {
            (Progress::Tried(_), _) => self.act(Phase::TakingBack, Effect::TakeBack),
            // The claws may have begun to open, after which nobody knows the cube.
            (Progress::Offered, _) if is_shown != Some(false) => self.act(Phase::HandingOver, Effect::HandOver),
            (_, None) => self.read(),
            (Progress::Back(attempt), Some(known)) => self.judge(now, case, attempt, known),
            (_, Some(_)) if is_shown == Some(true) => self.offer(case),
            (_, Some((cube, scheme))) => {
                self.drill = Some((case, Progress::Begun));
                self.ask(cube, case.starts(scheme.face(self.first)), None);
            }
        }
    }

    fn act(&mut self, phase: Phase, effect: Effect) {
        self.phase = phase;
        self.effects.push(effect);
    }

    /// The case that is due.
    fn chosen(&self, now: Now) -> Option<(&'static Case, Progress)> {
        let keys: Vec<CaseKey> = self.cases.iter().map(|case| key(case)).collect();
        let due = self.schedule.due(&keys, now.date, 1).into_iter().next().filter(|_| self.left != 0)?;
        let at = keys.iter().position(|key| *key == due.case)?;
        Some((self.cases[at], Progress::Begun))
    }

    fn read(&mut self) {
        self.readings += 1;
        self.act(Phase::Reading, Effect::Read);
    }

    /// The cube could not be read: it lies badly, or none is there. A person puts it in before a last attempt.
    fn unread(&mut self, why: String) {
        match self.readings {
            ..READINGS => self.read(),
            READINGS => self.act(Phase::TakingBack, Effect::TakeBack),
            _ => {
                self.readings = 0;
                self.phase = Phase::Paused(why);
            }
        }
    }

    /// Asks for moves to the last of these cubes. Once none is left, the arms do the shortest moves.
    fn ask(&mut self, from: Cube, to: Vec<Cube>, best: Option<Vec<Move>>) {
        match (to.last(), best) {
            (Some(next), best) => {
                // What leads from one cube to the other solves this one.
                let between = next.inverse().then(&from);
                self.act(Phase::Solving(from, to, best), Effect::Solve(between));
            }
            (None, best) => self.act(Phase::Turning, Effect::Turn(best.unwrap_or_default())),
        }
    }

    fn solved(&mut self, from: Cube, mut to: Vec<Cube>, best: Option<Vec<Move>>, moves: Vec<Move>) {
        if to.pop() != Some(from.apply_all(&moves)) {
            self.phase = Phase::Paused("the solver's moves do not lead to the case".to_owned());
            return;
        }
        let shorter = best.filter(|best| best.len() <= moves.len()).unwrap_or(moves);
        self.ask(from, to, Some(shorter));
    }

    /// The arms have turned the cube: to this one, where it is known.
    fn turned(&mut self, now: Now, cube: Option<Cube>) {
        self.cube = cube.and_then(|cube| Some((cube, self.cube?.1)));
        let (Some((case, _)), Some((cube, scheme))) = (self.drill, self.cube) else { return self.go_on(now) };
        match case.is_shown_by(&cube, scheme.face(self.first)) {
            true => self.offer(case),
            false => self.phase = Phase::Paused("the arms have turned the cube to another case".to_owned()),
        }
    }

    fn offer(&mut self, case: &'static Case) {
        self.drill = Some((case, Progress::Offered));
        self.act(Phase::HandingOver, Effect::HandOver);
    }

    fn tried(&mut self, attempt: Attempt) {
        if let Some((_, progress)) = &mut self.drill {
            *progress = Progress::Tried(attempt);
        }
        self.act(Phase::TakingBack, Effect::TakeBack);
    }

    /// Notes the drill by what the learner said and by the cube that was read, and goes on.
    fn judge(&mut self, now: Now, case: &'static Case, attempt: Attempt, (cube, scheme): (Cube, ColorScheme)) {
        let Attempt { is_given_up, recognised, turned } = attempt;
        let remembered = !is_given_up && case.is_done_on(&cube, scheme.face(self.first));
        // Times of what was not remembered say nothing about what is usual.
        let [recognised, turned] = [recognised, turned].map(|millis| millis.filter(|_| remembered));
        let case_key = key(case);
        let rating = Rating::of(remembered, false, recognised, usual_time(&self.drills, &case_key.set));
        let drill = Drill { at: now.date, case: case_key, recognised, turned, rating };
        let seconds = |millis: u32| f64::from(millis) / 1000.0;
        let title = case.title();
        self.verdict = match (remembered, recognised, turned) {
            (true, Some(recognised), Some(turned)) => {
                let times = [recognised, turned].map(|millis| format!("{:.1}", seconds(millis)));
                let [recognised, turned] = &times;
                let values: [(&str, &dyn std::fmt::Display); 3] =
                    [("case", &title), ("recognised", recognised), ("turned", turned)];
                self.words().fill("arms.times", &values)
            }
            (true, ..) => self.words().fill("arms.done", &[("case", &title)]),
            (false, ..) if is_given_up => self.words().fill("arms.given-up", &[("case", &title)]),
            (false, ..) => self.words().fill("arms.not-as-left", &[("case", &title)]),
        };
        self.schedule.note(&drill.case, drill.at, rating);
        self.drills.push(drill.clone());
        self.effects.push(Effect::Note(drill));
        (self.left, self.noted, self.drill) = (self.left - 1, self.noted + 1, None);
        self.go_on(now);
    }
}

fn key(case: &Case) -> CaseKey {
    CaseKey::new(case.set.name(), case.key())
}
