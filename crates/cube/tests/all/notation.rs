//! Written moves in every notation: what is read, and what is refused with which words.

use cube::{Cube, Move, MoveFault, Notation, Sequence, format_moves, parse_moves, parse_steps};
use testkit::proptest::prelude::*;

fn any_moves() -> impl Strategy<Value = Vec<Move>> {
    prop::collection::vec((0..18_usize).prop_map(|index| Move::ALL[index]), 0..30)
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
            // Small letters are wide turns by default.
            if !matches!(notation, Notation::Case | Notation::Lab) {
                let read = Sequence::parse(&text, Notation::Auto).unwrap();
                prop_assert_eq!(Cube::SOLVED.apply_all(&read.moves()), cube, "{} in auto", text);
                let is_plus_minus = notation == Notation::PlusMinus && !moves.is_empty();
                prop_assert_eq!(read.notation == Notation::PlusMinus, is_plus_minus);
            }
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,40}", near in "[URFDLBurfdlbxyzXYZMESw123' +\\-()\\[\\],:./*’f]{0,30}") {
        for notation in Notation::ALL {
            let _ = parse_steps(&text, notation);
            let _ = parse_steps(&near, notation);
        }
    }
}

#[test]
fn the_spellings_of_older_programs() {
    let same = [
        ("R U2 F' D B2 L'", Notation::Standard),
        ("R1 U2 F3 D1 B2 L3", Notation::Quarters),
        ("RUUfDBBl", Notation::Case),
        ("RUUfDBBl", Notation::Lab),
        ("R+ U+ U+ F- D+ B- B- L-", Notation::PlusMinus),
        ("R,U2',F’,D,B2,L'", Notation::Standard),
        ("RU2F'DBBL'", Notation::Standard),
        ("R1U2F3D1B2L3", Notation::Standard),
        ("Ri Ri Ri U2 Fi D B2 Li", Notation::Standard),
        ("RUUF3DB2L3", Notation::Quarters),
        ("RUUF-DB2L-", Notation::PlusMinus),
        ("RUUF−DB2L−", Notation::PlusMinus),
    ];
    let cube = |moves: &[Move]| Cube::SOLVED.apply_all(moves);
    let expected = cube(&parse_moves(same[0].0, Notation::Standard).unwrap());
    for (text, notation) in same {
        let read = parse_moves(text, notation).unwrap();
        assert_eq!(cube(&read), expected, "{text}");
        if !matches!(notation, Notation::Case | Notation::Lab) {
            let read = parse_moves(text, Notation::Auto).unwrap();
            assert_eq!(cube(&read), expected, "{text} in auto");
        }
    }
    assert_eq!("R'".parse::<Move>(), "R3".parse::<Move>());
}

/// Small letters have two meanings, and the notation decides which.
#[test]
fn small_letters_are_wide_unless_the_notation_is_the_labs() {
    let read = |text, notation| Sequence::parse(text, notation).unwrap();
    let moves = |text, notation| read(text, notation).moves();
    for text in ["r U R", "RDFLBUrdflbu", "Ur"] {
        assert_eq!(read(text, Notation::Auto), read(text, Notation::Standard));
        assert_ne!(moves(text, Notation::Auto), moves(text, Notation::Case));
    }
    let same = |(text, notation), standard| {
        assert_eq!(read(text, notation).turns, read(standard, Notation::Standard).turns);
    };
    same(("r", Notation::Auto), "Rw");
    same(("r", Notation::Case), "R'");
    same(("X3 Y", Notation::Quarters), "x' y");
    same(("Xy", Notation::Case), "x y'");
}

/// The tables of the lab name a place behind the turns, and have blanks drawn as lines.
#[test]
fn the_tables_of_the_lab_are_read_and_what_is_ignored_is_counted() {
    for (text, moves, ignored) in [
        ("25", "", 2),
        ("u26", "U'", 2),
        ("uu27", "U' U'", 2),
        ("BLU29", "B L U", 2),
        ("uRB31", "U' R B", 2),
        ("lb32", "L' B'", 2),
        ("Bru41", "B R' U'", 2),
        ("RFr_f", "R F R' F'", 1),
        ("R xX M2 (U)' // r", "R U R'", 9),
        ("RUru RUru", "R U R' U' R U R' U'", 0),
    ] {
        let read = Sequence::parse(text, Notation::Lab).unwrap();
        assert_eq!(format_moves(&read.moves(), Notation::Standard), moves);
        assert_eq!(read.ignored, ignored, "{text}");
    }
    // No other notation takes that silently.
    for notation in [Notation::Auto, Notation::Standard, Notation::Case] {
        assert!(Sequence::parse("uRB31", notation).is_err());
    }
}

const STRAY: &str = "belongs to no letter: write it directly after or before a letter, without a space";
const SIGN: &str = "is a sign of the plus-minus notation (R+ R-), which cannot be mixed with other signs in one text";
const PARTS: &str = "a commutator is [A, B], and a conjugate is [A: B]";

#[test]
fn messages_name_the_place_and_the_reason() {
    for (text, token, place, reason) in [
        ("R U Q2 F", "Q2", 5, "is not a move in standard notation"),
        ("3Rw", "3Rw", 1, "turns all three layers: write x"),
        ("R 3Lw2' U", "3Lw2'", 3, "turns all three layers: write x2"),
        ("3u", "3u", 1, "turns all three layers: write y"),
        ("1-3f'", "1-3f'", 1, "turns all three layers: write z'"),
        ("U 4R", "4R", 3, "names layer 4, but a face and what lies behind it have the layers 1, 2 and 3"),
        ("R9", "R9", 1, "has the number '9': a turn is of 1, 2 or 3 quarters"),
        ("U R22", "R22", 3, "has the number '22': a turn is of 1, 2 or 3 quarters"),
        ("R U 2'", "2'", 5, STRAY),
        ("R '", "'", 3, STRAY),
        ("R+ u-", "+", 2, SIGN),
        ("R''", "R''", 1, "has two primes: write one for an anticlockwise turn, or 2 for a half turn"),
        ("Mw", "Mw", 1, "is not a move in standard notation"),
        ("2M", "2M", 1, "is not a move in standard notation"),
        ("xw", "xw", 1, "is not a move in standard notation"),
        ("R {U}", "{", 3, "is not a move in standard notation"),
        ("R (U R", "(", 3, "opens a bracket that is never closed"),
        (
            "R U R' U' (x3)",
            "(",
            11,
            "can be a rotation or a number of repetitions: for repetitions write (…)3, for a rotation leave out the brackets",
        ),
        (
            "(R U) (x2)",
            "(",
            7,
            "can be a rotation or a number of repetitions: for repetitions write (…)2, for a rotation leave out the brackets",
        ),
        ("3(R U)", "3", 1, "is a number before a bracket: to repeat the bracket 3 times, write (…)3"),
        ("R- U+ R'", "-", 2, SIGN),
        ("[R, U", "[", 1, "opens a bracket that is never closed"),
        ("R U) F", ")", 4, "closes a bracket that is not open"),
        ("(R U]", "]", 5, "closes a bracket of another kind than the open one"),
        ("[R, U)", ")", 6, "closes a bracket of another kind than the open one"),
        ("[R, U, F]", "[", 1, &format!("has more than two parts: {PARTS}")),
        ("[R: U, F]", "[", 1, &format!("has more than two parts: {PARTS}")),
        ("[R, ]", "[", 1, &format!("has an empty part: {PARTS}")),
        ("R: U", ":", 2, "is a colon outside square brackets: a conjugate is [A: B]"),
        ("(R: U)", ":", 3, "is a colon outside square brackets: a conjugate is [A: B]"),
        ("R: [U, D] F", ":", 2, "is a colon outside square brackets: a conjugate is [A: B]"),
        ("R /* U", "/", 3, "begins a comment that has no */"),
        ("(R U)0", "(", 1, "is a bracket that is repeated 0 times: leave it out"),
        (
            "U (R U) x3",
            "x3",
            9,
            "can be a rotation or the repetitions of the bracket: for repetitions write )3, for a rotation x'",
        ),
        ("R U (2f)", "(2f)", 5, "can be the length of the moves or a turn: leave a length out, or write Fw"),
        (
            "(R U)(3)",
            "(3)",
            6,
            "can be the length of the moves or the repetitions of the bracket: for repetitions write )3",
        ),
        ("U [r2] R", "[", 3, "can be a wide turn or, as in some lists, a rotation: write Rw2 or x2"),
        // Zero-width characters are not seen, so they are not counted.
        ("\u{feff}R\u{200b} Q", "Q", 3, "is not a move in standard notation"),
    ] {
        let words = format!("'{token}' at character {place} {reason}");
        for notation in [Notation::Standard, Notation::Auto] {
            let message = parse_moves(text, notation).unwrap_err().to_string();
            assert_eq!(message, words);
        }
    }
    for (text, notation, words) in [
        ("R'", Notation::Quarters, format!("''' at character 2 {STRAY}")),
        ("R2", Notation::Case, format!("'2' at character 2 {STRAY}")),
        ("R1 u", Notation::Quarters, "'u' at character 4 is not a move in quarters notation".to_owned()),
        ("R+ u", Notation::PlusMinus, "'u' at character 4 is not a move in plus-minus notation".to_owned()),
        ("RM", Notation::Case, "'M' at character 2 is not a move in case notation".to_owned()),
    ] {
        let message = parse_moves(text, notation).unwrap_err().to_string();
        assert_eq!(message, words);
    }
}

#[test]
fn one_move_is_one_turn_of_a_face() {
    let one = |text: &str| text.parse::<Move>().unwrap_err().to_string();
    assert_eq!(one("R U"), "'R U' has 2 moves, but one is wanted");
    assert_eq!(one(""), "'' has 0 moves, but one is wanted");
    assert_eq!(one("r"), "'r' is not a turn of one face");
    assert_eq!(one("x"), "'x' is not a turn of one face");
    assert_eq!(
        "runes".parse::<Notation>().unwrap_err().to_string(),
        "'runes' is not a notation; the notations are auto, standard, quarters, case, lab and plus-minus"
    );
}

/// What grows without end is refused at once.
#[test]
fn endless_texts_are_refused() {
    let fault = |text: &str, notation| match Sequence::parse(text, notation) {
        Err(cube::Error::UnreadableMoves { fault, .. }) => fault,
        other => panic!("{text:.20}: {other:?}"),
    };
    for text in [
        "((((R)99)99)99)99",
        "(R U)99999999999999999999999999",
        "((R)99999 (U)99999)",
        "[(R)30000, (U)30000]",
        "[(R)40000: (U)30000]",
        "((((((((((R)9)9)9)9)9)9)9)9)9)9'",
        &"R".repeat(100_001),
    ] {
        assert_eq!(fault(text, Notation::Auto), MoveFault::TooLong, "{text:.20}");
    }
    let nested = |depth: usize| format!("{}R{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(fault(&nested(51), Notation::Auto), MoveFault::TooDeep);
    assert_eq!(fault(&"[".repeat(200_000), Notation::Auto), MoveFault::TooDeep);
    assert_eq!(fault(&"r".repeat(200_000), Notation::Lab), MoveFault::TooLong);
    let length = |text: &str| parse_moves(text, Notation::Auto).unwrap().len();
    assert_eq!(length(&nested(50)), 1);
    assert_eq!(length("(R)100000"), 100_000);
    let message = |text: &str| parse_moves(text, Notation::Auto).unwrap_err().to_string();
    assert_eq!(message("((((R)99)99)99)99"), "'(' at character 2 makes more than 100000 turns");
    assert_eq!(message(&" ".repeat(1_000_001)), "the moves have 1000001 characters, and at most 1000000 are read");
}
