//! The program as people and scripts use it. One program, so that it is linked once.
//!
//! What it answers word by word is in `tests/cmd`; the tests here judge what it means.

mod bad_input;
mod bench;
mod bench_vision;
mod cases;
mod colors;
mod files;
mod hand_scan;
mod moves;
mod outside;
mod page;
mod pictures;
mod plan;
mod real_time;
mod replay;
mod solve;
mod support;
mod tables;
mod teach;
mod turned_pictures;
