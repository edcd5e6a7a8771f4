//! Cubes that are set instead of seen, and forgetting.

use super::*;

#[test]
fn a_cube_is_set_or_refused_whole() {
    let mut bench = Bench::new();
    let cube = Cube::from_seed(9);
    let set = |bench: &mut Bench, facelets: &str, source| bench.assembler.set(seconds(50.0), facelets, source);
    assert_eq!(set(&mut bench, &cube.facelets().to_string(), Source::Set), Ok(()));
    let state = bench.assembler.state().clone();
    assert_eq!(
        (state.status(), bench.assembler.tracker().source(), state.cube),
        (Status::Valid, Source::Set, Some(cube))
    );
    assert_eq!((bench.assembler.tracker().since(), state.faces_seen.as_str()), (seconds(50.0), ""));

    assert!(matches!(set(&mut bench, "UUU", Source::Set), Err(Error::Unreadable(_))));
    let mut flipped: Vec<char> = Cube::SOLVED.facelets().to_string().chars().collect();
    flipped.swap(7, 19);
    let flipped: String = flipped.into_iter().collect();
    match set(&mut bench, &flipped, Source::Tracked) {
        Err(Error::Impossible(reason)) => assert!(reason.contains("white-green"), "{reason}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(bench.assembler.state(), &state, "what is refused changes nothing");

    // Colour letters bring their own scheme; a tracked state in face letters keeps it.
    let yellow_up: String =
        Cube::SOLVED.facelets().stickers().iter().map(|face| ['Y', 'O', 'G', 'W', 'R', 'B'][face.index()]).collect();
    assert_eq!(set(&mut bench, &yellow_up, Source::Set), Ok(()));
    assert_eq!(bench.assembler.state().cube, Some(Cube::SOLVED));
    assert_eq!(set(&mut bench, &cube.facelets().to_string(), Source::Tracked), Ok(()));
    assert_eq!(bench.assembler.state().scheme_letters(), "YOGWRB");
    assert_eq!(bench.assembler.tracker().source(), Source::Tracked);
}

#[test]
fn seeing_begins_anew_after_a_set_cube_and_after_a_reset() {
    let mut bench = Bench::new();
    let cube = Cube::from_seed(5);
    bench.photograph_all(&cube);
    assert_eq!(bench.assembler.set(seconds(9.0), &cube.facelets().to_string(), Source::Tracked), Ok(()));
    assert!(bench.photograph(&cube, Face::R));
    assert_eq!(bench.assembler.state().faces_seen, "R");
    bench.assembler.reset(seconds(60.0));
    let state = bench.assembler.state();
    assert_eq!((state.status(), state.faces_seen.as_str()), (Status::Unknown, ""));
    assert_eq!(bench.assembler.tracker().since(), seconds(60.0));
    assert!(bench.photograph(&cube, Face::R), "the same face counts again after a reset");
}

/// Arms that count what they do, and a bench that has received this.
fn counted() -> (Bench, Turned) {
    let (mut bench, mut turned) = (Bench::new(), Turned::NOT_COUNTED);
    turned.begin(seconds(0.0));
    assert!(bench.turned(turned));
    (bench, turned)
}

fn known(bench: &Bench) -> (Status, String, Source) {
    let state = bench.assembler.state();
    (state.status(), state.facelets.clone(), bench.assembler.tracker().source())
}

#[test]
fn a_cube_that_arms_have_turned_is_known_as_it_is_then_in_its_own_colours() {
    let turn = cube::Move::quarter(Face::R);
    let before = Cube::from_seed(1);
    let (mut bench, mut turned) = counted();
    bench.photograph_all(&before);
    let scheme = bench.assembler.state().scheme();
    turned.turn(turn);
    assert!(bench.turned(turned));
    let after = before.apply(turn).facelets().to_string();
    assert_eq!(known(&bench), (Status::Valid, after, Source::Tracked));
    let state = bench.assembler.state();
    assert_eq!((state.scheme(), bench.assembler.tracker().turns()), (scheme, turned.turns));
    assert_eq!(bench.assembler.tracker().since(), seconds(bench.now));
    assert!(!bench.turned(turned));
}

#[test]
fn a_cube_that_the_arms_have_lost_is_forgotten() {
    let (mut bench, mut turned) = counted();
    bench.photograph_all(&Cube::from_seed(1));
    turned.lose();
    assert!(bench.turned(turned));
    assert_eq!(bench.assembler.state().status(), Status::Unknown);
    assert!(bench.assembler.state().notes[0].contains("the arms could not follow"));
}

/// Pictures of before a turn do not show the cube after it.
#[test]
fn faces_that_were_seen_before_a_turn_are_not_read_again() {
    let (mut bench, mut turned) = counted();
    let cube = Cube::from_seed(1);
    bench.photograph(&cube, Face::U);
    turned.turn(cube::Move::quarter(Face::R));
    assert!(bench.turned(turned));
    assert_eq!(bench.assembler.state().status(), Status::Unknown);
    assert!(bench.assembler.state().notes[0].contains("since its faces were seen"));
    bench.photograph_all(&cube);
    turned.turn(cube::Move::quarter(Face::R));
    assert!(bench.turned(turned));
    let unseen = Err(Error::NotSeen("none".into()));
    assert_eq!(bench.assembler.measurements(), unseen);
}

/// Each turn counts from the newest update of the cube on.
#[test]
fn a_cube_that_was_set_since_is_followed_from_there() {
    let (mut bench, mut turned) = counted();
    bench.photograph_all(&Cube::from_seed(1));
    turned.turn(cube::Move::quarter(Face::R));
    bench.turned(turned);
    let set_cube = Cube::from_seed(2);
    let facelets = set_cube.facelets().to_string();
    let set = bench.assembler.set(seconds(50.0), &facelets, Source::Set);
    assert_eq!(set, Ok(()));
    assert!(!bench.turned(turned));
    assert_eq!(known(&bench), (Status::Valid, facelets, Source::Set));
    let turn = cube::Move::quarter(Face::F);
    turned.turn(turn);
    assert!(bench.turned(turned));
    assert_eq!(known(&bench).1, set_cube.apply(turn).facelets().to_string());
}
