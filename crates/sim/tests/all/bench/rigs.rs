//! A simulated rig with its four drivers, and what scenarios do with it.

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;
use std::time::Duration;

use brick::control::runner::Handle;
use brick::{BrickName, Error};
use rig::{Action, Arm, Claw, Pair, Profile, RigState};
use sim::bench::{Bench, Drivers};
use sim::{Fault, Happening, Options, World};
use tokio::task::JoinHandle;

/// A rig and its drivers.
pub struct Rig {
    pub bench: Bench,
    pub drivers: Arc<Drivers>,
}

impl Rig {
    /// The thesis' rig.
    pub async fn new(seed: u64, options: Options) -> Rig {
        Rig::of(Profile::nxt_2015(), seed, options).await
    }

    pub async fn of(profile: Profile, seed: u64, options: Options) -> Rig {
        let start = options.start;
        let bench = Bench::new(World::new(profile, seed, options));
        let drivers = bench.drivers(&start).await.expect("the bricks answer");
        Rig { bench, drivers: Arc::new(drivers) }
    }

    pub async fn at_rest(seed: u64) -> Rig {
        Rig::new(seed, Options::default()).await
    }

    /// Arms F and B are open, so that R and L can turn the whole cube.
    pub async fn open_front(seed: u64) -> Rig {
        Rig::new(seed, Options { start: open(Pair::FB), ..Options::default() }).await
    }

    /// Puts in a fault by name.
    pub fn inject(&self, name: &str, target: &str, amount: f64) {
        inject(&self.bench, name, target, amount);
    }

    /// Carries out motions of an arm one after another, from a neutral wrist.
    pub async fn act(&self, arm: Arm, actions: &[Action]) -> Result<(), Error> {
        let mut wrist = 0;
        for &action in actions {
            self.drivers.act(arm, action, wrist).await?;
            wrist += i32::from(action.quarters());
        }
        Ok(())
    }

    /// Begins a motion of an arm.
    pub fn begin(&self, arm: Arm, action: Action) -> JoinHandle<Result<(), Error>> {
        let drivers = self.drivers.clone();
        tokio::spawn(async move { drivers.act(arm, action, 0).await })
    }

    /// Begins a turn of the cube by a quarter, with arms R and L.
    pub fn begin_cube_turn(&self) -> JoinHandle<Result<(), Error>> {
        let drivers = self.drivers.clone();
        let turns = [Action::Turn(1), Action::Turn(-1)];
        tokio::spawn(async move { drivers.act_together([Arm::R, Arm::L], turns, [0, 0]).await })
    }

    pub fn handle(&self, brick: BrickName) -> Handle {
        self.drivers.handles[brick.index()].clone()
    }

    /// Where a wrist really stands, in radians.
    pub fn wrist(&self, arm: Arm) -> f64 {
        wrist(&self.bench, arm)
    }

    /// How far a wrist really stands from a count of quarters, degrees.
    pub fn off(&self, arm: Arm, quarters: f64) -> f64 {
        (self.wrist(arm) - quarters * FRAC_PI_2).to_degrees()
    }

    /// By how much the layer of an arm is turned against the cube, degrees.
    pub fn layer(&self, arm: Arm) -> f64 {
        self.bench.truth().layer_turns[arm.index()].to_degrees()
    }

    /// What went wrong since this was asked last.
    pub fn happenings(&self) -> Vec<Happening> {
        self.bench.world().take_events().iter().map(|event| event.what).collect()
    }
}

/// A rig at rest but for a pair whose claws are open.
pub fn open(pair: Pair) -> RigState {
    let mut start = RigState::REST;
    for arm in pair.arms() {
        start.arms[arm.index()].claw = Claw::Open;
    }
    start
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

/// Lets simulated time pass.
pub async fn pass(milliseconds: u64) {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
}
