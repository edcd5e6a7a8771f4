//! What Gazebo wants to know besides: joints for ros2_control and a camera sensor.

use std::fmt::Write;

use super::part::number;
use crate::{Joint, Profile};

/// What Gazebo needs besides: position-controlled joints and a camera. A mimic joint has no command interface.
pub(super) fn write_gazebo(xml: &mut String, profile: &Profile) {
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
