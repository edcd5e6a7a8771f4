//! The running graph, judged by foreign clients: one program, so that it is linked once. Each module is a group of checks
//! on one graph, which ends before that of the next group starts. `cargo test -p cuberig-tests --test graph stops` runs one
//! group; the slow checks come with `-- --ignored`.

mod brick_program;
mod colors;
mod fault_phases;
mod faults;
mod hosted_rig;
mod launched_rig;
mod lessons;
mod other_rigs;
mod page;
mod photographs;
mod pictures;
mod policies;
mod rviz;
mod simulated_time;
mod stops;
mod swapped_nodes;

use std::process::ExitCode;

use cuberig_tests::Trials;

fn main() -> ExitCode {
    let mut trials = Trials::default();
    for add in [
        brick_program::add,
        colors::add,
        fault_phases::add,
        faults::add,
        hosted_rig::add,
        launched_rig::add,
        lessons::add,
        other_rigs::add,
        page::add,
        photographs::add,
        pictures::add,
        policies::add,
        rviz::add,
        simulated_time::add,
        stops::add,
        swapped_nodes::add,
    ] {
        add(&mut trials);
    }
    let outcome = trials.run();
    pictures::remove();
    outcome
}
