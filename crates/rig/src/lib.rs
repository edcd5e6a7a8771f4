//! The four-arm machine: arms, claws, how the cube lies in them, rules of motion, profiles, geometry.
//!
//! The cube's own faces name the sides of the rig, too: a face is at the side of its letter when the cube lies unturned, and a
//! [`cube::Rotation`] says how it lies.
//!
//! Reading order: [`Arm`]; [`RigState`]; [`Motion`];
//! [`Clearances`], how far claws must be open for that; [`Rules`], what may move at one instant; [`check`], whether a list of motions obeys them all the
//! time; [`Trace`], what each of them does to the cube; [`Profile`], a rig as its file describes it; [`Geometry`].

mod arm;
mod camera_view;
mod check;
mod clearance;
pub mod display;
mod error;
mod geometry;
mod looks;
mod mesh;
mod mjcf;
mod motion;
mod pinhole;
mod profile;
mod profile_file;
mod ramp;
mod rules;
mod solids;
mod state;
mod stop_state;
mod timing;
mod trace;
mod urdf;
mod violation;

pub use arm::{Arm, Joint, JointKind, Pair};
pub use camera_view::CameraView;
pub use check::{SAME_INSTANT, check};
pub use clearance::{Clearances, Room};
pub use error::Error;
pub use geometry::{Camera, Finger, Geometry, joint_angles};
pub use looks::{Body, Finish, Part, PartKind, Surface};
pub use mesh::Mesh;
pub use mjcf::mjcf;
pub use motion::{Action, Motion};
pub use nalgebra;
pub use pinhole::Pinhole;
pub use profile::{Gearing, Profile};
pub use ramp::{ramp, ramp_speed, ramp_time};
pub use rules::{ArmNow, ClawPhase, Rules, Work};
pub use state::{ArmState, Claw, RigState};
pub use stop_state::StopState;
pub use timing::Timing;
pub use trace::{CubeEffect, Trace};
pub use urdf::{Reader, cube_sdf, meshes, urdf};
pub use violation::{BrokenRule, Violation};
