//! A lesson that arms carry out, with arms that pause, fail and are stopped.

use std::time::Instant;

use cube::{ColorScheme, Cube, random_moves};
use teach::catalogue::{self, Auf};
use teach::{Method, Options, Spelling, Tutor};
use tutor::{ArmFailure, Course, Error, Pause, Request, Session};

fn course(method: Method, cube: &Cube, pause: Pause) -> Course {
    // Arms turn one face at a time.
    let options = Options { slices: false, ..Options::default() };
    let tutor = Tutor::new(method, cube, options).unwrap();
    let session = Session::new(tutor, Spelling::Standard);
    let mut course = Course::new(session.clone());
    course.begin(session, Some(pause));
    course.know_cube(Some((*cube, ColorScheme::WESTERN)));
    course
}

fn at(course: &Course) -> usize {
    course.session().tutor().player().at()
}

/// Does a request with real turns; the arms fail after this many. Returns how often they were sent.
fn with_arms(course: &mut Course, cube: &mut Cube, request: Request, fails: &mut Option<usize>) -> usize {
    let mut turns = course.handle(request, Instant::now()).expect("it can be done").turns;
    let mut sent = 0;
    while !turns.is_empty() {
        sent += 1;
        assert!(course.arms_move());
        let able = fails.map_or(turns.len(), |fails| fails.min(turns.len()));
        for (done, turn) in turns[..able].iter().enumerate() {
            *cube = cube.apply(*turn);
            course.arms_turned(done + 1);
        }
        course.know_cube(Some((*cube, ColorScheme::WESTERN)));
        let failed = fails.take_if(|fails| *fails < turns.len());
        turns = course.arms_ended(match failed {
            Some(_) => Err(ArmFailure::Failed("a claw slipped".to_owned())),
            None => Ok(()),
        });
    }
    assert!(!course.arms_move());
    sent
}

#[test]
fn lessons_are_carried_out_to_the_end_however_the_arms_pause_and_fail() {
    for seed in 0..12 {
        for method in Method::ALL {
            for pause in [Pause::AfterMove, Pause::AfterStep, Pause::AfterStage, Pause::AfterLesson] {
                let mut cube = Cube::from_seed(seed);
                let mut course = course(method, &cube, pause);
                let mut fails = Some(seed as usize % 5);
                let mut asked = 0;
                while !course.session().is_ended() {
                    let before = at(&course);
                    with_arms(&mut course, &mut cube, Request::Next, &mut fails);
                    asked += 1;
                    assert!(before < at(&course) || course.failure().is_some());
                    assert!(asked < 400);
                }
                assert!(cube.is_solved());
                assert_eq!(
                    course.handle(Request::Next, Instant::now()),
                    Err(Error::NotNow("the lesson is at its end"))
                );
            }
        }
    }
}

#[test]
fn the_arms_go_back_play_and_pause() {
    let mut cube = Cube::from_seed(3);
    let mut course = course(Method::Beginner, &cube, Pause::AfterStep);
    let places = random_moves(9, 8);
    let all = course.session().tutor().player().moves().len();
    for turn in places {
        let place = (turn.face().index() * 31 + usize::from(turn.quarters()) * 7) % all;
        with_arms(&mut course, &mut cube, Request::GoTo(place), &mut None);
        assert_eq!(at(&course), place);
    }
    with_arms(&mut course, &mut cube, Request::GoTo(1), &mut None);
    with_arms(&mut course, &mut cube, Request::Back, &mut None);
    assert_eq!((at(&course), cube), (0, Cube::from_seed(3)));
    // Played, it goes from step to step; paused, it ends with the step.
    let turns = course.handle(Request::Play { pace: None }, Instant::now());
    assert!(!turns.expect("it plays").turns.is_empty() && course.goes_on());
    let refused = course.handle(Request::Next, Instant::now());
    assert_eq!(refused, Err(Error::NotNow("the arms are at work")));
    let paused = course.handle(Request::Pause, Instant::now()).expect("it pauses");
    assert!(paused.turns.is_empty() && course.arms_move() && !course.goes_on());
    assert!(course.arms_ended(Ok(())).is_empty() && !course.arms_move());
}

#[test]
fn the_arms_begin_only_where_the_cube_is_as_the_lesson_has_it() {
    let cube = Cube::from_seed(4);
    let mut course = course(Method::Layers, &cube, Pause::AfterMove);
    for known in [None, Some((Cube::from_seed(5), ColorScheme::WESTERN))] {
        course.know_cube(known);
        let refused = course.handle(Request::Next, Instant::now());
        assert!(matches!(refused, Err(Error::NotNow(_))), "{refused:?}");
    }
    // From where the cube is, there is a lesson.
    let replanned = course.handle(Request::Replan(Some(Method::Cfop)), Instant::now());
    assert!(replanned.is_ok_and(|done| !done.said.is_empty()));
    let mut cube = Cube::from_seed(5);
    with_arms(&mut course, &mut cube, Request::Play { pace: None }, &mut None);
    assert!(cube.is_solved());
    for by_hand in [Request::Turn("R".to_owned()), Request::Undo, Request::Answer(true)] {
        assert!(course.handle(by_hand, Instant::now()).is_err());
    }
    course.leave_arms();
    let by_hand = course.handle(Request::Turn("R".to_owned()), Instant::now());
    assert!(by_hand.is_ok_and(|done| done.turns.is_empty()));
}

#[test]
fn a_lesson_that_was_put_aside_for_a_case_is_still_under_way() {
    let tutor = Tutor::new(Method::Beginner, &Cube::from_seed(1), Options::default()).unwrap();
    let mut session = Session::new(tutor, Spelling::Standard);
    let mut ask = |request| {
        session.handle(request, Instant::now()).expect("it can be done");
        session.is_under_way()
    };
    let case = catalogue::find("pll".parse().unwrap(), "Aa").unwrap();
    let practise = || Request::Practise { case, auf: Auf::default() };
    assert!(!ask(practise()), "neither was begun");
    assert!(!ask(Request::Leave));
    assert!(ask(Request::Next));
    assert!(ask(practise()), "the case was not begun, but the lesson was");
    assert!(ask(Request::Leave));
}

#[test]
fn a_lesson_notices_what_others_have_the_arms_do() {
    for seed in 0..8 {
        let cube = Cube::from_seed(seed);
        let mut course = course(Method::Layers, &cube, Pause::AfterMove);
        let known = |cube: Cube| Some((cube, ColorScheme::WESTERN));
        assert_eq!(course.failure(), None);
        // Another cube, or this one turned: it is named, until the cube is as the lesson has it.
        course.know_cube(known(cube.apply_all(&random_moves(seed, 5))));
        assert!(
            matches!(course.failure(), Some(ArmFailure::Failed(text)) if text.contains("not as the lesson has it"))
        );
        assert_eq!((at(&course), course.session().is_ended()), (0, false));
        course.know_cube(None);
        assert_eq!(course.failure(), None, "it is being looked at");
        course.know_cube(known(cube));
        assert_eq!(course.failure(), None);
        // A run has solved it: the lesson is at its end.
        course.know_cube(known(Cube::SOLVED));
        assert_eq!((course.session().is_ended(), course.failure()), (true, None));
        // A lesson by hand is not of the cube in the claws.
        course.leave_arms();
        course.know_cube(known(cube));
        assert_eq!((course.session().is_ended(), course.failure()), (true, None));
    }
}
