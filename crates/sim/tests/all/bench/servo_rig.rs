//! A rig whose joints servos drive, with the loop of their family.

use brick::{BrickName, Error};
use rig::{Action, Arm, Joint};
use servo::{Family, Health};
use sim::bench::{Bench, Drivers};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::rigs::pass;

/// The bench, the drivers of all joints, and the loop behind them.
pub struct ServoRig {
    pub bench: Bench,
    pub drivers: Drivers,
    pub health: watch::Receiver<Health>,
    pub running: JoinHandle<Result<(), Error>>,
}

impl ServoRig {
    /// Starts the loop of a family.
    pub async fn with<F: Family + Send + 'static>(bench: Bench) -> ServoRig {
        let (servo_loop, servos) =
            bench.servo_loop::<F>(&BrickName::ALL.map(BrickName::group)).expect("all joints have servos");
        let running = tokio::spawn(servo_loop.run());
        let drivers = bench.drivers_of(servos.loops).await;
        ServoRig { bench, drivers, health: servos.health, running }
    }

    /// Where a joint truly stands.
    pub fn degrees(&self, joint: Joint) -> f64 {
        self.bench.truth().joints[joint.index()].to_degrees()
    }

    /// What has happened since it was asked last.
    pub fn happenings(&self) -> Vec<String> {
        self.bench.world().take_events().iter().map(|event| event.what.to_string()).collect()
    }

    /// Begins a turn of R's wrist by a quarter, and lets 300 ms of it pass.
    pub async fn begin_turn(&self) -> JoinHandle<Result<(), Error>> {
        let drivers = self.drivers.clone();
        let turn = tokio::spawn(async move { drivers.act(Arm::R, Action::Turn(1), 0).await });
        pass(300).await;
        turn
    }
}

/// All joints are read a hundred times a second while a wrist turns.
pub async fn a_hundred_times_a_second(rig: &ServoRig) {
    let turn = rig.begin_turn().await;
    let mut report = rig.drivers.reports[BrickName::RlRotate.index()].clone();
    let mut times = Vec::new();
    while !turn.is_finished() {
        report.changed().await.expect("the loop runs");
        times.extend(report.borrow_and_update().as_ref().map(|report| report.at));
    }
    turn.await.expect("no panic").expect("it turns");
    let seconds = (times[times.len() - 2] - times[0]).as_secs_f64();
    let rate = (times.len() - 2) as f64 / seconds;
    assert!((90.0..=101.0).contains(&rate), "{rate:.0} times a second");
}

/// A stop holds the joints where they are and refuses goals until a resume. Then a wrist turns to within these degrees of its goal.
pub async fn a_stop_holds(rig: &ServoRig, within: f64) {
    let turn = rig.begin_turn().await;
    let handle = &rig.drivers.handles[BrickName::RlRotate.index()];
    handle.stop().await.expect("the loop runs");
    let error = turn.await.expect("no panic").expect_err("it was stopped");
    assert!(matches!(error, Error::Stopped { .. }), "{error}");
    pass(200).await;
    let stands = rig.degrees(Arm::R.wrist());
    assert!((15.0..75.0).contains(&stands), "{stands}");
    let refused = rig.drivers.act(Arm::R, Action::Turn(1), 0).await.expect_err("it is stopped");
    assert!(matches!(refused, Error::Stopped { .. }), "{refused}");
    pass(2000).await;
    assert!((rig.degrees(Arm::R.wrist()) - stands).abs() < 0.5, "nothing moves");
    handle.resume();
    rig.drivers.act(Arm::R, Action::Turn(1), 0).await.expect("it may move again");
    assert!((rig.degrees(Arm::R.wrist()) - 90.0).abs() < within);
}
