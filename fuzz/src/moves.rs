//! Written moves, in every notation.

use cube::{Cube, Move, Notation, Sequence, format_turns, inverted};

/// What is read is written and read again as the same moves.
pub fn run(data: &[u8]) {
    let Some((choice, text)) = crate::choice_and_text(data) else { return };
    let notation = Notation::ALL[usize::from(choice) % Notation::ALL.len()];
    match Sequence::parse(text, notation) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(sequence) => of_sequence(&sequence),
    }
    if let Ok(turn) = text.parse::<Move>() {
        assert_eq!(turn.to_string().parse::<Move>().as_ref(), Ok(&turn));
    }
}

fn of_sequence(sequence: &Sequence) {
    assert!(sequence.turns.len() <= Sequence::MOST_TURNS);
    assert_ne!(sequence.notation, Notation::Auto);
    // A long text costs time and shows nothing that a short one does not.
    if 200 < sequence.turns.len() {
        return;
    }
    let moves = sequence.moves();
    let cube = Cube::SOLVED.apply_all(&moves);
    assert_eq!(cube.apply_all(&inverted(&moves)), Cube::SOLVED);
    for notation in [Notation::Standard, Notation::Quarters, Notation::PlusMinus, Notation::Case] {
        let written = format_turns(&sequence.turns, notation);
        let again = Sequence::parse(&written, notation).unwrap_or_else(|error| panic!("{written:?}: {error}"));
        assert_eq!(Cube::SOLVED.apply_all(&again.moves()), cube, "{written:?} as {notation}");
    }
}
