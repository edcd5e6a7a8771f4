//! The rig as URDF, written from the same geometry that the renderer and the tests use.
//!
//! Frames: `base_link` on the table; `rig_center` where the cube is held (x to arm R, y to arm B, z up); for each arm
//! `r_arm` (fixed, x along the arm to the cube), `r_wrist_link`, `r_finger_1` (driven by `r_grip`) and `r_finger_2`
//! (mimics it); `camera_link` (x into the view) and `camera_optical_frame` (z into the view). The frame
//! `cube` moves in `rig_center` with the pose of the cube, which is no joint of the rig: it comes over TF.

mod cube_model;
mod gazebo;
mod look;
mod part;

use std::fmt::Write;

use nalgebra::{Isometry3, UnitQuaternion, Vector3};

use crate::{Arm, Body, Finger, Joint, JointKind, Profile};
pub use cube_model::cube_sdf;
use gazebo::write_gazebo;
pub use look::meshes;
use look::{CAMERA_COLOUR, TABLE_COLOUR, colours, looks};
use part::{Part, Shape, link, number, origin, triple};

/// Who reads the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// RViz, robot_state_publisher, the project's own nodes.
    Ros,
    /// Gazebo, by way of xacro: with ros2_control joints, friction and a camera sensor.
    Gazebo,
}

/// Torque of an NXT motor that stalls, in N m.
const STALL_TORQUE: f64 = 0.5;

fn fixed(xml: &mut String, name: &str, parent: &str, child: &str, frame: &Isometry3<f64>) {
    let _ = writeln!(
        xml,
        "  <joint name=\"{name}\" type=\"fixed\">\n    <parent link=\"{parent}\"/>\n    <child link=\"{child}\"/>\n    {}\n  </joint>",
        origin(frame)
    );
}

/// The rig of a profile as URDF.
pub fn urdf(profile: &Profile, reader: Reader) -> String {
    let geometry = &profile.geometry;
    let mut xml = String::new();
    let _ = writeln!(
        xml,
        "<?xml version=\"1.0\"?>\n<!-- The rig of config/profiles/{}.toml, written by the example write_urdf of the package cuberig-rig: do not edit. -->\n{}",
        profile.name,
        match reader {
            Reader::Ros => "<robot name=\"cuberig\">",
            Reader::Gazebo => gazebo::ROBOT,
        }
    );
    for (name, [red, green, blue]) in colours() {
        let _ = writeln!(
            xml,
            "  <material name=\"{name}\"><color rgba=\"{red} {green} {blue} 1\"/></material>"
        );
    }
    if reader == Reader::Gazebo {
        // In a simulated world the rig stands still: it is screwed to the ground.
        link(&mut xml, "world", &[], &[]);
    }
    link(&mut xml, "base_link", &[], &[]);
    if reader == Reader::Gazebo {
        fixed(
            &mut xml,
            "world_to_base",
            "world",
            "base_link",
            &Isometry3::identity(),
        );
    }
    let reach = 2.0 * (geometry.wrist_distance + 0.13);
    let table = Part {
        shape: Shape::Box([reach, reach, 0.01]),
        middle: [0.0, 0.0, 0.005],
        mass: 1.5,
        collides: true,
    };
    // The motor bricks stand on the table's corners, for looks only.
    let mut on_it = vec![table.look(TABLE_COLOUR.0)];
    on_it.extend(looks(geometry, &geometry.brick_parts(0.01)));
    link(&mut xml, "table", &[table], &on_it);
    fixed(
        &mut xml,
        "base_to_table",
        "base_link",
        "table",
        &Isometry3::identity(),
    );
    link(&mut xml, "rig_center", &[], &[]);
    let centre = Isometry3::translation(0.0, 0.0, geometry.centre_height);
    fixed(
        &mut xml,
        "base_to_rig_center",
        "base_link",
        "rig_center",
        &centre,
    );
    for arm in profile.rules.arms() {
        write_arm(&mut xml, profile, arm);
    }
    write_camera(&mut xml, profile);
    if reader == Reader::Gazebo {
        write_gazebo(&mut xml, profile);
    }
    xml.push_str("</robot>\n");
    xml
}

fn write_arm(xml: &mut String, profile: &Profile, arm: Arm) {
    let geometry = &profile.geometry;
    let column = geometry.centre_height - 0.01 - 0.025;
    let body = |shape, middle, mass| Part {
        shape,
        middle,
        mass,
        collides: true,
    };
    let looks = |body| looks(geometry, &geometry.parts(body));
    link(
        xml,
        &format!("{arm}_arm"),
        &[
            // Motors in their frame, and the column that carries them.
            body(Shape::Box([0.11, 0.06, 0.05]), [-0.06, 0.0, 0.0], 0.32),
            body(
                Shape::Box([0.05, 0.04, column]),
                [-0.06, 0.0, -0.025 - column / 2.0],
                0.15,
            ),
        ],
        &looks(Body::Arm),
    );
    fixed(
        xml,
        &format!("{arm}_mount"),
        "rig_center",
        &format!("{arm}_arm"),
        &geometry.arm_frame(arm),
    );

    let palm = geometry.wrist_distance - geometry.pivot_distance;
    let pivot = geometry.finger_pivot(Finger::First).z;
    let thickness = 0.01_f64.min(palm / 2.0);
    link(
        xml,
        &format!("{arm}_wrist_link"),
        &[
            body(
                Shape::Cylinder {
                    radius: 0.016,
                    length: palm - thickness,
                },
                [(palm - thickness) / 2.0, 0.0, 0.0],
                0.05,
            ),
            body(
                Shape::Box([
                    thickness,
                    geometry.finger_width,
                    2.0 * (pivot - geometry.finger_thickness),
                ]),
                [palm - thickness / 2.0, 0.0, 0.0],
                0.03,
            ),
        ],
        &looks(Body::Wrist),
    );
    moving(
        xml,
        profile,
        arm.wrist(),
        &Isometry3::identity(),
        [1.0, 0.0, 0.0],
    );

    for finger in Finger::BOTH {
        let length = geometry.finger_length();
        let shape = Shape::Box([length, geometry.finger_width, geometry.finger_thickness]);
        link(
            xml,
            &finger_link(arm, finger),
            &[body(shape, [length / 2.0, 0.0, 0.0], 0.013)],
            &looks(Body::Finger(finger)),
        );
        let pivot = Isometry3::from_parts(
            geometry.finger_pivot(finger).into(),
            UnitQuaternion::identity(),
        );
        let axis = [0.0, -finger.sign(), 0.0];
        match finger {
            Finger::First => moving(xml, profile, arm.grip(), &pivot, axis),
            Finger::Second => mimicking(xml, profile, arm, &pivot, axis),
        }
    }
}

fn finger_link(arm: Arm, finger: Finger) -> String {
    format!(
        "{arm}_finger_{}",
        if finger == Finger::First { 1 } else { 2 }
    )
}

/// The limit element of a joint and its type.
fn limits(profile: &Profile, joint: Joint) -> (String, &'static str) {
    let effort = number(STALL_TORQUE * profile.gearing.ratio(joint.kind));
    let velocity = number(profile.joint_velocity_limit(joint));
    match profile.joint_limits(joint) {
        Some((lower, upper)) => (
            format!(
                "<limit lower=\"{}\" upper=\"{}\" effort=\"{effort}\" velocity=\"{velocity}\"/>",
                number(lower),
                number(upper)
            ),
            "revolute",
        ),
        None => (
            format!("<limit effort=\"{effort}\" velocity=\"{velocity}\"/>"),
            "continuous",
        ),
    }
}

fn moving(
    xml: &mut String,
    profile: &Profile,
    joint: Joint,
    frame: &Isometry3<f64>,
    axis: [f64; 3],
) {
    let arm = joint.arm;
    let (parent, child) = match joint.kind {
        JointKind::Wrist => (format!("{arm}_arm"), format!("{arm}_wrist_link")),
        JointKind::Grip => (format!("{arm}_wrist_link"), finger_link(arm, Finger::First)),
    };
    let (limit, kind) = limits(profile, joint);
    write_joint(
        xml,
        joint.name(),
        kind,
        [&parent, &child],
        frame,
        axis,
        &limit,
    );
}

fn mimicking(
    xml: &mut String,
    profile: &Profile,
    arm: Arm,
    frame: &Isometry3<f64>,
    axis: [f64; 3],
) {
    let (limit, kind) = limits(profile, arm.grip());
    let rest = format!(
        "{limit}\n    <mimic joint=\"{}\" multiplier=\"1\" offset=\"0\"/>",
        arm.grip()
    );
    let name = format!("{}_mimic", arm.grip());
    let links = [
        format!("{arm}_wrist_link"),
        finger_link(arm, Finger::Second),
    ];
    write_joint(xml, &name, kind, [&links[0], &links[1]], frame, axis, &rest);
}

fn write_joint(
    xml: &mut String,
    name: &str,
    kind: &str,
    [parent, child]: [&str; 2],
    frame: &Isometry3<f64>,
    axis: [f64; 3],
    rest: &str,
) {
    let _ = writeln!(
        xml,
        "  <joint name=\"{name}\" type=\"{kind}\">\n    <parent link=\"{parent}\"/>\n    <child link=\"{child}\"/>\n    {}\n    <axis xyz=\"{}\"/>\n    {rest}\n    <dynamics damping=\"0.002\" friction=\"0.01\"/>\n  </joint>",
        origin(frame),
        triple(axis)
    );
}

fn write_camera(xml: &mut String, profile: &Profile) {
    let body = Part {
        shape: Shape::Box([0.03, 0.06, 0.03]),
        middle: [-0.015, 0.0, 0.0],
        mass: 0.06,
        collides: true,
    };
    let look = body.look(CAMERA_COLOUR.0);
    link(xml, "camera_link", &[body], &[look]);
    link(xml, "camera_optical_frame", &[], &[]);
    let optical = profile.geometry.camera_optical_frame();
    // A camera's own frame has x into the view and z up; its optical frame z into the view and y down (REP 103).
    let quarter = std::f64::consts::FRAC_PI_2;
    let in_link = Isometry3::from_parts(
        Vector3::zeros().into(),
        UnitQuaternion::from_euler_angles(-quarter, 0.0, -quarter),
    );
    fixed(
        xml,
        "camera_mount",
        "rig_center",
        "camera_link",
        &(optical * in_link.inverse()),
    );
    fixed(
        xml,
        "camera_optics",
        "camera_link",
        "camera_optical_frame",
        &in_link,
    );
}
