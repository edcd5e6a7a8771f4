//! Recorded storms are replayed: what was not changed is the same, and what was changed is named.

mod recorded_storms;
mod taken_steps;
