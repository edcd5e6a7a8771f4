//! The thesis' own brick program over the wire: the host's side against the emulated brick.

use brick::arm_nxj::{ArmBrick, ArmMotion, Role, Which};
use brick::control::JointGoal;
use brick::control::program_loop::ProgramLoop;
use brick::control::{Memory, Tolerances, Trajectory};
use brick::{BrickName, Error, joint_settings};
use cube::{Cube, Face, Move, Rotation};
use rig::{Action, Arm, Pair, Profile, RigState};
use sim::bench::Bench;
use sim::{Fault, Happening, Options, World};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// A rig on whose four bricks the program runs, and the hosts of them.
async fn rig(seed: u64, cube: Cube) -> (Bench, [ArmBrick; 4]) {
    let options = Options { cube, start: RigState::REST, ..Options::default() };
    let mut world = World::new(Profile::nxt_2015(), seed, options);
    world.run_arm_programs();
    let bench = Bench::new(world);
    let [one, two, three, four] = BrickName::ALL.map(|name| bench.arm_brick(name));
    let started = tokio::try_join!(one, two, three, four).expect("the streams are open");
    let (one, two, three, four) = started;
    (bench, [one, two, three, four])
}

async fn perform(bricks: &mut [ArmBrick; 4], name: BrickName, motion: ArmMotion) {
    bricks[name.index()].perform(motion).await.unwrap_or_else(|error| panic!("{motion:?}: {error}"));
}

/// The thesis' four steps of a face turn.
async fn turn_face(bricks: &mut [ArmBrick; 4], arm: Arm, quarters: i8) {
    let (clamp, _) = BrickName::driving(arm.grip());
    let (rotate, _) = BrickName::driving(arm.wrist());
    let which = if arm == arm.pair().arms()[0] { Which::One } else { Which::Two };
    perform(bricks, rotate, ArmMotion::Turn(which, quarters)).await;
    perform(bricks, clamp, ArmMotion::Unclamp(which)).await;
    perform(bricks, rotate, ArmMotion::Turn(which, -quarters)).await;
    perform(bricks, clamp, ArmMotion::Clamp(which)).await;
}

/// The thesis' six steps of a turn of the whole cube about the axis of R and L.
async fn turn_cube(bricks: &mut [ArmBrick; 4]) {
    use BrickName::{FbClamp, RlClamp, RlRotate};
    perform(bricks, FbClamp, ArmMotion::Unclamp(Which::Both)).await;
    perform(bricks, RlRotate, ArmMotion::Turn(Which::Both, 1)).await;
    perform(bricks, FbClamp, ArmMotion::Clamp(Which::Both)).await;
    perform(bricks, RlClamp, ArmMotion::Unclamp(Which::Both)).await;
    perform(bricks, RlRotate, ArmMotion::Turn(Which::Both, -1)).await;
    perform(bricks, RlClamp, ArmMotion::Clamp(Which::Both)).await;
}

#[tokio::test(start_paused = true)]
async fn face_and_cube_turns_do_what_group_theory_says() {
    for seed in 0..4 {
        let start = Cube::from_seed(seed);
        let (bench, mut bricks) = rig(seed, start).await;
        let mut expected = start;
        for (arm, quarters, face) in
            [(Arm::R, 1, Face::R), (Arm::B, -1, Face::B), (Arm::L, 2, Face::L), (Arm::F, -2, Face::F)]
        {
            turn_face(&mut bricks, arm, quarters).await;
            expected = expected.apply(Move::new(face, i32::from(quarters)).expect("a real turn"));
        }
        turn_cube(&mut bricks).await;
        // Clockwise as R sees it: what was in front is up now, and arm F holds the face D.
        turn_face(&mut bricks, Arm::F, 1).await;
        expected = expected.apply(Move::quarter(Face::D));
        for brick in &mut bricks {
            brick.end_sequence().await.expect("it returns to its start");
        }
        let truth = bench.truth();
        assert_eq!(truth.cube, Some(expected), "seed {seed}");
        assert_eq!(truth.pose, Rotation::IDENTITY.then(Pair::RL.rotation(1)));
        assert_eq!(bench.world().take_events(), []);
        for arm in Arm::ALL {
            let off = truth.joints[arm.wrist().index()].to_degrees();
            assert!(off.abs() < 3.5, "seed {seed}: wrist {arm} stands at {off:.1}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_motion_of_the_other_role_is_refused_before_it_is_sent() {
    let (bench, mut bricks) = rig(1, Cube::SOLVED).await;
    let clamp = &mut bricks[BrickName::RlClamp.index()];
    let error = clamp.perform(ArmMotion::Turn(Which::One, 1)).await.expect_err("a clamp brick turns nothing");
    assert!(error.to_string().contains("rl_clamp"), "{error}");
    let rotate = &mut bricks[BrickName::RlRotate.index()];
    let unknown = rotate.perform(ArmMotion::Turn(Which::Both, 2)).await;
    assert!(matches!(unknown, Err(Error::BadTrajectory { .. })));
    assert!(bench.truth().solved);
}

#[tokio::test(start_paused = true)]
async fn a_brick_that_does_not_answer_and_a_motor_that_is_stuck_are_named() {
    for fault in [Fault::BrickSilent(BrickName::RlRotate, 0.0), Fault::MotorStalls(Arm::R.wrist())] {
        let (bench, mut bricks) = rig(2, Cube::SOLVED).await;
        bench.world().inject(fault);
        let rotate = &mut bricks[BrickName::RlRotate.index()];
        let error = rotate.perform(ArmMotion::Turn(Which::One, 1)).await.expect_err("it never ends");
        assert!(matches!(error, Error::NoAnswer { .. }), "{error}");
        assert!(error.to_string().contains("rl_rotate"), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_end_that_is_told_twice_ends_one_motion_only() {
    for seed in 0..4 {
        let (bench, mut bricks) = rig(seed, Cube::SOLVED).await;
        for name in BrickName::ALL {
            bench.world().inject(Fault::RepliesTwice(name, 1.0));
        }
        let mut expected = Cube::SOLVED;
        for (arm, face) in [(Arm::R, Face::R), (Arm::F, Face::F), (Arm::R, Face::R)] {
            turn_face(&mut bricks, arm, 1).await;
            expected = expected.apply(Move::quarter(face));
        }
        assert_eq!(bench.truth().cube, Some(expected), "seed {seed}");
        assert_eq!(bench.world().take_events(), [], "seed {seed}");
        let strays: u64 = bricks.iter().map(|brick| brick.strays()).sum();
        assert!(strays > 0, "nothing came twice");
    }
}

#[test]
fn numbers_are_those_of_the_seed() {
    let codes: Vec<i32> =
        (0..16).map(|code| ArmMotion::from_code(code).and_then(ArmMotion::code).expect("16 motions")).collect();
    assert_eq!(codes, (0..16).collect::<Vec<i32>>());
    assert_eq!(ArmMotion::from_code(16), None);
    // The named ones of the published list.
    assert_eq!(ArmMotion::Clamp(Which::Both).code(), Some(4));
    assert_eq!(ArmMotion::Turn(Which::Two, -1).code(), Some(9));
    assert_eq!(ArmMotion::Turn(Which::Both, 1).code(), Some(10));
    assert_eq!(ArmMotion::Turn(Which::One, -2).code(), Some(14));
}

#[tokio::test(start_paused = true)]
async fn trajectories_become_motions_of_the_program() {
    let (bench, bricks) = rig(5, Cube::SOLVED).await;
    let profile = Profile::nxt_2015();
    let mut handles = Vec::new();
    for (brick, name) in bricks.into_iter().zip(BrickName::ALL) {
        let joints = name.joints().map(|(_, joint)| joint_settings(&profile, joint, 0.0));
        let (program_loop, handle, _reports) = ProgramLoop::new(brick, joints, &Memory::default());
        tokio::spawn(program_loop.run());
        handles.push(handle);
    }
    let go = async |name: BrickName, goals: &[(usize, f64)]| {
        let goals = goals.iter().map(|(joint, degrees)| JointGoal {
            joint: *joint,
            trajectory: Trajectory::to("a joint", degrees.to_radians(), 0.6).expect("a good trajectory"),
            tolerances: Tolerances::default(),
        });
        handles[name.index()].follow(goals.collect()).await
    };
    let open = profile.gearing.open_grip().to_degrees();
    let front = async |degrees: f64| {
        let claws = [(0, degrees), (1, degrees)];
        go(BrickName::FbClamp, &claws).await.expect("both move");
    };
    // The whole cube about the axis of R and L, and the wrists back.
    front(open).await;
    go(BrickName::RlRotate, &[(0, 90.0), (1, -90.0)]).await.expect("both turn");
    front(0.0).await;
    assert_eq!(bench.truth().pose, Rotation::IDENTITY.then(Pair::RL.rotation(1)));
    assert!(bench.truth().solved);
    // Half a turn back, which the program does as two quarters of both wrists.
    front(open).await;
    go(BrickName::RlRotate, &[(1, 90.0), (0, -90.0)]).await.expect("both turn");
    assert_eq!(bench.truth().pose, Rotation::IDENTITY.then(Pair::RL.rotation(-1)));
    front(0.0).await;
    assert_eq!(bench.world().take_events(), []);
    // A face, by half a turn against the clock.
    go(BrickName::FbRotate, &[(1, -180.0)]).await.expect_err("R and L stand horizontally, so B is blocked");
    let askew = go(BrickName::RlRotate, &[(0, 45.0)]).await.expect_err("no motion of the program");
    assert!(askew.to_string().contains("135.0"), "{askew}");
    assert!(handles[BrickName::RlRotate.index()].yield_at(0, 0.0).await.is_err());
    handles[BrickName::RlRotate.index()].stop().await.expect("the loop runs");
}

#[tokio::test(start_paused = true)]
async fn a_goal_beyond_the_twist_of_a_cable_is_refused_and_a_program_that_goes_there_is_seen() {
    let mut world = World::new(Profile::nxt_2015(), 3, Options::default());
    world.run_arm_programs();
    let bench = Bench::new(world);
    let drivers = bench.programs().await.expect("the bricks answer");
    for (action, from) in [(Action::Open, 0), (Action::Turn(2), 0)] {
        drivers.act(Arm::R, action, from).await.expect("it goes");
    }
    let beyond = drivers.act(Arm::R, Action::Turn(1), 2).await;
    let error = beyond.expect_err("180 degrees is the limit").to_string();
    assert!(error.contains("r_wrist") && error.contains("270") && error.contains("180"), "{error}");
    assert_eq!(bench.world().take_events(), []);
    // Who sends motions by their numbers is not held back.
    let (other, mut bricks) = rig(3, Cube::SOLVED).await;
    let which = Which::One;
    perform(&mut bricks, BrickName::RlClamp, ArmMotion::Unclamp(which)).await;
    for quarters in [2, 1] {
        let turn = ArmMotion::Turn(which, quarters);
        perform(&mut bricks, BrickName::RlRotate, turn).await;
    }
    let events = other.world().take_events();
    assert!(matches!(events[..], [sim::Event { what: Happening::Twisted { arm: Arm::R, .. }, .. }]), "{events:?}");
}

/// The program cannot be interrupted: a stop is answered at once and gives up what waits, but the motion under way ends.
#[tokio::test(start_paused = true)]
async fn a_stop_lets_the_motion_of_the_thesis_program_end() {
    let mut world = World::new(Profile::nxt_2015(), 4, Options::default());
    world.run_arm_programs();
    let bench = Bench::new(world);
    let drivers = std::sync::Arc::new(bench.programs().await.expect("the bricks answer"));
    let act = |action, from| {
        let drivers = drivers.clone();
        tokio::spawn(async move { drivers.act(Arm::R, action, from).await })
    };
    let turning = act(Action::Turn(1), 0);
    sleep(Duration::from_millis(200)).await;
    let waiting = act(Action::Turn(-1), 0);
    sleep(Duration::from_millis(10)).await;
    let asked = Instant::now();
    let handle = &drivers.handles[BrickName::RlRotate.index()];
    handle.stop().await.expect("the loop runs");
    assert!(asked.elapsed() < Duration::from_millis(1));
    for goal in [turning, waiting] {
        let ended = goal.await.expect("no panic");
        assert!(matches!(ended, Err(Error::Stopped { .. })), "{ended:?}");
    }
    sleep(Duration::from_secs(2)).await;
    let stands = bench.truth().joints[Arm::R.wrist().index()].to_degrees();
    assert!((stands - 90.0).abs() < 4.0, "it stands at {stands:.0}");
}

#[tokio::test(start_paused = true)]
async fn a_brick_that_takes_no_bytes_is_lost_by_name() {
    // Nobody reads at the other end, and there is room for one number only.
    let (host, _brick) = tokio::io::duplex(4);
    let patience = Duration::from_secs(4);
    let started = ArmBrick::start("deaf".to_owned(), Box::new(host), Role::Clamp, patience);
    let mut brick = started.await.expect("there is room");
    let asked = Instant::now();
    let closed = brick.perform(ArmMotion::Clamp(Which::One)).await;
    let error = closed.expect_err("nobody takes it");
    assert!(matches!(&error, Error::Lost { device, .. } if device == "deaf"), "{error}");
    assert_eq!(asked.elapsed(), patience);
}
