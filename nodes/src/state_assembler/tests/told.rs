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
