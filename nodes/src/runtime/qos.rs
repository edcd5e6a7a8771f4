//! Qualities of service that several nodes offer alike.

use r2r::QosProfile;

/// How cameras offer pictures and what belongs to them: reliably, so that a subscriber with any settings receives them.
///
/// Only the last few are kept. A subscriber that is slow loses older ones, and holds up neither the camera nor others.
pub fn camera_qos() -> QosProfile {
    QosProfile::sensor_data().reliable()
}

/// How a node offers its newest state: a late subscriber receives it too.
pub fn latched() -> QosProfile {
    QosProfile::default().keep_last(1).transient_local()
}
