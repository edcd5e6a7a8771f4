//! Commands that move simulated bricks at the pace of real ones. They do little, but at once: `cargo xtask test` runs them with
//! the tests of the graph, which get the processor first.

mod calibrate;
mod doctor;
