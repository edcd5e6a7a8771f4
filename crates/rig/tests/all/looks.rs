//! How the URDF looks: its meshes are committed, closed, as large as the parts that the simulated camera draws, and in their place.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;
use std::path::PathBuf;

use rig::nalgebra::Vector3;
use rig::{Arm, Body, Finger, Geometry, Mesh, Part, Profile, Reader, meshes, urdf};
use urdf_rs::{Geometry as Shape, Robot, Visual};

/// Meshes, boxes and places agree to this many metres: files give six decimals.
const CLOSE: f64 = 2e-6;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../urdf/meshes")
}

fn robot(reader: Reader) -> Robot {
    urdf_rs::read_from_string(&urdf(&Profile::nxt_2015(), reader)).expect("our own URDF")
}

fn geometry() -> Geometry {
    Profile::nxt_2015().geometry
}

/// Half of the lengths of a mesh, and the middle between its ends.
fn extent(mesh: &Mesh) -> (Vector3<f64>, Vector3<f64>) {
    let corners = || mesh.triangles.iter().flatten();
    let first = *corners().next().expect("a mesh has triangles");
    let low = corners().fold(first, |low, corner| low.inf(corner));
    let high = corners().fold(first, |high, corner| high.sup(corner));
    ((high - low) / 2.0, (high + low) / 2.0)
}

/// The file that a visual shows.
fn file(visual: &Visual) -> Option<&str> {
    match &visual.geometry {
        Shape::Mesh { filename, scale } => {
            assert!(scale.is_none(), "{filename} is in metres");
            Some(filename.strip_prefix("package://cuberig/urdf/meshes/").expect("in the package"))
        }
        _ => None,
    }
}

#[test]
fn the_committed_meshes_are_up_to_date_and_small() {
    let mut total = 0;
    let mut names = BTreeSet::new();
    for (name, mesh) in meshes() {
        let committed = std::fs::read(folder().join(&name)).expect("a committed file");
        assert!(committed == mesh.stl(), "urdf/meshes/{name}: run `cargo run -p cuberig-rig --example write_urdf`");
        total += committed.len();
        names.insert(name);
    }
    assert!(total < 2_000_000, "{total} bytes");
    let entries = std::fs::read_dir(folder()).expect("the folder of the meshes");
    let present = entries.map(|entry| entry.expect("readable").file_name().into_string());
    let present: BTreeSet<String> = present.map(|name| name.expect("a plain name")).collect();
    assert_eq!(present, names, "files that nothing writes");
}

#[test]
fn every_mesh_is_a_closed_surface_that_looks_outwards() {
    for (name, mesh) in meshes() {
        let mut file = Cursor::new(mesh.stl());
        let mut read = stl_io::read_stl(&mut file).expect("STL that stl_io reads");
        // It takes triangles below 1e-7 for empty ones: as millimetres ours are large enough.
        for corner in &mut read.vertices {
            corner.0 = corner.0.map(|metres| 1000.0 * metres);
        }
        read.validate().unwrap_or_else(|error| panic!("{name}: {error}"));
        // Six times the volume, by the theorem of Gauss.
        let volume: f64 = (mesh.triangles.iter()).map(|[a, b, c]| a.dot(&b.cross(c))).sum();
        let (half, _) = extent(&mesh);
        let share = volume / 6.0 / (8.0 * half.product());
        assert!((0.3..1.0).contains(&share), "{name} fills {share} of its box");
    }
}

#[test]
fn meshes_are_as_large_as_their_parts() {
    let geometry = geometry();
    let meshes: BTreeMap<String, Mesh> = meshes().into_iter().collect();
    let bodies = [Body::Arm, Body::Wrist, Body::Finger(Finger::First), Body::Finger(Finger::Second)];
    let mut parts: Vec<Part> = bodies.into_iter().flat_map(|body| geometry.parts(body)).collect();
    parts.extend(geometry.brick_parts(0.0));
    for part in parts {
        let name = format!("{}.stl", part.kind.name());
        let (half, middle) = extent(&meshes[&name]);
        assert!((half - part.half).amax() < CLOSE, "{name}: {half} for {}", part.half);
        assert!(middle.amax() < CLOSE, "{name} is off by {middle}");
    }
}

#[test]
fn the_urdf_shows_what_the_simulated_camera_draws() {
    let geometry = geometry();
    for reader in [Reader::Ros, Reader::Gazebo] {
        let robot = robot(reader);
        let link = |name: &str| {
            let link = robot.links.iter().find(|link| link.name == name);
            link.unwrap_or_else(|| panic!("no link {name}"))
        };
        for arm in Arm::ALL {
            for (name, body) in [
                ("arm", Body::Arm),
                ("wrist_link", Body::Wrist),
                ("finger_1", Body::Finger(Finger::First)),
                ("finger_2", Body::Finger(Finger::Second)),
            ] {
                let visuals = &link(&format!("{arm}_{name}")).visual;
                let parts = geometry.parts(body);
                assert_eq!(visuals.len(), parts.len(), "{arm}_{name}");
                for (visual, part) in visuals.iter().zip(parts) {
                    let mesh = format!("{}.stl", part.kind.name());
                    assert_eq!(file(visual), Some(mesh.as_str()), "{arm}_{name}");
                    let at = Vector3::from(*visual.origin.xyz);
                    assert!((at - part.middle).amax() < CLOSE, "{arm}_{name} {mesh}: {at}");
                    let colour = visual.material.as_ref().map(|material| material.name.as_str());
                    assert_eq!(colour, Some(part.kind.finish().name));
                }
            }
        }
        let shown: BTreeSet<&str> = (robot.links.iter()).flat_map(|link| link.visual.iter().filter_map(file)).collect();
        assert_eq!(shown.len(), meshes().len(), "a mesh that no link shows");
        let defined = |name: &str| robot.materials.iter().any(|material| material.name == name);
        for visual in robot.links.iter().flat_map(|link| &link.visual) {
            let material = visual.material.as_ref().expect("a colour");
            assert!(defined(&material.name), "the colour {}", material.name);
        }
    }
}

/// Where the fingers of a closed claw touch the cube there is rubber, and there only.
#[test]
fn the_pads_lie_on_the_inside_of_the_fingers() {
    let geometry = geometry();
    let meshes: BTreeMap<String, Mesh> = meshes().into_iter().collect();
    let robot = robot(Reader::Ros);
    for arm in Arm::ALL {
        for (finger, number) in [(Finger::First, 1), (Finger::Second, 2)] {
            let name = format!("{arm}_finger_{number}");
            let link = robot.links.iter().find(|link| link.name == name).expect("a finger");
            let is_pad = |visual: &&Visual| {
                let material = visual.material.as_ref();
                material.is_some_and(|material| material.name == "pad_black")
            };
            let pads: Vec<&Visual> = link.visual.iter().filter(is_pad).collect();
            let [pad] = pads.as_slice() else { panic!("{name} has {} pads", pads.len()) };
            let at = Vector3::from(*pad.origin.xyz);
            let (half, _) = extent(&meshes[file(pad).expect("a mesh")]);
            // In the finger's frame z leads away from the arm's axis for the first finger, towards it for the second.
            let inner = at.z - finger.sign() * half.z;
            let finger_inner = -finger.sign() * geometry.finger_thickness / 2.0;
            assert!((inner - finger_inner).abs() < CLOSE, "{name}: {inner}");
            assert!(at.z * finger.sign() < 0.0, "{name}: the pad is outside");
            // Closed, its inner side lies on the cube, over the cube's edge layer.
            let frame = geometry.finger_frame(arm, finger, 0.0, 0.0);
            for x in [at.x - half.x, at.x + half.x] {
                let touch = frame * rig::nalgebra::Point3::new(x, 0.0, inner);
                assert!((touch.z.abs() - geometry.half_edge()).abs() < CLOSE, "{name}: {touch}");
                let along = touch.coords.dot(&Vector3::from(arm.side().direction()));
                assert!((geometry.tip_distance - CLOSE..=geometry.half_edge() + CLOSE).contains(&along));
            }
        }
    }
}

/// The committed meshes are those of one rig: another is shown by boxes of its own lengths.
#[test]
fn a_rig_with_other_lengths_is_shown_as_boxes() {
    let mut profile = Profile::nxt_2015();
    profile.geometry.camera.position = [0.0, 0.0, 0.3];
    assert!(urdf(&profile, Reader::Ros).contains("<mesh"), "only the camera is elsewhere");
    profile.geometry.finger_width = 0.02;
    let text = urdf(&profile, Reader::Ros);
    assert!(!text.contains("<mesh"));
    let robot = urdf_rs::read_from_string(&text).expect("our own URDF");
    let finger = robot.links.iter().find(|link| link.name == "r_finger_1").expect("a finger");
    let Shape::Box { size } = &finger.visual[1].geometry else { panic!("the pad is no box") };
    assert!((size[1] - 0.02).abs() < CLOSE, "the pad is as wide as the finger");
}
