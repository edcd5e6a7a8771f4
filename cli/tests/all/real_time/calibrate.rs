//! `cuberig calibrate motors` against simulated bricks over TCP, in real time.

use crate::support::bricks::{Wiring, over_serial, over_tcp};
use crate::support::{cuberig, cuberig_with_input};
use brick::{BrickName, Motors};
use rig::{Arm, Claw, Profile, RigState};
use sim::{Fault, Options, Wire, World};

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

/// Hobby servos whose horns are mounted otherwise than the profile says: a person leads each to its places, and what is written is a
/// profile's section. Two claws are enough for that.
#[test]
fn a_person_leads_hobby_servos_to_their_end_points() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (profile, file) = (folder.join("two-claws.toml"), folder.join("channels.toml"));
    let shipped = Profile::find("nxt-2015").expect("it ships");
    let nxt = concat!(env!("CARGO_MANIFEST_DIR"), "/../config/profiles/nxt-2015.toml");
    let claws = "[maestro.channels]\n\
        r_grip = { channel = 3, zero = 1300, end = 1807, seconds_per_60 = 0.19 }\n\
        l_grip = { channel = 5, zero = 1300, end = 1807, seconds_per_60 = 0.19 }\n\n";
    let rest = std::fs::read_to_string(nxt).expect("it ships").replacen("[geometry]", &format!("{claws}[geometry]"), 1);
    std::fs::write(&profile, &rest).expect("a file for the test");
    let found = Profile::from_toml(&rest).expect("a good profile");
    assert_eq!(found.geometry, shipped.geometry);
    let rig = || over_serial(World::new(found.clone(), 4, Options::default()), Wire::Servos);
    let calibrate = |address: &str, input: &str| {
        let arguments =
            ["calibrate", "motors", "--profile", text(&profile), "--maestro", address, "--output", text(&file)];
        cuberig_with_input(arguments, input.as_bytes())
    };
    // r_grip: as it is, then 20 on; l_grip: 1250, then nonsense, a pulse that is none, and 1700.
    let done = calibrate(&rig(), "ok\n+20\nok\n1250\nok\nlater\n400\n1700\nok\n").done();
    assert!(done.stdout.contains("channel  3 r_grip   zero 1300, end 1827"), "{}", done.stdout);
    assert!(done.stderr.contains("channel 5 l_grip: open at 1807 microseconds?"), "{}", done.stderr);
    assert!(done.stderr.contains("a number from 500 to 2500"), "{}", done.stderr);
    let section = std::fs::read_to_string(&file).expect("it was written");
    let calibrated = Profile::from_toml(&rest.replacen(claws, &section, 1)).expect("a section of a profile");
    let [right, left] = [Arm::R, Arm::L].map(|arm| calibrated.maestro.channel(arm.grip()).expect("it is there"));
    let open = calibrated.gearing.open_grip();
    assert_eq!((right.number, right.zero, right.pulse(open).round()), (3, 1300.0, 1827.0));
    assert_eq!((left.number, left.zero, left.pulse(open).round()), (5, 1250.0, 1700.0));
    std::fs::remove_file(&file).expect("it is there");
    calibrate(&rig(), "ok\n").fails(1, "interrupted before its end");
    assert!(!file.exists(), "nothing is written");
    cuberig(["calibrate", "motors", "--maestro", "serial:/dev/null"]).fails(2, "names no Maestro");
}

fn text(path: &std::path::Path) -> &str {
    path.to_str().expect("folders of tests are plain text")
}
