//! Between the quality of service of ROS and that of recordings, and which topics are recorded.

use std::time::Duration;

use r2r::QosProfile;
use r2r::qos::{DurabilityPolicy, HistoryPolicy, LivelinessPolicy, ReliabilityPolicy};
use record::{Durability, History, Liveliness, Period, Qos, Reliability};

/// Topics that all rigs share.
const SHARED: [&str; 6] = ["/diagnostics", "/rosout", "/tf", "/tf_static", "/clock", "/parameter_events"];
/// Messages that may wait on a topic. With 200, a machine that was busy for a second lost 112 of 3000; pictures take memory.
const DEPTH: usize = 1000;
const DEPTH_OF_PICTURES: usize = 30;

/// Whether a topic with this full name belongs to the rig of this namespace.
pub fn is_of_rig(topic: &str, namespace: &str) -> bool {
    let space = namespace.trim_end_matches('/');
    let within = topic.strip_prefix(space).filter(|rest| rest.starts_with('/'));
    let Some(within) = within else { return SHARED.contains(&topic) };
    // Names with an underscore are hidden. Of an action everybody may see the state and the feedback.
    let visible = |name: &str| !name.split('/').any(|part| part.starts_with('_'));
    match within.split_once("/_action/") {
        Some((action, part)) => visible(action) && ["status", "feedback"].contains(&part),
        None => visible(within),
    }
}

/// What a publisher offers.
pub fn qos(offer: &QosProfile) -> Qos {
    Qos {
        history: match offer.history {
            HistoryPolicy::KeepAll => History::KeepAll,
            HistoryPolicy::KeepLast => History::KeepLast,
            HistoryPolicy::SystemDefault => History::SystemDefault,
            HistoryPolicy::Unknown => History::Unknown,
        },
        depth: offer.depth,
        reliability: match offer.reliability {
            ReliabilityPolicy::Reliable => Reliability::Reliable,
            ReliabilityPolicy::BestEffort => Reliability::BestEffort,
            ReliabilityPolicy::SystemDefault => Reliability::SystemDefault,
            _ => Reliability::Unknown,
        },
        durability: match offer.durability {
            DurabilityPolicy::TransientLocal => Durability::TransientLocal,
            DurabilityPolicy::Volatile => Durability::Volatile,
            DurabilityPolicy::SystemDefault => Durability::SystemDefault,
            _ => Durability::Unknown,
        },
        deadline: period(offer.deadline),
        lifespan: period(offer.lifespan),
        liveliness: match offer.liveliness {
            LivelinessPolicy::Automatic => Liveliness::Automatic,
            LivelinessPolicy::ManualByTopic => Liveliness::ManualByTopic,
            LivelinessPolicy::SystemDefault => Liveliness::SystemDefault,
            _ => Liveliness::Unknown,
        },
        lease: period(offer.liveliness_lease_duration),
    }
}

/// Discovery reports an infinite time as the longest that fits; 0 is that of nobody who cares.
fn period(time: Duration) -> Period {
    let is_infinite = time.is_zero() || i64::MAX as u128 <= time.as_nanos();
    Period((!is_infinite).then_some(time))
}

/// The subscription that receives from all publishers with these offers, and asks for as much as all of them give.
pub fn subscription(offers: &[QosProfile], kind: &str) -> QosProfile {
    let depth = if kind.ends_with("Image") { DEPTH_OF_PICTURES } else { DEPTH };
    let mut profile = QosProfile::default().keep_last(depth);
    profile = match offers.iter().all(|offer| offer.reliability == ReliabilityPolicy::Reliable) {
        true => profile.reliable(),
        false => profile.best_effort(),
    };
    match offers.iter().all(|offer| offer.durability == DurabilityPolicy::TransientLocal) {
        true => profile.transient_local(),
        false => profile.volatile(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_topics_of_a_rig_are_its_own_and_those_that_all_share() {
        for topic in
            ["/left/plan", "/left/camera/image_raw", "/left/run/_action/feedback", "/diagnostics", "/tf_static"]
        {
            assert!(is_of_rig(topic, "/left"), "{topic}");
        }
        for topic in [
            "/right/plan",
            "/leftover",
            "/plan",
            "/left/_hidden",
            "/left/run/_action/other",
            "/left/a/_b/_action/status",
        ] {
            assert!(!is_of_rig(topic, "/left"), "{topic}");
        }
        assert!(is_of_rig("/plan", "/") && is_of_rig("/right/run/_action/status", "/") && !is_of_rig("/_hidden", "/"));
    }

    #[test]
    fn a_subscription_asks_for_what_all_publishers_give() {
        let (latched, lossy) = (QosProfile::default().transient_local(), QosProfile::sensor_data());
        let both = subscription(&[latched.clone(), lossy.clone()], "std_msgs/msg/String");
        assert_eq!((both.reliability, both.durability), (ReliabilityPolicy::BestEffort, DurabilityPolicy::Volatile));
        let one = subscription(&[latched], "std_msgs/msg/String");
        assert_eq!((one.reliability, one.durability), (ReliabilityPolicy::Reliable, DurabilityPolicy::TransientLocal));
        assert_eq!(subscription(&[lossy], "sensor_msgs/msg/Image").depth, DEPTH_OF_PICTURES);
    }

    #[test]
    fn an_offer_is_recorded_as_discovered() {
        let mut offer = QosProfile::default().transient_local().keep_last(3);
        offer.deadline = Duration::from_nanos(i64::MAX as u64);
        offer.lifespan = Duration::from_secs(2);
        let recorded = qos(&offer);
        assert_eq!((recorded.history, recorded.depth), (History::KeepLast, 3));
        assert_eq!((recorded.deadline, recorded.lifespan), (Period(None), Period(Some(Duration::from_secs(2)))));
        assert_eq!(recorded.durability, Durability::TransientLocal);
    }
}
