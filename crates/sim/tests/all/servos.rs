//! The rig of bus servos: the real loop against the emulated bus, with lost and spoilt bytes, and each fault by its name.

use std::f64::consts::FRAC_PI_2;
use std::time::Duration;

use brick::control::runner::{Pace, PositionLoop};
use brick::control::{JointGoal, Tolerances, Trajectory};
use brick::{BrickName, Error, joint_settings};
use cube::{Cube, Face};
use planner::Planner;
use rig::{Action, Arm, Joint, JointGroup, Pair, Profile, RigState};
use servo::bus::{Alarms, Bus, Reading, registers};
use sim::bench::Bench;
use sim::bus::BusFaults;
use sim::{Options, Wire, World};

use crate::bench::execute;
use crate::bench::rigs::{inject, open, pass};
use crate::bench::servo_rig::{ServoRig, a_hundred_times_a_second, a_stop_holds};

fn profile() -> Profile {
    Profile::find("bus-servo").expect("it ships")
}

/// A rig of bus servos, whose wires have these faults.
async fn rig_of(seed: u64, options: Options, faults: BusFaults) -> ServoRig {
    let bench = Bench::new(World::new(profile(), seed, options));
    bench.world().bus_mut().expect("servos drive it").faults = faults;
    ServoRig::with::<Bus>(bench).await
}

async fn at_rest(seed: u64) -> ServoRig {
    rig_of(seed, Options::default(), BusFaults::default()).await
}

fn change<T>(rig: &ServoRig, change: impl FnOnce(&mut sim::bus::EmulatedBus) -> T) -> T {
    change(rig.bench.world().bus_mut().expect("servos drive it"))
}

/// A scan and a solution, on ideal wires and on bad ones: what the planner promises is what the cube does.
#[tokio::test(start_paused = true)]
async fn servos_scan_and_solve_a_cube() {
    let bad = BusFaults { lost: 0.01, spoilt: 0.01, echo: true, ..BusFaults::default() };
    for (seed, faults) in [(1, BusFaults::default()), (2, bad)] {
        let cube = Cube::from_seed(seed);
        let moves = cube::parse_moves("R U2 F' D L B2 U' R2", cube::Notation::Standard).expect("moves");
        let cube_before = Cube::SOLVED.apply_all(&cube::inverted(&moves));
        assert_ne!(cube, cube_before);
        let planner = Planner::new(&profile());
        let scan = planner.scan(&RigState::REST, &Face::ALL).expect("the rig can show all faces").plan;
        let plan = planner.moves(&scan.trace().end, &moves).expect("any sequence has a plan");
        let rig = rig_of(seed, Options { cube: cube_before, ..Options::default() }, faults).await;
        for plan in [&scan, &plan] {
            let seconds = execute(&rig.drivers, plan).await.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            println!("seed {seed}: {seconds:.1} s instead of {:.1} s", plan.parked_seconds());
            assert!(seconds < 1.25 * plan.parked_seconds() + 1.0, "{seconds} and {}", plan.parked_seconds());
        }
        assert_eq!(rig.happenings(), Vec::<String>::new(), "seed {seed}");
        assert!(rig.bench.truth().solved, "seed {seed}: {:?}", rig.bench.truth());
        let lost = rig.health.borrow().lost;
        assert_eq!(0 < lost, faults != BusFaults::default(), "{lost} answers were lost");
    }
}

#[tokio::test(start_paused = true)]
async fn eight_servos_are_read_and_sent_a_hundred_times_a_second() {
    a_hundred_times_a_second(&at_rest(3).await).await;
}

#[tokio::test(start_paused = true)]
async fn a_stop_holds_the_joints_where_they_are_and_refuses_goals_until_a_resume() {
    a_stop_holds(&at_rest(4).await, 1.0).await;
}

#[tokio::test(start_paused = true)]
async fn goals_replace_one_another_and_are_cancelled() {
    let rig = at_rest(5).await;
    let old = rig.begin_turn().await;
    rig.drivers.act(Arm::R, Action::Turn(0), 0).await.expect("it turns back");
    let error = old.await.expect("no panic").expect_err("another goal took its place");
    assert!(matches!(error, Error::Superseded { .. }), "{error}");
    let handle = &rig.drivers.handles[BrickName::RlRotate.index()];
    let trajectory = Trajectory::to("r_wrist", FRAC_PI_2, 0.7).expect("a way");
    let following = handle.follow(vec![JointGoal { joint: 0, trajectory, tolerances: Tolerances::default() }]);
    pass(300).await;
    following.cancel();
    let error = following.await.expect_err("it was cancelled");
    assert!(matches!(error, Error::Cancelled { .. }), "{error}");
    let beyond = rig.drivers.act(Arm::R, Action::Turn(2), 0).await.expect_err("servos have an end");
    assert!(beyond.to_string().contains("from -90.00 to 90.00"), "{beyond}");
}

/// A cube that is thicker than the profile says: the claw closes until its load says that it has gripped.
#[tokio::test(start_paused = true)]
async fn a_claw_closes_until_it_grips() {
    let rig = rig_of(6, Options { start: open(Pair::FB), ..Options::default() }, BusFaults::default()).await;
    rig.drivers.act(Arm::F, Action::Close, 0).await.expect("it closes");
    rig.drivers.act(Arm::F, Action::Open, 0).await.expect("it opens");
    let trajectory = Trajectory::to("f_grip", 0.0, 0.5).expect("a way");
    let handle = rig.drivers.handles[BrickName::FbClamp.index()].clone();
    let closing = handle.follow(vec![JointGoal { joint: 0, trajectory, tolerances: Tolerances::default() }]);
    while 5.0 < rig.degrees(Arm::F.grip()) {
        pass(5).await;
    }
    inject(&rig.bench, "motor_stalls", "f_grip", 0.0);
    closing.await.expect("it presses on something near its end: it has gripped");
    pass(5000).await;
    let read = registers::READ;
    let registers = change(&rig, |bus| bus.servo(Arm::F.grip())?.read(read.start, read.len() as u8));
    let reading = registers.and_then(|registers| Reading::decode(&registers)).expect("it has them");
    assert!((0.4..=0.51).contains(&reading.load.abs()), "it presses softly: {reading:?}");
    assert_eq!(reading.alarms, Alarms::default(), "a soft grip is no overload");
}

#[tokio::test(start_paused = true)]
async fn a_blocked_joint_and_a_claw_that_cannot_close_are_named() {
    let rig = at_rest(7).await;
    let turn = rig.begin_turn().await;
    inject(&rig.bench, "motor_stalls", "r_wrist", 0.0);
    let error = turn.await.expect("no panic").expect_err("it is blocked");
    assert!(matches!(&error, Error::Stalled { joint, .. } if joint == "r_wrist"), "{error}");
    pass(3000).await;
    assert_eq!(rig.health.borrow().fault, None, "it was not held against what blocks it");
}

/// What happens to a servo in mid-move, and what the goal's end says of it.
#[tokio::test(start_paused = true)]
async fn a_servo_that_lets_go_ends_the_goal_by_name_and_holds_again() {
    type Mishap = fn(&mut sim::bus::EmulatedServo);
    let cases: [(&str, Mishap); 2] = [
        ("joint r_wrist: servo 2 was off for a moment and let go", |servo| servo.reset()),
        ("joint r_wrist: servo 2: it is overloaded and has let go", |servo| servo.overload()),
    ];
    for (words, mishap) in cases {
        let rig = at_rest(8).await;
        let turn = rig.begin_turn().await;
        change(&rig, |bus| mishap(bus.servo_mut(Arm::R.wrist()).expect("it has one")));
        let error = turn.await.expect("no panic").expect_err("it has let go");
        assert!(error.to_string().starts_with(words), "{error}");
        pass(100).await;
        let fault = rig.health.borrow().fault.clone();
        assert!(fault.as_ref().is_some_and(|fault| fault.starts_with(words)), "{fault:?}");
        rig.drivers.act(Arm::R, Action::Turn(0), 0).await.unwrap_or_else(|error| panic!("{words}: {error}"));
        assert!(rig.degrees(Arm::R.wrist()).abs() < 1.0);
        pass(100).await;
        assert_eq!(rig.health.borrow().fault, None, "it is over");
    }
}

#[tokio::test(start_paused = true)]
async fn a_hot_servo_and_a_weak_supply_are_named() {
    let rig = at_rest(9).await;
    change(&rig, |bus| bus.servo_mut(Arm::L.wrist()).expect("it has one").heat(75.0));
    let error = rig.drivers.act(Arm::L, Action::Turn(1), 0).await.expect_err("it is hot");
    let words = error.to_string();
    assert!(words.starts_with("joint l_wrist: servo 4: it is too hot") && words.contains("75 degrees"), "{words}");
    let rig = at_rest(9).await;
    change(&rig, |bus| bus.supply_volts = 3.8);
    let error = rig.drivers.act(Arm::L, Action::Turn(1), 0).await.expect_err("there is no power");
    assert!(error.to_string().contains("the supply voltage is out of range (3.8 V"), "{error}");
}

/// The loop ends by name, for all groups; what moved stays where it was sent last.
#[tokio::test(start_paused = true)]
async fn a_pulled_cable_and_a_servo_that_is_missing_are_named() {
    type Mishap = fn(&mut sim::bus::EmulatedBus);
    let cases: [(&str, Mishap); 4] = [
        ("servo 1 does not answer", |bus| bus.faults.unplugged = true),
        ("joint l_wrist: servo 4 does not answer", |bus| {
            bus.servo_mut(Arm::L.wrist()).expect("it has one").is_unplugged = true;
        }),
        ("joint l_wrist: servo 4 does not answer", |bus| {
            // A new servo comes with id 1. Then two have it, and nobody understands them.
            bus.servo_mut(Arm::L.wrist()).expect("it has one").set_id(9);
        }),
        ("joint r_grip: servo 1 does not answer", |bus| {
            bus.servo_mut(Arm::L.wrist()).expect("it has one").set_id(1);
        }),
    ];
    for (words, mishap) in cases {
        let rig = at_rest(10).await;
        let turn = rig.begin_turn().await;
        change(&rig, mishap);
        let error = turn.await.expect("no panic").err();
        let ended = rig.running.await.expect("no panic").expect_err("a servo is lost");
        assert!(ended.to_string().contains(words), "{ended}");
        // The turn of the others may have ended well before.
        assert!(error.is_none_or(|error| error == ended));
        let stands = rig.bench.truth().joints[Arm::R.wrist().index()];
        pass(2000).await;
        assert!((rig.bench.truth().joints[Arm::R.wrist().index()] - stands).abs() < 0.02, "nothing moves");
    }
}

/// Another servo hangs on the joint, or its horn sits elsewhere: it is not moved at all.
#[tokio::test(start_paused = true)]
async fn a_servo_that_stands_where_the_joint_cannot_be_is_named() {
    let bench = Bench::new(World::new(profile(), 11, Options::default()));
    bench.world().bus_mut().expect("servos").servo_mut(Arm::F.grip()).expect("it has one").remount(-1.0);
    let groups = BrickName::ALL.map(BrickName::group);
    let (servo_loop, _servos) = bench.servo_loop::<Bus>(&groups).expect("all joints have servos");
    let error = servo_loop.run().await.expect_err("it is out of place");
    assert!(error.to_string().starts_with("joint f_grip: servo 5 stands at -57 degrees"), "{error}");
    pass(100).await;
    let world = bench.world();
    let servo = world.bus().and_then(|bus| bus.servo(Arm::F.grip())).expect("it has one");
    assert!(servo.is_free(), "it turns freely, as before");
}

/// Two families in one rig: servos close its claws, and bricks turn its wrists.
#[tokio::test(start_paused = true)]
async fn servos_and_bricks_solve_a_cube_together() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/profiles/nxt-2015.toml"));
    let claws = "[servos]\nr_grip = 1\nl_grip = 2\nf_grip = 3\nb_grip = 4\n\n# Metres";
    let text = text.expect("it ships").replacen("# Metres", claws, 1);
    let profile = Profile::from_toml(&text).expect("a good profile");
    let moves = cube::parse_moves("R U2 F'", cube::Notation::Standard).expect("moves");
    let cube = Cube::SOLVED.apply_all(&cube::inverted(&moves));
    let plan = planner::plan_moves(&profile, &RigState::REST, &moves).expect("any sequence has a plan");
    let bench = Bench::new(World::new(profile.clone(), 12, Options { cube, ..Options::default() }));
    let clamps = [BrickName::RlClamp, BrickName::FbClamp].map(BrickName::group);
    let (servo_loop, servos) = bench.servo_loop::<Bus>(&clamps).expect("the claws have servos");
    tokio::spawn(servo_loop.run());
    let mut servos = servos.loops.into_iter();
    let mut loops = Vec::new();
    for name in BrickName::ALL {
        if name.clamps() {
            loops.extend(servos.next());
            continue;
        }
        let settings = name.joints().map(|(port, joint)| (port, joint_settings(&profile, joint, 0.0)));
        let (position_loop, handle, reports) = PositionLoop::new(bench.brick(name), settings, Pace::default());
        tokio::spawn(position_loop.run());
        loops.push((handle, reports));
    }
    let drivers = bench.drivers_of(loops).await;
    execute(&drivers, &plan).await.expect("it can be carried out");
    assert_eq!(bench.world().take_events(), []);
    assert!(bench.truth().solved, "{:?}", bench.truth());
}

/// Nobody asked the bus for anything, and it says nothing.
#[test]
fn a_bus_without_servos_is_silent() {
    let mut world = World::new(Profile::nxt_2015(), 1, Options::default());
    world.send(Wire::Servos, &servo::bus::packet::Packet::sync_read(56, 2, [1]).encode());
    world.advance_to(Duration::from_millis(50).as_secs_f64());
    assert!(world.bus().is_none() && world.receive(Wire::Servos).is_empty());
}

/// One action has all joints: a goal that replaces another one goes on with what moves.
#[tokio::test(start_paused = true)]
async fn one_group_has_all_joints_of_the_bus() {
    let bench = Bench::new(World::new(profile(), 13, Options::default()));
    let arms = JointGroup { name: "arms".into(), joints: Joint::ALL.to_vec() };
    let (servo_loop, servos) = bench.servo_loop::<Bus>(&[arms]).expect("all joints have servos");
    tokio::spawn(servo_loop.run());
    let (handle, mut reports) = servos.loops.into_iter().next().expect("a group");
    reports.wait_for(Option::is_some).await.expect("the loop runs");
    let [right, left] = [Arm::R.grip(), Arm::L.grip()];
    let goal = |joint: Joint, seconds: f64| JointGoal {
        joint: joint.index(),
        trajectory: Trajectory::to(joint.name(), 0.9, seconds).expect("a good trajectory"),
        tolerances: Tolerances { goal_time: 3.0, ..Tolerances::default() },
    };
    let first = tokio::spawn(handle.follow(vec![goal(right, 0.5)]));
    pass(250).await;
    let under_way = bench.truth().joints[right.index()];
    assert!((0.1..0.8).contains(&under_way), "{under_way}");
    let second = handle.follow(vec![goal(right, 0.25), goal(left, 0.5)]);
    let replaced = first.await.expect("no panic").expect_err("it was replaced");
    assert!(matches!(replaced, Error::Superseded { .. }), "{replaced}");
    second.await.expect("both arrive");
    let stand = bench.truth().joints;
    assert!([right, left].iter().all(|joint| (stand[joint.index()] - 0.9).abs() < 0.03), "{stand:?}");
    let report = reports.borrow().clone().expect("it reports");
    assert_eq!(report.joints.len(), Joint::COUNT);
}
