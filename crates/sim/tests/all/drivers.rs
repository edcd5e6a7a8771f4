//! What a driver does for its clients, judged by where the joints of the simulated rig really are.

use std::future::{pending, ready};
use std::sync::Arc;

use crate::bench::rigs::{Rig, pass};
use brick::control::runner::Report;
use brick::{BrickName, Driver, EndCode, GoalEnd, Link, TrajectoryGoal};
use rig::{Arm, StopChange};
use tokio::sync::watch;

const BRICK: BrickName = BrickName::RlRotate;

/// A driver, and what its connection publishes.
struct Driven {
    driver: Driver,
    link: watch::Sender<Link>,
    reports: watch::Sender<Option<Arc<Report>>>,
}

fn driven(link: Link) -> Driven {
    let ((link, links), (reports, seen)) = (watch::channel(link), watch::channel(None));
    Driven { driver: Driver::new(BRICK.group(), links, seen), link, reports }
}

fn down() -> Link {
    Link::Down("not connected yet".into())
}

/// Half a turn of the wrist of arm R.
fn wanted() -> TrajectoryGoal {
    TrajectoryGoal { joints: vec!["r_wrist".into()], points: vec![(1.0, vec![1.0])], ..TrajectoryGoal::default() }
}

impl Driven {
    async fn follow(&self, stopped: Option<&str>, cancelled: impl Future<Output = ()> + Send) -> GoalEnd {
        match self.driver.follow(stopped.map(str::to_owned), &wanted(), cancelled) {
            Ok(end) => end.await,
            Err(end) => end,
        }
    }

    /// The battery has this many volts.
    async fn read(&self, rig: &Rig, battery_volts: f64) {
        let report = rig.drivers.reports[BRICK.index()].borrow().clone().expect("joints were read");
        self.reports.send_replace(Some(Arc::new(Report { battery_volts: Some(battery_volts), ..report })));
    }
}

#[tokio::test(start_paused = true)]
async fn a_goal_is_refused_by_name_while_the_rig_is_stopped_or_the_brick_away() {
    let rig = Rig::open_front(3).await;
    let driven = driven(down());
    let end = driven.follow(None, pending()).await;
    let away = "rl_rotate is out of reach: not connected yet";
    assert_eq!(end, GoalEnd::new(EndCode::Unreachable, away));
    assert_eq!(driven.driver.fault().as_deref(), Some("not connected yet"));
    assert_eq!(driven.driver.stop().await, Err(format!("{away}; it stays stopped when it is back")));
    driven.read(&rig, 5.4).await;
    let end = driven.follow(None, pending()).await;
    assert_eq!(end.reason, format!("{away}; its battery is down to 5.4 V"));
    assert_eq!(driven.driver.fault().as_deref(), Some("not connected yet; its battery was down to 5.4 V"));
    driven.link.send_replace(Link::Up(rig.handle(BRICK)));
    assert_eq!(driven.driver.fault(), None);
    assert_eq!(driven.follow(Some("held"), pending()).await, GoalEnd::new(EndCode::Stopped, "held"));
    assert!(rig.wrist(Arm::R).abs() < 0.05, "nothing has moved");
    driven.read(&rig, 7.4).await;
    assert_eq!(driven.follow(None, pending()).await, GoalEnd::new(EndCode::Successful, ""));
    assert!((rig.wrist(Arm::R) - 1.0).abs() < 0.1, "{}", rig.wrist(Arm::R));
}

/// A goal that waits until it is known whether the rig is stopped can be cancelled before it is given.
#[tokio::test(start_paused = true)]
async fn a_goal_that_was_cancelled_before_it_was_given_moves_nothing() {
    let rig = Rig::open_front(3).await;
    let driven = driven(Link::Up(rig.handle(BRICK)));
    assert_eq!(driven.follow(None, ready(())).await.code, EndCode::Cancelled);
    pass(1000).await;
    assert!(rig.wrist(Arm::R).abs() < 0.05, "{}", rig.wrist(Arm::R));
}

#[tokio::test(start_paused = true)]
async fn a_loop_that_begins_while_the_rig_is_stopped_obeys_after_the_stop() {
    let rig = Rig::open_front(3).await;
    let driven = driven(down());
    driven.driver.take_change(StopChange::Stopped);
    driven.link.send_replace(Link::Up(rig.handle(BRICK)));
    driven.driver.link_changed(true);
    // Its owner may have missed the stop; the loop has not.
    assert_eq!(driven.follow(None, pending()).await.code, EndCode::Stopped);
    driven.driver.take_change(StopChange::Waiting);
    assert_eq!(driven.follow(None, pending()).await.code, EndCode::Stopped);
    driven.driver.take_change(StopChange::Free);
    driven.driver.link_changed(false);
    assert_eq!(driven.follow(None, pending()).await.code, EndCode::Successful);
}
