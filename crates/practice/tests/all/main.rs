//! Judged from outside: published rules, csTimer's own files, learners who forget by another curve than the scheduler's.

mod arm_drills;
mod cstimer;
mod learners;
mod statistics;
mod store;
mod turns;
