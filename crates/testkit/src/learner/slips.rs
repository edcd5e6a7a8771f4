//! The slips that learners make.

use crate::rand::RngExt;
use crate::rand::seq::IndexedRandom;
use crate::rand_chacha::ChaCha8Rng;
use cube::{Face, Move, Rotation};

/// What a learner can do when a turn is asked for, with `next` to come after it: a name, and the turns that are made.
pub fn slips(turn: Move, next: Move, random: &mut ChaCha8Rng) -> Vec<(&'static str, Vec<Move>)> {
    let face = turn.face();
    let amount = i32::from(turn.quarters());
    let of = |face: Face, quarters: i32| Move::new(face, quarters).into_iter().collect::<Vec<_>>();
    let other = |random: &mut ChaCha8Rng| {
        let others: Vec<Face> = Face::ALL.into_iter().filter(|&f| f != face).collect();
        *others.choose(random).expect("there are five")
    };
    let rotation = Rotation::from_index(random.random_range(0..Rotation::COUNT)).expect("24");
    let any = |random: &mut ChaCha8Rng| Move::ALL[random.random_range(0..Move::COUNT)];
    let quarter = if turn.is_half_turn() { 1 } else { 2 };
    vec![
        ("nothing done", Vec::new()),
        ("the right turn", vec![turn]),
        ("wrong way", vec![turn.inverse()]),
        ("half for quarter, or quarter for half", of(face, quarter)),
        ("wrong face", of(other(random), random.random_range(1..4))),
        ("skipped", vec![next]),
        ("doubled", vec![turn, turn]),
        ("cube turned as a whole", of(rotation.carry(face), amount)),
        ("two turns at once", vec![any(random), any(random)]),
        ("one too many", vec![turn, any(random)]),
    ]
}
