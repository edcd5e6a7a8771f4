//! A stop is a state, over thousands of schedules of goals, cancels, stops and resumes on links that stall.
//!
//! The judge stands at the wire: it reads every byte that the brick is sent, and knows nothing of the control loop.

mod wire;

use crate::bench::in_simulated_time;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use brick::control::JointGoal;
use brick::control::runner::{Pace, PositionLoop};
use brick::control::{Gearing, JointSettings, MotorModel, Tolerances, Trajectory};
use brick::frame::Deframer;
use brick::{Brick, Error, Port, Power, Timeouts};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sim::battery::Battery;
use sim::emulator::EmulatedBrick;
use sim::link::Latency;
use sim::motor::MotorConstants;
use testkit::proptest::prelude::*;
use tokio::time::{Instant, sleep, timeout};
use wire::{Entry, SlowStream, Taking, Wire};

/// What is done to the loop.
#[derive(Clone, Debug)]
enum Deed {
    /// Joint 0, 1 or both (2) to this many degrees within this many milliseconds.
    Goal(usize, i32, u64),
    /// Takes back one of the goals given so far.
    Cancel(usize),
    Stop,
    Resume,
    Link(Taking),
}

fn deeds() -> impl Strategy<Value = Deed> {
    prop_oneof![
        5 => (0..3_usize, -5..=5_i32, 50..500_u64).prop_map(|(joint, at, time)| Deed::Goal(joint, 30 * at, time)),
        1 => (0..8_usize).prop_map(Deed::Cancel),
        3 => Just(Deed::Stop),
        3 => Just(Deed::Resume),
        1 => Just(Deed::Link(Taking::All)),
        1 => (1..12_u64).prop_map(|pause| Deed::Link(Taking::ByteEach(pause))),
        1 => (1..900_u64).prop_map(|pause| Deed::Link(Taking::NothingFor(pause))),
    ]
}

fn joint(name: &str) -> JointSettings {
    JointSettings {
        name: name.to_owned(),
        gearing: Gearing {
            motor_degrees_per_radian: 60.0 / 44.0 * 1f64.to_degrees(),
            position_at_zero: 0.0,
            backlash_degrees: 0.0,
        },
        model: MotorModel::default(),
        limits: (-3.2, 3.2),
        cable_slack: 0.0,
        has_ends: false,
        most_power: 100.0,
        coasted: None,
    }
}

/// A goal as the test remembers it.
struct Given {
    joints: Vec<usize>,
    while_stopped: bool,
    stops_before: usize,
    /// How it ended, and where the joints stood then, radians.
    outcome: tokio::task::JoinHandle<(Result<(), Error>, [f64; 2])>,
    target: f64,
}

async fn play(schedule: Vec<(u64, Deed)>) -> Result<(), TestCaseError> {
    let started = Instant::now();
    let brick =
        EmulatedBrick::new([MotorConstants::NXT; 3], Battery::new(9.0), Latency::NONE, ChaCha8Rng::seed_from_u64(1));
    let wire = Arc::new(Mutex::new(Wire {
        brick,
        started,
        time: 0.0,
        taking: Taking::All,
        since: started,
        tap: Deframer::default(),
        log: Vec::new(),
        nonsense: 0,
    }));
    let stream = SlowStream {
        wire: wire.clone(),
        unread: Vec::new(),
        reading: Box::pin(sleep(Duration::ZERO)),
        writing: Box::pin(sleep(Duration::ZERO)),
    };
    let client = Brick::over("a brick".into(), Box::new(stream), Timeouts::default());
    let joints = [(Port::A, joint("first")), (Port::B, joint("second"))];
    let (position_loop, handle, mut reports) = PositionLoop::new(client, joints, Pace::default());
    let running = tokio::spawn(position_loop.run());
    reports.wait_for(Option::is_some).await.expect("the loop runs");

    let mut goals: Vec<Given> = Vec::new();
    let mut cancels = Vec::new();
    let (mut is_stopped, mut stops, mut resumes) = (false, 0, 0);
    let mut answers = Vec::new();
    let mut cancelled = HashSet::new();
    for (pause, deed) in schedule {
        sleep(Duration::from_millis(pause)).await;
        match deed {
            Deed::Goal(which, degrees, milliseconds) => {
                let target = f64::from(degrees).to_radians();
                let seconds = milliseconds as f64 / 1000.0;
                let which = if which < 2 { vec![which] } else { vec![0, 1] };
                let order = which.iter().map(|joint| JointGoal {
                    joint: *joint,
                    trajectory: Trajectory::to("a joint", target, seconds).expect("it is finite"),
                    tolerances: Tolerances::default(),
                });
                let following = handle.follow(order.collect());
                let (cancel, asked) = tokio::sync::oneshot::channel::<()>();
                let reports = reports.clone();
                let outcome = tokio::spawn(async move {
                    tokio::pin!(following);
                    tokio::pin!(asked);
                    let mut is_asked = false;
                    let outcome = loop {
                        tokio::select! {
                            biased;
                            asked = &mut asked, if !is_asked => {
                                is_asked = true;
                                if asked.is_ok() {
                                    following.cancel();
                                }
                            }
                            outcome = &mut following => break outcome,
                        }
                    };
                    let report = reports.borrow().clone().expect("it was read before");
                    (outcome, [0, 1].map(|joint: usize| report.joints[joint].position))
                });
                cancels.push(Some(cancel));
                goals.push(Given { joints: which, while_stopped: is_stopped, stops_before: stops, outcome, target });
            }
            Deed::Cancel(index) => {
                if let Some(cancel) = cancels.get_mut(index).and_then(Option::take) {
                    cancelled.insert(index);
                    let _ = cancel.send(());
                }
            }
            Deed::Stop => {
                let answer = handle.stop();
                let (wire, number) = (wire.clone(), stops);
                is_stopped = true;
                stops += 1;
                answers.push((
                    resumes,
                    tokio::spawn(async move {
                        if answer.await.is_ok() {
                            let mut wire = wire.lock().expect("no test panics with it");
                            wire.log.push(Entry::Stopped(number));
                        }
                    }),
                ));
            }
            Deed::Resume => {
                handle.resume();
                is_stopped = false;
                resumes += 1;
                wire.lock().expect("no test panics with it").log.push(Entry::Resumed);
            }
            Deed::Link(taking) => {
                let mut wire = wire.lock().expect("no test panics with it");
                (wire.taking, wire.since) = (taking, Instant::now());
            }
        }
    }
    // A task that still holds an end of a cancel does not take the goal back.
    drop(cancels);
    let mut resumes_before = Vec::new();
    for (before, answer) in answers {
        let answered = timeout(Duration::from_secs(30), answer).await;
        prop_assert!(answered.is_ok(), "a stop is never answered");
        resumes_before.push(before);
    }
    for (index, goal) in goals.iter_mut().enumerate() {
        let ended = timeout(Duration::from_secs(30), &mut goal.outcome).await;
        prop_assert!(ended.is_ok(), "goal {index} never ends");
        let (outcome, at) = ended.expect("checked").expect("no panic");
        let is_lost = matches!(outcome, Err(Error::Lost { .. } | Error::Timeout { .. }));
        match &outcome {
            _ if is_lost => {}
            outcome if goal.while_stopped => prop_assert!(
                matches!(outcome, Err(Error::Stopped { .. })),
                "goal {index} was given while the loop was stopped: {outcome:?}"
            ),
            Err(Error::Stopped { .. }) => {
                prop_assert!(goal.stops_before < stops, "nobody stopped goal {index}")
            }
            Err(Error::Cancelled { .. }) => prop_assert!(cancelled.contains(&index)),
            Ok(()) => {
                for joint in &goal.joints {
                    let off = (at[*joint] - goal.target).to_degrees().abs();
                    // How exactly joints settle on a slow link is judged elsewhere; here only whose target was reached.
                    prop_assert!(off < 15.0, "goal {index} ended well {off:.1} degrees off");
                }
            }
            Err(_) => {}
        }
    }
    drop(handle);
    let ended = timeout(Duration::from_secs(30), running).await;
    prop_assert!(ended.is_ok(), "the loop does not end");
    let panicked = ended.expect("checked").is_err_and(|error| error.is_panic());
    prop_assert!(!panicked, "the loop panicked");
    let wire = wire.lock().expect("no test panics with it");
    prop_assert_eq!(wire.nonsense, 0, "a telegram was not sent whole");
    let mut last = [Power::ZERO; 2];
    let (mut holds, mut resumed) = (false, 0);
    for (place, entry) in wire.log.iter().enumerate() {
        match *entry {
            Entry::Driven(port, power) => {
                last[usize::from(port.code())] = power;
                prop_assert!(!holds || power == Power::ZERO, "entry {place}: driven after an answered stop");
            }
            Entry::Resumed => {
                resumed += 1;
                holds = false;
            }
            // A resume that came before the answer has taken the stop back.
            Entry::Stopped(number) if resumes_before[number] == resumed => {
                holds = true;
                prop_assert_eq!(last, [Power::ZERO; 2], "answered before both motors were ordered to brake");
            }
            Entry::Stopped(_) => {}
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn nothing_moves_between_an_answered_stop_and_a_resume(
        schedule in prop::collection::vec((0..120_u64, deeds()), 1..14),
    ) {
        in_simulated_time(play(schedule))?;
    }
}
