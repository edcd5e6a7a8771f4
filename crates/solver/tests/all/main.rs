//! Solvers against group theory and cubes of proven depth. One program, so that it is linked once.

mod background;
mod methods;
mod metrics;
mod optimal;
mod structured;
mod tables;
mod two_phase;
