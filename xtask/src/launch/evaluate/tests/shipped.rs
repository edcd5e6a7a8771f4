//! The launch files that are shipped, as the launcher reads them.

use super::*;

/// A rig on several machines: whatever the cut, together they run each node of the whole rig once.
#[test]
fn the_parts_of_a_rig_are_the_whole_rig() -> Result<()> {
    let path = world().root.join("launch/rig.launch.xml");
    let root = document::parse(&std::fs::read_to_string(&path)?, &path)?;
    let nodes = |hosted: &str, sim: &str, here: &str| -> Result<Vec<String>> {
        let given = [("hosted", hosted), ("sim", sim), ("here", here)];
        let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut nodes = Vec::new();
        for process in processes(&root, &given.into(), &world())? {
            if hosted == "false" {
                nodes.push(process.label);
                continue;
            }
            let hosts = process.arguments.into_iter();
            let names = hosts.take_while(|argument| argument != "--ros-args");
            let names = names.flat_map(|list| {
                let names = list
                    .split_whitespace()
                    .map(|name| name.replace("brick_driver:", ""));
                names.collect::<Vec<_>>()
            });
            nodes.extend(names);
        }
        nodes.sort();
        Ok(nodes)
    };
    for (hosted, sim) in [
        ("false", "true"),
        ("false", "false"),
        ("true", "true"),
        ("true", "false"),
    ] {
        let whole = nodes(hosted, sim, "all")?;
        assert!(10 <= whole.len(), "{whole:?}");
        for cut in [
            &["seeing", "planning,bricks"][..],
            &["planning", "seeing,bricks"],
            &["bricks", "seeing,planning"],
            &["seeing", "planning", "bricks"],
        ] {
            let mut parts = Vec::new();
            for here in cut {
                parts.extend(nodes(hosted, sim, here)?);
            }
            parts.sort();
            assert_eq!(parts, whole, "hosted:={hosted} sim:={sim} {cut:?}");
        }
        let refused = nodes(hosted, sim, "kitchen").map_err(|error| error.to_string());
        assert!(refused.is_err_and(|error| error.contains("kitchen")));
    }
    Ok(())
}

/// The profile of Fast DDS that is closed to the network goes with LOCALHOST alone.
#[test]
fn the_launched_nodes_stay_on_this_machine_unless_asked() -> Result<()> {
    for file in ["rig", "hand_scan"] {
        let path = world().root.join(format!("launch/{file}.launch.xml"));
        let root = document::parse(&std::fs::read_to_string(&path)?, &path)?;
        let reach = |given: &[(&str, &str)], outside: &[(&str, &str)]| -> Result<Vec<String>> {
            let owned = |pairs: &[(&str, &str)]| {
                let pairs = pairs.iter();
                pairs
                    .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                    .collect::<BTreeMap<_, _>>()
            };
            let mut world = world();
            world.environment.extend(owned(outside));
            let started = processes(&root, &owned(given), &world)?;
            let variables = [
                "ROS_AUTOMATIC_DISCOVERY_RANGE",
                "ROS_STATIC_PEERS",
                "FASTRTPS_DEFAULT_PROFILES_FILE",
                "FASTDDS_DEFAULT_PROFILES_FILE",
            ];
            let of = |process: &Process| {
                variables.map(|name| process.environment[name].clone().unwrap_or_default())
            };
            let first = of(&started[0]);
            ensure!(started.iter().all(|process| of(process) == first));
            ensure!(first[2] == first[3], "{first:?}");
            let profile = Path::new(&first[2]).file_name().unwrap_or_default();
            let profile = profile.to_string_lossy().into_owned();
            Ok(vec![first[0].clone(), first[1].clone(), profile])
        };
        let (range, peers) = ("ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_STATIC_PEERS");
        let network = "fastdds_network.xml";
        assert_eq!(reach(&[], &[])?, ["LOCALHOST", "", "fastdds.xml"]);
        let subnet = ["SUBNET", "", network];
        assert_eq!(reach(&[("discovery", "SUBNET")], &[])?, subnet);
        assert_eq!(reach(&[], &[(range, "SUBNET")])?, subnet);
        let named = ["LOCALHOST", "arm;eye", network];
        assert_eq!(reach(&[("peers", "arm;eye")], &[])?, named);
        assert_eq!(reach(&[], &[(peers, "arm;eye")])?, named);
        let closed = [("discovery", "LOCALHOST")];
        assert_eq!(reach(&closed, &[(range, "SUBNET")])?[2], "fastdds.xml");
        assert!(reach(&[("discovery", "everyone")], &[]).is_err());
    }
    Ok(())
}

/// Gazebo is started by a Python launch file of a package that only an installed ROS 2 has.
#[test]
fn gazebo_is_left_to_ros_own_launch() -> Result<()> {
    let world = world();
    let with_gazebo = [("gazebo".to_owned(), "true".to_owned())];
    for (file, given) in [
        ("rig", BTreeMap::from(with_gazebo)),
        ("gazebo", BTreeMap::new()),
        ("gazebo_world", BTreeMap::new()),
    ] {
        let file = world.root.join(format!("launch/{file}.launch.xml"));
        let error = processes(&document::read(&file)?, &given, &world).expect_err("no Gazebo here");
        let text = format!("{error:#}");
        assert!(text.contains("`ros_gz_sim` is not installed"), "{text}");
    }
    Ok(())
}
