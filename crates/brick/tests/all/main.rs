//! The wire protocol and the laws of control. One program, so that it is linked once.

mod client;
mod clock;
mod gazebo;
mod identify;
mod protocol;
mod settling;
mod support;
mod zeroing;
