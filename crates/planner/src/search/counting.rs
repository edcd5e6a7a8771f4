//! How fast the best possible planner could be on average: a bound by counting.
//!
//! The proof, for a time T from rest:
//!
//! 1. The face turns of a plan are a sequence of moves. Consecutive turns of one axis commute. Joined, they are one
//!    [turn](crate::search::turn) of 45 or none. So each plan has a *word*: turns of which no two neighbours have the same
//!    axis. Plans with one word do the same to a cube, and only the cube that this undoes is solved by them. So within T no
//!    more cubes can be solved than there are words whose fastest plan takes at most T.
//! 2. The price of a word, the sum that the machine of [costs](crate::search::costs) adds up, is at most what any plan with
//!    this word takes. Every plan is a chain of phases and face turns (see [`crate`]). Without twist each of them
//!    takes a [config](crate::search::configs) to another, in a time that the price's steps allow too. The turns of an axis
//!    may also be done in parts, to and fro, or in another order, with regrips between. That is never faster than the
//!    joined turn. (A test in `costs.rs` checks the last for all pairs of turns and all configs; `tests/search.rs` compares
//!    the price with exact plans.)
//! 3. Words with a price of at most T are counted exactly: how many end when, in which state of the machine and with which axis last.
//!    Prices are rounded down to whole steps, which only raises the count.
//! 4. So at most `words(T)` of all [`CUBES`] cubes can be solved within T. The mean over all cubes is the integral over T of the
//!    share that takes longer. It is at least the integral of `1 - words(T) / CUBES` where that is positive.
//!
//! Many words do the same to the cube, so no planner reaches the bound. It does not hold for a single cube.

use cube::AxialTurn;
use rig::{Profile, RigState};

use crate::search::configs::{TICK, Ticks};
use crate::search::costs::IMPOSSIBLE;
use crate::search::pricer::Pricer;
use crate::search::tables::machine;

/// 8! x 3^7 x 12! x 2^11 / 2.
const CUBES: f64 = 43_252_003_274_489_856_000.0;

/// Steps into which a second is cut.
const STEPS: Ticks = 50;

/// No planner's mean over all cubes, from rest, is below this many seconds. Takes a second.
pub fn least_mean_seconds(profile: &Profile) -> f64 {
    let mut mean = 0.0;
    count(profile, |_, sequences| {
        mean += (1.0 - sequences / CUBES).max(0.0) / f64::from(STEPS);
        sequences < CUBES
    });
    mean
}

/// At most this share of all cubes can be solved within this many seconds from rest, by any planner.
pub fn solvable_share(profile: &Profile, seconds: f64) -> f64 {
    let mut share = 0.0;
    count(profile, |time, sequences| {
        if time <= seconds {
            share = (sequences / CUBES).min(1.0);
        }
        time <= seconds
    });
    share
}

/// Calls `visit` after each step with how many sequences take until then at most; ends when it returns false.
fn count(profile: &Profile, mut visit: impl FnMut(f64, f64) -> bool) {
    let pricer = Pricer::new(profile);
    let costs = machine(&pricer, profile);
    let bin = (1e9 / TICK as f64) as Ticks / STEPS;
    let states = costs.next.len();
    // By step: how many sequences end then, by state and last axis (3 for none).
    let mut ends: std::collections::VecDeque<Vec<f64>> = [vec![0.0; states * 4]].into();
    ends[0][costs.state(&pricer.start(profile, &RigState::REST)) * 4 + 3] = 1.0;
    let mut total = 0.0;
    for now in 0.. {
        let Some(here) = ends.pop_front() else { return };
        total += here.iter().sum::<f64>();
        if !visit(f64::from(now) / f64::from(STEPS), total) {
            return;
        }
        for (key, &sequences) in here.iter().enumerate().filter(|(_, sequences)| 0.0 < **sequences) {
            let (state, last_axis) = (key / 4, key % 4);
            for turn in (0..AxialTurn::COUNT).filter(|turn| turn / 15 != last_axis) {
                let (next, cost) = costs.next[state][turn];
                if cost == IMPOSSIBLE {
                    continue;
                }
                // Rounded down, but a turn never ends in the step in which it starts.
                let later = (cost / bin).max(1) as usize - 1;
                while ends.len() <= later {
                    ends.push_back(vec![0.0; states * 4]);
                }
                ends[later][next as usize * 4 + turn / 15] += sequences;
            }
        }
    }
}
