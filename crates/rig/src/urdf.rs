//! The rig as URDF, written from the same geometry that the renderer and the tests use.
//!
//! Frames: `base_link` on the table; `rig_center` where the cube is held (x to arm R, y to arm B, z up); for each arm
//! `r_arm` (fixed, x along the arm to the cube), `r_wrist_link`, `r_finger_1` (driven by `r_grip`) and `r_finger_2`
//! (mimics it); `camera_link` (x into the view) and `camera_optical_frame` (z into the view). The frame
//! `cube` moves in `rig_center` with the pose of the cube, which is no joint of the rig: it comes over TF.

use std::fmt::Write;

use nalgebra::{Isometry3, UnitQuaternion, Vector3};

use crate::{Arm, Finger, Joint, JointKind, Profile};

/// Who reads the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// RViz, robot_state_publisher, the project's own nodes.
    Ros,
    /// Gazebo: with ros2_control joints and a camera sensor.
    Gazebo,
}

/// A box with its size along x, y and z in metres, or a cylinder along x.
#[derive(Clone, Copy)]
enum Shape {
    Box([f64; 3]),
    Cylinder { radius: f64, length: f64 },
}

/// A part of a link: what it is, where its middle is in the link, how heavy and of what colour.
struct Part {
    shape: Shape,
    middle: [f64; 3],
    mass: f64,
    colour: &'static str,
    collides: bool,
}

const COLOURS: [(&str, [f64; 3]); 5] = [
    ("table_gray", [0.24, 0.26, 0.29]),
    ("brick_gray", [0.63, 0.65, 0.66]),
    ("beam_white", [0.92, 0.92, 0.90]),
    ("finger_orange", [0.93, 0.45, 0.13]),
    ("pad_black", [0.10, 0.10, 0.11]),
];

/// Torque of an NXT motor that stalls, in N m.
const STALL_TORQUE: f64 = 0.5;

impl Shape {
    /// Diagonal inertia about the middle, in kg m2.
    fn inertia(self, mass: f64) -> [f64; 3] {
        match self {
            Shape::Box([x, y, z]) => {
                let of = |a: f64, b: f64| mass / 12.0 * (a * a + b * b);
                [of(y, z), of(x, z), of(x, y)]
            }
            Shape::Cylinder { radius, length } => {
                let across = mass / 12.0 * (3.0 * radius * radius + length * length);
                [mass / 2.0 * radius * radius, across, across]
            }
        }
    }

    fn xml(self) -> String {
        match self {
            Shape::Box(size) => format!("<box size=\"{}\"/>", triple(size)),
            Shape::Cylinder { radius, length } => {
                format!(
                    "<cylinder radius=\"{}\" length=\"{}\"/>",
                    number(radius),
                    number(length)
                )
            }
        }
    }

    /// URDF cylinders lie along z; ours along x.
    fn rpy(self) -> &'static str {
        match self {
            Shape::Box(_) => "0 0 0",
            Shape::Cylinder { .. } => "0 1.570796 0",
        }
    }
}

/// Six decimals, without zeros at the end.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Nine significant decimals in exponent form, for inertias.
fn small(value: f64) -> String {
    format!("{value:.6e}")
}

fn triple(values: [f64; 3]) -> String {
    values.map(number).join(" ")
}

/// An origin element of a frame in its parent.
fn origin(frame: &Isometry3<f64>) -> String {
    let (roll, pitch, yaw) = frame.rotation.euler_angles();
    let xyz = [
        frame.translation.x,
        frame.translation.y,
        frame.translation.z,
    ];
    format!(
        "<origin xyz=\"{}\" rpy=\"{}\"/>",
        triple(xyz),
        triple([roll, pitch, yaw])
    )
}

/// Writes a link; its inertia is that of its parts, added up about their common centre of mass.
fn link(xml: &mut String, name: &str, parts: &[Part]) {
    if parts.is_empty() {
        let _ = writeln!(xml, "  <link name=\"{name}\"/>");
        return;
    }
    let mass: f64 = parts.iter().map(|part| part.mass).sum();
    let centre = parts.iter().fold(Vector3::zeros(), |sum, part| {
        sum + Vector3::from(part.middle) * part.mass
    }) / mass;
    let mut inertia = nalgebra::Matrix3::zeros();
    for part in parts {
        // Parallel axes (Steiner).
        let away = Vector3::from(part.middle) - centre;
        inertia += nalgebra::Matrix3::from_diagonal(&Vector3::from(part.shape.inertia(part.mass)));
        inertia += (nalgebra::Matrix3::identity() * away.norm_squared() - away * away.transpose())
            * part.mass;
    }
    let _ = writeln!(xml, "  <link name=\"{name}\">");
    let _ = writeln!(
        xml,
        "    <inertial>\n      <origin xyz=\"{}\" rpy=\"0 0 0\"/>\n      <mass value=\"{}\"/>\n      \
         <inertia ixx=\"{}\" ixy=\"{}\" ixz=\"{}\" iyy=\"{}\" iyz=\"{}\" izz=\"{}\"/>\n    </inertial>",
        triple(centre.into()),
        number(mass),
        small(inertia[(0, 0)]),
        small(inertia[(0, 1)]),
        small(inertia[(0, 2)]),
        small(inertia[(1, 1)]),
        small(inertia[(1, 2)]),
        small(inertia[(2, 2)]),
    );
    for part in parts {
        let place = format!(
            "<origin xyz=\"{}\" rpy=\"{}\"/>",
            triple(part.middle),
            part.shape.rpy()
        );
        let shape = part.shape.xml();
        let colour = part.colour;
        let _ = writeln!(
            xml,
            "    <visual>\n      {place}\n      <geometry>{shape}</geometry>\n      <material name=\"{colour}\"/>\n    </visual>"
        );
        if part.collides {
            let _ = writeln!(
                xml,
                "    <collision>\n      {place}\n      <geometry>{shape}</geometry>\n    </collision>"
            );
        }
    }
    let _ = writeln!(xml, "  </link>");
}

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
        "<?xml version=\"1.0\"?>\n<!-- The rig of config/profiles/{}.toml, written by the example write_urdf of the package cuberig-rig: do not edit. -->\n<robot name=\"cuberig\">",
        profile.name
    );
    for (name, [red, green, blue]) in COLOURS {
        let _ = writeln!(
            xml,
            "  <material name=\"{name}\"><color rgba=\"{red} {green} {blue} 1\"/></material>"
        );
    }
    if reader == Reader::Gazebo {
        // In a simulated world the rig stands still: it is screwed to the ground.
        link(&mut xml, "world", &[]);
    }
    link(&mut xml, "base_link", &[]);
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
        colour: "table_gray",
        collides: true,
    };
    link(&mut xml, "table", &[table]);
    fixed(
        &mut xml,
        "base_to_table",
        "base_link",
        "table",
        &Isometry3::identity(),
    );
    link(&mut xml, "rig_center", &[]);
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
    let body = |shape, middle, mass, colour| Part {
        shape,
        middle,
        mass,
        colour,
        collides: true,
    };
    link(
        xml,
        &format!("{arm}_arm"),
        &[
            // Motors in their frame, and the column that carries them.
            body(
                Shape::Box([0.11, 0.06, 0.05]),
                [-0.06, 0.0, 0.0],
                0.32,
                "brick_gray",
            ),
            body(
                Shape::Box([0.05, 0.04, column]),
                [-0.06, 0.0, -0.025 - column / 2.0],
                0.15,
                "beam_white",
            ),
        ],
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
                "brick_gray",
            ),
            body(
                Shape::Box([
                    thickness,
                    geometry.finger_width,
                    2.0 * (pivot - geometry.finger_thickness),
                ]),
                [palm - thickness / 2.0, 0.0, 0.0],
                0.03,
                "beam_white",
            ),
        ],
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
        let pad = geometry.half_edge() - geometry.tip_distance;
        link(
            xml,
            &finger_link(arm, finger),
            &[
                body(
                    Shape::Box([length, geometry.finger_width, geometry.finger_thickness]),
                    [length / 2.0, 0.0, 0.0],
                    0.012,
                    "finger_orange",
                ),
                // The rubber on the outside of the tip, for looks only.
                Part {
                    shape: Shape::Box([pad, geometry.finger_width, 0.001]),
                    middle: [
                        length - pad / 2.0,
                        0.0,
                        finger.sign() * (geometry.finger_thickness + 0.001) / 2.0,
                    ],
                    mass: 0.001,
                    colour: "pad_black",
                    collides: false,
                },
            ],
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
        colour: "pad_black",
        collides: true,
    };
    link(xml, "camera_link", &[body]);
    link(xml, "camera_optical_frame", &[]);
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

/// What Gazebo needs besides: position-controlled joints and a camera. A mimic joint has no command interface.
fn write_gazebo(xml: &mut String, profile: &Profile) {
    xml.push_str(
        "  <ros2_control name=\"rig\" type=\"system\">\n    <hardware>\n      <plugin>gz_ros2_control/GazeboSimSystem</plugin>\n      \
         <param name=\"position_proportional_gain\">20.0</param>\n    </hardware>\n",
    );
    for joint in Joint::ALL
        .into_iter()
        .filter(|joint| profile.rules.present[joint.arm.index()])
    {
        let _ = writeln!(
            xml,
            "    <joint name=\"{joint}\">\n      <command_interface name=\"position\"/>\n      \
             <state_interface name=\"position\"><param name=\"initial_value\">0</param></state_interface>\n      \
             <state_interface name=\"velocity\"/>\n    </joint>"
        );
    }
    xml.push_str(
        "  </ros2_control>\n  <gazebo>\n    <plugin filename=\"gz_ros2_control-system\" name=\"gz_ros2_control::GazeboSimROS2ControlPlugin\">\n      \
         <parameters>controllers.yaml</parameters>\n    </plugin>\n  </gazebo>\n",
    );
    let camera = &profile.geometry.camera;
    let _ = writeln!(
        xml,
        "  <gazebo reference=\"camera_link\">\n    <sensor name=\"camera\" type=\"camera\">\n      <topic>camera/image_raw</topic>\n      \
         <update_rate>30</update_rate>\n      <camera>\n        <horizontal_fov>{}</horizontal_fov>\n        \
         <image><width>{}</width><height>{}</height><format>R8G8B8</format></image>\n        \
         <clip><near>0.02</near><far>3</far></clip>\n      </camera>\n    </sensor>\n  </gazebo>",
        number(camera.horizontal_field_of_view),
        camera.width,
        camera.height
    );
}
