//! Cubes that are told instead of seen, and forgetting.

use super::*;

#[test]
fn a_told_cube_is_taken_or_refused_whole() {
    let mut bench = Bench::new();
    let cube = Cube::from_seed(9);
    let set = |bench: &mut Bench, facelets: &str, source| {
        bench.assembler.set(seconds(50.0), facelets, source)
    };
    assert_eq!(
        set(&mut bench, &cube.facelets().to_string(), Source::Set),
        Ok(())
    );
    let state = bench.assembler.state().clone();
    assert_eq!(
        (state.status, state.source, state.solved),
        (Status::Valid, Source::Set, false)
    );
    assert_eq!(
        (state.stamp, state.faces_seen.as_str()),
        (seconds(50.0), "")
    );

    assert!(matches!(
        set(&mut bench, "UUU", Source::Set),
        Err(SetError::Unreadable(_))
    ));
    let mut flipped: Vec<char> = Cube::SOLVED.facelets().to_string().chars().collect();
    flipped.swap(7, 19);
    let flipped: String = flipped.into_iter().collect();
    match set(&mut bench, &flipped, Source::Tracked) {
        Err(SetError::Impossible(reason)) => assert!(reason.contains("white-green"), "{reason}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(
        bench.assembler.state(),
        &state,
        "what is refused changes nothing"
    );

    // Colour letters bring their own scheme; a tracked state in face letters keeps it.
    let yellow_up: String = Cube::SOLVED
        .facelets()
        .stickers()
        .iter()
        .map(|face| ['Y', 'O', 'G', 'W', 'R', 'B'][face.index()])
        .collect();
    assert_eq!(set(&mut bench, &yellow_up, Source::Set), Ok(()));
    assert!(bench.assembler.state().solved);
    assert_eq!(
        set(&mut bench, &cube.facelets().to_string(), Source::Tracked),
        Ok(())
    );
    assert_eq!(bench.assembler.state().scheme, "YOGWRB");
    assert_eq!(bench.assembler.state().source, Source::Tracked);
}

#[test]
fn seeing_begins_anew_after_a_told_cube_and_after_a_reset() {
    let mut bench = Bench::new();
    let cube = Cube::from_seed(5);
    bench.photograph_all(&cube);
    assert_eq!(
        bench
            .assembler
            .set(seconds(9.0), &cube.facelets().to_string(), Source::Tracked),
        Ok(())
    );
    assert!(bench.photograph(&cube, Face::R));
    assert_eq!(bench.assembler.state().faces_seen, "R");
    bench.assembler.reset(seconds(60.0));
    let state = bench.assembler.state();
    assert_eq!(
        (state.status, state.faces_seen.as_str()),
        (Status::Unknown, "")
    );
    assert_eq!(state.stamp, seconds(60.0));
    assert!(
        bench.photograph(&cube, Face::R),
        "the same face counts again after a reset"
    );
}

/// A bench that was told a cube, which the motion planner follows at rest.
fn told(cube: Cube) -> Bench {
    let mut bench = Bench::new();
    let facelets = cube.facelets().to_string();
    let set = bench.assembler.set(seconds(0.0), &facelets, Source::Camera);
    assert_eq!(set, Ok(()));
    assert!(!bench.followed(Motion::Resting, Some(cube)));
    bench
}

fn known(bench: &Bench) -> (Status, String, Source) {
    let state = bench.assembler.state();
    (state.status, state.facelets.clone(), state.source)
}

#[test]
fn a_cube_that_arms_have_turned_is_known_as_it_is_then() {
    let (before, half, after) = (Cube::from_seed(1), Cube::from_seed(2), Cube::from_seed(3));
    let mut bench = told(before);
    for cube in [before, half, after] {
        assert!(!bench.followed(Motion::Moving, Some(cube)));
        assert_eq!(known(&bench).1, before.facelets().to_string());
    }
    assert!(bench.followed(Motion::Resting, Some(after)));
    let expected = (Status::Valid, after.facelets().to_string(), Source::Tracked);
    assert_eq!(known(&bench), expected);
    assert_eq!(bench.assembler.state().stamp, seconds(bench.now));
    assert!(!bench.followed(Motion::Resting, Some(after)));
}

#[test]
fn a_cube_that_was_lost_while_arms_moved_or_with_its_pose_is_forgotten() {
    let cube = Cube::from_seed(1);
    for (moved, then) in [
        (true, Motion::Resting),
        (true, Motion::Unknown),
        (false, Motion::Unknown),
    ] {
        let mut bench = told(cube);
        if moved {
            bench.followed(Motion::Moving, Some(cube));
        }
        assert!(bench.followed(then, None));
        assert_eq!(bench.assembler.state().status, Status::Unknown);
    }
}

/// What the planner follows may be older news than what was told here: only arms change a cube that was told.
#[test]
fn a_cube_that_was_told_since_is_not_overwritten_by_what_was_followed() {
    let (old, new) = (Cube::from_seed(1), Cube::from_seed(2));
    for (motion, then) in [
        (Motion::Resting, Motion::Resting),
        (Motion::Moving, Motion::Resting),
        (Motion::Moving, Motion::Unknown),
    ] {
        let mut bench = told(old);
        bench.followed(motion, Some(old));
        let told = new.facelets().to_string();
        let set = bench.assembler.set(seconds(50.0), &told, Source::Set);
        assert_eq!(set, Ok(()));
        let turned = old.apply(cube::Move::quarter(Face::R));
        assert!(!bench.followed(then, Some(turned).filter(|_| then == Motion::Resting)));
        assert_eq!(known(&bench), (Status::Valid, told, Source::Set));
    }
    // The planner has not heard yet that the cube, which was forgotten, is told once more.
    let mut bench = told(old);
    bench.assembler.reset(seconds(60.0));
    let told = old.facelets().to_string();
    let set = bench.assembler.set(seconds(61.0), &told, Source::Set);
    assert_eq!(set, Ok(()));
    assert!(!bench.followed(Motion::Resting, None));
    assert!(!bench.followed(Motion::Resting, Some(old)));
    assert_eq!(known(&bench).0, Status::Valid);
}
