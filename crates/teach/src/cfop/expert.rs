//! What an expert would do with the same cross: look ahead to the last layer when choosing the order of the slots.

use cube::{Cube, LayerTurn, Step, fold_rotations, simplified_turns};

use super::{last_layer, pairs, shortest_cross};
use crate::beginner::two_layers;
use crate::lesson::hand_turns;
use crate::teacher::bringing_up;
use crate::{Advice, Options, Order, Situation};

/// The fewest turns of a hand over all orders of the slots, the last layer counted too, with turns joined where two steps meet.
/// The cross and the cases are those of the lesson, so nothing but the order and the joints differs.
pub fn expert_turns(cube: &Cube, options: &Options) -> usize {
    let first = options.scheme.face(options.first);
    let cube = &cube.rotated(bringing_up(first.opposite()));
    let cross = shortest_cross(cube);
    let done: Vec<LayerTurn> = cross.iter().map(|&turn| turn.into()).collect();
    best(&cube.apply_all(&cross), &done, options.slices)
}

/// The fewest turns of all ways to go on from here after `done`.
fn best(cube: &Cube, done: &[LayerTurn], slices: bool) -> usize {
    if two_layers(cube) {
        return hand_turns(&simplified_turns(&[done, &last(cube, slices)].concat()));
    }
    let ways = pairs::open_slots(cube).into_iter().map(|slot| {
        let plan = pairs::plan(cube, slot);
        let turns = [done, &held_again(&plan.steps)].concat();
        best(&plan.after, &turns, slices)
    });
    ways.min().unwrap_or(done.len())
}

/// The turns of the last layer.
fn last(cube: &Cube, slices: bool) -> Vec<LayerTurn> {
    let (mut cube, mut turns) = (*cube, Vec::new());
    for (done, next) in [
        (last_layer::oriented as fn(&Cube) -> bool, last_layer::next_orientation as fn(&Situation) -> Vec<Advice>),
        (Cube::is_solved, last_layer::next_permutation),
    ] {
        if !done(&cube) {
            let situation = Situation { cube: &cube, order: Order::Shortest, slices };
            let next = held_again(&next(&situation));
            cube = cube.apply_all(&fold_rotations(&steps(&next)).0);
            turns.extend(next);
        }
    }
    turns
}

/// The turns of these steps, after which the cube is held again as it was before them.
fn held_again(advice: &[Advice]) -> Vec<LayerTurn> {
    let turns = advice.iter().flat_map(|step| step.rotation.about_axes().chain(step.moves.iter().copied()));
    let mut turns: Vec<LayerTurn> = turns.collect();
    let (_, held) = fold_rotations(&steps(&turns));
    turns.extend(held.inverse().about_axes());
    turns
}

fn steps(turns: &[LayerTurn]) -> Vec<Step> {
    turns.iter().flat_map(|turn| turn.steps()).collect()
}
