//! Rigs with their drivers, as most tests begin, and what tests do to them.

use std::sync::Arc;

use rig::{Action, Arm, Claw, Profile, RigState};
use sim::{Fault, Options, World};
use tokio::task::JoinHandle;

use sim::bench::{Bench, Drivers};

/// A rig at rest.
pub async fn rig(seed: u64) -> (Bench, Drivers) {
    let bench = Bench::new(World::new(Profile::nxt_2015(), seed, Options::default()));
    let drivers = bench.drivers(&RigState::REST).await.expect("the bricks answer");
    (bench, drivers)
}

/// A rig whose arms F and B are open, so that R and L can turn the whole cube.
pub async fn open_front(seed: u64) -> (Bench, Drivers) {
    let mut start = RigState::REST;
    for arm in [Arm::F, Arm::B] {
        start.arms[arm.index()].claw = Claw::Open;
    }
    let options = Options { start, ..Options::default() };
    let bench = Bench::new(World::new(Profile::nxt_2015(), seed, options));
    let drivers = bench.drivers(&start).await.expect("the bricks answer");
    (bench, drivers)
}

/// Begins a turn of the cube by a quarter, with arms R and L.
pub fn turn_begun(drivers: &Arc<Drivers>) -> JoinHandle<Result<(), brick::Error>> {
    let drivers = drivers.clone();
    let turns = [Action::Turn(1), Action::Turn(-1)];
    tokio::spawn(async move { drivers.act_together([Arm::R, Arm::L], turns, [0, 0]).await })
}

/// Puts in a fault by name.
pub fn inject(bench: &Bench, name: &str, target: &str, amount: f64) {
    let fault = Fault::parse(name, target, amount);
    bench.world().inject(fault.expect("a good fault"));
}

/// Where a wrist really stands, in radians.
pub fn wrist(bench: &Bench, arm: Arm) -> f64 {
    bench.truth().joints[arm.wrist().index()]
}
