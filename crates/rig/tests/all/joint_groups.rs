//! Which action serves which joints, as a profile has it.

use rig::{Error, Joint, Profile};

const NXT: &str = include_str!("../../../../config/profiles/nxt-2015.toml");
const SERVOS: &str = include_str!("../../../../config/profiles/bus-servo.toml");

/// A profile with this line at its top.
fn with(line: &str, profile: &str) -> Result<Profile, Error> {
    Profile::from_toml(&format!("{line}\n{profile}"))
}

/// The actions of a profile, and the joints of each.
fn actions(profile: &Profile) -> Vec<(String, Vec<&'static str>)> {
    let names = |joints: &[Joint]| joints.iter().map(|joint| joint.name()).collect();
    profile.groups.iter().map(|(_, group)| (group.action(), names(&group.joints))).collect()
}

#[test]
fn without_groups_four_actions_serve_a_pair_each() {
    for text in [NXT, SERVOS] {
        let found = actions(&Profile::from_toml(text).expect("it ships"));
        let pair = |name: &str, joints: [&'static str; 2]| (format!("{name}/follow_joint_trajectory"), joints.to_vec());
        let expected = [
            pair("rl_clamp", ["r_grip", "l_grip"]),
            pair("rl_rotate", ["r_wrist", "l_wrist"]),
            pair("fb_clamp", ["f_grip", "b_grip"]),
            pair("fb_rotate", ["f_wrist", "b_wrist"]),
        ];
        assert_eq!(found, expected);
    }
}

#[test]
fn one_line_makes_one_action_of_all_joints_or_two() {
    let all = r#"groups.arms = ["r_grip", "r_wrist", "l_grip", "l_wrist", "f_grip", "f_wrist", "b_grip", "b_wrist"]"#;
    let arms = with(all, NXT).expect("every joint once");
    let (action, joints) = &actions(&arms)[..][0];
    assert_eq!((action.as_str(), joints.len(), arms.groups.iter().count()), ("arms/follow_joint_trajectory", 8, 1));
    let two = r#"groups = { wrists = ["r_wrist", "l_wrist", "f_wrist", "b_wrist"], claws = ["r_grip", "l_grip", "f_grip", "b_grip"] }"#;
    let two = with(two, SERVOS).expect("every joint once").groups;
    let name = |joint: &str| two[two.of(Joint::parse(joint).expect("a joint"))].name.clone();
    assert_eq!((name("b_wrist"), name("r_grip")), ("wrists".to_owned(), "claws".to_owned()));
    assert_eq!(two.names(), "claws, wrists");
}

#[test]
fn bad_groups_are_named() {
    let some = r#"["r_grip", "r_wrist", "l_grip", "l_wrist", "f_grip", "f_wrist", "b_grip"]"#;
    for (line, key, reason) in [
        (format!("groups.arms = {some}"), "groups", "has groups = b_wrist, but it is in no group"),
        (format!("groups.arms = {some}\ngroups.b = [\"b_elbow\"]"), "groups.b", "b_elbow"),
        (format!("groups.arms = {some}\ngroups.b = [\"b_grip\"]"), "groups.b", "b_grip, but one action serves a joint"),
        (format!("groups.arms = {some}\ngroups.b = []"), "groups.b", "at least one joint"),
        (format!("groups.\"left/arms\" = {some}"), "groups", "left/arms"),
        (format!("groups.\"2\" = {some}"), "groups", "begins with a letter"),
        (format!("groups.\"\" = {some}"), "groups", "begins with a letter"),
    ] {
        let error = with(&line, NXT).expect_err(&line);
        assert!(matches!(&error, Error::BadValue { key: named, .. } if named == key), "{line}: {error:?}");
        assert!(error.to_string().contains(reason), "{line}: {error}");
    }
}

/// A driver of servos serves all joints of an action.
#[test]
fn servos_drive_all_joints_of_a_group_or_none() {
    let wrists_only = SERVOS.replace("_grip = ", "_grip_left_out = ");
    let wrists_only: Vec<&str> = wrists_only.lines().filter(|line| !line.contains("_left_out")).collect();
    let wrists_only = wrists_only.join("\n");
    let wrists = r#"groups.wrists = ["r_wrist", "l_wrist", "f_wrist", "b_wrist"]"#;
    let claws = r#"groups.claws = ["r_grip", "l_grip", "f_grip", "b_grip"]"#;
    assert!(with(&format!("{wrists}\n{claws}"), &wrists_only).is_ok());
    let all = r#"groups.arms = ["r_grip", "r_wrist", "l_grip", "l_wrist", "f_grip", "f_wrist", "b_grip", "b_wrist"]"#;
    let error = with(all, &wrists_only).expect_err("half of it has servos").to_string();
    assert!(error.contains("all joints of the group arms or none, and r_grip has no servo"), "{error}");
}
