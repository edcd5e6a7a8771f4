//! The transport that the launch file chooses.

use std::path::PathBuf;

use crate::binaries::repository;

/// The variables through which the launch file chooses the transport, so that hosted and foreign nodes use the same.
pub fn transports() -> [(&'static str, PathBuf); 2] {
    let profile = repository().join("config/fastdds.xml");
    [("FASTRTPS_DEFAULT_PROFILES_FILE", profile.clone()), ("FASTDDS_DEFAULT_PROFILES_FILE", profile)]
}
