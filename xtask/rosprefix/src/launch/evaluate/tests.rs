//! Launch files in, processes out.

use super::*;

mod shipped;

/// What the repository's launch files see.
fn start(root: &Element, given: &[(&str, &str)], outside: &[(&str, &str)]) -> Result<Vec<Process>> {
    let owned = |pairs: &[(&str, &str)]| {
        let pairs = pairs.iter();
        pairs.map(|(name, value)| (name.to_string(), value.to_string())).collect::<BTreeMap<_, _>>()
    };
    let root_folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let packages = Packages { binaries: root_folder.join("target"), root: root_folder, prefixes: Vec::new() };
    processes(root, &owned(given), &packages, &owned(outside))
}

fn launch(text: &str, given: &[(&str, &str)]) -> Result<Vec<Process>> {
    let root = document::parse(&format!("<launch>{text}</launch>"), Path::new("x.xml"))?;
    start(&root, given, &[("HOME", "/home/rig")])
}

fn error(text: &str) -> String {
    format!("{:#}", launch(text, &[]).expect_err("the launch is wrong"))
}

/// A node with a parameter of this value.
fn node(value: &str) -> String {
    format!("<node pkg='p' exec='e' output='screen'><param name='a' value='{value}'/></node>")
}

/// The value that the parameter gets.
fn parameter(text: &str, given: &[(&str, &str)]) -> Result<String> {
    let processes = launch(text, given)?;
    let last = processes[0].arguments.last().context("no argument")?;
    Ok(last.trim_start_matches("a:=").to_owned())
}

#[test]
fn a_group_keeps_its_changes_to_itself() -> Result<()> {
    let change = "<let name='a' value='in'/><set_env name='E' value='1'/><set_remap from='x' to='y'/>
        <push-ros-namespace namespace='n'/><set_parameter name='a' value='0'/>";
    let show = node("$(var a)");
    let text = format!("<let name='a' value='out'/><group>{change}{show}</group>{show}");
    let processes = launch(&text, &[])?;
    let inside = ["--ros-args", "-r", "__ns:=/n", "-r", "x:=y", "-p", "a:=0", "-p", "a:='in'"];
    assert_eq!(processes[0].arguments, inside);
    assert_eq!(processes[0].environment["E"], "1");
    assert_eq!(processes[1].arguments, ["--ros-args", "-p", "a:='out'"]);
    assert!(processes[1].environment.is_empty());
    Ok(())
}

#[test]
fn namespaces_join_and_absolute_ones_stand_alone() -> Result<()> {
    for (outer, inner, whole) in [("", "", "/"), ("a", "b/c", "/a/b/c"), ("a", "/b", "/b"), ("a", "", "/a")] {
        let push = |namespace| format!("<push-ros-namespace namespace='{namespace}'/>");
        let processes = launch(&(push(outer) + &push(inner) + &node("")), &[])?;
        assert_eq!(processes[0].arguments[2], format!("__ns:={whole}"));
    }
    assert!(error("<push-ros-namespace namespace='1a'/>").contains("`/1a` is no ROS namespace"));
    Ok(())
}

#[test]
fn substitutions_are_filled_in() -> Result<()> {
    for (text, filled) in [
        ("$(env HOME x)/$(env NO_SUCH x)$(env NO_SUCH &apos;&apos;)", "/home/rig/x"),
        ("$(equals $(var v) two words)", "unknown substitution"),
        ("$(equals -$(var v) -)", "false"),
        ("$(and $(not-equals $(var v) b) $(not $(equals a b)))", "true"),
        ("$(or false $(and 1 0))", "false"),
        ("$(var $(env NO_SUCH v))", "two words"),
        ("$(var w)", "no <arg> or <let> named `w`"),
        ("$(not maybe)", "$(not maybe): `maybe` is neither true nor false"),
        ("$(find-pkg-share rviz2)", "`rviz2` is not installed"),
        ("$(eval 1)", "$(eval 1): unknown substitution"),
        ("$(var v", "does not end"),
    ] {
        let text = format!("<let name='v' value='two words'/>{}", node(text));
        match parameter(&text, &[]) {
            Ok(value) => assert_eq!(value.trim_matches('\''), filled),
            Err(error) => assert!(format!("{error:#}").contains(filled), "{error:#}"),
        }
    }
    let words =
        "<let name='v' value='two words'/><node pkg='p' exec='e' name='n' output='screen' args='one $(var v)/x'/>";
    let expected = ["one", "two words/x", "--ros-args", "-r", "__node:=n"];
    assert_eq!(launch(words, &[])?[0].arguments, expected);
    Ok(())
}

#[test]
fn parameters_have_the_type_of_yaml_or_the_one_that_is_named() -> Result<()> {
    for same in ["-1", "0.5", "true", "False", "ON"] {
        assert_eq!(node::yaml(same, None)?, same);
        assert_eq!(node::yaml(same, Some("str"))?, format!("'{same}'"));
    }
    for text in ["", "nxt-2015", "1e3", "1.2.3", "a: b", "rfcomm:00:16:53:01:02:03", "null"] {
        assert_eq!(node::yaml(text, None)?, format!("'{text}'"));
        assert!(node::yaml(text, Some("bool")).is_err());
    }
    assert_eq!(node::yaml("it's", None)?, "'it''s'");
    assert_eq!(node::yaml("3", Some("float"))?, "3.0");
    assert!(node::yaml("x", Some("float")).is_err());
    Ok(())
}

#[test]
fn arguments_have_defaults_choices_and_must_be_declared() -> Result<()> {
    let text = format!("<arg name='who' default='$(env HOME x)'/>{}", node("$(var who)"));
    assert_eq!(parameter(&text, &[])?, "'/home/rig'");
    assert_eq!(parameter(&text, &[("who", "me")])?, "'me'");
    let unknown = launch(&text, &[("whom", "me")]).expect_err("whom is not declared");
    assert_eq!(unknown.to_string(), "there is no launch argument `whom`; there are: who");
    assert!(error("<arg name='a'/>").contains("give it as a:=…"));
    let choices = "<arg name='a' default='x'><choice value='y'/><choice value='z'/></arg>";
    assert!(error(choices).contains("it can be: y, z"));
    Ok(())
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    for (text, finding) in [
        ("\n<nod pkg='a'/>", "x.xml:2: unknown element <nod>"),
        ("\n\n<let name='a' value='' vlaue=''/>", "x.xml:3: unknown attribute `vlaue` of <let>"),
        ("<let name='a'/>", "x.xml:1: <let> needs the attribute `value`"),
        ("<param name='a' value='b'/>", "x.xml:1: a <param> cannot stand here"),
        ("<group if='maybe'/>", "x.xml:1: maybe: `maybe` is neither true nor false"),
        ("<include file='no/such.xml'/>", "cannot read the launch file no/such.xml"),
        ("<node pkg='p' exec='e' output='log'/>", "`output` can only be `screen`"),
        ("<node pkg='p' exec='e' output='screen' respawn_delay='-1'/>", "`respawn_delay` is no number"),
        ("<node pkg='p' exec='e' output='screen' args='&quot;a b&quot;'/>", "has quotes"),
        ("<launch>", "x.xml is no well-formed XML"),
    ] {
        assert!(error(text).contains(finding), "{}", error(text));
    }
}

#[test]
fn a_file_that_includes_itself_is_refused() -> Result<()> {
    let file = std::env::temp_dir().join(format!("cuberig-{}-includes-itself.launch.xml", std::process::id()));
    let include = format!("<include file='{}'/>", file.display());
    std::fs::write(&file, format!("<launch>{include}</launch>"))?;
    let refused = error(&include);
    std::fs::remove_file(&file)?;
    assert!(refused.contains("include each other"), "{refused}");
    Ok(())
}

#[test]
fn elements_and_substitutions_are_nested_only_so_deep() {
    let deep = 100_000;
    let groups = ["<group>", "</group>"].map(|tag| tag.repeat(deep)).concat();
    let refused = document::parse(&format!("<launch>{groups}</launch>"), Path::new("x.xml")).expect_err("deep");
    assert!(format!("{refused:#}").contains("inside each other"), "{refused:#}");
    for value in ["$(not ".repeat(deep) + "1" + &")".repeat(deep), "$(not 1)".repeat(deep)] {
        let refused = error(&format!("<let name='a' value='{value}'/>"));
        assert!(refused.contains("4096"), "{refused}");
    }
}

#[test]
fn values_that_double_do_not_fill_the_memory() {
    let doubling = "<let name='a' value='$(var a)$(var a)'/>".repeat(60);
    let refused = error(&format!("<let name='a' value='x'/>{doubling}"));
    assert!(refused.contains("4096"), "{refused}");
}
