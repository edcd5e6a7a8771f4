//! The guide and the persons that it leads. One program, so that it is linked once.

mod corrections;
mod guide;
mod person;
