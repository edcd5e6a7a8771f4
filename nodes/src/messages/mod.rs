//! Between ROS messages that several nodes read and what the crates work with.

pub mod cube_colors;
pub mod cube_state;
pub mod image;
pub mod turned;
