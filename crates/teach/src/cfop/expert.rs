//! What an expert would do with the same cross: look ahead to the last layer when choosing the order of the slots.

use cube::{Cube, Face, Move, Rotation, simplified};

use super::{last_layer, pairs, shortest_cross};
use crate::beginner::two_layers;
use crate::teacher::bringing_up;
use crate::{Advice, Order, Situation};

/// The fewest half turns over all orders of the slots, the last layer counted too, with turns joined where two steps meet.
/// The cross and the cases are those of the lesson, so nothing but the order and the joints differs.
pub fn expert_half_turns(cube: &Cube, first: Face) -> usize {
    let cube = &cube.rotated(bringing_up(first.opposite()));
    let cross = shortest_cross(cube);
    best(&cube.apply_all(&cross), &cross)
}

/// The fewest turns of all ways to go on from here after `done`.
fn best(cube: &Cube, done: &[Move]) -> usize {
    if two_layers(cube) {
        return simplified(&[done, &last(cube)].concat()).len();
    }
    let ways = pairs::open_slots(cube).into_iter().map(|slot| {
        let plan = pairs::plan(cube, slot);
        let moves = [done, &folded(&plan.steps)].concat();
        best(&plan.after, &moves)
    });
    ways.min().unwrap_or(done.len())
}

/// The turns of the last layer.
fn last(cube: &Cube) -> Vec<Move> {
    let (mut cube, mut moves) = (*cube, Vec::new());
    for (done, next) in [
        (last_layer::oriented as fn(&Cube) -> bool, last_layer::next_orientation as fn(&Situation) -> Vec<Advice>),
        (Cube::is_solved, last_layer::next_permutation),
    ] {
        if !done(&cube) {
            let situation = Situation { cube: &cube, order: Order::Shortest };
            let turns = folded(&next(&situation));
            cube = cube.apply_all(&turns);
            moves.extend(turns);
        }
    }
    moves
}

/// The turns of these steps for someone who never turns the cube as a whole.
fn folded(steps: &[Advice]) -> Vec<Move> {
    let (mut held, mut moves) = (Rotation::IDENTITY, Vec::new());
    for step in steps {
        held = held.then(step.rotation);
        let back = held.inverse();
        moves.extend(step.moves.iter().map(|&turn| back.carry_move(turn)));
    }
    moves
}
