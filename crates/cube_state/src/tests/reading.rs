//! What becomes of a reading of six faces: a cube, or the reason why it is none.

use super::*;

#[test]
fn an_impossible_cube_is_refused_with_its_reason() {
    let mut bench = Bench::new();
    bench.photograph_all(&Cube::SOLVED);
    assert_eq!(bench.assembler.state().cube, Some(Cube::SOLVED));
    // The edge UF turned over: one sticker each on the faces U and F.
    let mut up = face_of(&Cube::SOLVED, Face::U);
    let mut front = face_of(&Cube::SOLVED, Face::F);
    std::mem::swap(&mut up.0[7], &mut front.0[1]);
    bench.pictures("face_U", up);
    let state = bench.assembler.state();
    assert_eq!(state.status(), Status::Invalid);
    assert_eq!(state.problem.as_ref().map(|(kind, _)| *kind), Some(Problem::NotNineOfEach));
    bench.pictures("face_F", front);
    let state = bench.assembler.state();
    assert_eq!((state.status(), state.cube), (Status::Invalid, None));
    let (kind, text) = state.problem.clone().expect("it is impossible");
    assert_eq!(kind, Problem::ImpossibleParity);
    assert!(text.contains("UF"), "{text}");
    // A face that is seen again, now right, replaces the wrong one.
    bench.photograph(&Cube::SOLVED, Face::U);
    bench.photograph(&Cube::SOLVED, Face::F);
    assert_eq!(bench.assembler.state().status(), Status::Valid);
}

#[test]
fn two_faces_of_one_colour_are_no_cube() {
    let mut bench = Bench::new();
    for face in Face::ALL {
        let seen = face_of(&Cube::SOLVED, if face == Face::B { Face::U } else { face });
        bench.pictures(&format!("face_{face}"), seen);
    }
    let state = bench.assembler.state();
    assert_eq!(state.status(), Status::Invalid);
    let (kind, text) = state.problem.clone().expect("two faces are alike");
    assert_eq!(kind, Problem::NotNineOfEach);
    assert!(text.contains("U and B"), "{text}");
}

/// What is read of six faces after they were forgotten is of no use.
#[test]
fn a_reading_that_comes_too_late_is_dropped() {
    let mut bench = Bench::new();
    let cube = Cube::from_seed(3);
    bench.photograph_all(&cube);
    let faces = bench.assembler.measurements().expect("all six");
    bench.assembler.reset(seconds(60.0));
    bench.assembler.take_reading(read(&faces));
    assert_eq!(bench.assembler.state().status(), Status::Unknown);
}

#[test]
fn a_cube_of_another_scheme_is_refused_where_one_is_known() {
    let faces = painted(&Cube::from_seed(3));
    let read_as = |scheme: &str| {
        let scheme = Some(scheme.parse().expect("a scheme"));
        let mut bench = Bench::new();
        (bench.assembler).set_settings(Settings { scheme, ..SETTINGS });
        bench.photograph_all(&Cube::from_seed(3));
        let reading = vision::read_state_with(&faces, None);
        bench.assembler.take_reading(reading);
        bench.assembler.state().clone()
    };
    assert_eq!(read_as("western").status(), Status::Valid);
    let upside_down = read_as("YOGWRB");
    assert_eq!(upside_down.status(), Status::Valid, "the same, held upside down");
    let (kind, text) = read_as("japanese").problem.expect("no japanese cube");
    assert_eq!(kind, Problem::ImpossiblePieces);
    assert!(text.contains("WRGYOB"), "{text}");
}

#[test]
fn what_cannot_be_read_at_all_names_the_sticker() {
    let mut bench = Bench::new();
    bench.photograph_all(&Cube::SOLVED);
    let mut faces = painted(&Cube::SOLVED);
    faces[2][3][1] = f32::NAN;
    bench.assembler.take_reading(vision::read_state_with(&faces, None));
    let state = bench.assembler.state();
    assert_eq!((state.status(), state.cube), (Status::Invalid, None));
    let (kind, text) = state.problem.clone().expect("no number");
    assert_eq!(kind, Problem::NotNineOfEach);
    assert!(text.contains("F4"), "{text}");
}
