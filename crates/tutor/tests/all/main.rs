//! A learner's session, by hand, before a camera, and with arms. One program, so that it is linked once.

mod arms;
mod camera;
mod course;
mod exact;
mod follow;
mod handscan;
mod held_cube;
mod languages;
mod rendered;
mod room;
