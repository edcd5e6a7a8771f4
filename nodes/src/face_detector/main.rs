//! The `face_detector` executable.
fn main() {}
