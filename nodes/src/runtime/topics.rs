//! The topics of a rig with all that readers of their messages must know, and their messages as they came over the wire.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Result;
use futures::future::try_join_all;
use r2r::QosProfile;
use r2r::qos::{DurabilityPolicy, HistoryPolicy, LivelinessPolicy, ReliabilityPolicy};
use record::{Definitions, Durability, History, Liveliness, Message, Period, Qos, Reliability, Source, Topic};

use super::later::Later;
use super::logger::Logger;
use super::setup::Setup;
use super::wire::Wire;

/// Topics that all rigs share.
const SHARED: [&str; 6] = ["/diagnostics", "/rosout", "/tf", "/tf_static", "/clock", "/parameter_events"];
/// Messages that may wait on a topic. With 200, a machine that was busy for a second lost 112 of 3000; pictures take memory.
const DEPTH: usize = 1000;
const DEPTH_OF_PICTURES: usize = 30;

/// Finds the topics of a rig as they appear.
pub struct Topics {
    later: Later,
    definitions: Definitions,
    /// Full names: found, or left out.
    seen: BTreeSet<String>,
    namespace: String,
    log: Logger,
}

impl Topics {
    /// Those of the node's namespace and those that all rigs share, without some. A name without a slash is one of the namespace.
    pub fn of<P: 'static>(setup: &Setup<P>, left_out: impl Iterator<Item = impl AsRef<str>>) -> Self {
        let namespace = setup.namespace();
        Self {
            later: setup.later.clone(),
            definitions: installed(),
            seen: left_out.map(|name| full_name(name.as_ref(), &namespace)).collect(),
            namespace,
            log: setup.log.clone(),
        }
    }

    /// What is published now and was not found before. The node is asked for all topics at once, since it answers only between two
    /// waits for messages.
    pub async fn look(&mut self) -> Vec<Arc<Topic>> {
        // The node ends.
        let Ok(mut topics) = self.later.topics().await else { return Vec::new() };
        topics.retain(|name, _| !self.seen.contains(name) && is_of_rig(name, &self.namespace));
        let offers = topics.keys().map(|name| self.later.offers(name));
        let Ok(offers) = try_join_all(offers).await else { return Vec::new() };
        let mut new = Vec::new();
        for ((name, kinds), offers) in topics.iter().zip(offers) {
            if offers.is_empty() {
                // Somebody waits for it, and nobody publishes it so far.
                continue;
            }
            self.seen.insert(name.clone());
            match &kinds[..] {
                [kind] => match self.definitions.find(kind) {
                    Ok(definition) => {
                        let qos = distinct(offers.iter().map(qos));
                        new.push(Arc::new(Topic { name: name.clone(), kind: kind.clone(), definition, qos }));
                    }
                    Err(error) => self.log.warn(format!("{name} is left out: {error}")),
                },
                _ => self.log.warn(format!("{name} is left out: it has several types ({})", kinds.join(", "))),
            }
        }
        new
    }
}

/// The definitions of all types that are installed.
pub fn installed() -> Definitions {
    let prefixes = std::env::var("AMENT_PREFIX_PATH").unwrap_or_default();
    Definitions::new(prefixes.split(':').map(PathBuf::from))
}

/// Subscribes to a topic. `take` has each message, on the thread that spins, until it returns false.
///
/// # Errors
/// As [`Later::subscribe_wire`].
pub async fn subscribe(
    later: &Later,
    topic: &Arc<Topic>,
    mut take: impl FnMut(Message) -> bool + Send + 'static,
) -> Result<()> {
    let of = topic.clone();
    let take = move |wire| take(message(&of, wire));
    later.subscribe_wire(&topic.name, &topic.kind, subscription(topic), take).await
}

/// A message with the middleware's times, or the present one where it has none.
fn message(topic: &Arc<Topic>, wire: Wire) -> Message {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    let time = |reported: i64| u64::try_from(reported).ok().filter(|time| 0 < *time);
    let received = time(wire.received).unwrap_or_else(now);
    let sent = time(wire.sent).unwrap_or(received);
    let (number, source) = (wire.number, Source(wire.by.0));
    Message { topic: topic.clone(), received, sent, number, source, data: wire.data }
}

/// A name within a namespace.
fn full_name(name: &str, namespace: &str) -> String {
    match name.starts_with('/') {
        true => name.to_owned(),
        false => format!("{}/{name}", namespace.trim_end_matches('/')),
    }
}

fn distinct(offers: impl Iterator<Item = Qos>) -> Vec<Qos> {
    let mut distinct = Vec::new();
    for offer in offers {
        if !distinct.contains(&offer) {
            distinct.push(offer);
        }
    }
    distinct
}

/// Whether a topic or a service with this full name belongs to the rig of this namespace, and is not hidden.
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

fn qos(offer: &QosProfile) -> Qos {
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

/// The subscription that receives from all publishers of a topic, and asks for as much as all of them give.
fn subscription(topic: &Topic) -> QosProfile {
    let depth = if topic.kind.ends_with("Image") { DEPTH_OF_PICTURES } else { DEPTH };
    let mut profile = QosProfile::default().keep_last(depth);
    profile = match topic.qos.iter().all(|offer| offer.reliability == Reliability::Reliable) {
        true => profile.reliable(),
        false => profile.best_effort(),
    };
    match topic.qos.iter().all(|offer| offer.durability == Durability::TransientLocal) {
        true => profile.transient_local(),
        false => profile.volatile(),
    }
}

#[cfg(test)]
mod tests {
    use record::Definition;

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
        let (latched, lossy) = (qos(&QosProfile::default().transient_local()), qos(&QosProfile::sensor_data()));
        let subscription = |qos: &[&Qos], kind: &str| {
            let definition = Definition { text: String::new(), hash: None };
            let qos = qos.iter().copied().cloned().collect();
            super::subscription(&Topic { name: "/topic".into(), kind: kind.into(), definition, qos })
        };
        let both = subscription(&[&latched, &lossy], "std_msgs/msg/String");
        assert_eq!((both.reliability, both.durability), (ReliabilityPolicy::BestEffort, DurabilityPolicy::Volatile));
        let one = subscription(&[&latched], "std_msgs/msg/String");
        assert_eq!((one.reliability, one.durability), (ReliabilityPolicy::Reliable, DurabilityPolicy::TransientLocal));
        assert_eq!(subscription(&[&lossy], "sensor_msgs/msg/Image").depth, DEPTH_OF_PICTURES);
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
