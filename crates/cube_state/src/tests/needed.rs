//! Faces that the arms show: five are enough where they leave one cube, and nothing is in doubt.

use super::*;
use crate::CubesLeft;

impl Bench {
    /// The arms show a face until it is read.
    fn show(&mut self, face: Face, seen: SeenFace) {
        self.pose(Some((face, 0)));
        self.now += 0.5;
        self.pictures("camera", seen);
        self.pose(None);
    }

    /// The arms show the faces of a cube but B, each as `change` leaves it.
    fn show_five(&mut self, cube: &Cube, change: impl Fn(Face, &mut SeenFace)) {
        for face in &Face::ALL[..5] {
            let mut seen = paint_of(cube, *face);
            change(*face, &mut seen);
            self.show(*face, seen);
        }
    }
}

/// A face in the colours that `vision` takes for typical paint.
fn paint_of(cube: &Cube, face: Face) -> SeenFace {
    let mut seen = face_of(cube, face);
    for (sticker, rgb) in seen.0.iter_mut().zip(painted(cube)[face.index()]) {
        sticker.rgb = rgb;
    }
    seen
}

fn as_it_is(_: Face, _: &mut SeenFace) {}

#[test]
fn five_faces_are_enough_where_they_leave_one_cube() {
    let mut enough = 0;
    for seed in 0..12 {
        let cube = Cube::from_seed(seed);
        let mut bench = Bench::new();
        for face in &Face::ALL[..4] {
            bench.show(*face, paint_of(&cube, *face));
            let state = bench.assembler.state();
            assert_eq!((state.status(), state.left), (Status::Partial, CubesLeft::Several));
        }
        bench.show(Face::L, paint_of(&cube, Face::L));
        let state = bench.assembler.state().clone();
        if state.status() == Status::Valid {
            enough += 1;
            assert_eq!((state.cube, state.left), (Some(cube), CubesLeft::One));
            assert_eq!(state.facelets, cube.facelets().to_string());
            assert_eq!((state.faces_seen.as_str(), state.problem), ("URFDL", None));
            assert_eq!(bench.assembler.tracker().cube(), Some(cube));
        } else {
            assert_eq!(state.status(), Status::Partial, "seed {seed}");
            assert_eq!(bench.assembler.tracker().cube(), None);
        }
        bench.show(Face::B, paint_of(&cube, Face::B));
        let state = bench.assembler.state();
        assert_eq!((state.cube, state.faces_seen.as_str()), (Some(cube), "URFDLB"));
    }
    println!("five faces are enough for {enough} of 12");
    assert!((1..12).contains(&enough));
}

#[test]
fn a_solved_cube_is_seen_by_five_faces() {
    let mut bench = Bench::new();
    bench.show_five(&Cube::SOLVED, as_it_is);
    assert_eq!(bench.assembler.state().cube, Some(Cube::SOLVED));
}

/// A sticker that was guessed, one that was named wrongly, and one without a name.
#[test]
fn a_doubtful_sticker_keeps_the_sixth_face_wanted() {
    let guessed = |sticker: &mut SeenSticker| sticker.confidence = GUESSED;
    let misnamed = |sticker: &mut SeenSticker| {
        sticker.color = match sticker.color {
            Some(Color::Red) => Some(Color::Orange),
            _ => Some(Color::Red),
        };
    };
    let nameless = |sticker: &mut SeenSticker| sticker.color = None;
    let between = |sticker: &mut SeenSticker| sticker.rgb = [205.0, 60.0, 30.0];
    for spoil in [guessed as fn(&mut SeenSticker), misnamed, nameless, between] {
        let mut bench = Bench::new();
        bench.show_five(&Cube::SOLVED, |face, seen| {
            if face == Face::F {
                spoil(&mut seen.0[1]);
            }
        });
        let state = bench.assembler.state();
        assert_eq!(state.status(), Status::Partial);
        assert_eq!(state.faces_seen, "URFDL");
        bench.show(Face::B, paint_of(&Cube::SOLVED, Face::B));
        assert_ne!(bench.assembler.state().status(), Status::Partial);
    }
}

const GUESSED: f32 = 0.5;

#[test]
fn photographs_are_waited_for_to_the_last() {
    let mut bench = Bench::new();
    for face in &Face::ALL[..5] {
        bench.pictures(&format!("face_{face}"), paint_of(&Cube::SOLVED, *face));
        assert_eq!(bench.assembler.state().status(), Status::Partial);
    }
    assert_eq!(bench.assembler.state().left, CubesLeft::One);
}

/// Without a scheme two unseen centres can be coloured in two ways; a known scheme leaves one, and 8 or 2 cubes of a solved look.
#[test]
fn the_cubes_that_are_left_are_counted() {
    let faces = |unseen: &[Face]| {
        let seen = |face: Face| (!unseen.contains(&face)).then(|| face_of(&Cube::SOLVED, face));
        Face::ALL.map(seen)
    };
    let count = |unseen: &[Face]| CubesLeft::of(&faces(unseen), None);
    assert_eq!(count(&[]), CubesLeft::One);
    assert_eq!(count(&[Face::D]), CubesLeft::One);
    for unseen in [&[Face::D, Face::U][..], &[Face::D, Face::B], &Face::ALL[..5], &Face::ALL] {
        assert_eq!(count(unseen), CubesLeft::Several, "{unseen:?}");
    }
    let japanese = Some(ColorScheme::JAPANESE);
    assert_eq!(CubesLeft::of(&faces(&[Face::D]), japanese.as_ref()), CubesLeft::None);
    let mut twice = faces(&[Face::D]);
    twice[0] = twice[1];
    assert_eq!(CubesLeft::of(&twice, None), CubesLeft::None);
}
