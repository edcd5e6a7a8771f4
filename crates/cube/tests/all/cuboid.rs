//! The 2x2x1 against a model of its four pieces.

use cube::{Cuboid, CuboidTurn, Error};

/// The colours of one piece: front, back, horizontal neighbour (L or R), vertical neighbour (U or D).
type Piece = [char; 4];

/// The pieces at the upper left, upper right, lower left, lower right.
fn pieces(state: &Cuboid) -> [Piece; 4] {
    let at = |index: usize| char::from(state.stickers()[index]);
    [
        [at(0), at(5), at(12), at(8)],
        [at(1), at(4), at(14), at(9)],
        [at(2), at(7), at(13), at(11)],
        [at(3), at(6), at(15), at(10)],
    ]
}

/// A half turn of the pieces at two places exchanges them and shows their backs.
fn turned(mut pieces: [Piece; 4], one: usize, other: usize) -> [Piece; 4] {
    pieces.swap(one, other);
    for place in [one, other] {
        pieces[place].swap(0, 1);
    }
    pieces
}

#[test]
fn turns_exchange_two_pieces_and_show_their_backs() {
    let columns_and_rows = [(1, 3), (0, 1), (0, 2), (2, 3)];
    let mut state = Cuboid::SOLVED;
    for step in 0..200 {
        let turn = CuboidTurn::ALL[(step * step + step / 3) % 4];
        let (one, other) = columns_and_rows[turn as usize];
        let expected = turned(pieces(&state), one, other);
        state = state.apply(turn);
        assert_eq!(pieces(&state), expected, "{turn}");
        assert_eq!(state.apply(turn).apply(turn), state);
        assert_eq!(state.to_string().parse::<Cuboid>().as_ref(), Ok(&state));
    }
}

#[test]
fn the_document_s_example_holds() {
    assert_eq!(Cuboid::SOLVED.to_string(), "WWWWYYYYBBGGOORR");
    let front: String = Cuboid::SOLVED.apply(CuboidTurn::R).to_string()[..4].into();
    assert_eq!(front, "WYWY");
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    for (text, part) in [
        ("WWWW", "16 stickers"),
        ("XWWWYYYYBBGGOORR", "colours"),
        ("WWWWWYYYBBGGOORR", "four stickers"),
        ("WWWWYYYYGGBBOORR", "no half turns"),
    ] {
        let error = text.parse::<Cuboid>().unwrap_err();
        assert!(matches!(error, Error::ImpossibleCuboid { .. }));
        assert!(error.to_string().contains(part), "{error}");
    }
    let error = CuboidTurn::parse_all("RU x").unwrap_err().to_string();
    assert!(error.contains("'x' (character 4)"), "{error}");
}
