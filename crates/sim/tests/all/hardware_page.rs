//! `docs/hardware.md` describes the rig that the profiles, the drivers and the simulator have.

use brick::{BrickName, Power};
use rig::{Arm, Joint, JointKind, Profile, WristRange};
use sim::bench::Bench;
use sim::{Options, World};
use tokio::time::{Duration, sleep};

use cube::{Cube, Move};

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hardware.md");
    let page = std::fs::read_to_string(path).expect("it is in the repository");
    // Sentences go on in the next line.
    page.replace("\n  ", " ").replace('\r', "")
}

fn shipped() -> Vec<Profile> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/profiles");
    let files = std::fs::read_dir(folder).expect("the folder of profiles");
    let paths = files.map(|file| file.expect("an entry").path());
    paths.map(|path| Profile::find(path.to_str().expect("UTF-8")).expect("a test reads it")).collect()
}

/// The whole numbers between the words of a pattern, where the page has it: `#` stands for a number.
#[track_caller]
fn numbers(page: &str, pattern: &str) -> Vec<f64> {
    let words: Vec<&str> = pattern.split('#').collect();
    let read = |start: usize| -> Option<Vec<f64>> {
        let mut rest = page[start..].strip_prefix(words[0])?;
        let mut found = Vec::new();
        for word in &words[1..] {
            let digits = rest.find(|letter: char| !letter.is_ascii_digit());
            let (number, after) = rest.split_at(digits.unwrap_or(rest.len()));
            found.push(number.parse().ok()?);
            rest = after.strip_prefix(word)?;
        }
        Some(found)
    };
    let mut starts = page.match_indices(words[0]).map(|(start, _)| start);
    let found = starts.find_map(read);
    found.unwrap_or_else(|| panic!("the page does not have '{pattern}'"))
}

#[test]
fn the_numbers_of_the_page_are_those_of_the_profiles() {
    let page = page();
    let teeth = |row: &str| numbers(&page, row);
    let wrist = teeth("| gears for the wrists | 4 pairs | # teeth driven by #, ");
    let grip = teeth("| gears for the claws | 4 sets | # teeth driven by #, ");
    let explained = numbers(&page, "A gear of # teeth on the motor of a claw drives one of # on");
    assert_eq!(explained, [grip[1], grip[0]]);
    let opening = numbers(&page, "so # degrees of the motor open the claw by #.");
    let [quarter] = numbers(&page, "A quarter turn of a wrist takes # degrees of its motor.")[..] else {
        panic!("one number");
    };
    let cables = numbers(&page, "Its cable allows # degrees each way.");
    let [cube] = numbers(&page, "| speed cube, # mm |")[..] else {
        panic!("one number");
    };
    let camera = numbers(&page, "# cm above the centre of the cube.");
    let view = numbers(&page, "a horizontal field of view of # degrees.");
    let profiles = shipped();
    assert!(7 <= profiles.len());
    for profile in &profiles {
        let (name, gearing, geometry) = (&profile.name, &profile.gearing, &profile.geometry);
        let open = gearing.open_grip().to_degrees();
        if geometry.slide.is_none() {
            assert_eq!(opening[1], open.round(), "{name}");
        }
        if !profile.has_servo(Arm::R.grip()) {
            assert_eq!(wrist, gearing.wrist.map(f64::from), "{name}");
            assert_eq!(grip, gearing.grip.map(f64::from), "{name}");
            assert_eq!(opening[0], gearing.clamp_travel, "{name}");
            let turned = gearing.motor_degrees(JointKind::Wrist, 90f64.to_radians());
            assert_eq!(quarter, turned.round(), "{name}");
        }
        assert_eq!(cube, (geometry.cube_edge * 1000.0).round(), "{name}");
        assert_eq!(camera, [(geometry.camera.position[2] * 100.0).round()], "{name}");
        let degrees = geometry.camera.horizontal_field_of_view.to_degrees();
        assert_eq!(view, [degrees.round()], "{name}");
    }
    let range = Profile::nxt_2015().rules.wrist_range.expect("cables");
    assert_eq!(cables, [-90.0 * f64::from(range.least)]);
    assert_eq!(range.least, -range.most);
}

#[test]
fn the_page_gives_servos_the_ids_of_the_profile() {
    let page = page();
    let profile = Profile::find("bus-servo").expect("it ships");
    assert_eq!(profile.servos.iter().count(), Joint::COUNT);
    for (joint, id) in profile.servos.iter() {
        assert!(page.contains(&format!("`{joint}` {id}")), "{joint} {id}");
    }
    assert_eq!(numbers(&page, "A wrist turns # degrees either way."), [90.0]);
    assert_eq!(profile.rules.wrist_range, Some(WristRange::either_way(1)));
}

#[test]
fn the_page_gives_hobby_servos_the_channels_of_the_profile() {
    let page = page();
    let profile = Profile::find("printed-servo").expect("it ships");
    assert_eq!(profile.maestro.iter().count(), Joint::COUNT);
    for (joint, channel) in profile.maestro.iter() {
        assert!(page.contains(&format!("`{joint}` {}", channel.number)), "{joint} {channel:?}");
    }
}

#[test]
fn the_page_wires_the_bricks_as_the_drivers_expect() {
    let page = page();
    let part = |joint: Joint| {
        let part = match joint.kind {
            JointKind::Grip => "claw",
            JointKind::Wrist => "wrist",
        };
        format!("{part} of {} (`{joint}`)", joint.arm.side())
    };
    for brick in BrickName::ALL {
        let [(_, first), (_, second)] = brick.joints();
        let row = format!("| `{brick}` | {} | {} |", part(first), part(second));
        assert!(page.contains(&row), "{row}");
    }
}

/// The instructions of the page for the signs, carried out: each motor is driven until it has counted up by its travel.
#[tokio::test(start_paused = true)]
async fn motors_count_up_as_on_the_page() {
    let page = page();
    assert!(page.contains("| claw | it opens |"));
    assert!(page.contains("| wrist | it turns clockwise, as seen from outside the rig towards the cube |"));
    let profile = Profile::nxt_2015();
    for arm in Arm::ALL {
        for joint in [arm.wrist(), arm.grip()] {
            let options = Options { cube: Cube::SOLVED, ..Options::default() };
            let bench = Bench::new(World::new(profile.clone(), 1, options));
            let (name, port) = BrickName::driving(joint);
            let count = |bench: &Bench| bench.world().brick(name).motor(port).count();
            let before = count(&bench);
            let counts = match joint.kind {
                JointKind::Wrist => profile.gearing.motor_degrees(joint.kind, 90f64.to_radians()),
                JointKind::Grip => profile.gearing.clamp_travel,
            };
            let mut brick = bench.brick(name);
            let power = Power::saturating(50.0);
            while count(&bench) - before < counts as i64 {
                brick.drive(port, power, 0).await.expect("it answers");
                sleep(Duration::from_millis(5)).await;
            }
            brick.drive(port, Power::ZERO, 0).await.expect("it answers");
            sleep(Duration::from_millis(200)).await;
            let truth = bench.truth();
            match joint.kind {
                JointKind::Wrist => {
                    // Nothing has turned the cube as a whole, so the arm holds the face of its own name.
                    let turned = Cube::SOLVED.apply(Move::quarter(arm.side()));
                    assert_eq!(truth.cube, Some(turned), "{joint}");
                }
                JointKind::Grip => {
                    let open = truth.joints[joint.index()].to_degrees();
                    let expected = profile.gearing.open_grip().to_degrees();
                    // It coasts after the last count, and has play.
                    assert!((-3.0..12.0).contains(&(open - expected)), "{joint}: {open:.1}");
                    assert!(!truth.grips[arm.index()], "{joint}");
                }
            }
        }
    }
}
