//! Between ROS messages that several nodes read and what the crates work with.

pub mod cube_colors;
pub mod cube_state;
pub mod faces;
pub mod image;
pub mod lesson;
pub mod node_reports;
pub mod shown;
pub mod turned;
pub mod work;
