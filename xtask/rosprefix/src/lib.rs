//! A ROS 2 where none is installed: which one is used, the prefix that is made from PyPI with our interfaces in it, and launch
//! files run as `ros2 launch` runs them.

pub mod launch;
pub mod paths;
pub mod prefix;
pub mod ros;
pub mod stamp;
pub mod step;
