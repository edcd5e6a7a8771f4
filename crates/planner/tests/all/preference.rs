//! Among equally short solutions the solver takes the one that is fastest on the rig, when it is given the rig's times.

use cube::{Cube, Notation, parse_moves};
use planner::Planner;
use rig::Profile;
use solver::{Control, Limits, LoadOptions, Method};

#[test]
fn auto_takes_what_the_rig_does_soonest() {
    let moves = |text: &str| parse_moves(text, Notation::Standard).expect("moves");
    let cube = Cube::SOLVED.apply_all(&moves("R2 L2 F2 B2 U2 D2"));
    let planner = Planner::new(&Profile::nxt_2015());
    let axes = ["R2 L2", "U2 D2", "F2 B2"];
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let seconds = orders.map(|order| planner.seconds(&moves(&order.map(|axis| axes[axis]).join(" "))));
    let fast = seconds.into_iter().fold(f64::INFINITY, f64::min);
    assert!(seconds.into_iter().any(|slow| fast < slow));
    let options = LoadOptions::small(LoadOptions::user_cache());
    let solver = Method::Auto.load(&options, &|_| {});
    let limits = Limits { threads: 2, ..Limits::default() };
    let by_rig = Planner::new(&Profile::nxt_2015());
    let control = Control::default().preferring(move |moves| by_rig.seconds(moves));
    let solution = solver.expect("the tables can be made").solve(&cube, &limits, &control).expect("it has a solution");
    assert_eq!((solution.length(), solution.is_optimal()), (6, true));
    assert!((planner.seconds(solution.moves()) - fast).abs() < 1e-9);
}
