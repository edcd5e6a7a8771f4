//! The smallest plan that still breaks a law: fewer upsets, and an earlier end.

use std::sync::Arc;

use crate::laws::Law;
use crate::plan::Plan;
use crate::storm::run;
use crate::tools::Tools;

/// Returns the numbers of its upsets too. Upsets are left out one after the other, then the end comes earlier, as long as `law` is broken. Runs some tens of storms.
pub fn shrink(plan: &Plan, law: Law, tools: &Arc<Tools>) -> (Plan, Vec<usize>) {
    let breaks = |plan: &Plan| run(plan, tools, false).broken.iter().any(|broken| broken.law == law);
    let mut smallest = plan.clone();
    let mut kept: Vec<usize> = (0..plan.upsets.len()).collect();
    let mut index = smallest.upsets.len();
    while 0 < index {
        index -= 1;
        let mut smaller = smallest.clone();
        smaller.upsets.remove(index);
        if breaks(&smaller) {
            smallest = smaller;
            kept.remove(index);
        }
    }
    for share in [0.25, 0.5, 0.75] {
        let last = smallest.upsets.last().map_or(0.0, |(at, _)| *at);
        let smaller = Plan { seconds: (share * plan.seconds).max(last + 0.1).min(plan.seconds), ..smallest.clone() };
        if smaller.seconds < smallest.seconds && breaks(&smaller) {
            smallest = smaller;
            break;
        }
    }
    (smallest, kept)
}
