//! Between ROS messages that several nodes read and what the crates work with.

pub mod cube_colors;
pub mod cube_message;
pub mod faces;
pub mod image;
pub mod lesson;
pub mod node_reports;
pub mod shown;
pub mod trajectory;
pub mod turned;
pub mod work;

/// The frame in the middle of the rig, where the cube is held.
pub const BASE_FRAME: &str = "rig_center";
