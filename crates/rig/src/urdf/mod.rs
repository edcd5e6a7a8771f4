//! The rig as URDF, written from the same geometry that the renderer and the tests use.
//!
//! `base_link` is on the table. `rig_center` is where the cube is held (x to arm R, y to arm B, z up). Each arm has `r_arm`
//! (fixed, x along the arm to the cube), `r_wrist_link`, `r_finger_1` (driven by `r_grip`) and `r_finger_2` (mimics it). Where claws
//! slide, `r_grip` turns `r_pinion`, and both fingers slide together (a prismatic joint that mimics it).
//! The camera has `camera_link` (x into the view) and `camera_optical_frame` (z into the view). The frame `cube` moves in
//! `rig_center` with the pose of the cube, which is no joint of the rig: it comes over TF.

mod cube_model;
mod gazebo;
mod look;
mod part;

use std::fmt::Write;

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};

use crate::solids::{JOINT_DAMPING, JOINT_FRICTION, TABLE_THICKNESS, camera_housing};
use crate::{Arm, Body, Finger, Joint, JointKind, Profile};
pub use cube_model::cube_sdf;
pub(crate) use cube_model::{STICKER, STICKER_HEIGHT, colour};
use gazebo::write_gazebo;
use look::looks;
pub use look::meshes;
pub(crate) use look::{CAMERA_COLOUR, TABLE_COLOUR, colours, file, has_meshes};
use part::{link, origin};
pub(crate) use part::{number, triple};

/// Who reads the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// RViz, robot_state_publisher, the project's own nodes.
    Ros,
    /// Gazebo, by way of xacro: with ros2_control joints, friction and a camera sensor.
    Gazebo,
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
        "<?xml version=\"1.0\"?>\n<!-- The rig of config/profiles/{}.toml, written by the example write_urdf of the package cuberig-rig: do not edit. -->\n{}",
        profile.name,
        match reader {
            Reader::Ros => "<robot name=\"cuberig\">",
            Reader::Gazebo => gazebo::ROBOT,
        }
    );
    for (name, [red, green, blue]) in colours() {
        let _ = writeln!(xml, "  <material name=\"{name}\"><color rgba=\"{red} {green} {blue} 1\"/></material>");
    }
    if reader == Reader::Gazebo {
        // In a simulated world the rig stands still: it is screwed to the ground.
        link(&mut xml, "world", &[], &[]);
    }
    link(&mut xml, "base_link", &[], &[]);
    if reader == Reader::Gazebo {
        fixed(&mut xml, "world_to_base", "world", "base_link", &Isometry3::identity());
    }
    let table = geometry.table();
    // The motor bricks stand on the table's corners, for looks only.
    let mut on_it = vec![table.look(TABLE_COLOUR.0)];
    on_it.extend(looks(geometry, &geometry.brick_parts(TABLE_THICKNESS)));
    link(&mut xml, "table", &[table], &on_it);
    fixed(&mut xml, "base_to_table", "base_link", "table", &Isometry3::identity());
    link(&mut xml, "rig_center", &[], &[]);
    let centre = Isometry3::translation(0.0, 0.0, geometry.centre_height);
    fixed(&mut xml, "base_to_rig_center", "base_link", "rig_center", &centre);
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
    let looks = |body| looks(geometry, &geometry.parts(body));
    link(xml, &format!("{arm}_arm"), &geometry.solids(Body::Arm), &looks(Body::Arm));
    fixed(xml, &format!("{arm}_mount"), "rig_center", &format!("{arm}_arm"), &geometry.arm_frame(arm));

    link(xml, &format!("{arm}_wrist_link"), &geometry.solids(Body::Wrist), &looks(Body::Wrist));
    moving(xml, profile, arm.wrist(), &Isometry3::identity(), [1.0, 0.0, 0.0]);

    let finger = |xml: &mut String, finger| {
        link(xml, &finger_link(arm, finger), &geometry.solids(Body::Finger(finger)), &looks(Body::Finger(finger)));
        Translation3::from(geometry.finger_pivot(finger))
    };
    let first = finger(xml, Finger::First);
    if let Some(slide) = &geometry.slide {
        // The motor turns the pinion, and the fingers slide as one with the rack.
        link(xml, &pinion_link(arm), &geometry.solids(Body::Pinion), &looks(Body::Pinion));
        moving(xml, profile, arm.grip(), &geometry.pinion(slide).into(), [0.0, -1.0, 0.0]);
        mimicking(xml, profile, arm, Finger::First, &first.into(), [-1.0, 0.0, 0.0], Some(slide.pinion_radius));
        let across = first.inverse() * finger(xml, Finger::Second);
        let [one, other] = Finger::BOTH.map(|finger| finger_link(arm, finger));
        fixed(xml, &format!("{arm}_palm"), &one, &other, &across.into());
    } else {
        moving(xml, profile, arm.grip(), &first.into(), [0.0, -1.0, 0.0]);
        let second = finger(xml, Finger::Second);
        mimicking(xml, profile, arm, Finger::Second, &second.into(), [0.0, 1.0, 0.0], None);
    }
}

fn pinion_link(arm: Arm) -> String {
    format!("{arm}_pinion")
}

fn finger_link(arm: Arm, finger: Finger) -> String {
    format!("{arm}_finger_{}", if finger == Finger::First { 1 } else { 2 })
}

/// The limit element of a joint and its type; of one that slides by this many metres for each of its radians.
fn limits(profile: &Profile, joint: Joint, slides: Option<f64>) -> (String, &'static str) {
    let per_radian = slides.unwrap_or(1.0);
    let effort = number(profile.joint_effort(joint.kind) / per_radian);
    let velocity = number(profile.joint_velocity_limit(joint) * per_radian);
    match profile.joint_limits(joint) {
        Some((lower, upper)) => (
            format!(
                "<limit lower=\"{}\" upper=\"{}\" effort=\"{effort}\" velocity=\"{velocity}\"/>",
                number(lower * per_radian),
                number(upper * per_radian)
            ),
            if slides.is_some() { "prismatic" } else { "revolute" },
        ),
        None => (format!("<limit effort=\"{effort}\" velocity=\"{velocity}\"/>"), "continuous"),
    }
}

fn moving(xml: &mut String, profile: &Profile, joint: Joint, frame: &Isometry3<f64>, axis: [f64; 3]) {
    let arm = joint.arm;
    let (parent, child) = match joint.kind {
        JointKind::Wrist => (format!("{arm}_arm"), format!("{arm}_wrist_link")),
        JointKind::Grip if profile.geometry.slide.is_some() => (format!("{arm}_wrist_link"), pinion_link(arm)),
        JointKind::Grip => (format!("{arm}_wrist_link"), finger_link(arm, Finger::First)),
    };
    let (limit, kind) = limits(profile, joint, None);
    write_joint(xml, joint.name(), kind, [&parent, &child], frame, axis, &limit);
}

/// The finger that follows the grip joint: it swings as that turns, or slides.
fn mimicking(
    xml: &mut String,
    profile: &Profile,
    arm: Arm,
    finger: Finger,
    frame: &Isometry3<f64>,
    axis: [f64; 3],
    slides: Option<f64>,
) {
    let (limit, kind) = limits(profile, arm.grip(), slides);
    let multiplier = number(slides.unwrap_or(1.0));
    let rest = format!("{limit}\n    <mimic joint=\"{}\" multiplier=\"{multiplier}\" offset=\"0\"/>", arm.grip());
    let name = format!("{}_mimic", arm.grip());
    let links = [format!("{arm}_wrist_link"), finger_link(arm, finger)];
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
        "  <joint name=\"{name}\" type=\"{kind}\">\n    <parent link=\"{parent}\"/>\n    <child link=\"{child}\"/>\n    {}\n    <axis xyz=\"{}\"/>\n    {rest}\n    <dynamics damping=\"{}\" friction=\"{}\"/>\n  </joint>",
        origin(frame),
        triple(axis),
        number(JOINT_DAMPING),
        number(JOINT_FRICTION)
    );
}

fn write_camera(xml: &mut String, profile: &Profile) {
    let body = camera_housing();
    let look = body.look(CAMERA_COLOUR.0);
    link(xml, "camera_link", &[body], &[look]);
    link(xml, "camera_optical_frame", &[], &[]);
    let optical = profile.geometry.camera_optical_frame();
    // A camera's own frame has x into the view and z up; its optical frame z into the view and y down (REP 103).
    let quarter = std::f64::consts::FRAC_PI_2;
    let in_link =
        Isometry3::from_parts(Vector3::zeros().into(), UnitQuaternion::from_euler_angles(-quarter, 0.0, -quarter));
    fixed(xml, "camera_mount", "rig_center", "camera_link", &(optical * in_link.inverse()));
    fixed(xml, "camera_optics", "camera_link", "camera_optical_frame", &in_link);
}
