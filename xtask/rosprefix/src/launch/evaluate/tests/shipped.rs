//! The launch files that are shipped, as the launcher reads them.

use super::*;

fn file(name: &str) -> Result<Element> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../launch");
    document::read(&folder.join(format!("{name}.launch.xml")))
}

/// The nodes of rig.launch.xml, by name, sorted: those of a process each, or those that one process hosts.
fn nodes(given: &[(&str, &str)]) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for process in start(&file("rig")?, given, &[])? {
        if process.label == "rig" {
            // NODE or NODE:NAME, all in one word.
            let hosted = process.arguments[0].split_whitespace();
            names.extend(hosted.map(|node| node.trim_start_matches("brick_driver:").to_owned()));
        } else {
            names.push(process.label);
        }
    }
    names.sort();
    Ok(names)
}

/// Whatever can be somebody else's is left out by `none`, and nothing else is.
#[test]
fn none_leaves_one_node_of_the_rig_out() -> Result<()> {
    for hosted in ["false", "true"] {
        let all = nodes(&[("hosted", hosted)])?;
        assert_eq!(all.len(), 13, "{all:?}");
        let replaceable =
            "face_detector state_assembler solver state_publisher rl_clamp rl_rotate fb_clamp fb_rotate rig_sim";
        for node in replaceable.split(' ') {
            let none = if node == "rig_sim" { ("sim", "false") } else { (node, "none") };
            let mut without = all.clone();
            without.retain(|name| name != node);
            assert_eq!(nodes(&[("hosted", hosted), none])?, without, "{none:?} hosted:={hosted}");
        }
        for (camera, runs) in [("sim", false), ("none", false), ("v4l", true), ("page", true)] {
            let nodes = nodes(&[("hosted", hosted), ("camera", camera)])?;
            assert_eq!(nodes.contains(&"camera".to_owned()), runs, "{camera} hosted:={hosted}");
        }
    }
    let wrong = nodes(&[("solver", "off")]).expect_err("off is no choice");
    assert!(format!("{wrong:#}").contains("`solver` is `off`; it can be: own, none"));
    Ok(())
}

/// A bus of servos, or a Maestro, takes the place of all bricks, and nothing else changes.
#[test]
fn one_driver_of_servos_takes_the_place_of_the_bricks() -> Result<()> {
    let rigs = ["bus-servo", "printed-servo"].map(|profile| ["false", "true"].map(|hosted| (profile, hosted)));
    for (profile, hosted) in rigs.concat() {
        let mut expected = nodes(&[("hosted", hosted)])?;
        expected.retain(|name| !["rl_clamp", "rl_rotate", "fb_clamp", "fb_rotate"].contains(&&**name));
        expected.push("servo_driver".to_owned());
        expected.sort();
        let servos = [("hosted", hosted), ("profile", profile), ("servos", "serial:/dev/ttyACM0")];
        assert_eq!(nodes(&servos)?, expected, "hosted:={hosted}");
        let processes = start(&file("rig")?, &servos, &[])?;
        let words = processes.iter().flat_map(|process| &process.arguments);
        let at = words.filter(|word| word.contains("transport:=") && word.contains("serial:/dev/ttyACM0"));
        assert_eq!(at.count(), 1, "hosted:={hosted}");
    }
    Ok(())
}

/// A rig on several machines: for any split, together they run each node of the whole rig once.
#[test]
fn the_parts_of_a_rig_are_the_whole_rig() -> Result<()> {
    for (hosted, sim) in [("false", "true"), ("false", "false"), ("true", "true"), ("true", "false")] {
        let part = |here| nodes(&[("hosted", hosted), ("sim", sim), ("here", here)]);
        for cut in [
            &["seeing", "planning,bricks"][..],
            &["planning", "seeing,bricks"],
            &["bricks", "seeing,planning"],
            &["seeing", "planning", "bricks"],
        ] {
            let parts = cut.iter().map(|here| part(here)).collect::<Result<Vec<_>>>()?;
            let mut parts = parts.concat();
            parts.sort();
            assert_eq!(parts, part("all")?, "hosted:={hosted} sim:={sim} {cut:?}");
        }
        assert!(part("kitchen").is_err_and(|error| format!("{error:#}").contains("kitchen")));
    }
    Ok(())
}

/// Whether hosted or a process each, the nodes get the same parameters from the arguments.
#[test]
fn the_hosted_rig_gets_the_parameters_of_the_other() -> Result<()> {
    // With a camera in addition to the simulator every node runs, so the one process gets no argument in vain.
    let given = [
        ("camera", "images"),
        ("camera_files", "U.png,R.png"),
        ("foxglove", "true"),
        ("port_base", "16000"),
        ("seed", "7"),
        ("motors", "motors.toml"),
        ("clamp_on_connect", "true"),
        ("first_zero", "30.0"),
        ("second_zero", "40.0"),
        ("tutor", "true"),
        ("practice_file", "drills.sqlite"),
    ];
    let parameters = |hosted| -> Result<Vec<String>> {
        let given = [&given[..], &[("hosted", hosted)]].concat();
        let processes = start(&file("rig")?, &given, &[])?;
        let mut named: Vec<String> = processes.into_iter().flat_map(|process| process.arguments).collect();
        // What differs from brick to brick is given to each driver by its name; of that, the transports.
        let transport = |text: &str| text.contains("transport:=") && !text.starts_with("image");
        named.retain(|text| text.contains(":=") && !text.starts_with("__") && !transport(text));
        for text in &mut named {
            *text = text.trim_start_matches("rl_clamp:").trim_start_matches("fb_clamp:").to_owned();
        }
        named.sort();
        named.dedup();
        Ok(named)
    };
    let apart = parameters("false")?;
    let wanted = [
        "foxglove:='true'",
        "port_base:=16000",
        "files:='U.png,R.png'",
        "motors:='motors.toml'",
        "clamp_on_connect:=true",
        "practice_file:='drills.sqlite'",
    ];
    for wanted in wanted.into_iter().chain(["first_zero:=30.0", "second_zero:=40.0"]) {
        assert!(apart.contains(&wanted.to_owned()), "{wanted}: {apart:?}");
    }
    assert_eq!(parameters("true")?, apart);
    Ok(())
}

/// RViz and tf2 use /tf: in a namespace they are sent to the rig's own, and with a prefix to the one that all rigs share.
#[test]
fn every_node_of_the_rig_finds_its_transforms() -> Result<()> {
    for (prefix, tf) in [("", "tf"), ("left/", "/tf")] {
        let given = [("namespace", "left"), ("rviz", "true"), ("frame_prefix", prefix)];
        let processes = start(&file("rig")?, &given, &[])?;
        assert!(processes.iter().any(|process| process.label == "rviz"));
        for Process { label, arguments, .. } in processes {
            for from in ["/tf", "tf", "/tf_static", "tf_static"] {
                let to = from.trim_start_matches('/').replace("tf", tf);
                assert!(arguments.contains(&format!("{from}:={to}")), "{label}: {from} to {to}");
            }
            assert!(arguments.contains(&"__ns:=/left".to_owned()), "{label}");
        }
    }
    Ok(())
}

/// The profile of Fast DDS that is closed to the network goes with LOCALHOST alone.
#[test]
fn the_launched_nodes_stay_on_this_machine_unless_asked() -> Result<()> {
    let (range, peers) = ("ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_STATIC_PEERS");
    for name in ["rig", "hand_scan"] {
        let reach = |given: &[(&str, &str)], outside: &[(&str, &str)]| -> Result<[String; 3]> {
            let started = start(&file(name)?, given, outside)?;
            let of = |process: &Process, profile: &str| {
                let value = |name: &str| process.environment[name].clone();
                let profile = value(profile);
                let profile = profile.rsplit('/').next().unwrap_or_default();
                [value(range), value(peers), profile.to_owned()]
            };
            let first = of(&started[0], "FASTDDS_DEFAULT_PROFILES_FILE");
            let same = |process| of(process, "FASTRTPS_DEFAULT_PROFILES_FILE") == first;
            ensure!(started.iter().all(same));
            Ok(first)
        };
        let network = "fastdds_network.xml";
        assert_eq!(reach(&[], &[])?, ["LOCALHOST", "", "fastdds.xml"]);
        assert_eq!(reach(&[("discovery", "SUBNET")], &[])?, ["SUBNET", "", network]);
        assert_eq!(reach(&[], &[(range, "SUBNET")])?, ["SUBNET", "", network]);
        assert_eq!(reach(&[("peers", "arm;eye")], &[])?, ["LOCALHOST", "arm;eye", network]);
        assert_eq!(reach(&[], &[(peers, "arm;eye")])?, ["LOCALHOST", "arm;eye", network]);
        assert_eq!(reach(&[("discovery", "LOCALHOST")], &[(range, "SUBNET")])?[2], "fastdds.xml");
        assert!(reach(&[("discovery", "everyone")], &[]).is_err());
    }
    Ok(())
}

/// Each on-off argument of each file the other way round. Gazebo is left to ROS's own launch, and that is said.
#[test]
fn every_launch_file_starts_something() -> Result<()> {
    for name in ["rig", "two_rigs", "hand_scan"] {
        let root = file(name)?;
        assert!(!start(&root, &[], &[])?.is_empty(), "{name} starts nothing");
        for argument in root.all("arg") {
            let [switch, default] = ["name", "default"].map(|key| argument.get(key).unwrap_or_default());
            let other = match default {
                "true" => "false",
                "false" => "true",
                _ => continue,
            };
            match start(&root, &[(switch, other)], &[]) {
                Err(error) if switch == "gazebo" => {
                    assert!(format!("{error:#}").contains("`ros2 launch`"))
                }
                started => assert!(!started?.is_empty(), "{name} {switch}:={other}"),
            }
        }
    }
    Ok(())
}
