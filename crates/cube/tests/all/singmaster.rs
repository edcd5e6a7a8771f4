//! Singmaster's notation of cubes against the thesis' words, known cubes and the 54 letters.

use cube::{Cube, Error, Facelets, Notation, Reading, parse_moves};
use testkit::stickers::Stickers;

/// The thesis, section 2.1.7.
const SOLVED: &str = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";

fn after(moves: &str) -> Cube {
    Cube::SOLVED.apply_all(&parse_moves(moves, Notation::Standard).expect("moves"))
}

#[test]
fn the_solved_cube_is_that_of_the_thesis() {
    assert_eq!(Cube::SOLVED.facelets().pieces(), SOLVED);
    assert_eq!(Facelets::from_pieces(SOLVED), Ok(Cube::SOLVED.facelets()));
}

/// "The piece FD is in position UR ... the F colour is facing the U direction and the D colour is facing the R
/// direction."
#[test]
fn the_first_letter_shows_where_the_first_letter_of_the_place_looks() {
    let pieces = SOLVED.replacen("UF UR", "UB FD", 1);
    let letters = Facelets::from_pieces(&pieces).expect("20 pieces").to_string();
    let letters: Vec<char> = letters.chars().collect();
    // UF: the lower middle of U and the upper middle of F; UR: the right middle of U and the upper middle of R.
    assert_eq!((letters[7], letters[19]), ('U', 'B'));
    assert_eq!((letters[5], letters[10]), ('F', 'D'));
}

#[test]
fn known_cubes_are_written_as_known() {
    // Each edge is turned over in its place, and no corner is touched.
    let superflip = after("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
    let flipped = "FU RU BU LU FD RD BD LD RF LF RB LB UFR URB UBL ULF DRF DFL DLB DBR";
    assert_eq!(superflip.facelets().pieces(), flipped);
    // R brings the front's pieces up, the top's to the back, the back's down and the bottom's to the front.
    let right = "UF FR UB UL DF BR DB DL DR FL UR BL FDR FRU UBL ULF BRD DFL DLB BUR";
    assert_eq!(after("R").facelets().pieces(), right);
}

#[test]
fn what_is_written_is_read_again_as_the_same_cube() {
    for seed in 0..200 {
        let cube = Cube::from_seed(seed);
        let pieces = cube.facelets().pieces();
        for text in [pieces.clone(), pieces.to_lowercase(), pieces.replace(' ', ", ")] {
            let reading = Reading::parse(&text).expect("20 pieces");
            assert_eq!(Cube::try_from(&reading.facelets), Ok(cube), "{text}");
        }
        // The stickers by another code path.
        let mut stickers = Stickers::new(&cube.facelets().to_string());
        stickers.turn("R1 F3");
        let moves = parse_moves("R F'", Notation::Standard).expect("moves");
        let moved = Facelets::from_pieces(&cube.apply_all(&moves).facelets().pieces());
        let moved = moved.expect("20 pieces").to_string();
        assert_eq!(stickers.text(), moved);
    }
}

#[test]
fn what_is_no_cube_is_refused_by_name() {
    let refused = |text: &str| match Reading::parse(text) {
        Ok(reading) => Cube::try_from(&reading.facelets).expect_err("no cube"),
        Err(error) => error,
    };
    assert_eq!(refused("UF UR"), Error::WrongPieceCount { found: 2 });
    let unknown = |text: &str| refused(text).to_string();
    assert_eq!(
        unknown(&SOLVED.replace("DLB", "DB")),
        "'DB' (number 19 of 20) is not a piece: 3 of the letters U R F D L B are needed there"
    );
    assert!(unknown(&SOLVED.replace("UB ", "UX ")).contains("'UX' (number 3 of 20)"));
    // The laws hold as for letters: one flipped edge, a piece that is there twice.
    assert!(matches!(refused(&SOLVED.replace("UB ", "BU ")), Error::FlippedEdge { .. }));
    assert!(matches!(
        refused(&SOLVED.replace("UB ", "UF ")),
        Error::DuplicateEdge { .. } | Error::WrongColorCount { .. }
    ));
    // Letters in groups of three are 54 letters, as before.
    let groups = Cube::SOLVED.facelets().to_string();
    let groups: Vec<&str> = (0..18).map(|at| &groups[3 * at..][..3]).collect();
    assert!(Reading::parse(&groups.join(" ")).is_ok());
}
