//! Helpers of the whole-graph tests.
