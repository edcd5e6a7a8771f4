//! Tests of the crate's public interface. Foxglove's own client is in `--test graph foxglove`.

mod limits;
