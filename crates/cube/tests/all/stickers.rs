//! The cube against an independent model of 54 stickers in space, and against the shared data.

use cube::{Cube, Face, Facelets, Move, Notation, Rotation, Sticker, format_moves, parse_moves};
use testkit::proptest::prelude::*;
use testkit::stickers::{Stickers, place};

fn moves_from(indices: &[usize]) -> Vec<Move> {
    indices.iter().map(|&index| Move::ALL[index]).collect()
}

fn model_after(moves: &[Move]) -> Stickers {
    let mut stickers = Stickers::solved();
    stickers.turn(&format_moves(moves, Notation::Quarters));
    stickers
}

#[test]
fn the_model_knows_published_facts() {
    let order = |moves: &str| {
        let mut model = Stickers::solved();
        (1..2000).find(|_| {
            model.turn(moves);
            model == Stickers::solved()
        })
    };
    assert_eq!(order("R F"), Some(105));
    assert_eq!(order("R U R' U'"), Some(6));
    assert_eq!(order("x y"), Some(3));
    assert_eq!((order("M2 U M2 U2 M2 U M2"), order("M x R' L"), order("Rw x' L'")), (Some(2), Some(1), Some(1)));
    let mut model = Stickers::solved();
    model.turn("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
    let superflip = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
    assert_eq!(model.text(), superflip);
    model.turn("x2 y z'");
    assert!(!model.is_solved());
}

#[test]
fn the_solved_cube_shows_nine_of_each() {
    assert_eq!(Cube::SOLVED.facelets().to_string(), Stickers::solved().text());
    assert_eq!(Facelets::SOLVED, Cube::SOLVED.facelets());
}

#[test]
fn each_move_carries_all_54_stickers_as_in_space() {
    for turn in Move::ALL {
        assert_eq!(Cube::SOLVED.apply(turn).facelets().to_string(), model_after(&[turn]).text(), "{turn}");
    }
}

#[test]
fn known_states_sticker_by_sticker() {
    // The superflip, in twenty moves, and the checkerboard in six.
    let superflip = parse_moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", Notation::Standard).unwrap();
    let cube = Cube::SOLVED.apply_all(&superflip);
    assert_eq!(cube.facelets().to_string(), "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB");
    assert_eq!(cube.edge_orientation(), &[1; 12]);
    assert_eq!(cube.edge_permutation(), Cube::SOLVED.edge_permutation());
    assert_eq!(cube.corner_permutation(), Cube::SOLVED.corner_permutation());
    assert_eq!(cube.corner_orientation(), &[0; 8]);
    assert_eq!(model_after(&superflip).text(), cube.facelets().to_string());

    let board = parse_moves("U2 D2 R2 L2 F2 B2", Notation::Standard).unwrap();
    assert_eq!(
        Cube::SOLVED.apply_all(&board).facelets().to_string(),
        "UDUDUDUDURLRLRLRLRFBFBFBFBFDUDUDUDUDLRLRLRLRLBFBFBFBFB"
    );
}

#[test]
fn the_superflip_commutes_with_every_move() {
    let corners = *Cube::SOLVED.corner_permutation();
    let superflip = Cube::from_pieces(corners, [0; 8], *Cube::SOLVED.edge_permutation(), [1; 12]).unwrap();
    for turn in Move::ALL {
        let moved = Cube::SOLVED.apply(turn);
        assert_eq!(superflip.then(&moved), moved.then(&superflip));
    }
    assert_eq!(superflip, superflip.inverse());
}

#[test]
fn stickers_know_their_place_in_space() {
    for index in 0..54 {
        let (cubie, look) = place(index);
        let sticker = Sticker::at(index).unwrap();
        assert_eq!(sticker.cubie.map(i32::from), cubie);
        assert_eq!(sticker.normal().map(i32::from), look);
    }
    assert_eq!(Sticker::at(54), None);
}

#[test]
fn rotations_carry_stickers_as_in_space() {
    for rotation in Rotation::all() {
        let mut stickers = Stickers::solved();
        stickers.turn(&rotation.to_string());
        assert_eq!(Facelets::SOLVED.rotated(rotation).to_string(), {
            // Displayed, the letters are those of the centres where they started.
            stickers.text()
        });
        for face in Face::ALL {
            let place = Face::ALL.into_iter().position(|at| stickers.0[at.index() * 9 + 4] == face.letter());
            assert_eq!(place, Some(rotation.carry(face).index()));
        }
    }
}

#[test]
fn every_cube_of_the_data_is_reached_and_solved() {
    let Some(rows) = testkit::cube_rows("random_cubes.csv") else {
        return;
    };
    assert_eq!(rows.len(), 100);
    for row in &rows {
        let cube: Cube = row[1].parse().unwrap();
        let scramble = parse_moves(&row[2], Notation::Standard).unwrap();
        assert_eq!(Cube::SOLVED.apply_all(&scramble), cube, "cube {}", &row[0]);
        assert_eq!(model_after(&scramble).text(), &row[1]);
        if !row[4].is_empty() {
            let solution = parse_moves(&row[4], Notation::Standard).unwrap();
            assert!(cube.apply_all(&solution).is_solved(), "cube {}", &row[0]);
            assert_eq!(solution.len().to_string(), &row[3]);
        }
    }
    let rows = testkit::cube_rows("known_depth.csv").expect("both files or none");
    assert_eq!(rows.len(), 110);
    for row in &rows {
        let cube: Cube = row[0].parse().unwrap();
        assert_eq!(cube.facelets().to_string(), &row[0]);
        let solution = parse_moves(&row[2], Notation::Standard).unwrap();
        assert!(cube.apply_all(&solution).is_solved(), "{}", &row[0]);
        assert_eq!(solution.len().to_string(), &row[1], "{}", &row[0]);
    }
}

proptest! {
    #[test]
    fn any_sequence_agrees_with_the_model(indices in prop::collection::vec(0..18_usize, 0..60)) {
        let moves = moves_from(&indices);
        let cube = Cube::SOLVED.apply_all(&moves);
        let text = model_after(&moves).text();
        prop_assert_eq!(cube.facelets().to_string(), &text[..]);
        prop_assert_eq!(text.parse::<Cube>().unwrap(), cube);
    }

    #[test]
    fn a_rotated_cube_is_solved_by_carried_moves(seed: u64, index in 0..24_usize, moves in prop::collection::vec(0..18_usize, 0..20)) {
        let rotation = Rotation::from_index(index).unwrap();
        let cube = Cube::from_seed(seed);
        let carried: Vec<Move> = moves_from(&moves).iter().map(|&turn| rotation.carry_move(turn)).collect();
        prop_assert_eq!(cube.apply_all(&moves_from(&moves)).rotated(rotation), cube.rotated(rotation).apply_all(&carried));
        // Held another way and read with its centres, it is the same position as seen from there.
        let read = cube.facelets().rotated(rotation).to_string();
        prop_assert_eq!(read.parse::<Cube>().unwrap(), cube.rotated(rotation));
    }
}
