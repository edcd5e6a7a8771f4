//! What Gazebo needs in addition: joints for ros2_control, grip of the fingers, and a camera sensor.
//!
//! The file is read by xacro first, which fills in its two arguments. gz_ros2_control takes the path of the controllers' file
//! unchanged. A relative path counts from the folder in which Gazebo was started, so the launch file gives an absolute path.

use std::fmt::Write;

use super::finger_link;
use super::part::number;
use crate::solids::PAD_FRICTION;
use crate::{Finger, Joint, JointKind, Profile};

/// Velocity of a joint = gain x error x update rate of the controllers, held for one update: below 1 it cannot overshoot.
const POSITION_GAIN: f64 = 0.3;

/// The outermost element, which names the arguments.
pub(super) const ROBOT: &str = "<robot name=\"cuberig\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\">\n  \
     <xacro:arg name=\"controllers\" default=\"$(find cuberig)/config/controllers.yaml\"/>\n  \
     <xacro:arg name=\"namespace\" default=\"\"/>";

/// All that Gazebo needs in addition to links and joints.
pub(super) fn write_gazebo(xml: &mut String, profile: &Profile) {
    write_ros2_control(xml, profile);
    write_friction(xml, profile);
    write_camera_sensor(xml, profile);
}

/// Joints with a position command, and the second fingers. Physics engines do not know mimic joints: gz_ros2_control moves
/// those that are listed and have no command interface after the joint that they mimic.
fn write_ros2_control(xml: &mut String, profile: &Profile) {
    xml.push_str(
        "  <ros2_control name=\"rig\" type=\"system\">\n    <hardware>\n      \
         <plugin>gz_ros2_control/GazeboSimSystem</plugin>\n    </hardware>\n",
    );
    for joint in Joint::ALL.into_iter().filter(|joint| profile.rules.present[joint.arm.index()]) {
        let _ = writeln!(
            xml,
            "    <joint name=\"{joint}\">\n      <command_interface name=\"position\"/>\n      \
             <state_interface name=\"position\"><param name=\"initial_value\">0</param></state_interface>\n      \
             <state_interface name=\"velocity\"/>\n    </joint>"
        );
        if joint.kind == JointKind::Grip {
            let _ = writeln!(
                xml,
                "    <joint name=\"{joint}_mimic\">\n      <state_interface name=\"position\"/>\n      \
                 <state_interface name=\"velocity\"/>\n    </joint>"
            );
        }
    }
    let _ = writeln!(
        xml,
        "  </ros2_control>\n  <gazebo>\n    <plugin filename=\"gz_ros2_control-system\" name=\"gz_ros2_control::GazeboSimROS2ControlPlugin\">\n      \
         <parameters>$(arg controllers)</parameters>\n      \
         <position_proportional_gain>{}</position_proportional_gain>\n      \
         <ros><namespace>$(arg namespace)</namespace></ros>\n    </plugin>\n  </gazebo>",
        number(POSITION_GAIN)
    );
}

/// DART takes the smaller friction of two bodies.
fn write_friction(xml: &mut String, profile: &Profile) {
    let friction = number(PAD_FRICTION);
    for arm in profile.rules.arms() {
        for finger in Finger::BOTH {
            let _ = writeln!(
                xml,
                "  <gazebo reference=\"{}\"><mu1>{friction}</mu1><mu2>{friction}</mu2></gazebo>",
                finger_link(arm, finger)
            );
        }
    }
}

/// The sensor looks along x of its link; its pictures carry the name of the optical frame.
fn write_camera_sensor(xml: &mut String, profile: &Profile) {
    let camera = &profile.geometry.camera;
    let _ = writeln!(
        xml,
        "  <gazebo reference=\"camera_link\">\n    <sensor name=\"camera\" type=\"camera\">\n      \
         <topic>camera/image_raw</topic>\n      <gz_frame_id>camera_optical_frame</gz_frame_id>\n      \
         <update_rate>30</update_rate>\n      <camera>\n        <horizontal_fov>{}</horizontal_fov>\n        \
         <image><width>{}</width><height>{}</height><format>R8G8B8</format></image>\n        \
         <clip><near>0.02</near><far>3</far></clip>\n      </camera>\n    </sensor>\n  </gazebo>",
        number(camera.horizontal_field_of_view),
        camera.width,
        camera.height
    );
}
