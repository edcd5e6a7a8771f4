//! The files with which Gazebo and ros2_control take the place of the bricks: controllers, bridge, world and launch file
//! fit each other and the bricks.

use std::collections::BTreeSet;
use std::path::PathBuf;

use brick::BrickName;
use rig::Profile;
use roxmltree::{Document, Node};
use yaml_rust2::{Yaml, YamlLoader};

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).expect("a committed file")
}

fn yaml(name: &str) -> Yaml {
    let mut documents = YamlLoader::load_from_str(&text(name)).expect("YAML");
    assert_eq!(documents.len(), 1, "{name}");
    documents.remove(0)
}

fn keys(of: &Yaml) -> BTreeSet<&str> {
    let table = of.as_hash().expect("a table");
    table.keys().map(|key| key.as_str().expect("a name")).collect()
}

fn strings(of: &Yaml) -> Vec<&str> {
    let list = of.as_vec().expect("a list");
    list.iter().map(|one| one.as_str().expect("a text")).collect()
}

/// The parameters of a node in any namespace.
fn parameters<'a>(controllers: &'a Yaml, node: &str) -> &'a Yaml {
    let entry = &controllers[format!("/**/{node}").as_str()];
    assert_eq!(keys(entry), BTreeSet::from(["ros__parameters"]), "{node}");
    &entry["ros__parameters"]
}

#[test]
fn each_brick_has_a_controller_of_its_joints() {
    let controllers = yaml("config/controllers.yaml");
    let manager = parameters(&controllers, "controller_manager");
    let bricks = BrickName::ALL.map(BrickName::name);
    let listed: BTreeSet<&str> =
        [&bricks[..], &["update_rate", "joint_state_broadcaster"]].concat().into_iter().collect();
    assert_eq!(keys(manager), listed);
    for brick in BrickName::ALL {
        let kind = manager[brick.name()]["type"].as_str();
        assert_eq!(kind, Some("joint_trajectory_controller/JointTrajectoryController"));
        let own = parameters(&controllers, brick.name());
        assert_eq!(strings(&own["joints"]), brick.joints().map(|(_, joint)| joint.name()));
        assert_eq!(strings(&own["command_interfaces"]), ["position"]);
        assert_eq!(strings(&own["state_interfaces"]), ["position", "velocity"]);
        let constraints = keys(&own["constraints"]);
        assert_eq!(constraints, BTreeSet::from(["stopped_velocity_tolerance"]));
    }
    let kind = manager["joint_state_broadcaster"]["type"].as_str();
    assert_eq!(kind, Some("joint_state_broadcaster/JointStateBroadcaster"));
}

/// `PreUpdate` warns where a period of the controllers is longer than a step, and errs where it is shorter.
#[test]
fn controllers_are_updated_once_a_step() {
    let controllers = yaml("config/controllers.yaml");
    let rate = parameters(&controllers, "controller_manager")["update_rate"].as_i64().expect("a whole number");
    let world = text("worlds/rig.sdf");
    let document = Document::parse(&world).expect("XML");
    let step: f64 = child_text(document.root_element(), "max_step_size").parse().expect("seconds");
    assert!((rate as f64 * step - 1.0).abs() < 1e-9, "{rate} updates a second, steps of {step} s");
    let broadcast =
        parameters(&controllers, "joint_state_broadcaster")["update_rate"].as_i64().expect("a whole number");
    assert!(rate % broadcast == 0 && 10 <= broadcast, "{broadcast} joint states a second");
}

fn find<'a>(root: Node<'a, 'a>, tag: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    root.descendants().filter(move |node| node.has_tag_name(tag))
}

fn child_text<'a>(root: Node<'a, 'a>, tag: &'a str) -> &'a str {
    find(root, tag).next().and_then(|node| node.text()).expect("an element with a text")
}

#[test]
fn the_world_has_the_systems_that_the_rig_needs() {
    let world = text("worlds/rig.sdf");
    let document = Document::parse(&world).expect("XML");
    let plugins: Vec<_> = find(document.root_element(), "plugin")
        .map(|plugin| (plugin.attribute("filename"), plugin.attribute("name")))
        .collect();
    for (system, class) in [
        ("physics", "Physics"),
        ("user-commands", "UserCommands"),
        ("scene-broadcaster", "SceneBroadcaster"),
        ("sensors", "Sensors"),
    ] {
        let (file, class) = (format!("gz-sim-{system}-system"), format!("gz::sim::systems::{class}"));
        assert!(plugins.contains(&(Some(file.as_str()), Some(class.as_str()))), "{file}");
    }
    assert_eq!(child_text(document.root_element(), "render_engine"), "ogre2");
    assert!(find(document.root_element(), "light").next().is_some());
}

#[test]
fn the_bridge_takes_the_clock_and_what_the_sensor_publishes() {
    let urdf = text("urdf/rig.gazebo.urdf");
    let document = Document::parse(&urdf).expect("XML");
    let sensor = find(document.root_element(), "sensor").next().expect("a camera");
    let picture = format!("/{}", child_text(sensor, "topic"));
    // A camera publishes its figures with its pictures.
    let info = format!("{}/camera_info", picture.rsplit_once('/').expect("a folder").0);
    let mut wanted = BTreeSet::from([
        ("/clock".to_owned(), "/clock", "rosgraph_msgs/msg/Clock", "gz.msgs.Clock"),
        (info, "camera/camera_info", "sensor_msgs/msg/CameraInfo", "gz.msgs.CameraInfo"),
        (picture, "camera/image_raw", "sensor_msgs/msg/Image", "gz.msgs.Image"),
    ]);
    let bridge = yaml("config/gazebo_bridge.yaml");
    for entry in bridge.as_vec().expect("a list") {
        let get = |key: &str| entry[key].as_str().expect("a text");
        let read = ["ros_topic_name", "gz_topic_name", "ros_type_name", "gz_type_name", "direction"];
        assert_eq!(keys(entry), BTreeSet::from(read));
        assert_eq!(get("direction"), "GZ_TO_ROS");
        let row = (get("gz_topic_name").to_owned(), get("ros_topic_name"), get("ros_type_name"), get("gz_type_name"));
        assert!(wanted.remove(&row), "{row:?} is bridged for nobody");
    }
    assert!(wanted.is_empty(), "{wanted:?} is not bridged");
}

#[test]
fn the_launch_file_starts_these_controllers_in_this_world() {
    let launch = text("launch/gazebo_world.launch.xml");
    let document = Document::parse(&launch).expect("XML");
    let root = document.root_element();
    let spawner = find(root, "node").find(|node| node.attribute("exec") == Some("spawner"));
    let arguments = spawner.and_then(|node| node.attribute("args")).expect("arguments");
    let started: Vec<&str> = arguments.split(' ').take_while(|word| !word.starts_with('-')).collect();
    let bricks = BrickName::ALL.map(BrickName::name);
    assert_eq!(started, [&["joint_state_broadcaster"], &bricks[..]].concat());
    // The cube is put where closed claws hold it, in the world of that name.
    let world = text("worlds/rig.sdf");
    let world = Document::parse(&world).expect("XML");
    let world = find(world.root_element(), "world").next().and_then(|world| world.attribute("name"));
    let height = Profile::nxt_2015().geometry.centre_height;
    let spawn = find(root, "executable").filter_map(|node| node.attribute("cmd"));
    let spawn: Vec<Vec<&str>> = spawn.map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(spawn.len(), 2, "with a cube and without");
    let after = |line: &[&str], flag: &str| -> Vec<String> {
        let pairs = line.windows(2).filter(|pair| pair[0] == flag);
        pairs.map(|pair| pair[1].to_owned()).collect()
    };
    for line in &spawn {
        assert!(after(line, "-world").iter().all(|name| Some(name.as_str()) == world), "{line:?}");
        assert_eq!(after(line, "-topic"), ["robot_description"]);
    }
    assert_eq!(after(&spawn[1], "-z"), [height.to_string()]);
    assert!(after(&spawn[0], "-file").is_empty());
}

/// What launch files start and name is installed with the package or demanded by its package.xml.
#[test]
fn package_xml_demands_what_launch_files_use() {
    let package = text("ros/package.xml");
    let package = Document::parse(&package).expect("XML");
    let demanded: BTreeSet<&str> = (package.root_element().children())
        .filter(|node| ["depend", "exec_depend"].contains(&node.tag_name().name()))
        .filter_map(|node| node.text())
        .collect();
    let manifest = text("ros/Cargo.toml");
    let mut named = BTreeSet::new();
    for file in std::fs::read_dir(path("launch")).expect("launch files") {
        let name = format!("launch/{}", file.expect("an entry").file_name().to_string_lossy());
        let text = text(&name);
        let document = Document::parse(&text).expect("XML");
        for node in find(document.root_element(), "node") {
            named.insert(node.attribute("pkg").expect("a package").to_owned());
        }
        for call in text.split("$(").skip(1) {
            let words: Vec<&str> = call.split([' ', ')']).collect();
            match words[0] {
                "find-pkg-share" | "find-exec" => named.insert(words[1].to_owned()),
                "exec-in-pkg" => named.insert(words[2].to_owned()),
                _ => false,
            };
        }
        // Files of our own.
        for mark in ["$(find-pkg-share cuberig)/", "$(var rig_share)/"] {
            for rest in text.split(mark).skip(1) {
                let file: &str = rest.split(['"', '\'', ' ', ')']).next().expect("a file");
                assert!(path(file).exists(), "{name} names {file}");
                let folder = file.split('/').next().expect("a folder");
                assert!(manifest.contains(&format!("\"../{folder}\"")), "{folder} is not installed");
            }
        }
    }
    named.remove("cuberig");
    assert!(named.contains("ros_gz_sim") && named.contains("xacro"), "{named:?}");
    let missing: Vec<&String> = named.iter().filter(|one| !demanded.contains(one.as_str())).collect();
    assert!(missing.is_empty(), "package.xml does not demand {missing:?}");
    // Loaded by name: the plugin of the URDF, the types of the controllers.
    for loaded in ["gz_ros2_control", "joint_state_broadcaster", "joint_trajectory_controller"] {
        assert!(demanded.contains(loaded), "{loaded}");
    }
}
