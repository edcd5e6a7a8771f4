//! The rig against its files, foreign readers and its own rules. One program, so that it is linked once.

mod clearances;
mod gazebo;
mod joint_groups;
mod looks;
mod mjcf;
mod pose;
mod profiles;
mod random_plans;
mod real_cube;
mod rules;
mod slide;
mod support;
mod urdf;
