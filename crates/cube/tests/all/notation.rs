//! Written moves: every spelling means the same turns, checked in space.

use crate::support::Stickers;
use cube::{
    Cube, Move, Notation, Rotation, Step, fold_rotations, format_moves, parse_moves, parse_steps,
};
use testdata::proptest::prelude::*;

fn any_moves() -> impl Strategy<Value = Vec<Move>> {
    prop::collection::vec((0..18_usize).prop_map(|index| Move::ALL[index]), 0..30)
}

fn has(moves: &[Move], quarters: u8) -> bool {
    moves.iter().any(|turn| turn.quarters() == quarters)
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(moves in any_moves()) {
        let cube = Cube::SOLVED.apply_all(&moves);
        for notation in Notation::ALL {
            let text = format_moves(&moves, notation);
            let compact = text.replace(' ', "");
            for written in [&text, &compact] {
                let read = parse_moves(written, if notation == Notation::Auto { Notation::Standard } else { notation }).unwrap();
                prop_assert_eq!(Cube::SOLVED.apply_all(&read), cube, "{} as {}", written, notation);
            }
            // An anticlockwise turn is written differently everywhere, so the notation tells itself.
            if has(&moves, 3) {
                let read = parse_moves(&text, Notation::Auto).unwrap();
                prop_assert_eq!(Cube::SOLVED.apply_all(&read), cube, "{} told", text);
            }
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,40}", near in "[URFDLBurfdlbxyzXYZMESw123' +-]{0,20}") {
        for notation in Notation::ALL {
            let _ = parse_steps(&text, notation);
            let _ = parse_steps(&near, notation);
        }
    }
}

/// The stickers after the text, as turned in space, read with the centres back in their places.
fn stands_as(text: &str, quarters: &str) {
    let (moves, held) = fold_rotations(&parse_steps(text, Notation::Standard).unwrap());
    let mut stickers = Stickers::solved();
    stickers.turn(quarters);
    let folded = Cube::SOLVED.apply_all(&moves).facelets().rotated(held);
    assert_eq!(folded.to_string(), stickers.text(), "{text}");
}

#[test]
fn rotations_are_folded_into_the_moves_behind_them() {
    stands_as("x R U", "x1 R1 U1");
    stands_as("y R U2 y' F'", "y1 R1 U2 y3 F3");
    stands_as("z2 D x' L B2 y F", "z2 D1 x3 L1 B2 y1 F1");
    assert_eq!(
        parse_moves("x U", Notation::Standard).unwrap(),
        parse_moves("F", Notation::Standard).unwrap()
    );
    assert_eq!(
        parse_steps("x2", Notation::Standard).unwrap(),
        [Step::Rotate(Rotation::X.times(2))]
    );
}

#[test]
fn wide_turns_and_slices_turn_as_in_space() {
    // A wide or slice turn is the turns of the other layers back, seen from the rotated cube.
    stands_as("Rw", "L1 x1");
    stands_as("Uw2 F", "D2 y2 F1");
    stands_as("Fw' U", "B3 z3 U1");
    stands_as("Lw", "R1 x3");
    stands_as("Dw", "U1 y3");
    stands_as("Bw'", "F3 z1");
    // The middle layer follows L, D and F.
    stands_as("M", "R1 L3 x3");
    stands_as("E'", "U3 D1 y1");
    stands_as("S2 R", "F2 B2 z2 R1");
}

#[test]
fn the_spellings_of_older_programs() {
    let same = [
        ("R U2 F' D B2 L'", Notation::Standard),
        ("R1 U2 F3 D1 B2 L3", Notation::Quarters),
        ("RUUfDBBl", Notation::Case),
        ("R+ U+ U+ F- D+ B- B- L-", Notation::PlusMinus),
        ("R,U2',F’,D,B2,L'", Notation::Standard),
        ("RU2F'DBBL'", Notation::Standard),
        ("RUUF3DB2L3", Notation::Quarters),
        ("RUUF-DB2L-", Notation::PlusMinus),
    ];
    let cube = |moves: &[Move]| Cube::SOLVED.apply_all(moves);
    let expected = cube(&parse_moves(same[0].0, Notation::Standard).unwrap());
    for (text, notation) in same {
        assert_eq!(
            cube(&parse_moves(text, notation).unwrap()),
            expected,
            "{text}"
        );
        assert_eq!(
            cube(&parse_moves(text, Notation::Auto).unwrap()),
            expected,
            "{text} told"
        );
    }
    assert_eq!("R'".parse::<Move>(), "r".parse::<Move>());
    assert_eq!("R'".parse::<Move>(), "R3".parse::<Move>());
}

#[test]
fn a_letter_twice_belongs_to_no_notation() {
    let told = |text| Cube::SOLVED.apply_all(&parse_moves(text, Notation::Auto).unwrap());
    assert_eq!(told("RR'"), Cube::SOLVED);
    assert_eq!(told("RRu"), told("R2 U'"));
    assert_eq!(told("RR-"), Cube::SOLVED);
    assert_eq!(told("UU"), told("U2"));
}

#[test]
fn messages_name_what_is_wrong() {
    let message = |text: &str, notation| parse_moves(text, notation).unwrap_err().to_string();
    assert_eq!(
        message("R U Q2 F", Notation::Standard),
        "'Q2' (character 5) is no move in standard notation"
    );
    assert_eq!(
        message("R 2", Notation::Standard),
        "'2' (character 3) is no move in standard notation"
    );
    assert_eq!(
        message("R3", Notation::Standard),
        "'3' (character 2) is no move in standard notation"
    );
    assert_eq!(
        message("R'", Notation::Quarters),
        "''' (character 2) is no move in quarters notation"
    );
    assert_eq!(
        message("R' F3", Notation::Auto),
        "the notation of 'R' F3' is not clear: ''' and '3' belong to different notations"
    );
    assert_eq!(
        "R U".parse::<Move>().unwrap_err().to_string(),
        "'R U' has 2 moves, but one is wanted"
    );
    assert_eq!(
        "runes".parse::<Notation>().unwrap_err().to_string(),
        "'runes' is no notation: there are auto, standard, quarters, case and plus-minus"
    );
}
