//! What the tests do on the test bench of the crate, on simulated time: tokio's clock is paused, so it jumps from event to event.

pub mod drivers;
pub mod graph;
pub mod rigs;
pub mod servo_rig;
pub mod settling;
pub mod starved;
pub mod wrists;

use std::time::Duration;

use brick::BrickName;
use planner::Plan;
use rig::{Action, Joint};
use sim::bench::{Drivers, target};
use tokio::time::Instant;

/// Runs what it is given on a paused clock. Tokio's own attribute enables sockets too; their system calls would take a fifth of
/// the time of long tests.
pub fn in_simulated_time<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("a runtime without threads").block_on(test)
}

/// Carries out a plan and its parking: each motion starts when those before it have settled, or have come as far as it waits
/// for. The two wrists that turn the whole cube go out as one goal. Claws are not held on their way: drivers settle in time
/// here, or the judge reports it. Returns the seconds it took.
pub async fn execute(drivers: &Drivers, plan: &Plan) -> Result<f64, brick::Error> {
    let began = Instant::now();
    let (motions, waits) = (plan.all_motions(), plan.waits());
    let mut wrists = plan.start().arms.map(|arm| arm.wrist);
    let goals: Vec<(Joint, f64, f64)> = motions
        .iter()
        .map(|motion| {
            let wrist = &mut wrists[motion.arm.index()];
            let (joint, position) = target(motion.arm, motion.action, *wrist, drivers.open);
            *wrist += i32::from(motion.action.quarters());
            (joint, position, motion.end - motion.start)
        })
        .collect();
    // Where a motion under way has done a share of its way.
    let place = |motion: usize, share: f64| {
        let (_, target, _) = goals[motion];
        let way = match motions[motion].action {
            Action::Open => drivers.open,
            Action::Close => -drivers.open,
            Action::Turn(quarters) => f64::from(quarters) * std::f64::consts::FRAC_PI_2,
        };
        (target - way + share * way, way)
    };
    let mut started = vec![false; motions.len()];
    let mut settled = vec![false; motions.len()];
    let mut running = tokio::task::JoinSet::new();
    while settled.contains(&false) {
        for index in 0..motions.len() {
            let has_come = |wait: &planner::Wait| {
                let (place, way) = place(wait.motion, wait.share);
                let passed = 0.0 <= (drivers.position(goals[wait.motion].0) - place) * way;
                settled[wait.motion] || (wait.share < 1.0 && started[wait.motion] && passed)
            };
            if started[index] || !waits[index].iter().all(has_come) {
                continue;
            }
            let (brick, _) = BrickName::driving(goals[index].0);
            let partner = (0..motions.len()).find(|other| {
                *other != index
                    && !started[*other]
                    && waits[*other] == waits[index]
                    && BrickName::driving(goals[*other].0).0 == brick
            });
            let together: Vec<usize> = [Some(index), partner].into_iter().flatten().collect();
            for motion in &together {
                started[*motion] = true;
            }
            let goals: Vec<_> = together.iter().map(|motion| goals[*motion]).collect();
            let drivers = drivers.clone();
            running.spawn(async move { drivers.go(brick, &goals).await.map(|()| together) });
        }
        let look_again = Duration::from_millis(5);
        let Ok(done) = tokio::time::timeout(look_again, running.join_next()).await else {
            continue;
        };
        let done = done.expect("something is under way");
        for motion in done.expect("no driver panics")? {
            settled[motion] = true;
        }
    }
    Ok(began.elapsed().as_secs_f64())
}
