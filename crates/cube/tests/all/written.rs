//! Moves as people and programs really write them, from public lists, posts and bug reports.

use cube::{Cube, Notation, Sequence, fold_rotations, format_moves};
use testkit::stickers::Stickers;

/// What is pasted, the same written out plainly by hand, and the face turns of a cube that is never rotated.
const WRITTEN: [(&str, &str, &str); 40] = [
    // The inputs of the issue.
    ("r U R", "r U R", "L F R"),
    ("r U r'", "r U r'", "L F L'"),
    ("U' (R U2 R') d (R' U' R)", "U' R U2 R' d R' U' R", "U' R U2 R' U F' U' F"),
    ("(R U R' U')3", "R U R' U' R U R' U' R U R' U'", "R U R' U' R U R' U' R U R' U'"),
    ("[R, U]   [R: U]", "R U R' U' R U R'", "R U R' U' R U R'"),
    ("R U R' U' // sexy", "R U R' U'", "R U R' U'"),
    ("R` U´ Rʼ R‘", "R' U' R' R'", "R' U' R' R'"),
    ("R1 U'   R3 U' F2", "R U' R' U' F2", "R U' R' U' F2"),
    ("U2 L3 R1 (21f)", "U2 L' R", "U2 L' R"),
    ("2R   2R'  1-2r 2-3r", "2R 2R' 1-2r 2-3r", "L R' L' R L R'"),
    ("Y' L", "y' L", "B"),
    // Issue 152 of alg.cubing.net: the quotes of office programs.
    ("R’ U’ R U’ F U’ R’ U’ R U F’", "R' U' R U' F U' R' U' R U F'", "R' U' R U' F U' R' U' R U F'"),
    // Issue 235 of cubing.js.
    ("[R,U][R,U]", "R U R' U' R U R' U'", "R U R' U' R U R' U'"),
    // Issue 65 of cubing.js: a scramble of the WCA.
    (
        "D F D2 R' D' L U' R' F' B' R' U2 L' B2 R' B2 R2 D2 R",
        "D F D2 R' D' L U' R' F' B' R' U2 L' B2 R' B2 R2 D2 R",
        "D F D2 R' D' L U' R' F' B' R' U2 L' B2 R' B2 R2 D2 R",
    ),
    // PyCuber's lists: i for a prime, small letters for wide turns.
    ("ri Ui R Ui Ri U2 r", "r' U' R U' R' U2 r", "L' B' R B' R' B2 L"),
    ("r' R U R U R' U' r x R2 U R U'", "r' R U R U R' U' r x R2 U R U'", "L' R B R B R' B' L R2 F R F'"),
    ("M R U Ri U R U2 Ri U Mi", "M R U R' U R U2 R' U M'", "L' R R B R' B R B2 R' B L R'"),
    // A list of PLL as JSON: capital rotations with an i.
    ("Yi X Ri U Ri D D R Ui Ri D D R R Xi Y", "y' x R' U R' D D R U' R' D D R R x' y", "F' L F' R R F L' F' R R F F"),
    // A PHP page of PLL: the prime before the number, brackets without blanks.
    (
        "(M'2 U M)(M'2 U)(M' U2)(M'2 U2)(M' U2)",
        "M2 U M M2 U M' U2 M2 U2 M' U2",
        "L2 R2 D L' R L2 R2 B L R' U2 L2 R2 D2 L R' B2",
    ),
    (
        "x' (R U') (R' D) (R U R') Uw'2 (R' U) (R D) (R' U' R)",
        "x' R U' R' D R U R' Uw2 R' U R D R' U' R",
        "R B' R' F R B R' F2 L' B L F L' B' L",
    ),
    ("(Lw' U R') D2 (R U' R') D2 R2", "Lw' U R' D2 R U' R' D2 R2", "R' F R' B2 R F' R' B2 R2"),
    // MagicCube: no blanks at all.
    ("R2'uR'UR'U'Ru'R2y'R'UR", "R2 u R' U R' U' R u' R2 y' R' U R", "R2 D B' U B' U' B D' R2 F' U F"),
    (
        "R2U'R'URU'z'y'L'U'RU'R'U'LUyz",
        "R2 U' R' U R U' z' y' L' U' R U' R' U' L U y z",
        "R2 U' R' U R U' B' R' F R' F' R' B R",
    ),
    // badmephisto's list as others copied it.
    ("yrUR'UR'FRF'RU2r'", "y r U R' U R' F R F' R U2 r'", "F R B' R B' D B D' B R2 F'"),
    ("rUr'RUR'U'rU'r'", "r U r' R U R' U' r U' r'", "L F L' R U R' U' L F' L'"),
    // Lists of OLL and PLL in Markdown: counts, rotations in brackets.
    ("y F (R U R' U')3 F'", "y F R U R' U' R U R' U' R U R' U' F'", "R B U B' U' B U B' U' B U B' U' R'"),
    ("(y' x') R U R' D R U' R' D'", "y' x' R U R' D R U' R' D'", "F R F' L F R' F' L'"),
    ("(x) R' U R' D2 R U' R' D2 R2 (x')", "x R' U R' D2 R U' R' D2 R2 x'", "R' F R' B2 R F' R' B2 R2"),
    ("R' U R' U' R3 U' R' U R U R2", "R' U R' U' R' U' R' U R U R2", "R' U R' U' R' U' R' U R U R2"),
    // Trainers of blindfolded solving.
    ("[R U': [R' D' R, U2]]", "R U' R' D' R U2 R' D R U2 U R'", "R U' R' D' R U2 R' D R U2 U R'"),
    (
        "D:[F' R U' R',D' R D R']",
        "D F' R U' R' D' R D R' R U R' F R D' R' D D'",
        "D F' R U' R' D' R D R' R U R' F R D' R' D D'",
    ),
    ("[U' R U, M']", "U' R U M' U' R' U M", "U' R U L R' F' R' F L' R"),
    // A solve of a forum, as it was written.
    (
        "X2 // inspection 白底蓝前\nU' F2 u R y' U R' F R D // 十字\n(U R U' R') x 3 // 4th pair\n\nU' r U R' U' M",
        "x2 U' F2 u R y' U R' F R D U R U' R' U R U' R' U R U' R' U' r U R' U' M",
        "D' B2 U F D R' B R U D R D' R' D R D' R' D R D' R' D' L B R' B' L' R",
    ),
    // A solve for fewest moves.
    (
        "F' U' F U' F' U [F U F R' F' R] // OLL (12/35)",
        "F' U' F U' F' U F U F R' F' R",
        "F' U' F U' F' U F U F R' F' R",
    ),
    // Outputs of solvers: rob-twophase (issue 8), Cube Explorer, kociemba's.
    (
        "(U D') F' L' D' (F B2) (R L2) (U D) (F' B2) U U2 F' R2 D2 F L2 B' (16)",
        "U D' F' L' D' F B2 R L2 U D F' B2 U U2 F' R2 D2 F L2 B'",
        "U D' F' L' D' F B2 R L2 U D F' B2 U U2 F' R2 D2 F L2 B'",
    ),
    ("D2 R' D' F2 B D R2 D2 (8f*)", "D2 R' D' F2 B D R2 D2", "D2 R' D' F2 B D R2 D2"),
    ("U1 R3 F2 D1 (4f)", "U R' F2 D", "U R' F2 D"),
    // Issue 8 of cubejs, and other ways to count.
    ("(RUR'U')2", "R U R' U' R U R' U'", "R U R' U' R U R' U'"),
    (
        "(R U)' [R U]2' (r U)'2 (F)*2 (B)x6",
        "U' R' U' R' U' R' U' r' U' r' F F B B B B B B",
        "U' R' U' R' U' R' U' L' B' L' B B F F F F F F",
    ),
    ("R.U,R'\u{a0}U'\t/* pause */\r\n(F) R² Uw³", "R U R' U' F R2 Uw'", "R U R' U' F R2 D'"),
];

#[test]
fn moves_are_read_as_people_write_them() {
    for (text, plain, faces) in WRITTEN {
        let read = Sequence::parse(text, Notation::Auto).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((read.notation, read.ignored), (Notation::Standard, 0), "{text}");
        let (moves, held) = fold_rotations(&read.steps());
        let mut stickers = Stickers::solved();
        stickers.turn(plain);
        let cube = Cube::SOLVED.apply_all(&moves);
        assert_eq!(cube.facelets().rotated(held).to_string(), stickers.text(), "{text}");
        assert_eq!(format_moves(&moves, Notation::Standard), faces, "{text}");
    }
}
