//! Drills and solves of a learner, in a file in memory.

use teach::catalogue::Set;

use super::*;

fn practised() -> Practised {
    let mut store = Store::in_memory().expect("memory");
    let learner = store.learner("Ada").expect("a learner");
    Practised::open(store, learner, None).expect("a session")
}

const PLL: PractisedSet = PractisedSet::Catalogue(Set::Pll);
const KNEW: Drilled = Drilled { remembered: true, helped: false, recognised: Some(900), turned: None };

#[test]
fn what_is_due_comes_once_a_day_and_the_weakest_at_any_time() {
    let mut practised = practised();
    let mut seen = Vec::new();
    for at in 0..21 {
        practised.choose(&[PLL], DrillOrder::Due, at);
        let DrillNow { number, case, stickers, .. } = practised.drill();
        assert_eq!(stickers.len(), 54, "{case}");
        practised.drilled(number, KNEW, at).expect("memory").expect("the case that is shown");
        assert!(practised.drilled(number + 1, KNEW, at).expect("memory").is_err(), "no case has this number yet");
        seen.push(case);
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 21, "each case was new once");
    practised.choose(&[PLL], DrillOrder::Due, 30);
    assert!(practised.drill().set.is_empty() && practised.drill().reason.contains("tomorrow"));
    practised.choose(&[PLL], DrillOrder::Weakest, 30);
    assert_eq!(practised.drill().set, "pll");
    practised.choose(&[PLL], DrillOrder::Due, 30 * DAY);
    assert!(practised.drill().reason.contains("21 cases are due"), "{}", practised.drill().reason);
    let learner = practised.learner(30 * DAY).expect("memory");
    assert_eq!((learner.due, learner.cases.len(), learner.days[13]), (21, 21, 0));
    // Another learner remembers nothing.
    practised.change_learner("Bob").expect("a new one");
    assert_eq!(practised.learner(30 * DAY).expect("memory").due, 0);
}

#[test]
fn of_a_long_session_the_newest_solves_are_shown_and_all_count() {
    let mut practised = practised();
    let solve = |at: i64| Solve { at, millis: 10_000 + at as u32, ..Solve::default() };
    let solves: Vec<Solve> = (0..5_000).map(solve).collect();
    practised.store.note_solves(practised.session.id, &solves).expect("memory");
    practised.change_session("3x3x3").expect("the same");
    let timer = practised.timer().expect("memory");
    assert_eq!((timer.count, timer.solves.len(), timer.best), (5_000, SHOWN_SOLVES, Some(10_000)));
    assert_eq!(timer.solves.last().map(|solve| solve.millis), Some(14_999));
    assert!(timer.averages.iter().any(|average| average.size == 100 && average.best == Some(10_049.5)));
}

#[test]
fn what_inspection_costs_is_added_to_what_was_missing() {
    let mut practised = practised();
    for (inspected, missing, result) in [
        (None, Penalty::None, Some(9_000)),
        (Some(14_999), Penalty::None, Some(9_000)),
        (Some(15_000), Penalty::None, Some(11_000)),
        (Some(9_000), Penalty::PlusTwo, Some(11_000)),
        (Some(17_000), Penalty::None, None),
        (Some(1), Penalty::Dnf, None),
    ] {
        let timed = Timed { millis: 9_000, inspected, missing, ..Timed::default() };
        practised.timed(timed, 5).expect("memory").expect("it has no turns");
        let (_, solve) = practised.solves.last().expect("it was timed");
        assert_eq!(solve.result(), result, "{inspected:?} {missing:?}");
    }
    let timer = practised.timer().expect("memory");
    assert_eq!((timer.solves.len(), timer.valid), (6, 4));
    // Five of the last six, two of which do not count.
    assert_eq!(timer.averages.iter().find(|average| average.size == 5).map(|average| average.current), Some(None));
    practised.forget(timer.solves[5].id.into()).expect("it is there");
    practised.change_session("another").expect("a name");
    assert!(practised.timer().expect("memory").solves.is_empty());
    practised.change_session("3x3x3").expect("the first one");
    assert_eq!(practised.timer().expect("memory").solves.len(), 5);
}

#[test]
fn turns_are_kept_with_their_stages_only_where_they_solve_the_scramble() {
    let mut practised = practised();
    let moves = cube::parse_moves("R U R' U' F", cube::Notation::Standard).expect("moves");
    let cube = Cube::SOLVED.apply_all(&moves);
    let timed = |turns: &str, missing| Timed {
        millis: 2_000,
        missing,
        turns: turns.parse().expect("turns"),
        ..Timed::default()
    };
    practised.set_scramble(Some(Scramble { moves: "R U R' U' F".into(), cube }));
    let wrong = timed("F@0 U@500", Penalty::None);
    assert!(practised.timed(wrong, 5).expect("memory").is_err() && practised.has_scramble());
    let right = timed("F'@0 U@500 R@900 U'@1400 R'@2000", Penalty::None);
    practised.timed(right, 6).expect("memory").expect("it is solved");
    practised.set_scramble(Some(Scramble { moves: "R U R' U' F".into(), cube }));
    practised.timed(timed("F@0", Penalty::Dnf), 7).expect("memory").expect("a DNF needs no solved cube");
    let solves = practised.timer().expect("memory").solves;
    assert_eq!(solves[0].turns, "F'@0 U@500 R@900 U'@1400 R'@2000");
    assert_eq!((solves[0].splits.len(), solves[1].splits.len(), solves[1].turns.as_str()), (3, 0, "F@0"));
}

#[test]
fn a_time_attack_has_each_case_once_and_its_result_is_a_solve() {
    for (helped, result) in [(false, Some(21 * 1_500)), (true, None)] {
        let mut practised = practised();
        let mut seen = Vec::new();
        for at in 0..21 {
            practised.choose(&[PLL], DrillOrder::Attack, at);
            let DrillNow { number, case, reason, .. } = practised.drill();
            assert_eq!(reason, format!("Time attack PLL: {} of 21.", at + 1));
            let drilled = Drilled { turned: Some(600), helped: helped && at == 20, ..KNEW };
            practised.drilled(number, drilled, at).expect("memory").expect("the case that is shown");
            seen.push(case);
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 21);
        practised.choose(&[PLL], DrillOrder::Attack, 30);
        let DrillNow { set, reason, .. } = practised.drill();
        assert!(set.is_empty() && reason.contains(if helped { "DNF" } else { "in 31.50 s" }), "{reason}");
        // It is over: the next choice begins another one. The timer stays where it was.
        practised.choose(&[PLL], DrillOrder::Attack, 31);
        assert!(practised.drill().reason.ends_with("1 of 21."));
        assert!(practised.timer().expect("memory").solves.is_empty());
        practised.change_session("Time attack PLL").expect("it was added");
        assert_eq!(practised.solves.iter().map(|(_, solve)| solve.result()).collect::<Vec<_>>(), [result]);
        practised.change_learner("Bob").expect("a new one");
        practised.change_learner("Ada").expect("the first one");
        assert_eq!(practised.session.name, FIRST_SESSION);
    }
}

#[test]
fn a_learners_own_sequence_is_shown_to_this_learner() {
    let mut practised = practised();
    let t = catalogue::find(Set::Pll, "T").expect("a case");
    practised.keep_own(t, "R U R' U'").expect("memory");
    let own = practised.learner(5).expect("memory").own;
    assert_eq!((own.len(), own[0].case.as_str(), own[0].moves.as_str()), (1, "T", "R U R' U'"));
    practised.change_learner("Bob").expect("a new one");
    assert!(practised.learner(5).expect("memory").own.is_empty());
}

#[test]
fn the_beginners_sequences_are_scheduled_as_the_cases_of_the_catalogue() {
    let mut practised = practised();
    let mut seen = Vec::new();
    for at in 0..9 {
        practised.choose(&[PractisedSet::Beginner], DrillOrder::Due, at);
        let DrillNow { number, set, case, stickers, .. } = practised.drill();
        assert_eq!((set.as_str(), stickers.len()), ("beginner", 54), "{case}");
        practised.drilled(number, KNEW, at).expect("memory").expect("the case that is shown");
        seen.push(case);
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 9);
    practised.choose(&[PractisedSet::Beginner], DrillOrder::Due, 30);
    assert!(practised.drill().set.is_empty());
    assert_eq!(practised.learner(30 * DAY).expect("memory").due, 9);
}
