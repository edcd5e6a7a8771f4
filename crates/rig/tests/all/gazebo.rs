//! What Gazebo and gz_ros2_control need of the rig's files, and what real Gazebo tools say of them.

use std::collections::BTreeSet;
use std::process::Command;

use rig::{Joint, Profile};
use roxmltree::{Document, Node};

fn path(name: &str) -> String {
    format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"))
}

fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).expect("a committed file")
}

fn only<'a>(root: Node<'a, 'a>, name: &str) -> Node<'a, 'a> {
    let mut all = root.descendants().filter(|node| node.has_tag_name(name));
    let first = all.next().unwrap_or_else(|| panic!("no <{name}>"));
    assert!(all.next().is_none(), "<{name}> stands there twice");
    first
}

fn named<'a>(joint: Node<'a, 'a>, tag: &str) -> Vec<Node<'a, 'a>> {
    joint.children().filter(|node| node.has_tag_name(tag)).collect()
}

fn name<'a>(node: &Node<'a, '_>) -> &'a str {
    node.attribute("name").expect("a name")
}

fn child_text<'a>(node: Node<'a, 'a>, tag: &str) -> &'a str {
    only(node, tag).text().unwrap_or_default().trim()
}

/// The plugin element of the model; the one that is of gz_ros2_control.
fn plugin<'a>(robot: Node<'a, 'a>) -> Node<'a, 'a> {
    let gazebo = robot.children().filter(|node| node.has_tag_name("gazebo"));
    let mut plugins = gazebo.flat_map(|gazebo| gazebo.children().filter(|n| n.has_tag_name("plugin")));
    let plugin = plugins.next().expect("a plugin");
    assert!(plugins.next().is_none(), "one plugin");
    plugin
}

#[test]
fn what_gz_ros2_control_must_have_is_there() {
    let text = text("urdf/rig.gazebo.urdf");
    let document = Document::parse(&text).expect("XML");
    let robot = document.root_element();
    let control = only(robot, "ros2_control");
    assert_eq!(control.attribute("type"), Some("system"));
    // `gz_hardware_plugins.xml` names the class so.
    let hardware = child_text(only(control, "hardware"), "plugin");
    assert_eq!(hardware, "gz_ros2_control/GazeboSimSystem");
    // The name of the library and, from GZ_ADD_PLUGIN, of the class.
    let plugin = plugin(robot);
    assert_eq!(plugin.attribute("filename"), Some("gz_ros2_control-system"));
    assert_eq!(name(&plugin), "gz_ros2_control::GazeboSimROS2ControlPlugin");
    // `Configure` ends with an error where `parameters` is empty.
    assert_eq!(child_text(plugin, "parameters"), "$(arg controllers)");
    let gain: f64 = child_text(plugin, "position_proportional_gain").parse().expect("a number");
    assert!((0.1..1.0).contains(&gain), "a gain of {gain} is soft or overshoots");
}

#[test]
fn every_moving_joint_is_listed_and_only_driven_ones_take_commands() {
    let text = text("urdf/rig.gazebo.urdf");
    let document = Document::parse(&text).expect("XML");
    let robot = document.root_element();
    let in_urdf = named(robot, "joint");
    let moving = in_urdf.iter().filter(|joint| joint.attribute("type") != Some("fixed"));
    let listed = named(only(robot, "ros2_control"), "joint");
    assert_eq!(moving.map(name).collect::<BTreeSet<_>>(), listed.iter().map(name).collect::<BTreeSet<_>>());
    assert_eq!(listed.len(), 12, "eight joints and four that mimic");
    for joint in &listed {
        let interfaces = |tag| named(*joint, tag).iter().map(name).collect::<Vec<_>>();
        let source = in_urdf.iter().find(|one| name(one) == name(joint)).expect("listed");
        let mimic = source.children().find(|node| node.has_tag_name("mimic"));
        assert_eq!(interfaces("state_interface"), ["position", "velocity"], "{}", name(joint));
        let initial: Vec<&str> = (joint.descendants().filter(|node| node.has_tag_name("param")))
            .map(|param| {
                assert_eq!(name(&param), "initial_value");
                param.text().unwrap_or_default()
            })
            .collect();
        match mimic {
            // A command interface here is an error; an initial value is set only with a command interface.
            Some(mimic) => {
                assert!(interfaces("command_interface").is_empty(), "{}", name(joint));
                assert!(initial.is_empty(), "{}", name(joint));
                let driving = mimic.attribute("joint").expect("a joint");
                assert!(listed.iter().any(|one| name(one) == driving), "{driving}");
                assert!(Joint::parse(driving).is_some());
                // `write` multiplies and leaves the offset out.
                assert_eq!(mimic.attribute("offset"), Some("0"));
            }
            None => {
                assert!(Joint::parse(name(joint)).is_some());
                assert_eq!(interfaces("command_interface"), ["position"]);
                assert_eq!(initial, ["0"], "closed and neutral");
            }
        }
    }
}

#[test]
fn pictures_carry_the_optical_frame() {
    let text = text("urdf/rig.gazebo.urdf");
    let document = Document::parse(&text).expect("XML");
    let robot = document.root_element();
    let sensor = only(robot, "sensor");
    let place = sensor.parent_element().and_then(|gazebo| gazebo.attribute("reference"));
    assert_eq!(place, Some("camera_link"));
    let links = named(robot, "link");
    let frame = child_text(sensor, "gz_frame_id");
    assert_eq!(frame, "camera_optical_frame");
    assert!(links.iter().any(|link| name(link) == frame));
}

/// A claw presses with its joint's effort at the lever of the cube's edge, with two fingers, and holds by friction.
#[test]
fn a_claw_holds_the_cube() {
    let rig = text("urdf/rig.gazebo.urdf");
    let document = Document::parse(&rig).expect("XML");
    let robot = document.root_element();
    let cube = text("urdf/cube.sdf");
    let model = Document::parse(&cube).expect("XML");
    let link = only(model.root_element(), "link");
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let geometry = Profile::nxt_2015().geometry;
    let grip = named(robot, "joint").into_iter().find(|joint| name(joint) == "f_grip");
    let limit = only(grip.expect("a grip joint"), "limit");
    let effort = number(limit.attribute("effort").expect("an effort"));
    let pad = |gazebo: &Node| {
        let of_finger = gazebo.attribute("reference")?.contains("_finger_");
        of_finger.then(|| number(child_text(*gazebo, "mu1")))
    };
    let pads: Vec<f64> = named(robot, "gazebo").iter().filter_map(pad).collect();
    assert_eq!(pads.len(), 8, "every finger has its friction");
    let friction = pads.iter().copied().fold(number(child_text(link, "mu")), f64::min);
    let mass = number(child_text(link, "mass"));
    let lever = geometry.finger_length();
    let holds = 2.0 * friction * effort / lever;
    let weight = mass * 9.81;
    // In contact physics a tenth of this effort still held the cube while it turned.
    assert!(10.0 * weight < holds, "{holds:.1} N of friction for {weight:.2} N");

    // The body that is touched stands out, so that closed claws press; the joints stop short of their goals by less than
    // the tolerance of the planner's goals, 2.5 degrees.
    let body = only(link, "collision");
    let edge = number(child_text(body, "size").split_whitespace().next().expect("three"));
    let squeeze = (edge - geometry.cube_edge) / 2.0;
    let rest = squeeze / (geometry.pivot_distance - geometry.half_edge());
    assert!(0.0002 < squeeze && rest.to_degrees() < 1.5, "{squeeze} m, {rest} rad");
}

#[test]
fn the_cube_weighs_as_much_as_26_pieces_and_shows_54_stickers() {
    let text = text("urdf/cube.sdf");
    let document = Document::parse(&text).expect("XML");
    let link = only(document.root_element(), "link");
    let mass: f64 = child_text(link, "mass").parse().expect("a number");
    assert!((0.070..0.110).contains(&mass), "a cube weighs 70 to 110 g: {mass}");
    let edge = Profile::nxt_2015().geometry.cube_edge;
    for axis in ["ixx", "iyy", "izz"] {
        let moment: f64 = child_text(link, axis).parse().expect("a number");
        // A full cube has m a^2 / 6; without the piece in the middle it has a little more for its mass.
        let share = moment / (mass * edge * edge / 6.0);
        assert!((1.0..1.05).contains(&share), "{axis}: {share}");
    }
    let visuals = named(link, "visual");
    let mut colours = std::collections::BTreeMap::<&str, usize>::new();
    for sticker in visuals.iter().filter(|visual| name(visual) != "body") {
        *colours.entry(child_text(*sticker, "diffuse")).or_default() += 1;
        let pose = child_text(*sticker, "pose").split_whitespace();
        let middle: Vec<f64> = pose.take(3).map(|text| text.parse().expect("a number")).collect();
        let outermost = middle.iter().map(|value| value.abs()).fold(0.0, f64::max);
        assert!((outermost - edge / 2.0).abs() < 1e-6, "{} lies inside", name(sticker));
    }
    assert_eq!(colours.values().copied().collect::<Vec<_>>(), [9; 6]);
}

/// Gazebo's own parser.
#[test]
fn libsdformat_reads_world_and_cube_without_warnings() {
    for file in ["worlds/rig.sdf", "urdf/cube.sdf"] {
        let Ok(output) = Command::new("ign").args(["sdf", "-k", &path(file)]).output() else {
            testkit::skip("`ign` is not installed (Debian: ignition-tools libsdformat-dev)");
            return;
        };
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        let lines: Vec<&str> =
            said.lines().filter(|line| !line.contains("backtrace generation") && !line.is_empty()).collect();
        assert_eq!(lines, ["Valid."], "{file}");
    }
}

/// The real xacro, from PATH or the set-up: what the launch file hands over arrives in the plugin.
#[test]
fn xacro_fills_in_the_path_and_the_namespace() {
    let urdf = path("urdf/rig.gazebo.urdf");
    let arguments = [urdf.as_str(), "controllers:=/a/b c.yaml", "namespace:=left"];
    let programs = ["xacro".to_owned(), path(".ros/prefix/bin/xacro")];
    let mut outputs = programs.iter().map(|xacro| Command::new(xacro).args(arguments).output());
    let Some(output) = outputs.find_map(Result::ok) else {
        testkit::skip("`xacro` is not installed (`cargo xtask setup` does it)");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let document = Document::parse(&text).expect("XML");
    let plugin = plugin(document.root_element());
    assert_eq!(child_text(plugin, "parameters"), "/a/b c.yaml");
    assert_eq!(child_text(plugin, "namespace"), "left");
    assert!(!text.contains("$("), "something is not filled in");
}
