//! The nodes that `rig` can host, by name.

use cuberig::runtime::{Host, RigNode, Starter, help};

/// A node that can be hosted.
pub struct Entry {
    /// The name of its executable.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Starts it.
    pub start: Starter,
    /// Lets its parameters be given to a process that does not host it.
    pub admit_parameters: fn(&mut Host),
    /// Its own help text.
    pub help: fn() -> String,
}

const fn entry<N: RigNode>() -> Entry {
    Entry {
        name: N::NAME,
        about: N::ABOUT,
        start: Host::start::<N>,
        admit_parameters: Host::admit_parameters_of::<N>,
        help: help::<N>,
    }
}

/// Every node of the graph. A new node is one line here and one in `nodes/Cargo.toml`.
pub const NODES: &[Entry] = &[
    entry::<cuberig::brick_driver::BrickDriver>(),
    entry::<cuberig::camera_node::Camera>(),
    entry::<cuberig::conductor::Conductor>(),
    entry::<cuberig::dashboard::Dashboard>(),
    entry::<cuberig::face_detector::FaceDetector>(),
    entry::<cuberig::foxglove_node::Foxglove>(),
    entry::<cuberig::guide::GuideNode>(),
    entry::<cuberig::motion_planner::MotionPlanner>(),
    entry::<cuberig::recorder::Recorder>(),
    entry::<cuberig::rig_sim::RigSim>(),
    entry::<cuberig::servo_driver::ServoDriver>(),
    entry::<cuberig::solver_node::SolverNode>(),
    entry::<cuberig::state_assembler::StateAssembler>(),
    entry::<cuberig::state_publisher::StatePublisher>(),
    entry::<cuberig::tutor_node::TutorNode>(),
];

/// The node called `name`.
pub fn find(name: &str) -> Option<&'static Entry> {
    NODES.iter().find(|entry| entry.name == name)
}
