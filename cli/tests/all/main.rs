//! The program as people and scripts use it. One program, so that it is linked once.

mod bad_input;
mod bench;
mod bench_thesis;
mod bench_vision;
mod colors;
mod files;
mod hand_scan;
mod lab;
mod lesson_camera;
mod notation;
mod outside;
mod page;
mod pictures;
mod plan;
mod real_time;
mod scramble_and_verify;
mod solve;
mod support;
mod tables;
mod teach;
mod turned_pictures;
mod typed_state;
mod written_moves;
