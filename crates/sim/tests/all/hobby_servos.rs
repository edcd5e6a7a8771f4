//! The rig of hobby servos: the real loop against the emulated Maestro. Its servos start up to 40 ms apart and report nothing, so what
//! the driver reports is compared with the truth of the world.

use brick::BrickName;
use brick::control::runner::Report;
use brick::control::{JointGoal, Tolerances, Trajectory};
use cube::{Cube, Face, Move};
use planner::Planner;
use rig::{Action, Arm, Joint, Profile, RigState};
use servo::maestro::Maestro;
use sim::bench::Bench;
use sim::maestro::EmulatedMaestro;
use sim::{Options, World};
use tokio::task::JoinHandle;

use crate::bench::execute;
use crate::bench::rigs::{inject, pass};
use crate::bench::servo_rig::{ServoRig, a_hundred_times_a_second, a_stop_holds};
use crate::plans::random_moves;

fn profile() -> Profile {
    Profile::find("printed-servo").expect("it ships")
}

/// A rig of hobby servos, whose Maestro is prepared so.
async fn rig_of(profile: Profile, seed: u64, options: Options, prepare: fn(&mut EmulatedMaestro)) -> ServoRig {
    let bench = Bench::new(World::new(profile, seed, options));
    prepare(bench.world().maestro_mut().expect("it drives it"));
    ServoRig::with::<Maestro>(bench).await
}

async fn at_rest(seed: u64) -> ServoRig {
    rig_of(profile(), seed, Options::default(), |_| {}).await
}

fn change<T>(rig: &ServoRig, change: impl FnOnce(&mut EmulatedMaestro) -> T) -> T {
    change(rig.bench.world().maestro_mut().expect("it drives it"))
}

/// What the driver reports of the wrist R, degrees.
fn reported(rig: &ServoRig) -> f64 {
    let report = rig.drivers.reports[BrickName::RlRotate.index()].borrow().clone().expect("it reports");
    report.joints[0].position.to_degrees()
}

/// A scan and a solution of a cube, twisted by these moves: the seconds, and those of the plans.
async fn scan_and_solve(seed: u64, solution: &[Move]) -> (f64, f64) {
    let cube = Cube::SOLVED.apply_all(&cube::inverted(solution));
    let planner = Planner::new(&profile());
    let scan = planner.scan(&RigState::REST, &Face::ALL).expect("the rig can show all faces").plan;
    let plan = planner.moves(&scan.trace().end, solution).expect("any sequence has a plan");
    let rig = rig_of(profile(), seed, Options { cube, ..Options::default() }, |_| {}).await;
    let (mut taken, mut planned) = (0.0, 0.0);
    for plan in [&scan, &plan] {
        taken += execute(&rig.drivers, plan).await.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        planned += plan.parked_seconds();
    }
    pass(300).await;
    assert_eq!(rig.happenings(), Vec::<String>::new(), "seed {seed}");
    assert!(rig.bench.truth().solved, "seed {seed}: {:?}", rig.bench.truth());
    println!("seed {seed}: {taken:.1} s instead of {planned:.1} s");
    (taken, planned)
}

/// What the planner promises is what the cube does, with servos that start late in many ways.
#[tokio::test(start_paused = true)]
async fn hobby_servos_scan_and_solve_a_cube() {
    let moves = cube::parse_moves("R U2 F' D L B2 U' R2", cube::Notation::Standard).expect("moves");
    for seed in 1..=6 {
        let (taken, planned) = scan_and_solve(seed, &moves).await;
        assert!(taken < 1.25 * planned + 1.0, "{taken} and {planned}");
    }
}

#[tokio::test(start_paused = true)]
#[ignore = "half a minute: a scan and 20 moves of each of 20 cubes"]
async fn hobby_servos_solve_twenty_cubes() {
    let mut sums = (0.0, 0.0);
    for seed in 101..=120 {
        let (taken, planned) = scan_and_solve(seed, &random_moves(seed, 20)).await;
        sums = (sums.0 + taken, sums.1 + planned);
    }
    println!("20 cubes: {:.1} s each instead of {:.1} s", sums.0 / 20.0, sums.1 / 20.0);
}

/// The same on the machine's own clock.
#[tokio::test]
#[ignore = "five minutes: three cubes in real time"]
async fn hobby_servos_solve_three_cubes_in_real_time() {
    for seed in 201..=203 {
        scan_and_solve(seed, &random_moves(seed, 20)).await;
    }
}

/// Other settings of the Maestro: the Pololu protocol, and a CRC with each command.
#[tokio::test(start_paused = true)]
async fn the_pololu_protocol_with_crc_does_the_same() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/profiles/printed-servo.toml");
    let text = std::fs::read_to_string(file).expect("it ships");
    let settings = "[maestro]\ndevice = 12\ncrc = true\n\n[maestro.channels]";
    let profile = Profile::from_toml(&text.replacen("[maestro.channels]", settings, 1)).expect("a good profile");
    let rig = rig_of(profile, 1, Options::default(), |_| {}).await;
    rig.drivers.act(Arm::R, Action::Turn(1), 0).await.expect("it turns");
    assert!((rig.degrees(Arm::R.wrist()) - 90.0).abs() < 2.0);
    assert_eq!(rig.health.borrow().fault, None);
    // A Maestro that asks for no CRC takes it for the start of something else.
    let other = rig_of(profile_with_crc(&text), 1, Options::default(), |maestro| maestro.crc = false).await;
    let error = other.drivers.act(Arm::R, Action::Turn(1), 0).await.expect_err("they do not understand each other");
    assert!(error.to_string().contains("serial protocol error"), "{error}");
}

fn profile_with_crc(text: &str) -> Profile {
    let settings = "[maestro]\ncrc = true\n\n[maestro.channels]";
    Profile::from_toml(&text.replacen("[maestro.channels]", settings, 1)).expect("a good profile")
}

#[tokio::test(start_paused = true)]
async fn eight_channels_are_read_and_sent_a_hundred_times_a_second() {
    a_hundred_times_a_second(&at_rest(3).await).await;
}

/// A joint counts as arrived when the servo is there, however late it started.
#[tokio::test(start_paused = true)]
async fn joints_stand_where_they_are_said_to_be() {
    for seed in 1..=8 {
        let rig = at_rest(seed).await;
        rig.drivers.act(Arm::R, Action::Turn(1), 0).await.expect("it turns");
        let (stands, reported) = (rig.degrees(Arm::R.wrist()), reported(&rig));
        assert!((reported - 90.0).abs() < 0.2, "{reported}");
        assert!((stands - 90.0).abs() < 2.0, "seed {seed}: {stands:.2} degrees as soon as it has arrived");
    }
}

/// Both wrists of a pair turn the whole cube. They start up to 40 ms apart: the layers twist that much, and come together again.
#[tokio::test(start_paused = true)]
async fn a_turn_of_the_cube_bears_servos_that_start_apart() {
    let mut worst = 0f64;
    for seed in 1..=8 {
        let start = rig::RigState { arms: RigState::REST.arms, ..RigState::REST };
        let rig = rig_of(profile(), seed, Options { start, ..Options::default() }, |_| {}).await;
        for arm in [Arm::F, Arm::B] {
            rig.drivers.act(arm, Action::Open, 0).await.expect("it opens");
        }
        let turns = [(Arm::R, 1), (Arm::L, -1)].map(|(arm, quarters)| {
            let drivers = rig.drivers.clone();
            tokio::spawn(async move { drivers.act(arm, Action::Turn(quarters), 0).await })
        });
        while !turns.iter().all(JoinHandle::is_finished) {
            pass(5).await;
            let [right, left] = [Arm::R, Arm::L].map(|arm| rig.degrees(arm.wrist()));
            worst = worst.max((right + left).abs());
        }
        for turn in turns {
            turn.await.expect("no panic").expect("it turns");
        }
        assert_eq!(rig.happenings(), Vec::<String>::new(), "seed {seed}");
        assert!(rig.bench.truth().solved, "seed {seed}: {:?}", rig.bench.truth());
    }
    println!("wrists of a pair are up to {worst:.1} degrees apart");
    assert!((3.0..20.0).contains(&worst), "{worst}");
}

#[tokio::test(start_paused = true)]
async fn a_stop_holds_the_joints_and_refuses_goals_until_a_resume() {
    a_stop_holds(&at_rest(4).await, 2.0).await;
}

/// What the Maestro itself suffers in mid-move has a name. Then the joints are held where they were sent last, and go on.
#[tokio::test(start_paused = true)]
async fn a_maestro_that_was_off_or_finds_an_error_ends_the_goal_by_name() {
    type Mishap = fn(&ServoRig);
    let cases: [(&str, Mishap); 2] = [
        ("joint r_wrist: channel 0 of the Maestro was off for a moment and let go", |rig| {
            change(rig, EmulatedMaestro::reset)
        }),
        ("joint r_wrist: the Maestro found an error and let all servos go: serial protocol error", |rig| {
            // Noise on the line: a byte that belongs to no command.
            rig.bench.world().send(sim::Wire::Servos, &[0x05]);
        }),
    ];
    for (words, mishap) in cases {
        let rig = at_rest(8).await;
        let turn = rig.begin_turn().await;
        mishap(&rig);
        let error = turn.await.expect("no panic").expect_err("it has let go");
        assert!(error.to_string().starts_with(words), "{error}");
        pass(500).await;
        assert!(rig.health.borrow().fault.is_some());
        let (stands, reported) = (rig.degrees(Arm::R.wrist()), reported(&rig));
        assert!((15.0..75.0).contains(&stands) && (stands - reported).abs() < 3.0, "{stands} and {reported}");
        for joint in Joint::ALL {
            assert!(
                change(&rig, |maestro| !maestro.servo(joint).expect("it has one").is_free()),
                "{joint} is held again"
            );
        }
        for arm in Arm::ALL {
            rig.drivers.act(arm, Action::Turn(0), 0).await.unwrap_or_else(|error| panic!("{words}: {error}"));
            rig.drivers.act(arm, Action::Open, 0).await.unwrap_or_else(|error| panic!("{words}: {error}"));
        }
        assert!(rig.degrees(Arm::R.wrist()).abs() < 2.0);
        pass(100).await;
        let health = rig.health.borrow().clone();
        assert_eq!(health.fault, None, "it is over");
        let warning = health.warning.expect("people are to look at the supply");
        assert!(warning.contains(&words["joint r_wrist: ".len()..]) && warning.ends_with("(1 times since the start)"));
    }
}

/// The Maestro comes with 992 to 2000 microseconds for each channel.
#[tokio::test(start_paused = true)]
async fn a_channel_whose_range_is_too_narrow_is_named() {
    let rig = rig_of(profile(), 1, Options::default(), |maestro| maestro.range = (4 * 992, 4 * 2000)).await;
    let error = rig.drivers.act(Arm::R, Action::Turn(-1), 0).await.expect_err("it does not get there");
    let words = "channel 1 of the Maestro stays at 992 microseconds instead of 501; widen its range";
    assert!(error.to_string().contains(words), "{error}");
}

/// The loop ends by name, and the servos hold the place that was sent last.
#[tokio::test(start_paused = true)]
async fn a_pulled_cable_of_the_maestro_is_named() {
    let rig = at_rest(10).await;
    let turn = rig.begin_turn().await;
    change(&rig, |maestro| maestro.is_unplugged = true);
    let error = turn.await.expect("no panic").expect_err("it was lost");
    let ended = rig.running.await.expect("no panic").expect_err("the Maestro is lost");
    assert!(ended.to_string().contains("it does not answer; is this the Command Port"), "{ended}");
    assert_eq!(error, ended);
    let stands = rig.bench.truth().joints[Arm::R.wrist().index()];
    pass(2000).await;
    assert!((rig.bench.truth().joints[Arm::R.wrist().index()] - stands).abs() < 0.02, "nothing moves");
}

/// Nobody notices a servo that does not turn, and the driver says so all the time: only a look at the cube is a proof.
#[tokio::test(start_paused = true)]
async fn a_servo_that_does_not_turn_is_reported_as_arrived() {
    type Mishap = fn(&ServoRig);
    let cases: [Mishap; 2] = [
        |rig| change(rig, |maestro| maestro.servo_mut(Arm::R.wrist()).expect("it has one").is_unplugged = true),
        |rig| inject(&rig.bench, "motor_stalls", "r_wrist", 0.0),
    ];
    for mishap in cases {
        let rig = at_rest(11).await;
        mishap(&rig);
        rig.drivers.act(Arm::R, Action::Turn(1), 0).await.expect("nobody knows");
        assert!((reported(&rig) - 90.0).abs() < 0.2 && rig.degrees(Arm::R.wrist()).abs() < 1.0);
        let health = rig.health.borrow().clone();
        assert!(health.note.is_some_and(|note| note.contains("only the camera shows")), "{health:?}");
        assert_eq!(health.fault, None);
    }
}

/// The servos' supply sags in mid-move, and the Maestro has another one: they let go, come back, and end where they should.
#[tokio::test(start_paused = true)]
async fn servos_that_were_off_for_a_moment_catch_up() {
    let rig = at_rest(12).await;
    let turn = rig.begin_turn().await;
    change(&rig, |maestro| maestro.supply_volts = 3.3);
    pass(100).await;
    change(&rig, |maestro| maestro.supply_volts = sim::maestro::SUPPLY_VOLTS);
    turn.await.expect("no panic").expect("nobody knows");
    pass(300).await;
    assert!((rig.degrees(Arm::R.wrist()) - 90.0).abs() < 2.0);
    assert_eq!(rig.happenings(), Vec::<String>::new());
}

/// A driver that starts anew takes the joints up where the Maestro holds them. One whose Maestro was off meanwhile holds them where
/// it drove them last.
#[tokio::test(start_paused = true)]
async fn another_loop_takes_the_joints_up_where_they_are() {
    for was_off in [false, true] {
        let mut rig = at_rest(13).await;
        rig.drivers.act(Arm::R, Action::Turn(1), 0).await.expect("it turns");
        rig.drivers.act(Arm::F, Action::Open, 0).await.expect("it opens");
        let stand = rig.bench.truth().joints;
        let reports = rig.drivers.reports.iter().map(|report| report.borrow().clone().expect("it reports"));
        let reports: Vec<Report> = reports.collect();
        rig.running.abort();
        if was_off {
            change(&rig, EmulatedMaestro::reset);
        }
        let groups = BrickName::ALL.map(BrickName::group);
        let (mut again, servos) = rig.bench.servo_loop::<Maestro>(&groups).expect("all joints have servos");
        if was_off {
            reports.iter().enumerate().for_each(|(group, report)| again.remember(group, report));
        }
        rig.running = tokio::spawn(again.run());
        rig.drivers = rig.bench.drivers_of(servos.loops).await;
        for _ in 0..50 {
            pass(10).await;
            for (joint, before) in Joint::ALL.iter().zip(stand) {
                let moved = (rig.degrees(*joint) - before.to_degrees()).abs();
                assert!(moved < 2.0, "{joint} moved by {moved:.1} degrees, was off: {was_off}");
            }
        }
        assert!((reported(&rig) - 90.0).abs() < 0.5);
    }
}

#[tokio::test(start_paused = true)]
async fn a_goal_that_is_faster_than_the_servo_takes_the_servo_s_own_time() {
    let rig = at_rest(14).await;
    let trajectory = Trajectory::to("r_wrist", 90f64.to_radians(), 0.05).expect("a way");
    let handle = rig.drivers.handles[BrickName::RlRotate.index()].clone();
    let begun = tokio::time::Instant::now();
    let tolerances = Tolerances { goal_time: 1.5, ..Tolerances::default() };
    handle.follow(vec![JointGoal { joint: 0, trajectory, tolerances }]).await.expect("it gets there");
    // 90 degrees at 0.16 s for 60.
    let seconds = begun.elapsed().as_secs_f64();
    assert!((0.24..0.45).contains(&seconds), "{seconds}");
    assert!((rig.degrees(Arm::R.wrist()) - 90.0).abs() < 3.0, "{}", rig.degrees(Arm::R.wrist()));
}
