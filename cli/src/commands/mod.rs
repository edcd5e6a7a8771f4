//! The subcommands, one file each: arguments as typed, then as resolved, then the answer.

pub mod calibrate;
pub mod cases;
pub mod cuboid;
pub mod doctor;
pub mod plan;
pub mod practise;
pub mod record;
pub mod replay;
pub mod report;
mod rig_search;
pub mod scan;
pub mod scramble;
pub mod sequence;
pub mod solve;
pub mod state;
pub mod stop;
pub mod storm;
pub mod tables;
pub mod teach;
pub mod verify;
