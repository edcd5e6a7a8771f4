//! The guide and the persons that it leads.

mod corrections;
mod guide;
mod person;
