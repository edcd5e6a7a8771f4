//! Launch files in, processes out.

use super::*;
use crate::launch::document;

mod shipped;

fn world() -> World {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let environment = [("HOME".to_owned(), "/home/rig".to_owned())].into();
    World {
        root,
        prefixes: Vec::new(),
        environment,
    }
}

fn launch(text: &str, given: &[(&str, &str)]) -> Result<Vec<Process>> {
    let root = document::parse(&format!("<launch>{text}</launch>"), Path::new("/x/y.xml"))?;
    let given = given
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    processes(&root, &given, &world())
}

fn error(text: &str) -> String {
    format!("{:#}", launch(text, &[]).expect_err("the launch is wrong"))
}

fn node(inside: &str) -> String {
    format!("<node pkg='cuberig' exec='solver'>{inside}</node>")
}

#[test]
fn a_group_keeps_its_changes_to_itself() -> Result<()> {
    let show = node("<param name='a' value='$(var a)'/>");
    let change = "<let name='a' value='in'/><set_env name='E' value='1'/><push-ros-namespace namespace='n'/>";
    let text = format!(
        "<let name='a' value='out'/><group>{change}{show}</group>{show}<group scoped='false'>{change}</group>{show}"
    );
    let processes = launch(&text, &[])?;
    let inside = ["--ros-args", "-r", "__ns:=/n", "-p", "a:='in'"];
    assert_eq!(processes[0].arguments, inside);
    assert_eq!(processes[0].environment["E"].as_deref(), Some("1"));
    assert_eq!(processes[1].arguments, ["--ros-args", "-p", "a:='out'"]);
    assert!(processes[1].environment.is_empty());
    assert_eq!(processes[2].arguments, inside);
    Ok(())
}

#[test]
fn a_shell_gets_the_whole_line() -> Result<()> {
    let text =
        "<let name='v' value='x'/><executable cmd='echo $(var v) &amp;&amp; echo y' shell='true'/>";
    let process = &launch(text, &[])?[0];
    assert_eq!(process.label, "echo");
    assert!(matches!(&process.program, Program::Plain(program) if program == "sh"));
    assert_eq!(process.arguments, ["-c", "echo x && echo y"]);
    Ok(())
}

/// The rig's own launch file: whether hosted or a process each, the nodes get the same parameters from the arguments.
#[test]
fn the_hosted_rig_gets_the_parameters_of_the_other() -> Result<()> {
    let path = world().root.join("launch/rig.launch.xml");
    let root = document::parse(&std::fs::read_to_string(&path)?, &path)?;
    let parameters = |sim: &str, hosted: &str, here: &str| -> Result<Vec<String>> {
        let given = [
            ("sim", sim),
            ("hosted", hosted),
            ("here", here),
            ("camera", "v4l"),
            ("protocol", "arm_nxj"),
            ("port_base", "16000"),
            ("seed", "7"),
        ];
        let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let processes = processes(&root, &given.into(), &world())?;
        let arguments = processes.iter().flat_map(|process| &process.arguments);
        // The bricks' transports differ, so they are given to each driver by its name.
        let mut named: Vec<String> = arguments
            .filter(|argument| argument.contains(":=") && !argument.starts_with("__"))
            .filter(|argument| !argument.contains("transport:=") || argument.starts_with("image"))
            .cloned()
            .collect();
        named.sort();
        named.dedup();
        Ok(named)
    };
    for sim in ["true", "false"] {
        for here in ["all", "seeing", "planning", "planning,bricks"] {
            // The one process is told everything: which node takes what is its own affair.
            let hosted = parameters(sim, "true", here)?;
            for parameter in parameters(sim, "false", here)? {
                assert!(
                    hosted.contains(&parameter),
                    "sim:={sim} {here}: {parameter}"
                );
            }
        }
        let apart = parameters(sim, "false", "all")?;
        let told = |name: &str| apart.iter().any(|given| given.starts_with(name));
        assert!(
            told("protocol:=") && told("port_base:=") && told("device:="),
            "{apart:?}"
        );
    }
    // With a camera beside the simulator every node runs, so nothing is told in vain.
    let all = |hosted| parameters("true", hosted, "all");
    assert_eq!(all("true")?, all("false")?);
    Ok(())
}

#[test]
fn a_groups_remaps_reach_its_nodes_before_their_own() -> Result<()> {
    let own = node("<remap from='c' to='d'/>");
    let text = format!("<group><set_remap from='/a' to='b'/>{own}</group>{own}");
    let processes = launch(&text, &[])?;
    let inside = ["--ros-args", "-r", "/a:=b", "-r", "c:=d"];
    assert_eq!(processes[0].arguments, inside);
    assert_eq!(processes[1].arguments, ["--ros-args", "-r", "c:=d"]);
    Ok(())
}

/// RViz and tf2 use /tf: in a namespace they are sent to the rig's own, and with a prefix to the one that all rigs share.
#[test]
fn every_node_of_the_rig_finds_its_transforms() -> Result<()> {
    let path = world().root.join("launch/rig.launch.xml");
    let root = document::parse(&std::fs::read_to_string(&path)?, &path)?;
    for (prefix, tf) in [("", "tf"), ("left/", "/tf")] {
        let given = [
            ("namespace", "left"),
            ("rviz", "true"),
            ("frame_prefix", prefix),
        ];
        let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let processes = processes(&root, &given.into(), &world())?;
        assert!(processes.iter().any(|process| process.label == "rviz"));
        for process in processes {
            for from in ["/tf", "tf", "/tf_static", "tf_static"] {
                let to = from.trim_start_matches('/').replace("tf", tf);
                let remap = format!("{from}:={to}");
                let label = &process.label;
                assert!(process.arguments.contains(&remap), "{label}: {remap}");
            }
            assert!(process.arguments.contains(&"__ns:=/left".to_owned()));
        }
    }
    Ok(())
}

#[test]
fn a_parameter_of_all_nodes_counts_within_its_group_and_yields_to_their_own() -> Result<()> {
    let own = "<node pkg='cuberig' exec='solver'><param name='a' value='2'/></node>";
    let text = format!(
        "<group><set_parameter name='a' value='1'/><set_parameter name='b' value='no' if='false'/>{own}</group>{own}"
    );
    let processes = launch(&text, &[])?;
    assert_eq!(
        processes[0].arguments,
        ["--ros-args", "-p", "a:=1", "-p", "a:=2"],
        "of two values the last one counts"
    );
    assert_eq!(processes[1].arguments, ["--ros-args", "-p", "a:=2"]);
    Ok(())
}

/// The nodes of the rig's own launch file with these arguments, by name, sorted.
fn nodes_of_the_rig(given: &[(&str, &str)]) -> Result<Vec<String>> {
    let path = world().root.join("launch/rig.launch.xml");
    let root = document::parse(&std::fs::read_to_string(&path)?, &path)?;
    let given = given
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()));
    let mut names = Vec::new();
    for process in processes(&root, &given.collect(), &world())? {
        if process.label != "rig" {
            names.push(process.label);
            continue;
        }
        // A process that hosts nodes, each as NODE or NODE:NAME, also in lists.
        let hosted = process
            .arguments
            .iter()
            .take_while(|argument| *argument != "--ros-args")
            .flat_map(|list| list.split_whitespace());
        names.extend(hosted.map(|node| {
            let name = node.split_once(':').map_or(node, |(_, name)| name);
            name.to_owned()
        }));
    }
    names.sort();
    Ok(names)
}

/// Whatever can be somebody else's is left out by `none`, and nothing else is.
#[test]
fn none_leaves_one_node_of_the_rig_out() -> Result<()> {
    let all = nodes_of_the_rig(&[])?;
    assert_eq!(all.len(), 11, "{all:?}");
    for (argument, node) in [
        ("face_detector", "face_detector"),
        ("state_assembler", "state_assembler"),
        ("solver", "solver"),
        ("state_publisher", "state_publisher"),
        ("rl_clamp", "rl_clamp"),
        ("rl_rotate", "rl_rotate"),
        ("fb_clamp", "fb_clamp"),
        ("fb_rotate", "fb_rotate"),
        ("sim", "rig_sim"),
    ] {
        let value = if argument == "sim" { "false" } else { "none" };
        for hosted in ["false", "true"] {
            let left = nodes_of_the_rig(&[("hosted", hosted), (argument, value)])?;
            let mut without = all.clone();
            without.retain(|name| name != node);
            assert_eq!(left, without, "{argument}:={value} hosted:={hosted}");
            assert_eq!(nodes_of_the_rig(&[("hosted", hosted)])?, all);
        }
    }
    for (camera, runs) in [("sim", false), ("none", false), ("v4l", true)] {
        for hosted in ["false", "true"] {
            let nodes = nodes_of_the_rig(&[("hosted", hosted), ("camera", camera)])?;
            let has = nodes.iter().any(|name| name == "camera");
            assert_eq!(has, runs, "camera:={camera} hosted:={hosted}");
        }
    }
    let wrong = nodes_of_the_rig(&[("solver", "off")]);
    let said = format!("{:#}", wrong.expect_err("off is no choice"));
    assert!(said.contains("solver") && said.contains("none"), "{said}");
    Ok(())
}

#[test]
fn namespaces_join_and_absolute_ones_stand_alone() -> Result<()> {
    for (pushed, own, whole) in [
        ("", "", "/"),
        ("a", "b", "/a/b"),
        ("/a/", "b/c", "/a/b/c"),
        ("a", "/b", "/b"),
        ("a", "", "/a"),
    ] {
        let text = format!(
            "<push-ros-namespace namespace='{pushed}'/><node pkg='p' exec='e' namespace='{own}'/>"
        );
        assert_eq!(
            launch(&text, &[])?[0].arguments,
            [
                "--ros-args".to_owned(),
                "-r".to_owned(),
                format!("__ns:={whole}")
            ]
        );
    }
    Ok(())
}

#[test]
fn words_of_a_command_line_hold_together_where_they_should() -> Result<()> {
    let text = "<let name='v' value='two words'/><node pkg='p' exec='e' name='n' args=\"one 'a b' $(var v)/x pre$(var v)post last\" ros_args='--log-level debug'/>";
    let expected = [
        "one",
        "a b",
        "two words/x",
        "pretwo wordspost",
        "last",
        "--ros-args",
        "--log-level",
        "debug",
        "-r",
        "__node:=n",
    ];
    assert_eq!(launch(text, &[])?[0].arguments, expected);
    Ok(())
}

#[test]
fn arguments_have_defaults_choices_and_must_be_declared() -> Result<()> {
    let text = format!(
        "<arg name='who' default='$(env HOME)'/>{}",
        node("<param name='who' value='$(var who)'/>")
    );
    assert_eq!(
        launch(&text, &[])?[0].arguments.last().map(String::as_str),
        Some("who:='/home/rig'")
    );
    assert_eq!(
        launch(&text, &[("who", "me")])?[0]
            .arguments
            .last()
            .map(String::as_str),
        Some("who:='me'")
    );
    let unknown = launch(&text, &[("whom", "me")])
        .expect_err("whom is not declared")
        .to_string();
    assert_eq!(
        unknown,
        "there is no launch argument `whom`; there are: who"
    );
    assert!(error("<arg name='a'/>").contains("give it as a:=…"));
    assert!(
        error("<arg name='a' default='x'><choice value='y'/><choice value='z'/></arg>")
            .contains("it can be: y, z")
    );
    Ok(())
}

#[test]
fn conditions_choose() -> Result<()> {
    let text = "<arg name='sim' default='true'/><node pkg='p' exec='one' if='$(var sim)'/><node pkg='p' exec='two' unless='$(var sim)'/>";
    assert_eq!(launch(text, &[])?[0].label, "one");
    assert_eq!(launch(text, &[("sim", "0")])?[0].label, "two");
    assert!(error("<node pkg='p' exec='e' if='maybe'/>").contains("/x/y.xml:1: `maybe`"));
    assert!(error("<node pkg='p' exec='e' if='1' unless='0'/>").contains("do not go together"));
    Ok(())
}

#[test]
fn respawn_and_output_are_read() -> Result<()> {
    let text = "<node pkg='p' exec='e' respawn='true' respawn_delay='1.5' respawn_max_retries='3' output='both' on_exit='shutdown'/>";
    let process = &launch(text, &[])?[0];
    assert_eq!(
        process.respawn,
        Some(Respawn {
            delay: Duration::from_millis(1500),
            at_most: Some(3)
        })
    );
    assert!(process.output == Output::Both && process.ends_all);
    assert!(
        error("<node pkg='p' exec='e' respawn='true' respawn_delay='-1'/>")
            .contains("respawn_delay")
    );
    assert!(error("<node pkg='p' exec='e' output='loud'/>").contains("screen, log or both"));
    assert!(error("<node pkg='p' exec='e' name='a b'/>").contains("no node name"));
    assert!(error("<node pkg='p' exec='e' namespace='1a'/>").contains("no ROS namespace"));
    Ok(())
}

#[test]
fn what_is_not_there_is_named() {
    assert!(error("<let name='a' value='$(var b)'/>").contains("no <arg> or <let> named `b`"));
    assert!(error("<let name='a' value='$(env NO_SUCH)'/>").contains("`NO_SUCH`"));
    assert!(
        error("<let name='a' value='$(find-pkg-share rviz2)'/>")
            .contains("`rviz2` is not installed")
    );
    assert!(error("<let name='a' value='$(anon x)'/>").contains("unknown substitution $(anon …)"));
    assert!(error("<include file='other.launch.py'/>").contains("no launch file in XML"));
    assert!(error(&node("<param name='a'/>")).contains("<param> takes"));
    assert!(
        error(&node("<param from='/no/such.yaml'/>")).contains("no parameter file /no/such.yaml")
    );
}

#[test]
fn every_launch_file_of_the_repository_starts_something() -> Result<()> {
    let world = world();
    let listed = std::fs::read_dir(world.root.join("launch"))?;
    let files: Vec<_> = listed
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "xml"))
        .collect();
    assert!(!files.is_empty(), "launch/ holds no launch file");
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("gazebo") {
            // See gazebo_is_left_to_ros_own_launch.
            continue;
        }
        let root = document::read(&file)?;
        assert!(
            !processes(&root, &BTreeMap::new(), &world)?.is_empty(),
            "{} starts nothing",
            file.display()
        );
        // Each on-off argument the other way round.
        for argument in arguments(&root) {
            let other = match argument.default.as_deref() {
                Some("true") => "false",
                Some("false") => "true",
                _ => continue,
            };
            if argument.name == "gazebo" {
                continue;
            }
            let given = [(argument.name.clone(), other.to_owned())].into();
            let what = format!("{} with {}:={other}", file.display(), argument.name);
            let started = processes(&root, &given, &world).with_context(|| what.clone())?;
            assert!(!started.is_empty(), "{what} starts nothing");
        }
    }
    Ok(())
}
