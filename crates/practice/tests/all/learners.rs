//! Simulated learners, who forget by another curve than the scheduler assumes: half-life regression (Settles and Meeder, ACL 2016),
//! where the chance halves after each half-life, which grows with each success and shrinks with each failure.

use std::collections::BTreeMap;

use practice::{CaseKey, Rating, Schedule};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const DAY: i64 = 86_400;
/// Days of practice, and those at their end of which the memory counts.
const DAYS: i64 = 120;
const COUNTED: i64 = 60;
/// The names of the 21 cases of PLL.
const PLL: [&str; 21] = [
    "Aa", "Ab", "E", "F", "Ga", "Gb", "Gc", "Gd", "H", "Ja", "Jb", "Na", "Nb", "Ra", "Rb", "T", "Ua", "Ub", "V", "Y",
    "Z",
];

/// What a learner really remembers.
struct Learner {
    /// For each case: half-life in days, when it was drilled last, and how much a success lengthens the half-life.
    cases: BTreeMap<CaseKey, (f64, Option<i64>, f64)>,
    random: ChaCha8Rng,
}

impl Learner {
    /// Some cases are harder than others: half-lives grow by 1.5 to 2.6 times.
    fn draw(seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let case = |name: &&str| (CaseKey::new("pll", *name), (0.6, None, random.random_range(1.5..2.6)));
        Self { cases: PLL.iter().map(case).collect(), random }
    }

    fn chance(&self, case: &CaseKey, now: i64) -> f64 {
        match self.cases[case] {
            (_, None, _) => 0.0,
            (half_life, Some(last), _) => 0.5f64.powf((now - last) as f64 / DAY as f64 / half_life),
        }
    }

    /// Drills a case: whether it was remembered. Afterwards it is known.
    fn drill(&mut self, case: &CaseKey, now: i64) -> bool {
        let chance = self.chance(case, now);
        let is_remembered = self.random.random::<f64>() < chance;
        let (half_life, last, growth) = self.cases.get_mut(case).expect("a case of PLL");
        // Something that is drilled again at once is not better known for that.
        let spacing = (1.0 - chance).clamp(0.02, 1.0).powf(0.3);
        *half_life = if is_remembered {
            *half_life * (1.0 + (*growth - 1.0) * 1.4 * spacing)
        } else {
            (*half_life * 0.6).max(0.5)
        };
        *last = Some(now);
        is_remembered
    }

    fn mean_chance(&self, now: i64) -> f64 {
        self.cases.keys().map(|case| self.chance(case, now)).sum::<f64>() / self.cases.len() as f64
    }
}

/// The drills that were needed, and the share that was remembered on the days that count, just before each day's drills.
fn practised(seed: u64, mut day: impl FnMut(&mut Learner, i64) -> usize) -> (usize, f64) {
    let mut learner = Learner::draw(seed);
    let (mut drills, mut remembered) = (0, 0.0);
    for number in 0..DAYS {
        let morning = number * DAY;
        if DAYS - COUNTED <= number {
            remembered += learner.mean_chance(morning) / COUNTED as f64;
        }
        drills += day(&mut learner, morning);
    }
    (drills, remembered)
}

/// Each day what is due, and two new cases.
fn by_schedule(seed: u64) -> (usize, f64) {
    let cases: Vec<CaseKey> = PLL.map(|name| CaseKey::new("pll", name)).into();
    let mut schedule = Schedule::new(0.95);
    practised(seed, |learner, morning| {
        let mut drills = 0;
        // What was forgotten comes again in the same session.
        for round in 0..20 {
            let now = morning + 120 * round;
            let due = schedule.due(&cases, now, if round == 0 { 2 } else { 0 });
            if due.is_empty() {
                break;
            }
            for due in due {
                let is_remembered = learner.drill(&due.case, now);
                schedule.note(&due.case, now, if is_remembered { Rating::Good } else { Rating::Again });
                drills += 1;
            }
        }
        drills
    })
}

/// Each day this many cases at random, as trainers do that have no memory.
fn at_random(seed: u64, a_day: usize) -> (usize, f64) {
    let cases: Vec<CaseKey> = PLL.map(|name| CaseKey::new("pll", name)).into();
    let mut random = ChaCha8Rng::seed_from_u64(seed ^ 0x5eed);
    practised(seed, |learner, morning| {
        for number in 0..a_day {
            let case = cases.choose(&mut random).expect("21 cases");
            learner.drill(case, morning + 60 * number as i64);
        }
        a_day
    })
}

#[test]
fn the_schedule_holds_95_percent_with_fewer_drills_than_random_order() {
    let (mut scheduled, mut random, mut held) = (0, 0, 0.0);
    const LEARNERS: u64 = 12;
    for seed in 0..LEARNERS {
        let (drills, remembered) = by_schedule(seed);
        scheduled += drills;
        held += remembered / LEARNERS as f64;
        // The fewest a day that hold as much.
        let enough = (1..).map(|a_day| at_random(seed, a_day)).find(|(_, remembered)| 0.95 <= *remembered);
        random += enough.expect("enough drills hold everything").0;
    }
    println!("held {:.1} %, {scheduled} drills by schedule, {random} at random", 100.0 * held);
    assert!(0.95 <= held, "{:.1} % are held", 100.0 * held);
    assert!(10 * scheduled <= 7 * random, "{scheduled} drills by schedule, {random} at random");
}

#[test]
fn what_was_forgotten_is_due_first_and_new_cases_come_last() {
    let cases: Vec<CaseKey> = ["a", "b", "c", "d"].map(|name| CaseKey::new("own", name)).into();
    let mut schedule = Schedule::default();
    schedule.note(&cases[1], 0, Rating::Good);
    schedule.note(&cases[2], 0, Rating::Again);
    let names = |due: &[practice::Due]| due.iter().map(|due| due.case.case.clone()).collect::<Vec<_>>();
    assert_eq!(names(&schedule.due(&cases, 30, 9)), ["a", "d"], "nothing is due again at once");
    assert_eq!(names(&schedule.due(&cases, 60, 1)), ["c", "a"]);
    assert_eq!(names(&schedule.due(&cases, 30 * DAY, 0)), ["c", "b"]);
    assert_eq!(names(&schedule.weakest(&cases, DAY)), ["c", "b"]);
    let memory = schedule.memory(&cases[2]).expect("it was drilled");
    assert_eq!((memory.drills, memory.lapses, memory.due), (1, 1, 60));
    // A clock that was put back harms nothing.
    schedule.note(&cases[2], -10 * DAY, Rating::Easy);
    assert!((0.0..=1.0).contains(&schedule.memory(&cases[2]).expect("it was").chance(i64::MIN)));
}
