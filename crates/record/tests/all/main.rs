//! Tests of the crate's public interface.

mod decoding;
mod hostile;
mod reading;
