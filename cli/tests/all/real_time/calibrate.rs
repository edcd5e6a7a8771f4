//! `cuberig calibrate motors` against simulated bricks over TCP, in real time.

use crate::support::bricks::{Wiring, over_tcp};
use crate::support::cuberig;
use brick::{BrickName, Motors};
use rig::{Arm, Claw, Profile, RigState};
use sim::{Fault, Options, World};

/// Serves one brick of an empty rig with open claws on a port of its own, until the program ends.
fn serve(name: BrickName, spread: f64) -> String {
    let mut start = RigState::REST;
    for arm in Arm::ALL {
        start.arms[arm.index()].claw = Claw::Open;
    }
    let options = Options { start, motor_spread: spread, ..Options::default() };
    let mut world = World::new(Profile::nxt_2015(), 4, options);
    world.inject(Fault::CubeTaken);
    let address = over_tcp(world, name, Wiring::Right);
    format!("{name}={address}")
}

#[test]
fn motors_over_tcp_are_identified_and_written_for_the_driver() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (file, plot) = (folder.join("motors.toml"), folder.join("steps.svg"));
    let place = serve(BrickName::RlRotate, 0.0);
    let arguments = ["calibrate", "motors", "--repeats", "1", "--json", "--brick", &place, "--output"];
    let done = cuberig([&arguments[..], &[text(&file), "--plot", text(&plot)]].concat()).done();
    assert_eq!(done.stdout.lines().count(), 2, "{}", done.stdout);
    let motors =
        Motors::from_toml(&std::fs::read_to_string(&file).expect("it was written")).expect("the driver can read it");
    for joint in [Arm::R.wrist(), Arm::L.wrist()] {
        let model = motors.of(joint).expect("both joints are there");
        // 170 rpm at 9 V and full power is 10.2 degrees a second per percent; real time jitters on a busy machine.
        assert!((8.0..13.5).contains(&model.speed_per_percent), "{model:?}");
        assert!((0.02..0.13).contains(&model.time_constant), "{model:?}");
    }
    let svg = std::fs::read_to_string(&plot).expect("it was drawn");
    assert!(svg.contains("r_wrist") && svg.contains("<polyline") && svg.contains("<circle"));
}

/// A brick that cannot be reached is named; the motors of the other one were measured in vain if they were not written.
#[test]
fn what_was_identified_is_kept_where_another_brick_fails() {
    let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("some_motors.toml");
    let (there, gone) = (serve(BrickName::RlRotate, 0.0), "fb_rotate=tcp:127.0.0.1:1");
    let arguments = ["calibrate", "motors", "--repeats", "1", "--brick", gone, "--brick", &there, "--output"];
    let refused = cuberig([&arguments[..], &[text(&file)]].concat()).fails(1, "127.0.0.1:1");
    assert!(refused.stderr.contains("some_motors.toml has the other motors"), "{}", refused.stderr);
    let written = std::fs::read_to_string(&file).expect("it was written");
    let motors = Motors::from_toml(&written).expect("the driver can read it");
    assert!(motors.of(Arm::R.wrist()).is_some() && motors.of(Arm::F.wrist()).is_none(), "{written}");
}

fn text(path: &std::path::Path) -> &str {
    path.to_str().expect("folders of tests are plain text")
}
