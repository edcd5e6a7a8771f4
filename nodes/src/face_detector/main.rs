//! The `face_detector` executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    cuberig::runtime::main::<cuberig::face_detector::FaceDetector>()
}
