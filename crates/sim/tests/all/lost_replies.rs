//! Whole plans over links that lose a share of all replies, or double it.

use crate::bench::execute;
use crate::bench::in_simulated_time;
use crate::bench::rigs::Rig;
use brick::BrickName;
use cube::{Cube, Move, Notation, inverted, parse_moves};
use planner::Plan;
use rig::{Profile, RigState};
use sim::Options;

const MOVES: &str = "R U2 F' L D B2 R' U F2 L' D2 B";
const RUNS: u64 = 12;

/// A rig whose cube these moves solve, and the plan for them.
async fn scrambled(seed: u64) -> (Rig, Plan) {
    let moves: Vec<Move> = parse_moves(MOVES, Notation::Standard).expect("moves");
    let options = Options { cube: Cube::SOLVED.apply_all(&inverted(&moves)), ..Options::default() };
    let plan = planner::plan_moves(&Profile::nxt_2015(), &RigState::REST, &moves);
    (Rig::new(seed, options).await, plan.expect("any moves have a plan"))
}

/// All four links lose replies from the beginning on; the motions arrive all the same, a little later.
#[test]
fn plans_come_true_over_links_that_lose_replies() {
    in_simulated_time(async {
        for (share, least_solved, most_slower) in
            [(0.05, RUNS, 1.15), (0.1, RUNS, 1.2), (0.2, RUNS, 1.3), (0.3, RUNS - 2, 1.3)]
        {
            let (mut solved, mut taken, mut nominal) = (0, 0.0, 0.0);
            for seed in 0..RUNS {
                let (rig, plan) = scrambled(seed).await;
                BrickName::ALL.iter().for_each(|brick| rig.inject("replies_lost", brick.name(), share));
                match execute(&rig.drivers, &plan).await {
                    Ok(seconds) => {
                        solved += u64::from(rig.bench.truth().solved);
                        taken += seconds;
                        nominal += plan.parked_seconds();
                    }
                    Err(error) => println!("{share} lost, seed {seed}: {error}"),
                }
            }
            let slower = taken / nominal;
            println!("{share} lost: {solved} of {RUNS} solved in {slower:.2} times the time planned");
            assert!(least_solved <= solved && slower <= most_slower);
        }
    });
}

/// Most replies come twice, which costs nothing.
#[test]
fn plans_come_true_over_links_that_double_replies() {
    in_simulated_time(async {
        for seed in 0..RUNS {
            let (rig, plan) = scrambled(seed).await;
            BrickName::ALL.iter().for_each(|brick| rig.inject("replies_twice", brick.name(), 0.75));
            let seconds = execute(&rig.drivers, &plan).await;
            let seconds = seconds.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert!(rig.bench.truth().solved && seconds < 1.15 * plan.parked_seconds());
        }
    });
}
