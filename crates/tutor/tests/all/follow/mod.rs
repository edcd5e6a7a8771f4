//! The follower of a learner's turns: exact readings, misread stickers, rendered pictures.

mod exact;
mod learner;
mod misread;
mod rendered;
