//! The group laws, published counts and the orders of sequences that seed programs are tested by.

use std::collections::HashSet;

use cube::{Cube, Metric, Move, Notation, Rotation, format_moves, inverted, parse_moves, simplified};
use testkit::proptest::prelude::*;
use testkit::stickers::Stickers;

fn any_cube() -> impl Strategy<Value = Cube> {
    any::<u64>().prop_map(Cube::from_seed)
}

fn any_moves(most: usize) -> impl Strategy<Value = Vec<Move>> {
    prop::collection::vec((0..18_usize).prop_map(|index| Move::ALL[index]), 0..most)
}

proptest! {
    #[test]
    fn composition_is_a_group(a in any_cube(), b in any_cube(), c in any_cube()) {
        prop_assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
        prop_assert_eq!(a.then(&Cube::SOLVED), a);
        prop_assert_eq!(Cube::SOLVED.then(&a), a);
        prop_assert_eq!(a.then(&a.inverse()), Cube::SOLVED);
        prop_assert_eq!(a.inverse().then(&a), Cube::SOLVED);
        prop_assert_eq!(a.then(&b).inverse(), b.inverse().then(&a.inverse()));
    }

    #[test]
    fn moves_and_their_inverse_cancel(cube in any_cube(), moves in any_moves(40)) {
        prop_assert_eq!(cube.apply_all(&moves).apply_all(&inverted(&moves)), cube);
        prop_assert_eq!(cube.then(&Cube::SOLVED.apply_all(&moves)), cube.apply_all(&moves));
    }

    #[test]
    fn simplifying_keeps_the_effect(moves in any_moves(30)) {
        let shorter = simplified(&moves);
        prop_assert!(shorter.len() <= moves.len());
        prop_assert_eq!(Cube::SOLVED.apply_all(&moves), Cube::SOLVED.apply_all(&shorter));
        prop_assert_eq!(&simplified(&shorter), &shorter);
        for pair in shorter.windows(2) {
            prop_assert_ne!(pair[0].face(), pair[1].face());
        }
    }

    #[test]
    fn pieces_make_the_cube_again(cube in any_cube()) {
        let again = Cube::from_pieces(
            *cube.corner_permutation(), *cube.corner_orientation(), *cube.edge_permutation(), *cube.edge_orientation(),
        );
        prop_assert_eq!(again, Ok(cube));
        prop_assert_eq!(cube.facelets().to_string().parse::<Cube>(), Ok(cube));
        let json = serde_json::to_string(&cube).unwrap();
        prop_assert_eq!(serde_json::from_str::<Cube>(&json).unwrap(), cube);
    }
}

/// Times the sequence must be done until the model's 54 stickers are all back.
fn order_in_space(quarters: &str) -> u32 {
    let mut stickers = Stickers::numbered();
    (1..)
        .find(|_| {
            stickers.turn(quarters);
            stickers == Stickers::numbered()
        })
        .expect("every sequence has an order")
}

fn order(moves: &[Move]) -> u32 {
    let mut cube = Cube::SOLVED;
    (1..)
        .find(|_| {
            cube = cube.apply_all(moves);
            cube.is_solved()
        })
        .expect("every sequence has an order")
}

#[test]
fn sequences_have_their_published_orders() {
    let cases = [("RF", 105), ("Ur", 63), ("rdL", 180), ("RDFLBUrdflbu", 360)];
    for (written, expected) in cases {
        let moves = parse_moves(written, Notation::Case).unwrap();
        assert_eq!(order(&moves), expected, "{written}");
        assert_eq!(order_in_space(&format_moves(&moves, Notation::Quarters)), expected, "{written} in space");
    }
    // No position has a higher order than 1260; this sequence reaches it.
    let moves = parse_moves("R U2 D' B D'", Notation::Standard).unwrap();
    assert_eq!(order(&moves), 1260);
}

#[test]
fn rotations_are_a_group_of_24() {
    let images: HashSet<_> = Rotation::all().map(|rotation| cube::Face::ALL.map(|face| rotation.carry(face))).collect();
    assert_eq!(images.len(), 24);
    for a in Rotation::all() {
        assert_eq!(a.then(a.inverse()), Rotation::IDENTITY);
        for b in Rotation::all() {
            for turn in [Move::ALL[0], Move::ALL[4], Move::ALL[8]] {
                assert_eq!(a.then(b).carry_move(turn), b.carry_move(a.carry_move(turn)));
            }
        }
    }
    assert_eq!(Rotation::X.times(2).to_string(), "x2");
    assert_eq!(Rotation::Z.times(-1).to_string(), "z'");
    assert_eq!(Rotation::IDENTITY.to_string(), "");
}

/// Counts the values that a property of the cube takes, reached by moves alone.
fn reachable<K: std::hash::Hash + Eq>(key: impl Fn(&Cube) -> K) -> usize {
    let mut seen = HashSet::from([key(&Cube::SOLVED)]);
    let mut fringe = vec![Cube::SOLVED];
    while let Some(cube) = fringe.pop() {
        for turn in Move::ALL {
            let next = cube.apply(turn);
            if seen.insert(key(&next)) {
                fringe.push(next);
            }
        }
    }
    seen.len()
}

#[test]
fn properties_take_as_many_values_as_published() {
    assert_eq!(reachable(|cube| *cube.corner_orientation()), 2187); // 3^7
    assert_eq!(reachable(|cube| *cube.edge_orientation()), 2048); // 2^11
    assert_eq!(reachable(|cube| *cube.corner_permutation()), 40_320); // 8!
    assert_eq!(reachable(|cube| cube.edge_permutation().map(|edge| edge >= 8)), 495); // 12 choose 4
}

/// Positions at each distance, counted by breadth-first search.
fn positions_by_distance(moves: &[Move], depth: usize) -> Vec<usize> {
    let mut seen = HashSet::from([Cube::SOLVED]);
    let mut layer = vec![Cube::SOLVED];
    let mut counts = vec![1];
    for _ in 0..depth {
        let reached = layer.iter().flat_map(|cube| moves.iter().map(|&turn| cube.apply(turn)));
        layer = reached.filter(|&cube| seen.insert(cube)).collect();
        counts.push(layer.len());
    }
    counts
}

#[test]
fn positions_at_small_distances_are_as_many_as_published() {
    // cube20.org, half-turn and quarter-turn metric.
    assert_eq!(positions_by_distance(&Move::ALL, 4), [1, 18, 243, 3240, 43_239]);
    let quarters: Vec<Move> = Move::ALL.into_iter().filter(|turn| !turn.is_half_turn()).collect();
    assert_eq!(positions_by_distance(&quarters, 4), [1, 12, 114, 1068, 10_011]);
}

#[test]
fn random_positions_are_uniform_and_fixed_by_the_seed() {
    assert_eq!(Cube::from_seed(7), Cube::from_seed(7));
    assert_ne!(Cube::from_seed(7), Cube::from_seed(8));
    let draws = 12_000_u32;
    let mut at_first = [0_u32; 12];
    let mut last_twist = [0_u32; 3];
    let mut odd = 0;
    for seed in 0..u64::from(draws) {
        let cube = Cube::from_seed(seed);
        at_first[usize::from(cube.edge_permutation()[0])] += 1;
        last_twist[usize::from(cube.corner_orientation()[7])] += 1;
        let corners = cube.corner_permutation();
        let inversions = (0..8).flat_map(|b| (0..b).map(move |a| (a, b))).filter(|&(a, b)| corners[a] > corners[b]);
        odd += inversions.count() as u32 % 2;
    }
    // Five standard deviations of the binomial distribution.
    let within = |count: u32, share: f64| {
        let (mean, n) = (f64::from(draws) * share, f64::from(draws));
        (f64::from(count) - mean).abs() < 5.0 * (n * share * (1.0 - share)).sqrt()
    };
    assert!(at_first.iter().all(|&count| within(count, 1.0 / 12.0)), "{at_first:?}");
    assert!(last_twist.iter().all(|&count| within(count, 1.0 / 3.0)), "{last_twist:?}");
    assert!(within(odd, 0.5), "{odd}");
}

#[test]
fn metrics_count_as_defined() {
    let length = |metric: Metric, text: &str| metric.length(&parse_moves(text, Notation::Standard).unwrap());
    for (text, expected) in [
        ("", [0, 0, 0, 0]),
        ("R", [1, 1, 1, 1]),
        ("R2", [1, 2, 1, 2]),
        ("R L'", [2, 2, 1, 1]),
        ("R2 L", [2, 3, 1, 2]),
        ("R2 L2", [2, 4, 1, 2]),
        ("R L R", [3, 3, 2, 2]),
        ("U D F2 B L", [5, 6, 3, 4]),
    ] {
        assert_eq!(Metric::ALL.map(|metric| length(metric, text)), expected, "{text}");
    }
    for metric in Metric::ALL {
        assert_eq!(metric.name().parse::<Metric>(), Ok(metric));
    }
}
