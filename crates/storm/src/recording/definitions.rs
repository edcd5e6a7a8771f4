//! What the recorded messages look like, without an installed ROS.

/// Our own, as their package has them.
const OWN: [(&str, &str); 7] = [
    ("cuberig_msgs/msg/CubePose", include_str!("../../../../msgs/cuberig_msgs/msg/CubePose.msg")),
    ("cuberig_msgs/msg/CubeState", include_str!("../../../../msgs/cuberig_msgs/msg/CubeState.msg")),
    ("cuberig_msgs/msg/FaceObservation", include_str!("../../../../msgs/cuberig_msgs/msg/FaceObservation.msg")),
    ("cuberig_msgs/msg/FaceView", include_str!("../../../../msgs/cuberig_msgs/msg/FaceView.msg")),
    ("cuberig_msgs/msg/RunStatus", include_str!("../../../../msgs/cuberig_msgs/msg/RunStatus.msg")),
    ("cuberig_msgs/msg/Sticker", include_str!("../../../../msgs/cuberig_msgs/msg/Sticker.msg")),
    ("cuberig_msgs/msg/StopState", include_str!("../../../../msgs/cuberig_msgs/msg/StopState.msg")),
];

/// Those of ROS that they use, field for field.
const STANDARD: [(&str, &str); 5] = [
    (
        "sensor_msgs/msg/JointState",
        "std_msgs/Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort\n",
    ),
    ("std_msgs/msg/String", "string data\n"),
    ("std_msgs/msg/Header", "builtin_interfaces/Time stamp\nstring frame_id\n"),
    ("builtin_interfaces/msg/Time", "int32 sec\nuint32 nanosec\n"),
    ("geometry_msgs/msg/Quaternion", "float64 x 0\nfloat64 y 0\nfloat64 z 0\nfloat64 w 1\n"),
];

/// The text of a type, and of all others: more than it refers to does no harm.
pub fn text(kind: &str) -> String {
    let all = || OWN.into_iter().chain(STANDARD);
    let own = all().find(|(name, _)| *name == kind).map_or("", |(_, text)| text);
    let others = all().filter(|(name, _)| *name != kind);
    let parts = others.map(|(name, text)| format!("{}\nMSG: {}\n{text}", "=".repeat(80), name.replace("/msg/", "/")));
    std::iter::once(own.to_owned()).chain(parts).collect()
}
