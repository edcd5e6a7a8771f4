//! The rig and a cube that turns, as MJCF for MuJoCo: bodies, masses and limits are those of the URDF.
//!
//! Everything touches by friction alone. Groups of geoms: 0 looks, 3 touches, 4 pieces against pieces.
//! ```text
//!            contype  conaffinity   touches
//!   rig         1          1        rig, shell
//!   shell       0          1        rig             (a piece at its true size, for the fingers)
//!   hull        2          2        hull            (a piece with rounded edges, for its neighbours)
//! ```

mod cube;

use std::fmt::Write;

use nalgebra::{Isometry3, Translation3, UnitQuaternion};

use crate::looks::Part;
use crate::solids::{Feel, JOINT_DAMPING, JOINT_FRICTION, PAD_FRICTION, Shape, Solid, TABLE_THICKNESS, camera_housing};
use crate::urdf::{CAMERA_COLOUR, TABLE_COLOUR, colours, file, has_meshes, number, triple};
use crate::{Arm, Body, Finger, Joint, JointKind, Profile};

/// How far a claw may close beyond the cube's surface, radians: without such room a closed claw would not press.
const SQUEEZE_ROOM: f64 = 0.15;
/// Slack of a cable beyond its twist limit, radians: a wrist at the limit does not lean on a stop.
const CABLE_SLACK: f64 = 0.1;
/// Share of the stall torque with which a claw holds: an NXT motor that stalls longer gets hot.
const GRIP_SHARE: f64 = 0.6;

/// Class, coefficient of friction and time constant (seconds) of what touches in a claw that slides: fingers of hard plastic with smooth
/// tape, and a palm of rubber.
const SLIDING: [(&str, f64, f64); 2] = [("smooth", 0.08, 0.002), ("rubber", 1.2, 0.006)];

/// Gains of a position servo: N m/rad, N m s/rad.
struct Gains {
    stiffness: f64,
    damping: f64,
    /// Inertia of the motor and its gears seen at the joint, kg m2.
    armature: f64,
}

fn gains(kind: JointKind) -> Gains {
    match kind {
        JointKind::Wrist => Gains { stiffness: 20.0, damping: 0.4, armature: 1e-3 },
        JointKind::Grip => Gains { stiffness: 12.0, damping: 0.15, armature: 5e-4 },
    }
}

/// The rig of a profile and a cube with this edge (metres) between its claws, as MJCF. Meshes lie in `urdf/meshes`.
pub fn mjcf(profile: &Profile, cube_edge: f64) -> String {
    let mut xml = String::new();
    let _ = writeln!(
        xml,
        "<!-- The rig of config/profiles/{}.toml and a cube, written by the example write_mjcf of the package cuberig-rig: do not edit. -->\n\
         <mujoco model=\"{}\">",
        profile.name, profile.name
    );
    xml.push_str(HEAD);
    let [wrist, grip] = [JointKind::Wrist, JointKind::Grip].map(|kind| number(profile.gearing.ratio(kind)));
    let _ = writeln!(
        xml,
        "  <custom>\n    <!-- Turns of a motor for each turn of its joint. -->\n    \
         <numeric name=\"wrist_ratio\" data=\"{wrist}\"/>\n    <numeric name=\"grip_ratio\" data=\"{grip}\"/>\n  </custom>"
    );
    write_defaults(&mut xml, profile);
    write_assets(&mut xml, profile, cube_edge);
    write_world(&mut xml, profile, cube_edge);
    write_joint_elements(&mut xml, profile);
    xml.push_str("</mujoco>\n");
    xml
}

/// Newton's solver stalls on a cube now and then, and the kick that follows tears it: conjugate gradients do not.
const HEAD: &str = "  <compiler angle=\"radian\" meshdir=\"meshes\" autolimits=\"true\"/>\n  \
     <option timestep=\"0.001\" integrator=\"implicitfast\" cone=\"elliptic\" impratio=\"10\" solver=\"CG\" iterations=\"300\"/>\n  \
     <statistic extent=\"0.4\" center=\"0 0 0.15\"/>\n  \
     <visual>\n    <global offwidth=\"1280\" offheight=\"720\"/>\n    <quality shadowsize=\"2048\" offsamples=\"4\"/>\n    \
     <headlight ambient=\"0.35 0.35 0.35\" diffuse=\"0.35 0.35 0.35\" specular=\"0.1 0.1 0.1\"/>\n    \
     <map znear=\"0.01\" zfar=\"20\"/>\n  </visual>\n";

fn write_defaults(xml: &mut String, profile: &Profile) {
    let _ = writeln!(
        xml,
        "  <default>\n    \
         <default class=\"look\"><geom contype=\"0\" conaffinity=\"0\" group=\"0\" mass=\"0\"/></default>\n    \
         <default class=\"touch\"><geom contype=\"1\" conaffinity=\"1\" group=\"3\"/></default>\n    \
         <default class=\"shell\"><geom contype=\"0\" conaffinity=\"1\" group=\"3\" mass=\"0\" priority=\"1\" condim=\"4\" \
         friction=\"{} 0.005 0.0001\" solref=\"0.006 1\" solimp=\"0.9 0.97 0.001\"/></default>",
        number(PAD_FRICTION)
    );
    if profile.geometry.slide.is_some() {
        for (name, friction, softness) in SLIDING {
            let _ = writeln!(
                xml,
                "    <default class=\"{name}\"><geom contype=\"1\" conaffinity=\"1\" group=\"3\" priority=\"2\" condim=\"4\" \
                 friction=\"{} 0.005 0.0001\" solref=\"{} 1\" solimp=\"0.9 0.97 0.001\"/></default>",
                number(friction),
                number(softness)
            );
        }
    }
    cube::write_defaults(xml);
    for kind in [JointKind::Wrist, JointKind::Grip] {
        let Gains { stiffness, damping, armature } = gains(kind);
        let share = if kind == JointKind::Grip { GRIP_SHARE } else { 1.0 };
        let force = number(profile.joint_effort(kind) * share);
        let _ = writeln!(
            xml,
            "    <default class=\"{}\">\n      <joint type=\"hinge\" damping=\"{}\" frictionloss=\"{}\" armature=\"{}\"/>\n      \
             <position kp=\"{}\" kv=\"{}\" forcerange=\"-{force} {force}\"/>\n    </default>",
            class(kind),
            number(JOINT_DAMPING),
            number(JOINT_FRICTION),
            number(armature),
            number(stiffness),
            number(damping)
        );
    }
    xml.push_str("  </default>\n");
}

fn class(kind: JointKind) -> &'static str {
    match kind {
        JointKind::Wrist => "wrist",
        JointKind::Grip => "grip",
    }
}

fn write_assets(xml: &mut String, profile: &Profile, cube_edge: f64) {
    let geometry = &profile.geometry;
    xml.push_str(
        "  <asset>\n    <texture type=\"skybox\" builtin=\"gradient\" rgb1=\"0.78 0.82 0.86\" rgb2=\"0.45 0.50 0.56\" width=\"256\" height=\"1536\"/>\n",
    );
    for (name, colour) in colours() {
        let _ = writeln!(xml, "    <material name=\"{name}\" rgba=\"{} 1\"/>", triple(colour));
    }
    if has_meshes(geometry) {
        for part in crate::mesh::part_kinds(geometry) {
            let _ = writeln!(
                xml,
                "    <mesh name=\"{}\" file=\"{}\" inertia=\"shell\"/>",
                part.kind.name(),
                file(part.kind)
            );
        }
    }
    cube::write_assets(xml, cube_edge);
    xml.push_str("  </asset>\n");
}

fn write_world(xml: &mut String, profile: &Profile, cube_edge: f64) {
    let geometry = &profile.geometry;
    xml.push_str(
        "  <worldbody>\n    <light pos=\"0.3 -0.5 1.2\" dir=\"-0.25 0.4 -1\" diffuse=\"0.6 0.6 0.6\"/>\n    \
         <camera name=\"film\" pos=\"0.33 -0.42 0.46\" xyaxes=\"0.786 0.618 0 -0.306 0.389 0.869\" fovy=\"30\"/>\n",
    );
    write_solids(xml, 2, &[geometry.table()], Some(TABLE_COLOUR.0));
    write_looks(xml, 2, profile, &geometry.brick_parts(TABLE_THICKNESS));
    let centre = Isometry3::translation(0.0, 0.0, geometry.centre_height);
    open(xml, 2, "rig_center", &centre);
    for arm in profile.rules.arms() {
        write_arm(xml, profile, arm);
    }
    let camera = geometry.camera_optical_frame() * camera_link();
    open(xml, 3, "camera_link", &camera);
    write_solids(xml, 4, &[camera_housing()], Some(CAMERA_COLOUR.0));
    close(xml, 3);
    close(xml, 2);
    cube::write(xml, geometry.centre_height, cube_edge);
    xml.push_str("  </worldbody>\n");
}

/// The frame of a camera's body (x into the view, z up) in its optical frame (z into the view, y down).
fn camera_link() -> Isometry3<f64> {
    let quarter = std::f64::consts::FRAC_PI_2;
    let rotation = UnitQuaternion::from_euler_angles(-quarter, 0.0, -quarter);
    Isometry3::from_parts(Translation3::identity(), rotation).inverse()
}

fn write_arm(xml: &mut String, profile: &Profile, arm: Arm) {
    let geometry = &profile.geometry;
    let body = |xml: &mut String, depth, body| {
        write_solids(xml, depth, &geometry.solids(body), None);
        write_looks(xml, depth, profile, &geometry.parts(body));
    };
    open(xml, 3, &format!("{arm}_arm"), &geometry.arm_frame(arm));
    body(xml, 4, Body::Arm);
    open(xml, 4, &format!("{arm}_wrist_link"), &Isometry3::identity());
    write_joint(xml, profile, arm.wrist(), "", [1.0, 0.0, 0.0]);
    body(xml, 5, Body::Wrist);
    let [first, second] = Finger::BOTH.map(|finger| Translation3::from(geometry.finger_pivot(finger)));
    let [one, other] = [1, 2].map(|number| format!("{arm}_finger_{number}"));
    if let Some(slide) = &geometry.slide {
        open(xml, 5, &format!("{arm}_pinion"), &geometry.pinion(slide).into());
        write_joint(xml, profile, arm.grip(), "", [0.0, -1.0, 0.0]);
        body(xml, 6, Body::Pinion);
        close(xml, 5);
        open(xml, 5, &one, &first.into());
        write_joint(xml, profile, arm.grip(), "_mimic", [-1.0, 0.0, 0.0]);
        body(xml, 6, Body::Finger(Finger::First));
        // The other finger is fixed to it.
        open(xml, 6, &other, &(first.inverse() * second).into());
        body(xml, 7, Body::Finger(Finger::Second));
        close(xml, 6);
        close(xml, 5);
    } else {
        open(xml, 5, &one, &first.into());
        write_joint(xml, profile, arm.grip(), "", [0.0, -1.0, 0.0]);
        body(xml, 6, Body::Finger(Finger::First));
        close(xml, 5);
        open(xml, 5, &other, &second.into());
        write_joint(xml, profile, arm.grip(), "_mimic", [0.0, 1.0, 0.0]);
        body(xml, 6, Body::Finger(Finger::Second));
        close(xml, 5);
    }
    close(xml, 4);
    close(xml, 3);
}

fn write_joint(xml: &mut String, profile: &Profile, joint: Joint, suffix: &str, axis: [f64; 3]) {
    let range = match (profile.joint_limits(joint), joint.kind) {
        (Some((lower, upper)), JointKind::Grip) => Some((lower - SQUEEZE_ROOM, upper)),
        (Some((lower, upper)), JointKind::Wrist) => Some((lower - CABLE_SLACK, upper + CABLE_SLACK)),
        (None, _) => None,
    };
    let slides = (profile.geometry.slide.as_ref()).filter(|_| !suffix.is_empty()).map(|slide| slide.pinion_radius);
    let per_radian = slides.unwrap_or(1.0);
    let range = range.map_or(String::new(), |(lower, upper)| {
        format!(" range=\"{} {}\"", number(lower * per_radian), number(upper * per_radian))
    });
    let kind = if slides.is_some() { " type=\"slide\"" } else { "" };
    let _ = writeln!(
        xml,
        "            <joint name=\"{joint}{suffix}\" class=\"{}\"{kind} axis=\"{}\"{range}/>",
        class(joint.kind),
        triple(axis)
    );
}

/// Motors, and fingers that follow them.
fn write_joint_elements(xml: &mut String, profile: &Profile) {
    let present = |joint: &Joint| profile.rules.present[joint.arm.index()];
    let joints: Vec<Joint> = Joint::ALL.into_iter().filter(present).collect();
    xml.push_str("  <equality>\n");
    for joint in joints.iter().filter(|joint| joint.kind == JointKind::Grip) {
        let slides =
            profile.geometry.slide.map(|slide| format!(" polycoef=\"0 {} 0 0 0\"", number(slide.pinion_radius)));
        let slides = slides.unwrap_or_default();
        let _ = writeln!(xml, "    <joint joint1=\"{joint}_mimic\" joint2=\"{joint}\"{slides} solref=\"0.004 1\"/>");
    }
    xml.push_str("  </equality>\n  <actuator>\n");
    for joint in joints {
        let _ = writeln!(xml, "    <position name=\"{joint}\" joint=\"{joint}\" class=\"{}\"/>", class(joint.kind));
    }
    xml.push_str("  </actuator>\n");
}

fn open(xml: &mut String, depth: usize, name: &str, frame: &Isometry3<f64>) {
    let rotation = frame.rotation.quaternion();
    let quaternion = [rotation.w, rotation.i, rotation.j, rotation.k].map(number);
    let _ = writeln!(
        xml,
        "{:indent$}<body name=\"{name}\" pos=\"{}\" quat=\"{}\">",
        "",
        triple(frame.translation.vector.into()),
        quaternion.join(" "),
        indent = 2 * depth
    );
}

fn close(xml: &mut String, depth: usize) {
    let _ = writeln!(xml, "{:indent$}</body>", "", indent = 2 * depth);
}

/// Solids that touch. Those with a colour are seen, too.
fn write_solids(xml: &mut String, depth: usize, solids: &[Solid], colour: Option<&str>) {
    for solid in solids {
        let shape = match solid.shape {
            Shape::Box(size) => format!("type=\"box\" size=\"{}\"", triple(size.map(|length| length / 2.0))),
            Shape::Cylinder { radius, length } => {
                format!("type=\"cylinder\" size=\"{} {}\" zaxis=\"1 0 0\"", number(radius), number(length / 2.0))
            }
            Shape::Round { radius, length } => {
                format!("type=\"cylinder\" size=\"{} {}\" zaxis=\"0 1 0\"", number(radius), number(length / 2.0))
            }
        };
        let class = match solid.feel {
            Feel::Usual => "touch",
            Feel::Smooth => "smooth",
            Feel::Rubber => "rubber",
        };
        let seen = colour.map_or(String::new(), |name| format!(" group=\"0\" material=\"{name}\""));
        let _ = writeln!(
            xml,
            "{:indent$}<geom class=\"{class}\" {shape} pos=\"{}\" mass=\"{}\"{seen}/>",
            "",
            triple(solid.middle),
            number(solid.mass),
            indent = 2 * depth
        );
    }
}

fn write_looks(xml: &mut String, depth: usize, profile: &Profile, parts: &[Part]) {
    let has_meshes = has_meshes(&profile.geometry);
    for part in parts {
        let shape = if has_meshes {
            format!("type=\"mesh\" mesh=\"{}\"", part.kind.name())
        } else {
            format!("type=\"box\" size=\"{}\"", triple(part.half.into()))
        };
        let _ = writeln!(
            xml,
            "{:indent$}<geom class=\"look\" {shape} pos=\"{}\" material=\"{}\"/>",
            "",
            triple(part.middle.into()),
            part.kind.finish().name,
            indent = 2 * depth
        );
    }
}
