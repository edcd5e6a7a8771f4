//! The control law of one joint by itself: when it has arrived and when it has failed.

use crate::support;
use brick::Error;
use brick::control::{Drive, Instants, JointLaw, JointSettings, MotorReading, Progress, Tolerances, Trajectory};
use proptest::prelude::*;

const TOLERANCES: Tolerances = Tolerances { path: None, goal: 2.5 * std::f64::consts::PI / 180.0, goal_time: 1.0 };

/// A wrist sent to 90 degrees in half a second.
fn sent_off() -> JointLaw {
    let mut law = support::wrist(None);
    step(&mut law, 0.0, 0);
    let trajectory = Trajectory::to("r_wrist", 90f64.to_radians(), 0.5).expect("a good trajectory");
    law.follow(&trajectory, TOLERANCES, None, Instants { effect: 0.0, interval: 0.035 }).expect("a good goal");
    law
}

fn step(law: &mut JointLaw, time: f64, degrees: i32) -> i8 {
    drive(law, time, degrees).power.percent()
}

fn drive(law: &mut JointLaw, time: f64, degrees: i32) -> Drive {
    let instants = Instants { effect: time + 0.015, interval: 0.03 };
    law.step(MotorReading { time, degrees }, instants)
}

/// Readings thirty times a second until the goal is decided; gives the end and when it came.
fn until_decided(law: &mut JointLaw, degrees: impl Fn(f64) -> i32) -> (Progress, f64) {
    for tick in 1..200 {
        let time = f64::from(tick) * 0.03;
        step(law, time, degrees(time));
        let progress = law.report().progress;
        if progress != Progress::Moving {
            return (progress, time);
        }
    }
    panic!("nothing was decided in 6 s");
}

proptest! {
    /// A motor that stays where it is under any power: within tolerance it has arrived at the latest
    /// when its time is over, beyond it the failure names a distance beyond the tolerance.
    #[test]
    fn a_failure_never_names_a_distance_that_is_allowed(rest in 80i32..=100) {
        let mut law = sent_off();
        let (progress, time) = until_decided(&mut law, |time| (f64::from(rest) * (time / 0.5).min(1.0)) as i32);
        match progress {
            Progress::Arrived => prop_assert!((rest - 90).abs() <= 2 && time <= 0.5 + 1.0 + 0.1, "{rest} at {time}"),
            Progress::Failed(Error::GoalTolerance { error_degrees, allowed_degrees, .. }) => {
                prop_assert!((rest - 90).abs() > 2 && error_degrees > allowed_degrees);
            }
            // Pulses that move nothing may also count as a block.
            Progress::Failed(Error::Stalled { .. }) => prop_assert!((rest - 90).abs() > 2),
            other => prop_assert!(false, "{rest}: {other:?}"),
        }
    }
}

/// What is sent to a joint that comes much faster than it should.
fn ahead(settings: JointSettings) -> Vec<Drive> {
    let mut law = JointLaw::new(settings);
    drive(&mut law, 0.0, 0);
    let trajectory = Trajectory::to("r_wrist", 90f64.to_radians(), 0.5).expect("a good trajectory");
    law.follow(&trajectory, TOLERANCES, None, Instants { effect: 0.0, interval: 0.035 }).expect("a good goal");
    (1..9).map(|tick| drive(&mut law, f64::from(tick) * 0.03, tick * 11)).collect()
}

/// A brick that receives nothing more goes on with its last order.
#[test]
fn a_motor_that_brakes_when_its_brick_falls_silent_comes_back_by_three_degrees_at_most() {
    let drives = ahead(support::wrist_settings(None));
    let braking: Vec<_> = drives.iter().filter(|drive| drive.power.percent() < 0).collect();
    assert!(!braking.is_empty());
    assert!(braking.iter().all(|drive| drive.limit <= 3), "{braking:?}");
}

/// The cube stops it. A claw that had closed was driven open again, by replies of half a second ago, and the cube fell.
#[test]
fn a_closing_claw_that_is_ahead_is_braked_and_never_driven_back() {
    let closed = 90f64.to_radians();
    let drives = ahead(JointSettings { has_ends: true, limits: (closed, 4.0), ..support::wrist_settings(None) });
    assert!(drives.iter().all(|drive| 0 <= drive.power.percent()), "{drives:?}");
    assert!(drives.iter().any(|drive| drive.power.percent() == 0), "{drives:?}");
}

#[test]
fn a_joint_that_keeps_moving_about_its_goal_is_called_restless() {
    let mut law = sent_off();
    // To and fro by two degrees from one reading to the next.
    let swing = |time: f64| 88 + 4 * ((time / 0.03).round() as i32 % 2);
    let (progress, _) = until_decided(&mut law, swing);
    let Progress::Failed(error) = progress else {
        panic!("{progress:?}");
    };
    assert!(matches!(error, Error::Restless { .. }), "{error}");
    assert!(error.to_string().contains("r_wrist"), "{error}");
}

#[test]
fn a_settled_joint_is_left_alone_until_it_is_pushed_out_of_its_tolerance() {
    let mut law = sent_off();
    let (progress, arrived) = until_decided(&mut law, |time| (88.0 * (time / 0.5).min(1.0)) as i32);
    assert_eq!(progress, Progress::Arrived);
    let mut powers = Vec::new();
    for (tick, degrees) in [88, 88, 87, 87, 87, 84, 84].into_iter().enumerate() {
        powers.push(step(&mut law, arrived + 0.03 * (tick + 1) as f64, degrees));
    }
    assert!(powers[..5].iter().all(|power| *power == 0), "{powers:?}");
    assert!(powers[5..].iter().any(|power| *power > 0), "{powers:?}");
}
