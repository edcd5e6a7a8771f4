//! The ROS 2 nodes of cuberig: one module and one executable each, and `rig`, which hosts any of them in one process.
//!
//! A node module has wiring, `params.rs` (its parameters) and `convert.rs`, where messages meet domain types. What needs no
//! ROS is in a crate. No node module uses another node's; what several share is in [`runtime`] and [`messages`].

pub mod brick_driver;
pub mod camera_node;
pub mod conductor;
pub mod dashboard;
pub mod face_detector;
pub mod foxglove_node;
pub mod guide;
pub mod messages;
pub mod motion_planner;
pub mod recorder;
pub mod rig_sim;
pub mod runtime;
pub mod servo_driver;
mod shown_by_hand;
pub mod solver_node;
pub mod state_assembler;
pub mod state_publisher;
pub mod tutor_node;
