//! Wide turns, slices and rotations: what they do, checked layer by layer in space, and how they are simplified.

use cube::{
    Cube, Face, LayerTurn, Layers, Metric, Notation, Rotation, Sequence, Step, fold_rotations, format_turns,
    parse_moves, parse_steps, simplified, simplified_turns,
};
use testkit::proptest::prelude::*;
use testkit::stickers::Stickers;

fn any_turns() -> impl Strategy<Value = Vec<LayerTurn>> {
    let layers = prop_oneof![
        3 => Just(Layers::Outer),
        2 => Just(Layers::Wide),
        2 => Just(Layers::Middle),
        1 => Just(Layers::All),
    ];
    let turn = (0..6_usize, layers, 1..4).prop_map(|(face, layers, quarters)| {
        LayerTurn::new(Face::ALL[face], layers, quarters).expect("1 to 3 quarters")
    });
    prop::collection::vec(turn, 0..25)
}

/// What the cube shows after face turns that are read off the written turns, and how it is held then.
fn folded(turns: &[LayerTurn]) -> String {
    let steps: Vec<Step> = turns.iter().flat_map(|turn| turn.steps()).collect();
    let (moves, held) = fold_rotations(&steps);
    let cube = Cube::SOLVED.apply_all(&moves);
    cube.facelets().rotated(held).to_string()
}

fn in_space(plain: &str) -> String {
    let mut stickers = Stickers::solved();
    stickers.turn(plain);
    stickers.text()
}

fn standard(text: &str) -> Vec<LayerTurn> {
    Sequence::parse(text, Notation::Standard).unwrap().turns
}

proptest! {
    /// The same layers turn as in a model that knows only layers, and every notation writes what it reads again.
    #[test]
    fn turns_move_their_layers_and_are_read_again(turns in any_turns()) {
        let text = format_turns(&turns, Notation::Standard);
        prop_assert_eq!(folded(&turns), in_space(&text), "{}", text);
        for notation in [Notation::Standard, Notation::Quarters, Notation::PlusMinus, Notation::Case] {
            let text = format_turns(&turns, notation);
            for written in [text.clone(), text.replace(' ', "")] {
                let read = Sequence::parse(&written, notation).unwrap();
                prop_assert_eq!(folded(&read.turns), folded(&turns), "{} as {}", written, notation);
                prop_assert_eq!(read.ignored, 0);
                if matches!(notation, Notation::Standard | Notation::Quarters) {
                    prop_assert_eq!(&read.turns, &turns);
                }
            }
        }
    }

    #[test]
    fn inverted_turns_lead_back(turns in any_turns()) {
        let back = turns.iter().rev().map(|turn| turn.inverse());
        let there_and_back: Vec<LayerTurn> = turns.iter().copied().chain(back).collect();
        prop_assert_eq!(folded(&there_and_back), Cube::SOLVED.facelets().to_string());
    }

    /// The same effect, never longer, and nothing is left to do.
    #[test]
    fn simplified_turns_do_the_same(turns in any_turns()) {
        let simple = simplified_turns(&turns);
        prop_assert_eq!(in_space(&format_turns(&simple, Notation::Standard)), folded(&turns));
        let layers_turned = |turns: &[LayerTurn]| {
            turns.iter().filter(|turn| turn.layers() != Layers::All).count()
        };
        prop_assert!(layers_turned(&simple) <= layers_turned(&turns));
        prop_assert_eq!(simplified_turns(&simple), simple);
    }

    /// Face turns are simplified as ever.
    #[test]
    fn face_turns_stay_face_turns(turns in any_turns()) {
        let faces: Vec<LayerTurn> =
            turns.into_iter().filter(|turn| turn.layers() == Layers::Outer).collect();
        let moves = Sequence { turns: faces.clone(), notation: Notation::Standard, ignored: 0 }.moves();
        let simple: Vec<LayerTurn> = simplified(&moves).into_iter().map(Into::into).collect();
        prop_assert_eq!(simplified_turns(&faces), simple);
    }
}

#[test]
fn every_plain_turn_moves_its_layers() {
    for plain in [
        "Rw",
        "r",
        "Rw2",
        "Lw",
        "l'",
        "Uw2 F",
        "u",
        "Dw",
        "d",
        "Fw' U",
        "f2",
        "Bw'",
        "b",
        "M",
        "M2",
        "M'",
        "E'",
        "e",
        "S2 R",
        "s'",
        "m",
        "x",
        "X'",
        "y2",
        "Y",
        "z'",
        "Z2",
        "2R",
        "2R'",
        "2L",
        "2U",
        "2D'",
        "2F",
        "2B2",
        "3R",
        "3U'",
        "2-3r",
        "2-3u'",
        "1-2r",
        "2r",
        "2Rw'",
        "2Fw",
        "2-3b2",
        "x R U",
        "y R U2 y' F'",
        "z2 D x' L B2 y F",
    ] {
        let turns = standard(plain);
        assert_eq!(folded(&turns), in_space(plain), "{plain}");
    }
}

#[test]
fn known_identities() {
    let same = |one: &str, other: &str| {
        let facelets = |text| folded(&standard(text));
        assert_eq!(facelets(one), facelets(other), "{one} and {other}");
    };
    for nothing in ["(R U R' U')6", "(M2 E2)2", "(M' U)4 (M' U)4", "x y x' z'", "(R U)105", "(r U r' U')6", "[M2, E2]"]
    {
        same(nothing, "");
    }
    same("[R, U]", "R U R' U'");
    same("[R: U]", "R U R'");
    same("M2 E2 S2", "R2 L2 U2 D2 F2 B2");
    same("r", "R M'");
    same("l", "L M");
    same("u", "U E'");
    same("d", "D E");
    same("f", "F S");
    same("b", "B S'");
    same("r", "L x");
    same("x", "R M' L'");
    same("y", "U E' D'");
    same("z", "F S B'");
    same("2R", "M'");
    same("2-3r", "l'");
}

#[test]
fn rotations_are_folded_into_the_moves_behind_them() {
    let moves = |text| parse_moves(text, Notation::Standard).unwrap();
    assert_eq!(moves("x U"), moves("F"));
    assert_eq!(moves("r U"), moves("L F"));
    assert_eq!(parse_steps("x2", Notation::Standard).unwrap(), [Step::Rotate(Rotation::X.times(2))]);
    for rotation in Rotation::all() {
        let written = standard(&rotation.to_string());
        assert_eq!(written, rotation.about_axes().collect::<Vec<_>>());
        assert_eq!(fold_rotations(&[Step::Rotate(rotation)]).1, rotation);
        let steps: Vec<Step> = written.iter().flat_map(|turn| turn.steps()).collect();
        assert_eq!(fold_rotations(&steps).1, rotation);
    }
}

#[test]
fn slices_and_wide_turns_stay_when_simplified() {
    for (written, simple) in [
        ("M2 U M U2 M' U M2", "M2 U M U2 M' U M2"),
        ("r r U U'", "Rw2"),
        ("r U r' U' U r", "Rw U"),
        ("R r'", "M"),
        ("M r", "R"),
        ("Rw L'", "x"),
        ("M2 M2", ""),
        ("R L' R L'", "R2 L2"),
        ("x R U x'", "R F"),
        ("x R U", "R F x"),
        ("y M", "S y"),
        ("R M' L' U", "F x"),
        ("E2 U2 D2", "y2"),
    ] {
        let turns = simplified_turns(&standard(written));
        assert_eq!(format_turns(&turns, Notation::Standard), simple, "{written}");
    }
    // The metrics of people: a wide turn is one turn, a slice two, a rotation none.
    let length = |text| Metric::HalfTurn.length(&parse_moves(text, Notation::Standard).unwrap());
    assert_eq!([length("r"), length("M"), length("x")], [1, 2, 0]);
}

/// What cancels from the inside out takes one pass, not one for each pair.
#[test]
fn long_nests_of_turns_cancel_at_once() {
    for text in [
        "(R M U)1000 (U' M' R')1000",
        "(R U)8000 (U' R')8000",
        "(Rw U)4000 (U' Rw')4000",
        "(x R y U)4000 (U' y' R' x')4000",
    ] {
        let turns = Sequence::parse(text, Notation::Standard).unwrap().turns;
        assert_eq!(simplified_turns(&turns), [], "{text}");
    }
}
