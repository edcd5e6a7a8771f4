//! The committed MJCF: up to date, and the same rig as the URDF.

use std::collections::HashMap;

use rig::{Joint, JointKind, Profile, Reader, mjcf, urdf};
use roxmltree::{Document, Node};

fn committed() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../urdf/rig.mjcf.xml");
    std::fs::read_to_string(path).expect("a committed file")
}

fn numbers(node: Node, attribute: &str) -> Vec<f64> {
    let text = node.attribute(attribute).unwrap_or_default();
    let words = text.split_whitespace();
    words.map(|word| word.parse().expect("a number")).collect()
}

fn named<'a>(document: &'a Document, tag: &str, name: &str) -> Node<'a, 'a> {
    document
        .descendants()
        .find(|node| node.has_tag_name(tag) && node.attribute("name") == Some(name))
        .unwrap_or_else(|| panic!("{tag} {name}"))
}

#[test]
fn the_committed_file_is_up_to_date() {
    let profile = Profile::nxt_2015();
    assert!(
        committed() == mjcf(&profile, profile.geometry.cube_edge),
        "run `cargo run -p cuberig-rig --example write_mjcf`"
    );
}

#[test]
fn bodies_weigh_what_they_weigh_in_the_urdf() {
    // An arm, a wrist and two fingers for each of four arms, and the camera; and four pinions.
    for (name, bodies) in [("nxt-2015", 17), ("printed-servo", 21)] {
        let profile = Profile::find(name).expect("it ships");
        bodies_weigh_the_same(&profile, bodies);
    }
}

fn bodies_weigh_the_same(profile: &Profile, bodies: usize) {
    let robot = urdf_rs::read_from_string(&urdf(profile, Reader::Ros)).expect("URDF");
    let masses: HashMap<&str, f64> =
        robot.links.iter().map(|link| (link.name.as_str(), link.inertial.mass.value)).collect();
    let text = mjcf(profile, profile.geometry.cube_edge);
    let document = Document::parse(&text).expect("XML");
    let mut compared = 0;
    for body in document.descendants().filter(|node| node.has_tag_name("body")) {
        let name = body.attribute("name").unwrap_or_default();
        let Some(mass) = masses.get(name).filter(|mass| 0.0 < **mass) else {
            continue;
        };
        let touches = |node: &Node| ["touch", "smooth", "rubber"].map(Some).contains(&node.attribute("class"));
        let geoms = body.children().filter(touches);
        let sum: f64 = geoms.flat_map(|geom| numbers(geom, "mass")).sum();
        assert!((sum - mass).abs() < 1e-6, "{name}: {sum} and {mass}");
        compared += 1;
    }
    assert_eq!(compared, bodies);
}

#[test]
fn joints_have_the_profiles_limits_and_wrists_the_stall_torque() {
    for name in ["nxt-2015", "nxt-short-cables", "nxt-slip-rings", "two-arm"] {
        let path = format!("{}/../../config/profiles/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a profile");
        let profile = Profile::from_toml(&text).expect("a profile");
        let text = mjcf(&profile, profile.geometry.cube_edge);
        let document = Document::parse(&text).expect("XML");
        for joint in Joint::ALL {
            if !profile.rules.present[joint.arm.index()] {
                continue;
            }
            let range = numbers(named(&document, "joint", joint.name()), "range");
            match (profile.joint_limits(joint), joint.kind) {
                (None, _) => assert!(range.is_empty(), "{joint}"),
                // A claw may press beyond the surface, a cable has slack.
                (Some((lower, upper)), JointKind::Grip) => {
                    assert!(range[0] < lower && (range[1] - upper).abs() < 1e-6);
                }
                (Some((lower, upper)), JointKind::Wrist) => {
                    assert!(range[0] < lower && lower - 0.2 < range[0]);
                    assert!(upper < range[1] && range[1] < upper + 0.2);
                }
            }
            named(&document, "position", joint.name());
        }
        // 0.5 N m at the motor, geared 60 to 44.
        let wrist =
            document.descendants().find(|node| node.attribute("class") == Some("wrist")).expect("a default class");
        let servo = wrist.children().find(|node| node.has_tag_name("position"));
        let force = numbers(servo.expect("a servo"), "forcerange");
        assert!((force[1] - 0.5 * 60.0 / 44.0).abs() < 1e-5, "{force:?}");
    }
}

#[test]
fn the_cube_has_26_pieces_of_80_grams_in_all() {
    let profile = Profile::nxt_2015();
    for edge in [0.95, 1.0, 1.05].map(|factor| factor * profile.geometry.cube_edge) {
        let text = mjcf(&profile, edge);
        let document = Document::parse(&text).expect("XML");
        let cube = named(&document, "body", "cube");
        let pieces: Vec<Node> = cube.children().filter(|node| node.has_tag_name("body")).collect();
        assert_eq!(pieces.len(), 26);
        let mut kinds = HashMap::new();
        for piece in &pieces {
            let joint = piece.children().find(|node| node.has_tag_name("joint"));
            let kind = joint.and_then(|joint| joint.attribute("type")).unwrap_or_default();
            *kinds.entry(kind).or_insert(0) += 1;
            let shell =
                piece.children().find(|node| node.attribute("class") == Some("shell")).expect("what fingers touch");
            for (middle, half) in numbers(shell, "pos").iter().zip(numbers(shell, "size")) {
                // Six decimals.
                assert!((half - edge / 6.0).abs() < 1e-6);
                assert!(middle.abs() < 1e-6 || (middle.abs() - edge / 3.0).abs() < 1e-6);
            }
        }
        assert_eq!(kinds, HashMap::from([("hinge", 6), ("ball", 20)]));
        let hull = document
            .descendants()
            .find(|node| node.attribute("mesh") == Some("piece_hull"))
            .expect("the hull's default");
        let core = cube.children().find(|node| node.has_tag_name("inertial"));
        let mass = 26.0 * numbers(hull, "mass")[0] + numbers(core.expect("a core"), "mass")[0];
        assert!((mass - 0.0806).abs() < 1e-4, "{mass}");
    }
}
