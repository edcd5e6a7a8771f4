//! Averages by published rules: examples of the regulations, and a second way to compute the same.

use practice::{Average, Penalty, Solve, Statistics};
use proptest::prelude::*;

fn solves(results: &[Option<u32>]) -> Vec<Solve> {
    let solve = |result: &Option<u32>| match result {
        Some(millis) => Solve { millis: *millis, ..Solve::default() },
        None => Solve { millis: 1, penalty: Penalty::Dnf, ..Solve::default() },
    };
    results.iter().map(solve).collect()
}

fn current(results: &[Option<u32>], size: usize) -> Option<Average> {
    Statistics::of(&solves(results))
        .rolling
        .into_iter()
        .find(|rolling| rolling.size == size)
        .map(|rolling| rolling.current)
}

#[test]
fn an_average_of_five_leaves_out_the_best_and_the_worst() {
    // 9f8: the mean of the three attempts that are neither the best nor the worst; a DNF is the worst.
    let five = [Some(10_000), Some(12_000), Some(11_000), Some(30_000), Some(5_000)];
    assert_eq!(current(&five, 5), Some(Average::Of(11_000.0)));
    assert_eq!(current(&[None, Some(12_000), Some(11_000), Some(10_000), Some(5_000)], 5), Some(Average::Of(11_000.0)));
    assert_eq!(current(&[None, Some(12_000), None, Some(10_000), Some(5_000)], 5), Some(Average::Dnf));
    // 9f9: a mean of three with a DNF is a DNF.
    assert_eq!(current(&[Some(10_000), Some(11_000), Some(12_001)], 3), Some(Average::Of(11_000.0 + 1.0 / 3.0)));
    assert_eq!(current(&[Some(10_000), None, Some(12_000)], 3), Some(Average::Dnf));
    assert_eq!(current(&five[..4], 5), None);
}

#[test]
fn two_seconds_are_added_and_a_dnf_does_not_count() {
    let mut three = solves(&[Some(10_000), Some(11_000), None]);
    three[0].penalty = Penalty::PlusTwo;
    let found = Statistics::of(&three);
    assert_eq!(
        (found.count, found.valid, found.best, found.worst, found.mean),
        (3, 2, Some(11_000), Some(12_000), Some(11_500.0))
    );
    assert_eq!(Statistics::of(&[]), Statistics::default());
    let none = Statistics::of(&solves(&[None]));
    assert_eq!((none.count, none.valid, none.best, none.mean), (1, 0, None, None));
}

#[test]
fn the_best_average_is_named_with_its_first_solve() {
    let results: Vec<Option<u32>> = [9, 9, 9, 3, 4, 5, 4, 4, 9].map(|seconds| Some(1000 * seconds)).into();
    let found = Statistics::of(&solves(&results));
    let five = found.rolling.iter().find(|rolling| rolling.size == 5).expect("enough solves");
    assert_eq!(five.best, (Average::Of(4_000.0), 3));
}

/// The slow way: sort, cut, and add, with what counts as infinite.
fn by_hand(results: &[Option<u32>], cut: usize) -> f64 {
    let mut all: Vec<f64> = results.iter().map(|result| result.map_or(f64::INFINITY, f64::from)).collect();
    all.sort_by(f64::total_cmp);
    for _ in 0..cut {
        all.remove(0);
        all.pop();
    }
    all.iter().sum::<f64>() / all.len() as f64
}

proptest! {
    #[test]
    fn averages_are_those_that_are_computed_by_hand(results in prop::collection::vec(prop::option::weighted(0.93, 1u32..4_000_000), 0..130)) {
        let found = Statistics::of(&solves(&results));
        // csTimer cuts five percent at each end, rounded up: 1 of 5 and of 12, 5 of 100.
        let sizes = [(3, 0), (5, 1), (12, 1), (100, 5)].into_iter().filter(|(size, _)| *size <= results.len());
        prop_assert_eq!(found.rolling.len(), sizes.clone().count());
        for (rolling, (size, cut)) in found.rolling.iter().zip(sizes) {
            let value = |average: Average| match average {
                Average::Of(millis) => millis,
                Average::Dnf => f64::INFINITY,
            };
            let all: Vec<f64> = results.windows(size).map(|window| by_hand(window, cut)).collect();
            let best = all.iter().copied().fold(f64::INFINITY, f64::min);
            prop_assert_eq!(value(rolling.current), *all.last().expect("enough solves"));
            prop_assert_eq!(value(rolling.best.0), best);
            prop_assert!(best.is_infinite() || all[rolling.best.1] == best);
        }
    }
}
