//! The committed URDF: up to date, physically valid, and with its fingertips on the cube.

use std::collections::HashMap;
use std::process::Command;

use rig::nalgebra::{Isometry3, Matrix3, Point3, Translation3, UnitQuaternion, Vector3};
use rig::{Arm, Finger, Joint, Profile, Reader, urdf};
use urdf_rs::{JointType, Robot};

fn path(name: &str) -> String {
    format!("{}/../../urdf/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn robot(name: &str) -> Robot {
    urdf_rs::read_file(path(name)).expect("URDF that urdf-rs reads")
}

#[test]
fn the_committed_files_are_up_to_date() {
    let profile = Profile::nxt_2015();
    for (name, written) in [
        ("rig.urdf", urdf(&profile, Reader::Ros)),
        ("rig.gazebo.urdf", urdf(&profile, Reader::Gazebo)),
        ("cube.sdf", rig::cube_sdf(&profile)),
    ] {
        let committed = std::fs::read_to_string(path(name)).expect("a committed file");
        assert!(committed == written, "urdf/{name}: run `cargo run -p cuberig-rig --example write_urdf`");
    }
}

#[test]
fn eight_joints_move_within_the_profiles_limits() {
    let profile = Profile::nxt_2015();
    let robot = robot("rig.urdf");
    let mut driven = 0;
    for joint in &robot.joints {
        if let Some(known) = Joint::parse(&joint.name) {
            driven += 1;
            let (lower, upper) = profile.joint_limits(known).expect("limited");
            assert_eq!(joint.joint_type, JointType::Revolute);
            assert!((joint.limit.lower - lower).abs() < 1e-6 && (joint.limit.upper - upper).abs() < 1e-6);
            assert!(0.0 < joint.limit.effort && 0.0 < joint.limit.velocity);
            assert!(joint.mimic.is_none());
        } else if let Some(mimic) = &joint.mimic {
            assert_eq!(joint.name, format!("{}_mimic", mimic.joint));
        } else {
            assert_eq!(joint.joint_type, JointType::Fixed, "{}", joint.name);
        }
    }
    assert_eq!(driven, Joint::COUNT);
}

#[test]
fn masses_and_inertias_are_those_of_real_bodies() {
    for name in ["rig.urdf", "rig.gazebo.urdf"] {
        for link in &robot(name).links {
            let has_body = !link.collision.is_empty();
            let mass = link.inertial.mass.value;
            assert_eq!(has_body, 0.0 < mass, "{}", link.name);
            if !has_body {
                continue;
            }
            let i = &link.inertial.inertia;
            let matrix = Matrix3::new(i.ixx, i.ixy, i.ixz, i.ixy, i.iyy, i.iyz, i.ixz, i.iyz, i.izz);
            let mut moments: Vec<f64> = matrix.symmetric_eigenvalues().iter().copied().collect();
            moments.sort_by(f64::total_cmp);
            assert!(0.0 < moments[0], "{}: {moments:?}", link.name);
            // The greatest principal moment of a real body is at most the sum of the others.
            assert!(moments[2] <= moments[0] + moments[1] + 1e-12, "{}: {moments:?}", link.name);
            // No wider than the rig: moments stay below those of a point mass half a metre away.
            assert!(moments[2] < mass * 0.25, "{}", link.name);
        }
    }
}

/// Frames of all links in base_link at joint angles by name, from the URDF alone.
fn frames(robot: &Robot, angles: &dyn Fn(&str) -> f64) -> HashMap<String, Isometry3<f64>> {
    let mut frames = HashMap::from([("base_link".to_owned(), Isometry3::identity())]);
    while frames.len() < robot.links.len() {
        for joint in &robot.joints {
            let Some(parent) = frames.get(&joint.parent.link) else {
                continue;
            };
            let [x, y, z] = *joint.origin.xyz;
            let [roll, pitch, yaw] = *joint.origin.rpy;
            let fixed =
                Isometry3::from_parts(Translation3::new(x, y, z), UnitQuaternion::from_euler_angles(roll, pitch, yaw));
            let name = joint.mimic.as_ref().map_or(&joint.name, |mimic| &mimic.joint);
            let turned = match joint.joint_type {
                JointType::Fixed => UnitQuaternion::identity(),
                _ => UnitQuaternion::from_scaled_axis(Vector3::from(*joint.axis.xyz) * angles(name)),
            };
            let frame = parent * fixed * turned;
            frames.insert(joint.child.link.clone(), frame);
        }
    }
    frames
}

#[test]
fn closed_fingertips_lie_on_the_cube_and_open_ones_are_clear_of_it() {
    let profile = Profile::nxt_2015();
    let geometry = &profile.geometry;
    let robot = robot("rig.urdf");
    let half = geometry.half_edge();
    for quarters in -2..=2 {
        let wrist = f64::from(quarters) * std::f64::consts::FRAC_PI_2;
        for (grip, is_open) in [(0.0, false), (profile.gearing.open_grip(), true)] {
            let frames = frames(&robot, &|name| {
                if name.ends_with("wrist") { wrist } else { grip }
            });
            let centre = frames["rig_center"];
            for arm in Arm::ALL {
                for (finger, number) in [(Finger::First, 1), (Finger::Second, 2)] {
                    let inner = -finger.sign() * geometry.finger_thickness / 2.0;
                    let tip = Point3::new(geometry.finger_length(), 0.0, inner);
                    let frame = centre.inverse() * frames[&format!("{arm}_finger_{number}")];
                    // URDF writes six decimals.
                    let known = geometry.fingertip(arm, finger, wrist, grip);
                    assert!((frame * tip - known).norm() < 1e-5, "{arm} {finger:?}");
                    // Along the arm, and away from its axis.
                    let outward = Vector3::from(arm.side().direction());
                    let along = known.coords.dot(&outward);
                    let away = (known.coords - outward * along).norm();
                    if is_open {
                        assert!(half < along, "an open claw turns past the cube: {along}");
                        // The cube turning about the other pair's axis stays inside its turning circle.
                        assert!(geometry.turning_radius() < along.hypot(away));
                    } else {
                        assert!((away - half).abs() < 1e-9, "on the surface: {away}");
                        assert!(half / 3.0 < along && along < half, "on the layer: {along}");
                        // At wrist 0 the fingers touch sides U and D, at odd quarters the two others.
                        let height = known.z.abs();
                        let expected = if quarters % 2 == 0 { half } else { 0.0 };
                        assert!((height - expected).abs() < 1e-9);
                    }
                }
            }
        }
    }
}

#[test]
fn a_positive_wrist_angle_is_clockwise_for_the_arm() {
    let geometry = Profile::nxt_2015().geometry;
    for arm in Arm::ALL {
        let outward = Vector3::from(arm.side().direction());
        let before = geometry.fingertip(arm, Finger::First, 0.0, 0.0).coords;
        let after = geometry.fingertip(arm, Finger::First, 0.1, 0.0).coords;
        // Seen from outside, clockwise is a negative turn about the outward axis.
        assert!(before.cross(&after).dot(&outward) < 0.0, "{arm}");
    }
}

#[test]
fn the_camera_looks_down_with_the_back_at_the_top() {
    let profile = Profile::nxt_2015();
    let robot = robot("rig.urdf");
    let frames = frames(&robot, &|_| 0.0);
    let optical = frames["rig_center"].inverse() * frames["camera_optical_frame"];
    assert!((optical * Vector3::z() - -Vector3::z()).norm() < 1e-5);
    assert!((optical * Vector3::x() - Vector3::x()).norm() < 1e-5);
    let geometry = &profile.geometry;
    let [x, y] = geometry.project(&Point3::new(0.0, 0.02, geometry.half_edge())).expect("in view");
    assert!((x - 320.0).abs() < 1e-6 && y < 240.0);
    assert_eq!(geometry.camera_side(), cube::Face::U);
    assert_eq!(geometry.picture_top_side(), cube::Face::B);
}

#[test]
fn fingers_hide_one_sticker_of_u_only_when_closed_and_vertical() {
    let profile = Profile::nxt_2015();
    let geometry = &profile.geometry;
    let eye = Point3::from(geometry.camera.position);
    let (length, width, thickness) = (geometry.finger_length(), geometry.finger_width, geometry.finger_thickness);
    for arm in Arm::ALL {
        for quarters in -2..=2_i32 {
            for grip in [0.0, profile.gearing.open_grip()] {
                let wrist = f64::from(quarters) * std::f64::consts::FRAC_PI_2;
                let fingers = Finger::BOTH.map(|finger| geometry.finger_frame(arm, finger, wrist, grip));
                // A grid of points on side U, each seen along a straight line through the finger boxes or past them.
                let mut hidden = std::collections::HashSet::new();
                let pitch = geometry.cube_edge / 30.0;
                for (row, column) in (0..30).flat_map(|row| (0..30).map(move |column| (row, column))) {
                    let at = |index: i32| (f64::from(index) + 0.5) * pitch - geometry.half_edge();
                    let point = Point3::new(at(column), at(row), geometry.half_edge());
                    let is_hidden = (1..400).any(|step| {
                        let on_ray = point + (eye - point) * (f64::from(step) / 400.0);
                        fingers.iter().any(|frame| {
                            let local = frame.inverse() * on_ray;
                            (0.0..=length).contains(&local.x)
                                && local.y.abs() <= width / 2.0
                                && local.z.abs() <= thickness / 2.0
                        })
                    });
                    if is_hidden {
                        hidden.insert((row / 10, column / 10));
                    }
                }
                let expected = usize::from(grip == 0.0 && quarters % 2 == 0);
                assert_eq!(hidden.len(), expected, "{arm} {quarters} {grip}: {hidden:?}");
            }
        }
    }
}

#[test]
fn libsdformat_reads_it_without_warnings() {
    let folder = testkit::Folder::new("sliding");
    let sliding = Profile::find("printed-servo").expect("it ships");
    let written = [Reader::Ros, Reader::Gazebo].map(|reader| {
        let file = folder.0.join(format!("{reader:?}.urdf"));
        std::fs::write(&file, urdf(&sliding, reader)).expect("a file for the test");
        file.to_string_lossy().into_owned()
    });
    for name in ["rig.urdf", "rig.gazebo.urdf"].map(path).into_iter().chain(written) {
        let Ok(output) = Command::new("ign").args(["sdf", "-p", &name]).output() else {
            testkit::skip("`ign` is not installed (Debian: ignition-tools libsdformat-dev)");
            return;
        };
        let findings: Vec<String> = String::from_utf8_lossy(&output.stderr)
            .lines()
            .filter(|line| !line.contains("backtrace generation") && !line.is_empty())
            .map(str::to_owned)
            .collect();
        assert!(output.status.success() && findings.is_empty(), "{name}: {findings:?}");
        let sdf = String::from_utf8_lossy(&output.stdout);
        for joint in Joint::ALL {
            assert!(sdf.contains(&format!("<joint name='{joint}' type='revolute'>")), "{joint} in {name}");
        }
        assert!(!sdf.contains("nan"), "{name}");
    }
}
