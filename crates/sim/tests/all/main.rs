//! The simulated rig under the real drivers and without them. One program, so that it is linked once.

mod bench;
mod bodies;
mod bringup;
mod clamping;
mod connections;
mod control;
mod drift;
mod executed;
mod fault_table;
mod faults;
mod goals;
mod hardware_page;
mod identify;
mod landing_errors;
mod late_turns;
mod lost_replies;
mod mechanics;
mod picture;
mod plans;
mod settling;
mod starved;
mod stop_schedules;
mod stopping;
mod storm;
mod wire;
mod wrists;
