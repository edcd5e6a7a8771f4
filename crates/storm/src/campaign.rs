//! Many storms, on several threads: each is one thread's, so none depends on the others.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use crate::plan::Plan;
use crate::storm::{Outcome, run};
use crate::tools::Tools;

/// Runs a storm for each seed, as `draw` has it, and gives them to `take` in the order of the seeds, until it breaks off.
pub fn campaign(
    seeds: Range<u64>,
    tools: &Arc<Tools>,
    threads: usize,
    is_traced: bool,
    draw: impl Fn(u64) -> Plan + Sync,
    mut take: impl FnMut(u64, Plan, Outcome) -> ControlFlow<()>,
) {
    let (next, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let count = seeds.end.saturating_sub(seeds.start);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            let (next, is_over, draw) = (&next, &is_over, &draw);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if count <= index {
                        return;
                    }
                    let seed = seeds.start + index;
                    let plan = draw(seed);
                    let outcome = run(&plan, tools, is_traced);
                    // Nobody receives it when all is over.
                    let _ = sender.send((seed, plan, outcome));
                }
            });
        }
        drop(sender);
        let (mut waiting, mut wanted) = (BTreeMap::new(), seeds.start);
        for (seed, plan, outcome) in results {
            waiting.insert(seed, (plan, outcome));
            while let Some((plan, outcome)) = waiting.remove(&wanted) {
                if take(wanted, plan, outcome).is_break() {
                    is_over.store(true, Ordering::Relaxed);
                    return;
                }
                wanted += 1;
            }
        }
    });
}
