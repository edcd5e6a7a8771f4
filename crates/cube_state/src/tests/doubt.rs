//! Stickers in doubt: named, asked for again, and looked at again without a new scan.

use super::*;
use cube::faces_of;

/// Reads as the other tests do, and doubts every sticker that is unlike all paints.
fn doubting(faces: &Measurements) -> ReadResult {
    let near = |facelet: usize, color: Color| {
        let seen = faces[facelet / 9][facelet % 9];
        let off = seen.iter().zip(rgb(color)).map(|(a, b)| (a - b).powi(2));
        off.sum::<f32>() < 900.0
    };
    let unlike = |facelet: &usize| !Color::ALL.into_iter().any(|color| near(*facelet, color));
    let mut reading = read(faces)?;
    reading.doubtful = (0..54).filter(unlike).collect();
    if !reading.doubtful.is_empty() {
        reading.verdict = Verdict::Doubtful;
        reading.problems = vec!["in doubt".into()];
    }
    reading.notes = vec!["put right: U1".into()];
    Ok(reading)
}

/// One face in the shade at one corner.
fn shaded(cube: &Cube, face: Face) -> SeenFace {
    let mut seen = face_of(cube, face);
    seen.0[2].rgb = seen.0[2].rgb.map(|channel| channel * 0.8);
    seen
}

fn show(bench: &mut Bench, face: Face, seen: SeenFace) {
    bench.pose(Some((face, 0)));
    bench.now += 0.5;
    for _ in 0..4 {
        bench.now += 0.1;
        let observation =
            Observation { stamp: seconds(bench.now), frame_id: "camera_optical_frame".into(), face: Some((seen, 0.8)) };
        observe(&mut bench.assembler, &observation, doubting);
    }
    bench.pose(None);
}

/// A scan of a cube that is red and orange on the faces that get into the shade.
fn scanned() -> (Cube, Bench) {
    let (cube, mut bench) = (Cube::SOLVED, Bench::new());
    for face in Face::ALL {
        let doubtful = [Face::R, Face::L].contains(&face);
        let seen = if doubtful { shaded(&cube, face) } else { face_of(&cube, face) };
        show(&mut bench, face, seen);
    }
    (cube, bench)
}

#[test]
fn stickers_in_doubt_are_named_with_the_faces_to_show_again() {
    let (_, bench) = scanned();
    let state = bench.assembler.state();
    assert_eq!(state.status(), Status::Valid);
    let (kind, text) = state.problem.clone().expect("two stickers are dark");
    assert_eq!(kind, Problem::Doubtful);
    assert!(text.contains("in doubt; show again: R, L"), "{text}");
    assert_eq!(state.doubtful, [9 + 2, 36 + 2]);
    assert_eq!(faces_of(&state.doubtful), [Face::R, Face::L]);
    assert_eq!(state.notes, ["put right: U1"]);
}

#[test]
fn only_the_faces_in_doubt_are_looked_at_again() {
    let (cube, mut bench) = scanned();
    show(&mut bench, Face::L, face_of(&cube, Face::L));
    let state = bench.assembler.state().clone();
    // The other one is not known any more, so that a scan shows it until it was read.
    assert_eq!((state.status(), state.faces_seen.as_str()), (Status::Partial, "UFDLB"));
    assert_eq!(state.doubtful, [9 + 2], "what is still to be looked at");
    show(&mut bench, Face::R, face_of(&cube, Face::R));
    let state = bench.assembler.state();
    assert_eq!((state.status(), state.problem.clone()), (Status::Valid, None));
    assert_eq!(state.cube, Some(Cube::SOLVED));
    assert!(state.doubtful.is_empty());
}

#[test]
fn a_doubt_that_stays_is_reported_again() {
    let (cube, mut bench) = scanned();
    show(&mut bench, Face::R, face_of(&cube, Face::R));
    show(&mut bench, Face::L, shaded(&cube, Face::L));
    assert_eq!(bench.assembler.state().doubtful, [36 + 2]);
    show(&mut bench, Face::L, face_of(&cube, Face::L));
    assert_eq!(bench.assembler.state().problem, None);
}

#[test]
fn a_face_that_is_not_in_doubt_begins_a_new_scan() {
    let (cube, mut bench) = scanned();
    show(&mut bench, Face::U, face_of(&cube, Face::U));
    let state = bench.assembler.state();
    assert_eq!((state.status(), state.faces_seen.as_str()), (Status::Partial, "U"));
    assert!(state.doubtful.is_empty(), "the doubts were about what was seen before");
    show(&mut bench, Face::R, face_of(&cube, Face::R));
    assert_eq!(bench.assembler.state().faces_seen, "UR");
}

#[test]
fn six_faces_are_read_again_when_more_is_known() {
    let (_, mut bench) = scanned();
    let faces = bench.assembler.measurements().expect("all were seen");
    let seen = bench.assembler.tracker().since();
    bench.assembler.take_reading(read(&faces));
    let state = bench.assembler.state();
    assert_eq!((bench.assembler.tracker().since(), state.problem.clone()), (seen, None));
    bench.assembler.reset(seconds(100.0));
    let unseen = Err(Error::NotSeen("none".into()));
    assert_eq!(bench.assembler.measurements(), unseen);
}

/// A driver that reports a turn of the cube without making it.
#[test]
fn a_face_that_looks_exactly_like_the_one_before_is_not_taken_and_named() {
    let (cube, mut bench) = (Cube::from_seed(5), Bench::new());
    show(&mut bench, Face::U, face_of(&cube, Face::U));
    let shown_again = |bench: &mut Bench, seen: SeenFace| {
        bench.pose(Some((Face::F, 0)));
        bench.now += 0.5;
        for _ in 0..4 {
            bench.picture("camera_optical_frame", seen);
        }
        bench.assembler.unmoved()
    };
    let mut still = face_of(&cube, Face::U);
    // Noise of a camera at rest.
    still.0[3].rgb[1] += 0.9;
    assert_eq!(shown_again(&mut bench, still), Some([Face::U, Face::F]));
    assert_eq!(bench.assembler.state().faces_seen, "U");
    bench.pose(None);
    assert_eq!(bench.assembler.unmoved(), None);
    assert_eq!(shown_again(&mut bench, face_of(&cube, Face::F)), None);
    assert_eq!(bench.assembler.state().faces_seen, "UF");
}
