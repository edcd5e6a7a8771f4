//! Profile files: every one that ships is read; a bad value is named by key and value.

use rig::{Error, Joint, JointKind, Profile};

const SHIPPED: &str = include_str!("../../../../config/profiles/nxt-2015.toml");

#[test]
fn every_shipped_profile_is_read_and_named_as_its_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/profiles");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let profile = Profile::from_toml(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert_eq!(path.file_stem().and_then(|stem| stem.to_str()), Some(&profile.name[..]));
        assert_eq!(Profile::find(&profile.name).as_ref(), Ok(&profile));
        let by_path = path.to_str().expect("a path of letters");
        assert_eq!(Profile::find(by_path).as_ref(), Ok(&profile));
        count += 1;
    }
    assert!(7 <= count);
}

#[test]
fn a_profile_that_is_not_there_is_named() {
    let unknown = Profile::find("nowhere").expect_err("no such name");
    assert!(matches!(&unknown, Error::UnknownProfile { known, .. } if known.contains("two-arm")));
    let missing = Profile::find("nowhere/rig.toml").expect_err("no such file");
    assert!(matches!(&missing, Error::UnreadableFile { path, .. } if path == "nowhere/rig.toml"));
    let toml = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let other = Profile::find(toml).expect_err("no profile");
    assert!(matches!(&other, Error::InFile { path, .. } if path == toml));
}

#[test]
fn nxt_2015_has_the_figures_of_the_seed() {
    let profile = Profile::nxt_2015();
    // Wrist motor degrees are 60/44 of wrist degrees: 123 for a quarter turn, within the two degrees of the table.
    let quarter = profile.gearing.motor_degrees(JointKind::Wrist, std::f64::consts::FRAC_PI_2);
    assert!((quarter - 123.0).abs() < 2.0, "{quarter}");
    let travel = profile.gearing.motor_degrees(JointKind::Grip, profile.gearing.open_grip());
    assert!((travel - 95.0).abs() < 1e-9);
    // Each step leaves the motors time: the average speed stays below their greatest.
    assert!(quarter / profile.timing.quarter < profile.gearing.motor_speed);
    assert!(2.0 * quarter / profile.timing.half < profile.gearing.motor_speed);
    for joint in Joint::ALL {
        assert_eq!(Joint::parse(joint.name()), Some(joint));
        let (lower, upper) = profile.joint_limits(joint).expect("limited");
        assert!(lower <= 0.0 && 0.0 < upper);
    }
}

#[test]
fn bad_values_are_named() {
    for (from, to, key, value) in [
        ("close = 0.52", "close = -0.52", "timing.close", "-0.52"),
        ("close = 0.52", "close = nan", "timing.close", "NaN"),
        ("half = 1.00", "half = 0.5", "timing.half", "0.5"),
        ("half = 1.00", "half = 1.5", "timing.half", "1.5"),
        ("half_to_cable_end = 1.25", "half_to_cable_end = 0.9", "timing.half_to_cable_end", "0.9"),
        ("quarter_to_cable_end = 0.85", "quarter_to_cable_end = 61.0", "timing.quarter_to_cable_end", "61"),
        ("own_wrist = 1.0", "own_wrist = 0.0", "clearances.own_wrist", "0"),
        ("beside_horizontal = 1.0", "beside_horizontal = 0.9", "clearances.beside_horizontal", "0.9"),
        ("min_holding_claws = 3", "min_holding_claws = 4", "rules.min_holding_claws", "4"),
        ("opposite_turns = false", "opposite_turns = true", "rules.opposite_turns", "true"),
        ("twist_limit_quarters = 2", "twist_limit_quarters = 0", "rules.twist_limit_quarters", "0"),
        ("twist_limit_quarters = 2", "twist_limit_quarters = \"all\"", "rules.twist_limit_quarters", "all"),
        ("twist_limit_quarters = 2", "twist_limit_quarters = [0, 0]", "rules.twist_limit_quarters", "[0, 0]"),
        ("twist_limit_quarters = 2", "twist_limit_quarters = [1, 2]", "rules.twist_limit_quarters", "[1, 2]"),
        ("twist_limit_quarters = 2", "twist_limit_quarters = [2, -2]", "rules.twist_limit_quarters", "[2, -2]"),
        ("[\"r\", \"l\", \"f\", \"b\"]", "[\"r\", \"l\"]", "rules.arms", "[R, L]"),
        ("[\"r\", \"l\", \"f\", \"b\"]", "[\"r\", \"r\", \"f\", \"b\"]", "rules.arms", "R, R"),
        ("wrist = [60, 44]", "wrist = [60, 0]", "gearing.wrist", "[60, 0]"),
        ("clamp_travel = 95.0", "clamp_travel = 9.0", "geometry.tip_distance", "0.016"),
        ("clamp_travel = 95.0", "clamp_travel = 400.0", "gearing.clamp_travel", "400"),
        ("tip_distance = 0.016", "tip_distance = 0.03", "geometry.tip_distance", "0.03"),
        ("pivot_distance = 0.06", "pivot_distance = 0.04", "geometry.pivot_distance", "0.04"),
        ("width = 640", "width = 1", "geometry.camera.width", "1"),
        ("up = [0.0, 1.0, 0.0]", "up = [0.0, 0.0, 1.0]", "geometry.camera.up", "1.0"),
    ] {
        assert!(SHIPPED.contains(from), "{from}");
        match Profile::from_toml(&SHIPPED.replace(from, to)) {
            Err(Error::BadValue { key: named, value: given, .. }) => {
                assert_eq!(named, key);
                assert!(given.contains(value), "{given} for {to}");
            }
            other => panic!("{to}: {other:?}"),
        }
    }
}

#[test]
fn a_profile_without_a_usable_name_is_refused_and_its_file_named() {
    let folder = testkit::Folder::new("nameless");
    let file = folder.0.join("my-rig.toml");
    let path = file.to_str().expect("a path of letters");
    for (name, reason) in [
        ("\"\"", "a profile needs a name"),
        ("\"  \"", "a profile needs a name"),
        ("\"\\t\\n\"", "a profile needs a name"),
        ("\" nxt\"", "no blanks around it"),
        ("\"two\\nlines\"", "no control characters"),
    ] {
        let text = SHIPPED.replace("name = \"nxt-2015\"", &format!("name = {name}"));
        std::fs::write(&file, text).expect("a file for the test");
        let error = Profile::find(path).expect_err(name).to_string();
        let begin = format!("'{path}': the profile has name = {name}, but ");
        assert!(error.starts_with(&begin) && error.contains(reason), "{error}");
    }
}

#[test]
fn missing_unknown_and_mistyped_keys_are_named() {
    for (from, to, named) in [
        ("close = 0.52\n", "", "close"),
        ("close = 0.52", "close = 0.52\nclothes = 1", "clothes"),
        ("close = 0.52", "close = \"soon\"", "soon"),
        ("name = \"nxt-2015\"", "name = 5", "name = 5"),
    ] {
        match Profile::from_toml(&SHIPPED.replace(from, to)) {
            Err(Error::Unreadable(message)) => assert!(message.contains(named), "{message}"),
            other => panic!("{to}: {other:?}"),
        }
    }
}

#[test]
fn bad_servos_are_named() {
    const SERVOS: &str = include_str!("../../../../config/profiles/bus-servo.toml");
    let profile = Profile::from_toml(SERVOS).expect("it ships");
    let ids: Vec<u8> = profile.servos.iter().map(|(_, id)| id).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(Profile::nxt_2015().servos.is_empty());
    for (from, to, key, part) in [
        ("r_grip = 1", "r_elbow = 1", "servos", "r_elbow"),
        ("r_grip = 1", "r_grip = 254", "servos.r_grip", "from 0 to 253"),
        ("b_wrist = 8", "b_wrist = 7", "servos.b_wrist", "b_grip has this id already"),
        ("r_grip = 1\n", "", "servos", "the group rl_clamp or none, and r_grip has no servo"),
        ("twist_limit_quarters = 1", "twist_limit_quarters = 2", "servos.r_wrist", "lower twist_limit_quarters"),
        ("twist_limit_quarters = 1", "twist_limit_quarters = \"none\"", "servos.r_wrist", "lower twist_limit_quarters"),
    ] {
        assert!(SERVOS.contains(from), "{from}");
        let error = Profile::from_toml(&SERVOS.replacen(from, to, 1)).expect_err(to);
        assert!(matches!(&error, Error::BadValue { key: named, .. } if named == key), "{to}: {error:?}");
        assert!(error.to_string().contains(part), "{to}: {error}");
    }
}

#[test]
fn a_bad_maestro_is_named() {
    const MAESTRO: &str = include_str!("../../../../config/profiles/printed-servo.toml");
    let grip = "r_grip = { channel = 0, zero = 1086, end = 1914, seconds_per_60 = 0.19 }\n";
    for (from, to, key, part) in [
        ("r_grip", "r_elbow", "maestro.channels", "r_elbow"),
        (grip, "", "maestro.channels", "the group rl_clamp or none, and r_grip has no servo"),
        ("channel = 7", "channel = 24", "maestro.channels.b_wrist", "from 0 to 23"),
        ("channel = 7", "channel = 6", "maestro.channels.b_wrist", "b_grip has this channel already"),
        ("zero = 1086", "zero = 400", "maestro.channels.r_grip", "from 500 to 2500 microseconds"),
        ("end = 1914", "end = 1096", "maestro.channels.r_grip", "differ by at least 50"),
        ("_60 = 0.19", "_60 = 19.0", "maestro.channels.r_grip", "for 60 degrees"),
        // A quarter turn the other way would take a pulse of 433 microseconds, two one of 2533.
        ("zero = 1167, end = 1833", "zero = 1133, end = 1833", "maestro.channels.r_wrist", "beyond the pulses"),
        ("_quarters = [-1, 2]", "_quarters = [-2, 1]", "maestro.channels.r_wrist", "beyond the pulses"),
        ("_quarters = [-1, 2]", "_quarters = 2", "maestro.channels.r_wrist", "beyond the pulses"),
        ("_quarters = [-1, 2]", "_quarters = \"none\"", "maestro.channels.r_wrist", "has ends"),
        (
            "[maestro.channels]",
            "[servos]\nr_grip = 1\nl_grip = 2\n\n[maestro.channels]",
            "maestro.channels",
            "not both",
        ),
        ("[maestro.channels]", "[maestro]\ndevice = 128\n\n[maestro.channels]", "maestro.device", "from 0 to 127"),
    ] {
        assert!(MAESTRO.contains(from), "{from}");
        let error = Profile::from_toml(&MAESTRO.replacen(from, to, 1)).expect_err(to);
        assert!(matches!(&error, Error::BadValue { key: named, .. } if named == key), "{to}: {error:?}");
        assert!(error.to_string().contains(part), "{to}: {error}");
    }
}

/// A servo of 270 degrees goes there by 2000 microseconds; Hitec's go by 45 degrees with 400.
#[test]
fn the_pulses_of_the_printed_rig_are_those_of_the_data_sheets() {
    let profile = Profile::find("printed-servo").expect("it ships");
    assert!(!profile.has_feedback() && Profile::nxt_2015().has_feedback());
    for (joint, channel) in profile.maestro.iter() {
        let (degrees, seconds_per_60) = match joint.kind {
            JointKind::Wrist => (2000.0 / 270.0, 0.16),
            JointKind::Grip => (400.0 / 45.0, 0.19),
        };
        let per_degree = channel.per_radian / 1f64.to_degrees();
        assert!((per_degree / degrees - 1.0).abs() < 0.005, "{joint}: {per_degree}");
        assert!((channel.speed.to_degrees() * seconds_per_60 - 60.0).abs() < 1e-9, "{joint}");
        assert!((channel.radians(channel.pulse(0.3)) - 0.3).abs() < 1e-12);
    }
    let channels: Vec<u8> = profile.maestro.iter().map(|(_, channel)| channel.number).collect();
    assert_eq!(channels, [0, 1, 2, 3, 4, 5, 6, 7]);
}
