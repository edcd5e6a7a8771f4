//! The four-arm machine: arms, claws, how the cube lies in them, rules of motion, profiles, geometry.
//!
//! The cube's own faces name the sides of the rig, too. When the cube lies unturned, each face is at the side of its
//! letter. A [`cube::Rotation`] is how it lies.
//!
//! Read [`Arm`], [`RigState`] and [`Motion`] first. [`Clearances`] say how far claws must be open for a motion, and
//! [`Rules`] what may move at one instant. [`check`] proves that a list of motions always obeys them, and its [`Trace`]
//! what each motion does to the cube. A [`Profile`] is a rig as its file describes it, with its [`Geometry`].

mod arm;
mod camera_view;
mod check;
mod clearance;
mod cube_look;
pub mod display;
mod error;
mod geometry;
mod joint_groups;
mod looks;
mod maestro;
mod mesh;
mod mjcf;
mod motion;
mod pinhole;
mod profile;
mod profile_file;
mod ramp;
mod rules;
mod servos;
mod slide;
mod solids;
mod state;
mod stop_state;
mod stop_switch;
mod timing;
mod trace;
mod urdf;
mod violation;

pub use arm::{Arm, Joint, JointKind, Pair};
pub use camera_view::CameraView;
pub use check::{SAME_INSTANT, check};
pub use clearance::{Clearances, Room};
pub use cube_look::{CubeBody, CubeLook, Palette};
pub use error::Error;
pub use geometry::{Camera, Finger, Geometry, joint_angles, quaternion};
pub use joint_groups::{GroupId, JointGroup, JointGroups};
pub use looks::{Body, Finish, Part, PartKind, Surface};
pub use maestro::{Channel, Maestro};
pub use mesh::Mesh;
pub use mjcf::mjcf;
pub use motion::{Action, Motion};
pub use nalgebra;
pub use pinhole::Pinhole;
pub use profile::{Gearing, Profile};
pub use ramp::{ramp, ramp_speed, ramp_time};
pub use rules::{ArmNow, ClawPhase, Rules, Work, WristRange};
pub use servos::Servos;
pub use slide::Slide;
pub use state::{ArmState, Claw, RigState};
pub use stop_state::StopState;
pub use stop_switch::{OtherStops, StopChange, StopSwitch, Taken};
pub use timing::Timing;
pub use trace::{CubeEffect, Trace};
pub use urdf::{Reader, cube_sdf, meshes, urdf};
pub use violation::{BrokenRule, Violation};
