//! Drills with the arms of a rig, on a cube that is turned here: the learner solves what they are handed.

use cube::{Color, ColorScheme, Cube, Face, Move, Rotation, Step, fold_rotations};
use practice::arm_drills::{ArmDrills, Effect, Event, Now, Said, Stage};
use practice::{CaseKey, Drill, Rating, Schedule};
use teach::catalogue::{Case, Set, find};
use teach::{Language, Method, Options, Tutor};

/// Seconds of a day.
const DAY: i64 = 86_400;
/// When the drills begin.
const TODAY: i64 = 400 * DAY;
/// The cases that were practised a year ago, the one that is most likely forgotten first.
const KNOWN: [(Set, &str); 3] = [(Set::Pll, "T"), (Set::Oll, "27"), (Set::F2l, "4")];

/// A rig and its learner. The first colour, white, lies at the arm F.
struct Rig {
    drills: ArmDrills,
    cube: Cube,
    scheme: ColorScheme,
    seconds: f64,
    waiting: Vec<Effect>,
    /// What was asked of the arms and of the solver, in words.
    asked: Vec<&'static str>,
    /// Lengths of the solver's answers since the arms turned last.
    lengths: Vec<usize>,
    noted: Vec<Drill>,
    end: Option<String>,
    /// The effect of this number fails.
    fails: Option<usize>,
    /// The camera reads no certain cube this many times.
    misread: usize,
}

fn practised() -> Vec<Drill> {
    let drill = |(at, (set, name)): (usize, &(Set, &str))| Drill {
        at: at as i64 * DAY,
        case: CaseKey::new(set.name(), *name),
        recognised: Some(2_000),
        turned: Some(4_000),
        rating: Rating::Good,
    };
    KNOWN.iter().enumerate().map(drill).collect()
}

fn white_in_front() -> ColorScheme {
    let held = Rotation::all().find(|held| held.carry(Face::U) == Face::F).expect("24 ways to hold it");
    let centres = Face::ALL.map(|side| ColorScheme::WESTERN.color(held.face_at(side)));
    ColorScheme::from_centres(centres).expect("six colours")
}

impl Rig {
    fn new(cube: Cube, most: u32) -> Rig {
        Rig {
            drills: ArmDrills::new(&Set::ALL, Color::White, most, practised(), Language::English),
            cube,
            scheme: white_in_front(),
            seconds: 100.0,
            waiting: Vec::new(),
            asked: Vec::new(),
            lengths: Vec::new(),
            noted: Vec::new(),
            end: None,
            fails: None,
            misread: 0,
        }
    }

    fn now(&self) -> Now {
        Now { seconds: self.seconds, date: TODAY + self.seconds as i64 }
    }

    fn known(&self) -> Option<(Cube, ColorScheme)> {
        Some((self.cube, self.scheme))
    }

    fn begin(&mut self, cube: Option<(Cube, ColorScheme)>) {
        self.waiting = self.drills.begin(self.now(), cube);
        self.work();
    }

    fn happen(&mut self, event: Event) {
        let effects = self.drills.step(self.now(), event);
        self.waiting.extend(effects);
    }

    fn say(&mut self, said: Said) {
        let effects = self.drills.say(self.now(), said).unwrap_or_else(|reason| panic!("{said:?}: {reason}"));
        self.waiting.extend(effects);
        self.work();
    }

    /// Does what is asked until a person is waited for.
    fn work(&mut self) {
        while !self.waiting.is_empty() {
            let effect = self.waiting.remove(0);
            self.seconds += 1.0;
            let name = match effect {
                Effect::Note(drill) => {
                    self.noted.push(drill);
                    continue;
                }
                Effect::End(text) => {
                    self.end = Some(text);
                    continue;
                }
                Effect::Read => "read",
                Effect::Solve(_) => "solve",
                Effect::Turn(_) => "turn",
                Effect::HandOver => "hand over",
                Effect::TakeBack => "take back",
            };
            self.asked.push(name);
            if self.fails == Some(self.asked.len()) {
                self.happen(Event::Failed("the rig was stopped".to_owned()));
                continue;
            }
            self.carry_out(effect);
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Read if 0 < self.misread => {
                self.misread -= 1;
                self.happen(Event::Read);
                self.happen(Event::Tick);
                assert_eq!(self.drills.stage(), Stage::Reading, "the cube may be known a moment later");
                self.seconds += 60.0;
                self.happen(Event::Tick);
            }
            Effect::Read => {
                self.happen(Event::Cube(self.known()));
                self.happen(Event::Read);
            }
            Effect::Solve(cube) => {
                let moves = solution(&cube);
                self.lengths.push(moves.len());
                self.happen(Event::Solved(moves));
            }
            Effect::Turn(moves) => {
                let shortest = std::mem::take(&mut self.lengths).into_iter().min();
                assert_eq!(Some(moves.len()), shortest, "the arms do the shortest moves");
                self.cube = self.cube.apply_all(&moves);
                self.happen(Event::Turned(Some(self.cube)));
            }
            Effect::HandOver => {
                self.happen(Event::Cube(None));
                self.happen(Event::HandedOver);
            }
            Effect::TakeBack => self.happen(Event::TakenBack),
            Effect::Note(_) | Effect::End(_) => unreachable!("done above"),
        }
    }

    /// The learner knows the case: recognised and turned in these seconds.
    fn does_it(&mut self, recognised: f64, turned: f64) {
        assert_eq!(self.drills.stage(), Stage::Recognising, "{}", self.drills.text());
        let case = self.drills.case().expect("a case was set up");
        self.seconds += recognised;
        self.say(Said::Recognised);
        assert_eq!(self.drills.stage(), Stage::Turning);
        self.cube = by_hand(case, &self.cube).unwrap_or_else(|| panic!("the cube does not show {}", case.title()));
        self.seconds += turned;
        self.say(Said::Done);
    }
}

/// Moves that solve a cube, by the beginner's method.
fn solution(cube: &Cube) -> Vec<Move> {
    let tutor = Tutor::new(Method::Beginner, cube, Options { slices: false, ..Options::default() }).expect("a lesson");
    let steps: Vec<Step> = tutor.player().moves().iter().flat_map(|played| played.turn.steps()).collect();
    fold_rotations(&steps).0
}

/// The cube after the case's own moves, held in one of 24 ways, with turns of the top before and after; none where that does not
/// solve it. The arms set up cubes on which nothing else is left to do.
fn by_hand(case: &Case, cube: &Cube) -> Option<Cube> {
    let top = |quarters: i32| Move::new(Face::U, quarters).into_iter().collect::<Vec<_>>();
    let held = Rotation::all().map(|held| cube.rotated(held));
    let mut ways = held.flat_map(|held| (0..16).map(move |turns| (held, turns / 4, turns % 4)));
    let is_solved = ways.any(|(held, before, after)| {
        held.apply_all(&[top(before), case.moves.clone(), top(after)].concat()).is_solved()
    });
    is_solved.then_some(Cube::SOLVED)
}

#[test]
fn a_session_sets_up_what_is_due_times_it_and_moves_the_schedule() {
    let mut rig = Rig::new(Cube::from_seed(5), 3);
    rig.begin(None);
    assert_eq!(rig.asked[..2], ["read", "solve"], "an unknown cube is read first");
    for (number, (set, name)) in KNOWN.into_iter().enumerate() {
        assert_eq!(rig.drills.case().map(|case| (case.set, case.key())), Some((set, name.to_owned())));
        rig.does_it(1.5 + number as f64, 2.5);
        assert_eq!(rig.drills.noted(), 1 + number as u32);
    }
    assert_eq!(rig.drills.stage(), Stage::Ended);
    assert!(rig.end.as_deref().is_some_and(|end| end.ends_with("All drills are done.")), "{:?}", rig.end);
    let times: Vec<_> = rig.noted.iter().map(|drill| (drill.recognised, drill.turned)).collect();
    assert_eq!(times, [1_500, 2_500, 3_500].map(|recognised| (Some(recognised), Some(2_500))));
    let all = [practised(), rig.noted.clone()].concat();
    let schedule = Schedule::of(Schedule::RETENTION, &all);
    for drill in &rig.noted {
        let memory = schedule.memory(&drill.case).expect("it was drilled");
        assert!(drill.rating == Rating::Good && rig.now().date + 30 * DAY < memory.due, "{drill:?}");
    }
}

#[test]
fn a_cube_that_shows_the_case_already_is_not_turned() {
    let case = find(Set::Pll, "T").expect("a case");
    let mut rig = Rig::new(Cube::SOLVED, 1);
    rig.cube = case.starts(rig.scheme.face(Color::White))[5];
    rig.begin(rig.known());
    assert_eq!(rig.asked, ["hand over"]);
    rig.does_it(1.0, 1.0);
    assert_eq!((rig.asked, rig.noted[0].recognised), (vec!["hand over", "take back", "read"], Some(1_000)));
}

#[test]
fn who_gives_up_gets_the_case_again_and_no_times() {
    let mut rig = Rig::new(Cube::SOLVED, 2);
    rig.begin(rig.known());
    rig.say(Said::Recognised);
    rig.say(Said::GivenUp);
    let Drill { case, recognised, turned, rating, .. } = rig.noted[0].clone();
    assert_eq!((&*case.case, recognised, turned, rating), ("T", None, None, Rating::Again));
    assert!(rig.drills.text().contains("PLL T"), "{}", rig.drills.text());
    // The cube came back as it was, and the other case that is due is set up from there.
    rig.does_it(1.0, 1.0);
    assert_eq!(rig.noted[1].case.case, "27");
}

#[test]
fn a_cube_that_comes_back_otherwise_counts_as_not_remembered_and_is_set_up_anew() {
    let mut rig = Rig::new(Cube::SOLVED, 2);
    rig.begin(rig.known());
    rig.say(Said::Recognised);
    rig.cube = Cube::from_seed(9);
    rig.say(Said::Done);
    assert_eq!((rig.noted[0].rating, rig.noted[0].turned), (Rating::Again, None));
    rig.does_it(1.0, 1.0);
    assert_eq!(rig.noted[1].rating, Rating::Good);
}

#[test]
fn a_learner_who_only_turns_is_not_timed() {
    let mut rig = Rig::new(Cube::SOLVED, 1);
    rig.begin(rig.known());
    rig.cube = Cube::SOLVED;
    rig.say(Said::Done);
    assert_eq!((rig.noted[0].recognised, rig.noted[0].turned, rig.noted[0].rating), (None, None, Rating::Good));
}

#[test]
fn without_a_verdict_of_the_camera_nothing_is_noted_until_it_has_read_the_cube() {
    let mut rig = Rig::new(Cube::SOLVED, 1);
    rig.begin(rig.known());
    rig.misread = 3;
    rig.does_it(1.0, 2.0);
    assert_eq!((rig.drills.stage(), rig.noted.len()), (Stage::Paused, 0));
    assert!(rig.drills.text().contains("no certain cube"), "{}", rig.drills.text());
    rig.say(Said::GoOn);
    assert_eq!((rig.noted[0].recognised, rig.noted[0].turned), (Some(1_000), Some(2_000)));
}

#[test]
fn where_the_claws_hold_no_cube_one_is_asked_for() {
    let mut rig = Rig::new(Cube::from_seed(2), 1);
    rig.misread = 2;
    rig.begin(None);
    assert_eq!(rig.asked[..5], ["read", "read", "take back", "read", "solve"]);
    rig.does_it(1.0, 1.0);
    assert_eq!(rig.noted.len(), 1);
}

/// Whatever was under way, the drills go on where they were, and each is noted once.
#[test]
fn what_is_stopped_goes_on() {
    let session = |fails: Option<usize>| {
        let mut rig = Rig::new(Cube::from_seed(5), 2);
        rig.fails = fails;
        rig.begin(None);
        let mut pauses = 0;
        while rig.end.is_none() {
            match rig.drills.stage() {
                Stage::Paused => {
                    pauses += 1;
                    assert!(rig.drills.text().contains("the rig was stopped"), "{}", rig.drills.text());
                    rig.happen(Event::Cube(rig.known()));
                    rig.say(Said::GoOn);
                }
                _ => rig.does_it(1.0, 2.0),
            }
        }
        (rig, pauses)
    };
    let (whole, _) = session(None);
    for number in 1..=whole.asked.len() {
        let (rig, pauses) = session(Some(number));
        let is_read = whole.asked[number - 1] == "read";
        assert_eq!(pauses, usize::from(!is_read), "a reading is tried twice; {number}: {:?}", rig.asked);
        let drills = |rig: &Rig| rig.noted.iter().map(|drill| (drill.case.clone(), drill.turned)).collect::<Vec<_>>();
        assert_eq!(drills(&rig), drills(&whole), "{number}");
    }
}

#[test]
fn claws_that_were_stopped_while_they_opened_are_opened_and_nothing_is_read() {
    let mut rig = Rig::new(Cube::SOLVED, 1);
    rig.fails = Some(18);
    rig.begin(rig.known());
    assert_eq!((rig.asked.last().copied(), rig.drills.stage()), (Some("hand over"), Stage::Paused));
    rig.happen(Event::Cube(None));
    rig.say(Said::GoOn);
    assert_eq!(rig.asked[17..], ["hand over", "hand over"]);
    // Somebody turned the cube in the claws meanwhile.
    let mut rig = Rig::new(Cube::SOLVED, 1);
    rig.fails = Some(18);
    rig.begin(rig.known());
    rig.cube = Cube::from_seed(3);
    rig.happen(Event::Cube(rig.known()));
    rig.say(Said::GoOn);
    assert_eq!(rig.asked[18], "solve");
    rig.does_it(1.0, 1.0);
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let mut rig = Rig::new(Cube::SOLVED, 1);
    for said in [Said::Recognised, Said::Done, Said::GivenUp] {
        assert!(rig.drills.say(rig.now(), said).is_err(), "{said:?}");
    }
    rig.begin(rig.known());
    assert!(rig.drills.say(rig.now(), Said::GoOn).is_err());
    rig.say(Said::Recognised);
    assert!(rig.drills.say(rig.now(), Said::Recognised).is_err());
    // Late answers are none.
    for event in
        [Event::Read, Event::Solved(Vec::new()), Event::HandedOver, Event::TakenBack, Event::Failed(String::new())]
    {
        assert_eq!(rig.drills.step(rig.now(), event), []);
        assert_eq!(rig.drills.stage(), Stage::Turning);
    }
}

#[test]
fn moves_that_lead_elsewhere_are_not_done() {
    let mut rig = Rig::new(Cube::SOLVED, 1);
    let asked = rig.drills.begin(rig.now(), rig.known());
    assert!(matches!(asked[..], [Effect::Solve(_)]), "{asked:?}");
    assert_eq!(rig.drills.step(rig.now(), Event::Solved(vec![Move::quarter(Face::R)])), []);
    assert_eq!(rig.drills.stage(), Stage::Paused);
}

#[test]
fn where_nothing_is_due_nothing_moves() {
    let recent = |case: &Case| Drill {
        at: TODAY,
        case: CaseKey::new("pll", case.key()),
        recognised: None,
        turned: None,
        rating: Rating::Good,
    };
    let drilled = teach::catalogue::cases(Set::Pll).iter().map(recent).collect();
    let mut drills = ArmDrills::new(&[Set::Pll], Color::White, 5, drilled, Language::English);
    let effects = drills.begin(Now { seconds: 0.0, date: TODAY + 60 }, None);
    assert_eq!(effects, [Effect::End("Nothing is due.".to_owned())]);
}
